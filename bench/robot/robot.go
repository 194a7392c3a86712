package robot

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Robot corrects calls of one tool.
type Robot struct{ reader *reader }

// New returns a robot for a tool with this inputSchema.
func New(inputSchema json.RawMessage) (*Robot, error) {
	r, err := newReader(inputSchema)
	if err != nil {
		return nil, err
	}
	return &Robot{r}, nil
}

// rounds is how often the robot looks at a place again, after it has changed the others.
const rounds = 3

// Correct returns the arguments with every place changed that the text of an error names,
// and no other. What it puts there comes from the text, from the schema, or from what was
// there.
func (b *Robot) Correct(text string, arguments json.RawMessage) (json.RawMessage, error) {
	root, err := parse(arguments)
	if err != nil {
		return nil, err
	}
	w := &work{reader: b.reader, root: root}
	for _, r := range read(text) {
		for _, path := range w.expand(r.path) {
			w.add(path, r.words)
		}
	}
	for _, p := range w.places {
		w.rename(p)
	}
	for range rounds {
		for _, p := range w.places {
			w.settle(p)
		}
	}
	return json.RawMessage(write(w.root)), nil
}

// work is one correction.
type work struct {
	reader  *reader
	root    any
	places  []*place
	changes int // how many places were changed
	making  int // how many objects are being made, one within the other
}

// A place is one that a text names.
type place struct {
	path  []string
	words []string // what is said about it
	gone  bool     // the member was renamed away

	seen    bool   // it was looked at before
	changes int    // how many places were changed then
	refused any    // the value that the text finds wrong, once it was seen
	put     func() // writes an item back into its list
}

func (p *place) text() string { return strings.Join(p.words, " ") }

func (p *place) says(part string) bool { return strings.Contains(p.text(), part) }

// aboutValue reports whether the text finds something wrong with the value itself.
func (p *place) aboutValue() bool {
	for _, words := range p.words {
		if words != "" && !noValue.MatchString(words) {
			return true
		}
	}
	return false
}

var noValue = regexp.MustCompile(`^(required |not allowed |unknown |given more |exactly one |Exactly one |the name )`)

// copied returns a value that shares nothing with the given one.
func copied(value any) any {
	same, err := parse([]byte(write(value)))
	if err != nil {
		return nil
	}
	return same
}

// add notes what is said about a path.
func (w *work) add(path []string, words string) {
	for _, p := range w.places {
		if slices.Equal(p.path, path) {
			p.words = append(p.words, words)
			return
		}
	}
	w.places = append(w.places, &place{path: path, words: []string{words}})
}

// expand replaces each step that may be any by those where the value breaks its schema.
func (w *work) expand(path []string) [][]string {
	i := slices.Index(path, anyStep)
	if i < 0 {
		return [][]string{path}
	}
	var list [][]string
	around := find(w.root, path[:i])
	var steps []string
	switch v := around.(type) {
	case []any:
		for n := range v {
			steps = append(steps, strconv.Itoa(n))
		}
	case map[string]any:
		steps = sorted(v)
	}
	for _, step := range steps {
		inner := append(append([]string(nil), path[:i]...), step)
		if !w.reader.valid(w.reader.at(w.root, inner), find(w.root, inner)) {
			list = append(list, w.expand(append(inner, path[i+1:]...))...)
		}
	}
	return list
}

// around returns the object around a place, its schema, and the place's name in it. An item
// of a list stands alone in an object of its own.
func (w *work) around(path []string) (object map[string]any, s schema, name string) {
	if len(path) == 0 {
		return nil, nil, ""
	}
	last := len(path) - 1
	object, _ = find(w.root, path[:last]).(map[string]any)
	return object, w.reader.at(w.root, path[:last]), path[last]
}

// rename gives a member whose name is wrong the name that the text speaks of, or one that
// is as the text says, or takes it away.
func (w *work) rename(p *place) {
	object, s, name := w.around(p.path)
	value, given := object[name]
	if !given {
		return
	}
	var to string
	switch {
	case p.says(wordsUnknown):
		to, _ = after(p.text(), "Did you mean ").(string)
	case p.says("the name must "), p.says("expected a name that is"):
		to = w.goodName(p, object, s, name)
	default:
		return
	}
	delete(object, name)
	p.gone = true
	if _, taken := object[to]; taken || to == "" {
		return
	}
	object[to] = value
	path := append(append([]string(nil), p.path[:len(p.path)-1]...), to)
	for _, words := range p.words {
		if !strings.Contains(words, wordsUnknown) && !strings.Contains(words, "the name must ") {
			w.add(path, words)
		}
	}
	w.add(path, "")
	for _, inner := range w.places {
		if n := len(p.path); len(inner.path) > n && slices.Equal(inner.path[:n], p.path) {
			inner.path = append(append([]string(nil), path...), inner.path[n:]...)
		}
	}
}

// after returns the JSON value that follows some words, or nil.
func after(text, words string) any {
	if _, rest, found := strings.Cut(text, words); found {
		return literals(rest)[0]
	}
	return nil
}

// goodName changes the name of a member of a map until it is as the text and the map's
// description say.
func (w *work) goodName(p *place, object map[string]any, s schema, name string) string {
	description, _ := s["description"].(string)
	said := nameClauses(strings.ReplaceAll(p.text(), "the name must ", ". the name must ") + ". " + description)
	best := w.search([]any{name}, searched, func(v any) int {
		holder := map[string]any{"": v}
		broken := 0
		for _, c := range said {
			if !c.holds(holder, "") {
				broken++
			}
		}
		if _, taken := object[plain(v)]; taken && v != name {
			broken++
		}
		return broken
	}, func(v any) []any {
		var list []any
		for _, c := range said {
			list = append(list, c.offers(nil, "", v)...)
		}
		return append(list, varied(v)...)
	})
	return plain(best)
}
