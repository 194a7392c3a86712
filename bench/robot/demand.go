package robot

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	comparisonPlace = regexp.MustCompile(`^(not )?be (at least|at most|greater than|less than|later than|earlier than|longer than|shorter than|at least as long as|at most as long as|as long as|the same as) (\S+)$|^(differ from|contain the text of|not contain the text of) (\S+)$`)
	countPlace      = regexp.MustCompile(`^(not )?have (at least|at most|exactly) (\d+) (?:character|item|entr|byte)\w*$`)
	quotedPlace     = regexp.MustCompile(`^(not )?(be|contain|start with|end with|contain one of the characters|contain none of the characters|contain the character) (".*")( \(in any case\))?$`)
	oneOfPlace      = regexp.MustCompile(`^be (one|none) of (.+?)( \(in any case\))?$`)
	samePlace       = regexp.MustCompile(`^not have two items with the same (\S+)$`)
	lettersPlace    = regexp.MustCompile(`^have (letters.*|digits|ASCII characters|printable ASCII characters) only$`)
	plainPlace      = regexp.MustCompile(`^(not )?be (\S+)$`)
)

// value reads what follows "must". It returns false for what the robot does not understand.
func value(demand string, names map[string]any) (clause, bool) {
	if m := comparisonPlace.FindStringSubmatch(demand); m != nil {
		return comparison(m[1]+m[2]+m[4], m[3]+m[5], names)
	}
	if m := countPlace.FindStringSubmatch(demand); m != nil {
		n, err := strconv.Atoi(m[3])
		return sized(m[1]+m[2], n), err == nil
	}
	if m := quotedPlace.FindStringSubmatch(demand); m != nil {
		text, err := strconv.Unquote(m[3])
		return texts(m[1]+m[2], text, m[4] != ""), err == nil
	}
	if m := oneOfPlace.FindStringSubmatch(demand); m != nil {
		return among(m[1] == "one", strings.Split(m[2], ", "), m[3] != ""), true
	}
	if m := samePlace.FindStringSubmatch(demand); m != nil {
		return unlike(m[1]), true
	}
	switch {
	case demand == "not be empty":
		return sized("at least", 1), true
	case demand == "not have the same item twice":
		return unlike(""), true
	case demand == "be in lower case":
		return mapped(strings.ToLower), true
	case demand == "be in upper case":
		return mapped(strings.ToUpper), true
	case lettersPlace.MatchString(demand):
		return only(lettersPlace.FindStringSubmatch(demand)[1]), true
	}
	if m := plainPlace.FindStringSubmatch(demand); m != nil && m[1] != "" && m[2] != "there" {
		return among(false, []string{m[2]}, false), true
	}
	return clause{}, false
}

// onValue makes a clause out of a test of the value alone.
func onValue(holds func(value any) bool, offers func(value any) []any) clause {
	return clause{
		holds: func(object map[string]any, name string) bool {
			value, given := object[name]
			return !given || holds(value)
		},
		offers: func(_ map[string]any, _ string, value any) []any { return offers(value) },
	}
}

// comparison compares with a number, a duration or another member.
func comparison(relation, with string, names map[string]any) (clause, bool) {
	var bound any
	_, member := names[with]
	if !member {
		if json.Valid([]byte(with)) {
			bound = json.Number(with)
		} else if _, err := time.ParseDuration(with); err == nil {
			bound = with
		} else {
			return clause{}, false
		}
	}
	other := func(object map[string]any) any {
		if member {
			return object[with]
		}
		return bound
	}
	c := clause{
		holds: func(object map[string]any, name string) bool {
			value, given := object[name]
			against := other(object)
			return !given || against == nil || related(relation, value, against)
		},
		offers: func(object map[string]any, _ string, value any) []any {
			against := other(object)
			if against == nil {
				return nil
			}
			if text, _ := value.(string); relation == "contain the text of" {
				return []any{text + plain(against)}
			}
			return around(against)
		},
	}
	if member {
		c.others = []string{with}
	}
	return c, true
}

