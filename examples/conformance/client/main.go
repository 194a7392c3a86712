// Command client is the client that the official conformance suite of MCP is run against: the
// official Go SDK's over xmcpheader.Transport. The suite starts it with the URL of a server of
// its own, and says in the environment what it shall do there.
//
// With -strip, the headers that the SDK's client sets by itself are taken away, so that the
// suite sees those of the Transport alone.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// What the suite sets in the environment.
const (
	scenarioVariable = "MCP_CONFORMANCE_SCENARIO"
	contextVariable  = "MCP_CONFORMANCE_CONTEXT"
)

func main() {
	strip := flag.Bool("strip", false, "take away the headers that the SDK's client sets")
	flag.Parse()
	if err := run(*strip, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

func run(strip bool, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("got %d arguments, want the URL of the server", len(args))
	}
	do, ok := scenarios[os.Getenv(scenarioVariable)]
	if !ok {
		return fmt.Errorf("%s is %q, which is no scenario that this client knows", scenarioVariable, os.Getenv(scenarioVariable))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var transport http.RoundTripper = &xmcpheader.Transport{Logger: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if strip {
		transport = stripper{transport}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "toolkit-conformance-client", Version: "1.0.0"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: fill(req.Params.RequestedSchema)}, nil
		},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: args[0], HTTPClient: &http.Client{Transport: transport}}, nil)
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }() // the suite has seen all by then
	return do(ctx, session)
}

// fill answers a form: yes to everything that is asked, but for what has a default, which the
// SDK fills in.
func fill(schema any) map[string]any {
	content := map[string]any{}
	raw, err := json.Marshal(schema)
	if err != nil {
		return content
	}
	var form struct {
		Properties map[string]struct {
			Type    string `json:"type"`
			Default any    `json:"default"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		return content
	}
	for name, property := range form.Properties {
		if property.Type == "boolean" && property.Default == nil {
			content[name] = true
		}
	}
	return content
}

// A stripper takes the mirroring headers away from requests of 2026-07-28.
type stripper struct{ next http.RoundTripper }

func (s stripper) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name := range r.Header {
		if slices.Contains([]string{"Mcp-Method", "Mcp-Name"}, name) || strings.HasPrefix(name, "Mcp-Param-") {
			r.Header.Del(name)
		}
	}
	return s.next.RoundTrip(r)
}
