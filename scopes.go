package toolkit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/stateless"
)

// missingScopes returns the scopes that a caller lacks for a tool. Only callers over HTTP
// need any.
func missingScopes(e *entry, extra *mcp.RequestExtra) []string {
	if len(e.Scopes) == 0 || extra == nil || extra.Header == nil {
		return nil
	}
	return lacking(e.Scopes, extra.TokenInfo)
}

// lacking returns the scopes that a token does not have.
func lacking(scopes []string, token *auth.TokenInfo) []string {
	var missing []string
	for _, scope := range scopes {
		if token == nil || !slices.Contains(token.Scopes, scope) {
			missing = append(missing, scope)
		}
	}
	return missing
}

// scopeError says which scopes a tool needs.
func scopeError(t *stateless.Tool) *ProtocolError {
	return &ProtocolError{
		Code:    toolerrors.CodeInvalidRequest,
		Message: fmt.Sprintf("the tool %s needs a token with the scopes %s", t.Name, strings.Join(t.Scopes, " ")),
		Data:    map[string]any{"scopes": t.Scopes},
	}
}

// challenge is the WWW-Authenticate header of a 403 (RFC 6750, section 3; basic/authorization,
// "Scope Challenge Handling"). It names all scopes that are needed, so that one new token is
// enough.
func (tk *Toolkit) challenge(t *stateless.Tool) string {
	scopes := slices.Clone(t.Scopes)
	c := ""
	options := tk.bearerOptions()
	for _, scope := range options.Scopes {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	if options.ResourceMetadataURL != "" {
		c = fmt.Sprintf(", resource_metadata=%q", options.ResourceMetadataURL)
	}
	return fmt.Sprintf("Bearer error=%q, scope=%q%s, error_description=%q", "insufficient_scope", strings.Join(scopes, " "), c,
		"the tool "+t.Name+" needs more scopes")
}
