-- Ratings (docs/ratings.md).
ALTER TABLE games ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated_end TEXT COLLATE "C"; -- what counts of a rated game that has ended, as JSON; NULL: nothing; a cache of the events
CREATE INDEX games_rated ON games(id) WHERE rated_end IS NOT NULL;
CREATE TABLE ratings (
    list       TEXT COLLATE "C" NOT NULL,    -- a variant; '': all games for two
    player_id  BIGINT NOT NULL, -- no reference: rows of a player who was merged stay until ratings are counted again
    month      TEXT COLLATE "C" NOT NULL,    -- 2026-01, in which the player has played games of the list
    rating     BIGINT NOT NULL, -- after it, in hundredths
    deviation  BIGINT NOT NULL, -- in hundredths
    volatility BIGINT NOT NULL, -- in millionths
    games      BIGINT NOT NULL, -- counted in this list up to then
    opponents  BIGINT NOT NULL, -- against so many others
    of_two     BIGINT NOT NULL, -- 1: games for two
    PRIMARY KEY (list, player_id, month)
);
CREATE INDEX ratings_by_player ON ratings(player_id);
