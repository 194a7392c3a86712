//go:build race

package handler_test

// The race detector allocates, too.
const maxAllocations = 40
