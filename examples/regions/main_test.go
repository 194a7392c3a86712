package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/gateway"
	"github.com/typedmcp/toolkit/internal/source"
)

var update = flag.Bool("update", false, "rewrite regions.conf")

// asRegions makes the test binary behave as the program itself.
const asRegions = "REGIONS_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asRegions) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// ownTools returns the tools as the program lists them.
func ownTools(t *testing.T) []source.Tool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asRegions, "1")
	session, err := source.Source{Command: []string{self, "-region", "eu"}}.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// TestConfiguration holds regions.conf against what the command in the package comment writes for
// the tools of today.
func TestConfiguration(t *testing.T) {
	headers, err := gateway.Read(ownTools(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := headers.Nginx(gateway.Options{Listen: "127.0.0.1:8080", To: []gateway.Target{
		{Value: "eu", Addresses: []string{"127.0.0.1:8081"}}, {Value: "us", Addresses: []string{"127.0.0.1:8082"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("regions.conf", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("regions.conf")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("regions.conf is not of today, rewrite it with go test -update (-want +got):\n%s", diff)
	}
}

// TestArguments has command lines that start nothing.
func TestArguments(t *testing.T) {
	for arguments, want := range map[string]string{
		"":                `there is no region ""; give eu or us with -region`,
		"-region mars":    `there is no region "mars"; give eu or us with -region`,
		"-region eu more": `unexpected argument "more"; see -help`,
	} {
		err := run(t.Context(), strings.Fields(arguments), io.Discard)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", arguments, err)
		}
	}
}

// A system is what start.sh has started.
type system struct {
	endpoint string
	log      string            // a file
	process  map[string]string // by region
	address  map[string]string
}

// start runs start.sh with free addresses, and ends it after the test.
func start(t *testing.T) *system {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &system{process: map[string]string{}, address: map[string]string{"eu": freeAddress(t), "us": freeAddress(t)}}
	command := exec.CommandContext(context.Background(), "./start.sh")
	command.Env = append(os.Environ(), asRegions+"=1", "REGIONS="+self, "GATEWAY="+freeAddress(t), "EU="+s.address["eu"], "US="+s.address["us"])
	var diagnostics bytes.Buffer
	command.Stderr = &diagnostics
	command.WaitDelay = 10 * time.Second
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		if t.Failed() {
			t.Logf("start.sh says:\n%s", &diagnostics)
		}
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "eu", "us":
			s.process[words[0]] = words[3]
		case "the":
			s.endpoint, s.log = strings.TrimSuffix(words[3], ","), words[len(words)-1]
			return s
		}
	}
	t.Fatal("start.sh ended")
	return nil
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

// kill ends a server without a chance to finish its calls.
func (s *system) kill(t *testing.T, region string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "kill", "-9", s.process[region]).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// restart starts the server of a region again, where it was.
func (s *system) restart(t *testing.T, region string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(context.Background(), self, "-region", region, "-http", s.address[region])
	command.Env = append(os.Environ(), asRegions+"=1")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	for range 1000 {
		if connection, err := net.Dial("tcp", s.address[region]); err == nil {
			_ = connection.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server does not listen")
}
