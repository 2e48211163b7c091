//! The one way in which a player is closed who has changed himself by mail: it is decided, written, and told to those whom it
//! concerns.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::DateTime;
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountNotice, PlayerNotice};
use crate::meeting::person::{self, Person, PersonAct, PersonRefusal, PersonRequest};
use crate::store::{ConfirmationRow, PeopleChange, PlayerChange};

use crate::office::{MailSession, stamp};

/// At most so many games are looked through for opponents.
const MOST_GAMES: usize = 1000;

impl MailSession<'_> {
    /// The author as the lines so far have changed him.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn oneself(&self) -> Result<Person> {
        let (store, player) = (self.draft.store, &self.player);
        let at = |text: &str| {
            DateTime::parse_from_rfc3339(text)
                .ok()
                .map(|at| at.to_utc())
        };
        let rows = store.address_rows(player.id)?;
        let main = rows.iter().find(|row| row.main);
        let asked = store.confirmations_of(player.id)?.into_iter();
        let stored = Person {
            name: player.name.clone(),
            named_at: player.membership.named_at.as_deref().and_then(at),
            main: main.map(|row| row.address.clone()),
            addresses: rows.into_iter().map(|row| row.address).collect(),
            asked: asked
                .filter_map(|row| Some((row.address, at(&row.created_at)?)))
                .collect(),
        };
        Ok(stored.after(&self.changed, self.draft.office.now()))
    }

    /// Decides about what the author wants to change about himself, and closes what follows.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn change_oneself(
        &mut self,
        request: &PersonRequest,
    ) -> Result<std::result::Result<Vec<PersonAct>, PersonRefusal>> {
        let decided = person::decide(&self.oneself()?, request, self.draft.office.now());
        let before = self.draft.decision.players.len();
        for act in decided.iter().flatten() {
            self.close_person(act)?;
        }
        if let Ok(acts) = &decided {
            let by = format!("i{}", self.mail.id);
            self.draft.log_person(self.player.id, (acts, before), &by);
        }
        self.changed.extend(decided.iter().flatten().cloned());
        Ok(decided)
    }

    fn close_person(&mut self, act: &PersonAct) -> Result<()> {
        let player = self.player.id;
        let change = match act {
            PersonAct::Rename(name) => {
                self.tell_of_name(name)?;
                self.draft.decision.people.push(PeopleChange::Named(player));
                self.player.name.clone_from(name);
                self.player.membership.named_at = Some(self.draft.office.stamp());
                PlayerChange::Rename(player, name.clone())
            }
            PersonAct::Ask { address, send } => {
                PlayerChange::AskConfirmation(self.ask_address(address, *send))
            }
            PersonAct::Lapse(address) => PlayerChange::CloseConfirmation(player, address.clone()),
            PersonAct::Main(address) => PlayerChange::Address {
                player,
                address: address.clone(),
                main: true,
            },
            PersonAct::Remove(address) => {
                let notice = AccountNotice::Removed {
                    name: self.player.name.clone(),
                    address: address.clone(),
                };
                self.draft.post_account(address, notice);
                PlayerChange::RemoveAddress(player, address.clone())
            }
        };
        self.draft.decision.players.push(change);
        Ok(())
    }

    /// Writes the letter with a code to an address.
    fn ask_address(&mut self, address: &str, send: bool) -> ConfirmationRow {
        let mut nonce = vec![0; 8];
        self.draft.office.chance.fill_bytes(&mut nonce);
        let row = ConfirmationRow {
            player: self.player.id,
            address: address.to_owned(),
            nonce,
            generation: self.draft.office.secret.generation(),
            created_at: stamp(self.draft.office.now()),
        };
        let notice = AccountNotice::Confirm {
            name: self.player.name.clone(),
            address: row.address.clone(),
            player: row.player,
            nonce: HEXLOWER.encode(&row.nonce),
            generation: row.generation,
        };
        if send {
            self.draft.post_account(address, notice);
        }
        row
    }

    /// Tells the others in the author's running games that he has another name.
    fn tell_of_name(&mut self, name: &str) -> Result<()> {
        let (store, own) = (self.draft.store, self.player.id);
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
                former: self.player.name.clone(),
                name: name.to_owned(),
                games,
            };
            self.draft.tell_player(&other, Some(self.mail.id), notice);
        }
        Ok(())
    }
}
