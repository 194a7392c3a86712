// Package keyvalue reads arguments that a person typed as key=value, each with the type that the
// schema of the tool gives it.
package keyvalue
