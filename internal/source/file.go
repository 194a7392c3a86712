package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// gitPrefix begins the name of a file in a git revision: git:main:tools.json.
const gitPrefix = "git:"

// ReadFile returns the tools in a file: a snapshot, a tools/list result, the JSON-RPC
// response with one, or the list alone. name is a path, or git:REVISION:PATH as git itself
// writes it: PATH begins at the root of the repository, and at the current folder if it
// begins with "./". A folder stands for all its .json files, each with one tool or more.
func ReadFile(ctx context.Context, name string) ([]Tool, error) {
	files, err := readTexts(ctx, name)
	if err != nil {
		return nil, err
	}
	var tools []Tool
	for _, file := range files {
		found, err := parseTools(file.text)
		if err != nil {
			return nil, fmt.Errorf("%s: not a tools/list result: %w", file.name, err)
		}
		tools = append(tools, found...)
	}
	return tools, nil
}

// A textFile is a file that was read.
type textFile struct {
	name string
	text []byte
}

// readTexts reads one file, or those of a folder.
func readTexts(ctx context.Context, name string) ([]textFile, error) {
	if spec, ok := strings.CutPrefix(name, gitPrefix); ok {
		return readGit(ctx, spec)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	names := []string{name}
	if info.IsDir() {
		if names, err = filepath.Glob(filepath.Join(name, "*.json")); err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("the folder %s has no .json files", name)
		}
	}
	files := make([]textFile, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[i] = textFile{name, text}
	}
	return files, nil
}

// readGit reads a file, or those of a folder, from a revision.
func readGit(ctx context.Context, spec string) ([]textFile, error) {
	revision, file, ok := strings.Cut(spec, ":")
	if !ok || revision == "" || file == "" || strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("%q does not name a file in a revision, such as git:main:tools.json", gitPrefix+spec)
	}
	kind, err := git(ctx, "cat-file", "-t", spec)
	if err != nil {
		return nil, err
	}
	names := []string{spec}
	if string(bytes.TrimSpace(kind)) == "tree" {
		list, err := git(ctx, "ls-tree", "--full-tree", "--name-only", spec)
		if err != nil {
			return nil, err
		}
		names = nil
		for name := range strings.Lines(string(list)) {
			if name = strings.TrimSpace(name); path.Ext(name) == ".json" {
				names = append(names, strings.TrimSuffix(spec, "/")+"/"+name)
			}
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("the folder %s%s has no .json files", gitPrefix, spec)
		}
	}
	files := make([]textFile, len(names))
	for i, name := range names {
		text, err := git(ctx, "cat-file", "blob", name)
		if err != nil {
			return nil, err
		}
		files[i] = textFile{gitPrefix + name, text}
	}
	return files, nil
}

// git runs git in the current folder.
func git(ctx context.Context, arguments ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", arguments...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("reading a revision needs git, and there is no such program in $PATH")
	}
	if text := strings.TrimSpace(stderr.String()); text != "" {
		return nil, fmt.Errorf("git says: %s", strings.TrimPrefix(text, "fatal: "))
	}
	return nil, fmt.Errorf("git %s: %w", arguments[0], err)
}

// parseTools reads tools from any of the forms that ReadFile names.
func parseTools(text []byte) ([]Tool, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // a byte order mark
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil {
		var file struct {
			Name   string            `json:"name"`
			Tools  []json.RawMessage `json:"tools"`
			Result *struct {
				Tools []json.RawMessage `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal(text, &file); err != nil {
			return nil, err
		}
		switch {
		case file.Tools != nil:
			list = file.Tools
		case file.Result != nil && file.Result.Tools != nil:
			list = file.Result.Tools
		case file.Name != "":
			list = []json.RawMessage{text}
		default:
			return nil, errors.New(`there is no "tools" in it`)
		}
	}
	return toolsOf(list)
}

// toolsOf reads the tools of a list.
func toolsOf(list []json.RawMessage) ([]Tool, error) {
	tools := make([]Tool, 0, len(list))
	for i, raw := range list {
		tool := new(mcp.Tool)
		if string(raw) == "null" {
			return nil, fmt.Errorf("its tool %d is null", i+1)
		}
		if err := json.Unmarshal(raw, tool); err != nil {
			if slip, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
				return nil, fmt.Errorf("its tool %d: %s cannot be a %s", i+1, slip.Field, slip.Value)
			}
			return nil, fmt.Errorf("its tool %d: %w", i+1, err)
		}
		tools = append(tools, Tool{Tool: tool, Raw: raw})
	}
	return tools, nil
}
