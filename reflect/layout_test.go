package reflect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

type comment struct {
	Text    string    `json:"text"`
	Replies []comment `json:"replies,omitempty" description:"Answers to it"`
}

type thread struct {
	First comment `json:"first"`
}

func TestInlineDepth(t *testing.T) {
	const (
		deeper = `{"type":"object","description":"Nested further in the same form.","properties":{}}`
		second = `{"type":"object","properties":{"text":{"type":"string"},"replies":{"type":"array","description":"Answers to it","items":` + deeper + `}},"required":["text"],"additionalProperties":false}`
		first  = `{"type":"object","properties":{"text":{"type":"string"},"replies":{"type":"array","description":"Answers to it","items":` + second + `}},"required":["text"],"additionalProperties":false}`
	)
	for depth, want := range map[int]string{
		1: `{"type":"object","properties":{"first":` + second + `},"required":["first"],"additionalProperties":false}`,
		2: `{"type":"object","properties":{"first":` + first + `},"required":["first"],"additionalProperties":false}`,
	} {
		if diff := cmp.Diff(want, schemaOf[thread](t, toolreflect.Options{InlineDepth: depth})); diff != "" {
			t.Errorf("depth %d (-want +got):\n%s", depth, diff)
		}
	}
}

type address struct {
	City string `json:"city"`
}

type order struct {
	Billing  address            `json:"billing" description:"Where the bill goes"`
	Shipping *address           `json:"shipping"`
	Others   map[string]address `json:"others,omitempty"`
	Once     thread             `json:"once"`
}

func TestShareDefinitions(t *testing.T) {
	want := `{"type":"object","properties":{"billing":{"$ref":"#/$defs/address","description":"Where the bill goes"},"shipping":{"$ref":"#/$defs/address"},` +
		`"others":{"type":"object","properties":{},"additionalProperties":{"$ref":"#/$defs/address"}},` +
		`"once":{"type":"object","properties":{"first":{"$ref":"#/$defs/comment"}},"required":["first"],"additionalProperties":false}},"required":["billing","once"],"additionalProperties":false,` +
		`"$defs":{"address":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},` +
		`"comment":{"type":"object","properties":{"text":{"type":"string"},"replies":{"type":"array","description":"Answers to it","items":{"$ref":"#/$defs/comment"}}},"required":["text"],"additionalProperties":false}}}`
	if diff := cmp.Diff(want, schemaOf[order](t, toolreflect.Options{ShareDefinitions: true})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}

type ticketStatus string

func (ticketStatus) Enum() []ticketStatus { return []ticketStatus{"open", "done"} }

// Description says what a status means.
func (s ticketStatus) Description() string {
	return map[ticketStatus]string{"open": "Nobody works on it.", "done": "It is closed"}[s]
}

func TestDescriptionsOfValues(t *testing.T) {
	type args struct {
		Status ticketStatus `json:"status" description:"Only tickets in this state"`
	}
	want := `{"type":"object","properties":{"status":{"type":"string","description":"Only tickets in this state. open: Nobody works on it; done: It is closed.","enum":["open","done"]}},"required":["status"],"additionalProperties":false}`
	if diff := cmp.Diff(want, schemaOf[args](t, toolreflect.Options{})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}
