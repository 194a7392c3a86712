// Package collector tests the telemetry against a real OpenTelemetry Collector, with the exporters
// that programs use. It is a module outside of go.work: a collector takes minutes to build, and its
// dependencies would raise those of the library. Run it with make collector.
package collector
