// Package reflect turns a Go type into a JSON Schema and a [Shape].
//
// [Describe] walks over the type once. The schema tells a model what to send or
// what it will get; the shape tells package handler how to decode it and what to
// check. Both come from the same walk over the same struct tags, so what is
// advertised is what is enforced.
//
// The tags are json, description, title, enum, default, examples, format, pattern,
// deprecated, secret, nullable, required, x-mcp-header, handle, validate (the rules of
// go-playground/validator) and jsonschema (as invopop/jsonschema reads it). They are
// read by one scanner. Whatever is wrong with them is a [TagError] at registration,
// never a loss in silence and never a panic at the first call.
//
// Import the package under the name toolreflect, so that it does not hide the
// standard one:
//
//	import toolreflect "github.com/typedmcp/toolkit/reflect"
//
// It exports no name that the standard package has; a mixed-up import does not
// compile.
package reflect
