//! What players do about themselves by mail: addresses, the format of their letters, games that they decline,
//! letters that they do not want.
//!
//! An address is added when it has answered a letter with a code (`docs/mail-protocol.md`, 'Addresses'), or when
//! its player says so in answer to a letter that has asked about it.

use std::borrow::Cow;

use anyhow::Result;
use chrono::TimeDelta;

use crate::commands::{Addresses, Choice, Command, Hint, Line};
use crate::games::{Cause, Request};
use crate::ids::GameId;
use crate::letters::{AccountNotice, Content, Note, Part, Report};
use crate::mail::Address;
use crate::mail::autoreply::is_machine;
use crate::meeting::Concluded;
use crate::meeting::person::{PersonAct, PersonRequest, decide};
use crate::status::LetterFormat;
use crate::store::{LetterChange, LetterKind, PlayerChange, Verdict, WatchChange};
use crate::text::clean;

use crate::office::act::people::outsiders::{Outlet, Standing};
use crate::office::knowledge::{self, Known};
use crate::office::route::confirming::Confirming;
use crate::office::{Draft, InboxMail, MailSession, silent, stamp, verdict};

impl MailSession<'_> {
    /// Carries out a command about the authors themselves, or one that declines a game; `None`:
    /// it is about something else.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn of_account(
        &mut self,
        index: Option<usize>,
        line: &Line,
    ) -> Result<Option<Vec<Part>>> {
        let note = match &line.command {
            Command::Address(Addresses::List) => Note::Addresses(self.oneself()?.addresses),
            Command::Address(_) if !self.is_sure() => self.needs_newer_key(),
            Command::Address(Addresses::Add(typed)) => self.add_address(typed)?,
            Command::Address(Addresses::Remove(typed)) => self.remove_address(typed)?,
            Command::Format { plain } => {
                let format = match plain {
                    true => LetterFormat::Plain,
                    false => LetterFormat::Both,
                };
                self.set_format(format, false);
                Note::Format { plain: *plain }
            }
            Command::Choice(Choice::Web, _)
                if !knowledge::all_know(Known::TurnPages, self.draft.office.lacking()) =>
            {
                let verb = Cow::Borrowed(Choice::Web.name());
                return Ok(Some(vec![Part::Misused(Hint::NotYet { verb })]));
            }
            Command::Choice(choice, value) => match choice {
                Choice::Web => self.of_web(value.as_deref()),
                choice => Note::Setting(self.of_preferences(*choice, value.as_deref())),
            },
            Command::Setting(setting) => Note::Setting(self.of_times(setting)?),
            Command::Watch(game) => Note::Watch(self.watch(GameId(*game))?),
            Command::Unwatch(game) => Note::Watch(self.unwatch(game.map(GameId))?),
            Command::Review(game) => Note::Review(self.ask_review(index, game.or(line.game))?),
            Command::Leave(what) => self.of_leave(what)?,
            Command::Unsubscribe => self.unsubscribe(index)?,
            Command::Decline(game) => {
                return self.decline_game(GameId(*game), &line.text).map(Some);
            }
            Command::Confirm => Note::NothingToConfirm,
            _ => return Ok(None),
        };
        Ok(Some(vec![Part::Note(note)]))
    }

    /// Sends a code to an address that the author wants to add. Of an address of another player they are told the same as
    /// of any other, and no code is sent: nobody learns who plays here.
    pub(super) fn add_address(&mut self, typed: &str) -> Result<Note> {
        let (office, store) = (&self.draft.office, self.draft.store);
        let address = Address::parse(typed.trim()).ok();
        let address = address.filter(|one| !office.is_ours(one) && !is_machine(one.local()));
        let Some(address) = address else {
            return Ok(Note::AddressRefused(clean(typed, 80)));
        };
        let holder = store.player_by_address(&address.normalized())?;
        let holder = holder.map(|player| player.id);
        if holder == Some(self.player.id) {
            return Ok(Note::AddressKnown(address.to_string()));
        }
        let day = stamp(office.now() - TimeDelta::days(1));
        let to_it = store.confirmations(&address.normalized())?;
        let request = PersonRequest::AddAddress {
            address: address.to_string(),
            free: holder.is_none(),
            sent: to_it.iter().filter(|row| row.created_at > day).count(),
        };
        Ok(match self.change_oneself(&request)? {
            Ok(_) => Note::CodeSent(address.to_string()),
            Err(note) => note,
        })
    }

    fn remove_address(&mut self, typed: &str) -> Result<Note> {
        let request = PersonRequest::RemoveAddress(typed.to_owned());
        Ok(match self.change_oneself(&request)? {
            Ok(acts) => {
                let (mut address, mut main) = (String::new(), None);
                for act in acts {
                    match act {
                        PersonAct::Main(next) => main = Some(next),
                        PersonAct::Remove(one) => address = one,
                        _ => {}
                    }
                }
                Note::AddressRemoved { address, main }
            }
            Err(note) => note,
        })
    }

    /// Answers `unsubscribe`, to which the List-Unsubscribe header of every letter leads. Reminders stop; letters about
    /// running games do not.
    fn unsubscribe(&mut self, index: Option<usize>) -> Result<Note> {
        let (mut told, mut decline) = (false, None);
        if let Some(index) = index {
            let game = &mut self.games[index];
            let (number, seat) = (game.stored.row.id, game.seat);
            let played = game.stored.turns.iter().any(|turn| turn.seat == seat);
            decline = Some(number).filter(|_| !played && game.stored.is_on());
            let report = Report::Unsubscribe { game: number, seat };
            told = self.draft.tell_umpire(report);
        }
        let watches = WatchChange::EndAllOf(self.player.id);
        self.draft.decision.watches.push(watches);
        self.unfollow_all()?;
        self.player.times.remind = Some(String::new());
        let times = self.player.times.clone();
        let silent = PlayerChange::Times(self.player.id, times);
        self.draft.decision.players.push(silent);
        Ok(Note::Unsubscribe { told, decline })
    }

    /// Ends a game that was not meant for the author.
    fn decline_game(&mut self, named: GameId, typed: &str) -> Result<Vec<Part>> {
        let Some(index) = self.game_index(named) else {
            let about = self.only_game();
            return Ok(vec![Part::Note(Note::OtherGame { named, about })]);
        };
        let game = &mut self.games[index];
        let seat = game.seat;
        let parts = game.does_all(&[Request::DeclineGame], Some(typed))?;
        if parts.iter().any(|part| matches!(part, Part::Event(_))) {
            let why = "the game was declined".to_owned();
            let drop = LetterChange::DropOfGame(named, why);
            self.draft.decision.letter_changes.push(drop);
            let report = Report::Declined { game: named, seat };
            self.draft.tell_umpire(report);
        }
        Ok(parts)
    }
}

