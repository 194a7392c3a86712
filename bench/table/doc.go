// Command table runs the benchmarks of package bench and writes what they measured as
// Markdown.
//
//	go run ./bench/table
//	go run ./bench/table -write docs/performance.md
//
// All ways to do the same work take turns, for -rounds rounds of -time each, and the fastest
// round of each counts: other programs of the machine can make a round slower, but not
// faster. Ratios between columns mean something on another machine; times do not.
//
// With -write the tables replace what stands between the lines "<!-- measured: begin -->" and
// "<!-- measured: end -->" of a file.
package main
