-- The house player (docs/partner.md).
ALTER TABLE players ADD COLUMN program INTEGER NOT NULL DEFAULT 0; -- how strong this program plays; 0: a person
CREATE INDEX players_program ON players(program) WHERE program > 0;
-- What it has thought about.
CREATE TABLE thoughts (
    game_id INTEGER NOT NULL REFERENCES games(id),
    state   INTEGER NOT NULL, -- the state number of the game in which it was to move
    seat    INTEGER NOT NULL, -- of which seat
    begun   INTEGER NOT NULL, -- how often it has begun to think
    score   INTEGER,          -- how good it has found the turn that it has played, in hundredths of a pawn
    PRIMARY KEY (game_id, state)
) STRICT, WITHOUT ROWID;
