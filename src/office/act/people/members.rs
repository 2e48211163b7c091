//! Commands of members about people.

use anyhow::Result;

use crate::commands::{Command, Line, People};
use crate::ids::GameId;
use crate::letters::{Note, Part, PeopleNote, PlayerNotice, Query, Report};
use crate::meeting::person::PersonRequest;
use crate::status::Relation;
use crate::store::{Budget, NewScope, PeopleChange, PlayerRef, PlayerRow};
use crate::text::{clean, keys};

use crate::office::MailSession;

/// At most so many reports of one player reach the umpire in a day.
const REPORTS: i64 = 5;
/// At most so many notes of one player are kept.
const NOTES: usize = 500;
/// At most so many characters of a message, a note or a report.
const LONGEST: usize = 4000;

impl MailSession<'_> {
    /// Carries out a line about people; `None`: it is about something else.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn of_people(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
        let Command::People(what) = &line.command else {
            return Ok(None);
        };
        let for_all = matches!(
            what,
            People::Register(_) | People::ForgetMe | People::ExportMe | People::Never
        );
        if !self.player.membership.is_member() && !for_all {
            return Ok(Some(vec![remark(PeopleNote::NoMember)]));
        }
        let sure = self.is_sure();
        let needs_newest = || Part::Note(Note::NeedsNewest);
        let part = match what {
            People::Who(name) => shown(self, Query::Who(clean(name, 60))),
            People::GamesOf(name) => shown(self, Query::GamesOf(clean(name, 60))),
            People::GamesNext => shown(self, Query::GamesNext),
            People::Notes => shown(self, Query::Notes),
            People::ExportMe if !sure => needs_newest(),
            People::ExportMe => shown(self, Query::ExportMe),
            People::Mute(name) => relate(self, name, (Relation::Mute, true))?,
            People::Unmute(name) => relate(self, name, (Relation::Mute, false))?,
            People::Block(name) => relate(self, name, (Relation::Block, true))?,
            People::Unblock(name) => relate(self, name, (Relation::Block, false))?,
            People::Message { to, text } => remark(self.send_message(to, text)?),
            People::Note(text) => self.keep_note(line, text)?,
            People::Substitute { .. } if !sure => needs_newest(),
            People::Substitute { game, who } => {
                let games = self.games.as_slice();
                let only = match games {
                    [game] => Some(game.stored.row.id.0),
                    _ => None,
                };
                let game = game.or(line.game).or(only).map(GameId);
                remark(self.ask_substitute(game, who)?)
            }
            People::Report(text) => remark(self.pass_report(text)?),
            People::Rename(_) if !sure => needs_newest(),
            People::Rename(name) => Part::Note(self.rename_oneself(name)?),
            People::Register(name) => Part::Note(self.register_again(name)?),
            People::LeaveServer | People::ForgetMe if !sure => needs_newest(),
            People::LeaveServer => self.ask_to_leave(false)?,
            People::ForgetMe => self.ask_to_leave(true)?,
            People::Never => remark(PeopleNote::NotNever),
        };
        Ok(Some(vec![part]))
    }

    /// Sends a message to another player. One who blocks or mutes the author does not get it, which nobody is told.
    fn send_message(&mut self, to: &str, text: &str) -> Result<PeopleNote> {
        let other = match member(self, to)? {
            Ok(other) => other,
            Err(note) => return Ok(note),
        };
        if text.trim().is_empty() {
            return Ok(PeopleNote::MessageEmpty);
        }
        let from = self.player.id;
        let key = format!("p{}", other.id);
        let whom = (key.as_str(), other.name.as_str());
        let limit = self.draft.writes_too_much(&self.player, whom)?;
        if limit.is_some() {
            return Ok(self.messages_used_up());
        }
        self.draft.count_letter(&self.player, &key)?;
        let hidden = self.draft.store.is_blocked(other.id, from)?
            || self.draft.store.is_muted(other.id, from)?;
        if !hidden {
            let notice = PlayerNotice::Message {
                from: self.player.name.clone(),
                text: cleaned(text),
            };
            self.draft.tell_player(&other, Some(self.mail.id), notice);
        }
        Ok(PeopleNote::MessageTaken { name: other.name })
    }

    /// Why no more messages are sent for the author today.
    pub(super) fn messages_used_up(&self) -> PeopleNote {
        let meeting = self.draft.office.settings.meeting;
        PeopleNote::MessagesUsedUp {
            most: meeting.letters_to_one,
            all: meeting.letters,
        }
    }

    fn keep_note(&mut self, line: &Line, text: &str) -> Result<Part> {
        let player = self.player.id;
        let named = line.game.map(GameId);
        let game = match (self.game_of(line), named) {
            (Ok(Some(index)), _) => self.game_mut(index)?.stored.row.id,
            // A mail about no game may name one of the author's.
            (_, Some(named)) if has_seat(self, named)? => named,
            (Err(note), _) => return Ok(Part::Note(note)),
            (Ok(None), _) => return Ok(Part::Note(self.no_game()?)),
        };
        let kept = self.draft.store.notes(player, None, NOTES)?.len();
        let new = |change: &&PeopleChange| matches!(change, PeopleChange::Note { .. });
        if kept + self.draft.decision.people.iter().filter(new).count() >= NOTES {
            return Ok(remark(PeopleNote::NotesFull { most: NOTES }));
        }
        let text = cleaned(text);
        let note = PeopleChange::Note { player, game, text };
        self.draft.decision.people.push(note);
        Ok(remark(PeopleNote::NoteKept { game }))
    }

    /// Passes a report on to the umpire, with the letter that the mail answers.
    fn pass_report(&mut self, text: &str) -> Result<PeopleNote> {
        let key = format!("report {}", self.player.id);
        let of = (Budget::Account, Some(key.as_str()));
        let before = self.draft.spent_so_far(of)?;
        if before >= REPORTS {
            return Ok(PeopleNote::ReportsUsedUp);
        }
        self.draft.spend_within((Budget::Account, key), REPORTS)?;
        let mut letter = None;
        for token in &self.tokens {
            letter = letter.max(self.draft.store.letter_of_token(*token)?);
        }
        let report = Report::Complaint {
            player: self.player.id,
            name: self.player.name.clone(),
            number: before,
            text: cleaned(text),
            letter,
        };
        Ok(match self.draft.tell_umpire(report) {
            true => PeopleNote::Reported,
            false => PeopleNote::ReportKept,
        })
    }

    /// Gives the author another name.
    fn rename_oneself(&mut self, name: &str) -> Result<Note> {
        let id = Some(self.player.id);
        let name = self.draft.office.free_name(self.draft.store, name, id)?;
        Ok(match self.change_oneself(&PersonRequest::Rename(name))? {
            Ok(_) => Note::People(PeopleNote::Named {
                name: self.player.name.clone(),
            }),
            Err(note) => note,
        })
    }

    /// Answers `register NAME` of somebody who is known: they may have left.
    fn register_again(&mut self, name: &str) -> Result<Note> {
        let (store, player) = (self.draft.store, self.player.clone());
        let request = PersonRequest::Join {
            name: self.draft.office.free_name(store, name, Some(player.id))?,
            address: player.address.clone(),
        };
        if let Err(note) = self.change_oneself(&request)? {
            return Ok(note);
        }
        let name = self.player.name.clone();
        let scope = NewScope::Player(PlayerRef::Known(player.id));
        let to = (scope, player.address.as_str());
        self.draft.welcome((player.id, to), (&name, true), None);
        Ok(Note::People(PeopleNote::Named { name }))
    }
}

