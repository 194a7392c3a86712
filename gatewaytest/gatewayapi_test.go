package gatewaytest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"

	"github.com/typedmcp/toolkit/internal/gateway"
)

var (
	objectName = regexp.MustCompile(`^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+\\-.^_`|~]{1,256}$")
)

// readRoutes reads HTTPRoutes, and holds them against the limits that the API server knows and the
// Go types do not.
func readRoutes(t *testing.T, text string) (routes []gatewayv1.HTTPRoute) {
	t.Helper()
	for document := range strings.SplitSeq(text, "\n---\n") {
		var route gatewayv1.HTTPRoute
		if err := yaml.UnmarshalStrict([]byte(document), &route); err != nil {
			t.Fatal(err)
		}
		if route.APIVersion != gatewayv1.GroupVersion.String() || route.Kind != "HTTPRoute" || !objectName.MatchString(route.Name) || len(route.Spec.ParentRefs) != 1 {
			t.Errorf("%s %s %q with %d parents", route.APIVersion, route.Kind, route.Name, len(route.Spec.ParentRefs))
		}
		matches := 0
		for _, rule := range route.Spec.Rules {
			matches += len(rule.Matches)
			if len(rule.Matches) > 64 || len(rule.BackendRefs) == 0 || len(rule.BackendRefs) > 16 {
				t.Errorf("a rule of %s has %d matches and %d backends", route.Name, len(rule.Matches), len(rule.BackendRefs))
			}
			for _, ref := range rule.BackendRefs {
				if !objectName.MatchString(string(ref.Name)) || ref.Port == nil || *ref.Port < 1 {
					t.Errorf("backend %s, port %v", ref.Name, ref.Port)
				}
			}
			for _, match := range rule.Matches {
				for _, h := range match.Headers {
					if !headerName.MatchString(string(h.Name)) || len(h.Value) < 1 || len(h.Value) > 4096 || *h.Type != gatewayv1.HeaderMatchExact {
						t.Errorf("match of %s: %q", h.Name, h.Value)
					}
				}
			}
		}
		if len(route.Spec.Rules) > 16 || matches >= 128 {
			t.Errorf("%s has %d rules and %d matches", route.Name, len(route.Spec.Rules), matches)
		}
		routes = append(routes, route)
	}
	return routes
}

// TestGatewayAPIReads reads the golden files, and routes for so many values that one HTTPRoute
// cannot have them all.
func TestGatewayAPIReads(t *testing.T) {
	files, err := filepath.Glob("../internal/gateway/testdata/*.httproute.yaml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		readRoutes(t, string(text))
	}
	for _, n := range []struct{ tools, values, routes int }{{1, 15, 1}, {1, 16, 2}, {1, 40, 3}, {20, 3, 3}, {40, 1, 2}} {
		var tools, values []string
		for i := range n.values {
			values = append(values, fmt.Sprintf(`"value %d"`, i))
		}
		for i := range n.tools {
			tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","inputSchema":{"properties":{"v":{"type":"string","enum":[%s],"x-mcp-header":"V"}}}}`, i, strings.Join(values, ",")))
		}
		options := gateway.Options{Rest: []string{"rest:80"}}
		for i := range n.values {
			options.To = append(options.To, gateway.Target{Value: fmt.Sprintf("value %d", i), Addresses: []string{fmt.Sprintf("s-%d:80", i)}})
		}
		text, err := headersOf(t, "["+strings.Join(tools, ",")+"]").GatewayAPI(options)
		if err != nil {
			t.Fatal(err)
		}
		routes := readRoutes(t, text)
		matches := 0
		for _, route := range routes {
			for _, rule := range route.Spec.Rules {
				matches += len(rule.Matches)
			}
		}
		if want := 4*n.tools*n.values + 1; matches != want || len(routes) != n.routes {
			t.Errorf("%d tools and %d values: %d routes with %d matches, want %d with %d", n.tools, n.values, len(routes), matches, n.routes, want)
		}
	}
}

// TestGatewayAPIRoutes goes through the rules as implementations do: the match with the most
// headers is taken.
func TestGatewayAPIRoutes(t *testing.T) {
	text, err := headersOf(t, definitions).GatewayAPI(gateway.Options{})
	if err != nil {
		t.Fatal(err)
	}
	routes := readRoutes(t, text)
	for _, tt := range requests {
		got, most := refused, 0
		for _, route := range routes {
			for _, rule := range route.Spec.Rules {
				for _, match := range rule.Matches {
					if len(match.Headers) <= most || !matchesRoute(match, tt.headers) {
						continue
					}
					got, most = strings.ReplaceAll(string(rule.BackendRefs[0].Name), "-", "_"), len(match.Headers)
					if len(rule.BackendRefs) > 1 {
						got = "mcp_rest"
					}
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// matchesRoute reports whether a POST request to the endpoint matches.
func matchesRoute(match gatewayv1.HTTPRouteMatch, header map[string][]string) bool {
	if *match.Path.Type != gatewayv1.PathMatchExact || *match.Path.Value != "/mcp" || *match.Method != gatewayv1.HTTPMethodPost {
		return false
	}
	for _, h := range match.Headers {
		found := false
		for name, lines := range header {
			found = found || strings.EqualFold(name, string(h.Name)) && strings.Join(lines, ",") == h.Value
		}
		if !found {
			return false
		}
	}
	return true
}
