-- Ratings (docs/ratings.md).
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated_end TEXT; -- what counts of a rated game that has ended, as JSON; NULL: nothing; a cache of the events
CREATE INDEX games_rated ON games(id) WHERE rated_end IS NOT NULL;
CREATE TABLE ratings (
    list       TEXT NOT NULL,    -- a variant; '': all games for two
    player_id  INTEGER NOT NULL, -- no reference: rows of a player who was merged stay until ratings are counted again
    month      TEXT NOT NULL,    -- 2026-01, in which the player has played games of the list
    rating     INTEGER NOT NULL, -- after it, in hundredths
    deviation  INTEGER NOT NULL, -- in hundredths
    volatility INTEGER NOT NULL, -- in millionths
    games      INTEGER NOT NULL, -- counted in this list up to then
    opponents  INTEGER NOT NULL, -- against so many others
    of_two     INTEGER NOT NULL, -- 1: games for two
    PRIMARY KEY (list, player_id, month)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_player ON ratings(player_id);