fn remark(note: PeopleNote) -> Part {
    Part::Note(Note::People(note))
}

/// A query that is about no position.
fn shown(session: &MailSession<'_>, query: Query) -> Part {
    let after = match session.games.as_slice() {
        [game] => game.stored.seq,
        _ => 0,
    };
    Part::Query {
        query,
        after,
        held: None,
    }
}

/// Words of a player as they are kept, without reply tokens and what could be taken for the server's own.
fn cleaned(text: &str) -> String {
    let blanked = keys::blanked(text.trim());
    let lines = blanked.lines().map(|line| clean(line, LONGEST));
    let lines: Vec<String> = lines.collect();
    lines.join("\n").chars().take(LONGEST).collect()
}

/// The member of this name, other than the author.
pub(super) fn member(
    session: &MailSession<'_>,
    name: &str,
) -> Result<std::result::Result<PlayerRow, PeopleNote>> {
    let found = session.draft.store.player_by_name(name.trim())?;
    Ok(match found.filter(|player| player.membership.is_member()) {
        Some(player) if player.id == session.player.id => Err(PeopleNote::Oneself),
        Some(player) => Ok(player),
        None => Err(PeopleNote::Nobody {
            typed: clean(name, 60),
        }),
    })
}

fn has_seat(session: &MailSession<'_>, game: GameId) -> Result<bool> {
    let seats = session.draft.store.seats(game)?;
    Ok(seats.iter().any(|row| row.player == session.player.id))
}

/// Mutes or blocks somebody, or stops doing so.
fn relate(
    session: &mut MailSession<'_>,
    name: &str,
    (relation, on): (Relation, bool),
) -> Result<Part> {
    let other = match member(session, name)? {
        Ok(other) => other,
        Err(note) => return Ok(remark(note)),
    };
    let request = PersonRequest::Relate {
        other: other.id,
        relation,
        on,
    };
    if let Err(note) = session.change_oneself(&request)? {
        return Ok(Part::Note(note));
    }
    Ok(remark(PeopleNote::Related {
        name: other.name,
        relation,
        on,
    }))
}
