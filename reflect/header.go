package reflect

import (
	"fmt"
	"strings"
)

// maxSafeInteger is the largest integer that every client can write exactly:
// 2^53-1. The specification bounds header parameters by it.
const maxSafeInteger = 1<<53 - 1

// header applies the x-mcp-header tag (server/tools, "x-mcp-header"). What must hold
// across the whole argument type is checked by headers.
func (t *target) header(field *Field, tag fieldTag) {
	if !tag.hasHeader {
		return
	}
	word := tagPair{"x-mcp-header", tag.header}.String()
	switch {
	case tag.header == "":
		t.fail(word, "the header has no name", "give it one, such as Region")
		return
	case !isToken(tag.header):
		t.fail(word, "not a token of HTTP: letters, digits and !#$%&'*+-.^_`|~ only", "write a name such as Region")
		return
	case tag.secret:
		t.fail(word, "a secret would be copied into a header, where proxies log it", "drop one of the two tags")
		return
	case smellsOfSecret(tag.header, field.Name) && !tag.notSecret:
		t.fail(word, "the name speaks of a secret, and headers are logged by proxies", `drop the tag, or insist with secret:"false"`)
		return
	case tag.nullable:
		t.fail(word, "a parameter that may be null has no one type for a header", "drop one of the two tags")
		return
	}
	switch t.shape.Form {
	case StringForm, BooleanForm, TextForm:
	case IntegerForm, UnsignedForm:
		if t.shape.GoType.Bits() == 64 {
			if t.shape.Form == IntegerForm {
				t.rule(word, "gte", fmt.Sprint(-maxSafeInteger))
			}
			t.rule(word, "lte", fmt.Sprint(maxSafeInteger))
		}
	default:
		t.fail(word, fmt.Sprintf("a header carries a string, an integer or a boolean, and %s is none", t.shape.GoType), "drop the tag, or change the type")
		return
	}
	field.Header, t.doc.header = tag.header, tag.header
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// secretWords are parts of names that secrets have.
var secretWords = []string{"password", "passwd", "secret", "token", "apikey", "credential", "privatekey", "authorization", "cookie"}

func smellsOfSecret(names ...string) bool {
	for _, name := range names {
		plain := strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
		for _, word := range secretWords {
			if strings.Contains(plain, word) {
				return true
			}
		}
	}
	return false
}

// headers checks the header annotations of a whole argument type: each name once,
// whatever its case, and each parameter reachable through members alone.
func (w *walker) headers(root *Shape) {
	seen := map[string]string{}
	w.headersIn(root, "", true, seen, map[*Shape]bool{})
}

func (w *walker) headersIn(s *Shape, path string, reachable bool, seen map[string]string, around map[*Shape]bool) {
	if s == nil || around[s] {
		return
	}
	around[s] = true
	defer delete(around, s)
	for _, f := range s.Fields {
		where := place{s.GoType.String(), f.GoName}
		full := path + f.Name
		if f.Header != "" {
			word := tagPair{"x-mcp-header", f.Header}.String()
			key := strings.ToLower(f.Header)
			switch {
			case !reachable:
				w.fail(where, word, "the parameter stands inside a list, a map or a union, so one header cannot carry it", "drop the tag, or move the parameter out")
			case seen[key] != "":
				w.fail(where, word, fmt.Sprintf("the header is that of %s already; case does not count", seen[key]), "choose another name")
			}
			seen[key] = full
		}
		w.headersIn(f.Shape, full+".", reachable, seen, around)
	}
	for _, v := range s.Variants {
		w.headersIn(v.Shape, path, false, seen, around)
	}
	w.headersIn(s.Elem, path, reachable && (s.Form == PointerForm || s.Form == CheckedForm), seen, around)
}
