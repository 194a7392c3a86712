package subschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit/internal/samples"
)

// FuzzGaps makes pairs of schemas, and values near both. Where no gap is found, no value that
// the first accepts may be refused by the second. An independent validator is the judge.
func FuzzGaps(f *testing.F) {
	for seed := range uint64(400) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkPair(t, seed) })
}

// TestGapsAreFew makes sure that the proof is not empty: of the pairs that are proved, many
// are not the same, and of those that are not proved, many really have a value that is refused.
func TestGapsAreFew(t *testing.T) {
	var proved, refuted, open int
	for seed := range uint64(1500) {
		switch checkPair(t, seed) {
		case "proved":
			proved++
		case "refuted":
			refuted++
		case "open":
			open++
		}
	}
	t.Logf("%d proved, %d refuted by a value, %d neither", proved, refuted, open)
	if proved < 300 || refuted < 300 || open > proved {
		t.Errorf("%d proved, %d refuted by a value, %d neither", proved, refuted, open)
	}
}

func checkPair(t *testing.T, seed uint64) string {
	m := samples.NewSchemas(seed)
	from := m.Document()
	to := any(from)
	for range 1 + m.IntN(3) {
		to = m.Change(to)
	}
	a, b := roundTrip(t, from), roundTrip(t, to)
	old, new := New(a), New(b)
	judgeA, judgeB := old.node().judge(), new.node().judge()
	if judgeA == nil || judgeB == nil {
		return "invalid"
	}
	gaps := Gaps(old, new, Options{})
	refused := func(value any) bool {
		return judgeA.lax.Validate(value) == nil && judgeB.lax.Validate(value) != nil ||
			judgeA.strict.Validate(value) == nil && judgeB.strict.Validate(value) != nil
	}
	for i, s := range []any{a, b} {
		s, ok := s.(map[string]any)
		if !ok {
			continue
		}
		near := samples.New(s, seed+uint64(i))
		for range 60 {
			value := roundTrip(t, near.Value())
			if !refused(value) {
				continue
			}
			if len(gaps) == 0 {
				raw, _ := json.Marshal(value)
				before, _ := json.Marshal(a)
				after, _ := json.Marshal(b)
				t.Fatalf("seed %d\nbefore %s\nafter  %s\nno gap is found, and this was accepted and no longer is: %s", seed, before, after, raw)
			}
			return "refuted"
		}
	}
	switch {
	case same(old.node(), new.node()):
		return "same"
	case len(gaps) == 0:
		return "proved"
	}
	return "open"
}

func roundTrip(t *testing.T, value any) any {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", raw, err))
	}
	return out
}
