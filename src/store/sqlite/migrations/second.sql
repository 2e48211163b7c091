-- Rows of schema 2: a game in progress, a new mail, one that was begun, one that is done and one that is
-- parked, letters that wait, one of them tried, tokens, and the secret.
INSERT INTO meta VALUES ('secret', x'73656372657473656372657473656372'), ('last poll', x'7439'),
    ('last error', x'74'), ('tidied', x'74');
INSERT INTO players VALUES (1, 'Anna', 'anna', 't0'), (2, 'Boris', 'boris', 't0');
INSERT INTO addresses VALUES ('a@b.c', 'A@b.c', 1, 1, 0, 't0'), ('b@b.c', 'b@b.c', 2, 1, 0, 't0');
INSERT INTO games VALUES (1, 'chess', 1, '{}', NULL, 0, 't1', 'umpire', 'playing', NULL, NULL);
INSERT INTO seats VALUES (1, 0, 1, NULL, 'g1.TOKEN@d', NULL, 0), (1, 1, 2, 'x', 'y@d', 3, 4);
INSERT INTO events VALUES
    (1, 1, 1, 1, 't3', 'turn', 0, 'e4', 'E4', 1, NULL),
    (1, 2, 2, 0, 't4', 'turn', 1, 'e5', NULL, NULL, 'umpire'),
    (1, 3, 2, 0, 't5', 'say', 1, 'hello', NULL, NULL, 'umpire');
INSERT INTO letter_keys VALUES (7, 1, 0, 2, x'0102', 0), (8, 1, 1, 1, x'03', 1);
INSERT INTO inbox VALUES
    (1, 'done', 't3', 'a@b.c', 'z+TOKEN@d', 0, 'done', 1, 'played', NULL, 'a@b.c', 'm@b.c', 'h', 1, 1, 1,
        '[]'),
    (2, 'begun', 't4', '', 'z+TOKEN@d' || char(10) || 'q@d', 1, 'new', 1, NULL, NULL, NULL, NULL, NULL,
        NULL, 0, 0, NULL),
    (3, 'new', 't5', NULL, '', 0, 'new', 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL),
    (4, 'parked', 't6', NULL, 'z@d', 0, 'parked', 2, 'parked', 'no such address: z+ENVELOPE@d', NULL,
        NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO inbox_raw VALUES (2, x'6162'), (3, x'63'), (4, x'64');
INSERT INTO outbox VALUES
    (1, 'g1.TOKEN@d', 'a@b.c', 'answer', 1, 0, 1, 1, 'sent', 1, 't3', NULL, 't3', 't4', 0),
    (2, 'g1.x@d', 'b@b.c', 'news', 1, 1, 2, NULL, 'waiting', 1, 't7', '450 <z+TOKEN@d> later', 't4', NULL,
        0),
    (3, 'g1.y@d', 'b@b.c', 'news', 1, 1, 2, NULL, 'waiting', 0, 't5', NULL, 't5', NULL, 0),
    (4, 'u@d', 'u@d', 'umpire', NULL, NULL, NULL, 4, 'failed', 9, 't6', 'no', 't6', 't7', 1);
INSERT INTO outbox_raw VALUES (2, x'6c32'), (3, x'6c33'), (4, x'6c34');
INSERT INTO strangers VALUES ('d', 's@t');
