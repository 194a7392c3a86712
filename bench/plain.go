package bench

import (
	"encoding/json"
	"net/http"

	"github.com/go-playground/validator/v10"
)

// plainArgs are [SearchArgs] with rules that validator knows.
type plainArgs struct {
	Query  string `json:"query" validate:"min=1,max=200"`
	Status string `json:"status,omitempty" validate:"omitempty,oneof=open in_progress closed"`
	Limit  int    `json:"limit,omitempty" validate:"omitempty,min=1,max=100"`
	Region string `json:"region" validate:"oneof=eu us"`
}

// Plain returns what one would write by hand for this one tool: encoding/json for the
// message, validator for the arguments, and no check of a header.
func Plain() http.Handler {
	validate := validator.New()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Name      string    `json:"name"`
				Arguments plainArgs `json:"arguments"`
			} `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := validate.Struct(&message.Params.Arguments); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		result, err := Search(r.Context(), SearchArgs(message.Params.Arguments))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		text, err := json.Marshal(result)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		type content struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		type callResult struct {
			ResultType string          `json:"resultType"`
			Content    []content       `json:"content"`
			Structured json.RawMessage `json:"structuredContent"`
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Result  callResult      `json:"result"`
		}{"2.0", message.ID, callResult{"complete", []content{{"text", string(text)}}, text}})
	})
}
