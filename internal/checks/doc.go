// Package checks holds the repository to its own rules: sizes, imports, silence, comments,
// names, modules and dependencies. It has nothing but tests. Each check also runs on a
// small broken tree in testdata, so that it is known to find what it is for.
package checks
