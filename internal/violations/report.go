package violations

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// An Answer is what a model reads of a violation.
type Answer struct {
	Violation
	// Text is the text of the refusal; "" if the arguments were accepted.
	Text string
}

// longest is how much of arguments is written.
const longest = 300

// Report writes the answers of tools, as it is kept under version control: Markdown, a section for
// each tool and violation.
type Report struct {
	b bytes.Buffer
}

// Tool writes the answers of one tool.
func (r *Report) Tool(name string, answers []Answer) {
	if r.b.Len() == 0 {
		r.b.WriteString("What a model reads when the arguments of a call break one thing of the inputSchema.\n")
	}
	fmt.Fprintf(&r.b, "\n# %s\n", name)
	if len(answers) == 0 {
		r.b.WriteString("\nThe inputSchema has nothing that could be broken.\n")
	}
	for _, a := range answers {
		fmt.Fprintf(&r.b, "\n## %s: %s\n\n    %s\n\n", a.Path, a.Keyword, shortened(a.Arguments))
		if a.Text == "" {
			r.b.WriteString("The arguments are accepted.\n")
			continue
		}
		for line := range strings.SplitSeq(strings.TrimRight(a.Text, "\n"), "\n") {
			if line = strings.TrimRight(line, " \t\r"); line == "" {
				r.b.WriteString(">\n")
				continue
			}
			r.b.WriteString("> " + line + "\n")
		}
	}
}

// Bytes returns what was written.
func (r *Report) Bytes() []byte { return r.b.Bytes() }

func shortened(arguments json.RawMessage) string {
	text := string(arguments)
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest/2], "") + fmt.Sprintf(" … (%d bytes) … ", len(text)) + strings.ToValidUTF8(text[len(text)-longest/4:], "")
}
