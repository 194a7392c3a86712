package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Read reads a snapshot as [Snapshot.JSON] writes it, or any other tools/list result.
func Read(text []byte) (*Snapshot, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // a byte order mark
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("it is empty")
	}
	var file struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if file.Tools == nil {
		return nil, errors.New(`there is no "tools" in it`)
	}
	return New(file.Tools)
}
