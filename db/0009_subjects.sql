-- With this schema a decision is not written if something that it is about was changed after what it was made from,
-- also by another process: the number of the last change of each such thing, which only grows.

CREATE TABLE subjects (
    slot    INTEGER PRIMARY KEY, -- two bytes of a hash of what was changed
    version INTEGER NOT NULL
) STRICT;

CREATE INDEX subjects_by_version ON subjects(version);
