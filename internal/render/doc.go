// Package render writes tools and results for a person at a terminal. What comes from a
// server is stripped of control characters first, so that it cannot move the cursor, set
// the title or hide text.
package render
