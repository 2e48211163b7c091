//! The game that all have said yes to. The last yes, the game and its first letters are one decision.

use anyhow::{Context, Result};
use rand::RngExt;

use crate::games::StoredGame;
use crate::ids::PlayerId;
use crate::letters::Notice;
use crate::meeting::challenge;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{ChallengeRow, ChallengeWrite, GameRef, PlayerRef, Snapshot};
use crate::time::Terms;

use crate::office::Draft;
use crate::office::act::challenges::{member, shown};
use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::close::challenge::ChallengeReaders;

/// A game that was begun.
pub(super) struct Begun {
    /// The game, without a number.
    pub stored: StoredGame,
    /// The seat of each place.
    pub seats: Vec<u8>,
    /// Whether seats were drawn by lot.
    pub drawn: bool,
}

impl Draft<'_> {
    /// Begins the game of a challenge to which all have said yes; `None`: one of them cannot play any more.
    /// `newcomers` are players that the decision adds, with their places.
    ///
    /// # Errors
    /// The store fails, or the terms cannot be read any more.
    pub(super) fn play_challenge(
        &mut self,
        mut row: ChallengeRow,
        newcomers: &[(usize, Player)],
        by: &str,
    ) -> Result<Option<Begun>> {
        let terms = shown::terms(&row)?;
        let variant = terms.variant().context("a variant that is not known")?;
        let Some(players) = players(self.store, &row, newcomers)? else {
            return Ok(None);
        };
        let chance = &mut self.office.chance;
        let mut sample = |n: u32| chance.random_range(0..n.max(1));
        let count = u8::try_from(variant.seats().len())?;
        let (seats, drawn) = challenge::draw_seats(&row.places, count, &mut sample);
        let options = match terms.position {
            Some(_) => terms.options.clone(),
            None => variant.settle(&terms.options, &mut sample)?,
        };
        let start = variant.start(&options, terms.position.as_deref())?;
        let time = Terms::read(&terms.time).ok().context("the time")?;
        let mut placed: Vec<(u8, Player)> = seats.iter().copied().zip(players).collect();
        placed.sort_by_key(|(seat, _)| *seat);
        let first = row.places.first().and_then(|place| place.player);
        let practice = row.places.iter().all(|place| place.player == first);
        let agreed = Notice::Agreed {
            number: row.id,
            seek: row.kind == ChallengeKind::Seek,
            drawn,
            practice,
        };
        let beginning = Beginning {
            variant,
            options,
            start,
            placed: terms.position.is_some(),
            terms: time,
            players: placed.into_iter().map(|(_, player)| player).collect(),
            actor: &format!("challenge {}", row.id),
            private: terms.private,
            challenge: Some(row.id),
        };
        let stored = self.begin(beginning, &[agreed, Notice::NewGame])?;
        challenge::close(&mut row, ChallengeStatus::Accepted, by, &self.decision.now);
        let newcomers = newcomers.iter().map(|(at, player)| (*at, player.at));
        let write = ChallengeWrite {
            game: Some(GameRef::New),
            newcomers: newcomers.collect(),
            ..ChallengeWrite::new(row)
        };
        self.close_challenge(write, None, ChallengeReaders::Nobody)?;
        Ok(Some(Begun {
            stored,
            seats,
            drawn,
        }))
    }
}

/// Those who have the places, in order; `None`: one of them is no member any more.
fn players(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    newcomers: &[(usize, Player)],
) -> Result<Option<Vec<Player>>> {
    let mut players = Vec::new();
    for (at, place) in row.places.iter().enumerate() {
        if let Some((_, player)) = newcomers.iter().find(|(of, _)| *of == at) {
            players.push(player.clone());
            continue;
        }
        let known = match place.player {
            Some(player) => self::member(store, player)?,
            None => None,
        };
        let Some(known) = known else {
            return Ok(None);
        };
        players.push(Player {
            at: PlayerRef::Known(known.id),
            name: known.name,
            address: known.address,
        });
    }
    Ok(Some(players))
}

/// The word of the seat that a player has got, of several the first one.
pub(super) fn seat_of(begun: &Begun, row: &ChallengeRow, player: PlayerId) -> String {
    let place = row
        .places
        .iter()
        .position(|place| place.player == Some(player));
    let seat = place.and_then(|at| begun.seats.get(at).copied());
    let words = begun.stored.variant.seats();
    let word = seat.and_then(|seat| words.get(usize::from(seat)).copied());
    word.unwrap_or_default().to_owned()
}
