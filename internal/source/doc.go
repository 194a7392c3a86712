// Package source reaches the MCP server that a command line names: a process to start
// and talk to over stdio, or the URL of one that serves Streamable HTTP.
package source
