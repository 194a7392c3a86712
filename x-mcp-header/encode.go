package xmcpheader

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"
)

// The marks around a value in base64. Their case counts.
const (
	sentinelPrefix = "=?base64?"
	sentinelSuffix = "?="
)

// Encode returns a value as it stands in a header: as it is if it is plain ASCII without
// blanks around it, and otherwise its UTF-8 in base64 between marks (basic/transports/
// streamable-http, "Value Encoding"). A tab, which a header may have, is not left to the
// programs on the way.
func Encode(value string) string {
	if isPlain(value) && !isSentinel(value) && !strings.Contains(value, "\t") {
		return value
	}
	return sentinelPrefix + base64.StdEncoding.EncodeToString([]byte(value)) + sentinelSuffix
}

var (
	errCharacter = errors.New("the header has a character that is not visible ASCII, a blank or a tab")
	errBase64    = errors.New("the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text")
)

// Decode returns the value that stands in a header. Blanks and tabs around it do not
// belong to it. The error says that it has characters that a header cannot have, or base64
// that is none; its text does not repeat the value.
func Decode(header string) (string, error) {
	header = trim(header)
	if !isPlain(header) {
		return "", errCharacter
	}
	if !isSentinel(header) {
		return header, nil
	}
	text := header[len(sentinelPrefix) : len(header)-len(sentinelSuffix)]
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || !utf8.Valid(raw) {
		return "", errBase64
	}
	return string(raw), nil
}

func trim(s string) string { return strings.Trim(s, " \t") }

// isPlain reports whether a value can stand in a header as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	return s == trim(s)
}

// isSentinel reports whether a value has both marks.
func isSentinel(s string) bool {
	return len(s) >= len(sentinelPrefix)+len(sentinelSuffix) &&
		strings.HasPrefix(s, sentinelPrefix) && strings.HasSuffix(s, sentinelSuffix)
}
