package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/question"
)

// Ask asks the user a question inside of a tool function, and returns what the user answered.
// message says why it is asked; T is a struct with a field for each thing to fill in, described
// and checked by the same tags as arguments. struct{} asks for a yes or no. A form is flat: its
// fields are strings, numbers, booleans and lists of strings with an enum, and none is secret; use
// [AskURL] for those. What the specification's forms cannot say is said in the descriptions.
//
// Return the error of Ask from the function, as it is or wrapped. Until there is an answer it
// ends the call: the client asks the user, calls again, and the function runs again from the
// top. Answers that were given are returned at once then, so a function may ask for several
// things in a row, or at once in several goroutines; but whatever it does before its last question
// it does several times. Ask first, and act afterwards. A function that drops the error ends
// as a question all the same. Each question of a function has a key of its own, such as "region",
// by which its answer is known; the same key with another message or T is another question.
//
// Clients older than 2026-07-28 are asked while the function waits, with its timeout stopped.
// The error is a [ToolError] for which errors.Is finds [ErrDeclined] or [ErrCancelled] if the
// user does not answer, and a [ProtocolError] if the client cannot ask (-32021). An answer that
// breaks a rule is asked for again. See [WithRequestState] for how answers are kept
// (specification, client/elicitation and basic/patterns/mrtr).
func Ask[T any](ctx context.Context, key, message string) (T, error) {
	var answer T
	r := RequestFrom(ctx)
	if r.call == nil {
		return answer, errors.New("toolkit: Ask: the context is not that of a tool function")
	}
	form, err := formOf[T](r.owner(ctx))
	if err != nil {
		return answer, r.misuse(ctx, key, err)
	}
	q := &inquiry{
		key: key,
		params: mcp.ElicitParams{
			Mode: "form", Message: joinTexts(message, form.words), RequestedSchema: form.schema,
		},
		message: message,
		digest:  question.Digest("form", message, string(form.schema)),
		read: func(content json.RawMessage) (problems []*Problem) {
			answer, problems = form.decode(ctx, content)
			return problems
		},
	}
	err = r.ask(ctx, q)
	return answer, err
}

// AskURL asks the user to open a page, for what must not pass through the client: a
// password, a payment, the consent to another service. message says why. A nil error says that the
// user agreed to open the page, not that anything was done there: look that up where the page
// has left it. The page must make sure that it is opened by the user who called, and the URL
// must hold nothing that is secret. It is https, or http to the machine itself.
//
// Everything else is as with [Ask].
func AskURL(ctx context.Context, key, message, url string) error {
	r := RequestFrom(ctx)
	if r.call == nil {
		return errors.New("toolkit: AskURL: the context is not that of a tool function")
	}
	if err := checkPage(url); err != nil {
		return r.misuse(ctx, key, err)
	}
	return r.ask(ctx, &inquiry{
		key:     key,
		params:  mcp.ElicitParams{Mode: "url", Message: message, URL: url},
		message: message,
		digest:  question.Digest("url", message),
		read:    func(json.RawMessage) []*Problem { return nil },
	})
}

// checkPage reports a URL that no user should be sent to.
func checkPage(page string) error {
	u, err := url.Parse(page)
	switch {
	case err != nil || u.Host == "":
		return fmt.Errorf("the URL %q is not absolute", shorten(page))
	case u.User != nil:
		return errors.New("the URL has a user name or password in it, which every client would see")
	case u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()):
		return nil
	}
	return fmt.Errorf("the URL %q is not https", shorten(page))
}

func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// An inquiry is one question and the way to read its answer.
type inquiry struct {
	key     string
	params  mcp.ElicitParams
	message string // as the tool put it
	digest  []byte // tells questions apart
	read    func(content json.RawMessage) []*Problem
}

// check reports what is wrong with the question itself.
func (q *inquiry) check() error {
	switch {
	case q.key == "":
		return errors.New("the question has no key; give each question of a function one of its own")
	case strings.TrimSpace(q.message) == "":
		return errors.New("the question has no message; say what is asked and why")
	}
	return nil
}

// settle takes an answer. It returns the error of Ask for it, or the problems for which it
// is asked again.
func (q *inquiry) settle(a question.Answer) ([]*Problem, error) {
	switch a.Action {
	case "accept":
		return q.read(a.Content), nil
	case "decline":
		return nil, toolerrors.Declined(q.message)
	case "cancel":
		return nil, toolerrors.Cancelled(q.message)
	}
	return nil, &ProtocolError{
		Code:    toolerrors.CodeInvalidParams,
		Message: fmt.Sprintf("the answer to %q has the action %q; it must be accept, decline or cancel", shorten(q.key), shorten(a.Action)),
	}
}

// again is the message of a question whose answer had problems.
func (q *inquiry) again(problems []*Problem) string {
	return joinTexts("The answer cannot be used:\n"+problemLines(problems), q.params.Message)
}

func problemLines(problems []*Problem) string {
	var b strings.Builder
	for i, p := range problems[:min(len(problems), toolerrors.MaxProblems)] {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- " + toolerrors.Line(p))
	}
	return b.String()
}

// joinTexts puts texts into paragraphs.
func joinTexts(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "\n\n" + second
}

// misuse logs a question that cannot be asked, and returns what the model reads.
func (r *Request) misuse(ctx context.Context, key string, err error) error {
	tk := r.call.tk
	tk.logger.ErrorContext(ctx, "the question of a tool cannot be asked", slog.String("tool", r.call.tool), slog.String("question", key), slog.Any("error", err))
	return &ToolError{Code: toolerrors.KindFailed, Text: fmt.Sprintf(textInternal, r.call.tool)}
}

// A form is a struct type as a form for the user.
type form[T any] struct {
	decoder *handler.Decoder[T]
	schema  json.RawMessage
	words   string // what is said of the form as a whole
	err     error
}

// formOf returns the form of T, made once.
func formOf[T any](tk *Toolkit) (*form[T], error) {
	key := reflect.TypeFor[T]()
	made, ok := tk.forms.Load(key)
	if !ok {
		made, _ = tk.forms.LoadOrStore(key, newForm[T](tk))
	}
	f := made.(*form[T])
	return f, f.err
}

func newForm[T any](tk *Toolkit) *form[T] {
	f := new(form[T])
	// What a client sends beside the fields is left alone (basic/patterns/mrtr, "Error Handling").
	f.decoder, f.err = handler.NewDecoder[T](handler.Config{
		AllowUnknown: true, MaxDepth: tk.limits.MaxDepth, Schemas: tk.schemas, Validator: tk.validator, Logger: tk.logger,
	})
	if f.err == nil {
		f.schema, f.words, f.err = question.Form(f.decoder.Schema(), f.decoder.Shape())
	}
	return f
}

// decode reads an answer.
func (f *form[T]) decode(ctx context.Context, content json.RawMessage) (T, []*Problem) {
	if names := question.Inexact(f.decoder.Shape(), content); len(names) > 0 {
		var zero T
		problems := make([]*Problem, len(names))
		for i, name := range names {
			problems[i] = &Problem{
				Path: toolerrors.Path{toolerrors.Member(name)}, Code: toolerrors.CodeRange, Received: "number",
				Expected: "be from -9007199254740991 to 9007199254740991",
			}
		}
		return zero, problems
	}
	return f.decoder.Decode(ctx, content)
}
