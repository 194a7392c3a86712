package toolkit

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// wellKnown is where clients look for resource metadata (RFC 9728, section 3).
const wellKnown = "/.well-known/oauth-protected-resource"

// WithResourceMetadata serves what clients need to know to get a token: the OAuth 2.0 Protected
// Resource Metadata of RFC 9728. Resource is the URL of the endpoint as clients write it, such as
// https://mcp.example.com/mcp, and AuthorizationServers are the issuers of its tokens; both
// are needed. Where they are empty, ScopesSupported become the scopes that [WithAuth] and the
// tools ask for, and BearerMethodsSupported "header".
//
// [Toolkit.ListenAndServe] serves it at /.well-known/oauth-protected-resource, alone and
// followed by the path of Resource. [Toolkit.HTTPHandler] answers these paths too: mount it there as
// well as at the endpoint. Answers of 401 and 403 name the second one unless the options of
// WithAuth name another URL (specification, basic/authorization, "Authorization Server Discovery").
// It needs WithAuth. The default is to serve none.
func WithResourceMetadata(metadata *oauthex.ProtectedResourceMetadata) Option {
	return func(tk *Toolkit) {
		if metadata == nil {
			tk.fail(errors.New("WithResourceMetadata: the metadata is nil; pass what the server should tell, or drop the option"))
			return
		}
		resource, err := absoluteURL(metadata.Resource)
		if err != nil {
			tk.fail(fmt.Errorf("WithResourceMetadata: Resource is %q, which %w; write the URL of the endpoint, such as https://mcp.example.com/mcp", metadata.Resource, err))
			return
		}
		if len(metadata.AuthorizationServers) == 0 {
			tk.fail(errors.New("WithResourceMetadata: there are no AuthorizationServers; name one issuer of tokens at least"))
			return
		}
		for _, issuer := range metadata.AuthorizationServers {
			if _, err := absoluteURL(issuer); err != nil {
				tk.fail(fmt.Errorf("WithResourceMetadata: AuthorizationServers has %q, which %w; write the URL of an issuer, such as https://login.example.com", issuer, err))
				return
			}
		}
		path := wellKnown
		if resource.Path != "/" {
			path += resource.Path
		}
		tk.metadata = &resourceMetadata{*metadata, path, resource.Scheme + "://" + resource.Host + path}
		if resource.RawQuery != "" {
			tk.metadata.url += "?" + resource.RawQuery
		}
	}
}

// absoluteURL reads a URL that secrets may be sent to.
func absoluteURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("is no URL with https and a host")
	case u.Scheme == "http" && !isLocal(u.Host):
		return nil, errors.New("is not secured by https")
	case u.Fragment != "":
		return nil, errors.New("has a fragment")
	}
	return u, nil
}

// A resourceMetadata is what the server tells, and where.
type resourceMetadata struct {
	document oauthex.ProtectedResourceMetadata
	path     string // with the path of the resource
	url      string // the same as clients write it
}

// isResourceMetadata reports whether a path is one of the metadata.
func (tk *Toolkit) isResourceMetadata(path string) bool {
	return tk.metadata != nil && (path == wellKnown || path == tk.metadata.path)
}

// serveResourceMetadata answers with the metadata for the present tools.
func (tk *Toolkit) serveResourceMetadata(w http.ResponseWriter, r *http.Request) {
	document := tk.metadata.document
	if document.ScopesSupported == nil {
		document.ScopesSupported = tk.allScopes()
	}
	if document.BearerMethodsSupported == nil {
		document.BearerMethodsSupported = []string{"header"}
	}
	auth.ProtectedResourceMetadataHandler(&document).ServeHTTP(w, r)
}

// allScopes returns the scopes that callers may need, sorted.
func (tk *Toolkit) allScopes() []string {
	all := map[string]bool{}
	if tk.authOptions != nil {
		for _, scope := range tk.authOptions.Scopes {
			all[scope] = true
		}
	}
	for _, e := range tk.tools.Load().entries {
		for _, scope := range e.Scopes {
			all[scope] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// bearerOptions are those of WithAuth, with the place of the metadata.
func (tk *Toolkit) bearerOptions() *auth.RequireBearerTokenOptions {
	var options auth.RequireBearerTokenOptions
	if tk.authOptions != nil {
		options = *tk.authOptions
	}
	if options.ResourceMetadataURL == "" && tk.metadata != nil {
		options.ResourceMetadataURL = tk.metadata.url
	}
	return &options
}
