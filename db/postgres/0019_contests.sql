-- Events of several games (docs/events.md). What happens to them is in acts, with the subject 'contest'.
CREATE TABLE contests (
    id       BIGINT PRIMARY KEY,
    name     TEXT COLLATE "C" NOT NULL UNIQUE, -- by which players write of it, in lower case
    revision BIGINT NOT NULL,                  -- how often it was written
    status   TEXT COLLATE "C" NOT NULL,        -- entries, playing, ended, cancelled
    data     TEXT COLLATE "C" NOT NULL         -- what its acts lead to, as JSON
);
CREATE INDEX contests_open ON contests(status) WHERE status IN ('entries', 'playing');
ALTER TABLE games ADD COLUMN contest_id BIGINT; -- the contest that it is a game of; NULL: none
ALTER TABLE games ADD COLUMN pairing BIGINT;    -- which of its games, from 1
CREATE INDEX games_contest ON games(contest_id, pairing) WHERE contest_id IS NOT NULL;
