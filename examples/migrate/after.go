package migrate

import (
	"context"
	"net/http"

	"github.com/typedmcp/toolkit"
)

type findArgs struct {
	Query string `json:"query" description:"Words in the title" validate:"min=1"`
	State string `json:"state,omitempty" description:"Only alerts in this state" enum:"firing,pending"`
	Limit int    `json:"limit,omitempty" description:"How many" default:"20" validate:"min=1,max=100"`
}

func findAlerts(_ context.Context, args findArgs) (Alerts, error) {
	return find(args.Query, args.State, args.Limit), nil
}

// After is the server with this library.
func After() (http.Handler, error) {
	tk := toolkit.New("alerts", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{
		Name:        "find_alerts",
		Description: "Find alerts by their title.",
		Hints:       toolkit.ReadOnly,
	}, findAlerts)
	return tk.HTTPHandler()
}
