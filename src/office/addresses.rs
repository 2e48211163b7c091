//! What players do about themselves by mail: addresses, the format of their letters, games that they decline,
//! letters that they do not want.
//!
//! An address is added when it has answered a letter with a code (`docs/mail-protocol.md`, 'Addresses'), or when
//! its player says so in answer to a letter that has asked about it.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::commands::{self, Addresses, Command, Line, NoGame, phrases};
use crate::games::Request;
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountNotice, Content, Note, Part, Report};
use crate::mail::autoreply::is_machine;
use crate::mail::{Address, Nature, Vouched};
use crate::status::LetterFormat;
use crate::store::{
    ConfirmationRow, Decision, Judgement, LetterChange, LetterKind, PlayerChange, Snapshot,
    Verdict, WatchChange,
};
use crate::text::clean;
use crate::tokens::ConfirmationBase;

use super::Office;
use super::content::MailContent;
use super::people::outsiders::{Outlet, Standing};
use super::session::{InboxMail, MailSession, silent};

/// A player has at most this many addresses.
const MAX_ADDRESSES: usize = 10;
/// At most this many codes are sent in a day for one player, and to one address.
const CODES_PER_DAY: usize = 3;
/// A code is valid for this long.
pub(super) const VALID: TimeDelta = TimeDelta::days(7);

/// Whether a command is about the author himself, or declines a game.
pub(super) fn is_of_account(command: &Command) -> bool {
    matches!(
        command,
        Command::Address(_)
            | Command::Confirm
            | Command::Decline(_)
            | Command::Unsubscribe
            | Command::Format { .. }
            | Command::Setting(_)
            | Command::Choice(..)
            | Command::Watch(_)
            | Command::Unwatch(_)
            | Command::Leave(_)
    )
}

/// A mail that answers a letter with a code.
pub(super) struct Confirming {
    /// The address, from which the mail comes.
    address: Address,
    /// What it confirms; `None`: the code is not valid.
    row: Option<ConfirmationRow>,
}

