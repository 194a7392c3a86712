package lint

import (
	"encoding/json"
	"errors"
	"strings"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

var headerRules = []Rule{
	{
		ID: "header-annotation", Title: "a header annotation that MCP does not allow", Severity: Error,
		Reason: "Clients over HTTP must leave out a tool with such an annotation.",
		Source: headers, Remedy: "correct the annotation",
		Bad:  withArgument("radius", `{"type":"number","x-mcp-header":"Radius"}`),
		Good: withArgument("region", `{"type":"string","x-mcp-header":"Region"}`),
		check: eachTool(func(p *pass, t *tool) {
			raw, err := json.Marshal(t.input())
			if err != nil || t.input() == nil {
				return
			}
			_, err = xmcpheader.Bindings(raw)
			for _, wrong := range annotationErrors(err) {
				p.reportRemedy(t, "/inputSchema"+wrong.Pointer, wrong.Remedy, "%s", wrong.Problem)
			}
		}),
	},
	{
		ID: "header-secret", Title: "a secret in a header", Severity: Error,
		Reason: "Headers are seen and logged by every proxy on the way.",
		Source: headers, Remedy: "take x-mcp-header away, or name the parameter for what it is",
		Bad:  withArgument("access_token", `{"type":"string","x-mcp-header":"Access"}`),
		Good: withArgument("region", `{"type":"string","x-mcp-header":"Region"}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			header, ok := param.node["x-mcp-header"].(string)
			if !ok {
				return
			}
			if secret := secretWord(param.name, header); secret != "" || param.node["writeOnly"] == true || param.node["format"] == "password" {
				p.report(t, param.path+"/x-mcp-header", "%q would be copied into the header Mcp-Param-%s", param.name, header)
			}
		}),
	},
	{
		ID: "header-personal", Title: "personal data in a header", Severity: Warning,
		Reason: "Headers are seen and logged by every proxy on the way.",
		Source: headers, Remedy: "take x-mcp-header away, and route by a value that is about nobody",
		Bad:  withArgument("email", `{"type":"string","x-mcp-header":"Email"}`),
		Good: withArgument("region", `{"type":"string","x-mcp-header":"Region"}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			header, ok := param.node["x-mcp-header"].(string)
			if ok && (personal(param.name) || param.node["format"] == "email") {
				p.report(t, param.path+"/x-mcp-header", "%q would be copied into the header Mcp-Param-%s", param.name, header)
			}
		}),
	},
}

// annotationErrors takes a joined error apart.
func annotationErrors(err error) []*xmcpheader.AnnotationError {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var list []*xmcpheader.AnnotationError
		for _, e := range several.Unwrap() {
			list = append(list, annotationErrors(e)...)
		}
		return list
	}
	if one, ok := errors.AsType[*xmcpheader.AnnotationError](err); ok {
		return []*xmcpheader.AnnotationError{one}
	}
	return nil
}

// secretWord returns the word by which one of the names speaks of a secret, or "".
func secretWord(names ...string) string {
	for _, name := range names {
		plain := strings.Join(words(name), "")
		for _, word := range []string{"password", "passwd", "secret", "token", "apikey", "credential", "privatekey", "authorization", "cookie"} {
			if strings.Contains(plain, word) {
				return word
			}
		}
	}
	return ""
}

// personal reports whether a name is that of something about a person.
func personal(name string) bool {
	joined := strings.Join(words(name), "_")
	for _, word := range []string{"email", "e_mail", "phone", "mobile", "ssn", "social_security", "birth", "first_name", "last_name", "full_name", "iban", "passport", "credit_card", "card_number", "home_address", "street"} {
		if strings.Contains("_"+joined+"_", "_"+word+"_") || strings.HasSuffix(joined, "_"+word) || strings.HasPrefix(joined, word+"_") {
			return true
		}
	}
	return false
}
