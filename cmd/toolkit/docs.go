package main

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/docpage"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// docsCommand is "toolkit docs".
type docsCommand struct {
	sourceFlags
	Out    string `placeholder:"FILE" help:"Where the page is written. Stdout if omitted."`
	Format string `enum:",markdown,html,json" default:"" help:"How the page is written: markdown, html or json. As --out ends, .html or .json, or else markdown."`
	Title  string `placeholder:"TITLE" help:"The heading. The title or name of the server if omitted, or Tools for those of a file."`
}

// Help teaches by example.
func (docsCommand) Help() string {
	return `For example:

  toolkit docs -- ./tracker
  toolkit docs --out tools.html --url http://127.0.0.1:8080/mcp
  toolkit docs --title "Issue tracker" --out TOOLS.md --file tools.json

The page is for people: parameters and results as tables, examples of a call and of one that
is refused. Nothing is called. In HTML it is one file that needs no other.`
}

// Run writes the page.
func (c *docsCommand) Run(e *env) error {
	page, err := c.page(e)
	if err != nil {
		return err
	}
	write := map[string]func(io.Writer, *docpage.Page) error{
		"markdown": render.PageMarkdown,
		"html":     render.PageHTML,
		"json":     func(w io.Writer, page *docpage.Page) error { return render.Document(w, page) },
	}[c.format()]
	if c.Out == "" {
		return write(e.std.out, page)
	}
	var text bytes.Buffer
	if err := write(&text, page); err != nil {
		return err
	}
	return writeIfNew(c.Out, text.Bytes())
}

// format returns the form that is wanted.
func (c *docsCommand) format() string {
	if c.Format != "" {
		return c.Format
	}
	switch strings.ToLower(filepath.Ext(c.Out)) {
	case ".html", ".htm":
		return "html"
	case ".json":
		return "json"
	}
	return "markdown"
}

// page reads the tools, and what the server says of itself.
func (c *docsCommand) page(e *env) (*docpage.Page, error) {
	var server *mcp.InitializeResult
	tools, err := c.look(e, func(session *source.Session) { server = session.Server() })
	if err != nil {
		return nil, err
	}
	definitions := make([]json.RawMessage, len(tools))
	for i, tool := range tools {
		definitions[i] = tool.Raw
	}
	page, err := docpage.New(definitions)
	if err != nil {
		return nil, err
	}
	page.Title = "Tools"
	if server != nil {
		page.Instructions = server.Instructions
		if info := server.ServerInfo; info != nil {
			page.Version = info.Version
			for _, name := range []string{info.Name, info.Title} {
				if name != "" {
					page.Title = name
				}
			}
		}
	}
	if c.Title != "" {
		page.Title = c.Title
	}
	return page, nil
}