impl Office {
    /// Carries out a command for which [`is_of_account`] holds.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn of_account(
        &mut self,
        session: &mut MailSession<'_>,
        index: Option<usize>,
        line: &Line,
    ) -> Result<Vec<Part>> {
        let note = match &line.command {
            Command::Address(Addresses::List) => Note::Addresses(addresses(session)?),
            Command::Address(_) if !session.is_sure() => {
                let mut games = session.games.iter();
                if games.any(|game| game.stored.is_on()) {
                    Note::NeedsNewest
                } else {
                    Note::NeedsRunningGame
                }
            }
            Command::Address(Addresses::Add(typed)) => self.add_address(session, typed)?,
            Command::Address(Addresses::Remove(typed)) => self.remove_address(session, typed)?,
            Command::Format { plain } => {
                let format = if *plain {
                    LetterFormat::Plain
                } else {
                    LetterFormat::Both
                };
                super::preferences::set_format(session, format, false);
                Note::Format { plain: *plain }
            }
            Command::Choice(choice, value) => {
                Note::Setting(self.of_preferences(session, *choice, value.as_deref()))
            }
            Command::Setting(setting) => Note::Setting(self.of_times(session, setting)?),
            Command::Watch(game) => Note::Watch(self.watch(session, GameId(*game))?),
            Command::Unwatch(game) => Note::Watch(self.unwatch(session, game.map(GameId))?),
            Command::Leave(what) => Note::Leave(self.of_leave(session, what)?),
            Command::Unsubscribe => self.unsubscribe(session, index)?,
            Command::Decline(game) => {
                return self.decline_game(session, GameId(*game), &line.text);
            }
            _ => Note::NothingToConfirm,
        };
        Ok(vec![Part::Note(note)])
    }

    /// Sends a code to an address that the author wants to add.
    pub(super) fn add_address(
        &mut self,
        session: &mut MailSession<'_>,
        typed: &str,
    ) -> Result<Note> {
        let (store, player) = (session.store, session.player.id);
        let (address, free) = match self.addable(store, player, typed)? {
            Ok(found) => found,
            Err(note) => return Ok(note),
        };
        if addresses(session)?.len() >= MAX_ADDRESSES {
            return Ok(Note::TooManyAddresses);
        }
        let day = super::stamp(self.now() - TimeDelta::days(1));
        let recent = |row: &ConfirmationRow| row.created_at > day;
        let mut asked = store.confirmations_of(player)?;
        let old = super::stamp(self.now() - VALID);
        for row in asked.iter().filter(|row| row.created_at < old) {
            let close = PlayerChange::CloseConfirmation(player, row.address.clone());
            session.decision.players.push(close);
        }
        asked.extend(asked_now(&session.decision));
        asked.retain(recent);
        let same = |row: &ConfirmationRow| row.address.eq_ignore_ascii_case(&address.to_string());
        if asked.iter().any(same) {
            return Ok(Note::CodeSentBefore(address.to_string()));
        }
        let to_it = store.confirmations(&address.normalized())?;
        if asked.len() >= CODES_PER_DAY || to_it.into_iter().filter(recent).count() >= CODES_PER_DAY
        {
            return Ok(Note::TooManyAddresses);
        }
        let mut nonce = vec![0; 8];
        self.chance.fill_bytes(&mut nonce);
        let row = ConfirmationRow {
            player,
            address: address.to_string(),
            nonce,
            generation: self.secret.generation(),
            created_at: self.stamp(),
        };
        let notice = AccountNotice::Confirm {
            name: session.player.name.clone(),
            address: row.address.clone(),
            player,
            nonce: HEXLOWER.encode(&row.nonce),
            generation: row.generation,
        };
        if free {
            self.post_account(&mut session.decision, &row.address, notice);
        }
        let change = PlayerChange::AskConfirmation(row);
        session.decision.players.push(change);
        Ok(Note::CodeSent(address.to_string()))
    }

    /// An address that a player may add, and whether it is nobody's; or why he may not. Of an address of another player
    /// he is told the same as of any other, and no code is sent: nobody learns who plays here.
    fn addable(
        &self,
        store: &dyn Snapshot,
        player: PlayerId,
        typed: &str,
    ) -> Result<std::result::Result<(Address, bool), Note>> {
        let refused = || Note::AddressRefused(clean(typed, 80));
        let Ok(address) = Address::parse(typed.trim()) else {
            return Ok(Err(refused()));
        };
        let ours = (self.settings.address).covers(&address, self.settings.delimiter);
        if ours || is_machine(address.local()) {
            return Ok(Err(refused()));
        }
        Ok(match store.player_by_address(&address.normalized())? {
            None => Ok((address, true)),
            Some(holder) if holder.id == player => Err(Note::AddressKnown(address.to_string())),
            Some(_) => Ok((address, false)),
        })
    }

    fn remove_address(&self, session: &mut MailSession<'_>, typed: &str) -> Result<Note> {
        let all = addresses(session)?;
        let Some(at) = all.iter().position(|one| one.eq_ignore_ascii_case(typed)) else {
            return Ok(Note::NotYourAddress(clean(typed, 80)));
        };
        let address = all[at].clone();
        let Some(next) = all.iter().find(|one| **one != address) else {
            return Ok(Note::LastAddress);
        };
        let player = session.player.id;
        // Another one has to become the main one before.
        let is_main =
            main_address(session)?.is_some_and(|main| main.eq_ignore_ascii_case(&address));
        let main = is_main.then(|| next.clone());
        if let Some(main) = &main {
            session.decision.players.push(PlayerChange::Address {
                player,
                address: main.clone(),
                main: true,
            });
        }
        let change = PlayerChange::RemoveAddress(player, address.clone());
        session.decision.players.push(change);
        let notice = AccountNotice::Removed {
            name: session.player.name.clone(),
            address: address.clone(),
        };
        self.post_account(&mut session.decision, &address, notice);
        Ok(Note::AddressRemoved { address, main })
    }

    /// Answers `unsubscribe`, to which the List-Unsubscribe header of every letter leads. Reminders stop; letters about
    /// running games do not.
    fn unsubscribe(&mut self, session: &mut MailSession<'_>, index: Option<usize>) -> Result<Note> {
        let (mut told, mut decline) = (false, None);
        if let Some(index) = index {
            let game = session.game_mut(index)?;
            let (number, seat) = (game.stored.row.id, game.seat);
            let played = game.stored.turns.iter().any(|turn| turn.seat == seat);
            decline = Some(number).filter(|_| !played && game.stored.is_on());
            let report = Report::Unsubscribe { game: number, seat };
            told = self.tell_umpire(&mut session.decision, report);
        }
        let watches = WatchChange::EndAllOf(session.player.id);
        session.decision.watches.push(watches);
        session.player.times.remind = Some(String::new());
        let times = session.player.times.clone();
        let silent = PlayerChange::Times(session.player.id, times);
        session.decision.players.push(silent);
        Ok(Note::Unsubscribe { told, decline })
    }

    /// Ends a game that was not meant for the author.
    fn decline_game(
        &mut self,
        session: &mut MailSession<'_>,
        named: GameId,
        typed: &str,
    ) -> Result<Vec<Part>> {
        let Some(index) = session.game_index(named) else {
            let about = match session.games.as_slice() {
                [game] => Some(game.stored.row.id),
                _ => None,
            };
            return Ok(vec![Part::Note(Note::OtherGame { named, about })]);
        };
        let game = session.game_mut(index)?;
        let seat = game.seat;
        let parts = game.does_all(&[Request::DeclineGame], Some(typed))?;
        if parts.iter().any(|part| matches!(part, Part::Event(_))) {
            let why = "the game was declined".to_owned();
            let drop = LetterChange::DropOfGame(named, why);
            session.decision.letter_changes.push(drop);
            let report = Report::Declined { game: named, seat };
            self.tell_umpire(&mut session.decision, report);
        }
        Ok(parts)
    }

    /// Whether a mail answers a letter with a code: it has to come from the address to which that was sent,
    /// and to say `confirm`.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn confirmation(
        &self,
        store: &dyn Snapshot,
        mail: &MailContent,
    ) -> Result<Option<Confirming>> {
        let message = &mail.message;
        let Ok(from) = &message.from else {
            return Ok(None);
        };
        if message.nature != Nature::Player || message.vouched == Vouched::Fails {
            return Ok(None);
        }
        let rows = store.confirmations(&from.address.normalized())?;
        if rows.is_empty()
            || store
                .player_by_address(&from.address.normalized())?
                .is_some()
        {
            return Ok(None);
        }
        let script = commands::read(&mail.lines, &message.subject, &NoGame);
        let mut lines = script.lines.iter();
        // The letter with the code may stand below the answer without quote marks: `I do not know her.`
        let code = |line: &&String| !line.trim_start().to_lowercase().starts_with("confirm");
        let denied = || {
            let mut above = mail.lines.iter().take_while(code);
            above.any(|line| phrases::casts_doubt(line))
        };
        if !lines.any(|line| line.command == Command::Confirm) || denied() {
            return Ok(None);
        }
        let fits = |row: &ConfirmationRow| {
            let base = base(row);
            let mut codes = mail.tokens.iter();
            self.is_valid(row) && codes.any(|code| self.secret.confirms(code, &base))
        };
        Ok(Some(Confirming {
            address: from.address.clone(),
            row: rows.into_iter().find(fits),
        }))
    }

    fn is_valid(&self, row: &ConfirmationRow) -> bool {
        let asked = DateTime::parse_from_rfc3339(&row.created_at);
        asked.is_ok_and(|asked| self.now() - asked.to_utc() <= VALID)
    }

    /// Adds the address that a mail confirms, and tells the main one.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn confirm(
        &self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        Confirming { address, row }: Confirming,
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        let player = match &row {
            Some(row) => store.player(row.player)?,
            None => None,
        };
        let in_reply_to = mail.message.message_id.clone();
        let answer = |notice| Content::Account {
            notices: vec![notice],
            in_reply_to,
        };
        let known = match &player {
            Some(player) => store.addresses(player.id)?.len(),
            None => 0,
        };
        let Some(player) = player.filter(|_| known < MAX_ADDRESSES) else {
            // Anybody can write such a mail, so it is answered like a stranger's.
            let standing = Standing::Unproven;
            if self.outlet(store, &decision, &address, standing)? != Outlet::Now {
                let why = "a code that is not valid, and no letter may be written now";
                return Ok(silent(decision, mail.id, verdict, "silent", why));
            }
            verdict.word = "stranger".to_owned();
            verdict.reason = Some("a code that is not valid".to_owned());
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            self.count_outsider(store, &mut decision, &address, standing)?;
            let content = answer(AccountNotice::NotConfirmed);
            self.post_public(&mut decision, &address, mail.id, content);
            return Ok(decision);
        };
        verdict.word = "answered".to_owned();
        verdict.reason = Some(format!(
            "an address of {} is confirmed",
            clean(&player.name, 40)
        ));
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let text = address.to_string();
        decision.players.push(PlayerChange::Address {
            player: player.id,
            address: text.clone(),
            main: player.address.is_empty(),
        });
        if mail.message.is_vouched() {
            let vouched = PlayerChange::Vouched(address.normalized(), true);
            decision.players.push(vouched);
        }
        for asked in store.confirmations(&address.normalized())? {
            let close = PlayerChange::CloseConfirmation(asked.player, asked.address);
            decision.players.push(close);
        }
        let content = answer(AccountNotice::Confirmed {
            address: text.clone(),
        });
        self.post_to(
            &mut decision,
            LetterKind::Answer,
            &text,
            Some(mail.id),
            content,
        );
        let added = AccountNotice::Added {
            address: text,
            umpire: false,
        };
        self.post_account(&mut decision, &player.address, added);
        Ok(decision)
    }
}

