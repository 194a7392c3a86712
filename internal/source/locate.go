package source

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Locate returns the file and the line, from 1, where a part of a tool stands in what ReadFile
// reads; pointer leads to it within the tool, or to what is nearest. The line is 0 if it is
// not known, for instance in a git revision, whose lines may not be those of today.
func Locate(name, tool, pointer string) (file string, line int) {
	if spec, ok := strings.CutPrefix(name, gitPrefix); ok {
		if _, path, ok := strings.Cut(spec, ":"); ok {
			return strings.TrimPrefix(path, "./"), 0
		}
		return name, 0
	}
	files, err := readTexts(context.Background(), name)
	if err != nil {
		return name, 0
	}
	for _, f := range files {
		if prefix, ok := find(f.text, tool); ok {
			return filepath.ToSlash(f.name), lineOf(f.text, prefix+pointer)
		}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return filepath.ToSlash(name), 0
	}
	return filepath.ToSlash(name), 1 // a tool that is new stands nowhere
}

// find returns the pointer to a tool in any of the forms that ReadFile reads.
func find(text []byte, tool string) (pointer string, ok bool) {
	type named struct {
		Name string `json:"name"`
	}
	var list []named
	var file struct {
		named
		Tools  []named `json:"tools"`
		Result struct {
			Tools []named `json:"tools"`
		} `json:"result"`
	}
	prefix := ""
	if json.Unmarshal(text, &list) != nil {
		if json.Unmarshal(text, &file) != nil {
			return "", false
		}
		switch {
		case file.Tools != nil:
			list, prefix = file.Tools, "/tools"
		case file.Result.Tools != nil:
			list, prefix = file.Result.Tools, "/result/tools"
		default:
			return "", file.Name == tool
		}
	}
	for i, t := range list {
		if t.Name == tool {
			return prefix + "/" + strconv.Itoa(i), true
		}
	}
	return "", false
}

// lineOf returns the line of the value that a pointer leads to, or of the innermost one on
// the way that is there.
func lineOf(text []byte, pointer string) int {
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	best, offset := -1, int64(0)
	for {
		token, err := dec.ReadToken()
		if err != nil {
			break
		}
		if kind := token.Kind(); kind == '}' || kind == ']' {
			continue
		}
		at := string(dec.StackPointer())
		if (at == pointer || strings.HasPrefix(pointer, at+"/")) && len(at) > best {
			best, offset = len(at), dec.InputOffset()
		}
	}
	return bytes.Count(text[:offset], []byte("\n")) + 1
}
