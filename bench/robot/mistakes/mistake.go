package mistakes

import (
	"encoding/json"
	"strconv"
	"strings"
)

// A Mistake is one way to break a right call.
type Mistake struct {
	// Rule is the sort of mistake, for statistics: "missing", "enum", "cross-field".
	Rule string
	// Names is the path that a text about the mistake must name.
	Names string
	// touches are the paths that it changes or depends on: two mistakes of one call have none
	// in common, and none within one of the other's.
	touches []string
	// make breaks the arguments. It reports whether they have what it breaks.
	make func(root map[string]any) bool
}

// also says that the mistake depends on other members too.
func (m Mistake) also(paths ...string) Mistake {
	m.touches = append(append([]string(nil), m.touches...), paths...)
	return m
}

// when says that the mistake is one only beside another member.
func (m Mistake) when(path string) Mistake {
	made := m.make
	m.make = func(root map[string]any) bool { return has(root, path) && made(root) }
	return m.also(path)
}

// named says which path a text must name, if it is not the one that was changed.
func (m Mistake) named(path string) Mistake {
	m.Names = path
	return m
}

// set gives the value at a path another one, or adds a member.
func set(rule, path, value string) Mistake {
	return Mistake{rule, path, []string{path}, func(root map[string]any) bool {
		parent, name := find(root, path)
		switch p := parent.(type) {
		case map[string]any:
			p[name] = parse(value)
			return true
		case []any:
			if i, err := strconv.Atoi(name); err == nil && i < len(p) {
				p[i] = parse(value)
				return true
			}
		}
		return false
	}}
}

// change is set for a member that must be there already.
func change(rule, path, value string) Mistake {
	m := set(rule, path, value)
	put := m.make
	m.make = func(root map[string]any) bool { return has(root, path) && put(root) }
	return m
}

// drop leaves a member out.
func drop(rule, path string) Mistake {
	return Mistake{rule, path, []string{path}, func(root map[string]any) bool {
		parent, name := find(root, path)
		p, ok := parent.(map[string]any)
		if !ok || !has(root, path) {
			return false
		}
		delete(p, name)
		return true
	}}
}

// rename misspells the name of a member.
func rename(path, name string) Mistake {
	at := sibling(path, name)
	return Mistake{"misspelt name", at, []string{path, at}, func(root map[string]any) bool {
		parent, old := find(root, path)
		p, ok := parent.(map[string]any)
		if !ok || !has(root, path) || has(root, at) {
			return false
		}
		p[name] = p[old]
		delete(p, old)
		return true
	}}
}

// twice gives a member a second time, with another value.
func twice(path, value string) Mistake {
	return Mistake{"duplicate", path, []string{path}, func(root map[string]any) bool {
		parent, name := find(root, path)
		p, ok := parent.(map[string]any)
		if !ok || !has(root, path) {
			return false
		}
		p[name] = double{p[name], parse(value)}
		return true
	}}
}

// push adds items to a list.
func push(rule, path string, items ...string) Mistake {
	return Mistake{rule, path, []string{path + "[+]"}, func(root map[string]any) bool {
		parent, name := find(root, path)
		p, ok := parent.(map[string]any)
		if !ok {
			return false
		}
		list, ok := p[name].([]any)
		if !ok {
			return false
		}
		for _, item := range items {
			list = append(list, parse(item))
		}
		p[name] = list
		return true
	}}
}

// repeat adds the first item of a list again, at its end.
func repeat(path string) Mistake {
	m := push("unique", path)
	m.touches = append(m.touches, path+"[0]")
	m.make = func(root map[string]any) bool {
		parent, name := find(root, path)
		p, ok := parent.(map[string]any)
		if !ok {
			return false
		}
		list, ok := p[name].([]any)
		if !ok || len(list) == 0 {
			return false
		}
		p[name] = append(list, copied(list[0]))
		return true
	}
	return m
}

// A double is a member that stands twice.
type double struct{ first, second any }

// steps splits items[1].qty into items, 1, qty.
func steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// sibling replaces the last step of a path.
func sibling(path, name string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i+1] + name
	}
	return name
}

// find returns the object or list around the last step of a path, or nil.
func find(root map[string]any, path string) (parent any, last string) {
	names := steps(path)
	parent = root
	for _, name := range names[:len(names)-1] {
		parent = child(parent, name)
	}
	return parent, names[len(names)-1]
}

// has reports whether there is a value at a path.
func has(root map[string]any, path string) bool {
	parent, last := find(root, path)
	if p, ok := parent.(map[string]any); ok {
		_, ok := p[last]
		return ok
	}
	return child(parent, last) != nil
}

func child(parent any, name string) any {
	switch p := parent.(type) {
	case map[string]any:
		return p[name]
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i < len(p) {
			return p[i]
		}
	}
	return nil
}

// parse reads JSON that is written in this package.
func parse(text string) any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		panic("mistakes: " + text + " is not JSON")
	}
	return value
}
