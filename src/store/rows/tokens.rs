//! Reply tokens.

use crate::ids::{AccountQuestionId, ChallengeId, GameId, PlayerId, TokenId};
use crate::tokens::{Scope, TokenBase};

/// A token: what it proves, and what it is derived from besides the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Public id, with which the token begins.
    pub id: TokenId,
    /// What it proves.
    pub scope: TokenScope,
    /// Random bytes.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// Which way of deriving: 1 for tokens from before schema 3, 2 for today's.
    pub form: i64,
    /// Whether it no longer counts, because others have seen it.
    pub void: bool,
}

impl TokenRow {
    /// What the token is derived from, besides the secret.
    #[must_use]
    pub fn base(&self) -> TokenBase<'_> {
        TokenBase {
            id: self.id.0,
            scope: match self.scope {
                TokenScope::Seat { game, seat, state } => Scope::Seat {
                    game: game.0,
                    seat,
                    state,
                },
                TokenScope::Player(player) => Scope::Player(player.0),
                TokenScope::Challenge {
                    challenge,
                    place,
                    version,
                } => Scope::Challenge {
                    challenge: challenge.0,
                    place,
                    version,
                },
                TokenScope::Question(question) => Scope::Question(question.0),
                TokenScope::List(player) => Scope::List(player.0),
            },
            nonce: &self.nonce,
            generation: self.generation,
            form: self.form,
        }
    }
}

/// What a token proves that its bearer has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenScope {
    /// A letter to a seat, which showed a state of the game.
    Seat {
        /// The game.
        game: GameId,
        /// Seat index.
        seat: u8,
        /// State number that the letter showed.
        state: i64,
    },
    /// A letter to a player about no game. It opens what is about him, never a turn.
    Player(PlayerId),
    /// A letter about a challenge to somebody who shall play.
    Challenge {
        /// The challenge.
        challenge: ChallengeId,
        /// His place in it.
        place: u8,
        /// The version of the terms that the letter showed.
        version: i64,
    },
    /// A letter that asks something about no game ([`super::AccountQuestionRow`]).
    Question(AccountQuestionId),
    /// A letter to a player about several games of theirs
    /// ([`crate::store::snapshot::ReadTokens::token_sections`]). For each of them it has the force of a token of that seat.
    List(PlayerId),
}

/// A seat that a token of a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenSection {
    /// The game.
    pub game: GameId,
    /// Seat index.
    pub seat: u8,
    /// State number that the letter showed.
    pub state: i64,
}
