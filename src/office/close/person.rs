//! The one way in which a player is closed about whom something has changed: it is written, and told to those whom it
//! concerns.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::games::Cause;
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountNotice, Notice, PlayerNotice};
use crate::meeting::person::{Person, PersonAct, same};
use crate::rules::game::Seat;
use crate::store::LetterKind;

use crate::office::{Draft, SeatLetter, stored_game};

/// At most so many games of a player are looked through.
const MOST_GAMES: usize = 1000;

impl Draft<'_> {
    /// Closes a player about whom something has changed.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub fn close_person(
        &mut self,
        person: &Person,
        acts: &[PersonAct],
        cause: &Cause<'_>,
    ) -> Result<()> {
        let before = (self.decision.players.len(), self.decision.people.len());
        for act in acts {
            self.tell_of_act(person, act, cause)?;
            self.write_act(person, act)?;
        }
        self.log_person(person, acts, before);
        Ok(())
    }

    /// Tells those whom an act concerns, and does what follows from it.
    fn tell_of_act(&mut self, person: &Person, act: &PersonAct, cause: &Cause<'_>) -> Result<()> {
        let notice = match act {
            PersonAct::Rename(name) => return self.tell_of_name(person, name, cause),
            PersonAct::Assign { address, main } => {
                return self.tell_of_address(person, address, *main);
            }
            // Deadlines are earlier again.
            PersonAct::CutLeave { .. } => return self.look_again(person.id),
            PersonAct::Ban(_) | PersonAct::Depart => {
                self.look_at_contests();
                return self.end_challenges_of(person.id, &author_of(cause));
            }
            PersonAct::Named(name) if *name != person.name => AccountNotice::Renamed {
                former: person.name.clone(),
                name: name.clone(),
            },
            PersonAct::Confirm { address, .. } => AccountNotice::Added {
                address: address.clone(),
                umpire: false,
            },
            PersonAct::Remove(address) => {
                let notice = AccountNotice::Removed {
                    name: person.name.clone(),
                    address: address.clone(),
                };
                self.post_account(address, notice);
                return Ok(());
            }
            // Nobody is told, or by a letter that says more: a welcome, an answer, the news of a game.
            PersonAct::Join { .. }
            | PersonAct::Return(_)
            | PersonAct::Named(_)
            | PersonAct::Ask { .. }
            | PersonAct::Lapse(_)
            | PersonAct::Main(_)
            | PersonAct::BookLeave(_)
            | PersonAct::Relate { .. }
            | PersonAct::Forget(_)
            | PersonAct::Unban
            | PersonAct::Merge(_)
            | PersonAct::Absorb(_) => return Ok(()),
        };
        self.post_account(person.address(), notice);
        Ok(())
    }

    /// Tells the others in the running games of a player that the player has another name.
    fn tell_of_name(&mut self, person: &Person, name: &str, cause: &Cause<'_>) -> Result<()> {
        let (store, own) = (self.store, person.id);
        let mut told: BTreeMap<PlayerId, Vec<GameId>> = BTreeMap::new();
        for (game, _) in store.games_of(own, true, MOST_GAMES)? {
            for seat in store.seats(game.id)? {
                let games = told.entry(seat.player).or_default();
                if !games.contains(&game.id) {
                    games.push(game.id);
                }
            }
        }
        told.remove(&own);
        for (other, mut games) in told {
            let Some(other) = store.player(other)? else {
                continue;
            };
            games.sort_unstable();
            let notice = PlayerNotice::Renamed {
                former: person.name.clone(),
                name: name.to_owned(),
                games,
            };
            self.tell_player(&other, cause.mail(), notice);
        }
        Ok(())
    }

    /// Writes the letters about a changed address.
    fn tell_of_address(&mut self, person: &Person, address: &str, main: bool) -> Result<()> {
        let known = match main {
            true => same(person.address(), address),
            false => person.addresses.iter().any(|one| same(one, address)),
        };
        if known {
            return Ok(());
        }
        let (former, address) = (person.address(), address.to_owned());
        let notice = match main {
            true => AccountNotice::Moved {
                former: former.to_owned(),
                address: address.clone(),
            },
            false => AccountNotice::Added {
                address: address.clone(),
                umpire: true,
            },
        };
        self.post_account(former, notice.clone());
        self.post_account(&address, notice);
        if !main {
            return Ok(());
        }
        for (game, seat) in self.store.games_of(person.id, true, MOST_GAMES)? {
            let mut stored = stored_game(self.store, game.id)?;
            if let Some(row) = stored.seats.get_mut(usize::from(seat)) {
                row.address.clone_from(&address);
            }
            let letter = SeatLetter::told(LetterKind::Again, vec![Notice::NewAddress], None);
            self.post_seat(&stored, Seat(seat), letter);
        }
        Ok(())
    }
}

/// Who does it, for the log of challenges.
fn author_of(cause: &Cause<'_>) -> String {
    match cause {
        Cause::Mail(mail, _) => format!("i{mail}"),
        Cause::Umpire(umpire) => (*umpire).to_owned(),
        Cause::Program | Cause::Server => "time".to_owned(),
    }
}
