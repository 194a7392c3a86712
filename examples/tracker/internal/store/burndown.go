package store

import (
	"context"
	"database/sql"
	"time"
)

// A Day says how many issues were not closed at the end of a day (UTC).
type Day struct {
	Date       time.Time
	Unfinished int
}

// Burndown returns one Day for each of the last days up to and including until,
// for the issues of one project or, if it is "", of all. A zero until stands for
// the day of the newest status change.
func (s *Store) Burndown(ctx context.Context, project string, until time.Time, days int) (list []Day, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		if until.IsZero() {
			if until, err = lastChange(ctx, tx); err != nil {
				return err
			}
		}
		until = until.UTC().Truncate(24 * time.Hour)
		steps, err := dailySteps(ctx, tx, project)
		if err != nil {
			return err
		}
		first, unfinished := until.AddDate(0, 0, 1-days), 0
		for len(steps) > 0 && steps[0].Date.Before(first) {
			unfinished += steps[0].Unfinished
			steps = steps[1:]
		}
		for day := first; !day.After(until); day = day.AddDate(0, 0, 1) {
			if len(steps) > 0 && steps[0].Date.Equal(day) {
				unfinished += steps[0].Unfinished
				steps = steps[1:]
			}
			list = append(list, Day{Date: day, Unfinished: unfinished})
		}
		return nil
	})
	return list, err
}

// lastChange returns when an issue last took a new status.
func lastChange(ctx context.Context, tx *sql.Tx) (time.Time, error) {
	var at string
	if err := tx.QueryRowContext(ctx, `SELECT max(at) FROM status_history`).Scan(&at); err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, at)
}

// dailySteps returns by how much the number of unfinished issues changed on each
// day on which it may have, the oldest first.
func dailySteps(ctx context.Context, tx *sql.Tx, project string) ([]Day, error) {
	rows, err := tx.QueryContext(ctx, `
		WITH steps AS (
			SELECT h.at,
				h.status = 'closed' AS is_closed,
				coalesce(lag(h.status) OVER (PARTITION BY h.issue ORDER BY h.id), 'closed') = 'closed' AS was_closed
			FROM status_history AS h JOIN issues AS i ON i.num = h.issue
			WHERE ?1 = '' OR i.project = ?1
		)
		SELECT substr(at, 1, 10) AS day, sum(was_closed - is_closed) FROM steps GROUP BY day ORDER BY day`, project)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var steps []Day
	for rows.Next() {
		var day string
		var step Day
		if err := rows.Scan(&day, &step.Unfinished); err != nil {
			return nil, err
		}
		if step.Date, err = time.Parse(time.DateOnly, day); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, rows.Err()
}
