package toolkit_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/typedmcp/toolkit"
)

// transferTimeout is short enough to wait for, and longer than a busy machine hesitates.
const transferTimeout = 200 * time.Millisecond

// transferTools have a call that takes longer than a transfer may, an answer that no socket
// buffer holds, and a stream that does not end by itself.
func transferTools(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("x", "1", append([]toolkit.Option{toolkit.WithLogger(nil), toolkit.WithLimits(toolkit.Limits{TransferTimeout: transferTimeout, MaxResultBytes: 64 << 20})}, options...)...)
	toolkit.Register(tk, toolkit.Tool{Name: "long"}, func(ctx context.Context, _ struct{}) (string, error) {
		select {
		case <-time.After(3 * transferTimeout):
			return "finished", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	})
	toolkit.Register(tk, toolkit.Tool{Name: "large", RawText: true}, func(context.Context, struct{}) (string, error) {
		return strings.Repeat("large ", 4<<20), nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "stream"}, func(ctx context.Context, _ struct{}) (string, error) {
		message := strings.Repeat("x", 1<<20)
		for i := 1; ; i++ {
			if err := toolkit.RequestFrom(ctx).Progress(ctx, float64(i), 0, message); err != nil {
				return "", err
			}
		}
	})
	return tk
}

// wireCall returns a call as it is sent, in front of its body and with it.
func wireCall(tool, header, meta string) (head, body string) {
	body = callBody(tool, "{}", meta)
	return fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
		"Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: %s\r\n%sContent-Length: %d\r\n\r\n", tool, header, len(body)), body
}

// dial connects to a server, and closes the connection after the test.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func write(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

// TestBodyThatDoesNotArrive makes sure that half a request does not keep a connection: neither
// where the body is read, nor where the request is refused without it and net/http reads it.
func TestBodyThatDoesNotArrive(t *testing.T) {
	guarded := toolkit.WithAuth(func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
		return nil, auth.ErrInvalidToken
	}, nil)
	for _, tt := range []struct {
		name    string
		tk      *toolkit.Toolkit
		header  string
		half    bool
		status  string
		content string
	}{
		{"half a body", transferTools(), "", true, "408 Request Timeout", `{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"the body did not arrive in time"}}` + "\n"},
		{"no body", transferTools(), "", false, "408 Request Timeout", `{"jsonrpc":"2.0","error":{"code":-32600,"message":"the body did not arrive in time"}}` + "\n"},
		{"refused because of its origin", transferTools(), "Origin: https://other.example\r\n", false, "403 Forbidden", ""},
		{"refused because of its token", transferTools(guarded), "Authorization: Bearer a\r\n", false, "401 Unauthorized", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(handlerOf(t, tt.tk))
			t.Cleanup(server.Close)
			conn := dial(t, server.Listener.Addr().String())
			head, body := wireCall("long", tt.header, "")
			if !tt.half {
				body = ""
			}
			write(t, conn, head+body[:len(body)/2])
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			answers := bufio.NewReader(conn)
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.Status != tt.status || tt.content != "" && string(content) != tt.content {
				t.Errorf("status %s, %s", response.Status, content)
			}
			if _, err := answers.ReadByte(); err != io.EOF {
				t.Errorf("the connection is open: %v", err)
			}
		})
	}
}

// TestAnswerThatNobodyTakes makes sure that a client that does not read keeps no call, be its
// answer JSON or an event stream.
func TestAnswerThatNobodyTakes(t *testing.T) {
	for _, tool := range []string{"large", "stream"} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			done := make(chan struct{})
			h := handlerOf(t, transferTools())
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				h.ServeHTTP(w, r)
				close(done)
			}))
			t.Cleanup(server.Close)
			conn := dial(t, server.Listener.Addr().String())
			head, body := wireCall(tool, "", `,"progressToken":1`)
			write(t, conn, head+body)
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				t.Error("the call goes on")
				_ = conn.Close()
			}
		})
	}
}

// TestCallLongerThanTransfer makes sure that the time for transfers is not that of calls, also not
// with the timeouts of an http.Server, and that a connection serves more than one.
func TestCallLongerThanTransfer(t *testing.T) {
	for _, tt := range []struct {
		name     string
		timeouts time.Duration
	}{
		{"no timeouts of the server", 0},
		{"with timeouts of the server", transferTimeout / 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewUnstartedServer(handlerOf(t, transferTools()))
			server.Config.ReadTimeout, server.Config.WriteTimeout = tt.timeouts, tt.timeouts
			server.Start()
			t.Cleanup(server.Close)
			conn := dial(t, server.Listener.Addr().String())
			answers := bufio.NewReader(conn)
			head, body := wireCall("long", "", "")
			for range 2 {
				write(t, conn, head+body)
				response, err := http.ReadResponse(answers, nil)
				if err != nil {
					t.Fatal(err)
				}
				content, err := io.ReadAll(response.Body)
				if err != nil || !strings.Contains(string(content), `"text":"finished"`) {
					t.Fatalf("%s, %v", content, err)
				}
			}
		})
	}
}

// TestServeEndsLate stops a server while a call is on its way: what had begun to arrive is answered, though
// its call begins after the server has seen no other and takes longer than connections get to close.
func TestServeEndsLate(t *testing.T) {
	t.Parallel()
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "work"}, func(context.Context, struct{}) (string, error) {
		time.Sleep(time.Second)
		return "finished", nil
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- tk.Serve(ctx, listener) }()
	conn := dial(t, listener.Addr().String())
	head, body := wireCall("work", "", "")
	write(t, conn, head+body[:10])
	time.Sleep(50 * time.Millisecond) // so that the server has the head
	stop()
	time.Sleep(50 * time.Millisecond)
	write(t, conn, body[10:])
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"}},"content":[{"type":"text","text":"finished"}]}}` + "\n"
	if diff := cmp.Diff(want, string(content)); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
