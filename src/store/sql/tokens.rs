//! `tokens`: what each reply token proves, and what it is derived from. The token is never stored.

use super::values::params;
use serde::Deserialize;

use super::{Connection, Result, StoreError, View, commit::Writing, statements::Statements};
use crate::ids::{AccountQuestionId, ChallengeId, GameId, PlayerId, TokenId};
use crate::store::{NewToken, TokenRow, TokenScope, TokenSection, snapshot::ReadTokens};
use crate::tokens::FORM;

/// What a token proves, as it is stored: only what belongs to its scope is there.
#[derive(Deserialize)]
struct Columns {
    challenge: Option<ChallengeId>,
    question: Option<AccountQuestionId>,
    player: Option<PlayerId>,
    list: bool,
    game: Option<GameId>,
    /// The place, the seat, or the position of a lesson.
    part: Option<u8>,
    /// The version, the state, or the mark of the lesson.
    shown: Option<i64>,
}

impl Columns {
    /// `None`: it is of no scope that is known here.
    fn scope(self) -> Option<TokenScope> {
        Some(match (self.challenge, self.question, self.player) {
            (Some(challenge), ..) => TokenScope::Challenge {
                challenge,
                place: self.part?,
                version: self.shown?,
            },
            (_, Some(question), _) => TokenScope::Question(question),
            (.., Some(player)) if self.list => TokenScope::List(player),
            (.., Some(player)) if self.part.is_some() => TokenScope::Lesson {
                player,
                lesson: self.shown?,
                step: self.part?,
            },
            (.., Some(player)) => TokenScope::Player(player),
            _ => TokenScope::Seat {
                game: self.game?,
                seat: self.part?,
                state: self.shown?,
            },
        })
    }
}

impl ReadTokens for View<'_> {
    fn token(&self, id: TokenId) -> Result<Option<TokenRow>> {
        let sql = "SELECT challenge_id, question_id, player_id, list, game_id,
            CASE WHEN challenge_id IS NULL THEN seat ELSE place END,
            CASE WHEN challenge_id IS NULL THEN state ELSE version END,
            nonce, generation, form, void FROM tokens WHERE id = ?1";
        let row: Option<(Columns, Vec<u8>, i64, i64, bool)> = self.row(sql, [id.0])?;
        let Some((columns, nonce, generation, form, void)) = row else {
            return Ok(None);
        };
        let scope = columns.scope();
        let scope = scope.ok_or_else(|| StoreError::Corrupt(format!("token {id} has no scope")))?;
        Ok(Some(TokenRow {
            id,
            scope,
            nonce,
            generation,
            form,
            void,
        }))
    }

    fn token_count(&self) -> Result<i64> {
        self.one("SELECT count(*) FROM tokens", ())
    }

    fn token_sections(&self, id: TokenId) -> Result<Vec<TokenSection>> {
        let sql = "SELECT game_id, seat, state FROM token_sections WHERE token_id = ?1 ORDER BY game_id, seat";
        self.rows(sql, [id.0])
    }
}

impl Writing<'_> {
    /// Adds a token. `scope` is that of `new`, with the numbers that the decision has given out.
    pub(super) fn add_token(&self, scope: TokenScope, new: &NewToken) -> Result<TokenId> {
        let (purpose, of, shown) = scope.parts();
        let id = |purposes: &[&str]| purposes.contains(&purpose).then_some(of);
        let seat = shown
            .filter(|_| ["seat", "lesson"].contains(&purpose))
            .unzip();
        let place = shown.filter(|_| purpose == "challenge").unzip();
        let sql = "INSERT INTO tokens (player_id, game_id, seat, state, nonce, generation, form, challenge_id,
            place, version, question_id, list)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let values = params![
            id(&["player", "list", "lesson"]),
            id(&["seat"]),
            seat.0,
            seat.1,
            new.nonce,
            new.generation,
            FORM,
            id(&["challenge"]),
            place.0,
            place.1,
            id(&["question"]),
            purpose == "list"
        ];
        let id = self.add(sql, values)?;
        for TokenSection { game, seat, state } in &new.sections {
            let sql = "INSERT INTO token_sections (token_id, game_id, seat, state)
                 VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
            self.run(sql, params![id, game.0, seat, state])?;
        }
        Ok(TokenId(id))
    }
}

/// Makes all tokens void, but gives those of letters that have no bytes and may still leave a new
/// generation.
pub(super) fn void_all(connection: &dyn Connection, generation: i64) -> Result<()> {
    connection.run("UPDATE tokens SET void = 1 WHERE void = 0", ())?;
    let sql = "SELECT '[' || replace(tokens, ' ', ',') || ']' FROM outbox o
         WHERE status IN ('waiting', 'quarantined', 'failed') AND tokens IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = o.id)";
    let of_letters: Vec<Vec<TokenId>> = connection.rows(sql, ())?;
    let sql = "UPDATE tokens SET void = 0, generation = ?2 WHERE id = ?1";
    let mut tokens = of_letters.into_iter().flatten();
    tokens.try_for_each(|token| connection.run(sql, [token.0, generation]))
}
