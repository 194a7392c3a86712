package toolkittest

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// updateVariable is the environment variable that does what the flag -update does.
const updateVariable = "TOOLKIT_UPDATE"

const updateFlag = "update"

// Many test packages have a flag -update for golden files of their own, and one that is defined
// twice is a panic. Theirs are defined after this package is initialized, so the flag is
// defined as late as can be: when the first flag is read. That is -test.paniconexit0, which
// "go test" puts before all others.
func init() {
	testing.Init() // defines the flags of package testing, unless they are
	if first := flag.Lookup("test.paniconexit0"); first != nil {
		first.Value = beforeOthers{first.Value}
	}
}

// beforeOthers is the value of a flag that defines another one when it is set.
type beforeOthers struct{ flag.Value }

// Set sets the flag.
func (b beforeOthers) Set(text string) error {
	if flag.Lookup(updateFlag) == nil {
		flag.Bool(updateFlag, false, "rewrite the snapshots")
	}
	return b.Value.Set(text)
}

// IsBoolFlag lets the flag stand without a value.
func (beforeOthers) IsBoolFlag() bool { return true }

// Get returns the value of the flag.
func (b beforeOthers) Get() any {
	if getter, ok := b.Value.(flag.Getter); ok {
		return getter.Get()
	}
	return nil
}

// updating reports whether snapshots are to be rewritten: with the flag -update, whoever
// defined it, or with the environment variable.
func updating() (bool, error) {
	if text := os.Getenv(updateVariable); text != "" {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("%s is %q; set it to 1 or 0", updateVariable, text)
		}
		if on {
			return true, nil
		}
	}
	f := flag.Lookup(updateFlag)
	return f != nil && f.Value.String() == "true", nil
}

// updateCommand returns the command that rewrites the snapshot of a test. skip is how many
// callers are between it and the test.
func updateCommand(t testing.TB, skip int) string {
	target := "."
	var at [1]uintptr
	if runtime.Callers(skip+2, at[:]) > 0 {
		frame, _ := runtime.CallersFrames(at[:]).Next()
		// path/of/the/package.TestName, or .TestName.func1; a dot in the last element is %2e.
		if slash := strings.LastIndexByte(frame.Function, '/'); slash >= 0 {
			name, _, _ := strings.Cut(frame.Function[slash:], ".")
			target = strings.ReplaceAll(strings.TrimSuffix(frame.Function[:slash]+name, "_test"), "%2e", ".")
		}
	}
	var names []string
	for _, name := range strings.Split(t.Name(), "/") {
		names = append(names, "^"+regexp.QuoteMeta(name)+"$")
	}
	return fmt.Sprintf("go test %s -run '%s' -update", target, strings.Join(names, "/"))
}
