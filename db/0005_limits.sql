-- With this schema an address to which letters cannot be delivered is marked, and names that look alike are found.

ALTER TABLE addresses ADD COLUMN failed_at TEXT; -- since when letters cannot be delivered; NULL: they can

ALTER TABLE addresses ADD COLUMN trouble_at TEXT; -- when a delivery last failed, for good or for a while

ALTER TABLE addresses ADD COLUMN trouble TEXT; -- why it failed

CREATE INDEX addresses_failed ON addresses(failed_at) WHERE failed_at IS NOT NULL;

-- What names that look alike have in common: capitals as small letters, and capitals as they look.
ALTER TABLE players ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';

ALTER TABLE players ADD COLUMN skeleton_typed TEXT NOT NULL DEFAULT '';

CREATE INDEX players_alike ON players(skeleton);

CREATE INDEX players_alike_typed ON players(skeleton_typed);
