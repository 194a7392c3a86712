package snapshot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Options say how to compare.
type Options struct {
	// Declared supposes that callers give no arguments but those that the old schema lists,
	// where it says nothing of others. Without it, a new optional parameter of a schema without
	// additionalProperties: false is breaking unless it takes everything, since a
	// caller may have given something else by that name.
	Declared bool
}

// Compare returns what has changed: tool by tool, the worst first.
func Compare(old, new *Snapshot, options Options) []Change {
	var changes []Change
	for _, tool := range old.Tools {
		if new.Find(tool.Name) == nil {
			changes = append(changes, Change{tool.Name, "", Breaking, "the tool was removed"})
		}
	}
	for _, tool := range new.Tools {
		before := old.Find(tool.Name)
		c := &comparison{tool: tool.Name, options: options}
		if before == nil {
			c.add("", ModelVisible, "the tool was added")
			c.hidden(nil, tool.Value)
		} else {
			c.compare(before.Value, tool.Value)
		}
		changes = append(changes, c.changes...)
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), slices.Index(Classes(), a.Class)-slices.Index(Classes(), b.Class))
	})
	return changes
}

// A comparison is that of one tool.
type comparison struct {
	tool    string
	options Options
	changes []Change
}

func (c *comparison) add(path string, class Class, message string) {
	change := Change{c.tool, path, class, message}
	if !slices.Contains(c.changes, change) {
		c.changes = append(c.changes, change)
	}
}

// compare compares two definitions of the same name.
func (c *comparison) compare(old, new map[string]any) {
	if reflect.DeepEqual(old, new) {
		return
	}
	for _, name := range sortedNames(old, new) {
		before, had := old[name]
		after, has := new[name]
		if reflect.DeepEqual(before, after) {
			continue
		}
		path := "/" + escape(name)
		switch name {
		case "inputSchema":
			c.schemas(path, before, had, after, has, input)
		case "outputSchema":
			c.schemas(path, before, had, after, has, output)
		case "annotations":
			c.annotations(before, after)
		case "title", "description":
			c.add(path, ModelVisible, difference(name, before, had, after, has))
		case "execution":
			c.execution(before, after)
		case "_meta", "icons":
			c.add(path, Harmless, difference(name, before, had, after, has))
		default:
			c.add(path, ModelVisible, difference(name, before, had, after, has))
		}
	}
	c.hidden(old, new)
}

// execution looks at how the tool may be called as a task (2025-11-25).
func (c *comparison) execution(old, new any) {
	support := func(v any) string {
		m, _ := v.(map[string]any)
		if text, ok := m["taskSupport"].(string); ok {
			return text
		}
		return "forbidden" // the default
	}
	before, after := support(old), support(new)
	switch {
	case before == after:
		c.add("/execution", ModelVisible, "execution changed")
	case after == "optional":
		c.add("/execution/taskSupport", Harmless, "the tool may be called as a task and otherwise")
	case after == "required":
		c.add("/execution/taskSupport", Breaking, "the tool can be called as a task only")
	default:
		c.add("/execution/taskSupport", Breaking, "the tool can no longer be called as a task")
	}
}

// hints are the annotations that promise something, with the value that promises more and the
// protocol's default.
var hints = []struct {
	name            string
	promise, absent bool
	broken          string
}{
	{"readOnlyHint", true, false, "the tool no longer says that it only reads"},
	{"destructiveHint", false, true, "the tool no longer says that it destroys nothing"},
	{"idempotentHint", true, false, "the tool no longer says that calling it again changes nothing more"},
	{"openWorldHint", false, true, "the tool no longer says that it keeps to a closed world"},
}

