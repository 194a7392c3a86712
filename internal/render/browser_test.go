//go:build browser

package render

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/docpage"
)

var program = flag.String("browser", "chromium", "the browser: Chromium, or one that takes its flags")

// trackerPage is the page about the issue tracker of the examples.
func trackerPage(t *testing.T) []byte {
	t.Helper()
	raw, err := os.ReadFile("../../examples/tracker/testdata/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	page, err := docpage.New(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	page.Title = "Issue tracker"
	return written(t, page)
}

func written(t *testing.T, page *docpage.Page) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := PageHTML(&out, page); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shownTools are scripts that return the names of the tools that a reader sees: in the page, and
// in its list.
const (
	shownTools   = `[...document.querySelectorAll("article")].filter(e => e.checkVisibility()).map(e => e.querySelector("h2").textContent).join(" ")`
	shownEntries = `[...document.querySelectorAll("nav li")].filter(e => e.checkVisibility()).map(e => e.querySelector("code").textContent).join(" ")`
	allTools     = "add_comment burndown_chart create_issue export_issues get_issue issue_stats search_issues update_issue"
)

func TestBrowser(t *testing.T) {
	b := startChromium(t, *program)
	t.Run("search", func(t *testing.T) { testBrowserSearch(t, b) })
	t.Run("schemes", func(t *testing.T) { testBrowserSchemes(t, b) })
	t.Run("print", func(t *testing.T) { testBrowserPrint(t, b) })
	t.Run("narrow", func(t *testing.T) { testBrowserNarrow(t, b) })
	t.Run("without scripts", func(t *testing.T) { testBrowserWithoutScripts(t, b) })
	t.Run("hostile", func(t *testing.T) { testBrowserHostile(t, b) })
}

// testBrowserSearch searches as a reader does, and follows a link of the list.
func testBrowserSearch(t *testing.T, b *chromium) {
	c := b.tab(t)
	c.open(trackerPage(t))
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"at first", func() {}, allTools},
		{"a word", func() { c.press("/", "/"); c.typeText("burndown") }, "burndown_chart"},
		{"deleted", func() { c.press("Escape", "") }, allTools},
		{"two words, in capitals", func() { c.typeText("Comment AUTHOR") }, "add_comment get_issue"},
		{"more than any tool has", func() { c.typeText(" zebra") }, ""},
		{"deleted again", func() { c.press("Escape", "") }, allTools},
	} {
		t.Run(step.name, func(t *testing.T) {
			step.do()
			for where, script := range map[string]string{"page": shownTools, "list": shownEntries} {
				if diff := cmp.Diff(step.want, c.eval(script)); diff != "" {
					t.Errorf("tools in the %s (-want +got):\n%s", where, diff)
				}
			}
			if none := c.eval(`document.getElementById("none").checkVisibility()`); none != (step.want == "") {
				t.Errorf("that nothing was found is said: %v", none)
			}
		})
	}
	const followed = `new Promise(done => {
		document.querySelector('nav a[href$="issue_stats"]').click();
		const look = n => {
			const top = document.querySelector(location.hash || "article").getBoundingClientRect().top;
			n === 0 || scrollY > 0 && Math.abs(top) < 2 ? done(location.hash + " at " + Math.round(top)) : setTimeout(look, 50, n - 1);
		};
		look(100);
	})`
	if at := c.eval(followed); at != "#tool-issue_stats at 0" {
		t.Errorf("a link of the list leads to %v", at)
	}
	if list := c.complaints(); list != nil {
		t.Errorf("the browser complains: %q", list)
	}
}

// contrast is a script that returns the least contrast of the texts of the page with what is behind
// them, as WCAG 2 defines it, and where that is.
const contrast = `(() => {
	const rgb = color => color.match(/[\d.]+/g).map(Number);
	const light = color => rgb(color).slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const behind = e => { for (; e; e = e.parentElement) { const color = getComputedStyle(e).backgroundColor; if (rgb(color)[3] !== 0) return color; } return "rgb(255, 255, 255)"; };
	let least = [99, ""];
	for (const e of document.querySelectorAll("body *")) {
		if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((a, b) => b - a);
		const ratio = (a + .05) / (b + .05);
		if (ratio < least[0]) least = [ratio, e.tagName + ": " + e.textContent.slice(0, 40)];
	}
	return least;
})()`

