-- Games that players want to look back at (docs/partner.md).
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
