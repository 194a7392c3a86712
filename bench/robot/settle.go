package robot

import (
	"maps"
	"slices"
	"strconv"
)

// settle gives a place the first value that fits everything that the robot knows, or the
// one that breaks least.
func (w *work) settle(p *place) {
	if p.gone || p.says("given more than once") && len(p.words) == 1 {
		return // what stood twice was read once
	}
	if p.seen && p.changes == w.changes {
		return // nothing is different from when it was looked at
	}
	before := write(find(w.root, p.path))
	defer func() {
		if write(find(w.root, p.path)) != before {
			w.changes++
		}
		p.changes = w.changes
	}()
	s := w.reader.at(w.root, p.path)
	if len(p.path) == 0 {
		if object, ok := w.root.(map[string]any); !ok || object == nil {
			w.root = w.make(s, 0)
		}
		return
	}
	object, around, name := w.around(p.path)
	if object == nil {
		w.settleItem(p, s)
		return
	}
	property := w.reader.child(around, object, name)
	if around != nil && property == nil {
		delete(object, name)
		return
	}
	w.member(object, around, name, p)
}

// settleItem settles an item of a list, as the only member of an object.
func (w *work) settleItem(p *place, s schema) {
	last := len(p.path) - 1
	list, _ := find(w.root, p.path[:last]).([]any)
	i, err := strconv.Atoi(p.path[last])
	if err != nil || i < 0 || i >= len(list) {
		return
	}
	holder := map[string]any{"item": list[i]}
	around := w.reader.holder(s)
	p.put = func() { list[i] = holder["item"] }
	w.member(holder, around, "item", p)
}

// absent stands for a member that is not there.
type absent struct{}

// member chooses the value of one member, or leaves it out.
func (w *work) member(object map[string]any, around schema, name string, p *place) {
	said := clauses(p.text(), properties(around))
	put := func(value any) {
		if value == (absent{}) {
			delete(object, name)
		} else {
			object[name] = value
		}
		if p.put != nil {
			p.put()
		}
	}
	var present any = absent{}
	if value, given := object[name]; given {
		present = value
		if !p.seen && p.aboutValue() {
			p.refused = copied(value)
		}
	}
	p.seen = true
	cost := func(value any) int {
		put(value)
		cost := w.cost(object, around, name, said, p)
		if p.refused != nil && write(value) == write(p.refused) {
			cost += refusedValue
		}
		return cost
	}
	if cost(present) == 0 {
		return
	}
	next := func(value any) []any {
		if value == (absent{}) {
			return nil
		}
		return w.next(object, around, name, said, value)
	}
	var start []any
	if p.says("not allowed when") || p.says("not allowed unless") {
		start = append(start, absent{})
	}
	// What the text shows and what was there come first, what the schema shows and what can
	// be made from it last.
	start = append(append(start, examples(p.text())...), present)
	few, many := kept, searched
	if w.making > 0 {
		few, many = keptWithin, searchedWithin
	}
	best := w.search(start, few, cost, next)
	if left := cost(best); left > 0 {
		other := w.search(w.first(object, around, name, p), many, cost, next)
		if cost(other) < left {
			best = other
		}
	}
	put(best)
}

// first returns the values to begin with where the text shows none and what was there is of
// no use: those of the schema, one that is made from it, and none.
func (w *work) first(object map[string]any, around schema, name string, p *place) []any {
	s := w.reader.resolve(w.reader.child(around, object, name), object[name])
	list := slices.DeleteFunc(append(shown(s), w.make(s, 0)), func(v any) bool { return v == nil })
	if !required(around, name) {
		list = append(list, absent{})
	}
	return list
}

// shown returns the values that stand in a schema.
func shown(s schema) []any {
	var list []any
	if v, ok := s["const"]; ok {
		list = append(list, v)
	}
	for _, keyword := range []string{"enum", "examples"} {
		values, _ := s[keyword].([]any)
		list = append(list, values...)
	}
	if v, ok := s["default"]; ok {
		list = append(list, v)
	}
	description, _ := s["description"].(string)
	return append(list, examples(description)...)
}

// next returns what a value could be changed into: as its schema says, as what is said
// about it offers, and beside the members that it is compared with.
func (w *work) next(object map[string]any, around schema, name string, said []clause, value any) []any {
	s := w.reader.resolve(w.reader.child(around, object, name), value)
	list := w.adapt(s, value)
	for _, c := range slices.Concat(said, w.reader.described(around, name)) {
		if c.offers != nil {
			list = append(list, c.offers(object, name, value)...)
		}
		for _, other := range c.others {
			if v, given := object[other]; given {
				list = append(list, nearby(v)...)
			}
		}
	}
	for _, other := range sorted(object) {
		for _, c := range w.reader.described(around, other) {
			if slices.Contains(c.others, name) {
				list = append(list, nearby(object[other])...)
			}
		}
	}
	return append(list, varied(value)...)
}

// varied returns values that differ a little from a value, in case that it stands elsewhere.
func varied(value any) []any {
	var list []any
	switch v := value.(type) {
	case string:
		letters := []rune(v)
		if len(letters) == 0 {
			return nil
		}
		for _, other := range "abxABX019" {
			list = append(list, string(other)+string(letters[1:]), string(letters[:len(letters)-1])+string(other))
		}
	case map[string]any:
		for _, name := range sorted(v) {
			if text, ok := v[name].(string); ok {
				for _, other := range varied(text) {
					object := maps.Clone(v)
					object[name] = other
					list = append(list, object)
				}
			}
		}
	default:
		return around(value)
	}
	return list
}

// nearby returns a value with its neighbours and theirs.
func nearby(value any) []any {
	var list []any
	for _, v := range around(value) {
		list = append(list, around(v)...)
	}
	return list
}
