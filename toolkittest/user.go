package toolkittest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/question"
)

// WithAnswers gives the client a user who answers the questions of [toolkit.Ask] and
// [toolkit.AskURL], by their keys. An answer is what the form is filled in with, as arguments are
// given to [Call]; nil agrees to a question without fields, or opens a page. [Declined] and
// [Cancelled] are answers too. A []any has an answer for each time that the question is asked,
// should it be asked again because an answer broke a rule.
//
// A question that has no answer here fails the test, and so does an answer that was not asked for.
func WithAnswers(answers map[string]any) CallOption {
	return func(c *client) {
		c.user = &user{answers: maps.Clone(answers), asked: map[string]int{}}
	}
}

// A refusalToAnswer is what a user does instead of filling in a form.
type refusalToAnswer string

// What a user may do in [WithAnswers] instead of answering.
const (
	Declined  refusalToAnswer = "decline"
	Cancelled refusalToAnswer = "cancel"
)

// A user answers questions.
type user struct {
	answers map[string]any

	mu       sync.Mutex
	asked    map[string]int // how often, by key
	problems []string
}

// answer answers one question.
func (u *user) answer(key, message string) (*mcp.ElicitResult, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	answer, ok := u.answers[key]
	turn := u.asked[key]
	u.asked[key]++
	if several, isList := answer.([]any); isList {
		if ok = turn < len(several); ok {
			answer = several[turn]
		}
	} else if turn > 0 {
		ok = false
	}
	if !ok {
		problem := fmt.Sprintf("the tool asks %q, for which WithAnswers has no answer: %s", key, message)
		if turn > 0 {
			problem = fmt.Sprintf("the tool asks %q again, and WithAnswers has no other answer: %s", key, message)
		}
		u.problems = append(u.problems, problem)
		return &mcp.ElicitResult{Action: string(Cancelled)}, nil
	}
	if refusal, ok := answer.(refusalToAnswer); ok {
		return &mcp.ElicitResult{Action: string(refusal)}, nil
	}
	content, err := contentOf(answer)
	if err != nil {
		return nil, fmt.Errorf("the answer to %q: %w", key, err)
	}
	return &mcp.ElicitResult{Action: "accept", Content: content}, nil
}

// contentOf returns what a form is filled in with.
func contentOf(answer any) (map[string]any, error) {
	raw, err := argumentsOf(answer)
	if err != nil {
		return nil, err
	}
	var content map[string]any
	if err := json.Unmarshal(raw, &content); err != nil {
		return nil, fmt.Errorf("it is no JSON object: %w", err)
	}
	return content, nil
}

// answerAll answers the questions of one round.
func (u *user) answerAll(requests mcp.InputRequestMap) (mcp.InputResponseMap, error) {
	responses := mcp.InputResponseMap{}
	for _, key := range slices.Sorted(maps.Keys(requests)) {
		params, ok := requests[key].(*mcp.ElicitParams)
		if !ok {
			return nil, fmt.Errorf("the tool asks the client for %T, which this one cannot answer", requests[key])
		}
		answer, err := u.answer(key, params.Message)
		if err != nil {
			return nil, err
		}
		responses[key] = answer
	}
	return responses, nil
}

// answerSession answers a question of an older revision.
func (u *user) answerSession(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	key, _ := r.Params.Meta[question.MetaKey].(string)
	return u.answer(key, r.Params.Message)
}

// finish reports what did not go as WithAnswers said.
func (u *user) finish(t testing.TB) {
	t.Helper()
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, problem := range u.problems {
		t.Error(problem)
	}
	var unasked []string
	for key := range u.answers {
		if u.asked[key] == 0 {
			unasked = append(unasked, key)
		}
	}
	if slices.Sort(unasked); len(unasked) > 0 {
		t.Errorf("WithAnswers has answers to %s, which the tool did not ask", strings.Join(unasked, ", "))
	}
}
