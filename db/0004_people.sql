-- With this schema an address of record knows whether its mail was ever vouched for, a further address is
-- confirmed from itself, and a player may have letters in plain text alone.

ALTER TABLE addresses ADD COLUMN vouched INTEGER NOT NULL DEFAULT 0; -- 1: a mail from it was vouched for

ALTER TABLE players ADD COLUMN format TEXT; -- of letters: plain; NULL: plain text and HTML

-- Addresses that are to be confirmed. The code is derived from the row and the secret.
CREATE TABLE confirmations (
    key        TEXT NOT NULL, -- lower case
    player_id  INTEGER NOT NULL REFERENCES players(id),
    address    TEXT NOT NULL,
    nonce      BLOB NOT NULL,
    generation INTEGER NOT NULL, -- of the secret
    created_at TEXT NOT NULL,
    PRIMARY KEY (key, player_id)
) STRICT, WITHOUT ROWID;

-- Who has changed the name and the addresses of a player, and when.
CREATE TABLE player_log (
    id        INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players(id),
    at        TEXT NOT NULL,
    by        TEXT NOT NULL, -- the umpire, or the mail: i12
    what      TEXT NOT NULL, -- renamed, main-address, address, address-removed
    value     TEXT NOT NULL  -- the new name, or the address
) STRICT;
CREATE INDEX player_log_player ON player_log(player_id);
