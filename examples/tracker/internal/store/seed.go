package store

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// The sample issues are made by a generator with fixed numbers, so that every
// database starts with the same ones.
const (
	seedIssues     = 300
	seedDays       = 200 // the oldest issue is about this many days old
	releasePush    = 24  // the days before the end in which many issues get closed
	seedForRandom  = 2025_11_25
	numberOfBUG142 = 142
)

// seedEnd is the moment at which the history of the sample issues ends.
var seedEnd = time.Date(2026, time.July, 28, 9, 0, 0, 0, time.UTC)

// seed fills an empty database with users and sample issues.
func seed(ctx context.Context, tx *sql.Tx) error {
	for _, name := range users {
		if _, err := tx.ExecContext(ctx, `INSERT INTO users (name) VALUES (?)`, name); err != nil {
			return err
		}
	}
	random := rand.New(rand.NewPCG(seedForRandom, 0))
	opened := openings(random)
	for i, t := range sampleTopics(random) {
		if err := insertStory(ctx, tx, int64(i+1), tell(random, i, t, opened[i])); err != nil {
			return err
		}
	}
	return nil
}

// sampleTopics returns one topic for each sample issue, with its slots filled in.
func sampleTopics(random *rand.Rand) []topic {
	var all []topic
	for _, t := range topics {
		for slot, values := range slots {
			if !strings.Contains(t.title, slot) {
				continue
			}
			for _, value := range values {
				filled := t
				filled.title = upperFirst(strings.ReplaceAll(t.title, slot, value))
				filled.description = upperFirst(strings.ReplaceAll(t.description, slot, value))
				all = append(all, filled)
			}
		}
	}
	// Maps have no order, and the sample must be the same on every run.
	slices.SortFunc(all, func(a, b topic) int { return strings.Compare(a.title, b.title) })
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return slices.Insert(all[:seedIssues-1], numberOfBUG142-1, loginTimesOut)
}

// upperFirst makes the first letter of an ASCII sentence a capital.
func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// A story is the life of one sample issue.
type story struct {
	topic
	priority, reporter, assignee string
	events                       []event // in the order of time; the first opens the issue
}

// An event is a new status or, if status is "", a comment.
type event struct {
	at           time.Time
	status       string
	author, body string
}

// tell makes up the life of sample issue i: who works on it, what was said, and
// whether it is closed by the end.
func tell(random *rand.Rand, i int, t topic, opened time.Time) story {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	s := story{topic: t, reporter: pick(users), priority: pick([]string{"low", "medium", "medium", "medium", "high", "high", "critical"})}

	closed := opened.Add(time.Duration((0.2 + random.ExpFloat64()) * 25 * 24 * float64(time.Hour)))
	push := seedEnd.AddDate(0, 0, -releasePush)
	if opened.Before(push) && closed.After(push) && random.Float64() < 0.6 {
		closed = push.Add(time.Duration(random.Float64() * releasePush * 24 * float64(time.Hour)))
	}
	if i == numberOfBUG142-1 {
		s.priority, s.assignee, closed = "high", "anna.petrova", seedEnd.AddDate(1, 0, 0)
	}
	isClosed := closed.Before(seedEnd)
	end := seedEnd
	if isClosed {
		end = closed
	}
	span := end.Sub(opened)
	within := func(from, to float64) time.Time { // a moment between two fractions of the issue's life
		return opened.Add(time.Duration((from + random.Float64()*(to-from)) * float64(span))).Truncate(time.Second)
	}

	s.events = append(s.events, event{at: opened, status: "open"})
	if s.assignee == "" && (isClosed || random.Float64() < 0.7) {
		s.assignee = pick(users)
	}
	if s.assignee != "" && i != numberOfBUG142-1 && (isClosed || random.Float64() < 0.4) {
		s.events = append(s.events, event{at: within(0.2, 0.6), status: "in_progress"})
	}
	for range random.IntN(5) {
		author := s.reporter
		if s.assignee != "" && random.IntN(2) == 0 {
			author = s.assignee
		}
		s.events = append(s.events, event{at: within(0.02, 0.95), author: author, body: pick(remarks)})
	}
	if isClosed {
		s.events = append(s.events,
			event{at: closed.Truncate(time.Second), author: s.assignee, body: pick(closings)},
			event{at: closed.Truncate(time.Second), status: "closed"})
	}
	slices.SortStableFunc(s.events, func(a, b event) int { return a.at.Compare(b.at) })
	return s
}

// openings returns when the sample issues were reported: spread evenly over the
// working days before the end, in office hours, in order.
func openings(random *rand.Rand) []time.Time {
	list := make([]time.Time, seedIssues)
	for i := range list {
		day := seedEnd.AddDate(0, 0, -1-seedDays*(seedIssues-1-i)/seedIssues)
		switch day.Weekday() {
		case time.Saturday:
			day = day.AddDate(0, 0, -1)
		case time.Sunday:
			day = day.AddDate(0, 0, -2)
		}
		list[i] = day.Truncate(24 * time.Hour).Add(7*time.Hour + time.Duration(random.IntN(9*3600))*time.Second)
	}
	slices.SortFunc(list, time.Time.Compare)
	return list
}

// insertStory writes one sample issue with its comments and its history.
func insertStory(ctx context.Context, tx *sql.Tx, num int64, s story) error {
	last := s.events[len(s.events)-1]
	status, closedAt := "open", sql.NullString{}
	for _, e := range s.events {
		if e.status != "" {
			status = e.status
		}
	}
	if status == "closed" {
		closedAt = sql.NullString{String: timestamp(last.at), Valid: true}
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO issues (num, title, description, project, status, priority, reporter, assignee, created_at, updated_at, closed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)`,
		num, s.title, s.description, s.project, status, s.priority, s.reporter, s.assignee,
		timestamp(s.events[0].at), timestamp(last.at), closedAt)
	if err != nil {
		return err
	}
	if err := setLabels(ctx, tx, num, s.labels); err != nil {
		return err
	}
	for _, e := range s.events {
		if e.status != "" {
			err = recordStatus(ctx, tx, num, e.status, timestamp(e.at))
		} else {
			err = insertComment(ctx, tx, num, e.author, e.body, timestamp(e.at))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
