package main

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// begun stands before an id in the ledger when the function that writes it has begun.
const begun = "+"

// A ledger is what servers have written: how often each id was begun and written.
type ledger struct{ begun, written map[string]int }

// readLedger reads the files of some servers, which need not be there.
func readLedger(files ...string) (*ledger, error) {
	l := &ledger{map[string]int{}, map[string]int{}}
	for _, name := range files {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			if id, ok := strings.CutPrefix(lines.Text(), begun); ok {
				l.begun[id]++
			} else {
				l.written[lines.Text()]++
			}
		}
		if err := errors.Join(lines.Err(), file.Close()); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// compare counts what was written, and which of it more than once, and which of the acknowledged
// ids were not.
func (l *ledger) compare(acknowledged map[string]bool) (written, lost, twice int) {
	for _, times := range l.written {
		written++
		if times > 1 {
			twice++
		}
	}
	for id := range acknowledged {
		if l.written[id] == 0 {
			lost++
		}
	}
	return written, lost, twice
}

// unanswered returns how many calls have begun and were not acknowledged.
func (l *ledger) unanswered(acknowledged map[string]bool) int {
	n := 0
	for id := range l.begun {
		if !acknowledged[id] {
			n++
		}
	}
	return n
}
