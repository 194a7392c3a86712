package stateless

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A List is all tools of one moment, encoded. Each page of it is a part of the same bytes.
type List struct {
	names    []string // sorted
	tools    []byte   // the tools as JSON, each with a comma behind it
	ends     []int    // where each tool ends in tools, with its comma
	pageSize int
	caching  []byte // ttlMs and cacheScope
}

// A Listed is one tool of a [List].
type Listed struct {
	// Name is the tool's name.
	Name string
	// JSON is the tool as clients see it.
	JSON []byte
}

// NewList returns the list of tools that are sorted by name.
func NewList(tools []Listed, pageSize int, c mcp.Cacheable) *List {
	l := &List{pageSize: pageSize, names: make([]string, len(tools)), ends: make([]int, len(tools))}
	size := 0
	for _, t := range tools {
		size += len(t.JSON) + 1
	}
	l.tools = make([]byte, 0, size)
	for i, t := range tools {
		l.tools = append(append(l.tools, t.JSON...), ',')
		l.names[i], l.ends[i] = t.Name, len(l.tools)
	}
	l.caching = strconv.AppendInt([]byte(`,"ttlMs":`), int64(c.TTLMs), 10)
	l.caching = append(appendString(append(l.caching, `,"cacheScope":`...), c.CacheScope), `,"tools":[`...)
	return l
}

// begin returns where tool i begins.
func (l *List) begin(i int) int {
	if i == 0 {
		return 0
	}
	return l.ends[i-1]
}

// page returns the pieces of the page after a name, without the last comma, and the name to
// go on with, or "". visible says which tools the caller may see; nil means all.
func (l *List) page(after string, visible func(i int) bool) (pieces [][]byte, next string) {
	start := 0
	if after != "" {
		var found bool
		if start, found = slices.BinarySearch(l.names, after); found {
			start++
		}
	}
	if visible == nil {
		end := min(start+l.pageSize, len(l.names))
		if end < len(l.names) {
			next = l.names[end-1]
		}
		if start == end {
			return nil, ""
		}
		return [][]byte{l.tools[l.begin(start) : l.ends[end-1]-1]}, next
	}
	count, last := 0, ""
	for i := start; i < len(l.names); i++ {
		if !visible(i) {
			continue
		}
		if count == l.pageSize {
			next = last
			break
		}
		count++
		last = l.names[i]
		pieces = append(pieces, l.tools[l.begin(i):l.ends[i]])
	}
	if n := len(pieces); n > 0 {
		pieces[n-1] = pieces[n-1][:len(pieces[n-1])-1]
	}
	return pieces, next
}

// cursorPrefix tells our cursors from others, and this form from later ones.
const cursorPrefix = "1:"

// WriteCursor makes the cursor of the page after a tool. It holds the name of a tool that
// the caller has seen, so every replica can read it, also after tools came or went.
func WriteCursor(name string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorPrefix + name))
}

// ReadCursor returns the name in a cursor, and "" for "".
func ReadCursor(cursor string) (string, *toolerrors.ProtocolError) {
	if cursor == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	name, ok := strings.CutPrefix(string(raw), cursorPrefix)
	if err != nil || !ok || name == "" {
		return "", invalidParams("the cursor is not one of this server; list the tools again from the start, without a cursor")
	}
	return name, nil
}

// cursorOf returns the cursor in a message, and "" if there is none.
func cursorOf(raw jsontext.Value) (string, *toolerrors.ProtocolError) {
	cursor := ""
	if raw != nil && json.Unmarshal(raw, &cursor) != nil {
		return "", invalidParams("params.cursor must be a string")
	}
	return cursor, nil
}
