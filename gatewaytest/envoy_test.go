package gatewaytest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	bootstrapv3 "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3" // is named in what is read
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"sigs.k8s.io/yaml"

	"github.com/typedmcp/toolkit/internal/gateway"
)

// readEnvoy reads a configuration as Envoy does, with its rules of validation, and returns what
// routes its requests.
func readEnvoy(t *testing.T, text string) (*bootstrapv3.Bootstrap, []*routev3.Route) {
	t.Helper()
	raw, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	bootstrap := new(bootstrapv3.Bootstrap)
	if err := protojson.Unmarshal(raw, bootstrap); err != nil {
		t.Fatal(err)
	}
	if err := bootstrap.ValidateAll(); err != nil {
		t.Fatal(err)
	}
	manager := new(hcmv3.HttpConnectionManager)
	if err := bootstrap.GetStaticResources().GetListeners()[0].GetFilterChains()[0].GetFilters()[0].GetTypedConfig().UnmarshalTo(manager); err != nil {
		t.Fatal(err)
	}
	if err := manager.ValidateAll(); err != nil {
		t.Fatal(err)
	}
	return bootstrap, manager.GetRouteConfig().GetVirtualHosts()[0].GetRoutes()
}

// TestEnvoyReads reads the golden files.
func TestEnvoyReads(t *testing.T) {
	files, err := filepath.Glob("../internal/gateway/testdata/*.envoy.yaml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		readEnvoy(t, string(text))
	}
}

// TestEnvoyRoutes goes through the routes as Envoy does: the first that matches is taken.
func TestEnvoyRoutes(t *testing.T) {
	text, err := headersOf(t, definitions).Envoy(gateway.Options{Listen: "127.0.0.1:81"})
	if err != nil {
		t.Fatal(err)
	}
	bootstrap, routes := readEnvoy(t, text)
	if socket := bootstrap.GetStaticResources().GetListeners()[0].GetAddress().GetSocketAddress(); socket.GetAddress() != "127.0.0.1" || socket.GetPortValue() != 81 {
		t.Errorf("it listens on %v", socket)
	}
	var clusters []string
	for _, cluster := range bootstrap.GetStaticResources().GetClusters() {
		clusters = append(clusters, cluster.GetName())
		if n := len(cluster.GetLoadAssignment().GetEndpoints()[0].GetLbEndpoints()); (cluster.GetName() == "mcp_rest") != (n == len(values)) {
			t.Errorf("%s has %d endpoints", cluster.GetName(), n)
		}
	}
	for _, tt := range requests {
		i := slices.IndexFunc(routes, func(r *routev3.Route) bool { return matchesEnvoy(t, r.GetMatch(), tt.headers) })
		if i < 0 {
			t.Errorf("%s: no route", tt.name)
			continue
		}
		got := routes[i].GetRoute().GetCluster()
		if direct := routes[i].GetDirectResponse(); direct.GetStatus() == 400 && strings.HasPrefix(direct.GetBody().GetInlineString(), `{"jsonrpc":"2.0","error":{"code":-32022,`) {
			got = refused
		} else if !slices.Contains(clusters, got) {
			t.Errorf("%s: there is no cluster %q", tt.name, got)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// matchesEnvoy reports whether a POST request to the endpoint matches.
func matchesEnvoy(t *testing.T, match *routev3.RouteMatch, header map[string][]string) bool {
	t.Helper()
	if match.GetPath() != "/mcp" {
		return false
	}
	for _, h := range match.GetHeaders() {
		value, given := "POST", true
		if h.GetName() != ":method" {
			var lines []string
			for name, values := range header {
				if strings.EqualFold(name, h.GetName()) {
					lines = values
				}
			}
			value, given = strings.Join(lines, ","), lines != nil
		}
		matcher := h.GetStringMatch()
		if matcher == nil || h.GetInvertMatch() {
			t.Fatalf("this test does not know the match %v", h)
		}
		matched := matcher.GetExact() == value
		if expression := matcher.GetSafeRegex().GetRegex(); expression != "" {
			matched = regexp.MustCompile(`^(?:` + expression + `)$`).MatchString(value)
		}
		if !given || !matched {
			return false
		}
	}
	return true
}
