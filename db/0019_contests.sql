-- Events of several games (docs/events.md). What happens to them is in acts, with the subject 'contest'.
CREATE TABLE contests (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE, -- by which players write of it, in lower case
    revision INTEGER NOT NULL,     -- how often it was written
    status   TEXT NOT NULL,        -- entries, playing, ended, cancelled
    data     TEXT NOT NULL         -- what its acts lead to, as JSON
) STRICT;
CREATE INDEX contests_open ON contests(status) WHERE status IN ('entries', 'playing');
ALTER TABLE games ADD COLUMN contest_id INTEGER; -- the contest that it is a game of; NULL: none
ALTER TABLE games ADD COLUMN pairing INTEGER;    -- which of its games, from 1
CREATE INDEX games_contest ON games(contest_id, pairing) WHERE contest_id IS NOT NULL;
