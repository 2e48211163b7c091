//! `challenges` and `challenge_places`.

use rusqlite::{Connection, ToSql, params};

use super::View;
use super::limit;
use super::sql::Statements;
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::status::ChallengeStatus;
use crate::store::snapshot::ReadChallenges;
use crate::store::{ChallengeRow, ChallengeWrite, PlaceRow, Result, StoreError, Subject};

const SELECT: &str = "SELECT id, kind, version, status, player_id, terms, created_at, expires_at,
    closed_at, closed_by, game_id, '[]', revision FROM challenges";

impl ReadChallenges for View<'_> {
    fn challenge(&self, id: ChallengeId) -> Result<Option<ChallengeRow>> {
        let found = select(self.0, "WHERE id = ?1", &[&id.0])?;
        Ok(found.into_iter().next())
    }

    fn next_challenge(&self) -> Result<ChallengeId> {
        let sql = "SELECT coalesce(max(id), 0) + 1 FROM challenges";
        self.0.one(sql, []).map(ChallengeId)
    }

    fn challenges_of(&self, player: PlayerId, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition = "WHERE status = 'open' AND id IN
        (SELECT challenge_id FROM challenge_places WHERE player_id = ?1) ORDER BY id LIMIT ?2";
        select(self.0, condition, &[&player.0, &limit(count)])
    }

    fn invitations_of(&self, player: PlayerId, now: &str) -> Result<Vec<ChallengeId>> {
        let sql =
            "SELECT id FROM challenges WHERE status IN ('open', 'withdrawn') AND expires_at > ?2
            AND id IN (SELECT challenge_id FROM challenge_places WHERE player_id = ?1 AND place = 0)
            AND id IN (SELECT challenge_id FROM challenge_places WHERE address IS NOT NULL)
         ORDER BY id";
        self.0.rows(sql, params![player.0, now])
    }

    fn seeks(&self, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition = "WHERE status = 'open' AND kind = 'seek' ORDER BY id LIMIT ?1";
        select(self.0, condition, &[&limit(count)])
    }

    fn challenges(
        &self,
        status: Option<ChallengeStatus>,
        after: ChallengeId,
        count: usize,
    ) -> Result<Vec<ChallengeRow>> {
        let count = limit(count);
        match status {
            None => {
                let condition = "WHERE id > ?1 ORDER BY id LIMIT ?2";
                select(self.0, condition, &[&after.0, &count])
            }
            Some(status) => {
                let condition = "WHERE id > ?1 AND status = ?3 ORDER BY id LIMIT ?2";
                select(self.0, condition, &[&after.0, &count, &status.as_str()])
            }
        }
    }

    fn due_challenges(&self, now: &str, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition =
            "WHERE status = 'open' AND expires_at <= ?1 ORDER BY expires_at, id LIMIT ?2";
        select(self.0, condition, &[&now, &limit(count)])
    }

    fn next_expiry(&self) -> Result<Option<String>> {
        let sql = "SELECT min(expires_at) FROM challenges WHERE status = 'open'";
        self.0.one(sql, [])
    }
}

/// Writes a challenge as it is after a decision; `game` is the one that it has made, `newcomers`
/// are places with their players.
pub(super) fn write(
    connection: &Connection,
    write: &ChallengeWrite,
    game: Option<GameId>,
    newcomers: &[(usize, PlayerId)],
) -> Result<()> {
    let row = &write.row;
    let changed = match row.revision {
        0 => insert(connection, row, game)?,
        _ => update(connection, row, game)?,
    };
    if changed == 0 {
        return Err(StoreError::Conflict(Subject::Challenge(row.id)));
    }
    connection.run(
        "DELETE FROM challenge_places WHERE challenge_id = ?1",
        [row.id.0],
    )?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO challenge_places
            (challenge_id, place, player_id, address, seat, answer, answered_at, hidden)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (at, place) in row.places.iter().enumerate() {
        let newcomer = newcomers.iter().find(|(of, _)| *of == at);
        let player = newcomer.map(|(_, player)| *player).or(place.player);
        insert.execute(params![
            row.id.0,
            limit(at),
            player.map(|player| player.0),
            place.address,
            place.seat,
            place.answer.map(|yes| if yes { "yes" } else { "no" }),
            place.answered_at,
            place.hidden
        ])?;
    }
    Ok(())
}

fn insert(connection: &Connection, row: &ChallengeRow, game: Option<GameId>) -> Result<usize> {
    // A number that another decision has used meanwhile changes nothing.
    let sql = "INSERT INTO challenges (id, kind, version, revision, status, player_id, terms,
            created_at, expires_at, closed_at, closed_by, game_id)
         VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (id) DO NOTHING";
    let values = params![
        row.id.0,
        row.kind.as_str(),
        row.version,
        row.status.as_str(),
        row.maker.0,
        row.terms,
        row.created_at,
        row.expires_at,
        row.closed_at,
        row.closed_by,
        game.map(|game| game.0)
    ];
    connection.count(sql, values)
}

fn update(connection: &Connection, row: &ChallengeRow, game: Option<GameId>) -> Result<usize> {
    let sql = "UPDATE challenges SET version = ?3, status = ?4, player_id = ?5, terms = ?6,
            expires_at = ?7, closed_at = ?8, closed_by = ?9, game_id = ?10, revision = revision + 1
         WHERE id = ?1 AND revision = ?2";
    let values = params![
        row.id.0,
        row.revision,
        row.version,
        row.status.as_str(),
        row.maker.0,
        row.terms,
        row.expires_at,
        row.closed_at,
        row.closed_by,
        game.map(|game| game.0)
    ];
    connection.count(sql, values)
}

/// How many open seeks, or other open challenges, a player has made.
pub(super) fn count_open(connection: &Connection, player: PlayerId, seeks: bool) -> Result<i64> {
    let sql = "SELECT count(*) FROM challenge_places p JOIN challenges c ON c.id = p.challenge_id
         WHERE p.player_id = ?1 AND p.place = 0 AND c.status = 'open' AND (c.kind = 'seek') = ?2";
    connection.one(sql, params![player.0, seeks])
}

fn select(
    connection: &Connection,
    condition: &str,
    values: &[&dyn ToSql],
) -> Result<Vec<ChallengeRow>> {
    let sql = format!("{SELECT} {condition}");
    let found: Vec<(ChallengeRow, i64)> = connection.rows(&sql, values)?;
    let all = found.into_iter().map(|(row, revision)| {
        let places = places(connection, row.id)?;
        Ok(ChallengeRow {
            revision,
            places,
            ..row
        })
    });
    all.collect()
}

fn places(connection: &Connection, id: ChallengeId) -> Result<Vec<PlaceRow>> {
    let sql = "SELECT player_id, address, seat, answer = 'yes', answered_at, hidden FROM
         challenge_places WHERE challenge_id = ?1 ORDER BY place";
    connection.rows(sql, [id.0])
}
