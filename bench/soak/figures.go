package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A row is a scenario with what it has counted.
type row struct {
	scenario
	*outcome
}

// columns are those of the first table.
var columns = []string{"what happens", "requests", "answered", "connection broke", "given up by the client", "written", "lost", "twice", "heap, before and after", "goroutines"}

// writeFigures writes the tables: all scenarios, then what the load was mixed of.
func writeFigures(w io.Writer, s *soak, rows []row) {
	writeRow(w, columns...)
	writeRow(w, slices.Repeat([]string{"---"}, len(columns))...)
	for _, r := range rows {
		t := r.tally
		heap, goroutines := "", ""
		if r.before != nil {
			heap = fmt.Sprintf("%.1f MB, %.1f MB", float64(r.before.Heap)/1e6, float64(r.after.Heap)/1e6)
			goroutines = fmt.Sprintf("%d, %d", r.before.Goroutines, r.after.Goroutines)
		}
		what := r.what
		if r.note != "" {
			what += "; " + r.note
		}
		writeRow(w, what, commas(t.requests), commas(t.answers), commas(t.broken), commas(t.gaveUp), commas(r.written), commas(r.lost), commas(r.twice), heap, goroutines)
	}
	for _, r := range rows {
		if r.scenario.name == "load" {
			fmt.Fprintf(w, "\nThe load, for %s:\n\n", s.time)
			writeKinds(w, r.tally)
		}
	}
}

// writeKinds writes how long the answers to each kind of requests took.
func writeKinds(w io.Writer, t *tally) {
	writeRow(w, "kind of request", "answered", "half within", "99 of 100 within")
	writeRow(w, slices.Repeat([]string{"---"}, 4)...)
	for _, k := range kinds {
		waits := t.waits[k.name]
		if len(waits) == 0 {
			continue // the client does not wait for these
		}
		slices.Sort(waits)
		writeRow(w, k.name, commas(len(waits)), milliseconds(waits[len(waits)/2]), milliseconds(waits[len(waits)*99/100]))
	}
}

func writeRow(w io.Writer, cells ...string) { fmt.Fprintln(w, "| "+strings.Join(cells, " | ")+" |") }

// commas writes a number with commas between the thousands.
func commas(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// milliseconds writes a wait with two digits that say something.
func milliseconds(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 10 {
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	}
	return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
}

// The lines around the figures in a page.
const (
	measuredBegin = "<!-- measured: begin -->\n"
	measuredEnd   = "<!-- measured: end -->"
)

// writePage puts figures into a page. nil changes nothing, and finds out whether it would work.
func writePage(file string, figures []byte) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := bytes.Index(page, []byte(measuredBegin)), bytes.Index(page, []byte(measuredEnd))
	if begin < 0 || end < begin {
		return fmt.Errorf("%s: there are no lines %q and %q, one after the other", file, measuredBegin, measuredEnd)
	}
	if figures == nil {
		return nil
	}
	begin += len(measuredBegin)
	return os.WriteFile(file, slices.Concat(page[:begin], figures, page[end:]), 0o644) //nolint:gosec // a page of the documentation
}
