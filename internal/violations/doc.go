// Package violations makes arguments that break one thing of a JSON Schema each, to see how a
// server answers them.
package violations
