package handler

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// MetaTruncated is the key in a result's _meta under which a list of [Truncation] says which
// lists were shortened.
const MetaTruncated = "io.github.typedmcp/truncated"

// A Truncation is a list of a result that was shortened, so that the result keeps within
// Config.MaxResultBytes.
type Truncation struct {
	// Path leads to the list, as in the text of a problem: "page.items"; "" for a result that is
	// a list.
	Path string `json:"path"`
	// Shown is how many items the list has now, the first ones.
	Shown int `json:"shown"`
	// LeftOut is how many items were taken away.
	LeftOut int `json:"leftOut"`
}

// textTruncated follows the text of a result for each list that was shortened. A smaller limit
// does not bring the other items, but an offset does.
const (
	textTruncated = "%s: the first %d of %d items, to keep the result within %d bytes. "
	textOffset    = "For the other %d, set %s to begin after those."
	textWhole     = "Left out: %d. For a whole list, %s."
)

// offsets are parameter names that say where a list begins, counted in items.
var offsets = []string{"offset", "skip", "start", "start_at", "startAt", "start_index", "startIndex"}

// howToReach says what becomes of the items that are left out.
func (h *Handler) howToReach(leftOut int) string {
	for _, name := range offsets {
		if i := h.plan.shape.FieldIndex([]byte(name)); i >= 0 && h.plan.shape.Fields[i].Shape.JSONType() == "integer" {
			return fmt.Sprintf(textOffset, leftOut, name)
		}
	}
	return fmt.Sprintf(textWhole, leftOut, h.howToNarrow())
}

// truncate shortens the lists of a written result until it has at most limit bytes: the
// largest list first, from its end. Lists within other lists stay as they are, and those
// that valid wants as they are. It returns nil if that is not enough.
func truncate(raw []byte, limit int, valid func([]byte) bool) ([]byte, []Truncation) {
	var done []Truncation
	fixed := map[string]bool{}
	for len(raw) > limit {
		list := largestList(raw, fixed)
		if list == nil {
			return nil, nil
		}
		kept := list.keep(len(raw) - limit)
		short := slices.Concat(raw[:list.begin], list.text(raw, kept), raw[list.end:])
		if !valid(short) {
			fixed[list.path] = true
			continue
		}
		raw = short
		done = append(done, Truncation{Path: list.path, Shown: kept, LeftOut: len(list.ends) - kept})
	}
	return raw, done
}

// A jsonList is a list in a JSON text.
type jsonList struct {
	path       string
	begin, end int   // where it stands
	ends       []int // where each item ends
}

// keep returns how many items are left when at least excess bytes go.
func (l *jsonList) keep(excess int) int {
	last := l.ends[len(l.ends)-1]
	for n := len(l.ends) - 1; n > 0; n-- {
		if last-l.ends[n-1] >= excess {
			return n
		}
	}
	return 0
}

// text returns the list with its first n items.
func (l *jsonList) text(raw []byte, n int) []byte {
	if n == 0 {
		return []byte("[]")
	}
	return append(slices.Clone(raw[l.begin:l.ends[n-1]]), ']')
}

// largestList returns the longest list that has items and is reached through objects alone,
// but for those at the paths in fixed; nil if there is none. raw is compact and valid.
func largestList(raw []byte, fixed map[string]bool) *jsonList {
	var largest *jsonList
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	var path toolerrors.Path
	var walk func()
	walk = func() {
		switch dec.PeekKind() {
		case jsontext.KindBeginObject:
			_, _ = dec.ReadToken()
			for dec.PeekKind() == jsontext.KindString {
				name, _ := dec.ReadToken()
				path = append(path, toolerrors.Member(name.String()))
				walk()
				path = path[:len(path)-1]
			}
			_, _ = dec.ReadToken()
		case jsontext.KindBeginArray:
			_, _ = dec.ReadToken()
			list := &jsonList{begin: int(dec.InputOffset()) - 1}
			if len(path) > 0 {
				list.path = path.String()
			}
			for k := dec.PeekKind(); k != jsontext.KindEndArray && k != jsontext.KindInvalid; k = dec.PeekKind() {
				_ = dec.SkipValue()
				list.ends = append(list.ends, int(dec.InputOffset()))
			}
			_, _ = dec.ReadToken()
			list.end = int(dec.InputOffset())
			if len(list.ends) > 0 && !fixed[list.path] && (largest == nil || list.end-list.begin > largest.end-largest.begin) {
				largest = list
			}
		default:
			_ = dec.SkipValue()
		}
	}
	walk()
	return largest
}

// truncated returns the result of a value that is too large with its lists shortened, or the
// error that says how to ask for less.
func (h *Handler) truncated(raw []byte, text string) *mcp.CallToolResult {
	short, done := truncate(raw, h.cfg.MaxResultBytes, h.advertised)
	if done == nil {
		return h.tooLarge(len(raw))
	}
	if text == "" {
		text = string(short)
	}
	result := texts(text)
	for _, t := range done {
		name := t.Path
		if name == "" {
			name = "The list"
		}
		note := fmt.Sprintf(textTruncated, name, t.Shown, t.Shown+t.LeftOut, h.cfg.MaxResultBytes) + h.howToReach(t.LeftOut)
		result.Content = append(result.Content, &mcp.TextContent{Text: note})
	}
	result.StructuredContent = stdjson.RawMessage(short)
	result.Meta = mcp.Meta{MetaTruncated: done}
	return result
}

// advertised reports whether a shortened result is still what the output schema says: it may
// want lists of a fixed length.
func (h *Handler) advertised(raw []byte) bool {
	if h.output == nil {
		return true
	}
	checker, err := h.shortened()
	return err == nil && conforms(checker, raw) == nil
}
