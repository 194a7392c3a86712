// Package lint finds what makes tools hard to use, expensive or unsafe: in their names,
// descriptions, parameters, hints and results, for one tool and across all tools of a
// server. Its rules are values that carry their reason, its source, and a bad and a good
// example, from which the tests, the help and docs/lint.md are made.
package lint
