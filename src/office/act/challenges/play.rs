//! The game that all have said yes to. The last yes, the game and its first letters are one decision.

use anyhow::{Context, Result};
use rand::RngExt;

use crate::games::StoredGame;
use crate::ids::PlayerId;
use crate::letters::Notice;
use crate::meeting::{Challenge, challenge};
use crate::store::{PlayerRef, Snapshot};
use crate::time::Terms;

use crate::office::Draft;
use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::close::challenge::Happened;
use crate::office::load::challenges::member;

/// A game that was begun.
pub(super) struct Begun {
    /// The challenge that has made it.
    pub challenge: Challenge,
    /// The game, without a number.
    pub stored: StoredGame,
    /// The seat of each place.
    pub seats: Vec<u8>,
    /// Whether seats were drawn by lot.
    pub drawn: bool,
}

impl Draft<'_> {
    /// Begins the game of a challenge to which all have said yes, and closes it; `None`: one of them cannot play any more.
    ///
    /// # Errors
    /// The store fails, or the game cannot be begun any more.
    pub(super) fn play_challenge(
        &mut self,
        challenge: &Challenge,
        happened: &Happened<'_>,
    ) -> Result<Option<Begun>> {
        let terms = &challenge.terms;
        let variant = terms.variant().context("a variant that is not known")?;
        let Some(players) = players(self.store, challenge, happened)? else {
            return Ok(None);
        };
        let chance = &mut self.office.chance;
        let mut sample = |n: u32| chance.random_range(0..n.max(1));
        let count = u8::try_from(variant.seats().len())?;
        let (seats, drawn) = challenge::draw_seats(&challenge.places, count, &mut sample);
        let options = match terms.position {
            Some(_) => terms.options.clone(),
            None => variant.settle(&terms.options, &mut sample)?,
        };
        let start = variant.start(&options, terms.position.as_deref())?;
        let time = Terms::read(&terms.time).ok().context("the time")?;
        let mut placed: Vec<(u8, Player)> = seats.iter().copied().zip(players).collect();
        placed.sort_by_key(|(seat, _)| *seat);
        let first = challenge.player_at(0);
        let practice = challenge.places.iter().all(|place| place.player == first);
        let agreed = Notice::Agreed {
            number: challenge.id,
            seek: challenge.is_seek(),
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
            actor: &format!("challenge {}", challenge.id),
            private: terms.private,
            challenge: Some(challenge.id),
        };
        let stored = self.begin(beginning, &[agreed, Notice::NewGame])?;
        let challenge = self.close_challenge(challenge, happened)?;
        Ok(Some(Begun {
            challenge,
            stored,
            seats,
            drawn,
        }))
    }
}

/// Those who have the places, in order; `None`: one of them is no member any more.
fn players(
    store: &dyn Snapshot,
    challenge: &Challenge,
    happened: &Happened<'_>,
) -> Result<Option<Vec<Player>>> {
    let after = challenge.after(happened.acts, "", happened.by);
    let mut players = Vec::new();
    for (at, place) in after.places.iter().enumerate() {
        let mut newcomers = happened.newcomers.iter();
        if let Some((_, player)) = newcomers.find(|(of, _)| *of == at) {
            players.push(player.clone());
            continue;
        }
        let known = match place.player {
            Some(player) => member(store, player)?,
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
pub(super) fn seat_of(begun: &Begun, player: PlayerId) -> String {
    let mut places = begun.challenge.places.iter();
    let place = places.position(|place| place.player == Some(player));
    let seat = place.and_then(|at| begun.seats.get(at).copied());
    let words = begun.stored.variant.seats();
    let word = seat.and_then(|seat| words.get(usize::from(seat)).copied());
    word.unwrap_or_default().to_owned()
}
