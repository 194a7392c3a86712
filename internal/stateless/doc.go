// Package stateless is the HTTP endpoint of MCP 2026-07-28 for tools. It reads each message
// once, checks it against the headers, and answers tools/call and tools/list by itself:
// arguments are a part of the body, a result is appended to one buffer, the list is encoded
// once for each set of tools. All other requests go on to handlers of the official SDK.
package stateless
