package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var duration = flag.Duration("soak", time.Second, "how long the load lasts")

func TestMain(m *testing.M) {
	if asked, err := serveIfAsked(); asked {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestScenarios runs everything, for about a second each.
func TestScenarios(t *testing.T) {
	for _, scenario := range scenarios {
		t.Run(scenario.name, func(t *testing.T) {
			t.Parallel() // most of the time is spent waiting
			s := &soak{*duration, t.TempDir()}
			o, err := scenario.run(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range o.problems() {
				t.Error(problem)
			}
			var figures strings.Builder
			writeFigures(&figures, s, []row{{scenario, o}})
			t.Log("\n" + figures.String())
		})
	}
}
