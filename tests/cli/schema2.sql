-- A database of schema 2, as the last release before schema 3 left it: three games in progress with a held
-- beginning and talk, letters that wait because the relay was away, a mail that waits, one that is parked.
-- The keys in it are test data.
PRAGMA foreign_keys = OFF;
BEGIN;
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
CREATE TABLE addresses (
    key        TEXT PRIMARY KEY, -- lower case
    address    TEXT NOT NULL,
    player_id  INTEGER NOT NULL REFERENCES players(id),
    main       INTEGER NOT NULL, -- 1: letters go here
    failures   INTEGER NOT NULL DEFAULT 0, -- letters that could not be delivered
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE letter_keys (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games(id),
    seat    INTEGER NOT NULL,
    state   INTEGER NOT NULL,
    nonce   BLOB NOT NULL,
    void    INTEGER NOT NULL DEFAULT 0
) STRICT;
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
CREATE TABLE outbox_raw (
    id  INTEGER PRIMARY KEY REFERENCES outbox(id),
    raw BLOB NOT NULL
) STRICT;
CREATE TABLE strangers (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (day, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE "events" (
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
) STRICT;
CREATE TABLE "seats" (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    held         TEXT,    -- the held beginning of a turn
    first_letter TEXT,    -- Message-ID, for threading
    nudged       INTEGER, -- the state at which an unproven mail was answered
    puzzled      INTEGER NOT NULL DEFAULT 0, -- mails in a row that held nothing understandable
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE "inbox" (
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
CREATE INDEX outbox_waiting ON outbox(recipient, id) WHERE status = 'waiting';
CREATE INDEX outbox_due ON outbox(id) WHERE status = 'waiting';
CREATE INDEX outbox_failed ON outbox(id) WHERE status = 'failed';
CREATE INDEX games_by_status ON games(status);
CREATE INDEX seats_by_player ON seats(player_id);
CREATE INDEX inbox_waiting ON inbox(id) WHERE status = 'new';
CREATE INDEX inbox_parked ON inbox(id) WHERE status = 'parked';
CREATE INDEX inbox_by_message ON inbox(message_id) WHERE proven = 1 AND filed = 1;
CREATE INDEX inbox_today ON inbox(message_id) WHERE proven = 1 AND filed = 0;
CREATE INDEX addresses_by_player ON addresses(player_id, main, address, failures);
INSERT INTO "addresses" VALUES ('anna@example.org', 'anna@example.org', 1, 1, 0, '2026-01-31T22:01:09Z');
INSERT INTO "addresses" VALUES ('boris@example.net', 'boris@example.net', 2, 1, 0, '2026-01-31T22:01:09Z');
INSERT INTO "events" VALUES (1, 1, 1, 1, '2026-01-31T22:01:10Z', 'turn', 0, '@@f3', NULL, 1, NULL);
INSERT INTO "events" VALUES (1, 2, 1, 1, '2026-01-31T22:01:10Z', 'say', 0, 'Good luck, Boris!', NULL, 1, NULL);
INSERT INTO "events" VALUES (1, 3, 2, 0, '2026-01-31T22:01:10Z', 'turn', 1, '@@f6', NULL, 2, NULL);
INSERT INTO "events" VALUES (1, 4, 2, 0, '2026-01-31T22:01:10Z', 'say', 1, 'Thank you, Anna.', NULL, 2, NULL);
INSERT INTO "events" VALUES (2, 1, 1, 1, '2026-01-31T22:01:10Z', 'turn', 0, 'e2-e4', 'e4', 4, NULL);
INSERT INTO "events" VALUES (2, 2, 2, 0, '2026-01-31T22:01:10Z', 'turn', 1, 'e7-e5', 'e5', 5, NULL);
INSERT INTO "events" VALUES (2, 3, 3, 1, '2026-01-31T22:01:10Z', 'turn', 0, 'Ng1-f3', 'Nf3', 8, NULL);
INSERT INTO "events" VALUES (3, 1, 1, 1, '2026-01-31T22:01:10Z', 'turn', 0, 'd2-d4', 'd4', 6, NULL);
INSERT INTO "games" VALUES (1, 'hans38', 1, '{"armies":"fide/fide","turn":"postal-plus"}', NULL, 0, '2026-01-31T22:01:09Z', 'tester', 'playing', NULL, NULL);
INSERT INTO "games" VALUES (2, 'chess', 1, '{}', NULL, 0, '2026-01-31T22:01:09Z', 'tester', 'playing', NULL, NULL);
INSERT INTO "games" VALUES (3, 'chess', 1, '{}', NULL, 0, '2026-01-31T22:01:09Z', 'tester', 'playing', NULL, NULL);
INSERT INTO "inbox" VALUES (1, 'before-000002.test', '2026-01-31T22:01:10Z', 'anna@example.org', '', 0, 'done', 1, 'played', NULL, 'anna@example.org', 'before-1.anna@example.org', '5f05cc2000bcaae949221a87312a667b8dd9cb624e0fe6d380d50c52c09f8892', 1, 1, 0, '[{"line":["| @@f3"],"result":["Played: 1. @@f3","Your message goes with it:"],"words":["| Good luck, Boris!"],"block":[]}]');
INSERT INTO "inbox" VALUES (2, 'before-000004.test', '2026-01-31T22:01:10Z', 'boris@example.net', '', 0, 'done', 1, 'played', NULL, 'boris@example.net', 'before-3.boris@example.net', '7a4adbb3a32c3bb5989e34d5aa463aace452f2437c41047dad0ee0c4fdbcdf60', 1, 1, 0, '[{"line":["| @@f6"],"result":["Played: 1... @@f6"],"words":[],"block":[]},{"line":["| say Thank you, Anna."],"result":["Sent to Anna (White):"],"words":["| Thank you, Anna."],"block":[]}]');
INSERT INTO "inbox" VALUES (3, 'before-000006.test', '2026-01-31T22:01:10Z', 'anna@example.org', '', 0, 'done', 1, 'answered', NULL, 'anna@example.org', 'before-5.anna@example.org', '49309897cda417b65c3ee10a22e75383711a6d973229cb1ad4b254a717a65102', 1, 1, 0, '[{"line":["| hold Nf3"],"result":["Held, not played: Ng1-f3","It could also be played as it is. Reply with the rest of the turn, or","`drop`. It may continue with:"],"words":[],"block":["  @@a3    @@a4    @@a5    @@a6    @@b3    @@b4    @@b5    @@b6","  @@c3    @@c4    @@c5    @@c6    @@d3    @@d4    @@d5    @@d6","  @@e3    @@e4    @@e5    @@e6    @@f4    @@f5    @@g3    @@g4","  @@g5    @@g6    @@h3    @@h4    @@h5    @@h6    @g1-e3  @g1-g3","  @g1-h3"]}]');
INSERT INTO "inbox" VALUES (4, 'before-000008.test', '2026-01-31T22:01:10Z', 'anna@example.org', '', 0, 'done', 1, 'played', NULL, 'anna@example.org', 'before-7.anna@example.org', '95a46cb0e2527126bca4966d7c106019819b301ceed4de9fc5a37f205c2707dd', 2, 1, 0, '[{"line":["| e4"],"result":["Played: 1. e2-e4"],"words":[],"block":[]}]');
INSERT INTO "inbox" VALUES (5, 'before-000010.test', '2026-01-31T22:01:10Z', 'boris@example.net', '', 0, 'done', 1, 'played', NULL, 'boris@example.net', 'before-9.boris@example.net', '3d0f06139c6a2da102ba0bc1491d3e919eab05870be5a7f486bc523671bca050', 2, 1, 0, '[{"line":["| e5"],"result":["Played: 1... e7-e5"],"words":[],"block":[]}]');
INSERT INTO "inbox" VALUES (6, 'before-000012.test', '2026-01-31T22:01:10Z', 'anna@example.org', '', 0, 'done', 1, 'played', NULL, 'anna@example.org', 'before-11.anna@example.org', 'b9e8f5b49c3024940b03f080ed3d6e4050253e8cbbf32e9937a829d6c3be51bb', 3, 1, 0, '[{"line":["| d4"],"result":["Played: 1. d2-d4"],"words":[],"block":[]}]');
INSERT INTO "inbox" VALUES (7, 'before-000014.test', '2026-01-31T22:01:10Z', 'boris@example.net', '', 0, 'parked', 1, 'parked', 'game #1, event 1: The record is damaged at turn 1.: nonsense', NULL, NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO "inbox" VALUES (8, 'before-000016.test', '2026-01-31T22:01:10Z', 'anna@example.org', '', 0, 'done', 1, 'played', NULL, 'anna@example.org', 'before-15.anna@example.org', 'fccc28bae8ae570c5dff255478ac737c600b4f6bf1ebf98cbb5e5a7271bc61d1', 2, 1, 0, '[{"line":["| Nf3"],"result":["Played: 2. Ng1-f3"],"words":[],"block":[]}]');
INSERT INTO "inbox" VALUES (9, 'stdin-806fa49feb8a85017759197824dea04e56dfcd601242d205c7d93ded43e1d840', '2026-01-31T22:01:10Z', 'boris@example.net', '', 0, 'new', 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO "inbox_raw" VALUES (1, CAST('Return-Path: <anna@example.org>
From: anna@example.org
To: Zugpost <play+aaaaaaabr33stohvwsh37p2vsolsfsse@example.org>
Subject: Re: [#1] Hans38 Chess: your turn 1
Message-ID: <before-1.anna@example.org>

@@f3
Good luck, Boris!
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (2, CAST('Return-Path: <boris@example.net>
From: boris@example.net
To: Zugpost <play+aaaaaaahca22okngtjbhw3n5yhv3uchh@example.org>
Subject: Re: [#1] Hans38 Chess: your turn 1
Message-ID: <before-3.boris@example.net>

@@f6

say Thank you, Anna.
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (3, CAST('Return-Path: <anna@example.org>
From: anna@example.org
To: Zugpost <play+aaaaaaaju4o7cd5lynxpcpxje66mhggy@example.org>
Subject: Re: [#1] Hans38 Chess: your turn 2
Message-ID: <before-5.anna@example.org>

hold Nf3
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (4, CAST('Return-Path: <anna@example.org>
From: anna@example.org
To: Zugpost <play+aaaaaaadre3meh63pxx3r6eaprsisefs@example.org>
Subject: Re: [#2] Chess: your turn 1
Message-ID: <before-7.anna@example.org>

e4
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (5, CAST('Return-Path: <boris@example.net>
From: boris@example.net
To: Zugpost <play+aaaaaaam77b6q5aeqmt4g3z35wnp3zhh@example.org>
Subject: Re: [#2] Chess: your turn 1
Message-ID: <before-9.boris@example.net>

e5
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (6, CAST('Return-Path: <anna@example.org>
From: anna@example.org
To: Zugpost <play+aaaaaaafves2uyonlz6h7egckpbg7uer@example.org>
Subject: Re: [#3] Chess: your turn 1
Message-ID: <before-11.anna@example.org>

d4
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (7, CAST('Return-Path: <boris@example.net>
From: boris@example.net
To: Zugpost <play+aaaaaaak7cftxq4c367b7jrcd7rmfiou@example.org>
Subject: Re: [#1] Hans38 Chess: turn 2 is White''s
Message-ID: <before-13.boris@example.net>

history
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (8, CAST('Return-Path: <anna@example.org>
From: anna@example.org
To: Zugpost <play+aaaaaaaovoozih4ec7svysb5l4kotz4p@example.org>
Subject: Re: [#2] Chess: your turn 2
Message-ID: <before-15.anna@example.org>

Nf3
' AS BLOB));
INSERT INTO "inbox_raw" VALUES (9, CAST('Return-Path: <boris@example.net>
From: boris@example.net
To: Zugpost <play+aaaaaaaq367hnklcspkoznk2lnnjfh3x@example.org>
Subject: Re: [#3] Chess: your turn 1
Message-ID: <before-18.boris@example.net>

d5
' AS BLOB));
INSERT INTO "letter_keys" VALUES (1, 1, 0, 0, x'7971fbe24365f6cd', 0);
INSERT INTO "letter_keys" VALUES (2, 1, 1, 0, x'cd536c6ca072f3ca', 0);
INSERT INTO "letter_keys" VALUES (3, 2, 0, 0, x'9d034144d342e965', 0);
INSERT INTO "letter_keys" VALUES (4, 2, 1, 0, x'1aea24b9cd730bec', 0);
INSERT INTO "letter_keys" VALUES (5, 3, 0, 0, x'c218de4b9ba6f4a0', 0);
INSERT INTO "letter_keys" VALUES (6, 3, 1, 0, x'7449573b9fbef8a3', 0);
INSERT INTO "letter_keys" VALUES (7, 1, 1, 1, x'a22177e86d033d00', 0);
INSERT INTO "letter_keys" VALUES (8, 1, 0, 1, x'4537aa6866d5d40b', 0);
INSERT INTO "letter_keys" VALUES (9, 1, 0, 2, x'477edb164ae02671', 0);
INSERT INTO "letter_keys" VALUES (10, 1, 1, 2, x'3a45d2c31a925b59', 0);
INSERT INTO "letter_keys" VALUES (11, 1, 0, 2, x'b52fd1334406db30', 0);
INSERT INTO "letter_keys" VALUES (12, 2, 1, 1, x'3b747bfb20699c27', 0);
INSERT INTO "letter_keys" VALUES (13, 2, 0, 1, x'fc31e08e921bdbe9', 0);
INSERT INTO "letter_keys" VALUES (14, 2, 0, 2, x'a505dfa33114c2b4', 0);
INSERT INTO "letter_keys" VALUES (15, 2, 1, 2, x'c3112fc018dc1f95', 0);
INSERT INTO "letter_keys" VALUES (16, 3, 1, 1, x'ccbcc51a361b5b63', 0);
INSERT INTO "letter_keys" VALUES (17, 3, 0, 1, x'3ceff64064019278', 0);
INSERT INTO "letter_keys" VALUES (18, 2, 1, 3, x'4d1df2fc783d8077', 0);
INSERT INTO "letter_keys" VALUES (19, 2, 0, 3, x'daec31e41a21c22b', 0);
INSERT INTO "meta" VALUES ('last poll', CAST('2026-01-31T22:01:10Z' AS BLOB));
INSERT INTO "meta" VALUES ('secret', x'c32d8d32a56c18db61bf94a789bdda14538fdf702906d6414433f383501b8f1e');
INSERT INTO "meta" VALUES ('tidied', CAST('2026-11-21' AS BLOB));
INSERT INTO "outbox" VALUES (1, 'g1.aaaaaaabr33stohvwsh37p2vsolsfsse@example.org', 'anna@example.org', 'news', 1, 0, 0, NULL, 'sent', 1, '2026-01-31T22:02:09Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:09Z', 0);
INSERT INTO "outbox" VALUES (2, 'g1.aaaaaaac2ftukl6wwh2td3wccsuq5abn@example.org', 'boris@example.net', 'news', 1, 1, 0, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (3, 'g2.aaaaaaadre3meh63pxx3r6eaprsisefs@example.org', 'anna@example.org', 'news', 2, 0, 0, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (4, 'g2.aaaaaaaegcpzi6r3coj3axg2nhy2txk6@example.org', 'boris@example.net', 'news', 2, 1, 0, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (5, 'g3.aaaaaaafves2uyonlz6h7egckpbg7uer@example.org', 'anna@example.org', 'news', 3, 0, 0, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (6, 'g3.aaaaaaag2hpa65di74it2qb2dn5lhcym@example.org', 'boris@example.net', 'news', 3, 1, 0, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:09Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (7, 'g1.aaaaaaahca22okngtjbhw3n5yhv3uchh@example.org', 'boris@example.net', 'news', 1, 1, 1, 1, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (8, 'g1.aaaaaaaiq7msk3rkagpi3uhogcuvxgca@example.org', 'anna@example.org', 'answer', 1, 0, 1, 1, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (9, 'g1.aaaaaaaju4o7cd5lynxpcpxje66mhggy@example.org', 'anna@example.org', 'news', 1, 0, 2, 2, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (10, 'g1.aaaaaaak7cftxq4c367b7jrcd7rmfiou@example.org', 'boris@example.net', 'answer', 1, 1, 2, 2, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (11, 'g1.aaaaaaalvdmv574kk5ilklcfpwsqbwoy@example.org', 'anna@example.org', 'answer', 1, 0, 2, 3, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (12, 'g2.aaaaaaam77b6q5aeqmt4g3z35wnp3zhh@example.org', 'boris@example.net', 'news', 2, 1, 1, 4, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (13, 'g2.aaaaaaan2gojjqtsquewexgfockti7mx@example.org', 'anna@example.org', 'answer', 2, 0, 1, 4, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (14, 'g2.aaaaaaaovoozih4ec7svysb5l4kotz4p@example.org', 'anna@example.org', 'news', 2, 0, 2, 5, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (15, 'g2.aaaaaaapap5tje7642kmbssf54knmjeq@example.org', 'boris@example.net', 'answer', 2, 1, 2, 5, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (16, 'g3.aaaaaaaq367hnklcspkoznk2lnnjfh3x@example.org', 'boris@example.net', 'news', 3, 1, 1, 6, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (17, 'g3.aaaaaaarzshryopu7dnzpmr6n7e7ow27@example.org', 'anna@example.org', 'answer', 3, 0, 1, 6, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (18, 'umpire.ughrdghq2bysjkaw@example.org', 'umpire@example.org', 'umpire', NULL, NULL, NULL, NULL, 'sent', 1, '2026-01-31T22:02:10Z', NULL, '2026-01-31T22:01:10Z', '2026-01-31T22:01:10Z', 0);
INSERT INTO "outbox" VALUES (19, 'g2.aaaaaaasgomlmvwukfqfr4d5qrbschan@example.org', 'boris@example.net', 'news', 2, 1, 3, 8, 'waiting', 1, '2026-01-31T22:02:10Z', '127.0.0.1 port 1: nothing answers there: check host and port, or the server is down', '2026-01-31T22:01:10Z', NULL, 0);
INSERT INTO "outbox" VALUES (20, 'g2.aaaaaaat3mnsqnghzxf6b3me2hlnnw3e@example.org', 'anna@example.org', 'answer', 2, 0, 3, 8, 'waiting', 0, '2026-01-31T22:01:10Z', NULL, '2026-01-31T22:01:10Z', NULL, 0);
INSERT INTO "outbox_raw" VALUES (11, CAST(replace('Date: Sat, 21 Nov 2026 22:01:10 +0000
From: Zugpost <play@example.org>
To: Anna <anna@example.org>
Subject: [#1] Hans38 Chess: your turn 2
Message-ID: <g1.aaaaaaalvdmv574kk5ilklcfpwsqbwoy@example.org>
Reply-To: Zugpost <play+aaaaaaalvdmv574kk5ilklcfpwsqbwoy@example.org>
In-Reply-To: <before-5.anna@example.org>
References: <g1.aaaaaaabr33stohvwsh37p2vsolsfsse@example.org>
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
List-Id: <game-1.example.org>
List-Unsubscribe: <mailto:play+aaaaaaalvdmv574kk5ilklcfpwsqbwoy@example.org?subject=unsubscribe>
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_61b8c7c6f4a08bc533160dc0c52dd988_="

--=_61b8c7c6f4a08bc533160dc0c52dd988_=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

--- #1: answer above this line, or below the quote ---
Game #1, Hans38 Chess. You are White, against Boris (Black).

| hold Nf3
  Held, not played: Ng1-f3
  It could also be played as it is. Reply with the rest of the turn, or
  `drop`. It may continue with:

  @@a3    @@a4    @@a5    @@a6    @@b3    @@b4    @@b5    @@b6
  @@c3    @@c4    @@c5    @@c6    @@d3    @@d4    @@d5    @@d6
  @@e3    @@e4    @@e5    @@e6    @@f4    @@f5    @@g3    @@g4
  @@g5    @@g6    @@h3    @@h4    @@h5    @@h6    @g1-e3  @g1-g3
  @g1-h3

It is your turn: White''s turn 2.

      a   b   c   d   e   f   g   h
   8 (r) (n) (b) (q) (k) (b) (n) (r)  8   Black''s reserve: 2 squares
   7 (p) (p) (p) (p) (p) (p) (p) (p)  7
   6                     ( )*         6
   5                                  5
   4                                  4
   3                     [ ]          3
   2 [P] [P] [P] [P] [P] [P] [P] [P]  2
   1 [R] [N] [B] [Q] [K] [B] [N] [R]  1   White''s reserve: 2 squares
      a   b   c   d   e   f   g   h

Last turn: 1... @@f6 (Black)
Empty squares: White''s f3; Black''s f6.

Turns so far:
  1.   @@f3
  1... @@f6

You are holding the beginning Ng1-f3
Reply with the rest of the turn (or `drop`), for example:
    @@a3
Text below your turn, up to a blank line, goes to your opponent.
Or reply with one of these:
    preview TURN          see the board after a turn, without playing it
    legal a3              list the turns there (`legal`: all turns)
    draw offer            also on the line below a turn
    resign                give up the game, at once
    say TEXT              send a message without a turn
    rules, history, help  the rules, all turns, all commands

How a turn is written here (the squares are examples):
A turn: a piece move, then at most one square placed and one moved.
Ng1-f3 moves a piece, Ng1:f3 captures, O-O or O-O-O castles.
e2-e4 moves a pawn, e7-e8=Q promotes one.
@@e3 places a square from your reserve in the hole e3.
@g2-h4 moves your empty square g2 into the hole h4: at most two files
  and two ranks away. It may be one that your piece has just left.
You win by checkmate, or by leaving your opponent no legal turn.

Signs on the board:
[ ] a square of White''s, ( ) one of Black''s (owners: nothing to do
    with light and dark); stepping on a square makes it yours
blank: a hole; nothing can stand there, riders stop before it, leapers
    jump over it
* where the last turn put something (it belongs to the location on its
    left)
Upper case: White''s pieces (FIDE); lower case: Black''s (FIDE).
ride: any distance, up to what is in the way; leap: over anything;
    straight: along rank or file; forward: towards the other side
P p Pawn: as in FIDE chess
K k King: one step any way
R r Rook: rides straight
N n Knight: knight''s leap
B b Bishop: rides diagonally
Q q Queen: rides straight or diagonally

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaalvdmv574kk5ilklcfpwsqbwoy
--=_61b8c7c6f4a08bc533160dc0c52dd988_=
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit

<!DOCTYPE html>
<html><body><pre style="font-family: monospace">
--- #1: answer above this line, or below the quote ---
Game #1, Hans38 Chess. You are White, against Boris (Black).

| hold Nf3
  Held, not played: Ng1-f3
  It could also be played as it is. Reply with the rest of the turn, or
  `drop`. It may continue with:

  @@a3    @@a4    @@a5    @@a6    @@b3    @@b4    @@b5    @@b6
  @@c3    @@c4    @@c5    @@c6    @@d3    @@d4    @@d5    @@d6
  @@e3    @@e4    @@e5    @@e6    @@f4    @@f5    @@g3    @@g4
  @@g5    @@g6    @@h3    @@h4    @@h5    @@h6    @g1-e3  @g1-g3
  @g1-h3

It is your turn: White''s turn 2.

      a   b   c   d   e   f   g   h
   8 (r) (n) (b) (q) (k) (b) (n) (r)  8   Black''s reserve: 2 squares
   7 (p) (p) (p) (p) (p) (p) (p) (p)  7
   6                     ( )*         6
   5                                  5
   4                                  4
   3                     [ ]          3
   2 [P] [P] [P] [P] [P] [P] [P] [P]  2
   1 [R] [N] [B] [Q] [K] [B] [N] [R]  1   White''s reserve: 2 squares
      a   b   c   d   e   f   g   h

Last turn: 1... @@f6 (Black)
Empty squares: White''s f3; Black''s f6.

Turns so far:
  1.   @@f3
  1... @@f6

You are holding the beginning Ng1-f3
Reply with the rest of the turn (or `drop`), for example:
    @@a3
Text below your turn, up to a blank line, goes to your opponent.
Or reply with one of these:
    preview TURN          see the board after a turn, without playing it
    legal a3              list the turns there (`legal`: all turns)
    draw offer            also on the line below a turn
    resign                give up the game, at once
    say TEXT              send a message without a turn
    rules, history, help  the rules, all turns, all commands

How a turn is written here (the squares are examples):
A turn: a piece move, then at most one square placed and one moved.
Ng1-f3 moves a piece, Ng1:f3 captures, O-O or O-O-O castles.
e2-e4 moves a pawn, e7-e8=Q promotes one.
@@e3 places a square from your reserve in the hole e3.
@g2-h4 moves your empty square g2 into the hole h4: at most two files
  and two ranks away. It may be one that your piece has just left.
You win by checkmate, or by leaving your opponent no legal turn.

Signs on the board:
[ ] a square of White''s, ( ) one of Black''s (owners: nothing to do
    with light and dark); stepping on a square makes it yours
blank: a hole; nothing can stand there, riders stop before it, leapers
    jump over it
* where the last turn put something (it belongs to the location on its
    left)
Upper case: White''s pieces (FIDE); lower case: Black''s (FIDE).
ride: any distance, up to what is in the way; leap: over anything;
    straight: along rank or file; forward: towards the other side
P p Pawn: as in FIDE chess
K k King: one step any way
R r Rook: rides straight
N n Knight: knight''s leap
B b Bishop: rides diagonally
Q q Queen: rides straight or diagonally

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaalvdmv574kk5ilklcfpwsqbwoy
</pre></body></html>
--=_61b8c7c6f4a08bc533160dc0c52dd988_=--
', char(10), char(13, 10)) AS BLOB));
INSERT INTO "outbox_raw" VALUES (19, CAST(replace('Date: Sat, 21 Nov 2026 22:01:10 +0000
From: Zugpost <play@example.org>
To: Boris <boris@example.net>
Subject: [#2] Chess: your turn 2
Message-ID: <g2.aaaaaaasgomlmvwukfqfr4d5qrbschan@example.org>
Reply-To: Zugpost <play+aaaaaaasgomlmvwukfqfr4d5qrbschan@example.org>
In-Reply-To: <g2.aaaaaaaegcpzi6r3coj3axg2nhy2txk6@example.org>
References: <g2.aaaaaaaegcpzi6r3coj3axg2nhy2txk6@example.org>
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
List-Id: <game-2.example.org>
List-Unsubscribe: <mailto:play+aaaaaaasgomlmvwukfqfr4d5qrbschan@example.org?subject=unsubscribe>
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_bbc9653c729e358425bfa4c97b63ad2e_="

--=_bbc9653c729e358425bfa4c97b63ad2e_=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

--- #2: answer above this line, or below the quote ---
Game #2, Chess. You are Black, against Anna (White).

Anna (White) played 2. Ng1-f3
It is your turn: Black''s turn 2.

      h  g  f  e  d  c  b  a
   1  R [.] B  K  Q  B  N  R  1
   2  P  P  P  .  P  P  P  P  2
   3  .  . [N] .  .  .  .  .  3
   4  .  .  .  P  .  .  .  .  4
   5  .  .  .  p  .  .  .  .  5
   6  .  .  .  .  .  .  .  .  6
   7  p  p  p  .  p  p  p  p  7
   8  r  n  b  k  q  b  n  r  8
      h  g  f  e  d  c  b  a

Last turn: 2. Ng1-f3 (White)

Turns so far:
  1.   e2-e4
  1... e7-e5
  2.   Ng1-f3

Reply with your turn, for example (a legal turn, not advice):
    Nb8-a6
Text below your turn, up to a blank line, goes to your opponent.
Or reply with one of these:
    preview TURN          see the board after a turn, without playing it
    legal b8              list the turns there (`legal`: all turns)
    draw offer            also on the line below a turn
    resign                give up the game, at once
    say TEXT              send a message without a turn
    rules, history, help  the rules, all turns, all commands

How a turn is written here (the squares are examples):
e2-e4 or e4, Ng1-f3 or Nf3, exd5 (a capture), e7-e8=Q (a promotion),
O-O and O-O-O (castling).

Signs on the board:
Upper case: White''s pieces; lower case: Black''s. K king, Q queen, R
  rook, B bishop, N knight, P pawn
. empty square; [ ] touched by the last turn

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaasgomlmvwukfqfr4d5qrbschan
--=_bbc9653c729e358425bfa4c97b63ad2e_=
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit

<!DOCTYPE html>
<html><body><pre style="font-family: monospace">
--- #2: answer above this line, or below the quote ---
Game #2, Chess. You are Black, against Anna (White).

Anna (White) played 2. Ng1-f3
It is your turn: Black''s turn 2.

      h  g  f  e  d  c  b  a
   1  R [.] B  K  Q  B  N  R  1
   2  P  P  P  .  P  P  P  P  2
   3  .  . [N] .  .  .  .  .  3
   4  .  .  .  P  .  .  .  .  4
   5  .  .  .  p  .  .  .  .  5
   6  .  .  .  .  .  .  .  .  6
   7  p  p  p  .  p  p  p  p  7
   8  r  n  b  k  q  b  n  r  8
      h  g  f  e  d  c  b  a

Last turn: 2. Ng1-f3 (White)

Turns so far:
  1.   e2-e4
  1... e7-e5
  2.   Ng1-f3

Reply with your turn, for example (a legal turn, not advice):
    Nb8-a6
Text below your turn, up to a blank line, goes to your opponent.
Or reply with one of these:
    preview TURN          see the board after a turn, without playing it
    legal b8              list the turns there (`legal`: all turns)
    draw offer            also on the line below a turn
    resign                give up the game, at once
    say TEXT              send a message without a turn
    rules, history, help  the rules, all turns, all commands

How a turn is written here (the squares are examples):
e2-e4 or e4, Ng1-f3 or Nf3, exd5 (a capture), e7-e8=Q (a promotion),
O-O and O-O-O (castling).

Signs on the board:
Upper case: White''s pieces; lower case: Black''s. K king, Q queen, R
  rook, B bishop, N knight, P pawn
. empty square; [ ] touched by the last turn

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaasgomlmvwukfqfr4d5qrbschan
</pre></body></html>
--=_bbc9653c729e358425bfa4c97b63ad2e_=--
', char(10), char(13, 10)) AS BLOB));
INSERT INTO "outbox_raw" VALUES (20, CAST(replace('Date: Sat, 21 Nov 2026 22:01:10 +0000
From: Zugpost <play@example.org>
To: Anna <anna@example.org>
Subject: [#2] Chess: turn 2 is Black''s
Message-ID: <g2.aaaaaaat3mnsqnghzxf6b3me2hlnnw3e@example.org>
Reply-To: Zugpost <play+aaaaaaat3mnsqnghzxf6b3me2hlnnw3e@example.org>
In-Reply-To: <before-15.anna@example.org>
References: <g2.aaaaaaadre3meh63pxx3r6eaprsisefs@example.org>
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
List-Id: <game-2.example.org>
List-Unsubscribe: <mailto:play+aaaaaaat3mnsqnghzxf6b3me2hlnnw3e@example.org?subject=unsubscribe>
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_4da0d647294092fc618b249438ef75dd_="

--=_4da0d647294092fc618b249438ef75dd_=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

--- #2: answer above this line, or below the quote ---
Game #2, Chess. You are White, against Boris (Black).

| Nf3
  Played: 2. Ng1-f3

It is Boris (Black)''s turn: turn 2.

      a  b  c  d  e  f  g  h
   8  r  n  b  q  k  b  n  r  8
   7  p  p  p  p  .  p  p  p  7
   6  .  .  .  .  .  .  .  .  6
   5  .  .  .  .  p  .  .  .  5
   4  .  .  .  .  P  .  .  .  4
   3  .  .  .  .  . [N] .  .  3
   2  P  P  P  P  .  P  P  P  2
   1  R  N  B  Q  K  B [.] R  1
      a  b  c  d  e  f  g  h

Last turn: 2. Ng1-f3 (White)

Turns so far:
  1.   e2-e4
  1... e7-e5
  2.   Ng1-f3

You need not answer now. If you like: `say` and a message for the
others, `draw offer`, `resign`, `history`, `help`.

How a turn is written here (the squares are examples):
e2-e4 or e4, Ng1-f3 or Nf3, exd5 (a capture), e7-e8=Q (a promotion),
O-O and O-O-O (castling).

Signs on the board:
Upper case: White''s pieces; lower case: Black''s. K king, Q queen, R
  rook, B bishop, N knight, P pawn
. empty square; [ ] touched by the last turn

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaat3mnsqnghzxf6b3me2hlnnw3e
--=_4da0d647294092fc618b249438ef75dd_=
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit

<!DOCTYPE html>
<html><body><pre style="font-family: monospace">
--- #2: answer above this line, or below the quote ---
Game #2, Chess. You are White, against Boris (Black).

| Nf3
  Played: 2. Ng1-f3

It is Boris (Black)''s turn: turn 2.

      a  b  c  d  e  f  g  h
   8  r  n  b  q  k  b  n  r  8
   7  p  p  p  p  .  p  p  p  7
   6  .  .  .  .  .  .  .  .  6
   5  .  .  .  .  p  .  .  .  5
   4  .  .  .  .  P  .  .  .  4
   3  .  .  .  .  . [N] .  .  3
   2  P  P  P  P  .  P  P  P  2
   1  R  N  B  Q  K  B [.] R  1
      a  b  c  d  e  f  g  h

Last turn: 2. Ng1-f3 (White)

Turns so far:
  1.   e2-e4
  1... e7-e5
  2.   Ng1-f3

You need not answer now. If you like: `say` and a message for the
others, `draw offer`, `resign`, `history`, `help`.

How a turn is written here (the squares are examples):
e2-e4 or e4, Ng1-f3 or Nf3, exd5 (a capture), e7-e8=Q (a promotion),
O-O and O-O-O (castling).

Signs on the board:
Upper case: White''s pieces; lower case: Black''s. K king, Q queen, R
  rook, B bishop, N knight, P pawn
. empty square; [ ] touched by the last turn

The next line shows that an answer is yours. Leave it in your answer,
and do not show this letter to anybody else.
aaaaaaat3mnsqnghzxf6b3me2hlnnw3e
</pre></body></html>
--=_4da0d647294092fc618b249438ef75dd_=--
', char(10), char(13, 10)) AS BLOB));
INSERT INTO "players" VALUES (1, 'Anna', 'anna', '2026-01-31T22:01:09Z');
INSERT INTO "players" VALUES (2, 'Boris', 'boris', '2026-01-31T22:01:09Z');
INSERT INTO "seats" VALUES (1, 0, 1, 'Ng1-f3', 'g1.aaaaaaabr33stohvwsh37p2vsolsfsse@example.org', NULL, 0);
INSERT INTO "seats" VALUES (1, 1, 2, NULL, 'g1.aaaaaaac2ftukl6wwh2td3wccsuq5abn@example.org', NULL, 0);
INSERT INTO "seats" VALUES (2, 0, 1, NULL, 'g2.aaaaaaadre3meh63pxx3r6eaprsisefs@example.org', NULL, 0);
INSERT INTO "seats" VALUES (2, 1, 2, NULL, 'g2.aaaaaaaegcpzi6r3coj3axg2nhy2txk6@example.org', NULL, 0);
INSERT INTO "seats" VALUES (3, 0, 1, NULL, 'g3.aaaaaaafves2uyonlz6h7egckpbg7uer@example.org', NULL, 0);
INSERT INTO "seats" VALUES (3, 1, 2, NULL, 'g3.aaaaaaag2hpa65di74it2qb2dn5lhcym@example.org', NULL, 0);
UPDATE sqlite_sequence SET seq = 3 WHERE name = 'games';
UPDATE sqlite_sequence SET seq = 9 WHERE name = 'inbox';
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'players';
UPDATE sqlite_sequence SET seq = 19 WHERE name = 'letter_keys';
UPDATE sqlite_sequence SET seq = 20 WHERE name = 'outbox';
COMMIT;
PRAGMA user_version = 2;
