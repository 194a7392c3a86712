// Package clients holds the tests that run real MCP clients: the official Go SDK's client, the
// TypeScript SDK 1.x and 2.x, and the command lines of two MCP Inspectors. They meet the tracker,
// a server whose results need care with older clients (shapes), and one for what clients do
// besides plain calls (workshop). Their versions are pinned in package-lock.json of the
// examples; the tests install them into node_modules.
package clients
