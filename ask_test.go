package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// An address is what a user fills in.
type address struct {
	Street  string `json:"street" description:"Street and number" validate:"min=3"`
	Country string `json:"country" enum:"de,fr"`
	Floor   int    `json:"floor,omitempty" validate:"gt=-3,max=90"`
}

type order struct {
	Item string `json:"item" validate:"min=1"`
}

// askingTools are tools that ask the user.
func askingTools(t *testing.T, options ...toolkit.Option) *toolkit.Toolkit {
	t.Helper()
	tk := toolkit.New("shop", "1", append([]toolkit.Option{toolkit.WithLogger(nil)}, options...)...)
	toolkit.Register(tk, toolkit.Tool{Name: "order"}, func(ctx context.Context, args order) (string, error) {
		to, err := toolkit.Ask[address](ctx, "address", "Where shall the "+args.Item+" be sent?")
		if err != nil {
			return "", fmt.Errorf("no address: %w", err)
		}
		if _, err := toolkit.Ask[struct{}](ctx, "confirm", "Send it to "+to.Street+"?"); err != nil {
			if errors.Is(err, toolkit.ErrDeclined) {
				return "nothing was ordered", nil
			}
			return "", err
		}
		return fmt.Sprintf("%s to %s, %s, floor %d", args.Item, to.Street, to.Country, to.Floor), nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "swallow"}, func(ctx context.Context, _ struct{}) (string, error) {
		to, _ := toolkit.Ask[address](ctx, "address", "Where?")
		return "sent to " + to.Street, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "both"}, func(ctx context.Context, _ struct{}) (string, error) {
		var wg sync.WaitGroup
		answers, errs := make([]string, 2), make([]error, 2)
		for i, key := range []string{"first", "second"} {
			wg.Go(func() {
				var a struct {
					Name string `json:"name"`
				}
				a, errs[i] = toolkit.Ask[struct {
					Name string `json:"name"`
				}](ctx, key, "The "+key+" name?")
				answers[i] = a.Name
			})
		}
		wg.Wait()
		return strings.Join(answers, " and "), errors.Join(errs...)
	})
	toolkit.Register(tk, toolkit.Tool{Name: "pay"}, func(ctx context.Context, _ struct{}) (string, error) {
		return "paid", toolkit.AskURL(ctx, "card", "Please pay", "https://pay.example/42")
	})
	toolkit.Register(tk, toolkit.Tool{Name: "inner"}, func(ctx context.Context, _ struct{}) (string, error) {
		result, err := tk.Call(ctx, "order", json.RawMessage(`{"item":"book"}`))
		if err != nil || len(result.Content) == 0 {
			return "nothing came of it", err
		}
		return "inner: " + result.Content[0].(*mcp.TextContent).Text, nil
	})
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk
}

// A person answers questions and remembers them.
type person struct {
	mu      sync.Mutex
	answers map[string]*mcp.ElicitResult // by what the message begins with
	asked   []string
}

func (p *person) answer(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, r.Params.Message+r.Params.URL)
	for begin, answer := range p.answers {
		if strings.HasPrefix(r.Params.Message, begin) {
			return answer, nil
		}
	}
	return nil, fmt.Errorf("asked %q", r.Params.Message)
}

func accepted(content map[string]any) *mcp.ElicitResult {
	return &mcp.ElicitResult{Action: "accept", Content: content}
}

// askingWays are the ways that a question takes to the user.
var askingWays = []struct {
	name, version string
	connect       func(t *testing.T, tk *toolkit.Toolkit) mcp.Transport
}{
	{"HTTP of 2026-07-28", "2026-07-28", overHTTP},
	{"HTTP of 2026-07-28 through the SDK", "2026-07-28", func(t *testing.T, tk *toolkit.Toolkit) mcp.Transport {
		if _, err := tk.Server(); err != nil {
			t.Fatal(err)
		}
		return overHTTP(t, tk)
	}},
	{"stdio of 2026-07-28", "2026-07-28", inMemory},
	{"HTTP of 2025-11-25", "2025-11-25", overHTTP},
	{"HTTP of 2025-06-18", "2025-06-18", overHTTP},
	{"stdio of 2025-11-25", "2025-11-25", inMemory},
}

