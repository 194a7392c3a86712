package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Store is an open tracker database.
type Store struct {
	// Now is the clock that new issues and comments are stamped with. Open sets
	// it to time.Now.
	Now func() time.Time

	write *sql.DB // one connection: SQLite has one writer at a time
	read  *sql.DB
}

// Open opens the tracker database in file. If the file does not exist, it is
// created with sample issues in it; the folder must exist. A file that is not a
// database of this program is left alone and is an error.
func Open(ctx context.Context, file string) (*Store, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	switch info, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist):
		if err := create(ctx, file); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", file)
	}

	s := &Store{Now: time.Now}
	s.write, err = connect(file, url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(FULL)",
	}})
	if err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	if err := checkVersion(ctx, s.write); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	s.read, err = connect(file, url.Values{"_pragma": {"busy_timeout(5000)", "query_only(1)"}})
	if err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	s.read.SetMaxOpenConns(4)
	return s, nil
}

// Close closes the database. Calls that are under way end first.
func (s *Store) Close() error {
	return errors.Join(s.read.Close(), s.write.Close())
}

// connect makes a pool of connections to an existing database file.
func connect(file string, options url.Values) (*sql.DB, error) {
	path := filepath.ToSlash(file)
	if runtime.GOOS == "windows" {
		path = "/" + path // file:///C:/folder/tracker.db
	}
	options.Set("mode", "rw") // never create: create does that
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.Open("sqlite", dsn.String())
}

// view runs fn in a transaction that sees one state of the database.
func (s *Store) view(ctx context.Context, fn func(*sql.Tx) error) error {
	return transaction(ctx, s.read, &sql.TxOptions{ReadOnly: true}, fn)
}

// change runs fn in a transaction that is committed if fn returns nil, and leaves
// no trace otherwise.
func (s *Store) change(ctx context.Context, fn func(*sql.Tx) error) error {
	return transaction(ctx, s.write, nil, fn)
}

func transaction(ctx context.Context, db *sql.DB, opts *sql.TxOptions, fn func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return explain(err)
	}
	if err := fn(tx); err != nil {
		// The rollback of a transaction that the context has ended already fails;
		// the first error is the one that says why.
		_ = tx.Rollback()
		return explain(err)
	}
	return explain(tx.Commit())
}

// explain turns SQLite's "the database is locked" into ErrBusy, and what it says when it cannot
// write into ErrNoRoom: that the disk is full, or that a limit for files or users is reached.
func explain(err error) error {
	failure, ok := errors.AsType[*sqlite.Error](err)
	switch {
	case !ok:
		return err
	case failure.Code()&0xff == sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case failure.Code()&0xff == sqlite3.SQLITE_FULL, failure.Code() == sqlite3.SQLITE_IOERR_WRITE:
		return fmt.Errorf("%w: %w", ErrNoRoom, err)
	}
	return err
}

// timestamp is how a time is stored.
func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
