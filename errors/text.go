package errors

import (
	"strconv"
	"strings"
)

const (
	// MaxProblems is how many problems [Text] lists.
	MaxProblems = 20
	// maxText is the size in bytes that a text stays under.
	maxText = 4 << 10
	// maxAllowed is how many values or names one line lists.
	maxAllowed = 30
	// maxDescription is how many bytes of a description one line shows.
	maxDescription = 200
)

// Text returns what a model reads when the arguments of a tool were refused: every
// problem on a line of its own, in the order of the arguments, with its path, what
// was received and what is allowed. It lists at most 20 problems and stays under
// 4 KiB; what is left out is counted in the last line.
func Text(tool string, problems []*Problem) string {
	var b strings.Builder
	head := headMany
	if len(problems) == 1 {
		head = headOne
	}
	b.WriteString(strings.NewReplacer("{tool}", tool, "{count}", strconv.Itoa(len(problems))).Replace(head))
	for i, p := range problems {
		line := "\n- " + Line(p)
		if i == MaxProblems || b.Len()+len(line) > maxText-len(more) {
			b.WriteByte('\n')
			b.WriteString(strings.ReplaceAll(more, "{count}", strconv.Itoa(len(problems)-i)))
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// Line returns one problem as [Text] lists it, without the leading dash:
// "limit: must be at most 100, got 500."
func Line(p *Problem) string {
	s := strings.NewReplacer(
		"{expected}", p.Expected,
		"{received}", received(p),
		"{allowed}", allowed(p.Allowed),
		"{nearest}", p.Nearest,
		"{example}", p.Example,
		"{description}", description(p.Description),
	).Replace(template(p))
	return p.Path.String() + ": " + s
}

// template puts the sentences for p together.
func template(p *Problem) string {
	s := sentences[p.Code]
	switch p.Code {
	case CodeType:
		if p.Nearest != "" {
			s += didYouMean
		}
	case CodeMissing:
		switch {
		case len(p.Allowed) > 0 && p.Description != "":
			s = missingEnumTold
		case len(p.Allowed) > 0:
			s = missingEnum
		case p.Description != "":
			s = missingDescribed
		}
		if p.Nearest != "" {
			s += didYouMean
		}
	case CodeUnknown:
		switch {
		case p.Nearest != "":
			s += didYouMean
		case len(p.Allowed) > 0:
			s += knownHere
		default:
			s += takesNothing
		}
	case CodeEnum:
		if p.Excerpt == "" {
			s = enumWithoutValue
		}
		if p.Nearest != "" {
			s += didYouMean
		}
	case CodeRange:
		if p.Excerpt == "" {
			s = rangeWithoutValue
		}
	case CodeRule:
		switch {
		case p.InName:
			s = ruleForName
		case p.Excerpt == "":
			s = ruleWithoutValue
		}
	case CodeCondition:
		if len(p.Allowed) > 0 {
			s += useOneOf
		}
	case CodeHandle:
		switch {
		case p.Excerpt == "":
			s = handleHidden
		case p.Expected != "":
			s = handleOther
		}
		if len(p.Allowed) > 0 {
			s += newFrom
		}
	case CodeNull:
		if p.Optional {
			s += leaveOut
		}
	}
	if p.Example != "" {
		s += forExample
	}
	return s
}

// received says what was sent: the string "ten", the number 5.5, an array.
func received(p *Problem) string {
	noun := nouns[p.Received]
	if p.Excerpt == "" || p.Received == "null" {
		return noun
	}
	switch p.Code {
	case CodeEnum, CodeRule, CodeRange, CodeHandle:
		return p.Excerpt
	}
	switch p.Received {
	case "string", "number":
		return "the " + p.Received + " " + p.Excerpt
	case "boolean":
		return p.Excerpt
	}
	return noun
}

// allowed lists values or names, shortened when there are many.
func allowed(values []string) string {
	if len(values) > maxAllowed {
		return strings.Join(values[:maxAllowed], ", ") + " and " + strconv.Itoa(len(values)-maxAllowed) + " more"
	}
	return strings.Join(values, ", ")
}

// description returns a parameter's description as the end of a line: one line,
// bounded, with a full stop.
func description(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxDescription {
		s = strings.ToValidUTF8(s[:maxDescription], "") + "…"
		return s
	}
	return sentence(s)
}
