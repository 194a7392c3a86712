package bench

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A Comparison is one piece of work that is done in several ways.
type Comparison struct {
	// Name is that of the benchmark, without "Benchmark".
	Name string
	// Ways are who does the work.
	Ways []Way
}

// A Way is one way to do the work of a [Comparison].
type Way struct {
	// Name says who does it.
	Name string
	// Start prepares the work. What it costs is not measured.
	Start func() (*Work, error)
}

// Work is something to be done again and again.
type Work struct {
	// Do are functions that do the work once. Each is called by a goroutine of its own, all at
	// the same time.
	Do []func() error
	// Measured returns what Do has measured beside its time, by units; nil for nothing.
	Measured func() map[string]float64
	// Close ends it; nil if there is nothing to end.
	Close func() error
}

// Units of what is measured beside time, bytes and allocations.
const (
	// UnitP99 is the time within which 99 of 100 are done.
	UnitP99 = "p99-ns"
	// UnitHeap is what stays on the heap.
	UnitHeap = "heap-B"
)

// Comparisons are all of them.
func Comparisons() []Comparison { return comparisons(Many, More) }

// comparisons are all of them, with other numbers of tools.
func comparisons(many, more int) []Comparison {
	return []Comparison{
		emptyHandler(), call(), callAmong(more), list(many), register(many), idle(many),
		loopback("Loopback1", 1), loopback("Loopback64", 64),
		decode(), invoke(),
	}
}

// one is work without companions and without an end.
func one(do func() error) (*Work, error) { return &Work{Do: []func() error{do}}, nil }

// Bench measures the way.
func (w Way) Bench(b *testing.B) {
	work, err := w.Start()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	if len(work.Do) == 1 && work.Close == nil {
		do := work.Do[0]
		for b.Loop() {
			if err := do(); err != nil {
				b.Fatal(err)
			}
		}
	} else {
		work.together(b)
	}
	if work.Measured != nil {
		for unit, value := range work.Measured() {
			b.ReportMetric(value, unit)
		}
	}
	if work.Close != nil {
		if err := work.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// together does the work b.N times, with one goroutine for each function.
func (w *Work) together(b *testing.B) {
	took := make([]time.Duration, b.N)
	errs := make([]error, len(w.Do))
	var next atomic.Int64
	var running sync.WaitGroup
	b.ResetTimer()
	for i, do := range w.Do {
		running.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= b.N {
					return
				}
				start := time.Now()
				if errs[i] = do(); errs[i] != nil {
					return
				}
				took[n] = time.Since(start)
			}
		})
	}
	running.Wait()
	b.StopTimer()
	if err := errors.Join(errs...); err != nil {
		b.Fatal(err)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100]), UnitP99)
}
