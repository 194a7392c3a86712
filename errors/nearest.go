package errors

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNameLength is how long, in bytes, a name may be to be compared or to stand
// unquoted in a path.
const maxNameLength = 64

// Nearest returns the known name that name most likely stands for, or "" if none is
// close. Case and separators count for nothing (startRFC3339 finds start_rfc_3339),
// a whole word of a longer name is close (depth finds maxDepth), and otherwise about
// one letter in three may be wrong. The first of equally close names wins.
func Nearest(name string, known []string) string {
	if name == "" || len(name) > maxNameLength {
		return ""
	}
	best, bestDistance := "", int(^uint(0)>>1)
	folded := fold(name)
	for _, k := range known {
		if len(k) > maxNameLength || k == "" {
			continue
		}
		if d := distance(name, folded, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is small for close names and huge for names that have nothing in common.
func distance(name string, folded []rune, known string) int {
	const none = int(^uint(0) >> 1)
	f := fold(known)
	if len(folded) == 0 || len(f) == 0 {
		if name == known {
			return 0
		}
		return none
	}
	d := edits(folded, f)
	if d <= max(len(folded), len(f))/3 {
		return d
	}
	if len(folded) >= 3 && hasWord(known, folded) || len(f) >= 3 && hasWord(name, f) {
		return d
	}
	return none
}

// fold drops case and everything that is neither letter nor digit.
func fold(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// hasWord reports whether word is one of the words that name is made of: max and
// depth for maxDepth, issue and id for issue_id.
func hasWord(name string, word []rune) bool {
	w := string(word)
	var current []rune
	matches := func() bool { return string(current) == w }
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		i += n
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if matches() {
				return true
			}
			current = current[:0]
		case unicode.IsUpper(r) && len(current) > 0:
			if matches() {
				return true
			}
			current = append(current[:0], unicode.ToLower(r))
		default:
			current = append(current, unicode.ToLower(r))
		}
	}
	return matches()
}

// edits is the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours.
func edits(a, b []rune) int {
	previous := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	before := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, previous, row = previous, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(previous[j]+1, row[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// upperFirst makes the first letter of s a capital.
func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// sentence ends s with a full stop unless it has an end of its own.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