impl Draft<'_> {
    /// Adds the address that a mail confirms, and tells the main one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn confirm(
        &mut self,
        mail: &InboxMail,
        Confirming { address, row }: Confirming,
    ) -> Result<Verdict> {
        let text = address.to_string();
        let confirmed = row.map(|row| self.store.player(row.player)).transpose()?;
        let confirmed = confirmed.flatten().map(|player| self.person(&player));
        let confirmed = confirmed.transpose()?;
        let request = PersonRequest::Confirm(text.clone());
        let facts = self.person_facts();
        let decided = confirmed.map(|person| (decide(&person, &request, &facts), person));
        let in_reply_to = mail.message.message_id.clone();
        let answer = |notice| Content::Account {
            notices: vec![notice],
            in_reply_to,
        };
        let Some((Concluded::Done(acts), person)) = decided else {
            // Anybody can write such a mail, so it is answered like a stranger's.
            let standing = Standing::Unproven;
            if self.outlet(&address, standing)? != Outlet::Now {
                let why = "a code that is not valid, and no letter may be written now";
                return Ok(silent(why));
            }
            self.count_outsider(&address, standing)?;
            let content = answer(AccountNotice::NotConfirmed);
            self.post_to(LetterKind::Public, &text, Some(mail.id), None, content);
            return Ok(Verdict {
                reason: Some("a code that is not valid".to_owned()),
                ..verdict("stranger")
            });
        };
        let content = answer(AccountNotice::Confirmed {
            address: text.clone(),
        });
        self.post_to(LetterKind::Answer, &text, Some(mail.id), None, content);
        let cause = Cause::Mail(mail.id, &mail.arrived_at);
        self.close_person(&person, &acts, &cause)?;
        if mail.message.is_vouched() {
            let vouched = PlayerChange::Vouched(address.normalized(), true);
            self.decision.players.push(vouched);
        }
        // Nobody else can have it.
        for asked in self.store.confirmations(&address.normalized())? {
            let other = self.store.player(asked.player)?;
            if let Some(other) = other.filter(|other| other.id != person.id) {
                let lapse = [PersonAct::Lapse(asked.address)];
                self.close_person(&self.person(&other)?, &lapse, &cause)?;
            }
        }
        let whose = clean(&person.name, 40);
        Ok(Verdict {
            reason: Some(format!("an address of {whose} is confirmed")),
            ..verdict("answered")
        })
    }
}
