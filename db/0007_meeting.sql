-- With this schema players join, challenge each other, leave and are forgotten; tokens can be about challenges, about
-- questions without a game, and about several games at once; players have settings, notes, digests, and games to watch.

-- What a player has chosen, as JSON; NULL: nothing.
ALTER TABLE players ADD COLUMN settings TEXT;

-- What is left of the name without accents, hyphens, apostrophes and blanks, taken for how it looks.
ALTER TABLE players ADD COLUMN skeleton_bare TEXT NOT NULL DEFAULT '';

CREATE INDEX players_alike_bare ON players(skeleton_bare);

ALTER TABLE players ADD COLUMN named_at TEXT; -- when he last changed his name

ALTER TABLE players ADD COLUMN left_at TEXT; -- since when he is no member; NULL: he is one

ALTER TABLE players ADD COLUMN banned_at TEXT; -- since when the umpire has banned him; NULL: not

ALTER TABLE players ADD COLUMN forgotten_at TEXT; -- when his name and addresses were blanked; NULL: not

ALTER TABLE games ADD COLUMN private INTEGER NOT NULL DEFAULT 0; -- 1: it is in no public list

ALTER TABLE games ADD COLUMN challenge_id INTEGER; -- the challenge that has made it

-- A token is of a seat, or of a player, or of a place in a challenge, or of a question, or of a list of seats.
ALTER TABLE tokens ADD COLUMN challenge_id INTEGER; -- with the version that its letter showed

ALTER TABLE tokens ADD COLUMN place INTEGER; -- whose place in the challenge

ALTER TABLE tokens ADD COLUMN version INTEGER;

ALTER TABLE tokens ADD COLUMN question_id INTEGER; -- of account_questions

ALTER TABLE tokens ADD COLUMN list INTEGER NOT NULL DEFAULT 0; -- 1: of the seats in token_sections, all of its player

-- The seats that a token of a list is of, with the state number that the letter showed.
CREATE TABLE token_sections (
    token_id INTEGER NOT NULL REFERENCES tokens(id),
    game_id  INTEGER NOT NULL REFERENCES games(id),
    seat     INTEGER NOT NULL,
    state    INTEGER NOT NULL,
    PRIMARY KEY (token_id, game_id, seat)
) STRICT, WITHOUT ROWID;

-- Questions that are about no game: to a player, or to an address that is nobody's.
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

CREATE INDEX account_questions_by_player ON account_questions(player_id) WHERE player_id IS NOT NULL;

CREATE INDEX account_questions_by_address ON account_questions(address) WHERE address IS NOT NULL;

CREATE INDEX account_questions_by_end ON account_questions(expires_at);

CREATE INDEX account_questions_due ON account_questions(due_at) WHERE due_at IS NOT NULL;

-- Challenges to named people, and seeks for anybody. Both share one number.
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

CREATE INDEX challenges_open ON challenges(status, expires_at) WHERE status = 'open';

CREATE INDEX challenges_by_player ON challenges(player_id);

-- Those who shall play, in the order in which they were named; place 0 has made the challenge.
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

CREATE INDEX challenge_places_by_player ON challenge_places(player_id) WHERE player_id IS NOT NULL;

CREATE INDEX challenge_places_by_address ON challenge_places(address) WHERE address IS NOT NULL;

-- What is known about mailboxes that are no member's, under a salted hash.
CREATE TABLE outsiders (
    mailbox       BLOB PRIMARY KEY,
    last_letter   TEXT,             -- when the last letter was written to it
    unanswered    INTEGER NOT NULL DEFAULT 0, -- letters since it last answered
    invited_at    TEXT,             -- when a member last invited it
    refused_until TEXT,             -- no invitation before
    never         INTEGER NOT NULL DEFAULT 0, -- 1: no letter ever again
    banned        INTEGER NOT NULL DEFAULT 0  -- 1: an address of a banned player
) STRICT, WITHOUT ROWID;

-- Whom players mute or block.
CREATE TABLE player_relations (
    player_id INTEGER NOT NULL REFERENCES players(id), -- who
    other_id  INTEGER NOT NULL REFERENCES players(id), -- whom
    kind      TEXT NOT NULL, -- mute, block
    at        TEXT NOT NULL,
    PRIMARY KEY (player_id, other_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE watchers (
    game_id   INTEGER NOT NULL REFERENCES games(id),
    player_id INTEGER NOT NULL REFERENCES players(id),
    at        TEXT NOT NULL,
    PRIMARY KEY (game_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_player ON watchers(player_id);

-- A player's own notes.
CREATE TABLE notes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL REFERENCES players(id),
    game_id   INTEGER NOT NULL REFERENCES games(id),
    at        TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT;

CREATE INDEX notes_by_player ON notes(player_id, game_id);

-- News that wait for the next digest of their player: of each seat, the events that it tells.
CREATE TABLE digests (
    player_id   INTEGER NOT NULL REFERENCES players(id),
    game_id     INTEGER NOT NULL REFERENCES games(id),
    seat        INTEGER NOT NULL, -- -1: he watches the game
    first_event INTEGER NOT NULL,
    last_event  INTEGER NOT NULL,
    due         TEXT NOT NULL,
    PRIMARY KEY (player_id, game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX digests_due ON digests(due);

CREATE INDEX digests_by_game ON digests(game_id);

-- How many letters about a kind of game a player has got.
CREATE INDEX outbox_by_seat ON outbox(game_id, seat) WHERE game_id IS NOT NULL;
