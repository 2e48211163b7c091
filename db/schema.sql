CREATE TABLE account_questions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id  INTEGER REFERENCES players(id), -- who is asked, or
    address    TEXT,                           -- the address that is asked, in lower case
    data       TEXT NOT NULL,                  -- what is asked and what waits, as JSON
    inbox_id   INTEGER,                        -- the mail that has caused it
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,                  -- from here on it cannot be answered
    letter_id  INTEGER,                        -- the letter to a player that asks it
    due_at     TEXT                            -- something is to be done then, if it is not answered; NULL: nothing
) STRICT;

CREATE TABLE acts (
    subject  TEXT NOT NULL,              -- challenge, player
    id       INTEGER NOT NULL,           -- its number
    seq      INTEGER NOT NULL,           -- from 1, without gaps
    at       TEXT NOT NULL DEFAULT '',   -- when it was decided; '': by the step to schema 11
    inbox_id INTEGER NOT NULL DEFAULT 0, -- the mail that caused it; 0: none
    actor    TEXT NOT NULL DEFAULT '',   -- the umpire, or the time; '': the author of that mail, or the server
    act      TEXT NOT NULL,              -- JSON, whose name has a version: act-1, state-1, taken-over-1, forgotten-1
    PRIMARY KEY (subject, id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE addresses (
    key        TEXT PRIMARY KEY, -- lower case
    address    TEXT NOT NULL,
    player_id  INTEGER NOT NULL REFERENCES players(id),
    main       INTEGER NOT NULL, -- 1: letters go here
    failures   INTEGER NOT NULL DEFAULT 0, -- letters that could not be delivered
    created_at TEXT NOT NULL
, vouched INTEGER NOT NULL DEFAULT 0, failed_at TEXT, trouble_at TEXT, trouble TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE budgets (
    day   TEXT NOT NULL,    -- 2026-01-31, in UTC
    kind  TEXT NOT NULL,    -- what: mails, answers, talk, notes, strangers …
    key   TEXT NOT NULL,    -- whose: an address in lower case, or a game and seat; '': all together
    count INTEGER NOT NULL, -- how often
    bytes INTEGER NOT NULL, -- how many bytes, where bytes are limited
    PRIMARY KEY (day, kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge_places (
    challenge_id INTEGER NOT NULL REFERENCES challenges(id),
    place        INTEGER NOT NULL,
    player_id    INTEGER REFERENCES players(id), -- or
    address      TEXT,             -- by which he was named, in lower case; neither: the place is free
    seat         INTEGER,          -- the seat that he is to have; NULL: by lot
    answer       TEXT,             -- yes, no; NULL: none yet
    answered_at  TEXT,
    hidden       INTEGER NOT NULL DEFAULT 0, -- 1: he was not told, because he blocks somebody
    PRIMARY KEY (challenge_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,    -- challenge, seek, rematch, substitute
    version    INTEGER NOT NULL, -- from 1; changed terms have a new one
    revision   INTEGER NOT NULL, -- counts how often it was written
    status     TEXT NOT NULL,    -- open, accepted, declined, withdrawn, expired, cancelled
    player_id  INTEGER NOT NULL REFERENCES players(id), -- who has made these terms
    terms      TEXT NOT NULL,    -- variant, options, position, seats, time, private: JSON
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    closed_at  TEXT,
    closed_by  TEXT,             -- the umpire, or the mail: i12
    game_id    INTEGER           -- the game that it has made; of a rematch or substitute, that it is about
) STRICT;

CREATE TABLE confirmations (
    key        TEXT NOT NULL, -- lower case
    player_id  INTEGER NOT NULL REFERENCES players(id),
    address    TEXT NOT NULL,
    nonce      BLOB NOT NULL,
    generation INTEGER NOT NULL, -- of the secret
    created_at TEXT NOT NULL,
    PRIMARY KEY (key, player_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contests (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE, -- by which players write of it, in lower case
    revision INTEGER NOT NULL,     -- how often it was written
    status   TEXT NOT NULL,        -- entries, playing, ended, cancelled
    data     TEXT NOT NULL         -- what its acts lead to, as JSON
) STRICT;

CREATE TABLE digests (
    player_id   INTEGER NOT NULL REFERENCES players(id),
    game_id     INTEGER NOT NULL REFERENCES games(id),
    seat        INTEGER NOT NULL, -- -1: he watches the game
    first_event INTEGER NOT NULL,
    last_event  INTEGER NOT NULL,
    due         TEXT NOT NULL,
    PRIMARY KEY (player_id, game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE engine_games (
    engine  TEXT NOT NULL, -- the name in the settings
    variant TEXT NOT NULL,
    proof   TEXT NOT NULL, -- a hash of what was tried: the command and the section
    day     TEXT NOT NULL, -- when
    verdict TEXT NOT NULL,
    PRIMARY KEY (engine, variant)
) STRICT, WITHOUT ROWID;

CREATE TABLE "events" (
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
    actor      TEXT, time TEXT,             -- the umpire's name; NULL: the author of that mail
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE "games" (
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
, time TEXT, private INTEGER NOT NULL DEFAULT 0, challenge_id INTEGER, section_hash BLOB, rated INTEGER NOT NULL DEFAULT 0, rated_end TEXT, contest_id INTEGER, pairing INTEGER) STRICT;

CREATE TABLE hosts (
    id       TEXT PRIMARY KEY, -- the owners of its claims begin with it
    name     TEXT NOT NULL DEFAULT '',
    version  TEXT NOT NULL DEFAULT '', -- of the program
    process  INTEGER NOT NULL DEFAULT 0,
    since    TEXT NOT NULL DEFAULT '', -- when the process has started
    alive_at TEXT NOT NULL DEFAULT '', -- its last sign of life; '': it has ended
    secret   TEXT NOT NULL DEFAULT '', -- by which the newest secret is recognised that it has, in hex
    differs  TEXT NOT NULL DEFAULT '' -- what differs between its settings and those of the club
, knows TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TABLE "inbox" (
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
, known INTEGER NOT NULL DEFAULT 0, looked_at TEXT, sent_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE inbox_raw (
    id  INTEGER PRIMARY KEY REFERENCES inbox(id),
    raw BLOB NOT NULL
, form INTEGER NOT NULL DEFAULT 0, truncated INTEGER NOT NULL DEFAULT 0, env_sender TEXT, env_rcpts TEXT) STRICT;

CREATE TABLE leases (
    name     TEXT PRIMARY KEY, -- source: and the name of a source
    holder   TEXT NOT NULL DEFAULT '', -- a host
    until_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE leaves (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    from_at      TEXT NOT NULL, -- the clocks stand still from here
    to_at        TEXT NOT NULL, -- to here; equal to from_at: it was cancelled as a whole
    booked_at    TEXT NOT NULL,
    cancelled_at TEXT           -- when its end was moved forward
) STRICT;

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL REFERENCES players(id),
    game_id   INTEGER NOT NULL REFERENCES games(id),
    at        TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT;

CREATE TABLE outages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    from_at  TEXT NOT NULL,
    to_at    TEXT NOT NULL,
    declared TEXT,          -- by whom; NULL: noticed by the server itself
    noted_at TEXT NOT NULL
) STRICT;

CREATE TABLE "outbox" (
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

CREATE TABLE outbox_raw (
    id  INTEGER PRIMARY KEY REFERENCES outbox(id),
    raw BLOB NOT NULL
, form INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE outsiders (
    mailbox       BLOB PRIMARY KEY,
    last_letter   TEXT,             -- when the last letter was written to it
    unanswered    INTEGER NOT NULL DEFAULT 0, -- letters since it last answered
    invited_at    TEXT,             -- when a member last invited it
    refused_until TEXT,             -- no invitation before
    never         INTEGER NOT NULL DEFAULT 0, -- 1: no letter ever again
    banned        INTEGER NOT NULL DEFAULT 0  -- 1: an address of a banned player
) STRICT, WITHOUT ROWID;

CREATE TABLE player_log (
    id        INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players(id),
    at        TEXT NOT NULL,
    by        TEXT NOT NULL, -- the umpire, or the mail: i12
    what      TEXT NOT NULL, -- renamed, main-address, address, address-removed
    value     TEXT NOT NULL  -- the new name, or the address
) STRICT;

CREATE TABLE player_relations (
    player_id INTEGER NOT NULL REFERENCES players(id), -- who
    other_id  INTEGER NOT NULL REFERENCES players(id), -- whom
    kind      TEXT NOT NULL, -- mute, block
    at        TEXT NOT NULL,
    PRIMARY KEY (player_id, other_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL UNIQUE, -- lower case
    created_at TEXT NOT NULL
, language TEXT, format TEXT, skeleton TEXT NOT NULL DEFAULT '', skeleton_typed TEXT NOT NULL DEFAULT '', zone TEXT, quiet TEXT, remind TEXT, calendar INTEGER NOT NULL DEFAULT 0, settings TEXT, skeleton_bare TEXT NOT NULL DEFAULT '', named_at TEXT, left_at TEXT, banned_at TEXT, forgotten_at TEXT, program INTEGER NOT NULL DEFAULT 0, engine TEXT NOT NULL DEFAULT '') STRICT;

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

CREATE TABLE queues (
    queue        TEXT PRIMARY KEY,
    last_success TEXT,
    last_failure TEXT,
    failure      TEXT -- why it failed
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    list       TEXT NOT NULL,    -- a variant; '': all games for two
    player_id  INTEGER NOT NULL, -- no reference: rows of a player who was merged stay until ratings are counted again
    month      TEXT NOT NULL,    -- 2026-01, in which the player has played games of the list
    rating     INTEGER NOT NULL, -- after it, in hundredths
    deviation  INTEGER NOT NULL, -- in hundredths
    volatility INTEGER NOT NULL, -- in millionths
    games      INTEGER NOT NULL, -- counted in this list up to then
    opponents  INTEGER NOT NULL, -- against so many others
    of_two     INTEGER NOT NULL, -- 1: games for two
    PRIMARY KEY (list, player_id, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
    player_id INTEGER NOT NULL REFERENCES players(id),
    game_id   INTEGER NOT NULL REFERENCES games(id),
    asked_at  TEXT NOT NULL,
    state     INTEGER NOT NULL, -- the state number of the game that is looked at
    begun     INTEGER NOT NULL, -- how often the piece of work that is next has begun
    waits     INTEGER NOT NULL, -- whether the player was told that it goes on another day
    found     TEXT NOT NULL,    -- what was found so far, as JSON; empty: nothing
    PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE "seats" (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    held         TEXT,    -- the held beginning of a turn
    nudged       INTEGER, answers INTEGER NOT NULL DEFAULT 0, answers_state INTEGER, answers_day TEXT, plans TEXT, turn_seq INTEGER, left_at TEXT, asked_at TEXT, reminded INTEGER, returned INTEGER NOT NULL DEFAULT 0, came_back_at TEXT, -- mails in a row that held nothing understandable
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE sections (
    hash BLOB PRIMARY KEY, -- the first 16 bytes of the SHA-256 of the text
    text TEXT NOT NULL
) STRICT;

CREATE TABLE sources (
    source      TEXT PRIMARY KEY,
    complete_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "subjects" (
    slot    INTEGER PRIMARY KEY, -- 12 bits of a hash of what was changed; -1: anything
    version INTEGER NOT NULL
) STRICT;

CREATE TABLE thoughts (
    game_id INTEGER NOT NULL REFERENCES games(id),
    state   INTEGER NOT NULL, -- the state number of the game in which it was to move
    seat    INTEGER NOT NULL, -- of which seat
    begun   INTEGER NOT NULL, -- how often it has begun to think
    score   INTEGER, failed INTEGER NOT NULL DEFAULT 0,          -- how good it has found the turn that it has played, in hundredths of a pawn
    PRIMARY KEY (game_id, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE timers (
    kind    TEXT NOT NULL,
    game_id INTEGER NOT NULL, -- 0: of no game
    seat    INTEGER NOT NULL, -- -1: of no seat
    due     TEXT NOT NULL,
    PRIMARY KEY (kind, game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE token_sections (
    token_id INTEGER NOT NULL REFERENCES tokens(id),
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seat     INTEGER NOT NULL,
    state    INTEGER NOT NULL,
    PRIMARY KEY (token_id, game_id, seat)
) STRICT, WITHOUT ROWID;

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
, challenge_id INTEGER, place INTEGER, version INTEGER, question_id INTEGER, list INTEGER NOT NULL DEFAULT 0) STRICT;

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

CREATE TABLE variant_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES variant_files(id),
    game TEXT NOT NULL,
    section TEXT NOT NULL, -- the text of its section, with those that it takes over from
    removed_by TEXT, -- the address of the umpire who has taken it out, or who has sent a file with another game of that name
    removed_at TEXT
) STRICT;

CREATE TABLE watchers (
    game_id   INTEGER NOT NULL REFERENCES games(id),
    player_id INTEGER NOT NULL REFERENCES players(id),
    at        TEXT NOT NULL,
    PRIMARY KEY (game_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_questions_by_address ON account_questions(address) WHERE address IS NOT NULL;

CREATE INDEX account_questions_by_end ON account_questions(expires_at);

CREATE INDEX account_questions_by_player ON account_questions(player_id) WHERE player_id IS NOT NULL;

CREATE INDEX account_questions_due ON account_questions(due_at) WHERE due_at IS NOT NULL;

CREATE INDEX addresses_by_player ON addresses(player_id, failed_at IS NOT NULL, main DESC, created_at, key);

CREATE INDEX addresses_failed ON addresses(failed_at) WHERE failed_at IS NOT NULL;

CREATE INDEX challenge_places_by_address ON challenge_places(address) WHERE address IS NOT NULL;

CREATE INDEX challenge_places_by_player ON challenge_places(player_id) WHERE player_id IS NOT NULL;

CREATE INDEX challenges_by_player ON challenges(player_id);

CREATE INDEX challenges_open ON challenges(status, expires_at) WHERE status = 'open';

CREATE INDEX confirmations_by_key ON confirmations(key, created_at DESC, player_id);

CREATE INDEX contests_open ON contests(status) WHERE status IN ('entries', 'playing');

CREATE INDEX digests_by_game ON digests(game_id);

CREATE INDEX digests_due ON digests(due);

CREATE INDEX games_by_status ON games(status);

CREATE INDEX games_contest ON games(contest_id, pairing) WHERE contest_id IS NOT NULL;

CREATE INDEX games_rated ON games(id) WHERE rated_end IS NOT NULL;

CREATE INDEX inbox_by_date ON inbox(sent_at, body_hash) WHERE proven = 1;

CREATE INDEX inbox_by_message ON inbox(message_id) WHERE proven = 1;

CREATE INDEX inbox_by_sender ON inbox(sender, received_at) WHERE proven = 1;

CREATE INDEX inbox_open ON inbox(status) WHERE status <> 'done';

CREATE INDEX inbox_turns ON inbox(known, sender, id) WHERE status = 'new' AND claimed_by IS NULL;

CREATE INDEX leaves_by_player ON leaves(player_id, to_at);

CREATE INDEX notes_by_player ON notes(player_id, game_id);

CREATE INDEX outages_by_end ON outages(to_at);

CREATE INDEX outbox_by_seat ON outbox(game_id, seat) WHERE game_id IS NOT NULL;

CREATE INDEX outbox_due ON outbox(next_try) WHERE status = 'waiting' AND claimed_by IS NULL;

CREATE INDEX outbox_hung ON outbox(recipient) WHERE status = 'waiting' AND hung = 1;

CREATE INDEX outbox_stuck ON outbox(status) WHERE status IN ('failed', 'quarantined');

CREATE INDEX outbox_waiting ON outbox(game_id, recipient) WHERE status = 'waiting';

CREATE INDEX player_log_player ON player_log(player_id);

CREATE INDEX players_alike ON players(skeleton);

CREATE INDEX players_alike_bare ON players(skeleton_bare);

CREATE INDEX players_alike_typed ON players(skeleton_typed);

CREATE INDEX players_program ON players(program) WHERE program > 0;

CREATE INDEX ratings_by_player ON ratings(player_id);

CREATE INDEX seats_by_player ON seats(player_id);

CREATE INDEX timers_due ON timers(due);

CREATE INDEX variant_files_unchecked ON variant_files(id) WHERE checked_at IS NULL;

CREATE UNIQUE INDEX variant_games_played ON variant_games(game) WHERE removed_at IS NULL;

CREATE INDEX watchers_by_player ON watchers(player_id);
