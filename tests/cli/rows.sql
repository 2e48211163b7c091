-- A club with many games: N is the number of them. Half of them are being played, with clocks that run for years.
INSERT INTO players (name, name_key, created_at, skeleton, skeleton_typed, skeleton_bare)
    SELECT 'P' || i, 'p' || i, '2020-01-01T00:00:00Z', 'p' || i, 'p' || i, 'p' || i FROM generate_series(1, N) AS i;
INSERT INTO addresses (key, address, player_id, main, created_at, vouched)
    SELECT 'p' || i || '@example.com', 'p' || i || '@example.com', i, 1, '2020-01-01T00:00:00Z', 1
    FROM generate_series(1, N) AS i;
INSERT INTO acts (subject, id, seq, act) SELECT 'player', i, 1, '{}' FROM generate_series(1, N) AS i;
INSERT INTO games (variant, rules_version, options, first_to_move, created_at, created_by, status)
    SELECT 'chess', 1, '{}', 0, '2020-01-01T00:00:00Z', 'umpire', CASE i % 2 WHEN 0 THEN 'playing' ELSE 'finished' END
    FROM generate_series(1, N) AS i;
INSERT INTO seats (game_id, seat, player_id)
    SELECT i, s, (i + s * 7) % N + 1 FROM generate_series(1, N) AS i, generate_series(0, 1) AS s;
INSERT INTO events (game_id, seq, state, at, kind, seat, text)
    SELECT i, e, e, '2020-01-02T00:00:00Z', 'turn', e % 2, 'e4' FROM generate_series(1, N) AS i, generate_series(1, 4) AS e;
INSERT INTO tokens (game_id, seat, state, nonce, generation, form)
    SELECT i, s, 0, '\x00', 1, 2 FROM generate_series(1, N) AS i, generate_series(0, 1) AS s;
INSERT INTO timers (kind, game_id, seat, due)
    SELECT 'flag', i, 0, '2099-01-01T00:00:00Z' FROM generate_series(2, N, 2) AS i;
INSERT INTO inbox (source, raw_hash, received_at, status, verdict, sender, message_id, body_hash, game_id, proven)
    SELECT 'm' || i, decode(lpad(i::text, 32, '0'), 'hex'), '2020-01-01T00:00:00Z', 'done', 'played',
        'p' || i || '@example.com', '<' || i || '@example.com>', i::text, i, 1 FROM generate_series(1, N) AS i;
INSERT INTO inbox_raw (id, raw) SELECT i, '\x00' FROM generate_series(1, N) AS i;
INSERT INTO outbox (kind, recipient, game_id, seat, status, created_at, closed_at, data)
    SELECT 'news', 'p' || i || '@example.com', i, s, 'sent', '2020-01-01T00:00:00Z', '2020-01-01T00:01:00Z', '{}'
    FROM generate_series(1, N) AS i, generate_series(0, 1) AS s;
INSERT INTO challenges (kind, version, revision, status, player_id, terms, created_at, expires_at)
    SELECT 'seek', 1, 1, 'expired', i, '{}', '2020-01-01T00:00:00Z', '2020-01-15T00:00:00Z' FROM generate_series(1, N) AS i;
INSERT INTO watchers (game_id, player_id, at)
    SELECT i, (i + 3) % N + 1, '2020-01-01T00:00:00Z' FROM generate_series(1, N) AS i;
INSERT INTO budgets (day, kind, key, count, bytes)
    SELECT '2099-01-01', 'mails', 'p' || i || '@example.com', 1, 1 FROM generate_series(1, N) AS i;
ANALYZE;
