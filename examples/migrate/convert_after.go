package migrate

import (
	"net/http"

	"github.com/typedmcp/toolkit"
)

// ConvertAfter keeps the struct and the function, and drops the layer. WithRequiredFromTags reads
// from the jsonschema tags alone what is required, as the layer does.
func ConvertAfter() (http.Handler, error) {
	tk := toolkit.New("alerts", "1.0.0", toolkit.WithRequiredFromTags())
	toolkit.Register(tk, toolkit.Tool{
		Name:        "find_alerts",
		Description: "Find alerts by their title.",
		Hints:       toolkit.ReadOnly,
	}, convertFind)
	return tk.HTTPHandler()
}
