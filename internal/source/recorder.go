package source

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A recorder keeps the newest result as the server wrote it. The SDK decodes structured
// values into maps of floats, which lose the order of members and the end of long integers.
type recorder struct {
	mu     sync.Mutex
	result json.RawMessage
}

func (r *recorder) note(result json.RawMessage) {
	if len(result) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result = bytes.Clone(result)
}

// take returns the newest result if it has this member, and forgets it.
func (r *recorder) take(member string) json.RawMessage {
	r.mu.Lock()
	defer r.mu.Unlock()
	raw := r.result
	r.result = nil
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members[member] == nil {
		return nil
	}
	return raw
}

// A recordingTransport records what comes over another one.
type recordingTransport struct {
	mcp.Transport
	recorder *recorder
}

// Connect connects the transport below.
func (t *recordingTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &recordingConnection{conn, t.recorder}, nil
}

type recordingConnection struct {
	mcp.Connection
	recorder *recorder
}

// Read notes the results among the messages.
func (c *recordingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if response, ok := message.(*jsonrpc.Response); ok {
		c.recorder.note(response.Result)
	}
	return message, err
}

// maxRecord is how much of a response is kept.
const maxRecord = 64 << 20

// A recordingBody keeps what is read of a response, and looks for results in it line by
// line: a JSON body, or the data of server-sent events.
type recordingBody struct {
	io.ReadCloser
	recorder *recorder
	pending  []byte
}

// Read reads on.
func (b *recordingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if len(b.pending)+n <= maxRecord {
		b.pending = append(b.pending, p[:n]...)
	}
	for {
		i := bytes.IndexByte(b.pending, '\n')
		if i < 0 {
			break
		}
		b.line(b.pending[:i])
		b.pending = b.pending[i+1:]
	}
	if err != nil {
		b.line(b.pending)
		b.pending = nil
	}
	return n, err
}

func (b *recordingBody) line(line []byte) {
	text := strings.TrimSpace(strings.TrimPrefix(string(line), "data:"))
	var message struct {
		Result json.RawMessage `json:"result"`
	}
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &message) == nil {
		b.recorder.note(message.Result)
	}
}
