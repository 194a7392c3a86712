package checks

import (
	"bytes"
	"fmt"
	"slices"
)

const (
	maxLines  = 600 // of a Go file
	maxMedian = 250 // of all Go files
)

// sizes finds files that hold more than one concept, or would soon.
func sizes(r *repository) []string {
	var problems []string
	var all []int
	for _, f := range r.goFiles() {
		lines := bytes.Count(f.text, []byte("\n"))
		all = append(all, lines)
		if lines > maxLines {
			problems = append(problems, fmt.Sprintf("%s has %d lines; split it by concept, at most %d are allowed", f.path, lines, maxLines))
		}
	}
	slices.Sort(all)
	if n := len(all); n > 0 && all[n/2] >= maxMedian {
		problems = append(problems, fmt.Sprintf("half of the Go files have %d lines or more; the median must be under %d", all[n/2], maxMedian))
	}
	return problems
}
