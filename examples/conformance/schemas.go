package main

import (
	"context"
	"encoding/json"

	"github.com/typedmcp/toolkit"
)

// contactSchema has what JSON Schema 2020-12 has and older drafts do not. It is what the
// suite looks for, and written by hand, since no Go type leads to it.
const contactSchema = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {
		"address": {
			"$anchor": "addressDef",
			"type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}}
		}
	},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

type contactArgs struct {
	Name    string `json:"name,omitempty"`
	Address *struct {
		Street string `json:"street,omitempty"`
		City   string `json:"city,omitempty"`
	} `json:"address,omitempty"`
	ContactMethod string `json:"contactMethod,omitempty"`
	Phone         string `json:"phone,omitempty"`
	Email         string `json:"email,omitempty"`
}

type regionArgs struct {
	Region string `json:"region,omitempty" description:"Where the data lives" x-mcp-header:"Region"`
	Level  int    `json:"level,omitempty" description:"How much of it"`
}

// addSchemaTools adds the tools whose inputSchema the suite reads.
func addSchemaTools(tk *toolkit.Toolkit) {
	toolkit.Register(tk, toolkit.Tool{
		Name:        "json_schema_2020_12_tool",
		Description: "Takes a contact that its schema describes with keywords of JSON Schema 2020-12.",
		InputSchema: json.RawMessage(contactSchema),
	}, func(_ context.Context, args contactArgs) (contactArgs, error) { return args, nil })
	toolkit.Register(tk, toolkit.Tool{
		Name:        "test_x_mcp_header",
		Description: "Takes a parameter that clients mirror into a header.",
	}, func(_ context.Context, args regionArgs) (string, error) { return "region " + args.Region, nil })
}
