-- Several hosts over one database. In SQLite there is one, which needs neither table.
CREATE TABLE hosts (
    id       TEXT PRIMARY KEY, -- the owners of its claims begin with it
    name     TEXT NOT NULL DEFAULT '',
    version  TEXT NOT NULL DEFAULT '', -- of the program
    process  INTEGER NOT NULL DEFAULT 0,
    since    TEXT NOT NULL DEFAULT '', -- when the process has started
    alive_at TEXT NOT NULL DEFAULT '', -- its last sign of life; '': it has ended
    secret   TEXT NOT NULL DEFAULT '', -- by which the newest secret is recognised that it has, in hex
    differs  TEXT NOT NULL DEFAULT '' -- what differs between its settings and those of the club
) STRICT, WITHOUT ROWID;
CREATE TABLE leases (
    name     TEXT PRIMARY KEY, -- source: and the name of a source
    holder   TEXT NOT NULL DEFAULT '', -- a host
    until_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
