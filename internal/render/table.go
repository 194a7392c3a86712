package render

import (
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxName        = 40 // a longer name is not cut, but moves the rest of its line
	maxTitle       = 30
	minDescription = 30 // however narrow the terminal is
	gap            = 2
)

// Tools writes tools as a table of at most width columns, if the names allow it: the name,
// the title, the hints, and the first line of the description. The display name is the
// title, or else annotations.title.
func Tools(w io.Writer, tools []*mcp.Tool, width int) error {
	if len(tools) == 0 {
		_, err := io.WriteString(w, "The server has no tools.\n")
		return err
	}
	rows := [][]string{{"NAME", "TITLE", "HINTS", "DESCRIPTION"}}
	for _, tool := range tools {
		rows = append(rows, []string{oneLine(tool.Name), Clip(oneLine(title(tool)), maxTitle), hints(tool.Annotations), oneLine(tool.Description)})
	}
	widths := make([]int, 3)
	for _, row := range rows {
		for i := range widths {
			if n := textWidth(row[i]); i > 0 || n <= maxName {
				widths[i] = max(widths[i], n)
			}
		}
	}
	rest := max(minDescription, width-widths[0]-widths[1]-widths[2]-3*gap)
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, n := range widths {
			line.WriteString(pad(row[i], n) + strings.Repeat(" ", gap))
		}
		line.WriteString(Clip(row[3], rest))
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// title returns the display name, if the tool has one.
func title(tool *mcp.Tool) string {
	if tool.Title != "" {
		return tool.Title
	}
	if tool.Annotations != nil {
		return tool.Annotations.Title
	}
	return ""
}

// hints says in a word or two what the annotations say, with the protocol's defaults for
// those that are missing. A tool without annotations says nothing.
func hints(a *mcp.ToolAnnotations) string {
	if a == nil {
		return "-"
	}
	var words []string
	switch {
	case a.ReadOnlyHint:
		words = append(words, "reads")
	case a.DestructiveHint != nil && !*a.DestructiveHint:
		words = append(words, "adds")
	default:
		words = append(words, "changes")
	}
	if a.IdempotentHint && !a.ReadOnlyHint {
		words = append(words, "idempotent")
	}
	if a.OpenWorldHint != nil && !*a.OpenWorldHint {
		words = append(words, "closed")
	}
	return strings.Join(words, " ")
}
