package reflect

import (
	"reflect"
	"strconv"
	"strings"
)

// definitionNames gives each type that reaches itself a name under $defs: its Go name
// without its package, and without what does not belong into a JSON Pointer. Types of
// one name are numbered in the order in which the walk finished them.
func (w *walker) definitionNames() map[reflect.Type]string {
	names := map[reflect.Type]string{}
	taken := map[string]bool{}
	for _, t := range w.order {
		if n := w.nodes[t]; n == nil || !n.recursive {
			continue
		}
		base := definitionName(t.Name())
		name := base
		for i := 2; taken[name]; i++ {
			name = base + strconv.Itoa(i)
		}
		taken[name] = true
		names[t] = name
	}
	return names
}

// definitionName turns a Go type name into one that clients accept. The import paths
// in the name of a generic type are dropped: Tree[example.com/shop.Item] becomes
// Tree_Item.
func definitionName(name string) string {
	var b strings.Builder
	for i, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("[],*", r) }) {
		if i > 0 {
			b.WriteByte('_')
		}
		part = part[strings.LastIndexByte(part, '/')+1:]
		part = part[strings.LastIndexByte(part, '.')+1:]
		part, _, _ = strings.Cut(part, "·") // the mark of a local type
		for _, r := range part {
			switch {
			case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
				b.WriteRune(r)
			default:
				b.WriteByte('_')
			}
		}
	}
	return b.String()
}
