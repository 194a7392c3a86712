package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/typedmcp/toolkit/bench"
)

func main() {
	rounds := flag.Int("rounds", 10, "how often each benchmark runs")
	each := flag.Duration("time", 100*time.Millisecond, "for how long it runs each time")
	file := flag.String("write", "", "the Markdown file to write the tables into; none writes them to standard output")
	flag.Parse()
	if err := run(os.Stdout, *rounds, *each, *file); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// run measures, and writes the tables to a file or else to out.
func run(out io.Writer, rounds int, each time.Duration, file string) error {
	if rounds < 1 || each <= 0 {
		return fmt.Errorf("-rounds %d and -time %s must be more than nothing", rounds, each)
	}
	var page []byte
	if file != "" { // before minutes of work
		var err error
		if page, err = os.ReadFile(file); err != nil {
			return err
		}
		if _, _, _, err := measuredPart(page); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	testing.Init()
	if err := flag.Set("test.benchtime", each.String()); err != nil {
		return err
	}
	measured, err := measure(bench.Comparisons(), rounds)
	if err != nil {
		return err
	}
	var tables bytes.Buffer
	writeTables(&tables, measured)
	if file == "" {
		_, err := out.Write(tables.Bytes())
		return err
	}
	before, _, after, err := measuredPart(page)
	if err != nil {
		return err
	}
	return os.WriteFile(file, bytes.Join([][]byte{before, tables.Bytes(), after}, nil), 0o644) //nolint:gosec // a page of the documentation
}

// The lines around what was measured.
const (
	measuredBegin = "<!-- measured: begin -->\n"
	measuredEnd   = "<!-- measured: end -->"
)

// measuredPart cuts a page into what stands before the tables, the tables, and the rest.
func measuredPart(page []byte) (before, tables, after []byte, err error) {
	begin := bytes.Index(page, []byte(measuredBegin))
	end := bytes.Index(page, []byte(measuredEnd))
	if begin < 0 || end < begin {
		return nil, nil, nil, fmt.Errorf("there are no lines %q and %q, one after the other", measuredBegin, measuredEnd)
	}
	begin += len(measuredBegin)
	return page[:begin], page[begin:end], page[end:], nil
}
