-- With this schema a turn writes in one place only, the end of its game's events, however many games there
-- are. Columns that were written besides are removed, or read from the last event.

-- State number and time of a game are those of its last event, which now has the seat to move. Columns of
-- an event that repeat its mail or its text are NULL: every mail reads all events of its game.
CREATE TABLE new_events (
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seq      INTEGER NOT NULL, -- from 1
    state    INTEGER NOT NULL, -- the state number after it: counts all events but talk; never reused
    to_move  INTEGER,          -- the seat to move after it, a cache; NULL: written with schema 1, and not the last
    at       TEXT NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    text     TEXT NOT NULL,    -- a turn in canonical notation, words, a result, a reason
    typed    TEXT,             -- the line as the player wrote it, if it differs from text
    inbox_id INTEGER,          -- the mail that caused it; NULL: the command line
    actor    TEXT,             -- the umpire's name; NULL: the author of that mail
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
    position      TEXT,          -- start position; NULL: that of the variant
    first_to_move INTEGER NOT NULL, -- the seat to move before the first event; not used after it
    created_at    TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    -- the columns from here on are caches of the events
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

-- All letters refer to the first one of their seat, which makes the thread; the last one is not needed.
CREATE TABLE new_seats (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    held         TEXT,    -- the held beginning of a turn
    first_letter TEXT,    -- Message-ID, for threading
    nudged       INTEGER, -- the state at which an unproven mail was answered
    puzzled      INTEGER NOT NULL DEFAULT 0, -- mails in a row that held nothing understandable
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_seats
    SELECT game_id, seat, player_id, held, first_letter, nudged, puzzled
    FROM seats ORDER BY game_id, seat;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
CREATE INDEX seats_by_player ON seats(player_id);

-- Every proven mail has to be recognised if it arrives again. Message-IDs are in no order, so that each one
-- changes another page of a large index. Those of today are in a small index, and are moved to the large
-- one once a day.
CREATE TABLE new_inbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    source      TEXT NOT NULL UNIQUE, -- source key: Maildir name, mailbox/UIDVALIDITY/UID, …
    received_at TEXT NOT NULL,
    env_sender  TEXT,                 -- '' is the empty return path, NULL unknown
    env_rcpts   TEXT NOT NULL,        -- separated by newlines
    truncated   INTEGER NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('new', 'done', 'parked')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    verdict     TEXT,    -- played, refused, answered, robot, bounce, stranger, duplicate, silent …
    reason      TEXT,
    sender      TEXT,    -- address in the From header
    message_id  TEXT,
    body_hash   TEXT,
    game_id     INTEGER,
    proven      INTEGER NOT NULL DEFAULT 0,
    filed       INTEGER NOT NULL DEFAULT 0, -- its Message-ID is in the large index
    answer      TEXT     -- the echoes of the answer, for a mail that arrives again
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

-- A covering index for a query that every letter makes.
DROP INDEX addresses_by_player;
CREATE INDEX addresses_by_player ON addresses(player_id, main, address, failures);
