package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(context.Background(), filepath.Join(t.TempDir(), "tracker.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Now = func() time.Time { return time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC) }
	return s
}

func TestSampleIssues(t *testing.T) {
	s, again := open(t), open(t)
	ctx := t.Context()
	all, err := s.All(ctx, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != seedIssues {
		t.Errorf("%d issues, want %d", len(all), seedIssues)
	}
	other, err := again.All(ctx, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, other); diff != "" {
		t.Errorf("two databases differ:\n%s", diff)
	}
	titles := map[string]bool{}
	for _, i := range all {
		if titles[i.Title] {
			t.Errorf("the title %q stands twice", i.Title)
		}
		titles[i.Title] = true
		if strings.ContainsAny(i.Title+i.Description, "{}") {
			t.Errorf("%s has a slot that was not filled: %s", i.ID, i.Title)
		}
	}
}

func TestSearch(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	for _, tt := range []struct {
		name   string
		filter Filter
		want   []string
	}{
		{"words in any form", Filter{Text: "LOGINS timeouts"}, []string{"BUG-142"}},
		{"operators are words", Filter{Text: `login OR "zebra`}, nil},
		{"the start of a word", Filter{Text: "timeo* login"}, []string{"BUG-142"}},
		{"a status", Filter{Text: "login timeout", Status: "closed"}, nil},
	} {
		page, err := s.Search(ctx, tt.filter, "", 5)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		var ids []string
		for _, i := range page.Issues {
			ids = append(ids, i.ID)
		}
		if diff := cmp.Diff(tt.want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if _, err := s.Search(ctx, Filter{Text: " - "}, "", 5); !errors.Is(err, ErrNoWords) {
		t.Errorf("a text without words: %v", err)
	}
	var notFound *NotFoundError
	if _, err := s.Search(ctx, Filter{}, "page2", 5); !errors.As(err, &notFound) || notFound.Kind != "cursor" {
		t.Errorf("a cursor that is none: %v", err)
	}
}

func TestPagesHaveEveryIssueOnce(t *testing.T) {
	s := open(t)
	seen := map[string]bool{}
	cursor := ""
	for {
		page, err := s.Search(t.Context(), Filter{Status: "open"}, cursor, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range page.Issues {
			if seen[i.ID] {
				t.Fatalf("%s stands on two pages", i.ID)
			}
			seen[i.ID] = true
		}
		if page.Next == "" {
			if len(seen) != page.Total {
				t.Errorf("%d issues on all pages, total says %d", len(seen), page.Total)
			}
			return
		}
		cursor = page.Next
	}
}

func TestChanges(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	created, err := s.Create(ctx, NewIssue{Title: "Title of it", Description: "d", Project: "api", Priority: "low", Reporter: "anna.petrova", Labels: []string{"ui", "crash"}})
	if err != nil {
		t.Fatal(err)
	}
	if created.ID != "BUG-301" || created.Status != "open" || strings.Join(created.Labels, " ") != "crash ui" {
		t.Errorf("created %+v", created)
	}
	set := func(v string) *string { return &v }
	for _, tt := range []struct {
		name    string
		changes Changes
		changed string
		err     string
	}{
		{"nothing", Changes{}, "", "there is nothing to change"},
		{"work without an assignee", Changes{Status: set("in_progress")}, "", "BUG-301 would be in progress without an assignee; set assignee in the same call, or set status to open"},
		{"an unknown assignee", Changes{Assignee: set("anna")}, "", `no user "anna"`},
		{"work", Changes{Status: set("in_progress"), Assignee: set("anna.petrova")}, "status assignee", ""},
		{"the same again", Changes{Status: set("in_progress")}, "", ""},
		{"close", Changes{Status: set("closed")}, "status", ""},
		{"close again", Changes{Status: set("closed")}, "", "BUG-301 is closed already; nothing was changed. To work on it again, set status to open"},
		{"work on a closed one", Changes{Status: set("in_progress")}, "", "BUG-301 is closed; reopen it first by setting status to open"},
		{"reopen", Changes{Status: set("open"), Assignee: set("")}, "status assignee", ""},
	} {
		_, changed, err := s.Update(ctx, created.ID, tt.changes)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.err || strings.Join(changed, " ") != tt.changed {
			t.Errorf("%s: changed %q, error %q; want %q, %q", tt.name, changed, got, tt.changed, tt.err)
		}
	}
	if _, total, err := s.AddComment(ctx, created.ID, "anna.petrova", "Seen."); err != nil || total != 1 {
		t.Errorf("comments: %d, %v", total, err)
	}
	found, err := s.Search(ctx, Filter{Text: "title of it"}, "", 1)
	if err != nil || len(found.Issues) != 1 {
		t.Errorf("the new issue is not in the text index: %v, %v", found, err)
	}
}

func TestNearIssues(t *testing.T) {
	s := open(t)
	for id, want := range map[string]string{
		"bug 142":  "BUG-142",
		"BUG-1422": "BUG-122 BUG-142",
		"BUG-0142": "BUG-142",
		"nothing":  "",
	} {
		_, _, _, err := s.Issue(t.Context(), id, 0)
		var notFound *NotFoundError
		if !errors.As(err, &notFound) {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if near := strings.Join(notFound.Near, " "); near != want {
			t.Errorf("%s: near are %q, want %q", id, near, want)
		}
	}
}

// TestCancelledWriteLeavesNoTrace ends a call in the middle of its transaction.
func TestCancelledWriteLeavesNoTrace(t *testing.T) {
	s := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.Now = func() time.Time { cancel(); return time.Now() } // asked for within the transaction
	_, err := s.Create(ctx, NewIssue{Title: "Never there", Description: "d", Project: "api", Priority: "low", Reporter: "anna.petrova"})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	all, err := s.All(t.Context(), Filter{})
	if err != nil || len(all) != seedIssues {
		t.Errorf("%d issues, %v", len(all), err)
	}
}

// TestFullDisk lets the database have no more pages than it has: that is how SQLite sees a full disk.
// What was written is there, what was refused is not, and the next one is written when there is room.
func TestFullDisk(t *testing.T) {
	s := open(t)
	pages := func(limit string) {
		t.Helper()
		var n int
		if err := s.write.QueryRowContext(t.Context(), "PRAGMA max_page_count = "+limit).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	create := func() error {
		_, err := s.Create(t.Context(), NewIssue{Title: "Fills the disk", Description: strings.Repeat("d", 2000), Project: "api", Priority: "low", Reporter: "anna.petrova"})
		return err
	}
	pages("1") // no fewer than there are
	written := seedIssues
	var err error
	for range 20 {
		if err = create(); err != nil {
			break
		}
		written++
	}
	if !errors.Is(err, ErrNoRoom) {
		t.Fatalf("error %v", err)
	}
	if all, err := s.All(t.Context(), Filter{}); err != nil || len(all) != written {
		t.Errorf("%d issues, want %d; %v", len(all), written, err)
	}
	pages("1000000")
	if err := create(); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestTwoProcessesMayStartAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tracker.db")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s, err := Open(context.Background(), file)
			if err != nil {
				t.Error(err)
				return
			}
			if all, err := s.All(context.Background(), Filter{}); err != nil || len(all) != seedIssues {
				t.Errorf("%d issues, %v", len(all), err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	left, err := filepath.Glob(file + ".*.new*")
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

func TestForeignFilesAreLeftAlone(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(text, []byte("These are my notes, and no database at all.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{text, folder, filepath.Join(folder, "missing", "tracker.db")} {
		if s, err := Open(t.Context(), file); err == nil {
			t.Errorf("%s was opened", file)
			_ = s.Close()
		}
	}
	if raw, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(raw), "These are my notes") {
		t.Errorf("the file was changed: %q, %v", raw, err)
	}
}
