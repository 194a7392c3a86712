package question

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// MetaKey is the _meta key of a question that is asked in revisions without inputRequests, where
// it has no key of its own.
const MetaKey = "io.github.typedmcp/question"

// A State is what a client carries from one round of a call to the next.
type State struct {
	// Expires is when it is no longer taken, in seconds since 1970.
	Expires int64 `json:"expires"`
	// Caller is who called.
	Caller string `json:"caller,omitempty"`
	// Call tells calls apart; see [CallDigest].
	Call []byte `json:"call"`
	// Asked are the questions that wait for an answer: their digests by their keys.
	Asked map[string][]byte `json:"asked,omitempty"`
	// Answers are those of earlier rounds, by the keys of their questions.
	Answers map[string]Answer `json:"answers,omitempty"`
}

// An Answer is what the user did about a question.
type Answer struct {
	// Question is the digest of what was asked; see [Digest].
	Question []byte `json:"question"`
	// Action is accept, decline or cancel.
	Action string `json:"action"`
	// Content is the form that was accepted.
	Content json.RawMessage `json:"content,omitempty"`
}

// A Sealer encrypts and authenticates states, so that a client can neither read nor change
// them.
type Sealer struct {
	server   string // which states are sealed for
	lifetime time.Duration
	aeads    []cipher.AEAD // the first one seals, all of them open
}

// MinKeySize is how many bytes a key has at least.
const MinKeySize = 32

// stateVersion stands before a sealed state and says how it was made.
const stateVersion = "1."

var errForged = errors.New("the requestState was not made by this server, or with a key that is no longer known")

// NewSealer returns a sealer for a server of this name. States are sealed with the first
// key, and opened with every one.
func NewSealer(server string, lifetime time.Duration, keys [][]byte) (*Sealer, error) {
	s := &Sealer{server: server, lifetime: lifetime}
	for i, key := range keys {
		if len(key) < MinKeySize {
			return nil, fmt.Errorf("key %d has %d bytes; at least %d random ones are needed", i+1, len(key), MinKeySize)
		}
		derived, err := hkdf.Key(sha256.New, key, nil, "io.github.typedmcp/requestState", 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(derived)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		s.aeads = append(s.aeads, aead)
	}
	return s, nil
}

// Seal returns the requestState for a state, which lives from now on.
func (s *Sealer) Seal(state State) (string, error) {
	state.Expires = time.Now().Add(s.lifetime).Unix()
	plain, err := json.Marshal(state)
	if err != nil {
		return "", err
	}
	sealed := s.aeads[0].Seal(nil, nil, plain, []byte(stateVersion+s.server))
	return stateVersion + base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open returns the state of a requestState: an empty one of this caller and call if there is
// none, or if its time is over. The error says why it must not be taken.
func (s *Sealer) Open(requestState, caller string, call []byte) (State, error) {
	fresh := State{Caller: caller, Call: call}
	if requestState == "" {
		return fresh, nil
	}
	encoded, ok := strings.CutPrefix(requestState, stateVersion)
	if !ok {
		return State{}, errForged
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil {
		return State{}, errForged
	}
	state, err := s.open(sealed)
	switch {
	case err != nil:
		return State{}, err
	case state.Caller != caller:
		return State{}, errors.New("the requestState belongs to the call of another user")
	case string(state.Call) != string(call):
		return State{}, errors.New("the requestState belongs to a call of another tool, or with other arguments")
	case time.Now().Unix() >= state.Expires:
		return fresh, nil
	}
	return state, nil
}

func (s *Sealer) open(sealed []byte) (State, error) {
	var state State
	for _, aead := range s.aeads {
		plain, err := aead.Open(nil, nil, sealed, []byte(stateVersion+s.server))
		if err != nil {
			continue
		}
		return state, json.Unmarshal(plain, &state)
	}
	return state, errForged
}

// CallDigest tells calls apart by their tool and arguments. Arguments that mean the same
// are the same.
func CallDigest(tool string, arguments json.RawMessage) []byte {
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage("{}")
	}
	canonical := jsontext.Value(append([]byte(nil), arguments...))
	// Integers stay as they are, since they mean more than a float64 can hold. What is no
	// JSON, or has duplicate names, is taken as it stands; the call will be refused.
	if canonical.Canonicalize(jsontext.CanonicalizeRawInts(false)) != nil {
		canonical = jsontext.Value(arguments)
	}
	return Digest(tool, string(canonical))
}

// Digest tells lists of texts apart.
func Digest(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return h.Sum(nil)[:16]
}
