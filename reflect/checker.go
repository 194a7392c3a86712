package reflect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	errorkind "github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A Checker checks JSON values against a schema that somebody wrote by hand, and
// results against a schema that their Go type does not guarantee. Arguments of
// derived schemas need none: their [Shape] checks them. It is safe for concurrent use.
type Checker struct{ schema *jsonschema.Schema }

// What a schema written by hand may be at most.
const (
	maxSchemaBytes = 1 << 20
	maxSchemaDepth = 100
)

// dialects are the values of $schema that are understood, without the empty fragment.
var dialects = map[string]bool{
	"https://json-schema.org/draft/2020-12/schema": true,
	"http://json-schema.org/draft-07/schema":       true,
}

// NewChecker compiles a JSON Schema of at most 1 MiB and 100 levels: of 2020-12, or of draft-07
// if its $schema says so. Formats are asserted. Nothing is loaded: a $ref must stay inside
// the schema.
func NewChecker(schema []byte) (*Checker, error) {
	if len(schema) > maxSchemaBytes {
		return nil, fmt.Errorf("the schema has %d bytes; at most %d are read", len(schema), maxSchemaBytes)
	}
	if depth := nesting(schema); depth > maxSchemaDepth {
		return nil, fmt.Errorf("the schema is nested %d levels deep; at most %d are read", depth, maxSchemaDepth)
	}
	var head struct {
		Dialect *string `json:"$schema"`
	}
	if json.Unmarshal(schema, &head) == nil && head.Dialect != nil && !dialects[strings.TrimSuffix(*head.Dialect, "#")] {
		return nil, fmt.Errorf("the dialect %q is not understood; write a schema of 2020-12 or draft-07", *head.Dialect)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, fmt.Errorf("the schema cannot be used: %w", err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		var loading *jsonschema.LoadURLError
		if errors.As(err, &loading) {
			return nil, fmt.Errorf("the schema refers to %s; schemas are not loaded, so write it into $defs", strings.TrimPrefix(loading.URL, "file:///"))
		}
		return nil, fmt.Errorf("not a valid JSON Schema: %s", strings.Join(strings.Fields(err.Error()), " "))
	}
	return &Checker{compiled}, nil
}

// nesting returns how deep JSON is nested. Of broken JSON it may say anything.
func nesting(raw []byte) int {
	depth, deepest, text := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

// noLoader keeps the compiler away from the network and the disk.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, errors.New("schemas are not loaded") }

// Check returns every violation, or nil if raw satisfies the schema. The error says
// that raw is not JSON, or has a number too long to be compared.
func (c *Checker) Check(raw []byte) ([]Violation, error) {
	if err := checkNumbers(raw); err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	err = c.schema.Validate(value)
	if err == nil {
		return nil, nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil, err
	}
	list := violations(nil, invalid)
	inOrder(list, raw)
	for i := range list {
		c.explain(&list[i])
	}
	return list, nil
}

// inOrder puts the violations of members in the order of the members, which the validator visits in
// any order. Those of the whole stay where they are.
func inOrder(list []Violation, raw []byte) {
	places := map[jsontext.Pointer]int{}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	for {
		if _, err := dec.ReadToken(); err != nil {
			break
		}
		if at := dec.StackPointer(); places[at] == 0 {
			places[at] = len(places) + 1
		}
	}
	var slots []int
	var members []Violation
	for i, v := range list {
		if len(v.Path) > 0 {
			slots, members = append(slots, i), append(members, v)
		}
	}
	place := func(v Violation) int {
		var at jsontext.Pointer
		for _, step := range v.Path {
			at = at.AppendToken(step)
		}
		return places[at]
	}
	slices.SortStableFunc(members, func(a, b Violation) int { return place(a) - place(b) })
	for i, slot := range slots {
		list[slot] = members[i]
	}
}

// maxNumber is how long a number may be, and how large its exponent.
const maxNumber = 400

// checkNumbers refuses numbers that would take seconds to compare exactly.
func checkNumbers(raw []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil // the end, or broken JSON, which is reported by who parses it
		}
		if tok.Kind() != '0' {
			continue
		}
		text := tok.String()
		_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
		n, _ := strconv.Atoi(strings.TrimLeft(exponent, "+-"))
		if len(text) > maxNumber || len(exponent) > 5 || n > maxNumber {
			return errors.New("a number is too long")
		}
	}
}

