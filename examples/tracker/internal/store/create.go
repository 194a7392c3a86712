package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

//go:embed schema.sql
var schema string

// What a database file says about itself in its header: whose it is, and which
// version of schema.sql made it.
const (
	applicationID = 0x54524b52 // "TRKR"
	schemaVersion = 1
)

// create makes the database with its sample issues. It works on a temporary file
// beside the final one, so that an interrupted start leaves no half filled
// database behind, and so that two processes that start at once do not disturb
// each other: the first to finish wins, the other one uses what it finds.
func create(ctx context.Context, file string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("create the database %s: %w", file, err)
		}
	}()
	temp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // of no effect once it has been renamed
	if err := temp.Close(); err != nil {
		return err
	}
	db, err := connect(temp.Name(), url.Values{"_pragma": {"foreign_keys(1)"}})
	if err != nil {
		return err
	}
	if err := errors.Join(fill(ctx, db), db.Close()); err != nil {
		return err
	}
	// Link, unlike Rename, fails if the file has appeared in the meantime.
	switch err := os.Link(temp.Name(), file); {
	case err == nil || errors.Is(err, fs.ErrExist):
		return nil
	default: // a file system without hard links
		return os.Rename(temp.Name(), file)
	}
}

// fill makes the tables and the sample issues in one transaction.
func fill(ctx context.Context, db *sql.DB) error {
	return transaction(ctx, db, nil, func(tx *sql.Tx) error {
		header := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion)
		if _, err := tx.ExecContext(ctx, header+schema); err != nil {
			return err
		}
		return seed(ctx, tx)
	})
}

// checkVersion makes sure that the database is one of this program's.
func checkVersion(ctx context.Context, db *sql.DB) error {
	var id, version int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case id != applicationID:
		return errors.New("it is not a database of the issue tracker")
	case version != schemaVersion:
		return fmt.Errorf("it has version %d of the tables, and this program works with version %d", version, schemaVersion)
	}
	return nil
}
