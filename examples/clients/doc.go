// Package clients holds the tests that run real MCP clients against the tracker, and
// against a server whose tools need care with older ones: the official Go SDK's client, the
// TypeScript SDK 1.x and 2.x, and the command lines of two MCP Inspectors. Their versions
// are pinned in package-lock.json of the examples; the tests install them into node_modules.
package clients
