//! `thoughts`: what programs that play have thought about; `engine_games`: what those of others can play.

use super::{View, commit::Writing, statements::Statements};
use crate::ids::GameId;
use crate::store::{EngineGameRow, Result, ThoughtRow};

impl View<'_> {
    pub(super) fn thoughts_of(&self, game: GameId) -> Result<Vec<ThoughtRow>> {
        let sql = "SELECT game_id, state, seat, begun, score, failed FROM thoughts
             WHERE game_id = ?1 ORDER BY state";
        self.rows(sql, [game.0])
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
}
