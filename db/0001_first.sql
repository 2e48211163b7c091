-- The first schema. The setup in games and the events define a game. All other columns about its course
-- are caches, which `db replay --compare` checks. Times are UTC, `2026-01-31T12:00:00Z`.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL UNIQUE, -- lower case
    created_at TEXT NOT NULL
) STRICT;

-- An address of record belongs to exactly one player.
CREATE TABLE addresses (
    key        TEXT PRIMARY KEY, -- lower case
    address    TEXT NOT NULL,
    player_id  INTEGER NOT NULL REFERENCES players(id),
    main       INTEGER NOT NULL, -- 1: letters go here
    failures   INTEGER NOT NULL DEFAULT 0, -- letters that could not be delivered
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_player ON addresses(player_id);

CREATE TABLE games (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    variant       TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT NOT NULL, -- JSON object, string to string
    position      TEXT,          -- start position; NULL: that of the variant
    created_at    TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    -- the columns from here on are caches of the events
    state         INTEGER NOT NULL, -- state number: counts all events but talk; never reused
    status        TEXT NOT NULL CHECK (status IN ('playing', 'finished', 'aborted', 'frozen')),
    to_move       INTEGER NOT NULL,
    result        TEXT,
    reason        TEXT,
    updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_status ON games(status);

CREATE TABLE seats (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    held         TEXT,    -- the held beginning of a turn
    first_letter TEXT,    -- Message-IDs, for threading
    last_letter  TEXT,
    nudged       INTEGER, -- the state at which an unproven mail was answered
    puzzled      INTEGER NOT NULL DEFAULT 0, -- mails in a row that held nothing understandable
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats(player_id);

-- Append-only.
CREATE TABLE events (
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seq      INTEGER NOT NULL, -- from 1
    state    INTEGER NOT NULL, -- the state number after it
    at       TEXT NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    text     TEXT NOT NULL,    -- a turn in canonical notation, words, a result, a reason
    typed    TEXT,             -- the line as the player wrote it
    inbox_id INTEGER,          -- the mail that caused it; NULL: the command line
    actor    TEXT NOT NULL,    -- a player's address, or the umpire's name
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

-- Reply tokens of letters (players call them keys). The secret part is derived (ids.rs), never stored.
CREATE TABLE letter_keys (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games(id),
    seat    INTEGER NOT NULL,
    state   INTEGER NOT NULL,
    nonce   BLOB NOT NULL,
    void    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE inbox (
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
    answer      TEXT     -- the echoes of the answer, for a mail that arrives again
) STRICT;
CREATE INDEX inbox_waiting ON inbox(id) WHERE status = 'new';
CREATE INDEX inbox_parked ON inbox(id) WHERE status = 'parked';
CREATE INDEX inbox_by_message ON inbox(message_id) WHERE proven = 1;

-- A table of its own, so that judging a mail does not write its bytes again.
CREATE TABLE inbox_raw (
    id  INTEGER PRIMARY KEY REFERENCES inbox(id),
    raw BLOB NOT NULL
) STRICT;

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL, -- without <>; one per letter, the same on every try
    recipient  TEXT NOT NULL,
    kind       TEXT NOT NULL,
    game_id    INTEGER,
    seat       INTEGER,
    state      INTEGER,
    inbox_id   INTEGER,       -- the mail that it answers
    status     TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'failed', 'dropped')),
    tries      INTEGER NOT NULL DEFAULT 0,
    next_try   TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL,
    closed_at  TEXT,
    bounced    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_waiting ON outbox(recipient, id) WHERE status = 'waiting';
CREATE INDEX outbox_due ON outbox(id) WHERE status = 'waiting';
CREATE INDEX outbox_failed ON outbox(id) WHERE status = 'failed';

CREATE TABLE outbox_raw (
    id  INTEGER PRIMARY KEY REFERENCES outbox(id),
    raw BLOB NOT NULL
) STRICT;

-- Addresses without a proven seat that were answered: one answer per address and day.
CREATE TABLE strangers (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (day, key)
) STRICT, WITHOUT ROWID;
