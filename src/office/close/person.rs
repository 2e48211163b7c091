//! The one way in which a player is closed about whom something has changed: it is written, and told to those whom it
//! concerns.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::ids::{GameId, MailId, PlayerId};
use crate::letters::{AccountNotice, PlayerNotice};
use crate::meeting::person::PersonAct;
use crate::store::{ConfirmationRow, PeopleChange, PlayerChange, PlayerRow};
use crate::time::leave::Leave;

use crate::office::{Draft, stamp};

/// At most so many games are looked through for opponents.
const MOST_GAMES: usize = 1000;

impl Draft<'_> {
    /// Closes a player about whom something has changed. `mail`: what has changed it.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub(in crate::office) fn close_person(
        &mut self,
        player: &PlayerRow,
        acts: &[PersonAct],
        mail: Option<MailId>,
    ) -> Result<()> {
        let before = self.decision.players.len();
        for act in acts {
            let change = self.close_act(player, act, mail)?;
            self.decision.players.extend(change);
        }
        let by = mail.map_or_else(String::new, |mail| format!("i{mail}"));
        self.log_person(player.id, (acts, before), &by);
        Ok(())
    }

    fn close_act(
        &mut self,
        player: &PlayerRow,
        act: &PersonAct,
        mail: Option<MailId>,
    ) -> Result<Option<PlayerChange>> {
        let id = player.id;
        Ok(Some(match act {
            PersonAct::Rename(name) => {
                self.tell_of_name(player, name, mail)?;
                self.decision.people.push(PeopleChange::Named(id));
                PlayerChange::Rename(id, name.clone())
            }
            PersonAct::Ask { address, send } => {
                PlayerChange::AskConfirmation(self.ask_address(player, address, *send))
            }
            PersonAct::Lapse(address) => PlayerChange::CloseConfirmation(id, address.clone()),
            PersonAct::Main(address) => PlayerChange::Address {
                player: id,
                address: address.clone(),
                main: true,
            },
            PersonAct::Remove(address) => {
                let notice = AccountNotice::Removed {
                    name: player.name.clone(),
                    address: address.clone(),
                };
                self.post_account(address, notice);
                PlayerChange::RemoveAddress(id, address.clone())
            }
            PersonAct::BookLeave(leave) => book(id, *leave),
            PersonAct::CutLeave { leave, left } => {
                // Deadlines are earlier again.
                self.look_again(id)?;
                return self.cut_leave(id, *leave, *left);
            }
        }))
    }

    /// Leave that the same decision has booked is booked otherwise.
    fn cut_leave(
        &mut self,
        player: PlayerId,
        leave: Leave,
        left: Option<Leave>,
    ) -> Result<Option<PlayerChange>> {
        let changes = &mut self.decision.players;
        if let Some(at) = changes.iter().position(|one| *one == book(player, leave)) {
            changes.remove(at);
            return Ok(left.map(|left| book(player, left)));
        }
        let from = stamp(leave.span().from);
        let rows = self.store.leaves(player, &from)?;
        let row = rows.into_iter().find(|row| row.from_at == from);
        let row = row.with_context(|| format!("player {player} has no leave from {from}"))?;
        let to = left.map_or(from, |left| stamp(left.span().to));
        Ok(Some(PlayerChange::CutLeave(player, row.id, to)))
    }

    /// Writes the letter with a code to an address.
    fn ask_address(&mut self, player: &PlayerRow, address: &str, send: bool) -> ConfirmationRow {
        let mut nonce = vec![0; 8];
        self.office.chance.fill_bytes(&mut nonce);
        let row = ConfirmationRow {
            player: player.id,
            address: address.to_owned(),
            nonce,
            generation: self.office.secret.generation(),
            created_at: stamp(self.office.now()),
        };
        let notice = AccountNotice::Confirm {
            name: player.name.clone(),
            address: row.address.clone(),
            player: row.player,
            nonce: HEXLOWER.encode(&row.nonce),
            generation: row.generation,
        };
        if send {
            self.post_account(address, notice);
        }
        row
    }

    /// Tells the others in the running games of a player that he has another name.
    fn tell_of_name(&mut self, player: &PlayerRow, name: &str, mail: Option<MailId>) -> Result<()> {
        let (store, own) = (self.store, player.id);
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
                former: player.name.clone(),
                name: name.to_owned(),
                games,
            };
            self.tell_player(&other, mail, notice);
        }
        Ok(())
    }
}

fn book(player: PlayerId, leave: Leave) -> PlayerChange {
    let span = leave.span();
    PlayerChange::BookLeave(player, stamp(span.from), stamp(span.to))
}
