// Package bench compares the toolkit with its peers: the official SDK, mcp-go, and a plain
// net/http handler, on the same work in the same run. It is a module of its own, so that the
// peers are no dependency of the toolkit.
package bench
