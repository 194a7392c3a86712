// Package source reaches the MCP server that a command line names: a process to start
// and talk to over stdio, or the URL of one that serves Streamable HTTP. Errors say which
// server is meant and what can be done, as far as that is known.
package source
