package source

import (
	"net/http"
	"net/url"
	"sync/atomic"
)

// A roundTripper adds headers to requests, and records the results in their responses.
type roundTripper struct {
	endpoint *url.URL
	header   http.Header
	recorder *recorder
	status   atomic.Int64 // of the newest response to a POST
}

// RoundTrip sends one request. The headers may be secrets, so a redirection to another host
// does not get them.
func (t *roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	if len(t.header) > 0 && r.URL.Scheme == t.endpoint.Scheme && r.URL.Host == t.endpoint.Host {
		r = r.Clone(r.Context())
		for name, values := range t.header {
			r.Header[name] = values
		}
		if host := t.header.Get("Host"); host != "" {
			r.Host = host // net/http ignores the header
		}
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && r.Method == http.MethodPost {
		t.status.Store(int64(response.StatusCode))
		response.Body = &recordingBody{ReadCloser: response.Body, recorder: t.recorder}
	}
	return response, err
}

// refusal returns the status of the newest response if it is one of an error, else 0.
func (t *roundTripper) refusal() int {
	if status := int(t.status.Load()); status >= http.StatusBadRequest {
		return status
	}
	return 0
}
