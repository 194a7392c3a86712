package render

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the parts of the page
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"github.com/typedmcp/toolkit/internal/docpage"
)

// The parts of the page. It is well-formed as XML too, but for its style and its script.
var (
	//go:embed page.gohtml
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"text": func(text string) string { return strings.TrimSpace(Clean(text)) },
	"line": wholeLine,
	"json": indented,
	"join": func(words []string) string { return strings.Join(words, "; ") },
	"rows": func(what string, rows []docpage.Row) any {
		return struct {
			What string
			Rows []docpage.Row
		}{what, rows}
	},
}).Parse(pageText))

// pagePolicy lets the page use its own style and script, and nothing else: whatever a definition
// holds, a browser neither runs nor loads it.
func pagePolicy() string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(pageStyle) + "; script-src " + hash(pageScript)
}

// PageHTML writes a page as one HTML file that needs no other: it can be searched and printed, and
// is light or dark as the reader wants it. Without JavaScript it is a page all the same.
func PageHTML(w io.Writer, page *docpage.Page) error {
	type tool struct {
		docpage.Tool
		Anchor string
	}
	names := make([]string, len(page.Tools))
	for i, t := range page.Tools {
		names[i] = "tool-" + wholeLine(t.Name)
	}
	tools := make([]tool, len(page.Tools))
	for i, anchor := range anchors(names) {
		tools[i] = tool{page.Tools[i], anchor}
	}
	refused := ""
	for _, t := range page.Tools {
		if t.Refusal != nil {
			refused = wordedBy
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Page": page, "Tools": tools, "WordedBy": refused, "Policy": pagePolicy(),
		"Style": template.CSS(pageStyle), "Script": template.JS(pageScript), //nolint:gosec // both are ours
	})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
