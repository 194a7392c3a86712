//go:build !race

package stateless

const readAllocations = 0
