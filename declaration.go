package toolkit

import (
	"fmt"
	"runtime"
	"strings"
)

// A Declaration says where in the Go code something of a tool was declared. It is for tests,
// linters and the like that point to what is to be changed.
type Declaration struct {
	// File is where Register or Add was called, as the compiler knows the file.
	File string
	// Line is the line of the call.
	Line int
	// Field is the Go field, with its type and the way through embedded structs:
	// "main.SearchArgs.Limit". It is "" for what is no parameter or member of a result.
	Field string
	// Type is the type of the field: "*int". It is "" where Field is.
	Type string
}

// String returns "tools.go:42, main.SearchArgs.Limit int".
func (d Declaration) String() string {
	text := fmt.Sprintf("%s:%d", d.File, d.Line)
	if d.Field != "" {
		text += ", " + d.Field + " " + d.Type
	}
	return text
}

// Declaration returns where a part of a tool was declared. path is a JSON Pointer (RFC 6901) into the
// tool as [Toolkit.Tools] returns it, such as /inputSchema/properties/limit/maximum; "" is
// the tool as a whole. ok is false if there is no tool of this name.
func (tk *Toolkit) Declaration(tool, path string) (declaration Declaration, ok bool) {
	e := tk.tools.Load().find(tool)
	if e == nil {
		return Declaration{}, false
	}
	frame, _ := runtime.CallersFrames([]uintptr{e.registered}).Next()
	declaration = Declaration{File: frame.File, Line: frame.Line}
	if pointer, in := strings.CutPrefix(path, "/inputSchema"); in {
		field := e.handler.GoField(pointer)
		declaration.Field, declaration.Type = field.Name, field.Type
	}
	if pointer, in := strings.CutPrefix(path, "/outputSchema"); in {
		field := e.handler.ResultGoField(pointer)
		declaration.Field, declaration.Type = field.Name, field.Type
	}
	return declaration, true
}

// callSite returns where the function that calls it was called.
func callSite() uintptr {
	var at [1]uintptr
	runtime.Callers(3, at[:])
	return at[0]
}
