// Package migrate has the programs of docs/migrating.md: the same tool written with other
// libraries, before, and with this one, after. A test calls both over HTTP and compares.
package migrate

import "strings"

// An Alert is what all of them find.
type Alert struct {
	Title string `json:"title"`
	State string `json:"state"`
}

// Alerts is what all of them return.
type Alerts struct {
	Alerts []Alert `json:"alerts"`
}

var allAlerts = []Alert{{"Disk is full", "firing"}, {"Disk is slow", "pending"}, {"Login fails", "firing"}}

// find looks for alerts.
func find(query, state string, limit int) Alerts {
	found := Alerts{Alerts: []Alert{}}
	for _, a := range allAlerts {
		if strings.Contains(strings.ToLower(a.Title), strings.ToLower(query)) && (state == "" || a.State == state) && len(found.Alerts) < limit {
			found.Alerts = append(found.Alerts, a)
		}
	}
	return found
}
