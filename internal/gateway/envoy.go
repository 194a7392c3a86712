package gateway

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
)

// Envoy returns a configuration that Envoy starts with (-c).
func (h *Headers) Envoy(o Options) (string, error) {
	p, err := h.newPlan(o)
	if err != nil {
		return "", err
	}
	host, port, err := net.SplitHostPort(p.listen)
	if err != nil {
		return "", err
	}
	if host == "" {
		host = "0.0.0.0"
	}
	var b strings.Builder
	p.introduce(&b, "toolkit headers --for envoy", "envoy -c starts with it.")
	fmt.Fprintf(&b, `static_resources:
  listeners:
  - name: mcp
    address:
      socket_address: {address: %s, port_value: %s}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: mcp
          stream_idle_timeout: 300s # how long a call may take without progress
          http_filters:
          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
          route_config:
            name: mcp
            virtual_hosts:
            - name: mcp
              domains: ["*"]
              routes:
`, yamlQuote(host), port)
	for _, g := range p.groups {
		var names []string
		for _, tool := range g.tools {
			names = append(names, encodings(tool)...)
		}
		p.envoyRoute(&b, g.name, []string{
			`{name: ":method", string_match: {exact: POST}}`,
			`{name: mcp-protocol-version, string_match: {exact: "` + Revision + `"}}`,
			`{name: mcp-method, string_match: {exact: tools/call}}`,
			`{name: mcp-name, string_match: {safe_regex: {regex: ` + yamlQuote(alternatives(names)) + `}}}`,
			`{name: ` + strings.ToLower(p.header) + `, string_match: {safe_regex: {regex: ` + yamlQuote(alternatives(encodings(g.value))) + `}}}`,
		})
	}
	p.envoyRoute(&b, restName, []string{
		`{name: ":method", string_match: {exact: POST}}`,
		`{name: mcp-protocol-version, string_match: {exact: "` + Revision + `"}}`,
	})
	fmt.Fprintf(&b, `              # Only from %s on do servers hold headers against bodies. In a request of an older
              # revision anybody could write anything into them, so it does not pass.
              - match:
                  path: %s
                  headers:
                  - {name: ":method", string_match: {exact: POST}}
                direct_response:
                  status: 400
                  body: {inline_string: %s}
                response_headers_to_add:
                - header: {key: content-type, value: application/json}
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              - match: {path: %s}
                direct_response: {status: 405}
  clusters:
`, Revision, p.path, yamlQuote(strings.Replace(refusal, "REQUESTED", "", 1)), p.path)
	for _, g := range p.groups {
		writeCluster(&b, g.name, g.addresses)
	}
	writeCluster(&b, restName, p.rest)
	return b.String(), nil
}

func (p *plan) envoyRoute(b *strings.Builder, cluster string, headers []string) {
	fmt.Fprintf(b, "              - match:\n                  path: %s\n                  headers:\n", p.path)
	for _, header := range headers {
		fmt.Fprintf(b, "                  - %s\n", header)
	}
	fmt.Fprintf(b, "                route: {cluster: %s, timeout: 0s}\n", cluster)
}

func writeCluster(b *strings.Builder, name string, addresses []string) {
	fmt.Fprintf(b, "  - name: %s\n    type: STRICT_DNS\n    load_assignment:\n      cluster_name: %s\n      endpoints:\n      - lb_endpoints:\n", name, name)
	for _, address := range addresses {
		host, port, _ := net.SplitHostPort(address) // it was checked
		fmt.Fprintf(b, "        - endpoint: {address: {socket_address: {address: %s, port_value: %s}}}\n", yamlQuote(host), port)
	}
}

// yamlQuote writes a text as a string of YAML, which those of JSON are.
func yamlQuote(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string can be written
	return strings.TrimSuffix(b.String(), "\n")
}
