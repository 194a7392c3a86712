package gateway

import (
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// The limits of an HTTPRoute (gateway.networking.k8s.io/v1).
const (
	maxMatches    = 64 // of a rule
	maxRules      = 16
	maxAllMatches = 127 // of all rules
)

// serviceForm is the name of a Service.
var serviceForm = regexp.MustCompile(`^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)

// A rule of an HTTPRoute, and how many matches it has.
type rule struct {
	text    string
	matches int
}

// GatewayAPI returns HTTPRoutes of the Gateway API of Kubernetes. The addresses are Services and
// their ports.
func (h *Headers) GatewayAPI(o Options) (string, error) {
	p, err := h.newPlan(o)
	if err != nil {
		return "", err
	}
	all := p.rest
	for _, g := range p.groups {
		all = append(slices.Clip(all), g.addresses...)
	}
	for _, address := range all {
		if service, _, err := net.SplitHostPort(address); !p.example && (err != nil || !serviceForm.MatchString(service)) {
			return "", fmt.Errorf("%q is not SERVICE:PORT, with the name of a Service of Kubernetes", address)
		}
	}
	var rules []rule
	for i := range p.groups {
		g := &p.groups[i]
		if p.example {
			g.addresses = []string{g.service() + ":80"}
		}
		rules = append(rules, p.rulesOf(g)...)
	}
	if p.example {
		p.rest = nil
		for _, g := range p.groups {
			p.rest = append(p.rest, g.addresses...)
		}
	}
	rules = append(rules, rule{"  - matches:\n" + p.match() + backends(p.rest), 1})
	var b strings.Builder
	p.introduce(&b, "toolkit headers --for gateway-api", "Its parentRefs name your Gateway.")
	fmt.Fprintf(&b, `#
# Only from %s on do servers hold headers against bodies. In a request of an older revision
# anybody could write anything into them, so no rule takes it.
`, Revision)
	name := "mcp-by-" + strings.Trim(strings.ToLower(strings.TrimPrefix(p.header, xmcpheader.ParamPrefix)), "-")
	for i := 1; len(rules) > 0; i++ {
		if i > 1 {
			b.WriteString("---\n")
		}
		n, matches := 0, 0
		for n < len(rules) && n < maxRules && matches+rules[n].matches <= maxAllMatches {
			matches += rules[n].matches
			n++
		}
		writeRoute(&b, fmt.Sprintf("%s-%d", name, i), rules[:n])
		rules = rules[n:]
	}
	return b.String(), nil
}

func writeRoute(b *strings.Builder, name string, rules []rule) {
	fmt.Fprintf(b, `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: %s
spec:
  parentRefs:
  - name: mcp-gateway
  rules:
`, name)
	for _, r := range rules {
		b.WriteString(r.text)
	}
}

// rulesOf returns the rules of a group: one, unless it has too many tools for that. Values are
// compared exactly, which every implementation can; so a form in base64 is a match of its own.
func (p *plan) rulesOf(g *group) (rules []rule) {
	var matches []string
	for _, tool := range g.tools {
		for _, name := range encodings(tool) {
			for _, value := range encodings(g.value) {
				matches = append(matches, p.match("Mcp-Method", "tools/call", "Mcp-Name", name, p.header, value))
			}
		}
	}
	for len(matches) > 0 {
		n := min(len(matches), maxMatches)
		rules = append(rules, rule{"  - matches:\n" + strings.Join(matches[:n], "") + backends(g.addresses), n})
		matches = matches[n:]
	}
	return rules
}

// match returns a match of the endpoint and of headers, given as names and values.
func (p *plan) match(headers ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    - path: {type: Exact, value: %s}\n      method: POST\n      headers:\n", p.path)
	for headers = append([]string{"Mcp-Protocol-Version", Revision}, headers...); len(headers) > 1; headers = headers[2:] {
		fmt.Fprintf(&b, "      - {type: Exact, name: %s, value: %s}\n", headers[0], yamlQuote(headers[1]))
	}
	return b.String()
}

func backends(addresses []string) string {
	var b strings.Builder
	b.WriteString("    backendRefs:\n")
	for _, address := range addresses {
		service, port, _ := net.SplitHostPort(address) // it was checked
		fmt.Fprintf(&b, "    - {name: %s, port: %s}\n", yamlQuote(service), port)
	}
	return b.String()
}
