package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit/internal/docpage"
)

const hostileText = `<script>alert(1)</script> </style> ]]> "'><img src=//example.com/x onerror=alert(1)> {{.}} &lt;` + "\u202e\x1b[2J"

// hostilePage has a hostile text wherever a definition has one.
func hostilePage(t *testing.T) *docpage.Page {
	t.Helper()
	schema := map[string]any{"type": "object", "required": []string{hostileText}, "properties": map[string]any{
		hostileText: map[string]any{"type": "string", "title": hostileText, "description": hostileText, "enum": []string{hostileText}, "x-mcp-header": hostileText},
	}}
	raw, err := json.Marshal(map[string]any{
		"name": hostileText, "title": hostileText, "description": hostileText, "annotations": map[string]any{"readOnlyHint": true},
		"inputSchema": schema, "outputSchema": schema,
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := docpage.New([]json.RawMessage{raw, raw})
	if err != nil {
		t.Fatal(err)
	}
	page.Title, page.Version, page.Instructions = hostileText, hostileText, hostileText
	return page
}

// TestPageHTML reads a page as XML, which forgives nothing: all texts stay texts, all elements and
// attributes are those of the template, and nothing is referenced but places of the page itself.
func TestPageHTML(t *testing.T) {
	var out bytes.Buffer
	if err := PageHTML(&out, hostilePage(t)); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, own := range []string{"<style>" + pageStyle + "</style>", "<script>" + pageScript + "</script>"} {
		if strings.Count(page, own) != 1 {
			t.Fatalf("the page does not have its own %.10q once and as it is", own)
		}
		page = strings.Replace(page, own, "", 1)
	}
	if strings.ContainsAny(page, "\x1b\u202e") {
		t.Error("the page has characters that a reader would not see")
	}
	elements := " html head meta title body header h1 p div input button nav ul li a code main article h2 strong h3 table thead tr th tbody td em span pre footer "
	attributes := " lang charset name content http-equiv class id hidden type placeholder aria-label href "
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Entity = xml.HTMLEntity
	ids, links, text := map[string]bool{}, []string{}, ""
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !strings.Contains(elements, " "+token.Name.Local+" ") {
				t.Errorf("there is an element %s", token.Name.Local)
			}
			for _, attribute := range token.Attr {
				name := attribute.Name.Local
				switch {
				case !strings.Contains(attributes, " "+name+" "):
					t.Errorf("%s has an attribute %s", token.Name.Local, name)
				case name == "id" && ids[attribute.Value]:
					t.Errorf("the id %q stands there twice", attribute.Value)
				case name == "id":
					ids[attribute.Value] = true
				case name == "href":
					links = append(links, attribute.Value)
				}
			}
		case xml.CharData:
			text += string(token)
		}
	}
	for _, link := range links {
		if fragment, ok := strings.CutPrefix(link, "#"); !ok || !ids[fragment] {
			t.Errorf("the link %q leads nowhere", link)
		}
	}
	if len(links) != 2 {
		t.Errorf("there are %d links to 2 tools", len(links))
	}
	if got := strings.Count(text, "<script>alert(1)</script>"); got < 20 {
		t.Errorf("the text has what the definitions say only %d times", got)
	}
}

// TestPageParts makes sure that style and script load nothing and cannot end early.
func TestPageParts(t *testing.T) {
	for _, part := range []string{pageStyle, pageScript} {
		for _, never := range []string{"</", "url(", "@import", "//example", "http:", "https:", "fetch", "import(", "innerHTML", "eval"} {
			if strings.Contains(part, never) {
				t.Errorf("there is %q in %.40q", never, part)
			}
		}
	}
	if policy := pagePolicy(); !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %s", policy)
	}
}
