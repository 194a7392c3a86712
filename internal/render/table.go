package render

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// descriptionWidth is how many characters of a description a table shows.
const descriptionWidth = 70

// Tools writes tools as a table: name, hints, title and the first line of the description.
func Tools(w io.Writer, tools []*mcp.Tool) error {
	if len(tools) == 0 {
		_, err := fmt.Fprintln(w, "The server has no tools.")
		return err
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	if _, err := fmt.Fprintln(table, "NAME\tHINTS\tTITLE\tDESCRIPTION"); err != nil {
		return err
	}
	for _, tool := range tools {
		_, err := fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", oneLine(tool.Name), hints(tool.Annotations), clip(oneLine(title(tool)), 30),
			clip(oneLine(tool.Description), descriptionWidth))
		if err != nil {
			return err
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// title returns the display name, if it is another than the name.
func title(tool *mcp.Tool) string {
	if tool.Title != "" {
		return tool.Title
	}
	if tool.Annotations != nil {
		return tool.Annotations.Title
	}
	return ""
}

// hints says in a word or two what the annotations say.
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
