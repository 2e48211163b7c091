-- With this schema a decision is not written if something that it is about was changed after what it was made from,
-- also by another process: each change of such a thing has a number, which only grows.

CREATE TABLE subjects (
    subject TEXT PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX subjects_by_version ON subjects(version);
