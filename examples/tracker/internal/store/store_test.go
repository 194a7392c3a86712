package store

import (
	"fmt"
	"path/filepath"
	"testing"
)

func TestX(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "t.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.All(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		fmt.Println(i.ID, i.CreatedAt.Format("2006-01-02T15:04"), i.Status, i.Priority, i.Assignee, i.Title, i.Labels)
	}
	st, err := s.Stats(t.Context(), "")
	fmt.Println(st, err)
	d, err := s.Burndown(t.Context(), "", seedEnd, 60)
	for _, x := range d {
		fmt.Print(x.Unfinished, " ")
	}
	fmt.Println(err)
	p, err := s.Search(t.Context(), Filter{Text: "login timeout", Status: "open"}, "", 20)
	fmt.Println(p, err)
	fmt.Println(s.Issue(t.Context(), "BUG-142", 20))
}