func overHTTP(t *testing.T, tk *toolkit.Toolkit) mcp.Transport {
	return &mcp.StreamableClientTransport{Endpoint: listen(t, tk)}
}

func inMemory(t *testing.T, tk *toolkit.Toolkit) mcp.Transport {
	t.Helper()
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	server, client := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Run(ctx, server)
	}()
	t.Cleanup(func() { cancel(); <-done })
	return client
}

// TestAsk asks real clients, in every way and with every kind of answer.
func TestAsk(t *testing.T) {
	home := accepted(map[string]any{"street": "Lindenweg 3", "country": "de", "floor": 2})
	capabilities := &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
		Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
	}}
	for _, way := range askingWays {
		for _, tt := range []struct {
			name, tool, arguments string
			answers               map[string]*mcp.ElicitResult
			want                  string
			isError               bool
			asked                 []string
		}{
			{"in a row", "order", `{"item":"book"}`, map[string]*mcp.ElicitResult{"Where": home, "Send": accepted(nil)},
				"book to Lindenweg 3, de, floor 2", false, []string{"Send it to Lindenweg 3?", "Where shall the book be sent?"}},
			{"declined", "order", `{"item":"book"}`, map[string]*mcp.ElicitResult{"Where": {Action: "decline"}},
				`no address: The user declined to answer "Where shall the book be sent?". Do not ask for the same again unless the user wants it.`, true,
				[]string{"Where shall the book be sent?"}},
			{"declined later, and that is fine", "order", `{"item":"book"}`, map[string]*mcp.ElicitResult{"Where": home, "Send": {Action: "decline"}},
				"nothing was ordered", false, []string{"Send it to Lindenweg 3?", "Where shall the book be sent?"}},
			{"cancelled", "order", `{"item":"book"}`, map[string]*mcp.ElicitResult{"Where": home, "Send": {Action: "cancel"}},
				`The user did not answer "Send it to Lindenweg 3?". Ask the user whether to try again.`, true,
				[]string{"Send it to Lindenweg 3?", "Where shall the book be sent?"}},
			{"an error that is dropped", "swallow", `{}`, map[string]*mcp.ElicitResult{"Where": home}, "sent to Lindenweg 3", false, []string{"Where?"}},
			{"at once", "both", `{}`, map[string]*mcp.ElicitResult{"The first": accepted(map[string]any{"name": "A"}), "The second": accepted(map[string]any{"name": "B"})},
				"A and B", false, []string{"The first name?", "The second name?"}},
			{"a page", "pay", `{}`, map[string]*mcp.ElicitResult{"Please": {Action: "accept"}}, "paid", false, []string{"Please payhttps://pay.example/42"}},
			{"in a tool that a tool calls", "inner", `{}`, map[string]*mcp.ElicitResult{"Where": home, "Send": accepted(nil)},
				"inner: book to Lindenweg 3, de, floor 2", false, []string{"Send it to Lindenweg 3?", "Where shall the book be sent?"}},
		} {
			if tt.tool == "pay" && way.version < "2025-11-25" {
				continue // there are no pages before
			}
			t.Run(way.name+"/"+tt.name, func(t *testing.T) {
				user := &person{answers: tt.answers}
				session := connect(t, way.connect(t, askingTools(t)), way.version,
					&mcp.ClientOptions{ElicitationHandler: user.answer, Capabilities: capabilities})
				got, isError := callText(t, session, tt.tool, tt.arguments)
				if got != tt.want || isError != tt.isError {
					t.Errorf("got %q (error %t), want %q (error %t)", got, isError, tt.want, tt.isError)
				}
				slices.Sort(user.asked)
				if diff := cmp.Diff(tt.asked, user.asked); diff != "" {
					t.Errorf("asked (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestAskUnable calls from clients that cannot ask what is asked.
func TestAskUnable(t *testing.T) {
	forms := &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}}
	for _, way := range askingWays {
		for _, tt := range []struct {
			tool         string
			arguments    string
			capabilities *mcp.ClientCapabilities
			want         string
		}{
			{"swallow", `{}`, &mcp.ClientCapabilities{}, ""}, // the function goes on as it likes
			{"order", `{"item":"book"}`, &mcp.ClientCapabilities{}, `{"requiredCapabilities":{"elicitation":{"form":{}}}}`},
			{"pay", `{}`, forms, `{"requiredCapabilities":{"elicitation":{"url":{}}}}`},
		} {
			t.Run(way.name+"/"+tt.tool, func(t *testing.T) {
				session := connect(t, way.connect(t, askingTools(t)), way.version, &mcp.ClientOptions{Capabilities: tt.capabilities})
				_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: json.RawMessage(tt.arguments)})
				if tt.want == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				var wire *jsonrpc.Error
				if !errors.As(err, &wire) || wire.Code != -32021 || string(wire.Data) != tt.want {
					t.Errorf("error %v, want -32021 with %s", err, tt.want)
				}
			})
		}
	}
}

// A rounds plays a client by hand.
type rounds struct {
	t      *testing.T
	h      http.Handler
	tool   string
	args   string
	header http.Header
}

// A round is what came back.
type round struct {
	status   int
	Requests map[string]struct {
		Method string
		Params struct {
			Mode, Message   string
			RequestedSchema json.RawMessage
		}
	} `json:"inputRequests"`
	State   string `json:"requestState"`
	Type    string `json:"resultType"`
	Content []struct{ Text string }
	IsError bool
	err     string
}

func (r *rounds) call(state, responses string) round {
	r.t.Helper()
	header := callHeader(r.tool)
	for name, values := range r.header {
		header[name] = values
	}
	members := ""
	if state != "" {
		members += `,"requestState":` + quoted(state)
	}
	if responses != "" {
		members += `,"inputResponses":` + responses
	}
	meta := strings.Replace(meta2026, `"io.modelcontextprotocol/clientCapabilities":{}`, `"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}`, 1)
	body := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"` + r.tool + `","arguments":` + r.args + `,` + meta + members + `}}`
	w := post(r.h, header, body)
	var answer struct {
		Result round
		Error  *struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		r.t.Fatalf("%v in %s", err, w.Body)
	}
	answer.Result.status = w.Code
	if answer.Error != nil {
		answer.Result.err = fmt.Sprintf("%d %s", answer.Error.Code, answer.Error.Message)
	}
	return answer.Result
}

const (
	goodAddress = `{"address":{"action":"accept","content":{"street":"Lindenweg 3","country":"de"}}}`
	confirmed   = `{"confirm":{"action":"accept"}}`
)

// TestAskOnTheWire pins what is sent, and that answers are asked for again if they are missing,
// wrong, or about something else.
func TestAskOnTheWire(t *testing.T) {
	r := &rounds{t: t, h: handlerOf(t, askingTools(t)), tool: "order", args: `{"item":"book"}`}
	first := r.call("", "")
	if first.Type != "input_required" || first.State == "" || first.Content != nil {
		t.Fatalf("the first round: %+v", first)
	}
	asked := first.Requests["address"]
	want := `{"type":"object","properties":{"street":{"type":"string","description":"Street and number","minLength":3},` +
		`"country":{"type":"string","enum":["de","fr"]},"floor":{"type":"integer","minimum":-2,"maximum":90}},"required":["street","country"]}`
	if asked.Method != "elicitation/create" || asked.Params.Mode != "form" || string(asked.Params.RequestedSchema) != want {
		t.Errorf("asked %+v with %s, want %s", asked, asked.Params.RequestedSchema, want)
	}
	for _, tt := range []struct {
		name, responses, message string
	}{
		{"no answer", "", "Where shall the book be sent?"},
		{"an answer to something else", `{"other":{"action":"accept"}}`, "Where shall the book be sent?"},
		{"an answer of another kind", `{"address":{"roots":[]}}`, "Where shall the book be sent?"},
		{"an answer that breaks rules", `{"address":{"action":"accept","content":{"street":"A","country":"es","floor":9007199254740993}}}`,
			"The answer cannot be used:\n- floor: the number does not fit; it must be from -9007199254740991 to 9007199254740991.\n\nWhere shall the book be sent?"},
		{"an answer that breaks other rules", `{"address":{"action":"accept","content":{"street":"A","country":"es"}}}`,
			"The answer cannot be used:\n- country: \"es\" is not allowed. Use one of \"de\", \"fr\".\n- street: must have at least 3 characters, got \"A\".\n\nWhere shall the book be sent?"},
		{"an answer without content", `{"address":{"action":"accept"}}`,
			"The answer cannot be used:\n- street: required but missing. Expected a string: Street and number.\n- country: required but missing. Use one of \"de\", \"fr\".\n\nWhere shall the book be sent?"},
	} {
		again := r.call(first.State, tt.responses)
		if got := again.Requests["address"].Params.Message; got != tt.message {
			t.Errorf("%s: asked\n%s\nwant\n%s", tt.name, got, tt.message)
		}
		if second := r.call(again.State, goodAddress); second.Requests["confirm"].Params.Message != "Send it to Lindenweg 3?" {
			t.Errorf("%s: the round after the good answer is %+v", tt.name, second)
		}
	}
	if got := r.call(first.State, `{"address":{"action":"maybe"}}`); got.err != `-32602 the answer to "address" has the action "maybe"; it must be accept, decline or cancel` {
		t.Errorf("an unknown action: %+v", got)
	}
	// An answer that was not asked for is none, whatever it is called.
	if got := r.call(first.State, `{"confirm":{"action":"accept"},"address":{"action":"accept","content":{"street":"Lindenweg 3","country":"de"}}}`); got.Requests["confirm"].Method == "" {
		t.Errorf("an answer given ahead was taken: %+v", got)
	}
	if got := r.call("", goodAddress); got.Requests["address"].Method == "" {
		t.Errorf("an answer without a state was taken: %+v", got)
	}
}

// TestAskState gives back states that were changed, or that belong to something else.
func TestAskState(t *testing.T) {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(24 * time.Hour)}, nil
	}
	key, old := bytes.Repeat([]byte("k"), 32), bytes.Repeat([]byte("o"), 32)
	replica := func(keys ...[]byte) http.Handler {
		return handlerOf(t, askingTools(t, toolkit.WithAuth(verify, nil), toolkit.WithRequestState(time.Hour, keys...)))
	}
	as := func(user string) http.Header { return http.Header{"Authorization": {"Bearer " + user}} }
	r := &rounds{t: t, h: replica(old), tool: "order", args: `{"item":"book"}`, header: as("ann")}
	first := r.call("", "")

	const forged = "-32602 the requestState was not made by this server, or with a key that is no longer known; call the tool again without requestState"
	changed := []byte(first.State)
	changed[len(changed)/2] ^= 1
	for name, state := range map[string]string{
		"changed": string(changed), "cut": first.State[:len(first.State)-4], "of another version": "2" + first.State[1:],
		"no base64": "1.%%%", "short": "1.", "a guess": `{"answers":{}}`,
	} {
		if got := r.call(state, goodAddress); got.err != forged {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for name, tt := range map[string]struct {
		r    rounds
		want string
	}{
		"another user":     {rounds{t, r.h, "order", r.args, as("bob")}, "-32602 the requestState belongs to the call of another user; call the tool again without requestState"},
		"other arguments":  {rounds{t, r.h, "order", `{"item":"pen"}`, r.header}, "-32602 the requestState belongs to a call of another tool, or with other arguments; call the tool again without requestState"},
		"another tool":     {rounds{t, r.h, "swallow", `{}`, r.header}, ""},
		"the same meaning": {rounds{t, r.h, "order", `{ "item" : "bo\u006fk" }`, r.header}, ""},
		"a replica":        {rounds{t, replica(key, old), "order", r.args, r.header}, ""},
		"without the key":  {rounds{t, replica(key), "order", r.args, r.header}, forged},
		"a key of its own": {rounds{t, replica(), "order", r.args, r.header}, forged},
	} {
		got := tt.r.call(first.State, goodAddress)
		if got.err != tt.want {
			t.Errorf("%s: %+v, want %q", name, got, tt.want)
		}
		if tt.want == "" && tt.r.tool == "order" && got.Requests["confirm"].Method == "" {
			t.Errorf("%s: the answer was not taken: %+v", name, got)
		}
	}
}

// TestAskExpires takes longer than a round may. The user is asked anew.
func TestAskExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rounds{t: t, h: handlerOf(t, askingTools(t)), tool: "order", args: `{"item":"book"}`}
		state := r.call("", "").State
		time.Sleep(14 * time.Minute)
		state = r.call(state, goodAddress).State
		time.Sleep(14 * time.Minute) // each round has its own time
		if got := r.call(state, confirmed); len(got.Content) != 1 || got.Content[0].Text != "book to Lindenweg 3, de, floor 0" {
			t.Errorf("in time: %+v", got)
		}
		time.Sleep(time.Minute)
		if got := r.call(state, confirmed); got.Requests["address"].Method == "" {
			t.Errorf("too late: %+v", got)
		}
	})
}

// TestAskLeavesOut asks for two things at once and is answered one after the other.
func TestAskLeavesOut(t *testing.T) {
	r := &rounds{t: t, h: handlerOf(t, askingTools(t)), tool: "both", args: `{}`}
	first := r.call("", "")
	if len(first.Requests) != 2 {
		t.Fatalf("the first round: %+v", first)
	}
	second := r.call(first.State, `{"second":{"action":"accept","content":{"name":"B"}}}`)
	if len(second.Requests) != 1 || second.Requests["first"].Method == "" {
		t.Fatalf("the second round: %+v", second)
	}
	third := r.call(second.State, `{"first":{"action":"accept","content":{"name":"A"}}}`)
	if len(third.Content) != 1 || third.Content[0].Text != "A and B" {
		t.Errorf("the third round: %+v", third)
	}
}

// TestAskWithMiddleware hides the question behind a result of a middleware's own.
func TestAskWithMiddleware(t *testing.T) {
	tk := askingTools(t)
	tk.Use(func(next toolkit.CallFunc) toolkit.CallFunc {
		return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
			if _, err := next(ctx, tool, arguments); err != nil {
				return nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "all is well"}}}, nil
		}
	})
	r := &rounds{t: t, h: handlerOf(t, tk), tool: "order", args: `{"item":"book"}`}
	if got := r.call("", ""); got.Requests["address"].Method == "" {
		t.Errorf("got %+v", got)
	}
}

// TestAskMisuse asks in ways that no client can answer. The model reads that it is not its
// fault, the log says what to change.
func TestAskMisuse(t *testing.T) {
	type inner struct {
		A string `json:"a"`
	}
	type unfit struct {
		Nested inner          `json:"nested"`
		Secret string         `json:"secret_word" secret:"true"`
		Level  int            `json:"level" enum:"1,2"`
		Words  []string       `json:"words"`
		Any    any            `json:"any"`
		Map    map[string]int `json:"map"`
	}
	type name struct {
		Name string `json:"name"`
	}
	for what, tt := range map[string]struct {
		fn  func(ctx context.Context) error
		log []string
	}{
		"no key":     {func(ctx context.Context) error { _, err := toolkit.Ask[name](ctx, "", "Who?"); return err }, []string{"the question has no key"}},
		"no message": {func(ctx context.Context) error { _, err := toolkit.Ask[name](ctx, "k", " "); return err }, []string{"the question has no message"}},
		"no form": {func(ctx context.Context) error { _, err := toolkit.Ask[unfit](ctx, "k", "What?"); return err }, []string{
			"toolkit_test.unfit.Nested: a form is flat", "toolkit_test.unfit.Secret: a form must not ask for secrets", "toolkit_test.unfit.Level: a form has no choice of numbers",
			"toolkit_test.unfit.Words: a list in a form is a choice", "toolkit_test.unfit.Any: a form knows one type", "toolkit_test.unfit.Map: a form is flat",
		}},
		"no struct": {func(ctx context.Context) error { _, err := toolkit.Ask[string](ctx, "k", "What?"); return err }, []string{"arguments are a JSON object"}},
		"a map": {func(ctx context.Context) error {
			_, err := toolkit.Ask[map[string]string](ctx, "k", "What?")
			return err
		},
			[]string{"map[string]string: an answer is the fields of a form; use a struct"}},
		"one key for two questions": {func(ctx context.Context) error {
			_, _ = toolkit.Ask[name](ctx, "k", "Who?")
			_, err := toolkit.Ask[name](ctx, "k", "Who else?")
			return err
		}, []string{"two questions have the same key"}},
		"a loop": {func(ctx context.Context) error {
			for {
				if _, err := toolkit.Ask[name](ctx, "k", "Who?"); err == nil || !strings.Contains(err.Error(), "not answered") {
					return err
				}
			}
		}, []string{"asked again and again"}},
		"no page":        {func(ctx context.Context) error { return toolkit.AskURL(ctx, "k", "Go", "/here") }, []string{`the URL "/here" is not absolute`}},
		"a page in open": {func(ctx context.Context) error { return toolkit.AskURL(ctx, "k", "Go", "http://a.example/") }, []string{"is not https"}},
		"a secret page":  {func(ctx context.Context) error { return toolkit.AskURL(ctx, "k", "Go", "https://u:p@a.example/") }, []string{"user name or password"}},
	} {
		t.Run(what, func(t *testing.T) {
			var log bytes.Buffer
			tk := toolkit.New("shop", "1", toolkit.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
			var got error
			toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(ctx context.Context, _ struct{}) (string, error) {
				got = tt.fn(ctx)
				return "", got
			})
			(&rounds{t: t, h: handlerOf(t, tk), tool: "t", args: `{}`}).call("", "")
			if want := "t failed because of an internal error. The arguments are not the reason; do not repeat the call as it is."; got == nil || got.Error() != want {
				t.Errorf("the model would read %v", got)
			}
			for _, want := range tt.log {
				if !strings.Contains(strings.ReplaceAll(log.String(), `\"`, `"`), want) {
					t.Errorf("the log has no %q:\n%s", want, log.String())
				}
			}
		})
	}
	if _, err := toolkit.Ask[name](t.Context(), "k", "Who?"); err == nil || err.Error() != "toolkit: Ask: the context is not that of a tool function" {
		t.Errorf("outside of a tool: %v", err)
	}
	if err := toolkit.AskURL(t.Context(), "k", "Go", "https://a.example"); err == nil || err.Error() != "toolkit: AskURL: the context is not that of a tool function" {
		t.Errorf("outside of a tool: %v", err)
	}
}

// TestAskInProcess asks in a call that has no client.
func TestAskInProcess(t *testing.T) {
	_, err := askingTools(t).Call(t.Context(), "order", json.RawMessage(`{"item":"book"}`))
	if protocol, ok := errors.AsType[*toolkit.ProtocolError](err); !ok || protocol.Code != -32021 {
		t.Errorf("got %v", err)
	}
}

// TestAskStopsTheClock takes longer to answer than the tool may run.
func TestAskStopsTheClock(t *testing.T) {
	tk := toolkit.New("slow", "1", toolkit.WithLogger(nil))
	toolkit.Register(tk, toolkit.Tool{Name: "wait", Timeout: 300 * time.Millisecond}, func(ctx context.Context, _ struct{}) (string, error) {
		_, err := toolkit.Ask[struct{}](ctx, "k", "Ready?")
		return "ready", err
	})
	slow := func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		time.Sleep(time.Second)
		return accepted(nil), nil
	}
	session := connect(t, inMemory(t, tk), "2025-11-25", &mcp.ClientOptions{ElicitationHandler: slow})
	if text, isError := callText(t, session, "wait", `{}`); text != "ready" || isError {
		t.Errorf("got %q", text)
	}
}

// TestAskFails asks a client that fails to ask, and one that answers what no form can be.
func TestAskFails(t *testing.T) {
	failing := func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return nil, errors.New("no screen")
	}
	session := connect(t, inMemory(t, askingTools(t)), "2025-11-25", &mcp.ClientOptions{ElicitationHandler: failing})
	want := `no address: The user could not be asked "Where shall the book be sent?". Ask the user yourself, or go on without the answer.`
	if text, isError := callText(t, session, "order", `{"item":"book"}`); text != want || !isError {
		t.Errorf("got %q, want %q", text, want)
	}
}

func TestRequestStateOption(t *testing.T) {
	for _, tt := range []struct {
		option toolkit.Option
		want   string
	}{
		{toolkit.WithRequestState(-time.Second), "WithRequestState: the lifetime -1s is negative; 0 means the default of 15m0s"},
		{toolkit.WithRequestState(0, make([]byte, 32), make([]byte, 16)), "WithRequestState: key 2 has 16 bytes; at least 32 random ones are needed"},
		{toolkit.WithRequestState(0), ""},
	} {
		err := toolkit.New("shop", "1", tt.option).Err()
		if got := fmt.Sprint(err); tt.want == "" && err != nil || tt.want != "" && got != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}
