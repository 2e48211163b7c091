//! `challenges` and `challenge_places`.

use super::values::{ToValue, params};

use super::{View, commit::Writing, limit, statements::Statements};
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::status::ChallengeStatus;
use crate::store::{ChallengeRow, Result, StoreError, Subject, snapshot::ReadChallenges};

const SELECT: &str = "SELECT id, kind, version, status, player_id, terms, created_at, expires_at,
    closed_at, closed_by, game_id, '[]', revision FROM challenges";

impl ReadChallenges for View<'_> {
    fn challenge(&self, id: ChallengeId) -> Result<Option<ChallengeRow>> {
        Ok(self.select("WHERE id = ?1", &[&id.0])?.pop())
    }

    fn next_challenge(&self) -> Result<ChallengeId> {
        let sql = "SELECT coalesce(max(id), 0) + 1 FROM challenges";
        self.one(sql, ()).map(ChallengeId)
    }

    fn challenges_of(&self, player: PlayerId, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition = "WHERE status = 'open' AND id IN
        (SELECT challenge_id FROM challenge_places WHERE player_id = ?1) ORDER BY id LIMIT ?2";
        self.select(condition, &[&player.0, &limit(count)])
    }

    fn invitations_of(&self, player: PlayerId, now: &str) -> Result<Vec<ChallengeId>> {
        let sql =
            "SELECT id FROM challenges WHERE status IN ('open', 'withdrawn') AND expires_at > ?2
            AND id IN (SELECT challenge_id FROM challenge_places WHERE player_id = ?1 AND place = 0)
            AND id IN (SELECT challenge_id FROM challenge_places WHERE address IS NOT NULL)
         ORDER BY id";
        self.rows(sql, params![player.0, now])
    }

    fn seeks(&self, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition = "WHERE status = 'open' AND kind = 'seek' ORDER BY id LIMIT ?1";
        self.select(condition, &[&limit(count)])
    }

    fn challenges(
        &self,
        status: Option<ChallengeStatus>,
        after: ChallengeId,
        count: usize,
    ) -> Result<Vec<ChallengeRow>> {
        let condition = "WHERE id > ?1 AND status = coalesce(?3, status) ORDER BY id LIMIT ?2";
        let status = status.map(ChallengeStatus::as_str);
        self.select(condition, &[&after.0, &limit(count), &status])
    }

    fn due_challenges(&self, now: &str, count: usize) -> Result<Vec<ChallengeRow>> {
        let condition =
            "WHERE status = 'open' AND expires_at <= ?1 ORDER BY expires_at, id LIMIT ?2";
        self.select(condition, &[&now, &limit(count)])
    }
}

impl View<'_> {
    fn select(&self, condition: &str, values: &[&dyn ToValue]) -> Result<Vec<ChallengeRow>> {
        let sql = format!("{SELECT} {condition}");
        let found: Vec<(ChallengeRow, i64)> = self.rows(&sql, values)?;
        let all = found.into_iter().map(|(row, revision)| {
            let sql = "SELECT player_id, address, seat, answer = 'yes', answered_at, hidden FROM
                 challenge_places WHERE challenge_id = ?1 ORDER BY place";
            let places = self.rows(sql, [row.id.0])?;
            Ok(ChallengeRow {
                revision,
                places,
                ..row
            })
        });
        all.collect()
    }

    /// How many open seeks, or other open challenges, a player has made.
    pub(super) fn count_open(&self, player: PlayerId, seeks: bool) -> Result<i64> {
        let sql =
            "SELECT count(*) FROM challenge_places p JOIN challenges c ON c.id = p.challenge_id
         WHERE p.player_id = ?1 AND p.place = 0 AND c.status = 'open' AND (c.kind = 'seek') = ?2";
        self.one(sql, params![player.0, seeks])
    }
}

impl Writing<'_> {
    /// Writes a challenge as it is after a decision; `game` is the one that it has made, `newcomers`
    /// are places with their players.
    pub(super) fn write_challenge_row(
        &self,
        row: &ChallengeRow,
        game: Option<GameId>,
        newcomers: &[(usize, PlayerId)],
    ) -> Result<()> {
        // What another decision has made or changed meanwhile stays as it is: a changed one that was deleted is not made
        // again, and a new one takes the place of no other.
        let sql = "INSERT INTO challenges (id, kind, version, revision, status, player_id, terms,
                created_at, expires_at, closed_at, closed_by, game_id)
             SELECT ?1, ?3, ?4, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
             WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM challenges WHERE id = ?1)
             ON CONFLICT (id) DO UPDATE SET version = excluded.version, status = excluded.status,
                player_id = excluded.player_id, terms = excluded.terms,
                expires_at = excluded.expires_at, closed_at = excluded.closed_at,
                closed_by = excluded.closed_by, game_id = excluded.game_id,
                revision = challenges.revision + 1
             WHERE challenges.revision = ?2 AND ?2 > 0";
        let values = params![
            row.id.0,
            row.revision,
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
        if self.count(sql, values)? == 0 {
            return Err(StoreError::Conflict(Subject::Challenge(row.id)));
        }
        let sql = "DELETE FROM challenge_places WHERE challenge_id = ?1";
        self.run(sql, [row.id.0])?;
        for (at, place) in row.places.iter().enumerate() {
            let newcomer = newcomers.iter().find(|(of, _)| *of == at);
            let player = newcomer.map(|(_, player)| *player).or(place.player);
            let sql = "INSERT INTO challenge_places
                    (challenge_id, place, player_id, address, seat, answer, answered_at, hidden)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let (id, at, player) = (row.id.0, limit(at), player.map(|player| player.0));
            let answer = place.answer.map(|yes| if yes { "yes" } else { "no" });
            let (address, seat, answered) = (&place.address, place.seat, &place.answered_at);
            let values = (
                id,
                at,
                player,
                address,
                seat,
                answer,
                answered,
                place.hidden,
            );
            self.run(sql, values)?;
        }
        Ok(())
    }
}
