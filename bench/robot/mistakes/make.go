package mistakes

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// A Tool is a tool of the corpus: calls of it that are right, and what can go wrong.
type Tool struct {
	Name     string
	Good     []string
	Mistakes []Mistake
}

// A Call is a wrong call.
type Call struct {
	Tool string
	// Arguments are what is sent.
	Arguments json.RawMessage
	// Mistakes are what was done to a right call, one to eight.
	Mistakes []Mistake
	// Tangled says that one mistake may change what another one is about, so that a text need
	// not name them all.
	Tangled bool
}

// maxMistakes is how many mistakes a call has at most.
const maxMistakes = 8

// Calls makes a corpus of wrong calls. It has every mistake alone, and n calls with more of
// them. The same seed makes the same corpus.
func Calls(seed uint64, n int) []Call {
	random := rand.New(rand.NewPCG(seed, 0))
	tools := Tools()
	var calls []Call
	for _, tool := range tools {
		for _, m := range tool.Mistakes {
			for _, good := range tool.Good {
				if call, ok := broken(tool.Name, good, []Mistake{m}); ok {
					calls = append(calls, call)
					break
				}
			}
		}
	}
	for range n {
		tool := tools[random.IntN(len(tools))]
		call, ok := tool.call(random, 2+random.IntN(maxMistakes-1), random.IntN(4) == 0)
		if ok {
			calls = append(calls, call)
		}
	}
	return calls
}

// call makes one call with up to n mistakes.
func (t Tool) call(random *rand.Rand, n int, tangled bool) (Call, bool) {
	good := t.Good[random.IntN(len(t.Good))]
	var chosen []Mistake
	for _, i := range random.Perm(len(t.Mistakes)) {
		m := t.Mistakes[i]
		if len(chosen) == n {
			break
		}
		if slices.ContainsFunc(chosen, func(other Mistake) bool { return overlap(m, other, tangled) }) {
			continue
		}
		if _, ok := broken(t.Name, good, append(chosen, m)); ok {
			chosen = append(chosen, m)
		}
	}
	call, ok := broken(t.Name, good, chosen)
	call.Tangled = tangled
	return call, ok && len(chosen) > 1
}

// overlap reports whether two mistakes cannot be made in one call. Tangled ones only differ
// in what they change.
func overlap(a, b Mistake, tangled bool) bool {
	if tangled {
		return within(a.touches[0], b.touches[0]) || within(b.touches[0], a.touches[0])
	}
	for _, x := range a.touches {
		for _, y := range b.touches {
			if within(x, y) || within(y, x) {
				return true
			}
		}
	}
	return false
}

// within reports whether path is inner or leads to something around it.
func within(path, inner string) bool {
	rest, ok := strings.CutPrefix(inner, path)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// broken makes the mistakes in a right call. ok is false if one of them cannot be made.
func broken(tool, good string, list []Mistake) (call Call, ok bool) {
	root, _ := parse(good).(map[string]any)
	for _, m := range list {
		if !m.make(root) {
			return Call{}, false
		}
	}
	return Call{Tool: tool, Arguments: write(nil, root), Mistakes: list}, true
}

// copied returns a value that shares nothing with the given one.
func copied(value any) any { return parse(string(write(nil, value))) }

// write appends a value as JSON, a double with its name twice.
func write(out []byte, value any) []byte {
	switch v := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		sort.Strings(names)
		out = append(out, '{')
		member := func(name string, value any) {
			if out[len(out)-1] != '{' {
				out = append(out, ',')
			}
			out = write(append(write(out, name), ':'), value)
		}
		for _, name := range names {
			if d, ok := v[name].(double); ok {
				member(name, d.first)
				member(name, d.second)
				continue
			}
			member(name, v[name])
		}
		return append(out, '}')
	case []any:
		out = append(out, '[')
		for i, item := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = write(out, item)
		}
		return append(out, ']')
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return append(out, text...)
}
