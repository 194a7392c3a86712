package snapshot

import (
	"fmt"
	"slices"
	"strings"
)

// A Class says what a change means for those who use a tool.
type Class string

// The classes, the worst first.
const (
	// Breaking: a call that was valid no longer is, or may not be.
	Breaking Class = "breaking"
	// OutputBreaking: a caller that read the result no longer can, or may not.
	OutputBreaking Class = "output-breaking"
	// Security: a hint became weaker, an argument goes into a header, or there are characters
	// that nobody sees.
	Security Class = "security"
	// ModelVisible: a model or a person reads something else.
	ModelVisible Class = "model-visible"
	// Harmless: everything that was valid is, and nobody reads the difference.
	Harmless Class = "harmless"
)

// Classes returns all classes, the worst first.
func Classes() []Class { return []Class{Breaking, OutputBreaking, Security, ModelVisible, Harmless} }

// ParseClass reads the name of a class.
func ParseClass(name string) (Class, error) {
	if slices.Contains(Classes(), Class(name)) {
		return Class(name), nil
	}
	var names []string
	for _, c := range Classes() {
		names = append(names, string(c))
	}
	return "", fmt.Errorf("%q is not a class of changes; they are %s", name, strings.Join(names, ", "))
}

// IsAtLeast reports whether a class is as bad as another one, or worse.
func (c Class) IsAtLeast(other Class) bool {
	return slices.Index(Classes(), c) <= slices.Index(Classes(), other)
}

// A Change is one difference between two snapshots.
type Change struct {
	Tool string `json:"tool"`
	// Path is a JSON Pointer into the definition, as it is or, for what is gone, as it was; ""
	// for the tool as a whole.
	Path    string `json:"path"`
	Class   Class  `json:"class"`
	Message string `json:"message"`
}

// Worst returns the worst class of changes, and "" if there are none.
func Worst(changes []Change) Class {
	worst := Class("")
	for _, c := range changes {
		if worst == "" || c.Class.IsAtLeast(worst) {
			worst = c.Class
		}
	}
	return worst
}
