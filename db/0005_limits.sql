-- With this schema limits are counted, senders take turns, an address to which letters cannot be delivered is
-- marked, and names that look alike are found.

-- What was done today that has a limit. Rows of days before are deleted.
CREATE TABLE budgets (
    day   TEXT NOT NULL,    -- 2026-01-31, in UTC
    kind  TEXT NOT NULL,    -- what: mails, answers, talk, notes, strangers …
    key   TEXT NOT NULL,    -- whose: an address in lower case, or a game and seat; '': all together
    count INTEGER NOT NULL, -- how often
    bytes INTEGER NOT NULL, -- how many bytes, where bytes are limited
    PRIMARY KEY (day, kind, key)
) STRICT, WITHOUT ROWID;

-- It counted addresses of no player that were answered, which is one of the kinds now.
DROP TABLE strangers;

-- inbox.sender is written when a mail is stored, so that senders take turns in being judged.
ALTER TABLE inbox ADD COLUMN known INTEGER NOT NULL DEFAULT 0; -- 1: the sender is an address of record

UPDATE inbox SET sender = '' WHERE status <> 'done' AND sender IS NULL;

CREATE INDEX inbox_turns ON inbox(known, sender, id) WHERE status = 'new' AND claimed_by IS NULL;

-- Before: mails in a row that held nothing understandable.
ALTER TABLE seats DROP COLUMN puzzled;

ALTER TABLE seats ADD COLUMN answers INTEGER NOT NULL DEFAULT 0; -- mails answered that changed nothing

ALTER TABLE seats ADD COLUMN answers_state INTEGER; -- the state number to which they belong

ALTER TABLE seats ADD COLUMN answers_day TEXT; -- the day of the last one

ALTER TABLE addresses ADD COLUMN failed_at TEXT; -- since when letters cannot be delivered; NULL: they can

ALTER TABLE addresses ADD COLUMN trouble_at TEXT; -- when a delivery last failed, for good or for a while

ALTER TABLE addresses ADD COLUMN trouble TEXT; -- why it failed

CREATE INDEX addresses_failed ON addresses(failed_at) WHERE failed_at IS NOT NULL;

-- What names that look alike have in common: capitals as small letters, and capitals as they look.
ALTER TABLE players ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';

ALTER TABLE players ADD COLUMN skeleton_typed TEXT NOT NULL DEFAULT '';

CREATE INDEX players_alike ON players(skeleton);

CREATE INDEX players_alike_typed ON players(skeleton_typed);
