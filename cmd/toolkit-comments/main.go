// Command toolkit-comments makes the comments of struct fields the descriptions of
// parameters that have no description tag. Put one line into a file of the package:
//
//	//go:generate go run github.com/typedmcp/toolkit/cmd/toolkit-comments
//
// It writes toolkit_comments.go, with a method FieldComments for each struct whose fields
// have json tags and comments. No source is needed at run time. -out names another file.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/typedmcp/toolkit/internal/comments"
)

func main() {
	flags := flag.NewFlagSet("toolkit-comments", flag.ContinueOnError)
	out := flags.String("out", "toolkit_comments.go", "the `FILE` to write")
	if err := flags.Parse(os.Args[1:]); err != nil {
		os.Exit(1)
	}
	source, err := comments.Generate(".", *out)
	if err == nil {
		err = os.WriteFile(*out, source, 0o644) //nolint:gosec // source code is for everybody
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "toolkit-comments:", err)
		os.Exit(1)
	}
}
