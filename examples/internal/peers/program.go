package peers

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Build builds commands into a folder, under the last element of their paths. They have the
// race detector if the tests have it.
func Build(folder string, packages ...string) error {
	args := []string{"build", "-o", folder + string(filepath.Separator)}
	if race {
		args = append(args, "-race")
	}
	return Command(".", "go", append(args, packages...)...)
}

// Prepare builds commands and installs the packages of npm at the same time.
func Prepare(folder string, packages ...string) (*NPM, error) {
	built := make(chan error, 1)
	go func() { built <- Build(folder, packages...) }()
	n, err := InstallNPM()
	return n, errors.Join(err, <-built)
}

// Serve starts a server on a free port, and interrupts it when the test ends. It returns the
// host and port.
func Serve(t testing.TB, program string, args func(addr string) []string) string {
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
		err := cmd.Wait()
		if bytes.Contains(stderr.Bytes(), []byte("DATA RACE")) || err != nil && !interrupted(err) {
			t.Errorf("%s did not end well: %v\n%s", filepath.Base(program), err, stderr.String())
		}
	})
	for range 200 {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			_ = conn.Close()
			return addr
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen on %s\n%s", filepath.Base(program), addr, stderr.String())
	return ""
}

// interrupted reports whether a program that does not handle the signal has ended by it.
func interrupted(err error) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && !exit.Exited()
}

// Run runs a program, such as a client, in a folder, "" for that of the test, and returns what
// it prints and its exit status.
func Run(t testing.TB, folder string, env []string, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
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
