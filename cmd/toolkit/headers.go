package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/typedmcp/toolkit/internal/gateway"
	"github.com/typedmcp/toolkit/internal/render"
)

// headersCommand is "toolkit headers".
type headersCommand struct {
	sourceFlags
	Format string   `default:"text" enum:"text,json,markdown" help:"How the headers are written: text, json or markdown."`
	For    string   `enum:",nginx,envoy,gateway-api" default:"" help:"Write a configuration that routes by a header instead: nginx, envoy or gateway-api."`
	By     string   `placeholder:"HEADER" help:"With --for: the header that decides, such as Region. The only one whose values are listed, if it is not given."`
	To     []string `sep:"none" placeholder:"VALUE=HOST:PORT" help:"With --for: where calls with a value go, with commas between several servers. May be given several times."`
	Rest   string   `placeholder:"HOST:PORT" help:"With --for: where all other requests go. To all servers of --to in turn, if it is not given."`
	Listen string   `placeholder:"ADDRESS" help:"With --for nginx and envoy: the address to listen on, :8080 by default."`
	Path   string   `placeholder:"PATH" help:"With --for: the path of the endpoint, /mcp by default."`
}

// Help teaches by example.
func (headersCommand) Help() string {
	return `For example:

  toolkit headers -- ./tracker
  toolkit headers --format markdown --file tools.json
  toolkit headers --for nginx --to eu=10.0.1.5:8080 --to us=10.0.2.5:8080 --file tools.json

The exit status is 1 if there are tools that clients drop because of their annotations.`
}

// Run prints the headers, or a configuration.
func (c *headersCommand) Run(e *env) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	tools, err := c.tools(e)
	if err != nil {
		return err
	}
	found, err := gateway.Read(tools)
	if err != nil {
		return err
	}
	if c.For == "" {
		err = c.print(e, found)
	} else {
		err = c.configure(e, found, options)
	}
	if err == nil && len(found.Dropped) > 0 {
		return errSilent
	}
	return err
}

// options reads the flags of --for.
func (c *headersCommand) options() (gateway.Options, error) {
	o := gateway.Options{By: c.By, Listen: c.Listen, Path: c.Path}
	switch {
	case c.For == "" && (c.By != "" || len(c.To) > 0 || c.Rest != "" || c.Listen != "" || c.Path != ""):
		return o, errors.New("--by, --to, --rest, --listen and --path are for --for, which says what to configure")
	case c.For != "" && c.Format != "text":
		return o, errors.New("--format is for the list of headers; --for writes a configuration, which has one form")
	case c.For == "gateway-api" && c.Listen != "":
		return o, errors.New("--listen is for nginx and envoy; a Gateway says itself where it listens")
	}
	for _, text := range c.To {
		target, err := gateway.ParseTarget(text)
		if err != nil {
			return o, fmt.Errorf("--to: %w", err)
		}
		o.To = append(o.To, target)
	}
	if c.Rest != "" {
		var err error
		if o.Rest, err = gateway.ParseAddresses(c.Rest); err != nil {
			return o, fmt.Errorf("--rest: %w", err)
		}
	}
	return o, nil
}

func (c *headersCommand) print(e *env, found *gateway.Headers) error {
	switch c.Format {
	case "json":
		return render.Document(e.std.out, found)
	case "markdown":
		return render.HeadersMarkdown(e.std.out, found)
	}
	return render.Headers(e.std.out, found)
}

// configure prints a configuration. Tools that clients drop are not in it, which is said on
// stderr.
func (c *headersCommand) configure(e *env, found *gateway.Headers, options gateway.Options) error {
	write := map[string]func(gateway.Options) (string, error){
		"nginx": found.Nginx, "envoy": found.Envoy, "gateway-api": found.GatewayAPI,
	}[c.For]
	text, err := write(options)
	if err != nil {
		return err
	}
	for _, dropped := range found.Dropped {
		line := fmt.Sprintf("toolkit: clients drop the tool %s: %s", dropped.Tool, dropped.Problem)
		if _, err := fmt.Fprintln(e.std.err, render.Clean(line)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(e.std.out, text)
	return err
}
