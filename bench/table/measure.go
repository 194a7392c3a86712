package main

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/typedmcp/toolkit/bench"
)

// A key names one way of one comparison.
type key struct{ comparison, way string }

// Units of what the benchmarks measure, beside those of package bench.
const (
	unitTime   = "ns/op"
	unitBytes  = "B/op"
	unitAllocs = "allocs/op"
)

// values are what was measured of one way, by units.
type values map[string]float64

// measure runs all benchmarks in rounds and keeps the least of each unit.
func measure(comparisons []bench.Comparison, rounds int) (map[key]values, error) {
	least := map[key]values{}
	for range rounds {
		for _, c := range comparisons {
			for _, way := range c.Ways {
				runtime.GC() // what the one before has left
				result := testing.Benchmark(way.Bench)
				if result.N == 0 {
					return nil, fmt.Errorf("%s/%s failed; go test -bench %s says why", c.Name, way.Name, c.Name)
				}
				k := key{c.Name, way.Name}
				if least[k] == nil {
					least[k] = values{}
				}
				for unit, value := range valuesOf(result) {
					if old, found := least[k][unit]; !found || value < old {
						least[k][unit] = value
					}
				}
			}
		}
	}
	return least, nil
}

// valuesOf returns all that a benchmark has measured.
func valuesOf(result testing.BenchmarkResult) values {
	v := values{
		unitTime:   float64(result.T.Nanoseconds()) / float64(result.N),
		unitBytes:  float64(result.AllocedBytesPerOp()),
		unitAllocs: float64(result.AllocsPerOp()),
	}
	for unit, value := range result.Extra {
		v[unit] = value
	}
	return v
}
