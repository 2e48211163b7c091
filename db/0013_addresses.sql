-- With this schema the address to which a player's letters go is the first one in an index, and so is the newest
-- confirmation that an address waits for: neither has to be sorted out for each mail.

DROP INDEX addresses_by_player;
CREATE INDEX addresses_by_player ON addresses(player_id, failed_at IS NOT NULL, main DESC, created_at, key);
CREATE INDEX confirmations_by_key ON confirmations(key, created_at DESC, player_id);
