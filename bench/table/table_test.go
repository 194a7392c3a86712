package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/bench"
)

// TestTables writes the tables of figures that were made up.
func TestTables(t *testing.T) {
	measured := map[key]values{
		{"EmptyHandler", "plain"}:                {unitTime: 4766, unitBytes: 6164, unitAllocs: 21},
		{"Call", "toolkit"}:                      {unitTime: 12_345, unitBytes: 8460, unitAllocs: 34},
		{"Call", "plain"}:                        {unitTime: 24_690, unitBytes: 8596, unitAllocs: 51},
		{"Call", "go-sdk"}:                       {unitTime: 999_600, unitBytes: 588_559, unitAllocs: 694},
		{"List1000", "toolkit"}:                  {unitTime: 100_000},
		{"List1000", "plain"}:                    {unitTime: 100_000},
		{"Register1000", "toolkit"}:              {unitTime: 2e9},
		{"Loopback64", "toolkit"}:                {unitTime: 30_000, bench.UnitP99: 4_000_000},
		{"Loopback64", "mcp-go"}:                 {unitTime: 300_000, bench.UnitP99: 3_000_000},
		{"Idle1000", "toolkit"}:                  {bench.UnitHeap: 3_331_912},
		{"Decode", "toolkit"}:                    {unitTime: 0.5, unitBytes: 88, unitAllocs: 1},
		{"Decode", "json v2"}:                    {unitTime: 999.4},
		{"Decode", "encoding/json + validator"}:  {unitTime: 999.6},
		{"CallAmong10000", "not in the columns"}: {unitTime: 1},
	}
	var b strings.Builder
	writeTables(&b, measured)
	for _, want := range []string{
		"| Time | toolkit | plain `net/http` | official SDK | mcp-go |\n| --- | --- | --- | --- | --- |\n",
		"| a request and a recorder of `httptest` around an empty handler |  | 4.77 µs |  |  |\n",
		"| one `tools/call` through the `http.Handler` | 12.3 µs | 24.7 µs, 2.0 × | 1.00 ms, 81 × |  |\n",
		"| one `tools/call` through the `http.Handler` | 8.46 kB in 34 allocations | 8.60 kB in 51 allocations, 1.0 × | 589 kB in 694 allocations, 70 × |  |\n",
		"| the same among 10,000 tools |  |  |  |  |\n",
		"| `tools/list` of 1,000 tools | 100 µs | 100 µs |  |  |\n",
		"| registering 1,000 tools, until they can be served | 2.00 s |  |  |  |\n",
		"| 99 of 100 of those 64 clients wait at most | 4.00 ms |  |  | 3.00 ms, 0.75 × |\n",
		"| a server with 1,000 tools that is idle | 3.33 MB |  |  |  |\n",
		"| … in memory | 88 B in 1 allocation |",
		"| arguments to a Go struct | 0.500 ns | 999 ns, 2000 × | 1.00 µs, 2000 × |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("not written: %s", want)
		}
	}
	if t.Failed() {
		t.Log(b.String())
	}
}

// TestTablesShowAllBenchmarks holds rows and columns of the tables against what is measured.
func TestTablesShowAllBenchmarks(t *testing.T) {
	shown := map[key]bool{}
	for _, table := range tables {
		for _, r := range table.rows {
			for _, way := range table.ways {
				shown[key{r.comparison, way}] = true
			}
			if !slices.ContainsFunc(bench.Comparisons(), func(c bench.Comparison) bool { return c.Name == r.comparison }) {
				t.Errorf("the row %q shows %s, which is not measured", r.title, r.comparison)
			}
		}
	}
	for _, c := range bench.Comparisons() {
		for _, way := range c.Ways {
			if !shown[key{c.Name, way.Name}] {
				t.Errorf("%s/%s is measured and not shown", c.Name, way.Name)
			}
			if titles[way.Name] == "" {
				t.Errorf("the column of %s has no title", way.Name)
			}
		}
	}
}

// TestPage holds the page against the tables: the same captions, columns and rows, and a
// figure in each cell that is measured.
func TestPage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _, err := measuredPart(raw)
	if err != nil {
		t.Fatal(err)
	}
	measured := map[key]values{}
	for _, c := range bench.Comparisons() {
		for _, way := range c.Ways {
			measured[key{c.Name, way.Name}] = values{unitTime: 1, unitBytes: 1, unitAllocs: 1, bench.UnitP99: 1, bench.UnitHeap: 1}
		}
	}
	var b strings.Builder
	writeTables(&b, measured)
	if diff := cmp.Diff(skeleton(b.String()), skeleton(string(page))); diff != "" {
		t.Errorf("docs/performance.md has other tables, run: go run ./bench/table -write docs/performance.md\n(-want +got):\n%s", diff)
	}
}

// skeleton returns tables with "#" for the figures.
func skeleton(tables string) []string {
	lines := strings.Split(strings.TrimSpace(tables), "\n")
	body := false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "| ---"):
			body = true
		case line == "":
			body = false
		case body:
			cells := strings.Split(line, "|")
			for j := 2; j < len(cells)-1; j++ {
				if strings.ContainsAny(cells[j], "0123456789") {
					cells[j] = " # "
				}
			}
			lines[i] = strings.Join(cells, "|")
		}
	}
	return lines
}

// TestMeasure measures work that is known.
func TestMeasure(t *testing.T) {
	times := 0
	quick := bench.Way{Name: "quick", Start: func() (*bench.Work, error) {
		do := func() error { times++; return nil }
		return &bench.Work{Do: []func() error{do}, Measured: func() map[string]float64 { return map[string]float64{bench.UnitHeap: 7} }}, nil
	}}
	slow := bench.Way{Name: "slow", Start: func() (*bench.Work, error) {
		do := func() error { time.Sleep(time.Millisecond); return nil }
		return &bench.Work{Do: []func() error{do, do}, Close: func() error { return nil }}, nil
	}}
	broken := bench.Way{Name: "broken", Start: func() (*bench.Work, error) { return nil, os.ErrNotExist }}
	got, err := measure([]bench.Comparison{{Name: "Both", Ways: []bench.Way{quick, slow}}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	fast, two := got[key{"Both", "quick"}], got[key{"Both", "slow"}]
	if times == 0 || fast[bench.UnitHeap] != 7 || fast[unitTime] <= 0 || fast[unitAllocs] != 0 {
		t.Errorf("quick: %v", fast)
	}
	// Two at a time, so each takes half of the time that it waits.
	if two[unitTime] < 500_000 || two[bench.UnitP99] < 1_000_000 {
		t.Errorf("slow: %v", two)
	}
	if _, err := measure([]bench.Comparison{{Name: "Some", Ways: []bench.Way{broken}}}, 1); err == nil || !strings.Contains(err.Error(), "Some/broken failed") {
		t.Errorf("broken work: %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	page := t.TempDir() + "/page.md"
	if err := os.WriteFile(page, []byte("# No tables\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rounds int
		each   time.Duration
		file   string
		want   string
	}{
		{0, time.Second, "", "-rounds 0 and -time 1s must be more than nothing"},
		{1, 0, "", "-rounds 1 and -time 0s must be more than nothing"},
		{1, time.Second, page + ".no", "no such file"},
		{1, time.Second, page, "there are no lines"},
	} {
		if err := run(new(strings.Builder), test.rounds, test.each, test.file); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