// related reports whether two values are as a relation says. What cannot be compared is.
func related(relation string, a, b any) bool {
	switch relation {
	case "the same as":
		return write(a) == write(b)
	case "differ from":
		return write(a) != write(b)
	case "contain the text of", "not contain the text of":
		x, _ := a.(string)
		y, _ := b.(string)
		return strings.Contains(x, y) == (relation[:3] != "not")
	}
	var order int
	var ok bool
	if strings.Contains(relation, "long") || strings.Contains(relation, "short") {
		if order, ok = compared(a, b); !ok {
			order, ok = lengthOf(a)-lengthOf(b), true
		}
	} else {
		order, ok = compared(a, b)
	}
	if !ok {
		return true
	}
	switch relation {
	case "at least", "not earlier than", "at least as long as":
		return order >= 0
	case "at most", "not later than", "at most as long as":
		return order <= 0
	case "greater than", "later than", "longer than":
		return order > 0
	case "less than", "earlier than", "shorter than":
		return order < 0
	case "as long as":
		return order == 0
	case "not as long as":
		return order != 0
	}
	return true
}

// compared puts numbers, times and durations in order.
func compared(a, b any) (order int, ok bool) {
	x, first := amount(a)
	y, second := amount(b)
	switch {
	case !first || !second:
		return 0, false
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	}
	return 0, true
}

// amount returns a number, the seconds of a time or those of a duration.
func amount(value any) (float64, bool) {
	switch v := value.(type) {
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	case string:
		if t, err := time.Parse(time.RFC3339, v); err == nil {
			return float64(t.Unix()), true
		}
		if d, err := time.ParseDuration(v); err == nil {
			return d.Seconds(), true
		}
	}
	return 0, false
}

// around returns a value and its neighbours on both sides.
func around(value any) []any {
	switch v := value.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return []any{v, integer(n + 1), integer(n - 1)}
		}
		if f, err := v.Float64(); err == nil {
			return []any{v, decimal(f + 1), decimal(f - 1), decimal(f / 2)}
		}
	case string:
		if t, err := time.Parse(time.RFC3339, v); err == nil {
			return []any{v, t.Add(time.Hour).Format(time.RFC3339), t.Add(-time.Hour).Format(time.RFC3339)}
		}
		if d, err := time.ParseDuration(v); err == nil {
			return []any{v, (2 * d).String(), (d / 2).String()}
		}
		list := []any{v, v + "x"}
		for _, word := range strings.Fields(v) {
			list = append(list, word)
		}
		return list
	}
	return []any{value}
}

func integer(n int64) json.Number   { return json.Number(strconv.FormatInt(n, 10)) }
func decimal(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'g', -1, 64)) }

// lengthOf counts characters, items or entries.
func lengthOf(value any) int {
	switch v := value.(type) {
	case string:
		return utf8.RuneCountInString(v)
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	return 0
}

// sized bounds how long a text, a list or a map is.
func sized(relation string, n int) clause {
	return onValue(func(value any) bool {
		have := lengthOf(value)
		switch relation {
		case "at least":
			return have >= n
		case "at most":
			return have <= n
		case "not exactly":
			return have != n
		}
		return have == n
	}, func(value any) []any { return []any{resized(value, n)} })
}

// resized cuts a value, or makes a text longer.
func resized(value any, n int) any {
	switch v := value.(type) {
	case string:
		runes := []rune(v)
		if len(runes) >= n {
			return string(runes[:n])
		}
		last := "x"
		if len(runes) > 0 {
			last = string(runes[len(runes)-1:])
		}
		return v + strings.Repeat(last, n-len(runes))
	case []any:
		return append([]any(nil), v[:min(n, len(v))]...)
	case map[string]any:
		kept := map[string]any{}
		for _, name := range sorted(v) {
			if len(kept) < n {
				kept[name] = v[name]
			}
		}
		return kept
	}
	return value
}
