package gateway

import (
	"fmt"
	"net"
	"regexp"
	"strings"
)

// Nginx returns a configuration of nginx for its http block.
func (h *Headers) Nginx(o Options) (string, error) {
	p, err := h.newPlan(o)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	p.introduce(&b, "toolkit headers --for nginx", "It belongs into the http block, for instance as a file in conf.d.")
	fmt.Fprintf(&b, `
# Only from %[1]s on do servers hold headers against bodies. In a request of an older
# revision anybody could write anything into them, so it does not pass.
map $http_mcp_protocol_version $mcp_validated {
    default 0;
    %[1]s 1;
}

# What is said to have been requested: nothing that could break the JSON below.
map $http_mcp_protocol_version $mcp_requested {
    default "";
    "~^[0-9A-Za-z.-]{1,40}$" $http_mcp_protocol_version;
}

# The method and the tool count too: without them, the header would mean nothing to the server.
map "$http_mcp_method $http_mcp_name $%[2]s" $mcp_servers {
    default %[3]s;
`, Revision, "http_"+strings.ReplaceAll(strings.ToLower(p.header), "-", "_"), restName)
	for _, g := range p.groups {
		var names []string
		for _, tool := range g.tools {
			names = append(names, encodings(tool)...)
		}
		fmt.Fprintf(&b, "    %s %s;\n", nginxQuote("~^tools/call "+alternatives(names)+" "+alternatives(encodings(g.value))+"$"), g.name)
	}
	b.WriteString("}\n")
	for _, g := range p.groups {
		writeUpstream(&b, g.name, g.addresses)
	}
	writeUpstream(&b, restName, p.rest)
	fmt.Fprintf(&b, `
server {
    listen %s;

    location = %s {
        if ($request_method != POST) {
            return 405;
        }
        if ($mcp_validated = 0) {
            return 400 '%s';
        }
        default_type application/json; # of that answer

        proxy_pass http://$mcp_servers;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_request_buffering off; # the body is passed on as it comes
        proxy_read_timeout 5m; # how long a call may take without progress
        client_max_body_size 4m; # what the server takes
    }
}
`, nginxListen(p.listen), p.path, strings.Replace(refusal, "REQUESTED", "$mcp_requested", 1))
	return b.String(), nil
}

func writeUpstream(b *strings.Builder, name string, addresses []string) {
	fmt.Fprintf(b, "\nupstream %s {\n", name)
	for _, address := range addresses {
		fmt.Fprintf(b, "    server %s;\n", address)
	}
	b.WriteString("    keepalive 16;\n}\n")
}

// nginxListen writes an address as nginx has it: the port alone for all addresses.
func nginxListen(address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil && host == "" {
		return port
	}
	return address
}

// alternatives returns a regular expression for any of several texts, which PCRE and RE2 read
// alike.
func alternatives(texts []string) string {
	escaped := make([]string, len(texts))
	for i, text := range texts {
		escaped[i] = regexp.QuoteMeta(text)
	}
	if len(escaped) == 1 {
		return escaped[0]
	}
	return "(?:" + strings.Join(escaped, "|") + ")"
}

// nginxQuote quotes a regular expression. Between quotes, nginx takes a backslash away before a
// quote and another backslash, and leaves it before what else stands in one.
func nginxQuote(expression string) string {
	return `"` + strings.NewReplacer(`\\`, `\\\\`, `"`, `\"`).Replace(expression) + `"`
}

// introduce writes what every configuration begins with.
func (p *plan) introduce(b *strings.Builder, command, where string) {
	fmt.Fprintf(b, "# Routes calls by %s, without reading a body: the server holds the header against it.\n", p.header)
	fmt.Fprintf(b, "# Written by %s. %s\n", command, where)
	if p.example {
		b.WriteString("# The addresses are examples. Replace them, or give them with --to.\n")
	}
}
