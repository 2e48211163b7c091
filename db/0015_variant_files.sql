-- With this schema umpires may send files with games by mail. What a file has can be played once it is checked.

CREATE TABLE variant_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    hash BLOB NOT NULL, -- the first 16 bytes of the SHA-256 of the text
    mail_id INTEGER NOT NULL REFERENCES inbox(id),
    added_by TEXT NOT NULL, -- the address of the umpire
    added_at TEXT NOT NULL,
    adds INTEGER NOT NULL, -- 0: it is to be checked, and no more
    attempts INTEGER NOT NULL DEFAULT 0, -- how often its check was begun
    checked_at TEXT
) STRICT;
CREATE INDEX variant_files_unchecked ON variant_files(id) WHERE checked_at IS NULL;

CREATE TABLE variant_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES variant_files(id),
    game TEXT NOT NULL,
    section TEXT NOT NULL, -- the text of its section, with those that it takes over from
    removed_by TEXT, -- the address of the umpire who has taken it out, or who has sent a file with another game of that name
    removed_at TEXT
) STRICT;
CREATE UNIQUE INDEX variant_games_played ON variant_games(game) WHERE removed_at IS NULL;