// violations flattens the tree of errors to its leaves. Of a union, whose leaves
// contradict each other, only the union itself is reported.
func violations(list []Violation, e *jsonschema.ValidationError) []Violation {
	switch k := e.ErrorKind.(type) {
	case *errorkind.Required:
		for _, name := range k.Missing {
			list = append(list, Violation{Path: e.InstanceLocation, Keyword: "required", Name: name, Words: "have " + name})
		}
		return list
	case *errorkind.DependentRequired:
		return dependent(list, e.InstanceLocation, k.Prop, k.Missing)
	case *errorkind.Dependency:
		return dependent(list, e.InstanceLocation, k.Prop, k.Missing)
	case *errorkind.AdditionalProperties:
		for _, name := range k.Properties {
			list = append(list, Violation{Path: e.InstanceLocation, Keyword: "additionalProperties", Name: name, Words: "not have " + name})
		}
		return list
	case *errorkind.AnyOf, *errorkind.OneOf, *errorkind.Not:
		return append(list, violation(e))
	}
	if len(e.Causes) == 0 {
		return append(list, violation(e))
	}
	for _, cause := range e.Causes {
		list = violations(list, cause)
	}
	return list
}

// dependent notes the members that are required beside another one.
func dependent(list []Violation, path []string, given string, missing []string) []Violation {
	for _, name := range missing {
		list = append(list, Violation{Path: path, Keyword: "dependentRequired", Name: name, Words: "required when " + given + " is given"})
	}
	return list
}

// violation says in words what a leaf says in its kind.
func violation(e *jsonschema.ValidationError) Violation {
	v := Violation{Path: e.InstanceLocation}
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		v.Keyword = path[0]
	}
	switch k := e.ErrorKind.(type) {
	case *errorkind.Type:
		v.Words = "be of type " + strings.Join(nullLast(k.Want), " or ")
	case *errorkind.Enum:
		v.Words = "be one of " + jsonList(k.Want)
		for _, want := range k.Want {
			v.Allowed = append(v.Allowed, jsonList([]any{want}))
		}
	case *errorkind.Const:
		v.Words = "be " + jsonList([]any{k.Want})
		v.Allowed = []string{jsonList([]any{k.Want})}
	case *errorkind.Minimum:
		v.Words = "be at least " + numberText(k.Want)
	case *errorkind.Maximum:
		v.Words = "be at most " + numberText(k.Want)
	case *errorkind.ExclusiveMinimum:
		v.Words = "be greater than " + numberText(k.Want)
	case *errorkind.ExclusiveMaximum:
		v.Words = "be less than " + numberText(k.Want)
	case *errorkind.MultipleOf:
		v.Words = "be a multiple of " + numberText(k.Want)
	case *errorkind.MinLength:
		v.Words = "have at least " + counted(uint64(k.Want), "character")
	case *errorkind.MaxLength:
		v.Words = "have at most " + counted(uint64(k.Want), "character")
	case *errorkind.MinItems:
		v.Words = "have at least " + counted(uint64(k.Want), "item")
	case *errorkind.MaxItems:
		v.Words = "have at most " + counted(uint64(k.Want), "item")
	case *errorkind.MinProperties:
		v.Words = "have at least " + counted(uint64(k.Want), "entry")
	case *errorkind.MaxProperties:
		v.Words = "have at most " + counted(uint64(k.Want), "entry")
	case *errorkind.UniqueItems:
		v.Words = "not have the same item twice"
	case *errorkind.Pattern:
		v.Words = "match the pattern " + k.Want
	case *errorkind.Format:
		if noun, ok := formatNouns[k.Want]; ok {
			v.Words = "be " + noun
		} else {
			v.Words = "have the format " + k.Want
		}
		if !strings.Contains(v.Words, " such as ") {
			v.Example = formatExample(k.Want)
		}
	case *errorkind.FalseSchema:
		v.Keyword = "not"
		v.Words = "not be there"
	case *errorkind.AnyOf, *errorkind.OneOf:
		v.Words = "have one of the forms that the schema lists"
	case *errorkind.Not:
		v.Keyword = "not"
		v.Words = "not have the form that the schema excludes"
	default:
		v.Words = "satisfy the schema's " + v.Keyword
	}
	return v
}

// nullLast returns types in the order in which people name them.
func nullLast(types []string) []string {
	sorted := slices.Sorted(slices.Values(types))
	slices.SortStableFunc(sorted, func(a, b string) int {
		switch {
		case a != "null" && b == "null":
			return -1
		case a == "null" && b != "null":
			return 1
		}
		return 0
	})
	return sorted
}

// jsonList writes values as JSON between commas.
func jsonList(values []any) string {
	var texts []string
	for _, v := range values {
		raw, err := json.Marshal(v)
		if err != nil {
			continue
		}
		texts = append(texts, string(raw))
	}
	return strings.Join(texts, ", ")
}
