package bench

import (
	"context"
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

// plainSchemas are written by hand, as the toolkit writes them.
const plainSchemas = `"inputSchema":{"type":"object","properties":{` +
	`"query":{"type":"string","description":"Words to look for","minLength":1,"maxLength":200},` +
	`"status":{"type":"string","description":"Only issues with this status","enum":["open","in_progress","closed"]},` +
	`"limit":{"type":"integer","description":"How many to return","minimum":1,"maximum":100},` +
	`"region":{"type":"string","description":"Where the data lives","enum":["eu","us"]}},` +
	`"required":["query","region"],"additionalProperties":false},` +
	`"outputSchema":{"type":"object","properties":{"issues":{"type":"array","description":"Newest first","items":{"type":"object",` +
	`"properties":{"id":{"type":"string"},"title":{"type":"string"},"status":{"type":"string"},"votes":{"type":"integer"}},` +
	`"required":["id","title","status","votes"]}},"total":{"type":"integer"}},"required":["issues","total"]}`

// plainMessage is a request for a tool, as one would read it by hand. Which arguments there
// are depends on the tool.
type plainMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
}

// plainAnswer is the response to it.
type plainAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

// Plain serves the tool with what one would write by hand: net/http, encoding/json for the
// message, validator for the arguments, and no check of a header. Its list is encoded once.
func Plain(names []string) (http.Handler, error) {
	type tool struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Annotations json.RawMessage `json:"annotations"`
	}
	validate := validator.New()
	tools := map[string]func(ctx context.Context, arguments json.RawMessage) (*plainResult, error){}
	list := []byte(`{"resultType":"complete","tools":[`)
	for i, name := range names {
		tools[name] = func(ctx context.Context, arguments json.RawMessage) (*plainResult, error) {
			return plainCall(ctx, validate, arguments)
		}
		raw, err := json.Marshal(tool{name, toolDescription, json.RawMessage(`{"readOnlyHint":true}`)})
		if err != nil {
			return nil, err
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(append(append(list, raw[:len(raw)-1]...), ","+plainSchemas...), '}')
	}
	list = append(list, "]}"...)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message plainMessage
		if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if message.Method == "tools/list" {
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(message.ID) + `,"result":`))
			_, _ = w.Write(list)
			_, _ = w.Write([]byte("}\n"))
			return
		}
		call := tools[message.Params.Name]
		if call == nil {
			http.Error(w, "unknown tool", http.StatusBadRequest)
			return
		}
		result, err := call(r.Context(), message.Params.Arguments)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_ = json.NewEncoder(w).Encode(plainAnswer{"2.0", message.ID, result})
	}), nil
}

// plainResult is the result of a call.
type plainResult struct {
	ResultType string          `json:"resultType"`
	Content    []plainContent  `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
}

type plainContent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// plainCall reads and checks the arguments, runs the tool and writes its result.
func plainCall(ctx context.Context, validate *validator.Validate, arguments json.RawMessage) (*plainResult, error) {
	var args plainArgs
	if err := json.Unmarshal(arguments, &args); err != nil {
		return nil, err
	}
	if err := validate.Struct(&args); err != nil {
		return nil, err
	}
	result, err := Search(ctx, SearchArgs(args))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	return &plainResult{"complete", []plainContent{{"text", string(text)}}, text}, nil
}
