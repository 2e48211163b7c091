//! Reply tokens.

use serde::Deserialize;

use crate::ids::{GameId, TokenId};
pub use crate::tokens::Scope as TokenScope;
use crate::tokens::TokenBase;

/// A token: what it proves, and what it is derived from besides the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Public id, with which the token begins.
    pub id: TokenId,
    /// What the letter proves that its reader has read.
    pub scope: TokenScope,
    /// Random bytes; the token is derived from them and the secret.
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
    pub fn base(&self) -> TokenBase<'_> {
        TokenBase {
            id: self.id.0,
            scope: self.scope,
            nonce: &self.nonce,
            generation: self.generation,
            form: self.form,
        }
    }
}

/// A seat that a token of a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub struct TokenSection {
    /// The game that this section of the list was about.
    pub game: GameId,
    /// The index of the seat in playing order, from 0.
    pub seat: u8,
    /// State number that the letter showed.
    pub state: i64,
}
