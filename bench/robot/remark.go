package robot

import (
	"regexp"
	"strconv"
	"strings"
)

// A remark is what a text says about one place in the arguments.
type remark struct {
	path  []string // names and indexes; anyStep where the text does not say which
	words string
}

// anyStep stands for every item of a list or every member of a map.
const anyStep = "*"

// What a text says about names, in the words that the robot acts on.
const (
	wordsMissing = "required but missing"
	wordsUnknown = "unknown parameter"
)

// read returns the remarks of a text, in its order. It knows how three libraries write
// where something is wrong: items[1].qty, /items/1/qty, and the place in the schema.
// What follows the list of problems, such as corrected arguments, is not read.
func read(text string) []remark {
	var list []remark
	text, _, _ = strings.Cut(text, "\n\n")
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "- "):
			if path, words, ok := dotted(line[2:]); ok {
				list = append(list, remark{path, words})
			}
		case strings.Contains(line, "validating "):
			list = append(list, schemaPlace(line)...)
		default:
			list = append(list, pointers(line)...)
		}
	}
	return list
}

// dotted reads `items[1].qty: must be at least 1`.
func dotted(line string) (path []string, words string, ok bool) {
	rest := line
	for {
		switch {
		case strings.HasPrefix(rest, ": "):
			if len(path) == 1 && path[0] == "arguments" {
				path = nil
			}
			return path, rest[2:], true
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, "", false
			}
			name, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, "", false
			}
			path, rest = append(path, name), rest[len(quoted)+2:]
		case strings.HasPrefix(rest, "["):
			index, after, found := strings.Cut(rest[1:], "]")
			if !found {
				return nil, "", false
			}
			path, rest = append(path, index), after
		default:
			rest = strings.TrimPrefix(rest, ".")
			n := strings.IndexAny(rest, ".[: ")
			if n <= 0 {
				return nil, "", false
			}
			path, rest = append(path, rest[:n]), rest[n:]
		}
	}
}

var pointerPart = regexp.MustCompile(`(?:^|; |: )(<root>|/[^\s:;]*): `)

// pointers reads `/items/1/qty: minimum: got 0, want 1; <root>: missing property 'query'`.
func pointers(line string) []remark {
	var list []remark
	found := pointerPart.FindAllStringSubmatchIndex(line, -1)
	for i, at := range found {
		end := len(line)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		var path []string
		if pointer := line[at[2]:at[3]]; pointer != "<root>" {
			for step := range strings.SplitSeq(pointer[1:], "/") {
				path = append(path, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
			}
		}
		list = append(list, named(path, line[at[1]:end])...)
	}
	return list
}

var validating = regexp.MustCompile(`validating (\S+): `)

// schemaPlace reads `validating /properties/items: validating /properties/items/items: …`.
func schemaPlace(line string) []remark {
	var base, path []string
	at := validating.FindAllStringSubmatchIndex(line, -1)
	for _, m := range at {
		steps := strings.Split(line[m[2]:m[3]], "/")
		if len(steps) < 2 {
			continue
		}
		steps = steps[1:]
		inDefinition := steps[0] == "$defs" && len(steps) > 1
		if inDefinition {
			if len(steps) == 2 {
				base = path
			}
			steps = steps[2:]
		}
		path = append([]string(nil), base...)
		for i := 0; i < len(steps); i++ {
			switch steps[i] {
			case "properties":
				if i++; i < len(steps) {
					path = append(path, steps[i])
				}
			case "items", "additionalProperties":
				path = append(path, anyStep)
			}
		}
	}
	return named(path, line[at[len(at)-1][1]:])
}

var (
	missingNames = regexp.MustCompile(`missing propert\w*:? (.*)|^properties (.*) required, if`)
	unknownNames = regexp.MustCompile(`additional propert\w* (.*)`)
	quotedName   = regexp.MustCompile(`'([^']*)'|"([^"]*)"`)
)

// named makes remarks about members out of one about the object around them.
func named(path []string, words string) []remark {
	about := func(names, words string) []remark {
		var list []remark
		for _, m := range quotedName.FindAllStringSubmatch(names, -1) {
			list = append(list, remark{append(append([]string(nil), path...), m[1]+m[2]), words})
		}
		return list
	}
	if m := missingNames.FindStringSubmatch(words); m != nil {
		return about(m[1]+m[2], wordsMissing)
	}
	if m := unknownNames.FindStringSubmatch(words); m != nil {
		return about(m[1], wordsUnknown)
	}
	return []remark{{path, words}}
}