func (c *comparison) annotations(old, new any) {
	before, _ := old.(map[string]any)
	after, _ := new.(map[string]any)
	known := map[string]bool{}
	for _, hint := range hints {
		known[hint.name] = true
		value := func(m map[string]any) bool {
			if b, ok := m[hint.name].(bool); ok {
				return b
			}
			return hint.absent
		}
		was, is := value(before), value(after)
		path := "/annotations/" + hint.name
		switch {
		case was == is && reflect.DeepEqual(before[hint.name], after[hint.name]):
		case was == is:
			c.add(path, Harmless, fmt.Sprintf("%t is the default, and now %s", is, map[bool]string{true: "said", false: "left out"}[after[hint.name] != nil]))
		case was == hint.promise:
			c.add(path, Security, hint.broken)
		default:
			c.add(path, ModelVisible, fmt.Sprintf("was %t and is %t, which promises more", was, is))
		}
	}
	for _, name := range sortedNames(before, after) {
		_, had := before[name]
		_, has := after[name]
		if !known[name] && !reflect.DeepEqual(before[name], after[name]) {
			c.add("/annotations/"+escape(name), ModelVisible, difference(name, before[name], had, after[name], has))
		}
	}
}

// hidden looks for characters that nobody sees, in texts that have changed or are new.
func (c *comparison) hidden(old, new any) {
	seen := map[string]bool{}
	eachText("", old, func(_, text string) { seen[text] = true })
	eachText("", new, func(path, text string) {
		if seen[text] {
			return
		}
		if names := HiddenCharacters(text); len(names) > 0 {
			c.add(path, Security, "has characters that nobody sees: "+strings.Join(names, ", "))
		}
	})
}

// HiddenCharacters names the characters of a text that nobody sees, or that change how others
// are shown. A joiner between symbols, which makes one of two emoji, is none.
func HiddenCharacters(text string) []string {
	var names []string
	runes := []rune(text)
	for i, r := range runes {
		if !hidden(r) || r == '\u200d' && i > 0 && i+1 < len(runes) && runes[i-1] > 0x2000 && runes[i+1] > 0x2000 {
			continue
		}
		if name := fmt.Sprintf("U+%04X", r); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// eachText visits all texts in a value, names of members too.
func eachText(path string, value any, visit func(path, text string)) {
	switch v := value.(type) {
	case string:
		visit(path, v)
	case []any:
		for i, below := range v {
			eachText(path+"/"+strconv.Itoa(i), below, visit)
		}
	case map[string]any:
		for _, name := range sortedNames(v) {
			below := path + "/" + escape(name)
			visit(below, name)
			eachText(below, v[name], visit)
		}
	}
}

// difference words the change of a member.
func difference(name string, old any, had bool, new any, has bool) string {
	switch {
	case !had:
		return name + " " + short(new) + " was added"
	case !has:
		return name + " " + short(old) + " was taken away"
	}
	before, after := short(old), short(new)
	if a, ok := old.(string); ok {
		if b, ok := new.(string); ok {
			before, after = shortPair(a, b)
		}
	}
	if before == "" || after == "" {
		return name + " changed"
	}
	return name + " was " + before + " and is " + after
}

// maxShort is how much of a value stands in a message.
const maxShort = 120

// short returns the JSON of a value, or "" if it is too long to read in a line.
func short(value any) string {
	text := strings.TrimSpace(string(compact(value)))
	if len([]rune(text)) > maxShort {
		if _, ok := value.(string); ok {
			return string([]rune(text)[:maxShort-1]) + "…"
		}
		return ""
	}
	return text
}

// shortPair returns the JSON of two texts, cut to where they differ if they are long.
func shortPair(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	const before = 30 // characters that show where it is
	if from := same - before; from > 0 && max(len(x), len(y)) > maxShort-2 {
		return short("…" + string(x[from:])), short("…" + string(y[from:]))
	}
	return short(a), short(b)
}

// compact returns the JSON of a value on one line.
func compact(value any) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil // cannot be: it was decoded from JSON
	}
	return []byte(b.String())
}

func sortedNames(objects ...map[string]any) []string {
	names := map[string]bool{}
	for _, object := range objects {
		for name := range object {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// escape writes a name as a token of a JSON Pointer (RFC 6901).
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
