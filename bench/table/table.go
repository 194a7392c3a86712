package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/typedmcp/toolkit/bench"
)

// A table is one Markdown table.
type table struct {
	caption string
	ways    []string // the columns, the first of which the others are compared with
	rows    []row
}

// A row is what one comparison has measured in some units.
type row struct {
	title      string
	comparison string
	units      []string
}

// titles are how the columns are headed.
var titles = map[string]string{
	"toolkit": "toolkit",
	"plain":   "plain `net/http`",
	"go-sdk":  "official SDK",
	"mcp-go":  "mcp-go",
	"json v2": "`json` v2, no checks", "encoding/json + validator": "`encoding/json` + validator",
}

// serving and decoding are the columns of the two kinds of comparisons.
var (
	serving  = []string{"toolkit", "plain", "go-sdk", "mcp-go"}
	decoding = []string{"toolkit", "json v2", "encoding/json + validator"}
)

// tables are what is written, in this order.
var tables = []table{
	{"Time", serving, []row{
		{"a request and a recorder of `httptest` around an empty handler", "EmptyHandler", []string{unitTime}},
		{"one `tools/call` through the `http.Handler`", "Call", []string{unitTime}},
		{"the same among 10,000 tools", "CallAmong10000", []string{unitTime}},
		{"`tools/list` of 1,000 tools", "List1000", []string{unitTime}},
		{"registering 1,000 tools, until they can be served", "Register1000", []string{unitTime}},
		{"one `tools/call` over loopback, 1 connection", "Loopback1", []string{unitTime}},
		{"one `tools/call` over loopback, 64 connections", "Loopback64", []string{unitTime}},
		{"99 of 100 of those 64 clients wait at most", "Loopback64", []string{bench.UnitP99}},
	}},
	{"Memory", serving, []row{
		{"a request and a recorder of `httptest` around an empty handler", "EmptyHandler", []string{unitBytes, unitAllocs}},
		{"one `tools/call` through the `http.Handler`", "Call", []string{unitBytes, unitAllocs}},
		{"`tools/list` of 1,000 tools", "List1000", []string{unitBytes, unitAllocs}},
		{"registering 1,000 tools, until they can be served", "Register1000", []string{unitBytes, unitAllocs}},
		{"a server with 1,000 tools that is idle", "Idle1000", []string{bench.UnitHeap}},
	}},
	{"Without a protocol", decoding, []row{
		{"arguments to a Go struct", "Decode", []string{unitTime}},
		{"… in memory", "Decode", []string{unitBytes, unitAllocs}},
		{"arguments, the function, its result as JSON", "Invoke", []string{unitTime}},
		{"… in memory", "Invoke", []string{unitBytes, unitAllocs}},
	}},
}

// writeTables writes all tables.
func writeTables(w io.Writer, measured map[key]values) {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t.write(w, measured)
	}
}

func (t table) write(w io.Writer, measured map[key]values) {
	fmt.Fprintf(w, "| %s |", t.caption)
	for _, way := range t.ways {
		fmt.Fprintf(w, " %s |", titles[way])
	}
	fmt.Fprintf(w, "\n| --- |%s\n", strings.Repeat(" --- |", len(t.ways)))
	for _, r := range t.rows {
		fmt.Fprintf(w, "| %s |", r.title)
		ours := measured[key{r.comparison, t.ways[0]}]
		for _, way := range t.ways {
			fmt.Fprintf(w, " %s |", r.cell(measured[key{r.comparison, way}], ours))
		}
		fmt.Fprintln(w)
	}
}

// cell writes what one way has measured, and how many times ours that is.
func (r row) cell(theirs, ours values) string {
	if theirs == nil {
		return ""
	}
	texts := make([]string, len(r.units))
	for i, unit := range r.units {
		texts[i] = quantity(theirs[unit], unit)
	}
	text := strings.Join(texts, " in ")
	first := r.units[0]
	if ours == nil || ours[first] == 0 || theirs[first] == ours[first] {
		return text
	}
	return text + ", " + times(theirs[first]/ours[first])
}

// times writes a ratio with two digits.
func times(ratio float64) string { return digits(ratio, 2) + " ×" }

// quantity writes a value with its unit.
func quantity(value float64, unit string) string {
	switch unit {
	case unitTime, bench.UnitP99:
		return scaled(value, []string{"ns", "µs", "ms", "s"})
	case unitBytes, bench.UnitHeap:
		value = math.Round(value)
		return scaled(value, []string{"B", "kB", "MB", "GB"})
	}
	if value == 1 {
		return "1 allocation"
	}
	return strconv.FormatFloat(value, 'f', 0, 64) + " allocations"
}

// scaled writes a value with three digits, in the largest of the units of which it has at
// least one. There are no fractions of a byte.
func scaled(value float64, units []string) string {
	smallest := true
	for len(units) > 1 && value >= 999.5 {
		value, units, smallest = value/1000, units[1:], false
	}
	if smallest && value == math.Trunc(value) {
		return strconv.FormatFloat(value, 'f', 0, 64) + " " + units[0]
	}
	return digits(value, 3) + " " + units[0]
}

// digits writes a value with so many digits that say something.
func digits(value float64, n int) string {
	if value <= 0 {
		return "0"
	}
	magnitude := math.Pow(10, math.Floor(math.Log10(value))-float64(n-1))
	rounded := math.Round(value/magnitude) * magnitude
	after := max(n-1-int(math.Floor(math.Log10(rounded)+1e-9)), 0)
	return strconv.FormatFloat(rounded, 'f', after, 64)
}
