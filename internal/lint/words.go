package lint

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// words splits a name or a text into its words, in small letters: getUserID is get, user, id.
func words(s string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			lowerBefore := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
			lowerAfter := unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if lowerBefore || lowerAfter {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return list
}

// stem makes the usual forms of an English word the same: issues and issue, creates and
// creating and create.
func stem(word string) string {
	for _, suffix := range []string{"ing", "ies", "ied", "es", "ed", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(word, suffix); ok && len(rest) >= 3 {
			if n := len(rest); n > 3 && rest[n-1] == rest[n-2] && (suffix == "ing" || suffix == "ed") {
				rest = rest[:n-1] // running, run
			}
			return rest
		}
	}
	return word
}

// fillers are words that say nothing about a tool.
var fillers = strings.Fields(`a an the all any one of to in on at by for from with and or is are be this that these it its
	as into tool function method endpoint api server mcp used use uses using can will allows allow you your given specific
	specified provided new existing`)

// contentWords returns the stems of the words of a text that say something.
func contentWords(text string) []string {
	var list []string
	for _, w := range words(text) {
		if !slices.Contains(fillers, w) {
			list = append(list, stem(w))
		}
	}
	return list
}

// Verbs that names of tools begin with.
var (
	readVerbs = strings.Fields(`get list search find fetch read query lookup describe view count retrieve browse inspect
		check summarize compare calculate compute resolve`)
	writeVerbs = strings.Fields(`create add insert update write edit modify change set delete remove drop destroy purge erase
		rename move send upload post put append clear reset cancel close merge push fork revoke grant publish deploy install
		uninstall enable disable assign approve reject archive open start stop run execute toggle`)
)

// reads reports whether the name of the tool says that it returns what is there.
func (t *tool) reads() bool {
	if len(t.words) == 0 || slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(writeVerbs, w) }) {
		return false
	}
	last := t.words[len(t.words)-1]
	return slices.Contains(readVerbs, t.words[0]) || last == "search" || last == "lookup"
}

// namesFewThings reports whether the name of the tool speaks of what there is little of, all of
// which it can return.
func (t *tool) namesFewThings() bool {
	return slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(fewThings, w) })
}

var (
	// abbreviations end with a full stop that ends no sentence.
	abbreviations = regexp.MustCompile(`(?i)\b(?:e\.g|i\.e|etc|vs|approx|incl|resp|cf|no|max|min|ca|fig|dr|mr|mrs|st)\.`)
	// sentenceEnds are what ends a sentence within a line.
	sentenceEnds = regexp.MustCompile("[.!?]+[\"'`)\\]*]*(?:\\s+|$)")
	// bullet begins an item of a list.
	bullet = regexp.MustCompile(`^\s*(?:[-*•–]|\d+[.)])\s+`)
)

// sentences counts the sentences of a text. An item of a list counts as one.
func sentences(text string) int {
	n := 0
	for line := range strings.Lines(abbreviations.ReplaceAllString(text, "")) {
		line = strings.TrimSpace(bullet.ReplaceAllString(line, ""))
		for _, part := range sentenceEnds.Split(line, -1) {
			if strings.IndexFunc(part, unicode.IsLetter) >= 0 {
				n++
			}
		}
	}
	return n
}
