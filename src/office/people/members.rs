//! Commands of members about people.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::commands::{Command, Line, People};
use crate::ids::{GameId, PlayerId};
use crate::letters::{Note, Part, PeopleNote, PlayerNotice, Query, Report};
use crate::mail::Address;
use crate::status::Relation;
use crate::store::{Budget, LetterKind, PeopleChange, PlayerChange, PlayerRow};
use crate::text::clean;
use crate::text::keys;

use super::super::Office;
use super::super::outgoing::PlayerLetter;
use super::super::session::MailSession;
use super::joining::Newcomer;

/// A name may be changed once in so long.
const NAME_KEPT: TimeDelta = TimeDelta::days(30);
/// At most so many reports of one player reach the umpire in a day.
const REPORTS: i64 = 5;
/// At most so many notes of one player are kept.
const NOTES: usize = 500;
/// At most so many characters of a message, a note or a report.
const LONGEST: usize = 4000;
/// At most so many games are looked through for opponents.
const MOST_GAMES: usize = 1000;

impl Office {
    /// Carries out a line about people; `None`: it is about something else.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn of_people(
        &mut self,
        session: &mut MailSession<'_>,
        line: &Line,
    ) -> Result<Option<Vec<Part>>> {
        let Command::People(what) = &line.command else {
            return Ok(None);
        };
        let for_all = matches!(
            what,
            People::Register(_) | People::ForgetMe | People::ExportMe | People::Never
        );
        if !session.player.membership.is_member() && !for_all {
            return Ok(Some(vec![remark(PeopleNote::NoMember)]));
        }
        let sure = session.is_sure();
        let needs_newest = || Part::Note(Note::NeedsNewest);
        let part = match what {
            People::Who(name) => shown(session, Query::Who(clean(name, 60))),
            People::GamesOf(name) => shown(session, Query::GamesOf(clean(name, 60))),
            People::GamesNext => shown(session, Query::GamesNext),
            People::Notes => shown(session, Query::Notes),
            People::ExportMe if !sure => needs_newest(),
            People::ExportMe => shown(session, Query::ExportMe),
            People::Mute(name) => relate(session, name, (Relation::Mute, true))?,
            People::Unmute(name) => relate(session, name, (Relation::Mute, false))?,
            People::Block(name) => relate(session, name, (Relation::Block, true))?,
            People::Unblock(name) => relate(session, name, (Relation::Block, false))?,
            People::Message { to, text } => remark(self.send_message(session, to, text)?),
            People::Note(text) => self.keep_note(session, line, text)?,
            People::Substitute { .. } if !sure => needs_newest(),
            People::Substitute { game, who } => {
                let games = session.games.as_slice();
                let only = match games {
                    [game] => Some(game.stored.row.id.0),
                    _ => None,
                };
                let game = game.or(line.game).or(only).map(GameId);
                remark(self.ask_substitute(session, game, who)?)
            }
            People::Report(text) => remark(self.pass_report(session, text)?),
            People::Rename(_) if !sure => needs_newest(),
            People::Rename(name) => remark(self.rename_oneself(session, name)?),
            People::Register(name) => remark(self.register_again(session, name)?),
            People::LeaveServer | People::ForgetMe if !sure => needs_newest(),
            People::LeaveServer => self.ask_to_leave(session, false)?,
            People::ForgetMe => self.ask_to_leave(session, true)?,
            People::Never => remark(PeopleNote::NotNever),
        };
        Ok(Some(vec![part]))
    }

    /// Sends a message to another player. One who blocks or mutes the author does not get it, which nobody is told.
    fn send_message(
        &mut self,
        session: &mut MailSession<'_>,
        to: &str,
        text: &str,
    ) -> Result<PeopleNote> {
        let other = match member(session, to)? {
            Ok(other) => other,
            Err(note) => return Ok(note),
        };
        if text.trim().is_empty() {
            return Ok(PeopleNote::MessageEmpty);
        }
        let (store, from) = (session.store, session.player.id);
        let key = format!("p{}", other.id);
        let (decision, whom) = (&mut session.decision, (key.as_str(), other.name.as_str()));
        let limit = self.writes_too_much(store, decision, &session.player, whom)?;
        if limit.is_some() {
            let most = self.settings.meeting.letters_to_one;
            let all = self.settings.meeting.letters;
            return Ok(PeopleNote::MessagesUsedUp { most, all });
        }
        self.count_letter(store, decision, &session.player, &key)?;
        let hidden = store.is_blocked(other.id, from)? || store.is_muted(other.id, from)?;
        if !hidden {
            let notice = PlayerNotice::Message {
                from: session.player.name.clone(),
                text: cleaned(text),
            };
            let letter = PlayerLetter::told(vec![notice]);
            let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
            self.post_player(&mut session.decision, &other, kind, mail, letter);
        }
        Ok(PeopleNote::MessageTaken { name: other.name })
    }

    fn keep_note(&self, session: &mut MailSession<'_>, line: &Line, text: &str) -> Result<Part> {
        let player = session.player.id;
        let named = line.game.map(GameId);
        let game = match (session.game_of(line), named) {
            (Ok(Some(index)), _) => session.game_mut(index)?.stored.row.id,
            // A mail about no game may name one of the author's.
            (_, Some(named)) if has_seat(session, named)? => named,
            (Err(note), _) => return Ok(Part::Note(note)),
            (Ok(None), _) => return Ok(Part::Note(session.no_game()?)),
        };
        let kept = session.store.notes(player, None, NOTES)?.len();
        let new = |change: &&PeopleChange| matches!(change, PeopleChange::Note { .. });
        if kept + session.decision.people.iter().filter(new).count() >= NOTES {
            return Ok(remark(PeopleNote::NotesFull { most: NOTES }));
        }
        let text = cleaned(text);
        let note = PeopleChange::Note { player, game, text };
        session.decision.people.push(note);
        Ok(remark(PeopleNote::NoteKept { game }))
    }

    /// Passes a report on to the umpire, with the letter that the mail answers.
    fn pass_report(&self, session: &mut MailSession<'_>, text: &str) -> Result<PeopleNote> {
        let key = format!("report {}", session.player.id);
        let (store, decision) = (session.store, &mut session.decision);
        let of = (Budget::Account, Some(key.as_str()));
        let before = self.spent_so_far(store, decision, of)?;
        if before >= REPORTS {
            return Ok(PeopleNote::ReportsUsedUp);
        }
        self.spend_within(store, decision, (Budget::Account, key), REPORTS)?;
        let mut letter = None;
        for token in &session.tokens {
            letter = letter.max(session.store.letter_of_token(*token)?);
        }
        let report = Report::Complaint {
            player: session.player.id,
            name: session.player.name.clone(),
            number: before,
            text: cleaned(text),
            letter,
        };
        Ok(match self.tell_umpire(&mut session.decision, report) {
            true => PeopleNote::Reported,
            false => PeopleNote::ReportKept,
        })
    }

    /// Gives the author another name. The others in his running games are told.
    fn rename_oneself(&mut self, session: &mut MailSession<'_>, name: &str) -> Result<PeopleNote> {
        let player = session.player.clone();
        let last = player.membership.named_at.as_deref();
        let last = last.and_then(|at| DateTime::parse_from_rfc3339(at).ok());
        if let Some(from) = last.map(|last| last.to_utc() + NAME_KEPT)
            && from > self.now()
        {
            let from = from.format("%Y-%m-%d").to_string();
            return Ok(PeopleNote::NameTooSoon { from });
        }
        let name = match self.free_name(session.store, name, Some(player.id))? {
            Ok(name) => name,
            Err(fault) => return Ok(PeopleNote::NameRefused(fault)),
        };
        let mut told: BTreeMap<PlayerId, Vec<GameId>> = BTreeMap::new();
        for (game, _) in session.store.games_of(player.id, true, MOST_GAMES)? {
            for seat in session.store.seats(game.id)? {
                let games = told.entry(seat.player).or_default();
                if seat.player != player.id && !games.contains(&game.id) {
                    games.push(game.id);
                }
            }
        }
        told.remove(&player.id);
        for (other, mut games) in told {
            let Some(other) = session.store.player(other)? else {
                continue;
            };
            games.sort_unstable();
            let notice = PlayerNotice::Renamed {
                former: player.name.clone(),
                name: name.clone(),
                games,
            };
            let letter = PlayerLetter::told(vec![notice]);
            let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
            self.post_player(&mut session.decision, &other, kind, mail, letter);
        }
        let decision = &mut session.decision;
        decision
            .players
            .push(PlayerChange::Rename(player.id, name.clone()));
        decision.people.push(PeopleChange::Named(player.id));
        session.player.name.clone_from(&name);
        session.player.membership.named_at = Some(self.stamp());
        Ok(PeopleNote::Named { name })
    }

    /// Answers `register NAME` of somebody who is known: he may have left.
    fn register_again(&mut self, session: &mut MailSession<'_>, name: &str) -> Result<PeopleNote> {
        let player = session.player.clone();
        if player.membership.is_member() {
            return Ok(PeopleNote::AlreadyMember { name: player.name });
        }
        let free = self.free_name(session.store, name, Some(player.id))?;
        let (name, address) = match (free, Address::parse(&player.address)) {
            (Ok(name), Ok(address)) => (name, address),
            (Err(fault), _) => return Ok(PeopleNote::NameRefused(fault)),
            (Ok(_), Err(_)) => return Ok(PeopleNote::NoMember),
        };
        let newcomer = Newcomer {
            address: &address,
            vouched: false,
            before: Some(&player),
        };
        self.join(&mut session.decision, newcomer, &name);
        session.player.membership.left_at = None;
        session.player.name.clone_from(&name);
        Ok(PeopleNote::Named { name })
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
    let found = session.store.player_by_name(name.trim())?;
    Ok(match found.filter(|player| player.membership.is_member()) {
        Some(player) if player.id == session.player.id => Err(PeopleNote::Oneself),
        Some(player) => Ok(player),
        None => Err(PeopleNote::Nobody {
            typed: clean(name, 60),
        }),
    })
}

fn has_seat(session: &MailSession<'_>, game: GameId) -> Result<bool> {
    let seats = session.store.seats(game)?;
    Ok(seats.iter().any(|row| row.player == session.player.id))
}

/// Mutes or blocks somebody, or does so no more.
fn relate(
    session: &mut MailSession<'_>,
    name: &str,
    (relation, on): (Relation, bool),
) -> Result<Part> {
    let other = match member(session, name)? {
        Ok(other) => other,
        Err(note) => return Ok(remark(note)),
    };
    let (player, whom) = (session.player.id, other.id);
    session.decision.people.push(match on {
        true => PeopleChange::Relate {
            player,
            other: whom,
            relation,
        },
        false => PeopleChange::Unrelate {
            player,
            other: whom,
            relation,
        },
    });
    Ok(remark(PeopleNote::Related {
        name: other.name,
        relation: relation.into(),
        on,
    }))
}
