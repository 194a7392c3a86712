package reflect

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/go-playground/validator/v10"
)

// A walker goes over a type once and builds its schema and its shape side by side.
// It knows types by reflect.Type and never by name.
type walker struct {
	opts     Options
	validate *validator.Validate
	nodes    map[reflect.Type]*node
	order    []reflect.Type // of the nodes, for stable names
	structs  []reflect.Type // described field by field, for the trial
	copies   []shapeCopy
	errs     []error
	checked  bool // values of the type may break the schema
	uses     map[reflect.Type]int
	shared   map[reflect.Type]bool // to be written under $defs although they do not reach themselves
}

// A node is what is known about one type.
type node struct {
	shape     *Shape
	schema    *schema
	done      bool
	recursive bool // the type reaches itself
}

// A shapeCopy is a shape that was copied before the original was complete.
type shapeCopy struct{ to, from *Shape }

// A place says where in the Go source an error belongs.
type place struct{ typ, field string }

func (w *walker) fail(at place, tag, problem, remedy string) {
	w.errs = append(w.errs, &TagError{Type: at.typ, Field: at.field, Tag: tag, Problem: problem, Remedy: remedy})
}

var (
	timeType       = reflect.TypeFor[time.Time]()
	durationType   = reflect.TypeFor[time.Duration]()
	rawType        = reflect.TypeFor[json.RawMessage]()
	rawValueType   = reflect.TypeFor[jsontext.Value]()
	jsonNumberType = reflect.TypeFor[json.Number]()
	bigIntType     = reflect.TypeFor[big.Int]()
)

// visit describes t. Both results may be shared; whoever changes one clones it.
func (w *walker) visit(t reflect.Type, at place) (*Shape, *schema) {
	if t.Name() == "" { // only a type with a name can reach itself
		s := &Shape{GoType: t}
		doc := w.describe(t, s, at)
		if doc == nil {
			return &Shape{GoType: t}, &schema{}
		}
		return s, doc
	}
	if w.uses != nil {
		w.uses[t]++
	}
	n := w.nodes[t]
	switch {
	case n == nil:
		n = &node{shape: &Shape{GoType: t}}
		w.nodes[t] = n
		n.schema = w.describe(t, n.shape, at)
		n.done = true
		if n.schema == nil { // reported at every place that uses the type
			delete(w.nodes, t)
			return &Shape{GoType: t}, &schema{}
		}
		n.recursive = n.recursive || w.shared[t]
		w.order = append(w.order, t)
	case !n.done:
		n.recursive = true
	}
	if n.recursive {
		return n.shape, &schema{ref: t}
	}
	return n.shape, n.schema
}

// repeated returns the struct types with a name that are used more than once below t.
func repeated(t reflect.Type, opts Options) map[reflect.Type]bool {
	opts.ShareDefinitions = false
	w := &walker{opts: opts, validate: opts.Validator, nodes: map[reflect.Type]*node{}, uses: map[reflect.Type]int{}}
	if w.validate == nil {
		w.validate = plainValidator()
	}
	w.visit(t, place{})
	shared := map[reflect.Type]bool{}
	for used, n := range w.uses {
		shared[used] = n > 1 && used.Kind() == reflect.Struct && w.nodes[used] != nil && w.nodes[used].schema.object
	}
	return shared
}

// onlyPointers reports whether following the pointers of t leads back to t.
func onlyPointers(t reflect.Type) bool {
	e := t.Elem()
	for i := 0; e.Kind() == reflect.Pointer && i < 100; i++ {
		if e == t {
			return true
		}
		e = e.Elem()
	}
	return e.Kind() == reflect.Pointer
}

// describe fills in the shape of t and returns its schema, or nil after an error.
func (w *walker) describe(t reflect.Type, s *Shape, at place) *schema {
	if doc, ok := w.ownSchema(t, s, at); ok {
		return doc
	}
	doc, ok := w.known(t, s)
	if !ok {
		switch {
		case t.Kind() == reflect.Pointer: // its methods are those of what it points to
			doc = w.kind(t, s, at)
		case ownJSON(t, w.opts.Direction):
			method := "UnmarshalJSON"
			if w.opts.Direction == Results {
				method = "MarshalJSON"
			}
			w.fail(at, "", fmt.Sprintf("%s has its own %s, so its JSON cannot be told from its Go type", t, method),
				fmt.Sprintf("give it a method JSONSchema() *jsonschema.Schema (invopop/jsonschema), or use a type without %s", method))
			return nil
		case ownText(t, w.opts.Direction):
			doc = text(t, s)
		default:
			doc = w.kind(t, s, at)
		}
	}
	if doc == nil {
		return nil
	}
	doc = w.ownEnum(t, s, doc, at)
	return w.extended(t, s, doc, at)
}

