//go:build !race

package handler_test

const maxAllocations = 9
