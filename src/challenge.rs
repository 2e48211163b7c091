//! A challenge or a seek as a plain value. Its terms have the form that the code that uses it
//! needs: text where it is stored, and what can be played by where something is decided about it.

use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::status::{ChallengeKind, ChallengeStatus};

/// A challenge to named people, or a seek for anybody, with terms of the form `T`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge<T> {
    /// Its number, which no other challenge and no seek has.
    pub id: ChallengeId,
    /// Whether it is to named people, to anybody, a rematch, or about a seat of a running game.
    pub kind: ChallengeKind,
    /// From 1; changed terms have a new one.
    pub version: i64,
    /// How often it was written; 0: it is not stored yet.
    #[serde(skip)]
    pub revision: i64,
    /// Whether it is open, or how it has ended.
    pub status: ChallengeStatus,
    /// Who has made the present terms.
    pub maker: PlayerId,
    /// The terms that all have to accept; the store has them as JSON.
    pub terms: T,
    /// When it was made.
    pub created_at: String,
    /// From here on it cannot be accepted.
    pub expires_at: String,
    /// When it was accepted, or ended otherwise.
    pub closed_at: Option<String>,
    /// Who has ended it: the umpire, the time, or the mail: `i12`.
    pub closed_by: Option<String>,
    /// The game that it has made; of a rematch that is open, the one that has ended.
    pub game: Option<GameId>,
    /// Those who shall play, in the order in which they were named; the first one has made it.
    pub places: Vec<Place>,
}

/// The place of somebody in a challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Who: a player, or
    pub player: Option<PlayerId>,
    /// the address by which they were named, in lower case; it stays when they are a player.
    /// Neither: the place is free.
    pub address: Option<String>,
    /// The seat that they are to have; `None`: by lot.
    pub seat: Option<u8>,
    /// Whether they agree; `None`: they have not answered.
    pub answer: Option<bool>,
    /// When they answered, as RFC 3339; `None`: they have not answered.
    pub answered_at: Option<String>,
    /// Whether they were not told, because they want nothing of somebody else in it.
    pub hidden: bool,
}

impl Place {
    /// That of a player.
    pub fn of(player: PlayerId) -> Self {
        Self {
            player: Some(player),
            ..Self::default()
        }
    }

    /// Whether nobody has it.
    pub fn is_free(&self) -> bool {
        self.player.is_none() && self.address.is_none()
    }
}

impl<T> Challenge<T> {
    /// The same challenge with its terms in another form.
    pub fn with_terms<U>(self, terms: U) -> Challenge<U> {
        Challenge {
            id: self.id,
            kind: self.kind,
            version: self.version,
            revision: self.revision,
            status: self.status,
            maker: self.maker,
            terms,
            created_at: self.created_at,
            expires_at: self.expires_at,
            closed_at: self.closed_at,
            closed_by: self.closed_by,
            game: self.game,
            places: self.places,
        }
    }
}
