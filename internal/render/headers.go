package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/typedmcp/toolkit/internal/gateway"
)

// noHeaders is said of a server that has none.
const noHeaders = "No tool has a parameter that is mirrored into a header.\n"

// Headers writes headers as a table for a person at a terminal, and below it who reads them, what
// to know besides, and which tools clients drop.
func Headers(w io.Writer, found *gateway.Headers) error {
	var b strings.Builder
	rows := [][]string{{"HEADER", "TOOL", "PARAMETER", "TYPE", "SAMPLE"}}
	for _, h := range found.Headers {
		rows = append(rows, []string{oneLine(h.Header), oneLine(h.Tool), oneLine(h.Parameter), typeOf(h), sampleOf(h)})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], textWidth(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(pad(cell, widths[i]) + strings.Repeat(" ", gap))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if len(found.Headers) == 0 {
		b.Reset()
		b.WriteString(noHeaders)
	}
	for i, line := range remarks(found) {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(line.subject + ": " + line.text + ".\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// HeadersMarkdown writes headers for a page or a comment.
func HeadersMarkdown(w io.Writer, found *gateway.Headers) error {
	var b strings.Builder
	if len(found.Headers) == 0 {
		b.WriteString(noHeaders)
	} else {
		b.WriteString("| header | tool | parameter | type | sample |\n| --- | --- | --- | --- | --- |\n")
	}
	for _, h := range found.Headers {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", tableCode(h.Header), tableCode(h.Tool), tableCode(h.Parameter), typeOf(h), tableCode(sampleOf(h)))
	}
	for i, line := range remarks(found) {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- %s: %s.\n", markdownCode(line.subject), markdownText(line.text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tableCode writes a text as code in a cell of a table.
func tableCode(text string) string { return strings.ReplaceAll(markdownCode(text), "|", `\|`) }

func typeOf(h gateway.Header) string {
	if h.Required {
		return h.Type
	}
	return h.Type + ", optional"
}

func sampleOf(h gateway.Header) string {
	switch {
	case h.Sample == nil:
		return "-"
	case *h.Sample == "":
		return `""`
	}
	return oneLine(*h.Sample)
}

// A remark is a sentence about a header or a tool.
type remark struct{ subject, text string }

// remarks returns what does not fit into the table. What is said of several tools with one header is
// said once.
func remarks(found *gateway.Headers) (all []remark) {
	said := map[remark]bool{}
	say := func(subject, text string) {
		line := remark{oneLine(subject), wholeLine(text)}
		if !said[line] {
			said[line] = true
			all = append(all, line)
		}
	}
	for _, h := range found.Headers {
		say(h.Header, "can be read by "+h.Readers)
		for _, note := range h.Notes {
			say(h.Header, note)
		}
	}
	for _, dropped := range found.Dropped {
		say(dropped.Tool, "clients drop the tool: "+dropped.Problem)
	}
	return all
}
