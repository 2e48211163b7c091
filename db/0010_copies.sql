-- With this schema a mail that repeats an earlier one is found by its date, without reading the bytes of all mails with
-- the same text; and what was changed is noted in fewer rows, which are on a dozen pages.

ALTER TABLE inbox ADD COLUMN sent_at INTEGER NOT NULL DEFAULT 0; -- the date in the header, in seconds since 1970; 0: unknown

DROP INDEX inbox_by_body;
CREATE INDEX inbox_by_body ON inbox(body_hash, sent_at) WHERE proven = 1;

CREATE TABLE changed (
    slot    INTEGER PRIMARY KEY, -- 12 bits of a hash of what was changed; -1: anything
    version INTEGER NOT NULL
) STRICT;
INSERT INTO changed SELECT -1, max(version) FROM subjects HAVING count(*) > 0;
DROP TABLE subjects;
ALTER TABLE changed RENAME TO subjects;
