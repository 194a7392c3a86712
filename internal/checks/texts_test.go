package checks

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// The patterns are written so that they do not match themselves.
var (
	leftover    = regexp.MustCompile(`\b(TO[D]O|FIX[M]E|XX[X]|[tb]\.Skip(?:f|Now)?\()`)
	machinePath = regexp.MustCompile(`(^|[^A-Za-z0-9_.])/(w[o]rk|r[o]ot|t[m]p|h[o]me|U[s]ers)/`)
	registry    = regexp.MustCompile(`registry\.n[p]mjs\.org|registry\.y[a]rnpkg\.com|proxy\.g[o]lang\.org|sum\.g[o]lang\.org|deb\.d[e]bian\.org`)
)

// leftovers finds work that is not done, and tests that may not run.
func leftovers(r *repository) []string {
	return matches(r, leftover, "is left over; finish it", func(f *file) bool { return f.syntax != nil || path.Ext(f.path) == ".mjs" })
}

// places finds paths of one machine and hosts of registries: what is here must work
// anywhere, and from a mirror.
func places(r *repository) []string {
	all := func(f *file) bool { return !isSum(f.path) }
	return append(matches(r, machinePath, "is a path of one machine", all), matches(r, registry, "is the host of a registry", all)...)
}

// lockFiles finds npm lock files that name where packages were downloaded from.
func lockFiles(r *repository) []string {
	return matches(r, regexp.MustCompile(`"resolved": "https?:`), "names a registry; run npm with omit-lockfile-registry-resolved",
		func(f *file) bool { return path.Base(f.path) == "package-lock.json" })
}

// isSum reports whether a file has nothing but checksums.
func isSum(name string) bool {
	return strings.HasSuffix(name, "go.sum") || strings.HasSuffix(name, "go.work.sum")
}

// matches returns the lines of files that match a pattern.
func matches(r *repository, pattern *regexp.Regexp, what string, in func(*file) bool) []string {
	var problems []string
	for _, f := range r.files {
		if !in(f) || !pattern.Match(f.text) {
			continue
		}
		for i, line := range bytes.Split(f.text, []byte("\n")) {
			if found := pattern.Find(line); found != nil {
				problems = append(problems, fmt.Sprintf("%s:%d: %q %s", f.path, i+1, found, what))
			}
		}
	}
	return problems
}
