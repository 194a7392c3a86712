package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// A NewIssue is what a caller says about an issue that it files. Its status will
// be open.
type NewIssue struct {
	Title, Description, Project, Priority string
	Reporter                              string
	Assignee                              string // "" for nobody
	Labels                                []string
}

// Create files an issue and returns it. A reporter or assignee that does not exist
// is a [NotFoundError].
func (s *Store) Create(ctx context.Context, n NewIssue) (issue Issue, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		if err := checkUser(ctx, tx, n.Reporter); err != nil {
			return err
		}
		if n.Assignee != "" {
			if err := checkUser(ctx, tx, n.Assignee); err != nil {
				return err
			}
		}
		now := timestamp(s.Now())
		result, err := tx.ExecContext(ctx, `
			INSERT INTO issues (title, description, project, status, priority, reporter, assignee, created_at, updated_at)
			VALUES (?, ?, ?, 'open', ?, ?, nullif(?, ''), ?, ?)`,
			n.Title, n.Description, n.Project, n.Priority, n.Reporter, n.Assignee, now, now)
		if err != nil {
			return err
		}
		num, err := result.LastInsertId()
		if err != nil {
			return err
		}
		if err := setLabels(ctx, tx, num, n.Labels); err != nil {
			return err
		}
		if err := recordStatus(ctx, tx, num, "open", now); err != nil {
			return err
		}
		issue, _, err = findIssue(ctx, tx, formatID(num))
		return err
	})
	return issue, err
}

// Changes are the fields that [Store.Update] changes; a nil one stays as it is.
type Changes struct {
	Title, Description, Status, Priority *string
	Assignee                             *string   // "" takes the assignee away
	Labels                               *[]string // replaces all labels
}

// Update changes fields of an issue and returns it, with the names of the fields
// that now have another value than before. It returns [ErrNoChange] if no field is
// given, a [NotFoundError] for an unknown issue or assignee, and a [StateError] if
// the status cannot be reached from the present one:
//
//   - a closed issue can only be reopened, which makes its status open;
//   - work can only begin, in_progress, on an issue that has an assignee.
func (s *Store) Update(ctx context.Context, id string, c Changes) (issue Issue, changed []string, err error) {
	if c == (Changes{}) {
		return Issue{}, nil, ErrNoChange
	}
	err = s.change(ctx, func(tx *sql.Tx) error {
		before, num, err := findIssue(ctx, tx, id)
		if err != nil {
			return err
		}
		if c.Assignee != nil && *c.Assignee != "" {
			if err := checkUser(ctx, tx, *c.Assignee); err != nil {
				return err
			}
		}
		after := c.applyTo(before)
		if err := checkTransition(before, after, c.Status != nil); err != nil {
			return err
		}
		if changed = differences(before, after); len(changed) == 0 {
			issue = before
			return nil
		}
		now := timestamp(s.Now())
		_, err = tx.ExecContext(ctx, `
			UPDATE issues SET title = ?, description = ?, status = ?, priority = ?, assignee = nullif(?, ''), updated_at = ?,
				closed_at = CASE WHEN ? = 'closed' THEN coalesce(closed_at, ?) END
			WHERE num = ?`,
			after.Title, after.Description, after.Status, after.Priority, after.Assignee, now, after.Status, now, num)
		if err != nil {
			return err
		}
		if slices.Contains(changed, "labels") {
			if err := setLabels(ctx, tx, num, after.Labels); err != nil {
				return err
			}
		}
		if slices.Contains(changed, "status") {
			if err := recordStatus(ctx, tx, num, after.Status, now); err != nil {
				return err
			}
		}
		issue, _, err = findIssue(ctx, tx, id)
		return err
	})
	return issue, changed, err
}

// applyTo returns issue with the changes in it.
func (c Changes) applyTo(issue Issue) Issue {
	set := func(field, value *string) {
		if value != nil {
			*field = *value
		}
	}
	set(&issue.Title, c.Title)
	set(&issue.Description, c.Description)
	set(&issue.Status, c.Status)
	set(&issue.Priority, c.Priority)
	set(&issue.Assignee, c.Assignee)
	if c.Labels != nil {
		issue.Labels = slices.Compact(slices.Sorted(slices.Values(*c.Labels)))
	}
	return issue
}

// checkTransition returns a [StateError] if the status of after cannot follow that
// of before. asked says that the caller has named a status.
func checkTransition(before, after Issue, asked bool) error {
	switch {
	case asked && before.Status == "closed" && after.Status == "closed":
		return &StateError{before.ID, "is closed already; nothing was changed. To work on it again, set status to open"}
	case before.Status == "closed" && after.Status == "in_progress":
		return &StateError{before.ID, "is closed; reopen it first by setting status to open"}
	case after.Status == "in_progress" && after.Assignee == "":
		return &StateError{before.ID, "would be in progress without an assignee; set assignee in the same call, or set status to open"}
	}
	return nil
}

// differences names the fields in which the two issues differ.
func differences(a, b Issue) []string {
	var names []string
	add := func(name string, differ bool) {
		if differ {
			names = append(names, name)
		}
	}
	add("title", a.Title != b.Title)
	add("description", a.Description != b.Description)
	add("status", a.Status != b.Status)
	add("priority", a.Priority != b.Priority)
	add("assignee", a.Assignee != b.Assignee)
	add("labels", strings.Join(a.Labels, ",") != strings.Join(b.Labels, ","))
	return names
}
