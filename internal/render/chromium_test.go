//go:build browser

package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A chromium is a real browser, spoken to in the DevTools protocol over pipes.
type chromium struct {
	to io.Writer

	mu      sync.Mutex
	next    int
	answers map[int]chan answer
	events  map[string][]string // their methods and what they are about, by session
}

// A tab is one page of it.
type tab struct {
	*chromium
	t       *testing.T
	session string // none is the browser as a whole
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// startChromium starts a browser without a window.
func startChromium(t *testing.T, program string) *chromium {
	t.Helper()
	args := []string{"--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + t.TempDir()}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // which root cannot have
	}
	cmd := exec.Command(program, args...)
	theirIn, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4, as the flag says
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	c := &chromium{to: to, answers: map[int]chan answer{}, events: map[string][]string{}}
	go c.read(from)
	t.Cleanup(func() {
		(&tab{c, t, ""}).do("Browser.close", nil, nil)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", program, err)
		}
		to.Close()
		from.Close()
	})
	return c
}

// tab opens an empty page.
func (b *chromium) tab(t *testing.T) *tab {
	t.Helper()
	c := &tab{b, t, ""}
	var target struct{ TargetID string }
	c.do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	c.do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	c.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		c.do(domain+".enable", nil, nil)
	}
	return c
}

// read takes what the browser says: answers, and events that a test wants to know of.
func (b *chromium) read(from io.Reader) {
	in := bufio.NewReader(from)
	for {
		raw, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var message struct {
			ID        int
			SessionID string
			Method    string
			Params    struct {
				Request struct{ URL string }
				Entry   struct{ Text string }
				Message string
			}
			answer
		}
		if json.Unmarshal(raw[:len(raw)-1], &message) != nil {
			continue
		}
		b.mu.Lock()
		if waiting := b.answers[message.ID]; waiting != nil {
			waiting <- message.answer
			delete(b.answers, message.ID)
		} else {
			about := message.Params.Request.URL + message.Params.Entry.Text + message.Params.Message
			b.events[message.SessionID] = append(b.events[message.SessionID], strings.TrimSpace(message.Method+" "+about))
		}
		b.mu.Unlock()
	}
}

// do sends a command and reads its result into one, if that is not nil.
func (c *tab) do(method string, params map[string]any, result any) {
	c.t.Helper()
	waiting := make(chan answer, 1)
	c.mu.Lock()
	c.next++
	message := map[string]any{"id": c.next, "method": method}
	c.answers[c.next] = waiting
	c.mu.Unlock()
	if params != nil {
		message["params"] = params
	}
	if c.session != "" {
		message["sessionId"] = c.session
	}
	raw, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.to.Write(append(raw, 0)); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	select {
	case got := <-waiting:
		if got.Error != nil {
			c.t.Fatalf("%s: %s", method, got.Error.Message)
		}
		if result == nil {
			return
		}
		if err := json.Unmarshal(got.Result, result); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, got.Result)
		}
	case <-time.After(time.Minute):
		c.t.Fatalf("%s: no answer within a minute", method)
	}
}

// open shows a page, which is all that the browser may load.
func (c *tab) open(html []byte) {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "page.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		c.t.Fatal(err)
	}
	c.do("Page.navigate", map[string]any{"url": "file://" + file}, nil)
	for want, n := "complete file://"+file, 0; ; n++ {
		state := c.eval(`document.readyState + " " + location.href`)
		if state == want {
			return
		}
		if n == 600 {
			c.t.Fatalf("the browser shows %v, want %s", state, want)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// complaints are what the browser said that a good page gives no reason for: errors, dialogs, and
// requests for something else than the page.
func (c *tab) complaints() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, event := range c.events[c.session] {
		method, about, _ := strings.Cut(event, " ")
		loads := method == "Network.requestWillBeSent" && !(strings.HasPrefix(about, "file://") && strings.HasSuffix(about, "/page.html"))
		if loads || slices.Contains([]string{"Log.entryAdded", "Runtime.exceptionThrown", "Page.javascriptDialogOpening"}, method) {
			list = append(list, event)
		}
	}
	return list
}

// eval runs a script in the page and returns what it, or its promise, has as a value.
func (c *tab) eval(script string) any {
	c.t.Helper()
	var done struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	c.do("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &done)
	if e := done.ExceptionDetails; e != nil {
		c.t.Fatalf("%s: %s %s", script, e.Text, e.Exception.Description)
	}
	return done.Result.Value
}

// press presses a key as a user does, and types its text if it has one.
func (c *tab) press(key, text string) {
	c.t.Helper()
	down := map[string]any{"type": "keyDown", "key": key}
	if text != "" {
		down["text"] = text
	}
	c.do("Input.dispatchKeyEvent", down, nil)
	c.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// typeText types a text, key by key.
func (c *tab) typeText(text string) {
	c.t.Helper()
	for _, r := range text {
		c.press(string(r), string(r))
	}
}

// click clicks in the middle of an element.
func (c *tab) click(selector string) {
	c.t.Helper()
	at, ok := c.eval(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector)).([]any)
	if !ok || len(at) != 2 {
		c.t.Fatalf("there is no %s", selector)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		c.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
	}
}

// media shows the page as on a screen or on paper, in a light or a dark scheme.
func (c *tab) media(medium, scheme string) {
	c.t.Helper()
	c.do("Emulation.setEmulatedMedia", map[string]any{"media": medium, "features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}
