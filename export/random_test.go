package export_test

import (
	"encoding/json"
	"testing"

	"github.com/typedmcp/toolkit/export"
	"github.com/typedmcp/toolkit/internal/samples"
)

// TestRandom exports random schemas: none may crash or hang, and what comes out of them must be
// what the strict interfaces take.
func TestRandom(t *testing.T) {
	maker := samples.NewSchemas(1)
	for range 2000 {
		schema := maker.Document()
		schema["type"] = "object"
		raw, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		for _, api := range []export.API{export.Claude, export.OpenAIStrict, export.Gemini} {
			exported, err := export.New(one(string(raw)), api)
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			if api == export.Claude {
				continue // a schema that is none stays one
			}
			for _, problem := range problems(t, api, exported.Definitions()) {
				t.Errorf("%s\n%s: %s", raw, problem, exported.Definitions())
			}
			if t.Failed() {
				return
			}
		}
	}
}
