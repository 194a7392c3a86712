// Package samples makes JSON values near a JSON Schema, on both sides of every bound: what a
// caller may send, and what it may get wrong. It knows nothing but the schema. It also makes schemas at random, for tests of what reads them.
package samples
