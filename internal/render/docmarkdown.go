package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/typedmcp/toolkit/internal/docpage"
)

// wordedBy is said below the refusals of a page.
const wordedBy = "Refusals are worded as servers built with the toolkit library word them; other servers have words of their own."

// PageMarkdown writes a page as Markdown that GitHub and other readers of CommonMark with tables
// show. Nothing in a definition is taken for Markdown or HTML.
func PageMarkdown(w io.Writer, page *docpage.Page) error {
	var b strings.Builder
	b.WriteString("# " + markdownText(page.Title) + "\n")
	if page.Version != "" {
		b.WriteString("\nVersion " + markdownText(page.Version) + ".\n")
	}
	if page.Instructions != "" {
		b.WriteString("\n" + markdownLines(page.Instructions) + "\n")
	}
	if len(page.Tools) == 0 {
		b.WriteString("\nThe server has no tools.\n")
	}
	headings := make([]string, len(page.Tools))
	for i, t := range page.Tools {
		headings[i] = oneLine(t.Name)
	}
	links := anchors(append([]string{oneLine(page.Title)}, headings...))[1:]
	if len(page.Tools) > 1 {
		b.WriteString("\n")
		for i, t := range page.Tools {
			line := fmt.Sprintf("- [%s](#%s)", markdownCode(headings[i]), links[i])
			if title := oneLine(t.Title); title != "" {
				line += ": " + markdownText(title)
			}
			b.WriteString(line + "\n")
		}
	}
	refused := false
	for i, t := range page.Tools {
		fmt.Fprintf(&b, "\n## %s\n", markdownCode(headings[i]))
		toolMarkdown(&b, t)
		refused = refused || t.Refusal != nil
	}
	if refused {
		b.WriteString("\n---\n\n" + wordedBy + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func toolMarkdown(b *strings.Builder, t docpage.Tool) {
	if title := oneLine(t.Title); title != "" {
		b.WriteString("\n**" + markdownText(title) + "**\n")
	}
	if strings.TrimSpace(Clean(t.Description)) != "" {
		b.WriteString("\n" + markdownLines(t.Description) + "\n")
	}
	if len(t.Hints) > 0 {
		b.WriteString("\nThe tool " + strings.Join(t.Hints, "; ") + ".\n")
	}
	b.WriteString("\n### Parameters\n\n")
	if len(t.Parameters) == 0 {
		b.WriteString("None are described.\n")
	} else {
		tableMarkdown(b, "parameter", t.Parameters)
	}
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString("- " + markdownText(wholeLine(note)) + "\n")
	}
	if len(t.Results) > 0 {
		b.WriteString("\n### Result\n\n")
		tableMarkdown(b, "member", t.Results)
	}
	for _, call := range t.Calls {
		b.WriteString("\nA call")
		if name := oneLine(call.Name); name != "" {
			b.WriteString(", " + markdownText(name))
		}
		b.WriteString(":\n\n" + fenced("json", indented(call.Arguments)))
	}
	if t.Refusal != nil {
		b.WriteString("\nA call that is refused:\n\n" + fenced("json", indented(t.Refusal.Arguments)))
		b.WriteString("\nand what the model reads then:\n\n" + fenced("text", Clean(t.Refusal.Text)))
	}
}

func tableMarkdown(b *strings.Builder, what string, rows []docpage.Row) {
	fmt.Fprintf(b, "| %s | type | | description |\n| --- | --- | --- | --- |\n", what)
	for _, row := range rows {
		required := ""
		if row.Required {
			required = "required"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", tableCode(row.Path), markdownText(row.Type), required, cellMarkdown(row))
	}
}

// cellMarkdown is what is said of a parameter in the last column.
func cellMarkdown(row docpage.Row) string {
	var parts []string
	if row.Form != "" {
		parts = append(parts, "*"+markdownText(row.Form)+"*")
	}
	if strings.TrimSpace(Clean(row.Description)) != "" {
		parts = append(parts, strings.ReplaceAll(markdownLines(row.Description), "\\\n", "<br>"))
	}
	for _, rule := range row.Rules {
		parts = append(parts, markdownText(wholeLine(rule)))
	}
	return strings.ReplaceAll(strings.Join(parts, "<br>"), "\n\n", "<br><br>")
}

// markdownLines writes a text of several lines, each as it is.
func markdownLines(text string) string {
	var b strings.Builder
	blank := true
	for line := range strings.SplitSeq(strings.TrimSpace(Clean(text)), "\n") {
		words := strings.TrimSpace(line)
		switch {
		case words == "" && blank:
			continue
		case words == "":
			b.WriteString("\n\n")
			blank = true
			continue
		case !blank:
			b.WriteString("\\\n")
		}
		blank = false
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " ")
		b.WriteString(strings.Repeat("&nbsp;", len(line)-len(strings.TrimLeft(line, " "))))
		b.WriteString(markdownStart(markdownText(words)))
	}
	return b.String()
}

// markdownStart escapes what would begin a list, a heading or a rule at the start of a line.
func markdownStart(line string) string {
	digits := strings.TrimLeft(line, "0123456789")
	switch {
	case line == "":
		return line
	case strings.ContainsRune("-+=", rune(line[0])):
		return `\` + line
	case digits != line && digits != "" && strings.ContainsRune(".)", rune(digits[0])):
		return line[:len(line)-len(digits)] + `\` + digits
	}
	return line
}

// fenced writes a block of code whose fence does not stand in it.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// indented writes a JSON value for a reader.
func indented(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, value, "", "  ") != nil {
		return string(EscapeJSON(value))
	}
	return string(EscapeJSON(b.Bytes()))
}

// anchors returns the fragments that GitHub and GitLab give to headings, each only once.
func anchors(headings []string) []string {
	taken := map[string]int{}
	links := make([]string, len(headings))
	for i, heading := range headings {
		link := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, heading)
		links[i] = link
		if n := taken[link]; n > 0 {
			links[i] = fmt.Sprintf("%s-%d", link, n)
		}
		taken[link]++
	}
	return links
}
