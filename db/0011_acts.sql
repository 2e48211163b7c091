-- With this schema challenges and players have a log, as games have: what happens to them, from the
-- value on that they had before this step.

CREATE TABLE acts (
    subject  TEXT NOT NULL,              -- challenge, player
    id       INTEGER NOT NULL,           -- its number
    seq      INTEGER NOT NULL,           -- from 1, without gaps
    at       TEXT NOT NULL DEFAULT '',   -- when it was decided; '': by the step to schema 11
    inbox_id INTEGER NOT NULL DEFAULT 0, -- the mail that caused it; 0: none
    actor    TEXT NOT NULL DEFAULT '',   -- the umpire, or the time; '': the author of that mail, or the server
    act      TEXT NOT NULL,              -- JSON, whose name has a version: act-1, state-1, taken-over-1, forgotten-1
    PRIMARY KEY (subject, id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO acts (subject, id, seq, act)
    SELECT 'challenge', c.id, 1, '{"taken-over-1":' || json_object(
        'id', c.id, 'kind', c.kind, 'version', c.version, 'status', c.status, 'maker', c.player_id,
        'terms', json(iif(json_valid(c.terms), c.terms, json_quote(c.terms))), 'created_at', c.created_at, 'expires_at', c.expires_at,
        'closed_at', c.closed_at, 'closed_by', c.closed_by, 'game', c.game_id,
        'places', json((SELECT json_group_array(json_object(
            'player', p.player_id, 'address', p.address, 'seat', p.seat,
            'answer', json(CASE p.answer WHEN 'yes' THEN 'true' WHEN 'no' THEN 'false' ELSE 'null' END),
            'answered_at', p.answered_at, 'hidden', json(iif(p.hidden, 'true', 'false'))))
            FROM (SELECT * FROM challenge_places WHERE challenge_id = c.id ORDER BY place) p))) || '}'
    FROM challenges c;

INSERT INTO acts (subject, id, seq, act)
    SELECT 'player', p.id, 1, '{"taken-over-1":' || json_object(
        'name', p.name, 'named_at', p.named_at,
        'addresses', json((SELECT json_group_array(address) FROM
            (SELECT address FROM addresses WHERE player_id = p.id ORDER BY main DESC, created_at, key))),
        'main', (SELECT address FROM addresses WHERE player_id = p.id AND main = 1),
        'asked', json((SELECT json_group_array(json_array(address, created_at)) FROM
            (SELECT address, created_at FROM confirmations WHERE player_id = p.id ORDER BY created_at, key)))
        ) || '}'
    FROM players p;
