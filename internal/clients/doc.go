// Package clients knows which MCP clients, and which model interfaces behind them, refuse
// or change which parts of a tool. Every entry of its table was reported in public, and
// says where.
package clients
