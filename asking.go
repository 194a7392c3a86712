package toolkit

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/question"
)

// Asking is what the user was and is asked during one call.
type asking struct {
	mu    sync.Mutex
	state question.State // of the earlier rounds, and what was answered since
	err   error          // why the client's state must not be taken

	seen    map[string]*seen    // in this run of the function, by key
	pending mcp.InputRequestMap // what is still to be answered
	digests map[string][]byte   // of the pending questions
}

// Seen is how often which question was asked.
type seen struct {
	digest []byte
	times  int
}

const (
	// maxAsked is how often one run may ask the same question. It gets the same answer every
	// time, so a loop that waits for another would never end.
	maxAsked = 100
	// maxAttempts is how often a client that answers at once may give answers that cannot
	// be used.
	maxAttempts = 3
)

// errPending is the error of a question that waits for its answer. It passes a handler as it
// is, and never reaches a client, since the question takes the place of what the function returns.
var errPending = &ProtocolError{
	Code:    toolerrors.CodeInternalError,
	Message: "the user has not answered yet; the function must return this error",
}

const textUnasked = "The user could not be asked %q. Ask the user yourself, or go on without the answer."

// asks returns what the user is asked during the request.
func (r *Request) asks() *asking {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asking == nil {
		a := &asking{seen: map[string]*seen{}, digests: map[string][]byte{}}
		a.state, a.err = r.call.tk.sealer.Open(r.RequestState(), r.user(), question.CallDigest(r.call.tool, r.call.arguments))
		a.take(r.InputResponses())
		r.asking = a
	}
	return r.asking
}

// user returns the user of the caller's token, or "". It is what a state is bound to; an
// address may change between two rounds.
func (r *Request) user() string {
	if info := r.TokenInfo(); info != nil {
		return info.UserID
	}
	return ""
}

// take notes the answers to what was asked in the round before. All others are left alone.
func (a *asking) take(responses mcp.InputResponseMap) {
	for key, digest := range a.state.Asked {
		elicited, ok := responses[key].(*mcp.ElicitResult)
		if !ok {
			continue
		}
		content, err := json.Marshal(elicited.Content)
		if err != nil {
			continue
		}
		if a.state.Answers == nil {
			a.state.Answers = map[string]question.Answer{}
		}
		a.state.Answers[key] = question.Answer{Question: digest, Action: elicited.Action, Content: content}
	}
	a.state.Asked = nil
}

// note counts a question, and reports one that cannot be answered any more.
func (a *asking) note(q *inquiry) error {
	s := a.seen[q.key]
	if s == nil {
		s = &seen{digest: q.digest}
		a.seen[q.key] = s
	}
	s.times++
	switch {
	case !bytes.Equal(s.digest, q.digest):
		return errors.New("two questions have the same key; give each question of a function one of its own")
	case s.times > maxAsked:
		return errors.New("the question is asked again and again, and has the same answer every time; give each question of a function a key of its own")
	}
	return nil
}

// ask asks a question in the way that the client knows.
func (r *Request) ask(ctx context.Context, q *inquiry) error {
	if err := q.check(); err != nil {
		return r.misuse(ctx, q.key, err)
	}
	a := r.asks()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.note(q); err != nil {
		return r.misuse(ctx, q.key, err)
	}
	if err := r.requireElicitation(q.params.Mode); err != nil {
		return err
	}
	if session := r.Session(); session != nil && older(r.ProtocolVersion(), rev20260728) {
		q.params.Meta = mcp.Meta{question.MetaKey: q.key}
		return r.askNow(ctx, a, q, session.Elicit)
	}
	return r.askLater(a, q)
}

// askLater returns the answer that came with the request, or has the client ask and call
// again.
func (r *Request) askLater(a *asking, q *inquiry) error {
	if a.err != nil {
		return &ProtocolError{
			Code:    toolerrors.CodeInvalidParams,
			Message: a.err.Error() + "; call the tool again without requestState",
		}
	}
	params := q.params
	if answer, ok := a.state.Answers[q.key]; ok {
		if bytes.Equal(answer.Question, q.digest) {
			problems, err := q.settle(answer)
			if len(problems) == 0 {
				return err
			}
			params.Message = q.again(problems)
		}
		delete(a.state.Answers, q.key)
	}
	if a.pending == nil {
		a.pending = mcp.InputRequestMap{}
	}
	a.pending[q.key], a.digests[q.key] = &params, q.digest
	return errPending
}

// askNow waits for the answer, with the clock of the tool's timeout stopped.
func (r *Request) askNow(ctx context.Context, a *asking, q *inquiry, elicit func(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error)) error {
	if answer, ok := a.state.Answers[q.key]; ok {
		_, err := q.settle(answer) // once it was good
		return err
	}
	params := q.params
	if params.Mode == "url" {
		params.ElicitationID = rand.Text()
	}
	var problems []*Problem
	for range maxAttempts {
		elicited, err := r.elicit(ctx, a, &params, elicit)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.call.tk.logger.WarnContext(ctx, "the user could not be asked", slog.String("tool", r.call.tool), slog.String("question", q.key), slog.Any("error", err))
			return unasked(q)
		}
		content, err := json.Marshal(elicited.Content)
		if err != nil {
			return unasked(q)
		}
		answer := question.Answer{Question: q.digest, Action: elicited.Action, Content: content}
		if problems, err = q.settle(answer); len(problems) == 0 {
			if a.state.Answers == nil {
				a.state.Answers = map[string]question.Answer{}
			}
			a.state.Answers[q.key] = answer
			return err
		}
		params.Message = q.again(problems)
	}
	return &ToolError{
		Code: toolerrors.KindFailed,
		Text: fmt.Sprintf("The user's answers to %q cannot be used:\n%s", shorten(q.message), problemLines(problems)),
	}
}

// elicit asks once. Other questions of the function go on meanwhile.
func (r *Request) elicit(ctx context.Context, a *asking, params *mcp.ElicitParams, elicit func(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error)) (*mcp.ElicitResult, error) {
	a.mu.Unlock()
	defer a.mu.Lock()
	defer handler.Hold(ctx)()
	return elicit(ctx, params)
}

// unasked is for a client that failed to ask. The model can ask instead.
func unasked(q *inquiry) error {
	return &ToolError{Code: toolerrors.KindUnavailable, Text: fmt.Sprintf(textUnasked, shorten(q.message))}
}

// question returns the result that asks what is still to be answered, or nil if nothing is.
// It takes the place of whatever else came of the call.
func (r *Request) question(ctx context.Context) *mcp.CallToolResult {
	r.mu.Lock()
	a := r.asking
	r.mu.Unlock()
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pending) == 0 {
		return nil
	}
	state := a.state
	state.Asked = a.digests
	sealed, err := r.call.tk.sealer.Seal(state)
	if err != nil {
		r.call.tk.logger.ErrorContext(ctx, "the state of a call cannot be sealed", slog.String("tool", r.call.tool), slog.Any("error", err))
		return refusal(fmt.Sprintf(textInternal, r.call.tool))
	}
	return &mcp.CallToolResult{InputRequests: maps.Clone(a.pending), RequestState: sealed}
}
