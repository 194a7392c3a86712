package gateway

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// Revision is the first revision of MCP whose servers hold headers against bodies, and the one
// that the configurations let pass.
const Revision = "2026-07-28"

// A Target says where calls with one value of a header are sent.
type Target struct {
	// Value is the value, not encoded.
	Value string
	// Addresses are the servers: HOST:PORT, or SERVICE:PORT for the Gateway API.
	Addresses []string
}

// ParseTarget reads VALUE=HOST:PORT, with commas between several servers.
func ParseTarget(text string) (Target, error) {
	i := strings.LastIndex(text, "=")
	if i < 0 {
		return Target{}, fmt.Errorf("%q is not VALUE=HOST:PORT", text)
	}
	addresses, err := ParseAddresses(text[i+1:])
	return Target{text[:i], addresses}, err
}

// ParseAddresses reads HOST:PORT, with commas between several servers.
func ParseAddresses(text string) ([]string, error) {
	addresses := strings.Split(text, ",")
	for _, address := range addresses {
		host, port, err := net.SplitHostPort(address)
		n, portErr := strconv.ParseUint(port, 10, 16)
		if err != nil || portErr != nil || n == 0 || !hostForm.MatchString(host) {
			return nil, fmt.Errorf("%q is not HOST:PORT", address)
		}
	}
	return addresses, nil
}

// hostForm is a host name or an address, and nothing that a configuration could take for more.
var hostForm = regexp.MustCompile(`^[0-9A-Za-z.:_-]+$`)

// pathForm is the path of an endpoint that needs no quotes in any configuration.
var pathForm = regexp.MustCompile(`^/[0-9A-Za-z._~/-]*$`)

// Options say what a configuration is for.
type Options struct {
	// By is the header that decides, as Mcp-Param-Region or Region. "" means the only one whose
	// values are listed.
	By string
	// To says where the values lead. A value that is not named leads where all other requests do.
	// Without any, each listed value gets an address to be replaced.
	To []Target
	// Rest are the servers of all other requests; all of To without them.
	Rest []string
	// Listen is the address to listen on, Path the path of the endpoint.
	Listen, Path string
}

// A plan is what all configurations say, each in its own words.
type plan struct {
	header  string // Mcp-Param-Region
	listen  string
	path    string
	groups  []group
	rest    []string
	example bool // the addresses are to be replaced
}

// A group is the calls with one value, and their servers.
type group struct {
	name      string   // made of letters, digits and underscores
	value     string   // not encoded
	tools     []string // that take the value
	addresses []string
}

// service returns how the Gateway API could name a group.
func (g *group) service() string { return strings.ReplaceAll(g.name, "_", "-") }

// encodings returns the forms in which a value may stand in a header: plain, if it can, and in
// base64, since a client may encode what need not be.
func encodings(value string) []string {
	plain, coded := xmcpheader.Encode(value), "=?base64?"+base64.StdEncoding.EncodeToString([]byte(value))+"?="
	if plain == coded {
		return []string{coded}
	}
	return []string{plain, coded}
}

// newPlan decides what is routed.
func (h *Headers) newPlan(o Options) (*plan, error) {
	if o.Path == "" {
		o.Path = "/mcp"
	}
	if !pathForm.MatchString(o.Path) {
		return nil, fmt.Errorf("the path %q must begin with / and have letters, digits and ._~/- only", o.Path)
	}
	if o.Listen == "" {
		o.Listen = ":8080"
	}
	if host, port, err := net.SplitHostPort(o.Listen); err != nil || host != "" && net.ParseIP(host) == nil || !isPort(port) {
		return nil, fmt.Errorf("%q is not an address to listen on, such as 127.0.0.1:8080 or :8080", o.Listen)
	}
	header, err := h.choose(o.By)
	if err != nil {
		return nil, err
	}
	p := &plan{header: header, listen: o.Listen, path: o.Path, rest: o.Rest}
	targets := o.To
	if len(targets) == 0 {
		if targets, err = h.placeholders(header); err != nil {
			return nil, err
		}
		p.example = true
	}
	var all []string
	for _, target := range targets {
		if slices.ContainsFunc(p.groups, func(g group) bool { return g.value == target.Value }) {
			return nil, fmt.Errorf("the value %q of %s is sent to two places; give all its servers at once, as %s=HOST:PORT,HOST:PORT", target.Value, header, target.Value)
		}
		tools := h.toolsWith(header, target.Value)
		switch {
		case len(tools) == 0:
			return nil, fmt.Errorf("no tool takes %q in %s; %s", target.Value, header, h.valueWords(header))
		case target.Value == "":
			return nil, fmt.Errorf("the empty value of %s cannot be routed: gateways do not tell it from no header", header)
		}
		p.groups = append(p.groups, group{p.freeName(target.Value), target.Value, tools, target.Addresses})
		for _, address := range target.Addresses {
			if !slices.Contains(all, address) {
				all = append(all, address)
			}
		}
	}
	if len(p.rest) == 0 {
		p.rest = all
	}
	return p, nil
}