// kind describes a type by its kind.
func (w *walker) kind(t reflect.Type, s *Shape, at place) *schema {
	switch t.Kind() {
	case reflect.String:
		s.Form = StringForm
		return &schema{typ: "string"}
	case reflect.Bool:
		s.Form = BooleanForm
		return &schema{typ: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.Form = IntegerForm
		return integer(t)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		s.Form = UnsignedForm
		return integer(t)
	case reflect.Float32, reflect.Float64:
		s.Form = NumberForm
		return &schema{typ: "number"}
	case reflect.Pointer:
		if onlyPointers(t) {
			w.fail(at, "", fmt.Sprintf("%s is a pointer to itself, which has no JSON", t), "use another type")
			return nil
		}
		s.Form = PointerForm
		elem, doc := w.visit(t.Elem(), at)
		s.Elem = elem
		if w.opts.Direction == Results {
			doc = orNull(doc)
		}
		return doc
	case reflect.Slice:
		if isBytes(t) {
			return byteSlice(s)
		}
		s.Form = ListForm
		elem, doc := w.visit(t.Elem(), at)
		s.Elem = elem
		return &schema{typ: "array", items: doc}
	case reflect.Array:
		s.Form = TupleForm
		elem, doc := w.visit(t.Elem(), at)
		s.Elem = elem
		n := uint64(t.Len())
		return &schema{typ: "array", items: doc, minItems: &n, maxItems: &n}
	case reflect.Map:
		return w.mapping(t, s, at)
	case reflect.Struct:
		return w.object(t, s)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			s.Form = AnyForm
			return &schema{}
		}
		for _, u := range w.opts.Unions {
			if u.iface == t {
				return w.union(u, s)
			}
		}
		w.fail(at, "", fmt.Sprintf("%s is an interface with methods; JSON does not say which type to make", t), "use a struct type, or any, or make it a union")
		return nil
	case reflect.Complex64, reflect.Complex128:
		w.fail(at, "", fmt.Sprintf("%s has no JSON", t), "use two numbers, or a string")
		return nil
	}
	remedy := "use another result type"
	if at.field != "" {
		remedy = `leave the field out with json:"-"`
	}
	w.fail(at, "", fmt.Sprintf("%s has no JSON", t), remedy)
	return nil
}

// mapping describes a map: an object with free member names.
func (w *walker) mapping(t reflect.Type, s *Shape, at place) *schema {
	s.Form = MapForm
	key := t.Key()
	var words string
	switch {
	case key == timeType || ownText(key, w.opts.Direction):
		s.Key = &Shape{GoType: key}
		text(key, s.Key)
	case ownJSON(key, w.opts.Direction):
		w.fail(at, "", fmt.Sprintf("the keys of %s have JSON methods of their own, but a member name is a string", t), "use string keys, or give the key type MarshalText and UnmarshalText")
		return nil
	case key.Kind() == reflect.String:
		s.Key = &Shape{GoType: key, Form: StringForm}
		if doc := w.ownEnum(key, s.Key, &schema{}, at); len(doc.enum) > 0 {
			words = "Each name must " + s.Key.Rules[0].Words + "."
		}
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		s.Key = &Shape{GoType: key, Form: IntegerForm}
		words = "Names must be integers."
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uintptr:
		s.Key = &Shape{GoType: key, Form: UnsignedForm}
		words = "Names must be integers from 0."
	default:
		w.fail(at, "", fmt.Sprintf("the keys of %s cannot be member names", t), "use string, integer or TextMarshaler keys")
		return nil
	}
	elem, doc := w.visit(t.Elem(), at)
	s.Elem = elem
	return &schema{typ: "object", object: true, description: words, additional: doc}
}

// orNull returns doc with null as a further value.
func orNull(doc *schema) *schema {
	if doc.nullable || doc.typ == "" && doc.ref == nil {
		return doc // null is allowed already
	}
	doc = doc.clone()
	doc.nullable = true
	return doc
}
