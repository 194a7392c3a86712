package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/typedmcp/toolkit"
)

func ExampleNewHandles() {
	type Draft struct{ Lines []string }

	type DraftArgs struct {
		Draft toolkit.Handle[Draft] `json:"draft_id" description:"The draft, as start_draft returned it"`
	}
	type LineArgs struct {
		Draft toolkit.Handle[Draft] `json:"draft_id" description:"The draft, as start_draft returned it"`
		Line  string                `json:"line" description:"What to add at the end"`
	}
	tk := toolkit.New("notes", "1.0.0")
	drafts := toolkit.NewHandles[Draft](tk, "drf", time.Hour) // before the tools that take them
	toolkit.Register(tk, toolkit.Tool{Name: "start_draft", Description: "Start a draft.", Creates: drafts},
		func(ctx context.Context, _ struct{}) (DraftArgs, error) {
			draft, err := drafts.Create(ctx, Draft{})
			return DraftArgs{draft}, err
		})
	toolkit.Register(tk, toolkit.Tool{Name: "add_line", Description: "Add a line to a draft."},
		func(ctx context.Context, args LineArgs) (int, error) {
			lines := 0
			err := drafts.Update(ctx, args.Draft.ID, func(d *Draft) error {
				d.Lines = append(d.Lines, args.Line)
				lines = len(d.Lines)
				return nil
			})
			return lines, err
		})
	toolkit.Register(tk, toolkit.Tool{Name: "read_draft", Description: "Read a draft."},
		func(_ context.Context, args DraftArgs) ([]string, error) { return args.Draft.Value.Lines, nil })

	ctx := context.Background()
	result, err := tk.Call(ctx, "start_draft", nil) // {"draft_id":"drf_4XJ2…"}
	if err != nil {
		fmt.Println(err)
		return
	}
	draft, _ := json.Marshal(result.StructuredContent)
	show(tk.Call(ctx, "add_line", []byte(`{"line":"Dear all,",`+string(draft[1:]))))
	show(tk.Call(ctx, "read_draft", draft))
	show(tk.Call(ctx, "read_draft", []byte(`{"draft_id":"drf_ABCDEFGHIJKLMNOPQRSTUVWXYZ"}`)))
	// Output:
	// 1
	// ["Dear all,"]
	// The arguments of read_draft have a problem. Correct it and call the tool again:
	// - draft_id: "drf_ABCDEFGHIJKLMNOPQRSTUVWXYZ" has expired or does not exist. Get a new one from start_draft.
}