func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// choose returns the header that decides.
func (h *Headers) choose(by string) (string, error) {
	var all, listed []string
	for _, header := range h.Headers {
		name := header.Header
		if slices.ContainsFunc(all, func(other string) bool { return strings.EqualFold(other, name) }) {
			continue
		}
		all = append(all, name)
		if len(header.Values) > 0 && header.Type != "boolean" {
			listed = append(listed, name)
		}
	}
	switch {
	case len(all) == 0:
		return "", errors.New("no tool has a parameter with x-mcp-header, so there is no header to route by")
	case by != "":
		for _, name := range all {
			if strings.EqualFold(name, by) || strings.EqualFold(name, xmcpheader.ParamPrefix+by) {
				if !isPlainName(name) {
					return "", fmt.Errorf("%s cannot be routed by: nginx and others drop a header whose name has more than letters, digits and hyphens", name)
				}
				return name, nil
			}
		}
		return "", fmt.Errorf("no tool has a parameter in the header %q; there are %s", by, strings.Join(all, ", "))
	case len(all) == 1:
		return h.choose(all[0])
	case len(listed) == 1:
		return h.choose(listed[0])
	}
	return "", fmt.Errorf("several headers could decide: %s; choose one with --by", strings.Join(all, ", "))
}

// toolsWith returns the tools that take a value in a header.
func (h *Headers) toolsWith(header, value string) (tools []string) {
	for _, one := range h.Headers {
		if !strings.EqualFold(one.Header, header) {
			continue
		}
		if one.Values == nil || slices.Contains(one.Values, value) {
			tools = append(tools, one.Tool)
		}
	}
	return tools
}

// listed returns the values of a header that the schemas list.
func (h *Headers) listed(header string) (values []string) {
	for _, one := range h.Headers {
		if !strings.EqualFold(one.Header, header) {
			continue
		}
		for _, value := range one.Values {
			if value != "" && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	return values
}

// valueWords says which values there are.
func (h *Headers) valueWords(header string) string {
	quoted := []string{}
	for _, value := range h.listed(header) {
		quoted = append(quoted, strconv.Quote(value))
	}
	return "there are " + strings.Join(quoted, ", ")
}

// placeholders returns an address for each listed value.
func (h *Headers) placeholders(header string) ([]Target, error) {
	const first = 9001
	values := h.listed(header)
	if len(values) == 0 {
		return nil, fmt.Errorf("the schemas do not list the values of %s; say where some lead with --to VALUE=HOST:PORT", header)
	}
	targets := make([]Target, len(values))
	for i, value := range values {
		targets[i] = Target{value, []string{fmt.Sprintf("127.0.0.1:%d", first+i)}}
	}
	return targets, nil
}

// freeName returns a name for a group that no other has.
func (p *plan) freeName(value string) string {
	clean := func(text string) string {
		return strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
				return r
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return '_'
		}, text), "_")
	}
	const most = 40
	name := "mcp_" + clean(strings.TrimPrefix(p.header, xmcpheader.ParamPrefix)) + "_" + clean(value)
	if len(name) > most {
		name = name[:most]
	}
	name = strings.TrimRight(name, "_")
	taken := func(name string) bool {
		return slices.ContainsFunc(p.groups, func(g group) bool { return g.name == name })
	}
	unique := name
	for i := 2; taken(unique); i++ {
		unique = fmt.Sprintf("%s_%d", name, i)
	}
	return unique
}

// Names that do not depend on the tools.
const (
	restName = "mcp_rest"
	refusal  = `{"jsonrpc":"2.0","error":{"code":-32022,"message":"unsupported protocol version","data":{"supported":["` + Revision + `"],"requested":"REQUESTED"}}}`
)
