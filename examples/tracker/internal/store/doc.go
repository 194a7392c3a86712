// Package store keeps the issues of the tracker in an embedded SQLite database.
//
// [Open] makes the database and fills it with sample issues if the file does not
// exist. Everything else is a method of [Store], takes a context and can be called
// from any number of goroutines: readers share a pool of connections, writers take
// turns on a single one, and each write is one transaction.
//
// The package knows nothing of MCP. What a caller may want to tell apart is an
// error of its own: [NotFoundError], [StateError], [ErrNoWords], [ErrNoChange],
// [ErrBusy].
package store
