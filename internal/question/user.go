package question

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A User answers questions in a test.
type User func(ctx context.Context, key string, params *mcp.ElicitParams) (*mcp.ElicitResult, error)

type userKey struct{}

// WithUser returns a context whose questions go to a user instead of the client.
func WithUser(ctx context.Context, user User) context.Context {
	return context.WithValue(ctx, userKey{}, user)
}

// UserFrom returns the user of a context, or nil.
func UserFrom(ctx context.Context) User {
	user, _ := ctx.Value(userKey{}).(User)
	return user
}