// testBrowserSchemes looks at the page on a screen and on paper.
func testBrowserSchemes(t *testing.T, b *chromium) {
	const white, black = "rgb(255, 255, 255)", "rgb(13, 17, 23)"
	for _, tt := range []struct {
		name, medium, scheme string
		clicks               int
		want                 string
	}{
		{"light", "screen", "light", 0, white},
		{"dark", "screen", "dark", 0, black},
		{"light, turned dark", "screen", "light", 1, black},
		{"light, turned twice", "screen", "light", 2, white},
		{"dark, turned light", "screen", "dark", 1, white},
		{"paper", "print", "light", 0, white},
		{"paper of a dark one", "print", "dark", 0, white},
		{"paper of one turned dark", "print", "light", 1, white},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := b.tab(t)
			c.open(trackerPage(t))
			c.media("screen", tt.scheme)
			for range tt.clicks {
				c.click("#theme")
			}
			c.media(tt.medium, tt.scheme)
			if got := c.eval(`getComputedStyle(document.body).backgroundColor`); got != tt.want {
				t.Errorf("the page is %v, want %s", got, tt.want)
			}
			if least, ok := c.eval(contrast).([]any); !ok || len(least) != 2 || least[0].(float64) < 4.5 {
				t.Errorf("the contrast is %v, want 4.5 at least", least)
			}
			if shown := c.eval(`document.getElementById("search").checkVisibility()`); shown != (tt.medium == "screen") {
				t.Errorf("the search is shown: %v", shown)
			}
			if got := c.eval(shownTools); got != allTools {
				t.Errorf("tools: %v", got)
			}
			if list := c.complaints(); list != nil {
				t.Errorf("the browser complains: %q", list)
			}
		})
	}
}

// testBrowserPrint prints the page, whole and as far as a search has left of it.
func testBrowserPrint(t *testing.T, b *chromium) {
	c := b.tab(t)
	c.open(trackerPage(t))
	pages := func() int {
		var pdf struct{ Data string }
		c.do("Page.printToPDF", map[string]any{"printBackground": true}, &pdf)
		raw, err := base64.StdEncoding.DecodeString(pdf.Data)
		if err != nil || !bytes.HasPrefix(raw, []byte("%PDF-")) {
			t.Fatalf("no PDF: %v, %.20q", err, raw)
		}
		return bytes.Count(raw, []byte("/Type /Page\n")) + bytes.Count(raw, []byte("/Type /Page/"))
	}
	all := pages()
	c.press("/", "/")
	c.typeText("burndown")
	if some := pages(); some < 1 || some >= all {
		t.Errorf("one tool takes %d pages, all take %d", some, all)
	}
}

// testBrowserNarrow makes sure that a telephone has to scroll in one direction only.
func testBrowserNarrow(t *testing.T, b *chromium) {
	c := b.tab(t)
	c.open(trackerPage(t))
	for _, width := range []int{320, 768, 1600} {
		c.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false}, nil)
		if got := c.eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); got != 0.0 {
			t.Errorf("the page is %v pixels wider than a window of %d", got, width)
		}
	}
}

// testBrowserWithoutScripts makes sure that all is there for those who run none.
func testBrowserWithoutScripts(t *testing.T, b *chromium) {
	c := b.tab(t)
	c.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	c.open(trackerPage(t))
	if got := c.eval(shownTools); got != allTools {
		t.Errorf("tools: %v", got)
	}
	if c.eval(`document.getElementById("search").checkVisibility()`) != false {
		t.Error("there is a search that finds nothing")
	}
}

// testBrowserHostile shows definitions that are full of scripts and images: they are texts, nothing
// is loaded, and the page's own policy would refuse it.
func testBrowserHostile(t *testing.T, b *chromium) {
	c := b.tab(t)
	c.open(written(t, hostilePage(t)))
	if n := c.eval(`document.querySelectorAll("img, iframe, script").length`); n != 1.0 {
		t.Errorf("the page has %v scripts and images, want its own script", n)
	}
	if text, _ := c.eval(`document.querySelector("article h2").textContent`).(string); !strings.HasPrefix(text, "<script>alert(1)</script>") {
		t.Errorf("the name of the tool is shown as %q", text)
	}
	if list := c.complaints(); list != nil {
		t.Errorf("the browser complains: %q", list)
	}

	c.eval(`document.body.insertAdjacentHTML("beforeend", '<img src="https://example.com/x"><p onclick="document.title = 1">')`)
	c.eval(`document.querySelector("body > p").click()`)
	list := fmt.Sprint(c.complaints())
	if !strings.Contains(list, "img-src") && !strings.Contains(list, "default-src") || c.eval("document.title") == "1" {
		t.Errorf("the policy lets a page load and run what it should not: %s", list)
	}
}
