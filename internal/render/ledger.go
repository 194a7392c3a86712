package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Ledger is what definitions cost: their bytes on the wire, and about how many tokens of a
// model's context.
type Ledger struct {
	// Entries are the tools and, below each, its members.
	Entries []LedgerEntry `json:"entries"`
	// Bytes and Tokens are the sums of the tools.
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
	// BytesDelta and TokensDelta are what has come since an earlier list; nil without one.
	BytesDelta  *int `json:"bytesDelta,omitempty"`
	TokensDelta *int `json:"tokensDelta,omitempty"`
}

// A LedgerEntry is one line of a ledger.
type LedgerEntry struct {
	Tool string `json:"tool"`
	// Member is a member of the definition, or a parameter (inputSchema.limit); "" is the tool.
	Member      string `json:"member,omitempty"`
	Bytes       int    `json:"bytes"`
	Tokens      int    `json:"tokens"`
	BytesDelta  *int   `json:"bytesDelta,omitempty"`
	TokensDelta *int   `json:"tokensDelta,omitempty"`
}

// Text writes the ledger as a table.
func (l *Ledger) Text(w io.Writer) error {
	compared := l.BytesDelta != nil
	header := []string{"TOOL", "BYTES", "TOKENS"}
	if compared {
		header = []string{"TOOL", "BYTES", "", "TOKENS", ""}
	}
	rows := [][]string{header}
	line := func(name string, e LedgerEntry) {
		row := []string{name, fmt.Sprint(e.Bytes), fmt.Sprint(e.Tokens)}
		if compared {
			row = []string{name, fmt.Sprint(e.Bytes), signed(e.BytesDelta), fmt.Sprint(e.Tokens), signed(e.TokensDelta)}
		}
		rows = append(rows, row)
	}
	for _, e := range l.Entries {
		name := oneLine(e.Tool)
		if e.Member != "" {
			name = "  " + oneLine(e.Member)
		}
		line(name, e)
	}
	line("in all", LedgerEntry{Bytes: l.Bytes, Tokens: l.Tokens, BytesDelta: l.BytesDelta, TokensDelta: l.TokensDelta})
	widths := make([]int, len(header))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], textWidth(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		text := pad(row[0], widths[0])
		for i, cell := range row[1:] {
			text += strings.Repeat(" ", gap+widths[i+1]-textWidth(cell)) + cell
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the ledger for programs.
func (l *Ledger) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(l)
}

// signed writes a difference, and nothing where there is none.
func signed(n *int) string {
	if n == nil || *n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", *n)
}
