-- Programs of others that play (docs/partner.md).
ALTER TABLE players ADD COLUMN engine TEXT NOT NULL DEFAULT ''; -- the name of such a program in the settings; empty: a person, or the house player
ALTER TABLE thoughts ADD COLUMN failed INTEGER NOT NULL DEFAULT 0; -- how often such a program has not answered this turn with one that can be played
-- Which games they can play.
CREATE TABLE engine_games (
    engine  TEXT NOT NULL, -- the name in the settings
    variant TEXT NOT NULL,
    proof   TEXT NOT NULL, -- a hash of what was tried: the command and the section
    day     TEXT NOT NULL, -- when
    verdict TEXT NOT NULL,
    PRIMARY KEY (engine, variant)
) STRICT, WITHOUT ROWID;