/// What the code of a confirmation is derived from.
pub(super) fn base(row: &ConfirmationRow) -> ConfirmationBase<'_> {
    ConfirmationBase {
        player: row.player.0,
        address: &row.address,
        nonce: &row.nonce,
        generation: row.generation,
    }
}

/// What a decision asks to be confirmed.
fn asked_now(decision: &Decision) -> impl Iterator<Item = ConfirmationRow> {
    let asked = decision.players.iter().filter_map(|change| match change {
        PlayerChange::AskConfirmation(row) => Some(row.clone()),
        _ => None,
    });
    asked.collect::<Vec<_>>().into_iter()
}

/// The main address of the author as the lines so far have changed it.
fn main_address(session: &MailSession<'_>) -> Result<Option<String>> {
    let player = session.player.id;
    let made = session.decision.players.iter().rev();
    let mut made = made.filter_map(|change| match change {
        PlayerChange::Address {
            player: whose,
            address,
            main: true,
        } if *whose == player => Some(address.clone()),
        _ => None,
    });
    if let Some(main) = made.next() {
        return Ok(Some(main));
    }
    let rows = session.store.address_rows(player)?;
    Ok(rows.into_iter().find(|row| row.main).map(|row| row.address))
}

/// The addresses of the author as the lines so far have changed them, the main one first.
fn addresses(session: &MailSession<'_>) -> Result<Vec<String>> {
    let player = session.player.id;
    let mut all = session.store.addresses(player)?;
    for change in &session.decision.players {
        match change {
            PlayerChange::Address {
                player: whose,
                address,
                main,
            } if *whose == player => {
                all.retain(|one| !one.eq_ignore_ascii_case(address));
                let at = if *main { 0 } else { all.len() };
                all.insert(at, address.clone());
            }
            PlayerChange::RemoveAddress(whose, address) if *whose == player => {
                all.retain(|one| !one.eq_ignore_ascii_case(address));
            }
            _ => {}
        }
    }
    Ok(all)
}
