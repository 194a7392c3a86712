package toolkit_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"github.com/typedmcp/toolkit"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestWire plays the transcripts in testdata/wire: what a client of one revision sends, and
// each message that it gets back, which must be valid under the schema of that revision.
//
// A transcript has the sections "client" (one message), "server" (one message), and "add
// tool" (a tool is registered while the client is connected). Its comment begins with the
// revision. -update rewrites the server's sections.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playTranscript(t, file) })
	}
}

func playTranscript(t *testing.T, file string) {
	transcript, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	revision, _, _ := strings.Cut(string(transcript.Comment), "\n")
	schema, err := readRevisionSchema(strings.TrimSpace(revision))
	if err != nil {
		t.Fatal(err)
	}
	tk := wireTools(t)
	c := connectWire(t, tk)

	var played []txtar.File
	methods := map[string]string{} // of the requests, by id
	for _, section := range transcript.Files {
		switch section.Name {
		case "client":
			played = append(played, section)
			c.send(t, section.Data)
			if id, method := idAndMethod(t, section.Data); id != "" {
				methods[id] = method
			}
		case "add tool":
			played = append(played, section)
			if err := toolkit.Add(tk, toolkit.Tool{Name: "new_tool"}, func(context.Context, struct{}) (string, error) { return "new", nil }); err != nil {
				t.Fatal(err)
			}
		case "server":
			message := c.receive(t)
			id, _ := idAndMethod(t, message)
			if err := schema.message(methods[id], message); err != nil {
				t.Errorf("%s\n%v", message, err)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, message, "", "  "); err != nil {
				t.Fatal(err)
			}
			indented.WriteByte('\n')
			played = append(played, txtar.File{Name: "server", Data: indented.Bytes()})
		default:
			t.Fatalf("unknown section %q", section.Name)
		}
	}
	got := txtar.Format(&txtar.Archive{Comment: transcript.Comment, Files: played})
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(txtar.Format(transcript)), string(got)); diff != "" {
		t.Errorf("transcript (-want +got):\n%s", diff)
	}
}

// wireTools are tools whose results older revisions do not know.
func wireTools(t *testing.T) *toolkit.Toolkit {
	t.Helper()
	tk := toolkit.New("wire", "1.0.0", toolkit.WithInstructions("Use them."))
	toolkit.Register(tk, toolkit.Tool{Name: "array", Title: "An array", Description: "Returns a list.", Hints: toolkit.ReadOnly | toolkit.ClosedWorld},
		func(context.Context, struct{}) ([]string, error) { return []string{"a", "b"}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "link", Title: "A link"}, func(context.Context, struct{}) (*mcp.ResourceLink, error) {
		return &mcp.ResourceLink{URI: "file:///report.txt", Name: "report.txt", Title: "The report", Description: "All of it"}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "audio"}, func(context.Context, struct{}) (*mcp.AudioContent, error) {
		return &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("RIFF")}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "strict"}, func(_ context.Context, args number) (number, error) { return args, nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk
}

type number struct {
	N int `json:"n" description:"A number" validate:"min=1"`
}

// A wire is the raw end of a connection to a server over stdio.
type wire struct {
	in  io.Writer
	out *bufio.Reader
}

func connectWire(t *testing.T, tk *toolkit.Toolkit) *wire {
	t.Helper()
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Run(ctx, &mcp.IOTransport{Reader: toServer, Writer: fromServer})
	}()
	t.Cleanup(func() {
		cancel()
		_ = fromClient.Close()
		_ = toClient.Close()
		<-done
	})
	return &wire{fromClient, bufio.NewReader(toClient)}
}

func (w *wire) send(t *testing.T, message []byte) {
	t.Helper()
	var line bytes.Buffer
	if err := json.Compact(&line, message); err != nil {
		t.Fatal(err)
	}
	line.WriteByte('\n')
	if _, err := w.in.Write(line.Bytes()); err != nil {
		t.Fatal(err)
	}
}

func (w *wire) receive(t *testing.T) []byte {
	t.Helper()
	line, err := w.out.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(line)
}

func idAndMethod(t *testing.T, message []byte) (id, method string) {
	t.Helper()
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatal(err)
	}
	return string(m.ID), m.Method
}
