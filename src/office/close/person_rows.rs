//! Acts of players as changes of rows. Nothing else makes rows of acts.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::ids::PlayerId;
use crate::letters::AccountNotice;
use crate::mail::Address;
use crate::meeting::person::{Person, PersonAct};
use crate::store::{ConfirmationRow, MailboxChange, PeopleChange, PlayerChange, WatchChange};
use crate::text::clean;
use crate::time::leave::Leave;

use crate::office::{Draft, stamp};

impl Draft<'_> {
    /// Adds an act to the decision.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn write_act(&mut self, person: &Person, act: &PersonAct) -> Result<()> {
        let id = person.id;
        match act {
            PersonAct::Ask { address, send } => {
                let row = self.ask_address(person, address, *send);
                let players = &mut self.decision.players;
                players.push(PlayerChange::AskConfirmation(row));
            }
            PersonAct::CutLeave { leave, left } => self.cut_leave(id, *leave, *left)?,
            PersonAct::Ban(_) => self.ban_mailboxes(person, true),
            PersonAct::Unban => self.ban_mailboxes(person, false),
            PersonAct::Depart => self.decision.watches.push(WatchChange::EndAllOf(id)),
            _ => {}
        }
        self.decision.people.extend(of_people(id, act));
        self.decision.players.extend(of_player(person, act));
        Ok(())
    }

    /// Bans the mailboxes of a player, or lifts the ban.
    fn ban_mailboxes(&mut self, person: &Person, banned: bool) {
        let addresses = person.addresses.iter();
        for address in addresses.filter_map(|one| Address::parse(one).ok()) {
            self.note_mailbox(&address, MailboxChange::Banned(banned));
        }
    }

    /// Leave that the same decision has booked is booked otherwise.
    fn cut_leave(&mut self, player: PlayerId, leave: Leave, left: Option<Leave>) -> Result<()> {
        let changes = &mut self.decision.players;
        if let Some(at) = changes.iter().position(|one| *one == book(player, leave)) {
            changes.remove(at);
            changes.extend(left.map(|left| book(player, left)));
            return Ok(());
        }
        let from = stamp(leave.span().from);
        let rows = self.store.leaves(player, &from)?;
        let row = rows.into_iter().find(|row| row.from_at == from);
        let row = row.with_context(|| format!("player {player} has no leave from {from}"))?;
        let to = left.map_or(from, |left| stamp(left.span().to));
        changes.push(PlayerChange::CutLeave(player, row.id, to));
        Ok(())
    }

    /// Writes the letter with a code to an address.
    fn ask_address(&mut self, person: &Person, address: &str, send: bool) -> ConfirmationRow {
        let mut nonce = vec![0; 8];
        self.office.chance.fill_bytes(&mut nonce);
        let row = ConfirmationRow {
            player: person.id,
            address: address.to_owned(),
            nonce,
            generation: self.office.secret.generation(),
            created_at: stamp(self.office.now()),
        };
        let notice = AccountNotice::Confirm {
            name: person.name.clone(),
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
}

/// What an act changes about who is a member, and what members have to do with each other.
pub fn of_people(id: PlayerId, act: &PersonAct) -> Option<PeopleChange> {
    Some(match act {
        PersonAct::Rename(_) => PeopleChange::Named(id),
        PersonAct::Return(_) => PeopleChange::Left(id, false),
        PersonAct::Depart => PeopleChange::Left(id, true),
        PersonAct::Ban(_) => PeopleChange::Ban(id, true),
        PersonAct::Unban => PeopleChange::Ban(id, false),
        PersonAct::Forget(name) => PeopleChange::Forget(id, name.clone()),
        PersonAct::Merge(into) => PeopleChange::Merge(id, *into),
        PersonAct::Relate {
            other,
            relation,
            on,
        } => PeopleChange::Relate {
            player: id,
            other: *other,
            relation: *relation,
            on: *on,
        },
        _ => return None,
    })
}

/// What an act changes about the player: names, addresses, leave, the umpire's log; not what takes a
/// code or the number of a row.
pub fn of_player(person: &Person, act: &PersonAct) -> Option<PlayerChange> {
    let id = person.id;
    let set = |address: &String, main: bool| PlayerChange::Address {
        player: id,
        address: address.clone(),
        main,
    };
    let log =
        |what: &str, more: &str, most| PlayerChange::Log(id, what.to_owned(), clean(more, most));
    Some(match act {
        PersonAct::Join { name, address } => PlayerChange::Add {
            name: name.clone(),
            address: address.clone(),
        },
        PersonAct::Return(name) if *name == person.name => return None,
        PersonAct::Return(name) | PersonAct::Rename(name) | PersonAct::Named(name) => {
            PlayerChange::Rename(id, name.clone())
        }
        PersonAct::Confirm { address, main } | PersonAct::Assign { address, main } => {
            set(address, *main)
        }
        PersonAct::Main(address) => set(address, true),
        PersonAct::Remove(address) => PlayerChange::RemoveAddress(id, address.clone()),
        PersonAct::Lapse(address) => PlayerChange::CloseConfirmation(id, address.clone()),
        PersonAct::BookLeave(leave) => book(id, *leave),
        PersonAct::Ban(reason) => log("banned", reason, 300),
        PersonAct::Unban => log("unbanned", "", 0),
        PersonAct::Absorb(other) => {
            let what = format!("{} (player {})", other.name, other.id);
            log("merged", &what, 100)
        }
        _ => return None,
    })
}

fn book(player: PlayerId, leave: Leave) -> PlayerChange {
    let span = leave.span();
    PlayerChange::BookLeave(player, stamp(span.from), stamp(span.to))
}
