-- The tables of the tracker. Times are text, RFC 3339 in UTC with whole seconds,
-- so that they sort as text and SQLite's date functions read them.

CREATE TABLE users (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE issues (
    num         INTEGER PRIMARY KEY AUTOINCREMENT, -- BUG-142 is 142
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    project     TEXT NOT NULL CHECK (project IN ('web', 'mobile', 'api', 'billing')),
    status      TEXT NOT NULL CHECK (status IN ('open', 'in_progress', 'closed')),
    priority    TEXT NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'critical')),
    reporter    TEXT NOT NULL REFERENCES users (name),
    assignee    TEXT REFERENCES users (name),
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL,
    closed_at   TEXT,
    CHECK ((status = 'closed') = (closed_at IS NOT NULL))
) STRICT;

CREATE INDEX issues_by_status ON issues (status, project);
CREATE INDEX issues_by_assignee ON issues (assignee);

CREATE TABLE labels (
    issue INTEGER NOT NULL REFERENCES issues (num),
    label TEXT NOT NULL,
    PRIMARY KEY (issue, label)
) STRICT, WITHOUT ROWID;

CREATE TABLE comments (
    id         INTEGER PRIMARY KEY,
    issue      INTEGER NOT NULL REFERENCES issues (num),
    author     TEXT NOT NULL REFERENCES users (name),
    body       TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

CREATE INDEX comments_by_issue ON comments (issue);

-- One row for every status that an issue has ever taken, the first one included.
-- The burndown chart is drawn from it.
CREATE TABLE status_history (
    id     INTEGER PRIMARY KEY,
    issue  INTEGER NOT NULL REFERENCES issues (num),
    status TEXT NOT NULL,
    at     TEXT NOT NULL
) STRICT;

CREATE INDEX status_history_by_issue ON status_history (issue);

-- The full text index reads title and description from the issues table; the
-- triggers keep it in step. Words are stemmed: "timeouts" finds "timeout".
CREATE VIRTUAL TABLE issues_text USING fts5 (
    title, description,
    content = 'issues', content_rowid = 'num',
    tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TRIGGER issues_insert AFTER INSERT ON issues BEGIN
    INSERT INTO issues_text (rowid, title, description)
    VALUES (new.num, new.title, new.description);
END;

CREATE TRIGGER issues_delete AFTER DELETE ON issues BEGIN
    INSERT INTO issues_text (issues_text, rowid, title, description)
    VALUES ('delete', old.num, old.title, old.description);
END;

CREATE TRIGGER issues_update AFTER UPDATE OF title, description ON issues BEGIN
    INSERT INTO issues_text (issues_text, rowid, title, description)
    VALUES ('delete', old.num, old.title, old.description);
    INSERT INTO issues_text (rowid, title, description)
    VALUES (new.num, new.title, new.description);
END;
