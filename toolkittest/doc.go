// Package toolkittest has helpers for the tests of programs that use package toolkit.
package toolkittest
