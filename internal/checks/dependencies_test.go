package checks

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dependencies are the modules whose packages a program gets with package toolkit.
var dependencies = []string{
	"github.com/bahlo/generic-list-go",              // of ordered-map
	"github.com/buger/jsonparser",                   // of ordered-map
	"github.com/gabriel-vasile/mimetype",            // of validator
	"github.com/go-json-experiment/json",            // reads arguments, writes results
	"github.com/go-playground/locales",              // of validator
	"github.com/go-playground/universal-translator", // of validator
	"github.com/go-playground/validator/v10",        // the rules of validate tags
	"github.com/google/jsonschema-go",               // of go-sdk
	"github.com/invopop/jsonschema",                 // leaf types and the jsonschema tag
	"github.com/leodido/go-urn",                     // of validator
	"github.com/modelcontextprotocol/go-sdk",        // transports, sessions, older revisions
	"github.com/pb33f/ordered-map/v2",               // of invopop/jsonschema
	"github.com/santhosh-tekuri/jsonschema/v6",      // schemas written by hand
	"github.com/segmentio/asm",                      // of segmentio/encoding
	"github.com/segmentio/encoding",                 // of go-sdk
	"github.com/yosida95/uritemplate/v3",            // of go-sdk
	"go.yaml.in/yaml/v4",                            // of ordered-map
	"golang.org/x/crypto",                           // of validator
	"golang.org/x/oauth2",                           // of go-sdk
	"golang.org/x/sync",                             // of go-sdk
	"golang.org/x/sys",                              // of segmentio/asm
	"golang.org/x/text",                             // of validator and santhosh-tekuri
	"golang.org/x/time",                             // rate limits
}

// TestDependencies holds what package toolkit brings along against the list: a new module
// is a decision, not an accident.
func TestDependencies(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", module)
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	got := strings.Fields(string(out))
	slices.Sort(got)
	got = slices.DeleteFunc(slices.Compact(got), func(path string) bool { return path == module })
	if diff := cmp.Diff(dependencies, got); diff != "" {
		t.Errorf("modules (-allowed +used):\n%s", diff)
	}
}
