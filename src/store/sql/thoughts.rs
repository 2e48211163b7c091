//! `thoughts`: what programs that play have thought about; `engine_games`: what those of others can play; `reviews`: games that
//! players want to look back at.

use super::{View, commit::Writing, statements::Statements, values::params};
use crate::ids::{GameId, PlayerId};
use crate::store::{EngineGameRow, Result, ReviewChange, ReviewRow, ThoughtRow};

impl View<'_> {
    pub(super) fn thoughts_of(&self, game: GameId) -> Result<Vec<ThoughtRow>> {
        let sql = "SELECT game_id, state, seat, begun, score, failed FROM thoughts
             WHERE game_id = ?1 ORDER BY state";
        self.rows(sql, [game.0])
    }

    pub(super) fn reviews_of(&self, player: Option<PlayerId>, most: i64) -> Result<Vec<ReviewRow>> {
        let sql = "SELECT player_id AS player, game_id AS game, asked_at, state, begun, waits, found FROM reviews
             WHERE (?1 < CAST(0 AS BIGINT) OR player_id = ?1) ORDER BY asked_at, player_id, game_id LIMIT ?2";
        self.rows(sql, (player.map_or(-1, |player| player.0), most))
    }
}

impl View<'_> {
    pub(super) fn engine_games_of(&self, engine: &str) -> Result<Vec<EngineGameRow>> {
        let sql = "SELECT engine, variant, proof, day, verdict FROM engine_games
             WHERE engine = ?1 ORDER BY variant";
        self.rows(sql, [engine])
    }
}

impl Writing<'_> {
    /// Notes what came of trying a game.
    pub(super) fn note_engine_game(&self, new: &EngineGameRow) -> Result<()> {
        let sql = "INSERT INTO engine_games (engine, variant, proof, day, verdict)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (engine, variant) DO UPDATE SET proof = excluded.proof, day = excluded.day,
                verdict = excluded.verdict";
        let EngineGameRow {
            engine,
            variant,
            proof,
            day,
            verdict,
        } = new;
        self.run(sql, (engine, variant, proof, day, verdict))
    }

    /// Adds to what is noted about one turn.
    pub(super) fn note_thought(&self, new: &ThoughtRow) -> Result<()> {
        let sql = "INSERT INTO thoughts (game_id, state, seat, begun, score, failed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (game_id, state) DO UPDATE SET begun = thoughts.begun + excluded.begun,
                score = coalesce(excluded.score, thoughts.score), failed = thoughts.failed + excluded.failed";
        let ThoughtRow {
            game,
            state,
            seat,
            begun,
            score,
            failed,
        } = new;
        self.run(sql, (game.0, state, seat, begun, score, failed))
    }

    /// Writes a change of what a player wants to look back at.
    pub(super) fn change_review(&self, change: &ReviewChange) -> Result<()> {
        let insert =
            "INSERT INTO reviews (player_id, game_id, asked_at, state, begun, waits, found)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (player_id, game_id)";
        let (row, otherwise) = match change {
            ReviewChange::Ask(row) => (row, "DO NOTHING"),
            ReviewChange::Keep(row) => (
                row,
                "DO UPDATE SET state = excluded.state, begun = excluded.begun, waits = excluded.waits,
                    found = excluded.found",
            ),
            ReviewChange::End(player, game) => {
                let sql = "DELETE FROM reviews WHERE player_id = ?1 AND game_id = ?2";
                return self.run(sql, (player.0, game.0));
            }
        };
        let ReviewRow {
            player,
            game,
            asked_at,
            state,
            begun,
            waits,
            found,
        } = row;
        let sql = format!("{insert} {otherwise}");
        self.run(
            &sql,
            params![player.0, game.0, asked_at, state, begun, waits, found],
        )
    }
}
