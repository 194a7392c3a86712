package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes values as an indented JSON array: their members in their order, numbers with
// all their digits, and what a terminal would obey as escapes.
func JSON(w io.Writer, values []json.RawMessage) error {
	var all bytes.Buffer
	all.WriteByte('[')
	for i, value := range values {
		if i > 0 {
			all.WriteByte(',')
		}
		all.Write(value)
	}
	all.WriteByte(']')
	var b bytes.Buffer
	if err := json.Indent(&b, all.Bytes(), "", "  "); err != nil {
		return fmt.Errorf("the server's answer is not JSON: %w", err)
	}
	return writeJSON(w, b.Bytes())
}

// JSONLine writes one value as one line of JSON, in the way of JSON.
func JSONLine(w io.Writer, value json.RawMessage) error {
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		return fmt.Errorf("the server's answer is not JSON: %w", err)
	}
	return writeJSON(w, b.Bytes())
}

func writeJSON(w io.Writer, text []byte) error {
	_, err := w.Write(append(EscapeJSON(text), '\n'))
	return err
}
