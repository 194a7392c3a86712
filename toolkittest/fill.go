package toolkittest

import (
	"encoding"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"time"
)

// deepest bounds how far fill follows a type.
const deepest = 5

var (
	timeType   = reflect.TypeFor[time.Time]()
	numberType = reflect.TypeFor[json.Number]()
	rawType    = reflect.TypeFor[json.RawMessage]()
	methods    = []reflect.Type{
		reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler](),
		reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
	}
)

// texts are what strings are filled with; the last one is not valid UTF-8.
var texts = []string{"", "a", "word", "two words", "ü€😀", "\"quoted\"\n", "<b>&", "\xff"}

// fill sets a value at random. What has JSON methods of its own, or cannot be set, stays
// as it is.
func fill(v reflect.Value, random *rand.Rand, depth int) {
	pick := func(n int) int { return random.IntN(n) }
	t := v.Type()
	switch {
	case !v.CanSet():
		return
	case t == timeType:
		v.Set(reflect.ValueOf(time.Unix(random.Int64N(1<<33), random.Int64N(1e9)).UTC()))
		return
	case t == numberType:
		v.SetString([]string{"0", "-1", "2.5", "1e3", "9007199254740993"}[pick(5)])
		return
	case t == rawType:
		v.SetBytes([]byte([]string{"null", "1", `"x"`, `{"a":[1]}`}[pick(4)]))
		return
	case enumerated(v, random), hasMethods(t):
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(pick(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, 1, -1, int64(random.Uint64()), -1 << 63, 1<<63 - 1}[pick(6)] >> (64 - t.Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint([]uint64{0, 1, random.Uint64(), 1<<64 - 1}[pick(4)] >> (64 - t.Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 1, -1.5, 1e21, random.NormFloat64()}[pick(5)])
	case reflect.String:
		v.SetString(texts[pick(len(texts))])
	case reflect.Pointer:
		if depth < deepest && pick(3) > 0 {
			v.Set(reflect.New(t.Elem()))
			fill(v.Elem(), random, depth+1)
		}
	case reflect.Slice:
		if depth < deepest && pick(4) > 0 {
			v.Set(reflect.MakeSlice(t, pick(4), 4))
			fillElements(v, random, depth)
		}
	case reflect.Array:
		fillElements(v, random, depth)
	case reflect.Map:
		if depth < deepest && pick(4) > 0 {
			v.Set(reflect.MakeMap(t))
			for range pick(3) {
				key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				fill(key, random, depth+1)
				fill(elem, random, depth+1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			fill(v.Field(i), random, depth+1)
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			v.Set(reflect.ValueOf([]any{nil, true, 1.5, "x", []any{1}, map[string]any{"a": nil}}[1+pick(5)]))
		}
	}
}

func fillElements(v reflect.Value, random *rand.Rand, depth int) {
	for i := range v.Len() {
		fill(v.Index(i), random, depth+1)
	}
}

// enumerated sets a value of a type that lists its allowed values.
func enumerated(v reflect.Value, random *rand.Rand) bool {
	method := v.Addr().MethodByName("Enum")
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 || method.Type().Out(0) != reflect.SliceOf(v.Type()) {
		return false
	}
	if v.Kind() == reflect.Pointer {
		return false // what it points to is
	}
	values := method.Call(nil)[0]
	if values.Len() == 0 {
		return false
	}
	v.Set(values.Index(random.IntN(values.Len())))
	return true
}

// hasMethods reports whether a type, or a pointer to it, decides about its own JSON.
func hasMethods(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false
	}
	for _, m := range methods {
		if t.Implements(m) || reflect.PointerTo(t).Implements(m) {
			return true
		}
	}
	return false
}
