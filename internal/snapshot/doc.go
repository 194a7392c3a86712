// Package snapshot writes the tools of a server in one canonical form, and says what a
// change from one snapshot to another means for those who use the tools.
package snapshot
