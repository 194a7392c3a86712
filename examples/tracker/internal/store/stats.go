package store

import (
	"context"
	"database/sql"
	"errors"
)

// Stats are counts over the issues of one project or of all.
type Stats struct {
	Total      int     `json:"total" description:"Issues of every status"`
	ByStatus   []Count `json:"by_status"`
	ByProject  []Count `json:"by_project" description:"Issues that are not closed"`
	ByPriority []Count `json:"by_priority" description:"Issues that are not closed"`
	ByLabel    []Count `json:"by_label" description:"Issues that are not closed. An issue with two labels counts twice"`
	ByAssignee []Count `json:"by_assignee" description:"Issues that are not closed, by user; (nobody) for those without an assignee"`
	Oldest     *Issue  `json:"oldest_open,omitempty" description:"The oldest issue that is not closed, without its description. Left out if all are closed"`
}

// A Count is how many issues have one value.
type Count struct {
	Value  string `json:"value"`
	Issues int    `json:"issues"`
}

// Stats counts the issues of a project, or of all projects if it is "". The lists
// are ordered by count, the largest first.
func (s *Store) Stats(ctx context.Context, project string) (stats Stats, err error) {
	const ours = `(?1 = '' OR i.project = ?1)`
	const unfinished = ours + ` AND i.status <> 'closed'`
	lists := []struct {
		into       *[]Count
		expression string
		from       string
	}{
		{&stats.ByStatus, `i.status`, `issues AS i WHERE ` + ours},
		{&stats.ByProject, `i.project`, `issues AS i WHERE ` + unfinished},
		{&stats.ByPriority, `i.priority`, `issues AS i WHERE ` + unfinished},
		{&stats.ByLabel, `l.label`, `issues AS i JOIN labels AS l ON l.issue = i.num WHERE ` + unfinished},
		{&stats.ByAssignee, `coalesce(i.assignee, '(nobody)')`, `issues AS i WHERE ` + unfinished},
	}
	err = s.view(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM issues AS i WHERE `+ours, project).Scan(&stats.Total); err != nil {
			return err
		}
		for _, list := range lists {
			query := `SELECT ` + list.expression + ` AS value, count(*) AS issues FROM ` + list.from +
				` GROUP BY value ORDER BY issues DESC, value`
			if *list.into, err = counts(ctx, tx, query, project); err != nil {
				return err
			}
		}
		oldest, err := scanIssue(tx.QueryRowContext(ctx,
			`SELECT `+issueColumns+` FROM issues AS i WHERE `+unfinished+` ORDER BY i.num LIMIT 1`, project).Scan)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		}
		oldest.Description = ""
		stats.Oldest = &oldest
		return nil
	})
	return stats, err
}

func counts(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]Count, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Count
	for rows.Next() {
		var c Count
		if err := rows.Scan(&c.Value, &c.Issues); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}
