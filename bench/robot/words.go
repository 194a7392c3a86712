package robot

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// texts reads what a text must contain, start with, end with or be.
func texts(relation, part string, anyCase bool) clause {
	fold := func(s string) string {
		if anyCase {
			return strings.ToLower(s)
		}
		return s
	}
	return onValue(func(value any) bool {
		s, ok := value.(string)
		s = fold(s)
		switch part := fold(part); relation {
		case "be":
			return !ok || s == part
		case "not be":
			return !ok || s != part
		case "start with":
			return strings.HasPrefix(s, part)
		case "not start with":
			return !strings.HasPrefix(s, part)
		case "end with":
			return strings.HasSuffix(s, part)
		case "not end with":
			return !strings.HasSuffix(s, part)
		case "contain one of the characters":
			return strings.ContainsAny(s, part)
		case "contain none of the characters":
			return !strings.ContainsAny(s, part)
		case "not contain", "not contain the character":
			return !strings.Contains(s, part)
		}
		return strings.Contains(s, part)
	}, func(value any) []any {
		s, _ := value.(string)
		switch relation {
		case "be":
			return []any{part}
		case "start with":
			return []any{part + s}
		case "contain", "end with", "contain the character":
			return []any{s + part}
		case "contain one of the characters":
			return []any{s + part[:1]}
		case "contain none of the characters":
			return []any{strings.Map(func(r rune) rune {
				if strings.ContainsRune(part, r) {
					return -1
				}
				return r
			}, s)}
		case "not be":
			return []any{s + "x"}
		}
		return []any{strings.ReplaceAll(s, part, "")}
	})
}

// among reads "be one of" and "be none of".
func among(one bool, values []string, anyCase bool) clause {
	return onValue(func(value any) bool {
		for _, v := range values {
			if plain(value) == strings.Trim(v, `"`) || anyCase && strings.EqualFold(plain(value), v) {
				return one
			}
		}
		return !one
	}, func(value any) []any {
		if !one {
			return around(value)
		}
		var list []any
		for _, v := range values {
			list = append(list, strings.Trim(v, `"`))
		}
		return list
	})
}

// unlike keeps items of a list apart: as a whole, or in one member.
func unlike(member string) clause {
	key := func(item any) string {
		if object, ok := item.(map[string]any); ok && member != "" {
			return write(object[member])
		}
		return write(item)
	}
	first := func(list []any) []any {
		var kept []any
		seen := map[string]bool{}
		for _, item := range list {
			if !seen[key(item)] {
				kept = append(kept, item)
			}
			seen[key(item)] = true
		}
		return kept
	}
	return onValue(func(value any) bool {
		list, ok := value.([]any)
		return !ok || len(first(list)) == len(list)
	}, func(value any) []any {
		if list, ok := value.([]any); ok {
			return []any{first(list)}
		}
		return nil
	})
}

// mapped wants a text that a function leaves as it is.
func mapped(change func(string) string) clause {
	return onValue(func(value any) bool {
		s, ok := value.(string)
		return !ok || change(s) == s
	}, func(value any) []any {
		s, _ := value.(string)
		return []any{change(s)}
	})
}

// only wants a text of some characters.
func only(characters string) clause {
	return mapped(func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case strings.Contains(characters, "letters") && unicode.IsLetter(r) && (r < 128 || !strings.Contains(characters, "a-z")),
				strings.Contains(characters, "digits") && unicode.IsDigit(r),
				strings.Contains(characters, "blanks") && r == ' ',
				strings.Contains(characters, "ASCII") && r < unicode.MaxASCII:
				return r
			}
			return -1
		}, s)
	})
}

// sorted returns the names of an object in order.
func sorted(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }
