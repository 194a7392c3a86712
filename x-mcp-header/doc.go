// Package xmcpheader implements the x-mcp-header annotations of MCP 2026-07-28: tool
// parameters that a client mirrors into HTTP headers, so that gateways can route and check
// a call without reading its body (specification, basic/transports/streamable-http, "Custom
// Headers from Tool Parameters").
//
// [Bindings] reads the annotations of a tool's inputSchema and reports every one that
// breaks a rule of the specification. [Check] holds the headers of a request against its
// arguments; [CheckMethod] and [CheckName] do the same for Mcp-Method and Mcp-Name.
// [Middleware] does all of it in front of any http.Handler, and [ReadTools] has the bindings
// of tools whose definitions are given as JSON, so that a gateway can check in front of a
// server in any language. [Transport] is the client's side: it sets the headers for a client
// that does not, and drops tools with invalid annotations from lists, as [FilterTools] does.
// [Encode] and [Decode] are the form of a value in a header.
//
// The package is of use without the rest of the module.
package xmcpheader
