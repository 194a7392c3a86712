package gatewaytest

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/gateway"
)

// nginx prepares a call of nginx with a configuration for its http block, in a folder of its own.
func nginx(t *testing.T, configuration string, arguments ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/nginx"); err != nil { // not in the path of every user
			t.Fatal("there is no nginx; install it, for instance with apt-get install nginx-light")
		}
	}
	folder := t.TempDir()
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "    %s_temp_path %s;\n", kind, filepath.Join(folder, kind))
	}
	main := fmt.Sprintf("daemon off;\nmaster_process off;\npid %s;\nerror_log stderr;\nevents {}\nhttp {\n    access_log off;\n%s    include mcp.conf;\n}\n",
		filepath.Join(folder, "pid"), &temporary)
	for name, text := range map[string]string{"nginx.conf": main, "mcp.conf": configuration} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return exec.CommandContext(t.Context(), program, append([]string{"-p", folder, "-c", "nginx.conf", "-e", "stderr"}, arguments...)...)
}

// freeAddress returns an address of this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// TestNginxReads lets nginx -t read every nginx configuration among the golden files, too.
func TestNginxReads(t *testing.T) {
	files, err := filepath.Glob("../internal/gateway/testdata/*.conf")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	configurations := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// nginx looks up the names of servers when it reads them.
		configurations[file] = strings.NewReplacer("orders-eu:", "127.0.0.1:", "orders-us:", "127.0.0.2:", "orders-us-2:", "127.0.0.3:", "tenant-1:", "127.0.0.4:", "others:", "127.0.0.5:").Replace(string(text))
	}
	if configurations["all kinds of values"], err = headersOf(t, definitions).Nginx(gateway.Options{}); err != nil {
		t.Fatal(err)
	}
	for name, text := range configurations {
		if out, err := nginx(t, text, "-t").CombinedOutput(); err != nil || !bytes.Contains(out, []byte("test is successful")) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if out, err := nginx(t, "no such directive;", "-t").CombinedOutput(); err == nil {
		t.Errorf("nginx reads everything: %s", out)
	}
}

// startNginx runs nginx with servers that answer with the name of their group, and returns its
// address. begun gets the group of each request when its headers have come, before its body is
// there.
func startNginx(t *testing.T, begun chan<- string) string {
	t.Helper()
	serve := func(group string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if begun != nil {
				begun <- group
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				http.Error(w, err.Error(), http.StatusTeapot)
				return
			}
			_, _ = io.WriteString(w, group)
		}))
		t.Cleanup(server.Close)
		return strings.TrimPrefix(server.URL, "http://")
	}
	options := gateway.Options{Listen: freeAddress(t), Rest: []string{serve("mcp_rest")}}
	for value, group := range values {
		options.To = append(options.To, gateway.Target{Value: value, Addresses: []string{serve(group)}})
	}
	text, err := headersOf(t, definitions).Nginx(options)
	if err != nil {
		t.Fatal(err)
	}
	command := nginx(t, text)
	var log bytes.Buffer
	command.Stderr = &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Logf("nginx says:\n%s", &log)
		}
	})
	for range 500 {
		if connection, err := net.Dial("tcp", options.Listen); err == nil {
			_ = connection.Close()
			return options.Listen
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nginx does not listen")
	return ""
}

// TestNginxRoutes sends every request through nginx.
func TestNginxRoutes(t *testing.T) {
	address := startNginx(t, nil)
	send := func(method, path string, header http.Header) (int, string, http.Header) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body), response.Header
	}
	for _, tt := range requests {
		status, body, header := send(http.MethodPost, "/mcp", tt.headers)
		if tt.want != refused {
			if status != http.StatusOK || body != tt.want {
				t.Errorf("%s: status %d, %s, want %s", tt.name, status, body, tt.want)
			}
			continue
		}
		requested := tt.headers.Get("Mcp-Protocol-Version")
		if strings.Contains(requested, " ") {
			requested = ""
		}
		want := `{"jsonrpc":"2.0","error":{"code":-32022,"message":"unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"` + requested + `"}}}`
		if status != http.StatusBadRequest || body != want || header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: status %d, %s, %v", tt.name, status, body, header)
		}
	}
	// Two lines: some versions of nginx take the first, some join them. The server refuses both.
	if status, body, _ := send(http.MethodPost, "/mcp", call("search_orders", "eu", "us")); status != http.StatusOK || body != "mcp_region_eu" && body != "mcp_rest" {
		t.Errorf("two lines: status %d, %s", status, body)
	}
	for method, want := range map[string]int{http.MethodGet: 405, http.MethodDelete: 405} {
		if status, body, _ := send(method, "/mcp", call("search_orders", "eu")); status != want {
			t.Errorf("%s: status %d, %s", method, status, body)
		}
	}
	if status, body, _ := send(http.MethodPost, "/other", call("search_orders", "eu")); status != 404 {
		t.Errorf("another path: status %d, %s", status, body)
	}
}

// TestNginxReadsNoBody sends a request whose body does not come: it is routed all the same.
func TestNginxReadsNoBody(t *testing.T) {
	begun := make(chan string, 1)
	connection, err := net.Dial("tcp", startNginx(t, begun))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := fmt.Fprint(connection, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nMcp-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: search_orders\r\nMcp-Param-Region: us\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case group := <-begun:
		if diff := cmp.Diff("mcp_region_us", group); diff != "" {
			t.Errorf("group (-want +got):\n%s", diff)
		}
	case <-time.After(20 * time.Second):
		t.Error("nginx waits for the body")
	}
}
