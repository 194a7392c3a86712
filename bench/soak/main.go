package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	asked, err := serveIfAsked()
	if !asked {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		duration := flag.Duration("time", time.Minute, "how long the load lasts")
		file := flag.String("write", "", "the Markdown file to write the figures into; none writes them to standard output")
		flag.Parse()
		err = run(ctx, os.Stdout, *duration, *file, flag.Args())
		stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// run runs the scenarios of these names, or all, and writes the figures into a file or else to out.
func run(ctx context.Context, out io.Writer, duration time.Duration, file string, names []string) (err error) {
	if duration <= 0 {
		return fmt.Errorf("-time %s must be more than nothing", duration)
	}
	for _, name := range names {
		if !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == name }) {
			return fmt.Errorf("there is no scenario %q; there are %s", name, scenarioNames())
		}
	}
	if file != "" { // before minutes of work
		if len(names) > 0 {
			return errors.New("-write needs the figures of all scenarios; name none")
		}
		if err := writePage(file, nil); err != nil {
			return err
		}
	}
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	s := &soak{duration, folder}
	var rows []row
	var problems []error
	for _, scenario := range scenarios {
		if len(names) > 0 && !slices.Contains(names, scenario.name) {
			continue
		}
		began := time.Now()
		o, err := scenario.run(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", scenario.name, err)
		}
		for _, problem := range o.problems() {
			problems = append(problems, fmt.Errorf("%s: %s", scenario.name, problem))
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", scenario.name, time.Since(began).Round(100*time.Millisecond))
		rows = append(rows, row{scenario, o})
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	var figures bytes.Buffer
	writeFigures(&figures, s, rows)
	if file == "" {
		_, err := out.Write(figures.Bytes())
		return err
	}
	return writePage(file, figures.Bytes())
}

func scenarioNames() string {
	names := make([]string, len(scenarios))
	for i, s := range scenarios {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}
