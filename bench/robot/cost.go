package robot

// What is known to be wrong with a value, by how sure it is.
const (
	refusedBySchema = 1000
	refusedValue    = 500 // the text finds this very value wrong
	refusedByText   = 100
	refusedByWords  = 1 // of a description
)

// cost says how much is known to be wrong with a member as it is now: first what its schema
// says, then the text, then what is said about the members around it.
func (w *work) cost(object map[string]any, around schema, name string, said []clause, p *place) int {
	cost := 0
	value, given := object[name]
	s := w.reader.child(around, object, name)
	if given {
		if !w.reader.valid(s, value) {
			cost += refusedBySchema
		}
		cost += w.inside(w.reader.resolve(s, value), value)
	} else if required(around, name) {
		cost += refusedBySchema
	}
	for _, c := range said {
		if !c.holds(object, name) {
			cost += refusedByText
		}
	}
	if !given && p.says(wordsMissing) {
		cost += refusedByText
	}
	cost += w.broken(around, object)
	if w.making > 0 {
		return cost // the object is not in its place yet
	}
	for n := range p.path {
		cost += w.above(w.reader.at(w.root, p.path[:n]), find(w.root, p.path[:n]))
	}
	return cost
}

// above counts what is said about an object or a list around a place, and is not so.
func (w *work) above(s schema, value any) int {
	switch v := value.(type) {
	case map[string]any:
		return w.broken(s, v)
	case []any:
		if s["uniqueItems"] == true && !unlike("").holds(map[string]any{"": v}, "") {
			return refusedByWords
		}
	}
	return 0
}

// broken counts what the descriptions of an object's members say and the object is not.
func (w *work) broken(s schema, object map[string]any) int {
	n := 0
	for name := range properties(s) {
		for _, c := range w.reader.described(s, name) {
			if !c.holds(object, name) {
				n += refusedByWords
			}
		}
	}
	return n
}

// inside counts the same of everything within a value.
func (w *work) inside(s schema, value any) int {
	n := 0
	switch v := value.(type) {
	case map[string]any:
		n = w.broken(s, v)
		for name, member := range v {
			n += w.inside(w.reader.resolve(w.reader.child(s, v, name), member), member)
		}
	case []any:
		for _, item := range v {
			n += w.inside(w.reader.resolve(w.reader.child(s, v, "0"), item), item)
		}
	}
	return n
}
