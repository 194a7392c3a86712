package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// What TestMain makes: the packages of npm, and the servers.
var (
	npm                       *peers.NPM
	tracker, shapes, workshop string
)

const examples = "github.com/typedmcp/toolkit/examples/"

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "clients")
	if err == nil {
		tracker, shapes, workshop = filepath.Join(folder, "tracker"), filepath.Join(folder, "shapes"), filepath.Join(folder, "workshop")
		npm, err = peers.Prepare(folder, examples+"tracker", examples+"clients/shapes", examples+"clients/workshop")
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
	return server{name: "HTTP", url: "http://" + peers.Serve(t, program, args) + "/mcp"}
}
