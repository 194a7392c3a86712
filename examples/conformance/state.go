package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/typedmcp/toolkit"
)

// A progress is how far a tool has come that asks in rounds. It travels through the client, as
// requestState, since nothing is kept between the requests.
type progress struct {
	Tool string `json:"tool"`
	Step int    `json:"step"`
	Name string `json:"name,omitempty"`
}

// A seal makes texts that a client can carry and not change.
type seal struct{ key []byte }

// newSeal returns a seal that nobody else has. Servers of which each must understand the
// others' would share a key.
func newSeal() *seal {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return &seal{key}
}

// close returns the text for the client.
func (s *seal) close(p progress) (string, error) {
	raw, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	return encode(raw) + "." + encode(s.sum(raw)), nil
}

// open returns what stands in a text of close that came back to the same tool. A text that was
// changed is an error of the client, which no model can mend.
func (s *seal) open(tool, text string) (progress, error) {
	changed := &toolkit.ProtocolError{Code: -32602, Message: "requestState is not what the server has given out; send it as it was, or begin anew without it"}
	content, sum, _ := strings.Cut(text, ".")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(content)
	if err != nil {
		return progress{}, changed
	}
	mac, err := base64.RawURLEncoding.Strict().DecodeString(sum)
	if err != nil || !hmac.Equal(mac, s.sum(raw)) {
		return progress{}, changed
	}
	var p progress
	if err := json.Unmarshal(raw, &p); err != nil || p.Tool != tool {
		return progress{}, changed
	}
	return p, nil
}

func (s *seal) sum(raw []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(raw)
	return mac.Sum(nil)
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
