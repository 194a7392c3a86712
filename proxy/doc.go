// Package proxy offers the tools of a remote MCP server as tools of a toolkit, under a prefix.
//
// The list is kept as fresh as the remote server asks for: it is read again when its ttlMs is
// over, and when the server says that it has changed. Arguments are checked against the schema
// that the remote server advertises before they are sent; results, progress, questions to the user
// and protocol errors pass through.
package proxy
