package bench

import (
	"errors"
	"slices"
	"testing"
)

func BenchmarkEmptyHandler(b *testing.B)   { compare(b, emptyHandler()) }
func BenchmarkCall(b *testing.B)           { compare(b, call()) }
func BenchmarkCallAmong10000(b *testing.B) { compare(b, callAmong(More)) }
func BenchmarkList1000(b *testing.B)       { compare(b, list(Many)) }
func BenchmarkRegister1000(b *testing.B)   { compare(b, register(Many)) }
func BenchmarkIdle1000(b *testing.B)       { compare(b, idle(Many)) }
func BenchmarkLoopback1(b *testing.B)      { compare(b, loopback("Loopback1", 1)) }
func BenchmarkLoopback64(b *testing.B)     { compare(b, loopback("Loopback64", 64)) }
func BenchmarkDecode(b *testing.B)         { compare(b, decode()) }
func BenchmarkInvoke(b *testing.B)         { compare(b, invoke()) }

func compare(b *testing.B, c Comparison) {
	for _, way := range c.Ways {
		b.Run(way.Name, way.Bench)
	}
}

// TestEachWayWorks does all work of all benchmarks once, with fewer tools, so that none of
// them is broken unnoticed.
func TestEachWayWorks(t *testing.T) {
	var names []string
	for _, c := range comparisons(10, 20) {
		names = append(names, c.Name)
		for _, way := range c.Ways {
			work, err := way.Start()
			if err != nil {
				t.Errorf("%s/%s: %v", c.Name, way.Name, err)
				continue
			}
			for _, do := range work.Do {
				err = errors.Join(err, do())
			}
			if work.Close != nil {
				err = errors.Join(err, work.Close())
			}
			if err != nil || len(work.Do) == 0 {
				t.Errorf("%s/%s: %v", c.Name, way.Name, err)
			}
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(Comparisons()) {
		t.Errorf("two comparisons have one name: %q", names)
	}
}
