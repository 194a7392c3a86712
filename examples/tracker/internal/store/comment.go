package store

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// A Comment is one comment on an issue.
type Comment struct {
	Author    string    `json:"author"`
	Body      string    `json:"body"`
	CreatedAt time.Time `json:"created_at"`
}

// AddComment adds a comment to an issue, closed or not, and returns it with the
// number of comments that the issue now has. An issue or author that does not
// exist is a [NotFoundError].
func (s *Store) AddComment(ctx context.Context, id, author, body string) (comment Comment, total int, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		_, num, err := findIssue(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkUser(ctx, tx, author); err != nil {
			return err
		}
		at := s.Now().UTC().Truncate(time.Second)
		if err := insertComment(ctx, tx, num, author, body, timestamp(at)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE issues SET updated_at = ? WHERE num = ?`, timestamp(at), num); err != nil {
			return err
		}
		comment = Comment{Author: author, Body: body, CreatedAt: at}
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM comments WHERE issue = ?`, num).Scan(&total)
	})
	return comment, total, err
}

func insertComment(ctx context.Context, tx *sql.Tx, num int64, author, body, at string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO comments (issue, author, body, created_at) VALUES (?, ?, ?, ?)`,
		num, author, body, at)
	return err
}

// newestComments returns the last comments on an issue, the oldest of them first.
func newestComments(ctx context.Context, tx *sql.Tx, num int64, limit int) ([]Comment, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT author, body, created_at FROM comments WHERE issue = ?
		ORDER BY created_at DESC, id DESC LIMIT ?`, num, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Comment
	for rows.Next() {
		var c Comment
		var at string
		if err := rows.Scan(&c.Author, &c.Body, &at); err != nil {
			return nil, err
		}
		if c.CreatedAt, err = time.Parse(time.RFC3339, at); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	slices.Reverse(list)
	return list, rows.Err()
}
