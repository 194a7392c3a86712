// Package servers tests the command against public MCP servers as npm has them: whatever they say,
// each verb must cope with.
package servers
