package xmcpheader

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"unicode/utf8"
)

// TestEncode has the examples of the specification ("Value Encoding").
func TestEncode(t *testing.T) {
	for value, header := range map[string]string{
		"us-west1":           "us-west1",
		"":                   "",
		"Hello, 世界":          "=?base64?SGVsbG8sIOS4lueVjA==?=",
		" padded ":           "=?base64?IHBhZGRlZCA=?=",
		"line1\nline2":       "=?base64?bGluZTEKbGluZTI=?=",
		"=?base64?literal?=": "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
		"=?base64?SGVsbG8=":  "=?base64?SGVsbG8=",
		"a\tb c":             "=?base64?YQliIGM=?=",
	} {
		if got := Encode(value); got != header {
			t.Errorf("Encode(%q) = %q, want %q", value, got, header)
		}
		if got, err := Decode(header); got != value || err != nil {
			t.Errorf("Decode(%q) = %q, %v; want %q", header, got, err, value)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ header, want, err string }{
		{"  eu\t", "eu", ""},
		{"a\tb c", "a\tb c", ""},
		{"=?BASE64?ZXU=?=", "=?BASE64?ZXU=?=", ""},
		{"=?base64??=", "", ""},
		{"=?base64?=", "=?base64?=", ""},
		{"=?base64?SGVsbG8?=", "", errBase64.Error()},
		{"=?base64?SGVs!!!bG8=?=", "", errBase64.Error()},
		{"=?base64?/w==?=", "", errBase64.Error()},
		{"=?base64?ZXV=?=", "", errBase64.Error()},
		{"gr\u00fcn", "", errCharacter.Error()},
		{"a\x00b", "", errCharacter.Error()},
	} {
		got, err := Decode(tt.header)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != tt.want || text != tt.err {
			t.Errorf("Decode(%q) = %q, %q; want %q, %q", tt.header, got, text, tt.want, tt.err)
		}
	}
}

// FuzzEncode sends every value through a real header.
func FuzzEncode(f *testing.F) {
	for _, seed := range []string{"eu", " a", "ü", "=?base64?x?=", "\x00", "a\r\nb", "=?base64?", "?="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if !utf8.ValidString(value) {
			return // no JSON string
		}
		var got string
		server := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header.Set("Mcp-Param-A", Encode(value))
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			decoded, err := Decode(r.Header.Get("Mcp-Param-A"))
			if err != nil {
				t.Errorf("%q: %v", value, err)
			}
			got = decoded
		}).ServeHTTP(server, r)
		if got != value {
			t.Errorf("%q came as %q", value, got)
		}
	})
}
