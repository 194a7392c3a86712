package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// A process is a server that runs.
type process struct {
	address string
	command *exec.Cmd
	asking  io.WriteCloser
	answers *bufio.Reader
}

// start starts this program as a server.
func (s setup) start(ctx context.Context) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, self)
	command.Env = append(os.Environ(), asServer+"="+string(value))
	command.Stderr = os.Stderr
	p := &process{command: command}
	if p.asking, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.answers = bufio.NewReader(out)
	if err := command.Start(); err != nil {
		return nil, err
	}
	line, err := p.answers.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the server does not start: %w", errors.Join(err, command.Wait()))
	}
	p.address = strings.TrimSpace(line)
	return p, nil
}

// use asks what the process uses.
func (p *process) use() (u use, err error) {
	if _, err := io.WriteString(p.asking, "\n"); err != nil {
		return u, err
	}
	line, err := p.answers.ReadBytes('\n')
	if err != nil {
		return u, err
	}
	return u, json.Unmarshal(line, &u)
}

// moreHeap is how much more than before a server may hold, which is noise: tables of the runtime
// that grew, and what is cached once.
const moreHeap = 1 << 20

// settle waits until the process uses no more than before, and returns what it uses then or at the
// end of the time.
func (p *process) settle(before use, timeout time.Duration) (u use, err error) {
	for end := time.Now().Add(timeout); ; time.Sleep(50 * time.Millisecond) {
		if u, err = p.use(); err != nil || u.within(before) || time.Now().After(end) {
			return u, err
		}
	}
}

// within reports whether it is no more than before.
func (u use) within(before use) bool {
	return u.Goroutines <= before.Goroutines && u.Heap <= before.Heap+moreHeap
}

// stop sends SIGTERM, and waits for the end: how long it took, and the error of a status that is not 0.
func (p *process) stop() (took time.Duration, err error) {
	began := time.Now()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	err = p.wait()
	return time.Since(began), err
}

// kill ends the process at once.
func (p *process) kill() {
	_ = p.command.Process.Kill() // fails if it has ended
	_ = p.wait()                 // says that it was killed
}

// wait reads what the process still writes, and returns how it ended.
func (p *process) wait() error {
	_, _ = io.Copy(io.Discard, p.answers)
	return p.command.Wait()
}
