package stateless

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A stream is the response of one request: JSON, unless a message must be sent before the
// result, which makes it an event stream.
type stream struct {
	w      http.ResponseWriter
	begun  bool
	events *events // what w is then
}

// send sends one message as an event.
func (s *stream) send(message []byte) error {
	if !s.begun {
		s.begun = true
		header := s.w.Header()
		header["Content-Type"] = sseType
		header["Cache-Control"] = noStore
		s.events = &events{ResponseWriter: s.w, quiet: keepAliveAfter} // for tools that take their time
		s.w = s.events
		s.w.WriteHeader(http.StatusOK)
	}
	b := getBuffer()
	defer b.release()
	b.bytes = append(append(b.bytes, "event: message\ndata: "...), message...)
	oneLine(b.bytes[len("event: message\n"):])
	b.bytes = append(b.bytes, "\n\n"...)
	if _, err := s.w.Write(b.bytes); err != nil {
		return err
	}
	_ = http.NewResponseController(s.w).Flush() // what cannot flush does not hold back either
	return nil
}

// end is called when nothing is sent any more.
func (s *stream) end() {
	if s.begun {
		s.events.end()
	}
}

// oneLine replaces the line breaks in JSON, which can only be blanks between its tokens.
func oneLine(text []byte) {
	for i, c := range text {
		if c == '\n' || c == '\r' {
			text[i] = ' '
		}
	}
}

// Progress sends a progress notification if the client has asked for them
// (basic/patterns/progress). Calls of Progress and Log must not overlap, nor come after the
// result.
func (r *Request) Progress(ctx context.Context, progress, total float64, message string) error {
	if r.message.progressToken == nil {
		return nil
	}
	if err := r.gone(ctx); err != nil {
		return err
	}
	b := getBuffer()
	defer b.release()
	b.bytes = append(append(b.bytes, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`...), r.message.progressToken...)
	b.bytes = strconv.AppendFloat(append(b.bytes, `,"progress":`...), progress, 'g', -1, 64)
	if total != 0 {
		b.bytes = strconv.AppendFloat(append(b.bytes, `,"total":`...), total, 'g', -1, 64)
	}
	if message != "" {
		b.bytes = appendString(append(b.bytes, `,"message":`...), message)
	}
	b.bytes = append(b.bytes, "}}"...)
	return r.stream.send(b.bytes)
}

// levels are the levels of log messages, from the least to the most severe
// (server/utilities/logging, "Log Levels").
var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// levelOf returns how severe a level is, from 1; 0 for what is no level.
func levelOf(level string) int { return slices.Index(levels, level) + 1 }

// Log sends a log message if the client wants messages of this level.
//
//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it
func (r *Request) Log(ctx context.Context, level mcp.LoggingLevel, data any) error {
	severity := levelOf(string(level))
	if severity == 0 {
		return fmt.Errorf("%q is not a level of log messages", level)
	}
	if r.message.logLevel == nil || severity < levelOf(text(r.message.logLevel)) {
		return nil
	}
	if err := r.gone(ctx); err != nil {
		return err
	}
	raw, err := Encode(data)
	if err != nil {
		return fmt.Errorf("the data of a log message: %w", err)
	}
	b := getBuffer()
	defer b.release()
	b.bytes = append(append(b.bytes, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"`...), level...)
	b.bytes = append(append(append(b.bytes, `","data":`...), raw...), "}}"...)
	return r.stream.send(b.bytes)
}

// gone returns an error if nobody waits for the answer any more.
func (r *Request) gone(ctx context.Context) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return ctx.Err()
}
