-- With this schema letters are data until their first try, no table but inbox_raw and outbox_raw holds a
-- reply token, and the bytes in these two are compressed. A token is derived from its row in `tokens` and
-- from a secret that is not in the database. A column is NULL rather than empty.

ALTER TABLE players ADD COLUMN language TEXT;

-- An event has the time when its mail arrived, and the seat that alone may read its words.
CREATE TABLE new_events (
    game_id    INTEGER NOT NULL REFERENCES games(id),
    seq        INTEGER NOT NULL, -- from 1
    state      INTEGER NOT NULL, -- the state number after it: counts all events but talk; never reused
    to_move    INTEGER,          -- the seat to move after it, a cache; NULL: written with schema 1, and not the last
    at         TEXT NOT NULL,    -- when it was decided
    arrived_at TEXT,             -- when its mail arrived
    kind       TEXT NOT NULL,
    seat       INTEGER,
    reader     INTEGER,          -- the seat that alone may read its words; NULL: all
    text       TEXT NOT NULL,    -- a turn in canonical notation, words, a result, a reason
    typed      TEXT,             -- the line as the player wrote it, if it differs from text
    inbox_id   INTEGER,          -- the mail that caused it; NULL: the command line
    actor      TEXT,             -- the umpire's name; NULL: the author of that mail
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_events
    SELECT game_id, seq, state, to_move, at, NULL, kind, seat, NULL, text, typed, inbox_id, actor
    FROM events ORDER BY game_id, seq;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;

ALTER TABLE seats DROP COLUMN first_letter;

CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id  INTEGER REFERENCES players(id), -- a player's, or
    game_id    INTEGER REFERENCES games(id),   -- a seat's, with the state number that its letter showed
    seat       INTEGER,
    state      INTEGER,
    nonce      BLOB NOT NULL,
    generation INTEGER NOT NULL, -- of the secret
    form       INTEGER NOT NULL, -- how it is derived: 1 before schema 3, 2 since
    void       INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO tokens
    SELECT id, NULL, game_id, seat, state, nonce, 0, 1, void FROM letter_keys ORDER BY id;
-- Ids are never used again, also if the last rows are gone.
DELETE FROM sqlite_sequence WHERE name = 'tokens';
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'tokens', seq FROM sqlite_sequence WHERE name = 'letter_keys';
DROP TABLE letter_keys;

-- The envelope of a mail may hold a token, so it is kept and forgotten with the bytes.
ALTER TABLE inbox_raw ADD COLUMN form INTEGER NOT NULL DEFAULT 0; -- 0: plain, 1: zlib
ALTER TABLE inbox_raw ADD COLUMN truncated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox_raw ADD COLUMN env_sender TEXT; -- '' is the empty return path, NULL unknown
ALTER TABLE inbox_raw ADD COLUMN env_rcpts TEXT;  -- separated by newlines
UPDATE inbox_raw SET (truncated, env_sender, env_rcpts) =
    (SELECT truncated, env_sender, nullif(env_rcpts, '') FROM inbox i WHERE i.id = inbox_raw.id);

CREATE TABLE new_inbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    source      TEXT NOT NULL UNIQUE, -- source key: Maildir name, mailbox/UIDVALIDITY/UID, …
    raw_hash    BLOB,    -- the first 16 bytes of the SHA-256 of the bytes; NULL: stored before schema 3
    received_at TEXT NOT NULL,
    arrived_at  TEXT,    -- NULL: as received_at
    status      TEXT NOT NULL CHECK (status IN ('new', 'done', 'parked')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    claimed_by  TEXT,    -- who judges it
    verdict     TEXT,    -- played, refused, answered, robot, bounce, stranger, duplicate, silent …
    reason      TEXT,
    sender      TEXT,    -- address in the From header
    message_id  TEXT,
    body_hash   TEXT,
    game_id     INTEGER,
    proven      INTEGER NOT NULL DEFAULT 0,
    answer_id   INTEGER  -- the letter that answers it
) STRICT;
INSERT INTO new_inbox
    SELECT id, source, NULL, received_at, NULL, status, attempts, NULL, verdict, reason, sender,
        message_id, body_hash, game_id, proven, NULL
    FROM inbox ORDER BY id;
UPDATE new_inbox SET answer_id = o.id
    FROM (SELECT inbox_id, min(id) AS id FROM outbox WHERE kind = 'answer' GROUP BY inbox_id) o
    WHERE new_inbox.id = o.inbox_id;
DROP TABLE inbox;
ALTER TABLE new_inbox RENAME TO inbox;
CREATE INDEX inbox_open ON inbox(status) WHERE status <> 'done';
CREATE INDEX inbox_by_message ON inbox(message_id) WHERE proven = 1;

CREATE TABLE new_outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    kind          TEXT NOT NULL,
    recipient     TEXT NOT NULL,
    game_id       INTEGER,
    seat          INTEGER,
    first_event   INTEGER, -- the first event that it tells; NULL: none
    last_event    INTEGER, -- the last event whose position it shows; NULL: the start
    inbox_id      INTEGER, -- the mail that it answers or that has caused it
    tokens        TEXT,    -- ids of its tokens, separated by blanks
    data          TEXT,    -- what it says; NULL: it was rendered before schema 3, or it is forgotten
    status        TEXT NOT NULL CHECK (status IN
                  ('waiting', 'sent', 'failed', 'dropped', 'superseded', 'quarantined')),
    renderings    INTEGER NOT NULL DEFAULT 0, -- how often rendering was begun
    tries         INTEGER NOT NULL DEFAULT 0,
    next_try      TEXT,    -- NULL: it is closed
    claimed_by    TEXT,    -- who sends it
    hung          INTEGER NOT NULL DEFAULT 0, -- the last try hung until it was cut off
    last_error    TEXT,
    superseded_by INTEGER,
    created_at    TEXT NOT NULL,
    revived_at    TEXT,    -- when it was made to wait again after it was closed
    closed_at     TEXT,
    bounced       INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_outbox
    SELECT id, kind, recipient, game_id, seat, NULL,
        iif(status = 'waiting', (SELECT max(seq) FROM events e
            WHERE e.game_id = outbox.game_id AND e.state <= outbox.state), NULL),
        inbox_id, NULL, NULL, status, 0, tries, iif(status = 'waiting', next_try, NULL), NULL, 0,
        last_error, NULL, created_at, NULL, closed_at, bounced
    FROM outbox ORDER BY id;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox(next_try) WHERE status = 'waiting' AND claimed_by IS NULL;
CREATE INDEX outbox_waiting ON outbox(game_id, recipient) WHERE status = 'waiting';
CREATE INDEX outbox_hung ON outbox(recipient) WHERE status = 'waiting' AND hung = 1;
CREATE INDEX outbox_stuck ON outbox(status) WHERE status IN ('failed', 'quarantined');

ALTER TABLE outbox_raw ADD COLUMN form INTEGER NOT NULL DEFAULT 0; -- 0: plain, 1: zlib

-- Questions that wait for a player's answer; at most one for a seat.
CREATE TABLE questions (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seat     INTEGER NOT NULL,
    state    INTEGER NOT NULL, -- state number of the game
    data     TEXT NOT NULL,    -- what is asked and what waits
    inbox_id INTEGER,          -- the mail that has caused it
    letter_id INTEGER,         -- the letter that asks it
    UNIQUE (game_id, seat)
) STRICT;

CREATE TABLE timers (
    kind    TEXT NOT NULL,
    game_id INTEGER NOT NULL, -- 0: of no game
    seat    INTEGER NOT NULL, -- -1: of no seat
    due     TEXT NOT NULL,
    PRIMARY KEY (kind, game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_due ON timers(due);

-- The last success and the last failure of fetching, judging and sending.
CREATE TABLE queues (
    queue        TEXT PRIMARY KEY,
    last_success TEXT,
    last_failure TEXT,
    failure      TEXT -- why it failed
) STRICT, WITHOUT ROWID;
INSERT INTO queues (queue, last_success)
    SELECT 'fetch', CAST(value AS TEXT) FROM meta WHERE key = 'last poll';

-- The caller has written the secret to a file.
DELETE FROM meta WHERE key IN ('secret', 'last poll', 'last error', 'tidied');
