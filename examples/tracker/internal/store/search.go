package store

import (
	"context"
	"database/sql"
	"strings"
	"unicode"
)

// A Filter says which issues are wanted. Every field that is set must match.
type Filter struct {
	// Text is words that must all occur in title or description, in any form
	// ("timeouts" finds "timeout") and any case. A word that ends with * stands
	// for every word that begins like it.
	Text string
	// Project, Status, Assignee and Label match as they are.
	Project, Status, Assignee, Label string
}

// A Page is a part of the issues that match a filter.
type Page struct {
	// Issues are the issues of this page, the newest first.
	Issues []Issue
	// Total is how many issues match, on all pages.
	Total int
	// Next is the cursor of the next page, "" if this is the last one.
	Next string
}

// Search returns the newest issues that match f, at most limit. cursor is "" or
// the Next of the page before. A cursor that Search has not made is a
// [NotFoundError] of the kind "cursor"; a text without a word in it is [ErrNoWords].
func (s *Store) Search(ctx context.Context, f Filter, cursor string, limit int) (page Page, err error) {
	where, args, err := f.where()
	if err != nil {
		return Page{}, err
	}
	// The cursor is the ID of the last issue that was seen. Issues are never
	// deleted and their numbers only grow, so it stays good while others write.
	below := int64(1) << 62
	if cursor != "" {
		var ok bool
		if below, ok = parseID(cursor); !ok {
			return Page{}, &NotFoundError{Kind: "cursor", ID: cursor}
		}
	}
	err = s.view(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM issues AS i WHERE `+where, args...).Scan(&page.Total); err != nil {
			return err
		}
		page.Issues, err = queryIssues(ctx, tx, where+` AND i.num < ? ORDER BY i.num DESC LIMIT ?`, append(args, below, limit+1)...)
		return err
	})
	if err != nil {
		return Page{}, err
	}
	if len(page.Issues) > limit {
		page.Issues = page.Issues[:limit]
		page.Next = page.Issues[limit-1].ID
	}
	return page, nil
}

// All returns every issue that matches f, the oldest first.
func (s *Store) All(ctx context.Context, f Filter) (issues []Issue, err error) {
	where, args, err := f.where()
	if err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *sql.Tx) error {
		issues, err = queryIssues(ctx, tx, where+` ORDER BY i.num`, args...)
		return err
	})
	return issues, err
}

func queryIssues(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]Issue, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+issueColumns+` FROM issues AS i WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var issues []Issue
	for rows.Next() {
		issue, err := scanIssue(rows.Scan)
		if err != nil {
			return nil, err
		}
		issues = append(issues, issue)
	}
	return issues, rows.Err()
}

// where returns the filter as an SQL condition on issues AS i, with its arguments.
func (f Filter) where() (string, []any, error) {
	conditions := []string{"TRUE"}
	var args []any
	add := func(condition, value string) {
		if value != "" {
			conditions = append(conditions, condition)
			args = append(args, value)
		}
	}
	if f.Text != "" {
		match := matchExpression(f.Text)
		if match == "" {
			return "", nil, ErrNoWords
		}
		add("i.num IN (SELECT rowid FROM issues_text WHERE issues_text MATCH ?)", match)
	}
	add("i.project = ?", f.Project)
	add("i.status = ?", f.Status)
	add("i.assignee = ?", f.Assignee)
	add("i.num IN (SELECT issue FROM labels WHERE label = ?)", f.Label)
	return strings.Join(conditions, " AND "), args, nil
}

// matchExpression turns what a person types into the query language of FTS5, in
// which AND, NEAR, a colon or a minus would have a meaning: each word becomes a
// quoted string, and strings side by side must all occur. It returns "" if there
// is no word.
func matchExpression(words string) string {
	var quoted []string
	for _, word := range strings.Fields(words) {
		if !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		stem := strings.TrimRight(word, "*")
		q := `"` + strings.ReplaceAll(stem, `"`, `""`) + `"`
		if stem != word {
			q += "*"
		}
		quoted = append(quoted, q)
	}
	return strings.Join(quoted, " ")
}
