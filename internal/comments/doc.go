// Package comments reads the comments of struct fields from Go source and writes methods
// that hold them, so that they can be the descriptions of parameters at run time.
package comments
