package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/typedmcp/toolkit/internal/snapshot"
)

// Changes are the differences of two snapshots, to be written in one format or another.
type Changes struct {
	Old, New *snapshot.Snapshot
	Changes  []snapshot.Change
	// OldName and NewName say where the snapshots come from.
	OldName, NewName string
	// FailOn is the class from which on a change is a failure.
	FailOn snapshot.Class
	// Color makes classes and differences coloured.
	Color bool
	// NoDiff leaves the differences of the definitions out.
	NoDiff bool
	// AboutTool and AboutChange say more about a tool and a change in a text, such as where it is
	// declared; nil says nothing.
	AboutTool   func(tool string) string
	AboutChange func(snapshot.Change) string
}

// Text writes the changes for a person at a terminal: tool by tool, in words and as a
// difference of the definitions.
func (c *Changes) Text(w io.Writer) error {
	var b strings.Builder
	b.WriteString(c.summary() + "\n")
	for _, group := range c.byTool() {
		b.WriteString("\n" + Clean(group.tool))
		if c.AboutTool != nil {
			b.WriteString(after(", ", c.AboutTool(group.tool)))
		}
		b.WriteByte('\n')
		for _, change := range group.changes {
			fmt.Fprintf(&b, "  %s %s\n", c.paint(change.Class, pad(string(change.Class), len(snapshot.OutputBreaking))), sentence(change))
			if c.AboutChange != nil {
				b.WriteString(after(strings.Repeat(" ", len(snapshot.OutputBreaking)+3), c.AboutChange(change), "\n"))
			}
		}
		if text := c.diff(group.tool); text != "" {
			b.WriteString("\n" + c.paintDiff(indent(text)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// after returns a text with what goes before and after it, or "" if there is none.
func after(before, text string, end ...string) string {
	if text == "" {
		return ""
	}
	return before + text + strings.Join(end, "")
}

// Markdown writes the changes for a comment on a pull request.
func (c *Changes) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString(markdownText(c.summary()) + "\n")
	for _, group := range c.byTool() {
		fmt.Fprintf(&b, "\n### %s\n\n", markdownText(group.tool))
		for _, change := range group.changes {
			path := ""
			if change.Path != "" {
				path = markdownCode(change.Path) + ": "
			}
			fmt.Fprintf(&b, "- **%s** %s%s\n", change.Class, path, markdownText(change.Message))
		}
		if text := c.diff(group.tool); text != "" {
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			fmt.Fprintf(&b, "\n<details><summary>Difference</summary>\n\n%sdiff\n%s%s\n\n</details>\n", fence, text, fence)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the changes for programs.
func (c *Changes) JSON(w io.Writer) error {
	changes := c.Changes
	if changes == nil {
		changes = []snapshot.Change{}
	}
	return Document(w, map[string]any{"changes": changes})
}

// Document writes a value as indented JSON that no terminal obeys.
func Document(w io.Writer, value any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON([]byte(b.String())))
	return err
}

// GitHub writes the changes as commands that a GitHub Actions runner turns into annotations
// of the pull request. locate says where a change stands in the file of the old snapshot.
func (c *Changes) GitHub(w io.Writer, locate func(snapshot.Change) (file string, line int)) error {
	var b strings.Builder
	for _, change := range c.Changes {
		level := "notice"
		switch {
		case change.Class.IsAtLeast(c.FailOn):
			level = "error"
		case change.Class != snapshot.Harmless:
			level = "warning"
		}
		file, line := locate(change)
		Annotation(&b, level, file, line, fmt.Sprintf("%s: %s", change.Class, change.Tool), sentence(change))
	}
	b.WriteString(c.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Annotation writes one command of a GitHub Actions runner. A line of 0 is left out.
func Annotation(b *strings.Builder, level, file string, line int, title, message string) {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(b, "::%s ", level)
	if file != "" {
		fmt.Fprintf(b, "file=%s,", property.Replace(Clean(file)))
	}
	if line > 0 {
		fmt.Fprintf(b, "line=%d,", line)
	}
	fmt.Fprintf(b, "title=%s::%s\n", property.Replace(Clean(title)), escape.Replace(Clean(message)))
}

// summary says in a line what has changed.
func (c *Changes) summary() string {
	where := fmt.Sprintf("from %s to %s", oneLine(c.OldName), oneLine(c.NewName))
	if len(c.Changes) == 0 {
		return "No changes " + where + "."
	}
	return fmt.Sprintf("%s in %s %s; the worst is %s.", counted(len(c.Changes), "change"), counted(len(c.byTool()), "tool"), where, snapshot.Worst(c.Changes))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// sentence is a change on one line, without its class.
func sentence(change snapshot.Change) string {
	text := oneLine(change.Message)
	if change.Path == "" {
		return text
	}
	return oneLine(change.Path) + ": " + text
}

// A toolChanges is what has changed of one tool.
type toolChanges struct {
	tool    string
	changes []snapshot.Change
}

func (c *Changes) byTool() []toolChanges {
	var groups []toolChanges
	for _, change := range c.Changes {
		if n := len(groups); n == 0 || groups[n-1].tool != change.Tool {
			groups = append(groups, toolChanges{tool: change.Tool})
		}
		last := &groups[len(groups)-1]
		last.changes = append(last.changes, change)
	}
	return groups
}

// diff returns the difference of a tool's definitions, or "" if it is there on one side only.
func (c *Changes) diff(tool string) string {
	before, after := c.Old.Find(tool), c.New.Find(tool)
	if c.NoDiff || before == nil || after == nil {
		return ""
	}
	text := string(diff.Diff("old", before.JSON(), "new", after.JSON()))
	for range 3 { // the names of the files
		_, text, _ = strings.Cut(text, "\n")
	}
	return Clean(text)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}

const (
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

func (c *Changes) paint(class snapshot.Class, text string) string {
	switch {
	case !c.Color || class == snapshot.Harmless:
		return text
	case class.IsAtLeast(c.FailOn):
		return red + text + reset
	}
	return yellow + text + reset
}

func (c *Changes) paintDiff(text string) string {
	if !c.Color {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		color := ""
		switch sign := strings.TrimLeft(line, " "); {
		case strings.HasPrefix(line, "    -") && strings.HasPrefix(sign, "-"):
			color = red
		case strings.HasPrefix(line, "    +") && strings.HasPrefix(sign, "+"):
			color = green
		}
		if color == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(color + strings.TrimSuffix(line, "\n") + reset + "\n")
	}
	return b.String()
}

// markdownText escapes what Markdown would obey in a line of text.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "#", `\#`, "~", `\~`, "&", `\&`).Replace(oneLine(text))
}

// markdownCode writes a text as code on one line.
func markdownCode(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + oneLine(text) + " " + fence
	}
	return fence + oneLine(text) + fence
}
