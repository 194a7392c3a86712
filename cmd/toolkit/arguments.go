package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/typedmcp/toolkit/internal/keyvalue"
	"github.com/typedmcp/toolkit/internal/source"
)

// argumentFlags are the arguments of a call.
type argumentFlags struct {
	Stdin     bool     `help:"Read the arguments from stdin, a JSON object; those of the command line are laid over it."`
	Arguments []string `arg:"" optional:"" sep:"none" help:"The arguments: key=value, as often as needed, or one JSON object. - reads that from stdin, @FILE from a file."`
}

// givenArguments are arguments as they were given.
type givenArguments struct {
	object json.RawMessage
	// words are key=value, which need a schema to be read.
	words []string
}

// given reads the arguments of a command line and checks them before a server is bothered.
func (f *argumentFlags) given(stdin io.Reader) (givenArguments, error) {
	given := givenArguments{object: json.RawMessage("{}"), words: f.Arguments}
	text := ""
	if f.Stdin {
		text = "-"
	}
	if len(f.Arguments) > 0 && isObject(f.Arguments[0]) {
		if f.Stdin {
			return given, errors.New("both --stdin and a JSON object are given; with --stdin, lay key=value over what stdin has")
		}
		text, given.words = f.Arguments[0], f.Arguments[1:]
	}
	if err := keyvalue.Check(given.words); err != nil {
		return given, err
	}
	if text == "" {
		return given, nil
	}
	var err error
	given.object, err = readArguments(text, stdin)
	return given, err
}

// isObject reports whether a word stands for a JSON object, and is not key=value.
func isObject(word string) bool {
	key, _, ok := strings.Cut(word, "=")
	return !ok || key == "" || strings.ContainsAny(key[:1], "-@{[\"")
}

// typed gives the words the types that the schema of a tool says.
func (g givenArguments) typed(tool *source.Tool) (json.RawMessage, error) {
	if len(g.words) == 0 {
		return g.object, nil
	}
	var definition struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal(tool.Raw, &definition); err != nil {
		return nil, err
	}
	arguments, err := keyvalue.Read(definition.InputSchema, g.object, g.words)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tool.Name, err)
	}
	return arguments, nil
}

// readArguments reads a JSON object: from stdin if it is -, from a file if it begins with @.
func readArguments(given string, stdin io.Reader) (json.RawMessage, error) {
	text, from := []byte(given), "the arguments"
	var err error
	switch {
	case given == "-":
		from = "stdin"
		if text, err = io.ReadAll(stdin); err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
	case strings.HasPrefix(given, "@"):
		from = given[1:]
		if text, err = os.ReadFile(from); err != nil {
			return nil, err
		}
	}
	value := jsontext.Value(bytes.TrimSpace(text))
	if len(value) == 0 {
		return nil, fmt.Errorf("%s: there is nothing; no arguments are written {}", from)
	}
	if err := value.Compact(jsontext.AllowDuplicateNames(true)); err != nil {
		if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			offset := int64(len(text)-len(bytes.TrimLeft(text, " \t\r\n"))) + syntactic.ByteOffset
			return nil, fmt.Errorf("%s: not valid JSON at %s: %w", from, position(text, offset), syntactic.Err)
		}
		return nil, fmt.Errorf("%s: not valid JSON: %w", from, err)
	}
	if value.Kind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf(`%s: not a JSON object, such as {"query":"login"}`, from)
	}
	return json.RawMessage(value), nil
}

// position names a place in a text: the line, if there are several, and the character.
func position(text []byte, offset int64) string {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.LastIndexByte(before, '\n') + 1
	column := utf8.RuneCount(before[line:]) + 1
	if !bytes.Contains(bytes.TrimSpace(text), []byte("\n")) {
		return fmt.Sprintf("character %d", column)
	}
	return fmt.Sprintf("line %d, character %d", bytes.Count(before, []byte("\n"))+1, column)
}
