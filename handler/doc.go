// Package handler compiles one typed function into a tool's call: JSON arguments
// in, a result of the Model Context Protocol out.
//
// A call goes through the files of this package in one line:
//
//	handler.go   the bytes come in
//	decode.go    one pass checks and decodes them (object.go, list.go, leaf.go, rules.go)
//	repair.go    only if that failed: what is clear is repaired, and decoded again
//	diagnose.go  only if that failed too: every problem is listed
//	run.go       the function runs, with timeout and recovery
//	outcome.go   its result becomes content and structured content
//
// Package toolkit does all this for its users; import this package to build a
// server of your own.
package handler
