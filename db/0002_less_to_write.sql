-- A turn writes one place that belongs to its game alone, the end of the game's log, however many games
-- there are. What used to be written beside it is found there, or was not needed.

-- State and time of a game are those of its last event, which now says whose turn it is after it. What
-- the mail of an event says as well, or its own text, is not said again: a game's log is what every mail
-- has to read.
CREATE TABLE new_events (
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seq      INTEGER NOT NULL, -- from 1
    state    INTEGER NOT NULL, -- the state number after it: counts everything, never reused
    to_move  INTEGER,          -- whose turn it is after it, a cache; NULL: of old, and not the last
    at       TEXT NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    text     TEXT NOT NULL,    -- a turn in canonical notation, words, a result …
    typed    TEXT,             -- the line as the player wrote it, if other than text
    inbox_id INTEGER,          -- the mail it came by; NULL: the command line
    actor    TEXT,             -- the umpire's name; NULL: the sender of that mail
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_events
    SELECT game_id, seq, state,
        iif(seq = (SELECT max(seq) FROM events l WHERE l.game_id = e.game_id),
            (SELECT to_move FROM games WHERE id = e.game_id), NULL),
        at, kind, seat, text, nullif(typed, text), inbox_id, iif(inbox_id IS NULL, actor, NULL)
    FROM events e ORDER BY game_id, seq;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;

CREATE TABLE new_games (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    variant       TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT NOT NULL, -- JSON object, string to string
    position      TEXT,          -- set-up position; NULL: the usual array
    first_to_move INTEGER NOT NULL, -- before the first event; nobody asks once there is one
    created_at    TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    -- from here on: caches of what the events say
    status        TEXT NOT NULL CHECK (status IN ('playing', 'finished', 'aborted', 'frozen')),
    result        TEXT,
    reason        TEXT
) STRICT;
INSERT INTO new_games
    SELECT id, variant, rules_version, options, position, to_move, created_at, created_by,
        status, result, reason
    FROM games ORDER BY id;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;
CREATE INDEX games_by_status ON games(status);

-- Every letter refers to the first one of its seat, which makes the thread; the last one said nothing
-- more.
CREATE TABLE new_seats (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    held         TEXT,    -- the kept beginning of a turn
    first_letter TEXT,    -- Message-ID, for threads
    nudged       INTEGER, -- the state at which an unproven mail was answered
    puzzled      INTEGER NOT NULL DEFAULT 0, -- mails in a row that held nothing to understand
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_seats
    SELECT game_id, seat, player_id, held, first_letter, nudged, puzzled
    FROM seats ORDER BY game_id, seat;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX seats_by_player ON seats(player_id);

-- Every proven mail has to be known when it comes again. Message-IDs come in no order, so that a large
-- index of them costs a place of its own for each mail; those of today go into a small one, which is
-- emptied into the large one once a day.
CREATE TABLE new_inbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    source      TEXT NOT NULL UNIQUE, -- Maildir name, mailbox/UIDVALIDITY/UID, …
    received_at TEXT NOT NULL,
    env_sender  TEXT,                 -- '' is the empty return path, NULL unknown
    env_rcpts   TEXT NOT NULL,        -- separated by newlines
    truncated   INTEGER NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('new', 'done', 'parked')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    verdict     TEXT,    -- played, refused, answered, robot, bounce, stranger, duplicate, silent …
    reason      TEXT,
    sender      TEXT,    -- From address as read
    message_id  TEXT,
    body_hash   TEXT,
    game_id     INTEGER,
    proven      INTEGER NOT NULL DEFAULT 0,
    filed       INTEGER NOT NULL DEFAULT 0, -- its Message-ID is in the large index
    answer      TEXT     -- the echoed lines, for a mail that comes again
) STRICT;
INSERT INTO new_inbox
    SELECT id, source, received_at, env_sender, env_rcpts, truncated, status, attempts, verdict,
        reason, sender, message_id, body_hash, game_id, proven, proven, answer
    FROM inbox ORDER BY id;
DROP TABLE inbox;
ALTER TABLE new_inbox RENAME TO inbox;
CREATE INDEX inbox_waiting ON inbox(id) WHERE status = 'new';
CREATE INDEX inbox_parked ON inbox(id) WHERE status = 'parked';
CREATE INDEX inbox_by_message ON inbox(message_id) WHERE proven = 1 AND filed = 1;
CREATE INDEX inbox_today ON inbox(message_id) WHERE proven = 1 AND filed = 0;

-- Answers by itself what every letter asks.
DROP INDEX addresses_by_player;
CREATE INDEX addresses_by_player ON addresses(player_id, main, address, failures);
