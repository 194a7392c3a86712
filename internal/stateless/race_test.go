//go:build race

package stateless

// The race detector makes pools forget.
const readAllocations = 5
