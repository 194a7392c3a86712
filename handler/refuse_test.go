package handler_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

// orderArgs has a parameter of every sort that a refusal may speak of.
type orderArgs struct {
	Query   string            `json:"query" description:"Words to look for" validate:"min=1,max=200"`
	Region  string            `json:"region" description:"Where the data lives" enum:"eu,us"`
	Status  string            `json:"status,omitempty" enum:"open,in_progress,closed"`
	Limit   int               `json:"limit,omitempty" default:"20" validate:"min=1,max=100"`
	Price   float64           `json:"price,omitempty" validate:"gt=0"`
	Level   uint8             `json:"level,omitempty"`
	Urgent  bool              `json:"urgent,omitempty"`
	From    *time.Time        `json:"from"`
	To      *time.Time        `json:"to" validate:"omitempty,gtfield=From"`
	Wait    time.Duration     `json:"wait,omitempty" validate:"min=1s"`
	Items   []orderItem       `json:"items,omitempty" validate:"max=3"`
	Labels  map[string]string `json:"labels,omitempty" validate:"max=2,dive,keys,alpha,endkeys,min=1"`
	Numbers []int             `json:"numbers,omitempty" validate:"unique"`
	Pair    *[2]int           `json:"pair"`
	Data    []byte            `json:"data,omitempty"`
	Mail    string            `json:"mail,omitempty" validate:"omitempty,email"`
	Code    string            `json:"code,omitempty" pattern:"^[A-Z]{3}$"`
	Key     string            `json:"key,omitempty" secret:"true" validate:"min=8"`
	Reason  string            `json:"reason,omitempty" validate:"required_if=Status closed"`
	Note    string            `json:"note,omitempty" validate:"excluded_with=Reason"`
	Count   int64             `json:"count,omitempty,string"`
	Any     any               `json:"any,omitempty"`
}

type orderItem struct {
	ID  int  `json:"id" description:"Number of the article"`
	Qty int8 `json:"qty" validate:"min=1"`
}

