package reflect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

type commentedBase struct {
	Page int `json:"page"`
}

// FieldComments is what cmd/toolkit-comments writes.
func (commentedBase) FieldComments() map[string]string {
	return map[string]string{"commentedBase.Page": "Which page", "commentedBase.Query": "Not this one"}
}

type commented struct {
	commentedBase        // its method is that of commented, too
	Query         string `json:"query"`
	Kind          string `json:"kind" description:"From the tag"`
}

type commentedPage[T any] struct {
	Items []T `json:"items"`
}

// FieldComments is what cmd/toolkit-comments writes.
func (commentedPage[_]) FieldComments() map[string]string {
	return map[string]string{"commentedPage.Items": "What was found"}
}

func TestComments(t *testing.T) {
	want := `{"type":"object","properties":{"page":{"type":"integer","description":"Which page"},"query":{"type":"string"},"kind":{"type":"string","description":"From the tag"}},"required":["page","query","kind"],"additionalProperties":false}`
	if diff := cmp.Diff(want, schemaOf[commented](t, toolreflect.Options{})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
	want = `{"type":"object","properties":{"items":{"type":"array","description":"What was found","items":{"type":"integer"}}},"required":["items"],"additionalProperties":false}`
	if diff := cmp.Diff(want, schemaOf[commentedPage[int]](t, toolreflect.Options{})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}
