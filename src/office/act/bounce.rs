//! Delivery reports, and letters that could not be delivered: addresses are marked, other addresses are tried,
//! and a mail from a marked address takes the mark away.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::games::instant;
use crate::ids::{About, GameId, LetterId};
use crate::letters::{Content, DigestSection, LetterData, Notice, Report};
use crate::mail::transport::limits::is_sending_limit;
use crate::mail::{self, DeliveryStatus};
use crate::rules::game::Seat;
use crate::store::{
    AddressRow, LetterChange, LetterKind, LetterRow, NewLetter, NewQuestion, PlayerChange, Snapshot,
};

use crate::office::close::letters::technical;
use crate::office::{Draft, MailSession, SeatLetter, stamp, stored_game};

/// A report counts only for a letter that is not older than this.
const FRESH: TimeDelta = TimeDelta::days(7);
/// So many reports stop the clock of a seat in a game.
const MOST_RETURNED: i64 = 2;
/// If no address of a player works, their clocks stand still for so long.
const NO_ADDRESS: TimeDelta = TimeDelta::days(7);
/// In at most this many games the others are told, or letters are sent again.
const MOST_GAMES: usize = 200;

/// Why a letter was not delivered.
#[derive(Clone, Copy)]
pub(in crate::office) struct Undelivered<'a> {
    /// In the words of the host.
    pub why: &'a str,
    /// Whether our own relay says so: in its reply, or by a report that it has written itself.
    pub proven: bool,
}

