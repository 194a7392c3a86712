package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// patience is how long a program may take to end once its stdin is closed, and again
	// once it was asked to terminate.
	patience = 2 * time.Second
	// lateOutput is how long stderr is read after the program has ended, for the programs
	// that it started and that go on.
	lateOutput = 500 * time.Millisecond
	// maxMessage is how many bytes one message of a program may have.
	maxMessage = 256 << 20
)

// A process is a program that serves MCP over its stdin and stdout. It takes the place of
// the SDK's CommandTransport, which does not say what a program wrote that is no message.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *messageReader
	once   func() // end, once
}

// start starts a program. onStray is called when it writes something to stdout that is not
// the beginning of a message.
func start(command []string, stderr io.Writer, onStray func()) (*process, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, cannotStart(command[0], err)
	}
	// Not bound to a context: close lets the program end well.
	p := &process{cmd: exec.Command(path, command[1:]...)}
	p.cmd.Stderr = stderr
	p.cmd.WaitDelay = lateOutput
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, cannotStart(command[0], err)
	}
	p.stdout = &messageReader{from: stdout, onStray: onStray}
	p.once = sync.OnceFunc(p.end)
	return p, nil
}

// cannotStart words an error of package exec.
func cannotStart(program string, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("cannot start %q: there is no such program in $PATH", program)
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	} else if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("cannot start %q: %w", program, err)
}

// transport returns the way to the program. Closing it ends the program.
func (p *process) transport() mcp.Transport {
	return &mcp.IOTransport{Reader: io.NopCloser(p.stdout), Writer: p, MaxLineLength: maxMessage}
}

// Write writes to the program's stdin.
func (p *process) Write(b []byte) (int, error) { return p.stdin.Write(b) }

// Close ends the program, as close does.
func (p *process) Close() error {
	p.close()
	return nil
}

// close ends the program as the specification says (basic/lifecycle, "Shutdown"): it closes
// stdin, waits, asks, and in the end forces. How the program ends is its own affair.
func (p *process) close() {
	p.stdout.closing.Store(true)
	p.once()
}

func (p *process) end() {
	_ = p.stdin.Close()
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(done)
	}()
	steps := []func() error{
		func() error { return p.cmd.Process.Signal(syscall.SIGTERM) },
		p.cmd.Process.Kill,
	}
	for _, step := range steps {
		select {
		case <-done:
			return
		case <-time.After(patience):
			_ = step() // it has ended meanwhile, or the next step will do
		}
	}
	<-done
}

// ended reports whether the program closed its stdout before it was closed from here,
// which is what happens when a program ends.
func (p *process) ended() bool { return p.stdout.ended.Load() }

// strayed returns the text on stdout that is not the beginning of a message, if there was any.
func (p *process) strayed() (text string, ok bool) {
	if stray := p.stdout.stray.Load(); stray != nil {
		return *stray, true
	}
	return "", false
}
