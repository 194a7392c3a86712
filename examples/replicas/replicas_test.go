package replicas

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// proxied starts two servers and nginx in front of them, and returns the endpoint. The tool
// whoami returns the server, and the address that it takes for the caller's.
func proxied(t *testing.T) string {
	t.Helper()
	conf, err := os.ReadFile("replicas.conf")
	if err != nil {
		t.Fatal(err)
	}
	for _, port := range []string{"8081", "8082"} {
		tk := newToolkit(bytes.Repeat([]byte("k"), 32))
		toolkit.Register(tk, toolkit.Tool{Name: "whoami"}, func(ctx context.Context, _ struct{}) (map[string]string, error) {
			request := toolkit.RequestFrom(ctx)
			err := request.Progress(ctx, 1, 2, "Looking.")
			return map[string]string{"server": port, "caller": request.RemoteAddr()}, err
		})
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		server, err := newServer(tk, "")
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = server.Serve(listener) }()
		t.Cleanup(func() { _ = server.Close() })
		conf = bytes.ReplaceAll(conf, []byte("127.0.0.1:"+port), []byte(listener.Addr().String()))
	}
	gateway := freeAddress(t)
	conf = bytes.ReplaceAll(conf, []byte("127.0.0.1:8080"), []byte(gateway))

	folder, err := os.MkdirTemp("", "nginx") // the workers of nginx may be another user
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	whole := "daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path body; proxy_temp_path proxy;" +
		" fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;\n" + string(conf) + "}"
	if err := os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx"
	}
	nginx := exec.CommandContext(context.Background(), program, "-p", folder, "-c", "nginx.conf", "-e", "stderr")
	var diagnostics bytes.Buffer
	nginx.Stderr = &diagnostics
	if err := nginx.Start(); err != nil {
		t.Fatalf("there is no nginx; install it, for instance with apt-get install nginx-light: %v", err)
	}
	t.Cleanup(func() {
		_ = nginx.Process.Signal(syscall.SIGTERM)
		_ = nginx.Wait()
		if t.Failed() {
			t.Logf("nginx says:\n%s", &diagnostics)
		}
	})
	for range 1000 {
		if connection, err := net.Dial("tcp", gateway); err == nil {
			_ = connection.Close()
			return "http://" + gateway + "/mcp"
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nginx does not listen")
	return ""
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// TestReplicas calls through nginx: with the official client, whose calls any server answers, and
// as a client of 2025-11-25, whose session stays where it began.
func TestReplicas(t *testing.T) {
	endpoint := proxied(t)
	var mu sync.Mutex
	var progress []string
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			progress = append(progress, r.Params.Message)
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: endpoint}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var servers []string
	for range 10 {
		params := &mcp.CallToolParams{Name: "whoami", Meta: mcp.Meta{"progressToken": "p"}}
		result, err := session.CallTool(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		said := result.StructuredContent.(map[string]any)
		if said["caller"] != "127.0.0.1:0" {
			t.Errorf("the caller is %s", said["caller"])
		}
		servers = append(servers, said["server"].(string))
	}
	slices.Sort(servers)
	if got := strings.Join(slices.Compact(servers), " "); got != "8081 8082" {
		t.Errorf("calls were answered by %s", got)
	}
	told := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(progress)
	}
	for range 500 { // the client handles notifications beside the answer
		if told() == 10 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := told(); n != 10 {
		t.Errorf("progress came %d times", n)
	}

	older := http.Header{"Host": {"mcp.example.com"}}
	response := post(t, endpoint, older, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	older.Set("Mcp-Session-Id", response.Header.Get("Mcp-Session-Id"))
	older.Set("Mcp-Protocol-Version", "2025-11-25")
	if older.Get("Mcp-Session-Id") == "" {
		t.Fatal("there is no session")
	}
	post(t, endpoint, older, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for range 10 {
		post(t, endpoint, older, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"whoami","arguments":{}}}`)
	}
}

// post sends a message, and refuses an answer that is an error.
func post(t *testing.T, endpoint string, header http.Header, body string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Host = header.Get("Host")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 || bytes.Contains(answer, []byte(`"error"`)) {
		t.Fatalf("%s: status %d, %s, %v", body, response.StatusCode, answer, err)
	}
	return response
}

// TestPage holds the configuration on the page against the one that is run.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile("replicas.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, []byte("```nginx\n"+string(conf)+"```\n")) {
		t.Error("docs/operating.md does not show replicas.conf")
	}
}
