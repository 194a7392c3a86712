package main

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// data has what each region starts with.
//
//go:embed data
var data embed.FS

// What a query of a model may use of SQLite.
const (
	maxValue       = 1 << 20 // bytes of one value
	noAttachments  = 0       // other files are not to be opened
	limitLength    = 0       // SQLITE_LIMIT_LENGTH
	limitAttached  = 7       // SQLITE_LIMIT_ATTACHED
	onlyConnection = 1       // each would have a database of its own
)

// open returns the database of a region. It lives in memory, and can only be read.
func open(ctx context.Context, region string) (db *sql.DB, err error) {
	statements, err := data.ReadFile("data/" + region + ".sql")
	if err != nil {
		return nil, fmt.Errorf("there is no region %q; give eu or us with -region", region)
	}
	if db, err = sql.Open("sqlite", ":memory:"); err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(onlyConnection)
	if err := prepare(ctx, db, string(statements)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare fills a database, and takes the right to change it, or to leave it.
func prepare(ctx context.Context, db *sql.DB, statements string) (err error) {
	connection, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	for _, statement := range []string{statements, "PRAGMA query_only = 1"} {
		if _, err := connection.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	for id, most := range map[int]int{limitLength: maxValue, limitAttached: noAttachments} {
		if _, err := sqlite.Limit(connection, id, most); err != nil {
			return err
		}
	}
	return nil
}

// query returns the names of the columns and the rows, up to a number of them.
func query(ctx context.Context, db *sql.DB, text string, most int) (columns []string, found [][]any, err error) {
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if columns, err = rows.Columns(); err != nil {
		return nil, nil, err
	}
	for rows.Next() && len(found) < most {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, nil, err
		}
		found = append(found, values)
	}
	return columns, found, rows.Err()
}
