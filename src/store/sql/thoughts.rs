//! `thoughts`: what programs of the server's have thought about.

use super::{View, commit::Writing, statements::Statements};
use crate::ids::GameId;
use crate::store::{Result, ThoughtRow};

impl View<'_> {
    pub(super) fn thoughts_of(&self, game: GameId) -> Result<Vec<ThoughtRow>> {
        let sql = "SELECT game_id, state, seat, begun, score FROM thoughts
             WHERE game_id = ?1 ORDER BY state";
        self.rows(sql, [game.0])
    }
}

impl Writing<'_> {
    /// Adds to what is noted about one turn.
    pub(super) fn note_thought(&self, new: &ThoughtRow) -> Result<()> {
        let sql = "INSERT INTO thoughts (game_id, state, seat, begun, score)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (game_id, state) DO UPDATE SET begun = thoughts.begun + excluded.begun,
                score = coalesce(excluded.score, thoughts.score)";
        let ThoughtRow {
            game,
            state,
            seat,
            begun,
            score,
        } = new;
        self.run(sql, (game.0, state, seat, begun, score))
    }
}
