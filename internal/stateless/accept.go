package stateless

import (
	"mime"
	"net/http"
	"strings"
)

// isJSON reports whether a request says that its body is JSON.
func isJSON(header http.Header) bool {
	lines := header["Content-Type"]
	if len(lines) == 0 {
		return false
	}
	if lines[0] == "application/json" {
		return true
	}
	mediaType, _, err := mime.ParseMediaType(lines[0])
	return err == nil && mediaType == "application/json"
}

// acceptsBoth reports whether an Accept header takes JSON and event streams, as it must.
func acceptsBoth(header http.Header) bool {
	lines := header["Accept"]
	if len(lines) == 1 && lines[0] == "application/json, text/event-stream" {
		return true
	}
	return accepts(lines, "application/json", "application/*") && accepts(lines, "text/event-stream", "text/*")
}

// accepts reports whether the lines of an Accept header have a media type or its wildcard.
func accepts(lines []string, mediaType, wildcard string) bool {
	for _, line := range lines {
		for item := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(item, ";")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case mediaType, wildcard, "*/*":
				return true
			}
		}
	}
	return false
}
