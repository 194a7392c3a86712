package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// ExportArgs are the parameters of export_issues.
type ExportArgs struct {
	Format  string `json:"format,omitempty" enum:"csv,json" default:"csv"`
	Project string `json:"project,omitempty" description:"Only issues of this project. All projects if omitted" enum:"web,mobile,api,billing"`
	Status  string `json:"status,omitempty" description:"Only issues with this status. All statuses if omitted" enum:"open,in_progress,closed"`
}

// exportIssues returns a link. The file is written when somebody reads it, so a link never
// goes out of date and needs no place to be kept.
func (t *tracker) exportIssues(ctx context.Context, args ExportArgs) (*mcp.ResourceLink, error) {
	issues, err := t.db.All(ctx, store.Filter{Project: args.Project, Status: args.Status})
	if err != nil {
		return nil, forModel(err)
	}
	project, status := orAll(args.Project), orAll(args.Status)
	return &mcp.ResourceLink{
		URI:         fmt.Sprintf("tracker://exports/%s/%s/issues.%s", project, status, args.Format),
		Name:        "issues." + args.Format,
		Title:       "Exported issues",
		Description: fmt.Sprintf("%d issues (project: %s, status: %s)", len(issues), project, status),
		MIMEType:    mediaTypes[args.Format],
	}, nil
}

var mediaTypes = map[string]string{"csv": "text/csv", "json": "application/json"}

// addExports makes the links of exportIssues readable.
func (t *tracker) addExports(srv *mcp.Server) {
	srv.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: "tracker://exports/{project}/{status}/{file}",
		Name:        "exports",
		Title:       "Exported issues",
		Description: "The files that export_issues links to.",
	}, t.readExport)
}

// readExport answers resources/read.
func (t *tracker) readExport(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	parts := strings.Split(strings.TrimPrefix(uri, "tracker://exports/"), "/")
	if len(parts) != 3 {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	project, okProject := fromAll(parts[0], store.Projects)
	status, okStatus := fromAll(parts[1], store.Statuses)
	format, okFormat := strings.CutPrefix(parts[2], "issues.")
	mediaType := mediaTypes[format]
	if !okProject || !okStatus || !okFormat || mediaType == "" {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	issues, err := t.db.All(ctx, store.Filter{Project: project, Status: status})
	if err != nil {
		return nil, err
	}
	text, err := writeIssues(issues, format)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mediaType, Text: text}}}, nil
}

// writeIssues writes issues as a file of one of the formats.
func writeIssues(issues []store.Issue, format string) (string, error) {
	var b bytes.Buffer
	if format == "json" {
		enc := json.NewEncoder(&b)
		enc.SetIndent("", "  ")
		err := enc.Encode(issues)
		return b.String(), err
	}
	w := csv.NewWriter(&b)
	rows := [][]string{{"id", "title", "project", "status", "priority", "labels", "reporter", "assignee", "created_at", "updated_at"}}
	for _, i := range issues {
		rows = append(rows, []string{
			i.ID, i.Title, i.Project, i.Status, i.Priority, strings.Join(i.Labels, " "), i.Reporter, i.Assignee,
			i.CreatedAt.Format(time.RFC3339), i.UpdatedAt.Format(time.RFC3339),
		})
	}
	err := w.WriteAll(rows)
	return b.String(), err
}

// orAll and fromAll are the two ways between a filter and its part of a URI.
func orAll(value string) string {
	if value == "" {
		return "all"
	}
	return value
}

func fromAll(part string, values []string) (string, bool) {
	if part == "all" {
		return "", true
	}
	return part, slices.Contains(values, part)
}
