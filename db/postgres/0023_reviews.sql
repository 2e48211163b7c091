-- Games that players want to look back at (docs/partner.md).
CREATE TABLE reviews (
    player_id BIGINT NOT NULL REFERENCES players(id),
    game_id   BIGINT NOT NULL REFERENCES games(id),
    asked_at  TEXT COLLATE "C" NOT NULL,
    state     BIGINT NOT NULL, -- the state number of the game that is looked at
    begun     BIGINT NOT NULL, -- how often the piece of work that is next has begun
    waits     BIGINT NOT NULL, -- whether the player was told that it goes on another day
    found     TEXT COLLATE "C" NOT NULL, -- what was found so far, as JSON; empty: nothing
    PRIMARY KEY (player_id, game_id)
);
