package toolkit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sentMessages are all that endpoints of this package's tests have sent over HTTP, held against the
// specification's own schema of the revision. TestMain fails if one is not valid.
var sentMessages = messageRecorder{seen: map[string]bool{}, sessions: map[string]string{}, schemas: map[string]*revisionSchema{}}

// A messageRecorder validates messages.
type messageRecorder struct {
	mu       sync.Mutex
	seen     map[string]bool   // messages that were validated already, with what they are
	sessions map[string]string // the revision of each session
	schemas  map[string]*revisionSchema
	problems []string
}

// observe is a middleware that validates what the endpoint sends.
func (m *messageRecorder) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Body == nil {
			next.ServeHTTP(w, r)
			return
		}
		var body bytes.Buffer
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, &body), r.Body}
		copied := &copyingWriter{ResponseWriter: w}
		defer func() { m.response(r, body.Bytes(), copied) }()
		next.ServeHTTP(copied, r)
	})
}

// A copyingWriter keeps a copy of what is written.
type copyingWriter struct {
	http.ResponseWriter
	copy bytes.Buffer
}

func (w *copyingWriter) Write(p []byte) (int, error) {
	w.copy.Write(p)
	return w.ResponseWriter.Write(p)
}

func (w *copyingWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (w *copyingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// response validates the messages of one response.
func (m *messageRecorder) response(r *http.Request, request []byte, w *copyingWriter) {
	var messages [][]byte
	switch kind := w.Header().Get("Content-Type"); {
	case strings.HasPrefix(kind, "application/json"):
		messages = [][]byte{bytes.TrimSpace(w.copy.Bytes())}
	case strings.HasPrefix(kind, "text/event-stream"):
		for event := range bytes.SplitSeq(w.copy.Bytes(), []byte("\n\n")) {
			for line := range bytes.Lines(event) {
				if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && len(bytes.TrimSpace(data)) > 0 {
					messages = append(messages, bytes.TrimSpace(data))
				}
			}
		}
	}
	var asked struct {
		Method string `json:"method"`
		Params struct {
			Version string `json:"protocolVersion"`
		} `json:"params"`
	}
	_ = json.Unmarshal(request, &asked) // tests send what is no JSON, too
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, message := range messages {
		m.message(m.revision(r, w, asked.Method, message), asked.Method, message)
	}
}

// revision returns the revision in which a response is written.
func (m *messageRecorder) revision(r *http.Request, w *copyingWriter, method string, message []byte) string {
	if method == "initialize" {
		var answer struct {
			Result struct {
				Version string `json:"protocolVersion"`
			} `json:"result"`
		}
		if json.Unmarshal(message, &answer) == nil && answer.Result.Version != "" {
			m.sessions[w.Header().Get("Mcp-Session-Id")] = answer.Result.Version
			return answer.Result.Version
		}
	}
	if version := m.sessions[r.Header.Get("Mcp-Session-Id")]; version != "" {
		return version
	}
	if version := r.Header.Get("Mcp-Protocol-Version"); slices.Contains(oldRevisions, version) {
		return version
	}
	return "2026-07-28"
}

var oldRevisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

// message validates one message that answers a method.
func (m *messageRecorder) message(revision, method string, raw []byte) {
	key := revision + " " + method + " " + string(raw)
	if m.seen[key] || len(raw) > 1<<20 || revision == "2025-03-26" && raw[0] == '[' {
		return
	}
	m.seen[key] = true
	schema, err := m.schema(revision)
	if err == nil {
		err = schema.message(method, raw)
	}
	if err != nil {
		m.problems = append(m.problems, fmt.Sprintf("%s, in answer to %q: %v\n  %.2000s", revision, method, err, raw))
	}
}

func (m *messageRecorder) schema(revision string) (*revisionSchema, error) {
	if s, ok := m.schemas[revision]; ok {
		return s, nil
	}
	s, err := readRevisionSchema(revision)
	m.schemas[revision] = s
	return s, err
}

// report returns what is not valid, and how many messages were looked at.
func (m *messageRecorder) report() (problems []string, messages int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	slices.Sort(m.problems)
	return m.problems, len(m.seen)
}

// A revisionSchema is the specification's schema of one revision.
type revisionSchema struct {
	compiler *jsonschema.Compiler
	section  string // of the definitions
}

func readRevisionSchema(revision string) (*revisionSchema, error) {
	raw, err := os.ReadFile(filepath.Join("testdata", "schema", revision+".json"))
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	s := &revisionSchema{jsonschema.NewCompiler(), "definitions"}
	if doc.(map[string]any)["$defs"] != nil {
		s.section = "$defs"
	}
	return s, s.compiler.AddResource("mcp.json", doc)
}

// resultTypes are the definitions of results, by method.
var resultTypes = map[string]string{
	"initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult", "tools/call": "CallToolResult",
	"subscriptions/listen": "SubscriptionsListenResult", "prompts/list": "ListPromptsResult", "prompts/get": "GetPromptResult",
	"resources/list": "ListResourcesResult", "resources/templates/list": "ListResourceTemplatesResult", "resources/read": "ReadResourceResult",
	"completion/complete": "CompleteResult", "ping": "EmptyResult", "logging/setLevel": "EmptyResult",
}

// message validates a message of the server. Its result is one of the method, unless it asks for
// input.
func (s *revisionSchema) message(method string, raw []byte) error {
	if err := s.validate("JSONRPCMessage", raw); err != nil {
		return err
	}
	var m struct {
		Method string          `json:"method"`
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	switch {
	case m.Result != nil:
		var kind struct {
			ResultType string `json:"resultType"`
		}
		definition, ok := resultTypes[method]
		if json.Unmarshal(m.Result, &kind) == nil && kind.ResultType == "input_required" {
			definition = "InputRequiredResult"
		} else if !ok {
			return fmt.Errorf("the result of an unknown request")
		}
		return s.validate(definition, m.Result)
	case m.Method == "notifications/tools/list_changed":
		return s.validate("ToolListChangedNotification", raw)
	case strings.HasPrefix(m.Method, "notifications/"):
		return s.validate("ServerNotification", raw)
	case m.Method != "":
		return s.validate("ServerRequest", raw)
	}
	return nil
}

func (s *revisionSchema) validate(definition string, raw []byte) error {
	schema, err := s.compiler.Compile(fmt.Sprintf("mcp.json#/%s/%s", s.section, definition))
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("not a valid %s: %w", definition, err)
	}
	return nil
}
