package snapshot

import (
	"strings"

	"github.com/typedmcp/toolkit/internal/subschema"
)

// word says where a gap is, and what it means for callers or for readers of results.
func (w *walk) word(gap subschema.Gap) (path, message string) {
	judged, other := w.new, w.old
	if w.side == output {
		judged, other = w.old, w.new
	}
	in := w.side == input
	choose := func(input, output string) string {
		if in {
			return input
		}
		return output
	}
	if property, ok := oneSided(judged, other, gap.Pointer); ok {
		return w.base + property, choose("the property was added, and it does not take everything that callers may have given by its name, as unknown properties were accepted", "the property was removed")
	}
	at := w.base + gap.Pointer
	here := at
	if gap.Keyword != "" && gap.Keyword != "value" {
		here = at + "/" + escape(gap.Keyword)
	}
	is, _ := subschema.Find(judged.root, gap.Pointer)
	was, known := subschema.Find(other.root, gap.Pointer)
	keywords, _ := is.(map[string]any)
	counterpart, _ := was.(map[string]any)
	values := list(gap)
	switch {
	case gap.Name != "":
		path = at + "/properties/" + escape(gap.Name)
		switch gap.Keyword {
		case "required":
			if old, _ := keywords["properties"].(map[string]any); !in && old[gap.Name] != nil && known && !hasProperty(counterpart, gap.Name) {
				return path, "the property was removed"
			}
			return path, choose("is required now", "may be missing now")
		case "additionalProperties":
			if old, _ := counterpart["properties"].(map[string]any); old[gap.Name] != nil {
				return path, choose("the property was removed, and unknown ones are refused", "the property is new")
			}
			return path, choose("is refused now", "is new")
		}
		return path, choose("may be required now, by "+gap.Keyword, "may be missing now, which "+gap.Keyword+" did not allow")
	case gap.Unsure:
		message = " cannot be compared for certain, so " + choose("callers may break", "readers may break")
		if gap.Keyword == "" {
			return here, "the schema" + message
		}
		message = gap.Keyword + " changed in a way that" + message
		return here, message
	case gap.Keyword == "":
		return here, choose("nothing is accepted any more", "may be there now")
	case gap.Keyword == "type":
		return here, choose(values+isAre(gap)+"no longer accepted", "may be "+values+" now")
	case gap.Keyword == "additionalProperties":
		return here, "properties that are not listed are refused now"
	case gap.Keyword == "uniqueItems":
		return here, choose("elements may no longer repeat", "elements may repeat now")
	case len(gap.Values) > 0:
		return here, choose(values+isAre(gap)+"no longer accepted", "may be "+values+" now")
	case gap.Keyword == "enum" || gap.Keyword == "const":
		return here, choose("only "+short(keywords[gap.Keyword])+" is accepted now", "may be something else than "+short(keywords[gap.Keyword])+" now")
	}
	if in {
		return here, difference(gap.Keyword, counterpart[gap.Keyword], known && counterpart[gap.Keyword] != nil, keywords[gap.Keyword], true) + ", which accepts less"
	}
	return here, difference(gap.Keyword, keywords[gap.Keyword], true, counterpart[gap.Keyword], known && counterpart[gap.Keyword] != nil) + ", which allows more"
}

// oneSided returns the path of the property that a gap is in, if the other document has the
// object but not the property.
func oneSided(judged, other document, pointer string) (string, bool) {
	for i := strings.Index(pointer, "/properties/"); i >= 0; {
		start := i + len("/properties/")
		end := len(pointer)
		if slash := strings.IndexByte(pointer[start:], '/'); slash >= 0 {
			end = start + slash
		}
		parent, ok := subschema.Find(other.root, pointer[:i])
		if _, isObject := parent.(map[string]any); !ok || !isObject {
			return "", false
		}
		if _, ok := subschema.Find(other.root, pointer[:end]); !ok {
			_, ok := subschema.Find(judged.root, pointer[:end])
			return pointer[:end], ok
		}
		next := strings.Index(pointer[end:], "/properties/")
		if next < 0 {
			break
		}
		i = end + next
	}
	return "", false
}

func hasProperty(schema map[string]any, name string) bool {
	properties, _ := schema["properties"].(map[string]any)
	_, ok := properties[name]
	return ok
}

// list writes the values of a gap one after the other. The names of types stand alone.
func list(gap subschema.Gap) string {
	var all []string
	for _, value := range gap.Values {
		text, isText := value.(string)
		if (gap.Keyword == "type" || gap.Keyword == "anyOf" || gap.Keyword == "oneOf") && isText {
			all = append(all, text)
			continue
		}
		all = append(all, short(value))
	}
	return strings.Join(all, ", ")
}

func isAre(gap subschema.Gap) string {
	if len(gap.Values) > 1 || strings.Contains(list(gap), ", ") {
		return " are "
	}
	return " is "
}
