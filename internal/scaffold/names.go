package scaffold

import (
	"go/token"
	"strings"
	"unicode"
)

// initialisms are words that Go writes in capitals.
var initialisms = map[string]string{
	"api": "API", "css": "CSS", "csv": "CSV", "dns": "DNS", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID", "ids": "IDs", "ip": "IP",
	"json": "JSON", "md": "MD", "pdf": "PDF", "pr": "PR", "sha": "SHA", "sql": "SQL", "ssh": "SSH", "ttl": "TTL", "ui": "UI", "uri": "URI",
	"uris": "URIs", "url": "URL", "urls": "URLs", "utf8": "UTF8", "uuid": "UUID", "xml": "XML",
}

// exported turns a name of any style into an exported Go name.
func exported(name string) string {
	var b strings.Builder
	for _, word := range words(name) {
		if upper, ok := initialisms[strings.ToLower(word)]; ok {
			b.WriteString(upper)
			continue
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	out := b.String()
	if out == "" || !unicode.IsLetter(rune(out[0])) {
		out = "X" + out
	}
	return out
}

// unexported turns a name of any style into one that is not exported and no keyword.
func unexported(name string) string {
	list := words(name)
	if len(list) == 0 {
		return "x"
	}
	out := strings.ToLower(list[0]) + strings.TrimPrefix(exported(strings.Join(list[1:], "_")), "X")
	if token.IsKeyword(out) || predeclared[out] || !unicode.IsLetter(rune(out[0])) {
		out += "Tool"
	}
	return out
}

// predeclared are names that the generated code uses otherwise.
var predeclared = map[string]bool{
	"any": true, "append": true, "bool": true, "cap": true, "clear": true, "close": true, "context": true, "copy": true, "delete": true, "errors": true,
	"error": true, "int": true, "json": true, "len": true, "log": true, "main": true, "make": true, "max": true, "min": true, "new": true, "nil": true,
	"print": true, "string": true, "time": true, "toolkit": true, "tools": true,
}

// words splits a name at separators and where a capital begins a word.
func words(name string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, string(word))
			word = nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return list
}

// singular turns the name of a list into that of an item.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && len(name) > 2:
		return name[:len(name)-1]
	}
	return name + "Item"
}
