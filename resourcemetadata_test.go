package toolkit_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/typedmcp/toolkit"
)

func verifyScopes(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{Scopes: strings.Split(token, "+"), Expiration: farFuture}, nil
}

// securedTools has two tools with scopes, and metadata that tell of them.
func securedTools(metadata oauthex.ProtectedResourceMetadata, options *auth.RequireBearerTokenOptions) *toolkit.Toolkit {
	tk := toolkit.New("x", "1", toolkit.WithAuth(verifyScopes, options), toolkit.WithResourceMetadata(&metadata))
	fn := func(context.Context, struct{}) (string, error) { return "called", nil }
	toolkit.Register(tk, toolkit.Tool{Name: "read", Scopes: []string{"read"}}, fn)
	toolkit.Register(tk, toolkit.Tool{Name: "write", Scopes: []string{"write", "read"}}, fn)
	return tk
}

// ask sends a request over the network.
func ask(t *testing.T, method, url string, header http.Header) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(body)
}

// TestResourceMetadata has the paths that the metadata are served at, what they say, and the
// challenges that name them.
func TestResourceMetadata(t *testing.T) {
	metadata := oauthex.ProtectedResourceMetadata{Resource: "https://mcp.example.com/tools/mcp", AuthorizationServers: []string{"https://login.example.com"}, ResourceName: "Tools"}
	url := listen(t, securedTools(metadata, &auth.RequireBearerTokenOptions{Scopes: []string{"use"}}))
	base := strings.TrimSuffix(url, toolkit.Path)
	const document = `{"resource":"https://mcp.example.com/tools/mcp","authorization_servers":["https://login.example.com"],"scopes_supported":["read","use","write"],"bearer_methods_supported":["header"],"resource_name":"Tools"}` + "\n"
	for _, tt := range []struct {
		method, path, want string
		status             int
	}{
		{http.MethodGet, "/.well-known/oauth-protected-resource", document, http.StatusOK},
		{http.MethodGet, "/.well-known/oauth-protected-resource/tools/mcp", document, http.StatusOK},
		{http.MethodOptions, "/.well-known/oauth-protected-resource", "", http.StatusNoContent},
		{http.MethodPost, "/.well-known/oauth-protected-resource", "Method not allowed\n", http.StatusMethodNotAllowed},
		{http.MethodGet, "/.well-known/oauth-protected-resource/other", "no bearer token\n", http.StatusUnauthorized},
		{http.MethodGet, "/.well-known/other", "404 page not found\n", http.StatusNotFound},
	} {
		status, header, body := ask(t, tt.method, base+tt.path, nil)
		if status != tt.status {
			t.Errorf("%s %s: status %d, want %d", tt.method, tt.path, status, tt.status)
		}
		if diff := cmp.Diff(tt.want, body); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.method, tt.path, diff)
		}
		if status == http.StatusOK && header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: pages may not read it", tt.path)
		}
	}
	_, header, _ := ask(t, http.MethodPost, url, nil)
	if diff := cmp.Diff([]string{`Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/tools/mcp", scope="use"`}, header.Values("WWW-Authenticate")); diff != "" {
		t.Errorf("the challenge of 401 (-want +got):\n%s", diff)
	}
	w := post(handlerOf(t, securedTools(metadata, nil)), http.Header{
		"Authorization": {"Bearer read"}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"write"},
	}, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write",`+meta2026+`}}`)
	want := `Bearer error="insufficient_scope", scope="write read", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/tools/mcp", error_description="the tool write needs more scopes"`
	if diff := cmp.Diff(want, w.Header().Get("WWW-Authenticate")); diff != "" {
		t.Errorf("the challenge of 403 (-want +got):\n%s", diff)
	}
}

// TestResourceMetadataOfOnesOwn keeps what the developer says.
func TestResourceMetadataOfOnesOwn(t *testing.T) {
	h := handlerOf(t, securedTools(oauthex.ProtectedResourceMetadata{
		Resource: "http://localhost:8080", AuthorizationServers: []string{"https://a.example", "https://b.example"}, ScopesSupported: []string{"all"}, BearerMethodsSupported: []string{"body"},
	}, &auth.RequireBearerTokenOptions{ResourceMetadataURL: "https://elsewhere.example/meta"}))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/.well-known/oauth-protected-resource", nil))
	want := `{"resource":"http://localhost:8080","authorization_servers":["https://a.example","https://b.example"],"scopes_supported":["all"],"bearer_methods_supported":["body"]}` + "\n"
	if diff := cmp.Diff(want, w.Body.String()); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	w = post(h, nil, `{}`)
	if got := w.Header().Get("WWW-Authenticate"); got != `Bearer resource_metadata="https://elsewhere.example/meta"` {
		t.Errorf("challenge %q", got)
	}
}

func TestResourceMetadataErrors(t *testing.T) {
	issuers := []string{"https://login.example.com"}
	for _, tt := range []struct {
		metadata *oauthex.ProtectedResourceMetadata
		want     string
	}{
		{nil, "WithResourceMetadata: the metadata is nil; pass what the server should tell, or drop the option"},
		{&oauthex.ProtectedResourceMetadata{AuthorizationServers: issuers}, `WithResourceMetadata: Resource is "", which is no URL with https and a host; write the URL of the endpoint, such as https://mcp.example.com/mcp`},
		{&oauthex.ProtectedResourceMetadata{Resource: "https://mcp.example.com"}, "WithResourceMetadata: there are no AuthorizationServers; name one issuer of tokens at least"},
		{&oauthex.ProtectedResourceMetadata{Resource: "http://mcp.example.com/mcp", AuthorizationServers: issuers}, `WithResourceMetadata: Resource is "http://mcp.example.com/mcp", which is not secured by https; write`},
		{&oauthex.ProtectedResourceMetadata{Resource: "https://mcp.example.com/mcp#a", AuthorizationServers: issuers}, `WithResourceMetadata: Resource is "https://mcp.example.com/mcp#a", which has a fragment; write`},
		{&oauthex.ProtectedResourceMetadata{Resource: "https://mcp.example.com/mcp", AuthorizationServers: []string{"javascript:alert(1)"}}, `WithResourceMetadata: AuthorizationServers has "javascript:alert(1)", which is no URL with https and a host; write`},
	} {
		err := toolkit.New("x", "1", toolkit.WithAuth(verifyScopes, nil), toolkit.WithResourceMetadata(tt.metadata)).Err()
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	_, err := toolkit.New("x", "1", toolkit.WithResourceMetadata(&oauthex.ProtectedResourceMetadata{Resource: "https://mcp.example.com/mcp", AuthorizationServers: issuers})).HTTPHandler()
	want := "toolkit: WithResourceMetadata tells clients how to get a token, but nothing checks tokens over HTTP; pass WithAuth to New"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
