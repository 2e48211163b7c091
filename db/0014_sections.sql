-- With this schema a game by file keeps the text of its section, with those that it takes over from: a file that is changed
-- later changes no game that was begun with it.

CREATE TABLE sections (
    hash BLOB PRIMARY KEY, -- the first 16 bytes of the SHA-256 of the text
    text TEXT NOT NULL
) STRICT;
ALTER TABLE games ADD COLUMN section_hash BLOB; -- NULL: a game of our own
