-- With this schema games have clocks, turns have accounts of their time, players have leave, a time zone and
-- reminders, and it is known when mail was last read.

ALTER TABLE games ADD COLUMN time TEXT; -- the terms of time that the game was begun with; NULL: none

ALTER TABLE events ADD COLUMN time TEXT; -- of a turn or a flag: the account of its time, as JSON; NULL: none

ALTER TABLE seats ADD COLUMN plans TEXT; -- the conditional turns of the seat, as JSON; NULL: none

-- The turn that a seat has to play, in games with clocks.
ALTER TABLE seats ADD COLUMN turn_seq INTEGER; -- the event that gave it; 0: the start; NULL: no clock

ALTER TABLE seats ADD COLUMN left_at TEXT; -- when the letter that gives it first left; NULL: not yet

ALTER TABLE seats ADD COLUMN asked_at TEXT; -- when the mail arrived whose turn was first asked back

ALTER TABLE seats ADD COLUMN reminded INTEGER; -- seconds before the deadline of the last reminder

ALTER TABLE seats ADD COLUMN returned INTEGER NOT NULL DEFAULT 0; -- delivery reports that have stopped its clock

ALTER TABLE players ADD COLUMN zone TEXT; -- IANA name; NULL: UTC

ALTER TABLE players ADD COLUMN quiet TEXT; -- hours without reminders: 22:00-07:00

ALTER TABLE players ADD COLUMN remind TEXT; -- when reminders go: 3d 1d 6h; '': never; NULL: as usual

ALTER TABLE players ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0; -- 1: deadlines come as calendar entries

CREATE TABLE leaves (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id    INTEGER NOT NULL REFERENCES players(id),
    from_at      TEXT NOT NULL, -- the clocks stand still from here
    to_at        TEXT NOT NULL, -- to here; equal to from_at: it was cancelled as a whole
    booked_at    TEXT NOT NULL,
    cancelled_at TEXT           -- when its end was moved forward
) STRICT;

CREATE INDEX leaves_by_player ON leaves(player_id, to_at);

-- When each source of mail was last read to its end.
CREATE TABLE sources (
    source      TEXT PRIMARY KEY,
    complete_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When no mail was read: this time counts for nobody.
CREATE TABLE outages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    from_at  TEXT NOT NULL,
    to_at    TEXT NOT NULL,
    declared TEXT,          -- by whom; NULL: noticed by the server itself
    noted_at TEXT NOT NULL
) STRICT;

CREATE INDEX outages_by_end ON outages(to_at);

ALTER TABLE inbox ADD COLUMN looked_at TEXT; -- when its source had last been read to its end before
