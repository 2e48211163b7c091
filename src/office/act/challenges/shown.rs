//! A challenge as a reader sees it. Nobody sees the address of another: only a player who has named
//! somebody by an address sees that address, until there is a game.

use anyhow::Result;

use crate::ids::PlayerId;
use crate::letters::{ShownChallenge, ShownPlace, ShownWho};
use crate::meeting::Challenge;

use crate::office::Draft;

impl Draft<'_> {
    /// Who has a place of a challenge, as a reader sees them.
    fn holder(&self, challenge: &Challenge, at: usize, reader: PlayerId) -> Result<ShownWho> {
        let Some(place) = challenge.places.get(at) else {
            return Ok(ShownWho::Free);
        };
        if place.player == Some(reader) {
            return Ok(ShownWho::You);
        }
        // The player who has made the challenge has named the others.
        let named_them = challenge.player_at(0) == Some(reader);
        Ok(match (&place.address, place.player) {
            (Some(address), _) if named_them => ShownWho::Named(address.clone()),
            (Some(_), _) => ShownWho::Somebody,
            (None, Some(player)) => {
                let player = self.store.player(player)?;
                ShownWho::Named(player.map_or_else(String::new, |player| player.name))
            }
            (None, None) => ShownWho::Free,
        })
    }

    /// The same as a name; empty: it is not for the reader to know.
    pub(in crate::office) fn name_at(
        &self,
        challenge: &Challenge,
        at: usize,
        reader: PlayerId,
    ) -> Result<String> {
        Ok(match self.holder(challenge, at, reader)? {
            ShownWho::Named(name) => name,
            ShownWho::You | ShownWho::Somebody | ShownWho::Free => String::new(),
        })
    }

    /// A challenge as a player who has a place in it sees it.
    pub(in crate::office) fn shown(
        &self,
        challenge: &Challenge,
        reader: PlayerId,
    ) -> Result<ShownChallenge> {
        let terms = &challenge.terms;
        let seats = terms
            .variant(self.office.games())
            .map_or_else(Vec::new, |variant| variant.seats());
        let word = |seat: Option<u8>| seat.and_then(|seat| seats.get(usize::from(seat)).copied());
        let mut places = Vec::new();
        let mut others = Vec::new();
        let mut own = None;
        for (at, place) in challenge.places.iter().enumerate() {
            let who = self.holder(challenge, at, reader)?;
            match &who {
                ShownWho::You => own = own.or(place.seat),
                ShownWho::Named(name) => others.push(name.clone()),
                ShownWho::Somebody | ShownWho::Free => {}
            }
            places.push(ShownPlace {
                who,
                seat: word(place.seat).map(str::to_owned),
                yes: place.answer == Some(true),
            });
        }
        let seek = challenge.is_seek();
        let first = challenge.places.first().and_then(|place| place.seat);
        let (head, seat) = match seek {
            true => ("seek".to_owned(), first),
            false => (format!("challenge {}", others.join(", ")), own),
        };
        Ok(ShownChallenge {
            number: challenge.id,
            line: terms.line(&head, word(seat)),
            variant: terms.variant.clone(),
            seek,
            places,
            until: challenge.expires_at.clone(),
        })
    }
}
