package clients

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Programs that TestMain builds.
var tracker, shapes string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "clients")
	if err == nil {
		err = prepare(folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

// prepare builds the servers and installs the clients.
func prepare(folder string) error {
	tracker, shapes = filepath.Join(folder, "tracker"), filepath.Join(folder, "shapes")
	for program, pkg := range map[string]string{
		tracker: "github.com/typedmcp/toolkit/examples/tracker",
		shapes:  "github.com/typedmcp/toolkit/examples/clients/shapes",
	} {
		if err := command("go", "build", "-o", program, pkg); err != nil {
			return err
		}
	}
	if installed() {
		return nil
	}
	// The clients need none of the scripts that packages would run.
	if err := command("npm", "ci", "--ignore-scripts"); err != nil {
		return err
	}
	return copyFile(lockFile, installedLock)
}

// installedLock is a copy of the lock file that node_modules was made from.
const (
	lockFile      = "package-lock.json"
	installedLock = "node_modules/.installed-lock.json"
)

// installed reports whether node_modules is what the lock file says.
func installed() bool {
	want, err := os.ReadFile(lockFile)
	if err != nil {
		return false
	}
	got, err := os.ReadFile(installedLock)
	return err == nil && bytes.Equal(want, got)
}

func copyFile(from, to string) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, raw, 0o600)
}

// command runs a program that must succeed.
func command(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is needed for these tests: %w", name, err)
	}
	if err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}

// A server is how clients reach a program: as a process of theirs, or at a URL.
type server struct {
	name    string
	command []string
	url     string
}

// overStdio returns a server that clients start themselves.
func overStdio(program string, args ...string) server {
	return server{name: "stdio", command: append([]string{program}, args...)}
}

// overHTTP starts a server and stops it when the test ends.
func overHTTP(t *testing.T, program string, args func(addr string) []string) server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args(addr)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s did not end well: %v\n%s", filepath.Base(program), err, stderr.String())
		}
	})
	for range 200 {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			_ = conn.Close()
			return server{name: "HTTP", url: "http://" + addr + "/mcp"}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen on %s\n%s", filepath.Base(program), addr, stderr.String())
	return server{}
}

// run runs a client and returns what it prints and its exit status.
func run(t *testing.T, env []string, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var out, diagnostics bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diagnostics
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%s %v did not end\n%s%s", name, args, out.String(), diagnostics.String())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), diagnostics.String(), cmd.ProcessState.ExitCode()
}
