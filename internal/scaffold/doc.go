// Package scaffold writes a Go program with this library from the tool definitions of any
// server: a struct for each tool's arguments, with the tags that make the same inputSchema,
// a function to be filled in for each tool, and a main.
package scaffold
