package export

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A nameRule says which names an interface takes. Not for all characters: those that begin a
// name may be fewer.
type nameRule struct {
	also       string // characters beside letters, digits and _
	longest    int    // in characters; 0 is any
	letterHead bool   // it begins with a letter or _
	any        bool   // every name is taken
}

// legal returns a name that is taken, near to one that may not be. Two names may become one.
func (r nameRule) legal(name string) string {
	name = strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', strings.ContainsRune(r.also, c):
			return c
		}
		return '_'
	}, name)
	if name == "" || r.letterHead && !('a' <= name[0] && name[0] <= 'z' || 'A' <= name[0] && name[0] <= 'Z' || name[0] == '_') {
		name = "_" + name
	}
	if r.longest > 0 && len(name) > r.longest {
		name = name[:r.longest]
	}
	return name
}

// mapNames returns a name for each that is taken and that no other has. Names that are taken
// stay. One that loses characters another name has too, or its end, ends with a hash of what it
// was, so that it does not depend on the order of the names.
func mapNames(names []string, rule nameRule) []string {
	if rule.any {
		return names
	}
	out := make([]string, len(names))
	count := map[string]int{}
	for _, name := range names {
		count[rule.legal(name)]++
	}
	for i, name := range names {
		legal := rule.legal(name)
		if out[i] = legal; legal != name && (count[legal] > 1 || rule.longest > 0 && len(name) > rule.longest) {
			sum := sha256.Sum256([]byte(name))
			tail := "_" + hex.EncodeToString(sum[:4])
			if rule.longest > 0 {
				legal = legal[:min(len(legal), rule.longest-len(tail))]
			}
			out[i] = legal + tail
		}
	}
	return out
}
