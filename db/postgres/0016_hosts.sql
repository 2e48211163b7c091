-- Several hosts over one database.
CREATE TABLE hosts (
    id       TEXT COLLATE "C" PRIMARY KEY, -- the owners of its claims begin with it
    name     TEXT COLLATE "C" NOT NULL DEFAULT '',
    version  TEXT COLLATE "C" NOT NULL DEFAULT '', -- of the program
    process  BIGINT NOT NULL DEFAULT 0,
    since    TEXT COLLATE "C" NOT NULL DEFAULT '', -- when the process has started
    alive_at TEXT COLLATE "C" NOT NULL DEFAULT '', -- its last sign of life; '': it has ended
    secret   TEXT COLLATE "C" NOT NULL DEFAULT '', -- by which the newest secret is recognised that it has, in hex
    differs  TEXT COLLATE "C" NOT NULL DEFAULT '' -- what differs between its settings and those of the club
);
CREATE TABLE leases (
    name     TEXT COLLATE "C" PRIMARY KEY, -- source: and the name of a source
    holder   TEXT COLLATE "C" NOT NULL DEFAULT '', -- a host
    until_at TEXT COLLATE "C" NOT NULL DEFAULT ''
);
