package leaks_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/leaks"
)

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"limit: must be at most 100, got 500.", nil},
		{"key: must differ from Xyzzy", []string{`a secret value: "Xyzzy"`}},
		{"panic in call.go:17", []string{`a Go file: "call.go"`}},
		{"goroutine 12 [running]", []string{`a stack frame: "goroutine 12"`}},
		{"at 0xc000012345", []string{`an address: "0xc000012345"`}},
		{"got <nil>", []string{`a Go value: "<nil>"`}},
		{"cannot read time.Time", []string{`a Go type: "time.Time"`}},
		{"cannot read int64", []string{`a Go type: "int64"`}},
		{"searchArgs: wrong", []string{`a Go identifier: "searchArgs"`}},
		{"SearchArgs: wrong", []string{`a Go identifier: "SearchArgs"`}},
		{"Error:Field validation for 'X' failed on the 'min' tag", []string{`the wording of a library: "Field validation"`}},
		{"open /usr/x/y: no such file", []string{`a folder: " /usr/"`}},
	} {
		if diff := cmp.Diff(tt.want, leaks.Find(tt.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestRecorder(t *testing.T) {
	var r leaks.Recorder
	r.Note("fine")
	r.Note("in a.go")
	r.Note("in a.go")
	r.Note("in b.go")
	problems, texts := r.Report("b.go")
	want := []string{"a Go file: \"a.go\"\nstands in: in a.go"}
	if diff := cmp.Diff(want, problems); diff != "" || texts != 4 {
		t.Errorf("%d texts (-want +got):\n%s", texts, diff)
	}
}
