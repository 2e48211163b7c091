-- The house player (docs/partner.md).
ALTER TABLE players ADD COLUMN program BIGINT NOT NULL DEFAULT 0; -- how strong this program plays; 0: a person
CREATE INDEX players_program ON players(program) WHERE program > 0;
-- What it has thought about.
CREATE TABLE thoughts (
    game_id BIGINT NOT NULL REFERENCES games(id),
    state   BIGINT NOT NULL, -- the state number of the game in which it was to move
    seat    BIGINT NOT NULL, -- of which seat
    begun   BIGINT NOT NULL, -- how often it has begun to think
    score   BIGINT,          -- how good it has found the turn that it has played, in hundredths of a pawn
    PRIMARY KEY (game_id, state)
);
