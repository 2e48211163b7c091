//! Commands of members about people.

use std::borrow::Cow;

use anyhow::Result;

use crate::commands::{Command, Hint, Line, People};
use crate::ids::GameId;
use crate::letters::{Note, Part, PeopleNote, PlayerNotice, Query, Report};
use crate::meeting::person::PersonRequest;
use crate::status::Relation;
use crate::store::{Budget, PeopleChange, PlayerRow};
use crate::text::{clean, keys};

use crate::office::MailSession;
use crate::office::act::umpire::account::Player;
use crate::office::knowledge;
use crate::office::load::people::hides;

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
        let part = match what {
            People::Who(name) => self.look_up(Query::Who(clean(name, 60))),
            People::Rating { who, game } => {
                let short = |text: &Option<String>| text.as_deref().map(|text| clean(text, 60));
                let (who, game) = (short(who), short(game));
                self.look_up(Query::Rating { who, game })
            }
            People::Ratings(game) => {
                let game = game.as_deref().map(|game| clean(game, 60));
                self.look_up(Query::Ratings(game))
            }
            People::GamesOf(name) => self.look_up(Query::GamesOf(clean(name, 60))),
            People::GamesNext => self.look_up(Query::GamesNext),
            People::Notes => self.look_up(Query::Notes),
            People::Lesson { .. } | People::Lessons | People::Quiz
                if !knowledge::all_know(knowledge::Known::Lessons, self.draft.office.lacking()) =>
            {
                let verb = Cow::Borrowed(what.verb());
                Part::Misused(Hint::NotYet { verb })
            }
            People::Lessons => self.look_up(Query::Lessons),
            People::Lesson { game, position } => {
                return Ok(Some(self.begin_lesson(line, game, *position)?));
            }
            People::Quiz => return Ok(Some(self.begin_quiz(line)?)),
            People::ExportMe if !sure => Part::Note(self.needs_newer_key()),
            People::ExportMe => self.look_up(Query::ExportMe),
            People::Mute(name) => self.relate(name, Relation::Mute, true)?,
            People::Unmute(name) => self.relate(name, Relation::Mute, false)?,
            People::Block(name) => self.relate(name, Relation::Block, true)?,
            People::Unblock(name) => self.relate(name, Relation::Block, false)?,
            People::Message { to, text } => remark(self.send_message(to, text)?),
            People::Note(text) => self.keep_note(line, text)?,
            People::Substitute { .. } if !sure => Part::Note(self.needs_newer_key()),
            People::Substitute { game, who } => {
                let game = game.or(line.game).map(GameId).or(self.only_game());
                remark(self.ask_substitute(game, who)?)
            }
            People::Report(text) => remark(self.pass_report(text)?),
            People::Rename(_) if !sure => Part::Note(self.needs_newer_key()),
            People::Rename(name) => Part::Note(self.rename_oneself(name)?),
            People::Register(name) => Part::Note(self.register_again(name)?),
            People::LeaveServer | People::ForgetMe if !sure => Part::Note(self.needs_newer_key()),
            People::LeaveServer => self.ask_to_leave(false)?,
            People::ForgetMe => self.ask_to_leave(true)?,
            People::Never => remark(PeopleNote::NotNever),
        };
        Ok(Some(vec![part]))
    }

    /// Sends a message to another player. One who blocks or mutes the author does not get it, which nobody is told.
    fn send_message(&mut self, to: &str, text: &str) -> Result<PeopleNote> {
        let other = match self.member(to)? {
            Ok(other) => other,
            Err(note) => return Ok(note),
        };
        if text.trim().is_empty() {
            return Ok(PeopleNote::MessageEmpty);
        }
        let from = self.player.id;
        let key = format!("p{}", other.id);
        let whom = (key.as_str(), other.name.as_str());
        if self.draft.writes_too_much(&self.player, whom)?.is_some() {
            return Ok(self.messages_used_up());
        }
        self.draft.count_letter(&self.player, &key)?;
        if !hides(self.draft.store, other.id, from)? {
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
            (Ok(Some(index)), _) => self.games[index].stored.row.id,
            // A mail about no game may name one of the author's.
            (_, Some(named)) if self.has_seat(named)? => named,
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
        let name = self.draft.free_name(name, Some(self.player.id))?;
        Ok(match self.change_oneself(&PersonRequest::Rename(name))? {
            Ok(_) => Note::People(PeopleNote::Named {
                name: self.player.name.clone(),
            }),
            Err(note) => note,
        })
    }

    /// Answers `register NAME` of somebody who is known: they may have left.
    fn register_again(&mut self, name: &str) -> Result<Note> {
        let request = PersonRequest::Join {
            name: self.draft.free_name(name, Some(self.player.id))?,
            address: self.player.address.clone(),
        };
        if let Err(note) = self.change_oneself(&request)? {
            return Ok(note);
        }
        let player = Player::known(self.player.clone());
        self.draft.welcome(&player, true, None);
        Ok(Note::People(PeopleNote::Named { name: player.name }))
    }

    /// A query that is about no position.
    pub(in crate::office::act) fn look_up(&self, query: Query) -> Part {
        let after = match self.games.as_slice() {
            [game] => game.stored.seq,
            _ => 0,
        };
        Part::Query {
            query,
            after,
            held: None,
        }
    }

    /// The member of this name, other than the author.
    pub(super) fn member(&self, name: &str) -> Result<Result<PlayerRow, PeopleNote>> {
        let found = self.draft.store.player_by_name(name.trim())?;
        Ok(match found.filter(|player| player.membership.is_member()) {
            Some(player) if player.id == self.player.id => Err(PeopleNote::Oneself),
            Some(player) => Ok(player),
            None => Err(PeopleNote::Nobody {
                typed: clean(name, 60),
            }),
        })
    }

    fn has_seat(&self, game: GameId) -> Result<bool> {
        let seats = self.draft.store.seats(game)?;
        Ok(seats.iter().any(|row| row.player == self.player.id))
    }

    /// Mutes or blocks somebody, or stops doing so.
    fn relate(&mut self, name: &str, relation: Relation, on: bool) -> Result<Part> {
        let other = match self.member(name)? {
            Ok(other) => other,
            Err(note) => return Ok(remark(note)),
        };
        let request = PersonRequest::Relate {
            other: other.id,
            relation,
            on,
        };
        Ok(match self.change_oneself(&request)? {
            Ok(_) => remark(PeopleNote::Related {
                name: other.name,
                relation,
                on,
            }),
            Err(note) => Part::Note(note),
        })
    }
}

fn remark(note: PeopleNote) -> Part {
    Part::Note(Note::People(note))
}

/// Words of a player as they are kept, without reply tokens and what could be taken for the server's own.
fn cleaned(text: &str) -> String {
    let blanked = keys::blanked(text.trim());
    let lines = blanked.lines().map(|line| clean(line, LONGEST));
    let lines: Vec<String> = lines.collect();
    lines.join("\n").chars().take(LONGEST).collect()
}
