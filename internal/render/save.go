package render

import (
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxFiles    = 10000 // of one tool, of one kind, in one folder
	maxFileName = 100   // characters of a tool's name in a file's name
)

// extensions of media types that the system may not know, or knows several for.
var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
	"audio/wav": ".wav", "audio/x-wav": ".wav", "audio/mpeg": ".mp3", "audio/ogg": ".ogg",
	"text/plain": ".txt", "text/csv": ".csv", "application/json": ".json", "application/pdf": ".pdf",
}

// save writes data to a new file and returns a line that names it. A file that is there is
// never overwritten.
func (p *Printer) save(what, mediaType string, data []byte) (string, error) {
	base, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		base = ""
	}
	extension := extensions[base]
	if extension == "" {
		if known, err := mime.ExtensionsByType(base); err == nil && len(known) > 0 {
			extension = known[0]
		} else {
			extension = ".bin"
		}
	}
	name := fileName(p.Name)
	for i := 1; i < maxFiles; i++ {
		path := filepath.Join(p.Folder, fmt.Sprintf("%s-%d%s", name, i, extension))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("cannot save the %s: %w", what, err)
		}
		_, err = file.Write(data)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", fmt.Errorf("cannot save the %s: %w", what, err)
		}
		kind := oneLine(mediaType)
		if kind == "" {
			kind = "no media type"
		}
		return fmt.Sprintf("Saved the %s (%s, %d bytes) as %s", what, kind, len(data), Clean(path)), nil
	}
	return "", fmt.Errorf("cannot save the %s: the folder %s is full of such files; name another one with --out", what, p.Folder)
}

// fileName returns the beginning of a file's name for the name of a tool, which a server may
// have chosen badly.
func fileName(tool string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, tool)
	return name[:min(len(name), maxFileName)]
}
