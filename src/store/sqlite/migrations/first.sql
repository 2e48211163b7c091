-- Rows of schema 1: a game with a turn that came by mail, and one without events.
INSERT INTO players VALUES (1, 'Anna', 'anna', 't0'), (2, 'Boris', 'boris', 't0');
INSERT INTO addresses VALUES ('a@b.c', 'A@b.c', 1, 1, 2, 't0'), ('b@b.c', 'b@b.c', 2, 1, 0, 't0');
INSERT INTO games VALUES
    (1, 'hans38', 1, '{}', NULL, 't1', 'umpire', 2, 'playing', 1, NULL, NULL, 't5'),
    (2, 'chess', 1, '{}', 'p', 't2', 'umpire', 0, 'playing', 1, NULL, NULL, 't2');
INSERT INTO seats VALUES (1, 0, 1, NULL, 'first', 'last', 3, 0), (1, 1, 2, 'x', NULL, NULL, NULL, 4);
INSERT INTO events VALUES
    (1, 1, 1, 't3', 'turn', 0, '@@e3', '@@E3', 1, 'a@b.c'),
    (1, 2, 1, 't4', 'say', 0, 'hello', NULL, 1, 'a@b.c'),
    (1, 3, 2, 't5', 'offer', 0, '', NULL, NULL, 'umpire');
INSERT INTO letter_keys VALUES (7, 1, 0, 2, x'00', 0);
INSERT INTO inbox (id, source, received_at, env_rcpts, truncated, status, verdict, message_id,
    body_hash, proven)
    VALUES (1, 's', 't3', 'x', 0, 'done', 'played', 'm@b.c', 'h', 1);
INSERT INTO inbox_raw VALUES (1, x'00');
