package toolkit

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// checkOrigin refuses pages that may not call the server. Clients that are no browser send
// no Origin.
func (tk *Toolkit) checkOrigin(r *http.Request) *ProtocolError {
	lines := r.Header["Origin"]
	if len(lines) == 0 {
		return nil
	}
	origin := strings.ToLower(lines[0])
	if len(lines) == 1 && (slices.Contains(tk.origins, "*") || slices.Contains(tk.origins, origin)) {
		return nil
	}
	if u, err := url.Parse(origin); len(lines) == 1 && err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLocal(u.Host) {
		return nil
	}
	return invalidRequest("pages of this origin may not call the server; its operator can allow them with WithAllowedOrigins")
}

// checkHost refuses foreign names for a server on localhost: a page of another site may
// have pointed its own name here (DNS rebinding).
func (tk *Toolkit) checkHost(r *http.Request) *ProtocolError {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || addr == nil || !isLocalAddr(addr) || isLocal(r.Host) {
		return nil
	}
	host := strings.ToLower(r.Host)
	name, _, err := net.SplitHostPort(host)
	if slices.Contains(tk.hosts, host) || err == nil && slices.Contains(tk.hosts, name) {
		return nil
	}
	return invalidRequest("the Host header is not one of this server; its operator can allow it with WithAllowedHosts")
}

// isLocalAddr reports whether a server's address can be reached from this machine only.
func isLocalAddr(addr net.Addr) bool {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp != nil {
		return tcp.IP.IsLoopback()
	}
	return isLocal(addr.String())
}

// isLocal reports whether a host, with or without a port, is this machine.
func isLocal(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func invalidRequest(message string) *ProtocolError {
	return &ProtocolError{Code: toolerrors.CodeInvalidRequest, Message: message}
}

// exposedHeaders are what a page may read of a response.
const exposedHeaders = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate"

// allowOrigin tells a browser that the page may read the response.
func allowOrigin(w http.ResponseWriter, r *http.Request) {
	lines := r.Header["Origin"]
	if len(lines) == 0 || lines[0] == "" {
		return
	}
	origin := lines[0]
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
}

// allowedHeaders are what a page may send. Headers of parameters have names of their own,
// so those that the browser asks for are added.
var allowedHeaders = []string{
	"Accept", "Authorization", "Content-Type", "Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id",
}

// answerPreflight answers a browser that asks what a page may send.
func answerPreflight(w http.ResponseWriter, r *http.Request) {
	headers := slices.Clone(allowedHeaders)
	for asked := range strings.SplitSeq(r.Header.Get("Access-Control-Request-Headers"), ",") {
		if asked = strings.TrimSpace(asked); strings.HasPrefix(strings.ToLower(asked), "mcp-param-") {
			headers = append(headers, asked)
		}
	}
	h := w.Header()
	h.Set("Allow", "POST, GET, DELETE, OPTIONS")
	h.Set("Access-Control-Allow-Methods", "POST, GET, DELETE")
	h.Set("Access-Control-Allow-Headers", strings.Join(headers, ", "))
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}
