package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The values of the fields that take one of a few.
var (
	Projects   = []string{"web", "mobile", "api", "billing"}
	Statuses   = []string{"open", "in_progress", "closed"}
	Priorities = []string{"low", "medium", "high", "critical"}
	Labels     = []string{
		"accessibility", "crash", "data-loss", "documentation", "localization",
		"performance", "regression", "security", "ui",
	}
)

// An Issue is one issue without its comments.
type Issue struct {
	ID          string     `json:"id" description:"For example BUG-142"`
	Title       string     `json:"title"`
	Description string     `json:"description,omitempty" description:"Left out of lists"`
	Project     string     `json:"project" enum:"web,mobile,api,billing"`
	Status      string     `json:"status" enum:"open,in_progress,closed"`
	Priority    string     `json:"priority" enum:"low,medium,high,critical"`
	Labels      []string   `json:"labels"`
	Reporter    string     `json:"reporter" description:"User who reported it"`
	Assignee    string     `json:"assignee,omitempty" description:"User who works on it. Left out if nobody does"`
	CreatedAt   time.Time  `json:"created_at"`
	UpdatedAt   time.Time  `json:"updated_at" description:"Last change or comment"`
	ClosedAt    *time.Time `json:"closed_at,omitempty" description:"Left out unless the status is closed"`
}

// issueColumns are the columns that scanIssue reads, from the table issues AS i.
const issueColumns = `i.num, i.title, i.description, i.project, i.status, i.priority,
	coalesce((SELECT group_concat(label, ',' ORDER BY label) FROM labels WHERE issue = i.num), ''),
	i.reporter, coalesce(i.assignee, ''), i.created_at, i.updated_at, i.closed_at`

// scanIssue reads one row of issueColumns; scan is the method of sql.Row or sql.Rows.
func scanIssue(scan func(...any) error) (Issue, error) {
	var (
		issue                    Issue
		num                      int64
		labels, created, updated string
		closed                   sql.NullString
	)
	err := scan(&num, &issue.Title, &issue.Description, &issue.Project, &issue.Status, &issue.Priority,
		&labels, &issue.Reporter, &issue.Assignee, &created, &updated, &closed)
	if err != nil {
		return Issue{}, err
	}
	issue.ID = formatID(num)
	if labels != "" {
		issue.Labels = strings.Split(labels, ",")
	}
	if issue.CreatedAt, err = time.Parse(time.RFC3339, created); err != nil {
		return Issue{}, err
	}
	if issue.UpdatedAt, err = time.Parse(time.RFC3339, updated); err != nil {
		return Issue{}, err
	}
	if closed.Valid {
		at, err := time.Parse(time.RFC3339, closed.String)
		if err != nil {
			return Issue{}, err
		}
		issue.ClosedAt = &at
	}
	return issue, nil
}

// Issue returns the issue with this ID and its newest comments, at most as many as
// asked for, the oldest of them first; total is how many comments there are.
// An unknown ID is a [NotFoundError].
func (s *Store) Issue(ctx context.Context, id string, comments int) (issue Issue, newest []Comment, total int, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		var num int64
		if issue, num, err = findIssue(ctx, tx, id); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM comments WHERE issue = ?`, num).Scan(&total); err != nil {
			return err
		}
		newest, err = newestComments(ctx, tx, num, comments)
		return err
	})
	return issue, newest, total, err
}

// findIssue returns the issue with this ID, and its number.
func findIssue(ctx context.Context, tx *sql.Tx, id string) (Issue, int64, error) {
	num, ok := parseID(id)
	if !ok {
		return Issue{}, 0, unknownIssue(ctx, tx, id)
	}
	issue, err := scanIssue(tx.QueryRowContext(ctx, `SELECT `+issueColumns+` FROM issues AS i WHERE i.num = ?`, num).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return Issue{}, 0, unknownIssue(ctx, tx, id)
	}
	return issue, num, err
}

const idPrefix = "BUG-"

// formatID returns BUG-142 for 142.
func formatID(num int64) string { return idPrefix + strconv.FormatInt(num, 10) }

// parseID returns 142 for BUG-142. It takes the one spelling that formatID makes.
func parseID(id string) (int64, bool) {
	digits, ok := strings.CutPrefix(id, idPrefix)
	if !ok {
		return 0, false
	}
	num, err := strconv.ParseInt(digits, 10, 64)
	return num, err == nil && num > 0 && formatID(num) == id
}

// checkUser returns a [NotFoundError] if there is no user of this name.
func checkUser(ctx context.Context, tx *sql.Tx, name string) error {
	var found bool
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE name = ?)`, name).Scan(&found); err != nil {
		return err
	}
	if !found {
		return unknownUser(ctx, tx, name)
	}
	return nil
}

// setLabels replaces the labels of an issue.
func setLabels(ctx context.Context, tx *sql.Tx, num int64, labels []string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM labels WHERE issue = ?`, num); err != nil {
		return err
	}
	for _, label := range labels {
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO labels (issue, label) VALUES (?, ?)`, num, label); err != nil {
			return fmt.Errorf("label %q: %w", label, err)
		}
	}
	return nil
}

// recordStatus adds a status to the history of an issue.
func recordStatus(ctx context.Context, tx *sql.Tx, num int64, status, at string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO status_history (issue, status, at) VALUES (?, ?, ?)`, num, status, at)
	return err
}
