package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// maxNear is how many near matches a NotFoundError names at most.
const maxNear = 3

// unknownIssue returns the error for an ID that does not exist. It offers existing
// IDs that are one slip away: another way to write it ("bug 142", "142"), a digit
// too many or too few, a wrong one, two swapped.
func unknownIssue(ctx context.Context, tx *sql.Tx, id string) error {
	err := &NotFoundError{Kind: "issue", ID: id}
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, id)
	if len(digits) == 0 || len(digits) > 9 {
		return err
	}
	for _, candidate := range slips(digits) {
		num, ok := parseID(idPrefix + candidate)
		if !ok || slices.Contains(err.Near, formatID(num)) {
			continue
		}
		var exists bool
		if failure := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM issues WHERE num = ?)`, num).Scan(&exists); failure != nil {
			return failure
		}
		if exists {
			err.Near = append(err.Near, formatID(num))
		}
		if exists && candidate == digits || len(err.Near) == maxNear {
			break // it was only written differently, or that is enough
		}
	}
	return err
}

// slips returns digits itself and what one slip may have made of it, the likeliest
// first.
func slips(digits string) []string {
	list := []string{digits, strings.TrimLeft(digits, "0")}
	for i := range len(digits) - 1 { // two swapped
		list = append(list, digits[:i]+digits[i+1:i+2]+digits[i:i+1]+digits[i+2:])
	}
	for i := range len(digits) { // one too many
		list = append(list, digits[:i]+digits[i+1:])
	}
	for i := range len(digits) { // a wrong one
		for d := '0'; d <= '9'; d++ {
			list = append(list, digits[:i]+string(d)+digits[i+1:])
		}
	}
	return list
}

// unknownUser returns the error for a user that does not exist. It offers users
// whose name has a part in common with what was asked for, or starts like it.
func unknownUser(ctx context.Context, tx *sql.Tx, name string) error {
	err := &NotFoundError{Kind: "user", ID: name}
	users, failure := column(ctx, tx, `SELECT name FROM users ORDER BY name`)
	if failure != nil {
		return failure
	}
	for _, user := range users {
		if isNearName(user, name) && len(err.Near) < maxNear {
			err.Near = append(err.Near, user)
		}
	}
	return err
}

// isNearName reports whether a user such as "anna.petrova" may be meant by a name
// such as "Anna", "petrova", "anna.p" or "anna_petrova@example.com".
func isNearName(user, name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), "@")
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" ._-", r) })
	for _, part := range strings.Split(user, ".") {
		for _, word := range words {
			if len(word) >= 3 && (strings.HasPrefix(part, word) || strings.HasPrefix(word, part)) {
				return true
			}
		}
	}
	return false
}

// column reads the only column of a query.
func column(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, rows.Err()
}