func newOrder(t testing.TB, cfg handler.Config) *handler.Handler {
	t.Helper()
	cfg.Tool = "order"
	h, err := handler.New(func(_ context.Context, args orderArgs) (string, error) { return args.Query, nil }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

const one = "The arguments of order have a problem. Correct it and call the tool again:\n- "

// corrected stands before the arguments that would be accepted.
const corrected = "\n\nThese arguments would be accepted once what stands in < > is filled in:\n"

// ok is put around members that are not what a test is about.
func ok(members string) string { return `{"query":"x","region":"eu",` + members + `}` }

func TestRefusalTexts(t *testing.T) {
	h := newOrder(t, handler.Config{})
	for _, tt := range []struct{ name, arguments, want string }{
		{"nothing", ``, "The arguments of order have 2 problems. Correct them and call the tool again:\n" +
			"- query: required but missing. Expected a string: Words to look for.\n" +
			`- region: required but missing. Use one of "eu", "us": Where the data lives.` + corrected + `{"query":<a string>,"region":<one of "eu", "us">}`},
		{"null", `null`, "The arguments of order have 2 problems. Correct them and call the tool again:\n" +
			"- query: required but missing. Expected a string: Words to look for.\n" +
			`- region: required but missing. Use one of "eu", "us": Where the data lives.` + corrected + `{"query":<a string>,"region":<one of "eu", "us">}`},
		{"a list", `[1]`, one + "arguments: expected an object, got an array."},
		{"a string", `"find x"`, one + `arguments: expected an object, got the string "find x".`},
		{"a number", `5`, one + "arguments: expected an object, got the number 5."},
		{"cut", `{"query":"x`, one + "arguments: not valid JSON: it ends too early, at byte 11."},
		{"two values", `{"query":"x","region":"eu"} {}`, one + "arguments: not valid JSON: there is more after the end of the value."},
		{"no JSON", `{'query':'x'}`, one + "arguments: not valid JSON: unexpected character at byte 1."},
		{"bad UTF-8", "{\"query\":\"\xff\"}", one + "arguments: not valid JSON: a text is not valid UTF-8, at byte 10."},
		{"too deep", ok(`"any":` + strings.Repeat("[", 64) + strings.Repeat("]", 64)), one + "arguments: nested deeper than 64 levels."},

		{"other case", `{"Query":"x","query":"x","region":"eu"}`, one + `Query: unknown parameter. Did you mean "query"?`},
		{"unknown", ok(`"colour":1`), one + `colour: unknown parameter. Known here: "query", "region", "status", "limit", "price", "level", "urgent", "from", "to", "wait", "items", "labels", "numbers", "pair", "data", "mail", "code", "key", "reason", "note", "count", "any".`},
		{"near name", ok(`"limits":5`), one + `limits: unknown parameter. Did you mean "limit"?`},
		{"odd name", ok(`"a b":5`), one + `["a b"]: unknown parameter. Known here: "query", "region", "status", "limit", "price", "level", "urgent", "from", "to", "wait", "items", "labels", "numbers", "pair", "data", "mail", "code", "key", "reason", "note", "count", "any".`},
		{"twice", ok(`"limit":5,"limit":6`), one + "limit: given more than once. Give it once."},
		{"twice, written differently", ok(`"limit":5,"l\u0069mit":6`), one + "limit: given more than once. Give it once."},
		{"twice in a map", ok(`"labels":{"a":"x","a":"y"}`), one + "labels.a: given more than once. Give it once."},
		{"twice in any", ok(`"any":{"a":{"b":1,"b":2}}`), one + "any.a.b: given more than once. Give it once."},
		{"missing within", ok(`"items":[{"id":1,"qty":1},{"qty":1}]`), one + "items[1].id: required but missing. Expected an integer: Number of the article."},

		{"null", `{"query":null,"region":"eu"}`, one + "query: null is not allowed; expected a string."},
		{"null in an enum", `{"query":"x","region":null}`, one + `region: null is not allowed; expected one of "eu", "us".`},
		{"null item", ok(`"numbers":[1,null]`), one + "numbers[1]: null is not allowed; expected an integer."},

		{"number for a string", `{"query":5,"region":"eu"}`, one + "query: expected a string, got the number 5."},
		{"object for a string", `{"query":{"text":"x"},"region":"eu"}`, one + "query: expected a string, got an object."},
		{"fraction", ok(`"limit":5.5`), one + "limit: expected an integer, got the number 5.5."},
		{"words for an integer", ok(`"limit":"ten"`), one + `limit: expected an integer, got the string "ten".`},
		{"leading zero in a string", ok(`"limit":"05"`), one + `limit: expected an integer, got the string "05".`},
		{"string for a boolean", ok(`"urgent":"yes"`), one + `urgent: expected true or false, got the string "yes".`},
		{"number for a boolean", ok(`"urgent":1`), one + "urgent: expected true or false, got the number 1."},
		{"one value for a list", ok(`"numbers":5`), one + "numbers: expected an array, got the number 5. For example [1]."},
		{"list for an object", ok(`"labels":[]`), one + "labels: expected an object, got an array."},
		{"a date without a time", ok(`"from":"2026-01-02"`), one + `from: expected a date and time (RFC 3339), got the string "2026-01-02". For example "2026-07-28T09:00:00Z".`},
		{"a number for a time", ok(`"from":1767225600`), one + `from: expected a date and time (RFC 3339), got the number 1767225600. For example "2026-07-28T09:00:00Z".`},
		{"a duration without a unit", ok(`"wait":"5"`), one + `wait: expected a duration, got the string "5". For example "1h30m".`},
		{"bad base64", ok(`"data":"???"`), one + `data: expected a base64 string, got the string "???". For example "aGVsbG8=".`},
		{"an integer without its quotes", ok(`"count":5`), one + `count: expected an integer in quotes, got the number 5. For example "1".`},
		{"too long for a tuple", ok(`"pair":[1,2,3]`), one + "pair: must have exactly 2 items, got 3 items."},

		{"beyond 64 bits", ok(`"limit":9223372036854775808`), one + "limit: must be at most 100, got 9223372036854775808."},
		{"beyond 8 bits", ok(`"items":[{"id":1,"qty":300}]`), one + "items[0].qty: 300 does not fit; it must be from -128 to 127."},
		{"beyond 64 bits, without a bound", ok(`"numbers":[9223372036854775808]`), one + "numbers[0]: 9223372036854775808 does not fit; it must be from -9223372036854775808 to 9223372036854775807."},
		{"below zero", ok(`"level":-1`), one + "level: -1 does not fit; it must be from 0 to 255."},
		{"a huge exponent", ok(`"limit":1e999999999`), one + "limit: must be at most 100, got 1e999999999."},
		{"a float that is too big", ok(`"price":1e400`), one + "price: 1e400 does not fit; it must be between -1.7e308 and 1.7e308."},

		{"outside its enumeration", ok(`"status":"opne"`), one + `status: "opne" is not allowed. Use one of "open", "in_progress", "closed". Did you mean "open"?`},
		{"an enumeration in another case", `{"query":"x","region":"EU"}`, one + `region: "EU" is not allowed. Use one of "eu", "us". Did you mean "eu"?`},
		{"an explicit zero", ok(`"limit":0`), one + "limit: must be at least 1, got 0."},
		{"over a bound", ok(`"limit":500`), one + "limit: must be at most 100, got 500."},
		{"on an exclusive bound", ok(`"price":0`), one + "price: must be greater than 0, got 0."},
		{"an empty string", `{"query":"","region":"eu"}`, one + `query: must not be empty, got "".`},
		{"a long string", `{"query":"` + strings.Repeat("ab", 200) + `","region":"eu"}`, one + `query: must have at most 200 characters, got "abababababababababababababababababababababababababababababa….`},
		{"a long list", ok(`"items":[{"id":1,"qty":1},{"id":1,"qty":1},{"id":1,"qty":1},{"id":1,"qty":1}]`), one + "items: must have at most 3 items, got 4 items."},
		{"a large map", ok(`"labels":{"a":"x","b":"x","c":"x"}`), one + "labels: must have at most 2 entries, got 3 entries."},
		{"a bad name in a map", ok(`"labels":{"a1":"x"}`), one + `labels.a1: the name must have letters a-z and A-Z only, got "a1".`},
		{"an item twice", ok(`"numbers":[1,2,1]`), one + "numbers: must not have the same item twice, got the same at [0] and [2]."},
		{"a duration that is too short", ok(`"wait":"10ms"`), one + `wait: must be at least 1s, got "10ms".`},
		{"no email address", ok(`"mail":"someone"`), one + `mail: must be an email address, got "someone". For example "ada@example.com".`},
		{"another pattern", ok(`"code":"abc"`), one + `code: must match the pattern ^[A-Z]{3}$, got "abc".`},
		{"a secret", ok(`"key":"hunter2"`), one + "key: must have at least 8 characters."},
		{"a secret of another type", ok(`"key":{"value":"hunter2"}`), one + "key: expected a string, got an object."},

		{"before another", ok(`"from":"2026-01-02T00:00:00Z","to":"2026-01-01T00:00:00Z"`), one + "to: must be later than from."},
		{"required by another", ok(`"status":"closed"`), one + "reason: required when status is closed."},
		{"excluded by another", ok(`"reason":"x","note":"y"`), one + "note: not allowed when reason is given."},

		{"everything at once", `{"query":"","region":"asia","limit":0,"items":[{"id":1,"qty":2},{"id":"x","qty":0}],"wiat":"1s"}`,
			"The arguments of order have 6 problems. Correct them and call the tool again:\n" +
				`- query: must not be empty, got "".` + "\n" +
				`- region: "asia" is not allowed. Use one of "eu", "us".` + "\n" +
				"- limit: must be at least 1, got 0.\n" +
				`- items[1].id: expected an integer, got the string "x".` + "\n" +
				"- items[1].qty: must be at least 1, got 0.\n" +
				`- wiat: unknown parameter. Did you mean "wait"?` +
				corrected + `{"query":<must not be empty>,"region":<one of "eu", "us">,"limit":<must be at least 1>,"items":[{"id":1,"qty":2},{"id":<an integer>,"qty":<must be at least 1>}],"wait":"1s"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := h.Call(t.Context(), json.RawMessage(tt.arguments))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, textOf(t, result)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if !result.IsError {
				t.Error("isError is not set")
			}
			if result.StructuredContent != nil {
				t.Errorf("structuredContent of an error: %v", result.StructuredContent)
			}
			if result.Meta[handler.MetaProblems] == nil {
				t.Error("_meta has no problems")
			}
		})
	}
}

// TestRefusalIsBounded holds the text of a call with many problems to its size.
func TestRefusalIsBounded(t *testing.T) {
	h := newOrder(t, handler.Config{})
	items := strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("y", 3000)+`",`, 100), ",")
	result, err := h.Call(t.Context(), json.RawMessage(ok(`"numbers":[`+items+`]`)))
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(t, result)
	if lines := strings.Count(text, "\n- numbers["); lines != 20 {
		t.Errorf("%d problems are listed, want 20", lines)
	}
	if !strings.HasPrefix(text, "The arguments of order have 100 problems. ") || !strings.HasSuffix(text, "\n- and 80 more.") {
		t.Errorf("the text does not count the problems:\n%s", text)
	}
	if len(text) > 4<<10 {
		t.Errorf("the text has %d bytes", len(text))
	}
}

// TestRefusalForPrograms pins the form of the problems in _meta.
func TestRefusalForPrograms(t *testing.T) {
	h := newOrder(t, handler.Config{})
	result, err := h.Call(t.Context(), json.RawMessage(`{"query":"x","region":"uss","items":[{"id":1,"qty":0}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(result.Meta)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"io.github.typedmcp/problems":[` +
		`{"path":"region","pointer":"/region","code":"enum","rule":"enum","expected":"be one of eu, us","allowed":["\"eu\"","\"us\""],"received":"string","nearest":"\"us\""},` +
		`{"path":"items[0].qty","pointer":"/items/0/qty","code":"rule","rule":"min","expected":"be at least 1","received":"number"}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("_meta (-want +got):\n%s", diff)
	}
}

// textOf returns the only text of a result.
func textOf(t testing.TB, result *mcp.CallToolResult) string {
	t.Helper()
	if len(result.Content) != 1 {
		t.Fatalf("%d content blocks, want 1", len(result.Content))
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("content is %T, want text", result.Content[0])
	}
	if result.IsError {
		errorTexts.Note(text.Text)
	}
	return text.Text
}