impl Draft<'_> {
    /// Notes a delivery report, at most one for each letter, if it has the envelope token of a letter. `proven`: our own
    /// mail host has written it. `came`: when it came.
    /// Reply tokens in a report are ignored. Returns the reason of the verdict; `None`: it has no such token, and
    /// a form that reports do not have, so that it is none.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn note_bounce(
        &mut self,
        report: &mail::Report,
        proven: bool,
        came: DateTime<Utc>,
    ) -> Result<Option<String>> {
        let token = report.token.as_deref();
        let id = token.and_then(|token| self.office.secret.letter_of_envelope_token(token));
        let letter = id.map(|id| self.store.letter(LetterId(id))).transpose()?;
        let Some(letter) = letter.flatten() else {
            let why = format!("names no letter of ours: {}", report.reason);
            return Ok(report.known_form.then(|| technical(&why)));
        };
        let word = match report.status {
            DeliveryStatus::Permanent => "came back",
            DeliveryStatus::Temporary => "is late",
            DeliveryStatus::Unknown => "is reported about",
            DeliveryStatus::Delivered => "arrived",
        };
        let (id, recipient, reason) = (letter.id, &letter.recipient, &report.reason);
        let note = format!("letter o{id} to {recipient} {word}: {reason}");
        let written = DateTime::parse_from_rfc3339(&letter.created_at)?.to_utc();
        let counts = !letter.bounced && self.office.now() - written <= FRESH;
        match report.status {
            _ if !counts => {}
            DeliveryStatus::Delivered => {}
            DeliveryStatus::Permanent if !is_sending_limit(reason) => {
                let bounced = LetterChange::Bounced(id);
                self.decision.letter_changes.push(bounced);
                for about in abouts(&letter) {
                    self.note_came_back(about, came)?;
                }
                let undelivered = Undelivered {
                    why: reason,
                    proven,
                };
                self.address_failed(&letter, undelivered)?;
            }
            // A sending limit of the relay says nothing about the address.
            DeliveryStatus::Permanent | DeliveryStatus::Temporary | DeliveryStatus::Unknown => {
                self.decision.players.push(PlayerChange::Trouble {
                    address: recipient.clone(),
                    why: technical(reason),
                });
            }
        }
        Ok(Some(technical(&note)))
    }

    /// Notes with the open turn of a rated game that a letter with it has come back: it is looked at if the flag falls
    /// (docs/ratings.md). A report that comes after the deadline says nothing about it.
    fn note_came_back(&mut self, about: About, came: DateTime<Utc>) -> Result<()> {
        let stored = stored_game(self.store, about.game)?;
        let Some(row) = stored.seats.get(usize::from(about.seat)) else {
            return Ok(());
        };
        let open = row.open_turn.seq.filter(|seq| *seq <= about.last_event);
        let Some(turn) = open.filter(|_| stored.row.rated && stored.is_on()) else {
            return Ok(());
        };
        let deadline = self.office.deadline(&stored);
        if deadline.is_none_or(|deadline| came <= deadline.falls) {
            self.decision.letter_changes.push(LetterChange::CameBack {
                game: about.game,
                seat: about.seat,
                turn,
                at: stamp(came),
            });
        }
        Ok(())
    }

    /// Marks the address of a letter that could not be delivered, unless it was refused for what it says. The letter is sent to another address of the
    /// player, if there is one. The umpire and the other players are told, once.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn address_failed(
        &mut self,
        letter: &LetterRow,
        undelivered: Undelivered<'_>,
    ) -> Result<()> {
        let why = undelivered.why;
        let Some(failed) = self.store.address(&letter.recipient)? else {
            return Ok(());
        };
        let reason = technical(why);
        if mail::bounce::is_about_letter(why) {
            // Another address would not help, and the umpire has to know.
            self.decision.players.push(PlayerChange::Trouble {
                address: failed.address.clone(),
                why: reason.clone(),
            });
            let report = Report::LetterRefused {
                letter: letter.id,
                address: failed.address,
                reason,
            };
            self.tell_umpire(report);
            return Ok(());
        }
        self.decision.players.push(PlayerChange::Failed {
            player: failed.player,
            address: failed.address.clone(),
            why: reason.clone(),
        });
        let rows = self.store.address_rows(failed.player)?;
        let usable = |row: &&AddressRow| row.failed_at.is_none() && row.address != failed.address;
        let next = rows.iter().find(usable).map(|row| row.address.clone());
        if let Some(next) = &next {
            self.send_to_next(letter, &failed.address, next)?;
        }
        for about in abouts(letter) {
            self.stop_clock((letter, about), undelivered, next.is_some())?;
        }
        if failed.failed_at.is_some() {
            return Ok(());
        }
        let report = Report::Undeliverable {
            address: failed.address.clone(),
            count: failed.failures + 1,
            reason,
            next: next.clone(),
        };
        let told = self.office.is_told(self.store, &report)?;
        self.tell_umpire(report);
        for (game, seat) in self.store.games_of(failed.player, true, MOST_GAMES)? {
            let stored = stored_game(self.store, game.id)?;
            let holder = |seat: Seat| stored.seats.get(seat.index()).map(|row| row.player);
            let mut others: Vec<Seat> = stored.all_seats().collect();
            others.retain(|other| holder(*other) != Some(failed.player));
            for other in others {
                let notice = Notice::Undeliverable {
                    seat: Seat(seat),
                    told,
                    next: next.is_some(),
                };
                let letter = SeatLetter::told(LetterKind::Again, vec![notice], None);
                // Once a day: an address that fails and works by turns must not flood others.
                if let Some(letter) = self.post_seat(&stored, other, letter) {
                    letter.once = Some(format!("unreachable g{}.{}", game.id, other.0));
                }
            }
        }
        Ok(())
    }

    /// The clock of a seat stands still from the time when the letter that gives its turn
    /// left, if that letter was not delivered: until another one leaves, or, if no address
    /// works, for a week. It helps the player twice in a game at most, and not after they have
    /// written to us. Anybody may write a report: one that our own host has not written stops
    /// nothing, and the umpire is told, who can give the time. The umpire is also told when
    /// the flag has fallen already.
    fn stop_clock(
        &mut self,
        (letter, about): (&LetterRow, About),
        undelivered: Undelivered<'_>,
        next: bool,
    ) -> Result<()> {
        let rows = self.store.seats(about.game)?;
        let Some(row) = rows.get(usize::from(about.seat)) else {
            return Ok(());
        };
        let open = &row.open_turn;
        let gives = open.seq.is_some_and(|seq| seq <= about.last_event);
        let left = open.left_at.as_deref().map(instant).transpose()?;
        let has_left = left.is_some_and(|left| left <= self.office.now());
        if !gives || has_left && open.returned >= MOST_RETURNED {
            return Ok(());
        }
        if let Some(left) = open.left_at.as_deref().filter(|_| has_left)
            && self.store.has_proven_mail(row.player, left)?
        {
            return Ok(());
        }
        let stored = stored_game(self.store, about.game)?;
        let seat = Seat(about.seat);
        let fell = !stored.is_on() && stored.fallen().is_some_and(|fallen| fallen.seat == seat);
        if !undelivered.proven || fell {
            if let Some(left) = left.filter(|_| has_left && (fell || stored.is_on())) {
                let report = Report::NoTimeGiven {
                    letter: letter.id,
                    game: about.game,
                    seat,
                    seconds: (self.office.now() - left).num_seconds(),
                    fell,
                    reason: technical(undelivered.why),
                };
                self.tell_umpire(report);
            }
            return Ok(());
        }
        // Not as a change of the game, since others may change it meanwhile: it holds for this turn alone.
        self.decision.letter_changes.push(LetterChange::StopClock {
            game: about.game,
            seat: about.seat,
            turn: open.seq.unwrap_or_default(),
            left_at: (!next).then(|| stamp(self.office.now() + NO_ADDRESS)),
            returned: open.returned + i64::from(has_left),
        });
        Ok(())
    }

    /// Writes a letter that could not be delivered once more, to another address of its reader, with the present
    /// position. What it asked is asked by the new one.
    fn send_to_next(&mut self, letter: &LetterRow, former: &str, next: &str) -> Result<()> {
        match (content_of(letter), letter.about) {
            (content, Some(about)) => {
                let former = former.to_owned();
                let mut again = SeatLetter {
                    first_event: about.first_event,
                    ..SeatLetter::told(
                        LetterKind::Again,
                        vec![Notice::OtherAddress { former }],
                        letter.mail,
                    )
                };
                if let Some(Content::Seat { notices, answer }) = content {
                    let earlier = |notice: &Notice| !matches!(notice, Notice::OtherAddress { .. });
                    again.notices.extend(notices.into_iter().filter(earlier));
                    again.answer = answer;
                }
                self.post_to_address((about.game, about.seat), next, again)?;
                self.ask_again(letter, about)?;
            }
            (Some(Content::Games { sections, answer }), None) => {
                let mut games = Vec::new();
                for section in &sections {
                    games.push((stored_game(self.store, section.game)?, section.seat));
                }
                let games: Vec<_> = games.iter().map(|(game, seat)| (game, *seat)).collect();
                let player = self.store.player_by_address(former)?;
                if let (Some(mut player), Some(mail)) = (player, letter.mail) {
                    next.clone_into(&mut player.address);
                    self.post_games(&player, &games, mail, answer);
                }
            }
            (
                Some(Content::Digest {
                    player,
                    sections,
                    event,
                }),
                None,
            ) => {
                self.post_digest((player, next), sections, event)?;
            }
            (Some(content @ Content::Account { .. }), None) => {
                self.post_to(letter.kind, next, letter.mail, None, content);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a letter to a seat whose player gets their letters at this address from now on.
    fn post_to_address(
        &mut self,
        (game, seat): (GameId, u8),
        address: &str,
        letter: SeatLetter,
    ) -> Result<Option<&mut NewLetter>> {
        let mut stored = stored_game(self.store, game)?;
        if let Some(row) = stored.seats.get_mut(usize::from(seat)) {
            address.clone_into(&mut row.address);
        }
        Ok(self.post_seat(&stored, Seat(seat), letter))
    }

    /// Lets the last letter of the decision ask what a letter asked that could not be delivered.
    fn ask_again(&mut self, letter: &LetterRow, about: About) -> Result<()> {
        let question = self.store.question(about.game, about.seat)?;
        if let Some(question) = question.filter(|question| question.letter == Some(letter.id)) {
            self.decision.close_questions.push(question.id);
            self.decision.asks.push(NewQuestion {
                game: question.game,
                seat: question.seat,
                state: question.state,
                data: question.data,
                mail: question.mail,
                letter: self.decision.letters.len().checked_sub(1),
            });
        }
        Ok(())
    }
}

impl MailSession<'_> {
    /// Forgets the failures of the address from which a proven mail comes. If it was marked, the letters of the
    /// player's other games are sent there again, since some of them may not have arrived.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn clear_failures(&mut self) -> Result<()> {
        let Ok(from) = &self.mail.message.from else {
            return Ok(());
        };
        let player = self.player.id;
        let row = self.draft.store.address(&from.address.normalized())?;
        let Some(row) = row.filter(|row| row.player == player && row.trouble_at.is_some()) else {
            return Ok(());
        };
        let clear = PlayerChange::ClearFailures(row.address.clone());
        self.draft.decision.players.push(clear);
        if row.failed_at.is_none() {
            return Ok(());
        }
        for (game, seat) in self.draft.store.games_of(player, true, MOST_GAMES)? {
            if self.game_index(game.id).is_some() {
                continue;
            }
            let events = self.draft.store.events(game.id, None)?;
            let own = events.iter().rposition(|event| event.seat == Some(seat));
            let unseen = events.get(own.map_or(0, |own| own + 1));
            let notice = Notice::AddressWorks {
                address: row.address.clone(),
            };
            let letter = SeatLetter {
                first_event: unseen.map_or(0, |event| event.seq),
                ..SeatLetter::told(LetterKind::Again, vec![notice], None)
            };
            let (to, address) = ((game.id, seat), address_after(self.draft.store, &row)?);
            if let Some(letter) = self.draft.post_to_address(to, &address, letter)? {
                letter.once = Some(format!("reachable g{}.{seat}", game.id));
            }
        }
        Ok(())
    }
}

/// Where letters go to when the mark of this address is taken away.
fn address_after(store: &dyn Snapshot, cleared: &AddressRow) -> Result<String> {
    let mut rows = store.address_rows(cleared.player)?;
    rows.retain(|row| row.failed_at.is_none());
    let main = rows.iter().find(|row| row.main).or(rows.first());
    let row = main.filter(|_| !cleared.main).unwrap_or(cleared);
    Ok(row.address.clone())
}

/// What a letter says, as far as it is known.
fn content_of(letter: &LetterRow) -> Option<Content> {
    let data = LetterData::from_json(letter.data.as_deref()?).ok()?;
    Some(data.content)
}

/// The seats that a letter is about: one, or those of a digest.
fn abouts(letter: &LetterRow) -> Vec<About> {
    if letter.kind != LetterKind::Digest {
        return letter.about.into_iter().collect();
    }
    let Some(Content::Digest { sections, .. }) = content_of(letter) else {
        return Vec::new();
    };
    sections.iter().filter_map(DigestSection::about).collect()
}
