// Package gateway says what a gateway in front of an MCP server can decide by without reading
// bodies: which parameters of which tools stand in headers (x-mcp-header), in which form, and who
// can read them there. It writes configurations that route by one of them, for nginx, Envoy and
// the Gateway API of Kubernetes.
package gateway
