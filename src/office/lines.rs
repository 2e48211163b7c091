//! The lines of one mail: each is read as requests and queries, and carried out in its game.

use anyhow::Result;

use crate::commands::{self, Command, Draw, Extra, Line, Scope, Script};
use crate::games::{Actor, Decided, Event, Guard, Refusal, Request, decide};
use crate::letters::{Echo, Note, Part, Query, Question};
use crate::store::GameId;
use crate::text;

use super::Office;
use super::addresses;
use super::session::{MailSession, OpenGame, of_mail};

/// At most this many lines of one mail are carried out, so that the answer stays readable.
const MOST_LINES: usize = 20;
/// At most this many characters of a line are repeated in the answer.
const LONGEST_LINE: usize = 300;

impl Office {
    /// Reads the commands and carries them out one by one. The second value says whether anything was
    /// understood.
    ///
    /// # Errors
    /// The store fails, or an event cannot be applied.
    pub(super) fn run(&mut self, session: &mut MailSession<'_>) -> Result<(Vec<Echo>, bool)> {
        let script = session.script();
        let mut echoes = Vec::new();
        if script.lines.is_empty() {
            echoes.push(session.nothing_read());
        }
        let known = |line: &Line| line.command != Command::Unrecognised;
        let acted = script.lines.iter().any(known);
        for line in script.lines.iter().take(MOST_LINES) {
            echoes.extend(self.carry_out(session, line, acted)?);
        }
        if script.lines.len() > MOST_LINES {
            echoes.push(of_mail(Note::TooManyLines(MOST_LINES)));
        }
        if script.unread > 0 {
            echoes.push(of_mail(Note::Unread(script.unread)));
        }
        Ok((echoes, acted))
    }

    /// Carries out one line; `acted`: some line of the mail was understood.
    fn carry_out(
        &mut self,
        session: &mut MailSession<'_>,
        line: &Line,
        acted: bool,
    ) -> Result<Vec<Echo>> {
        let several = session.games.len() > 1;
        let mut echo = Echo {
            line: Some(text::clean(&line.text, LONGEST_LINE)),
            ..Echo::default()
        };
        let index = match session.game_of(line) {
            Ok(index) => index,
            Err(note) => {
                echo.parts.push(Part::Note(note));
                return Ok(vec![echo]);
            }
        };
        let game = session.game_mut(index)?;
        echo.game = several.then_some(game.stored.row.id);
        if matches!(line.command, Command::Yes | Command::YesAdd | Command::No) {
            return self.answer_question(session, index, line, echo);
        }
        echo.parts = match &line.command {
            Command::Unrecognised if acted => vec![Part::NotUnderstood(None)],
            Command::Unrecognised => vec![Part::NotUnderstood(Some(game.stored.seq))],
            Command::Misused { hint, .. } => vec![Part::Misused(hint.clone())],
            command => match query(command) {
                Some(query) => vec![game.asks(query)],
                None if addresses::is_of_account(command) => {
                    self.of_account(session, index, line)?
                }
                None => game.does_all(&requests(command), Some(&line.text))?,
            },
        };
        Ok(vec![echo])
    }

    /// Carries out what waits for the author's `yes`, or drops it.
    fn answer_question(
        &mut self,
        session: &mut MailSession<'_>,
        index: usize,
        line: &Line,
        mut echo: Echo,
    ) -> Result<Vec<Echo>> {
        let game = session.game_mut(index)?;
        let (number, seat) = (game.stored.row.id, game.seat);
        let Some(waiting) = session.asked(number, seat)? else {
            echo.parts.push(Part::Note(Note::NothingAsked));
            return Ok(vec![echo]);
        };
        session.decision.close_questions.push(waiting.id);
        if line.command == Command::No {
            echo.parts.push(Part::Note(Note::Declined));
            return Ok(vec![echo]);
        }
        echo.parts.push(Part::Note(Note::Confirmed));
        let game_of_echo = echo.game;
        let mut echoes = vec![echo];
        let Question::OtherAddress { lines, from, .. } = serde_json::from_str(&waiting.data)?;
        if line.command == Command::YesAdd {
            let added = self.add_asked(session, &from)?;
            echoes[0].parts.push(added);
        }
        for (line, requests) in lines {
            let game = session.game_mut(index)?;
            let before = game.changes.count();
            let parts = game.does_all(&requests, Some(&line))?;
            if let Some(mail) = waiting.mail {
                game.changes.written_in(mail, before);
            }
            echoes.push(Echo {
                parts,
                line: Some(line),
                game: game_of_echo,
            });
        }
        Ok(echoes)
    }
}

impl MailSession<'_> {
    /// What the mail asks for, line by line.
    fn script(&self) -> Script {
        let subject = &self.mail.message.subject;
        commands::read_each(self.mail.lines, subject, &|named, line| {
            let index = match named {
                Some(number) => self.game_index(GameId(number)),
                None => Some(0),
            };
            let game = index.and_then(|index| self.games.get(index));
            game.is_some_and(|game| game.stored.game.reads_as_turn(line))
        })
    }

    /// The game that a line is about, as an index.
    fn game_of(&self, line: &Line) -> Result<usize, Note> {
        let only = match self.games.as_slice() {
            [game] => Some(game.stored.row.id),
            _ => None,
        };
        match line.game.map(GameId) {
            Some(named) => self
                .game_index(named)
                .ok_or(Note::OtherGame { named, about: only }),
            // What needs no game of its own is answered in any.
            None if only.is_some() || line.command.scope() != Scope::Game => Ok(0),
            None => Err(Note::WhichGame),
        }
    }

    fn nothing_read(&self) -> Echo {
        of_mail(Note::NothingRead {
            empty: self.mail.message.body.trim().is_empty(),
            cut: self.mail.message.truncated,
        })
    }
}

impl OpenGame {
    /// Carries out the requests of one line in order, each on the game that the one before has left.
    /// What is refused ends the line, but for a claim that fails, whose turn stands. A claim that is
    /// right has ended the game, so that its turn is not played; words are sent all the same.
    pub fn does_all(&mut self, requests: &[Request], typed: Option<&str>) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut claimed = false;
        for request in requests {
            let plays = matches!(request, Request::Play { .. });
            if plays && claimed {
                continue;
            }
            // An offer that the answered letter did not show lapses unseen.
            let unseen = self.stored.offers_since(self.shown);
            match self.does(request, typed)? {
                Ok(done) => parts.extend(done),
                Err(refusal) => {
                    let goes_on = matches!(refusal, Refusal::ClaimFails(_));
                    parts.push(Part::Refused(refusal));
                    if goes_on {
                        continue;
                    }
                    break;
                }
            }
            claimed |= *request == Request::ClaimDraw;
            if plays {
                let unseen = unseen.into_iter().filter(|seat| *seat != self.seat);
                parts.extend(unseen.map(|seat| Part::Note(Note::OfferLapsed(seat))));
            }
        }
        Ok(parts)
    }

    /// Carries out one request.
    fn does(
        &mut self,
        request: &Request,
        typed: Option<&str>,
    ) -> Result<Result<Vec<Part>, Refusal>> {
        if let Some(refusal) = self.barred(request) {
            return Ok(Err(refusal));
        }
        let shown = self.shown_for(request);
        let actor = Actor::Seat {
            seat: self.seat,
            shown,
        };
        let (current, before) = (self.stored.is_current(shown), self.stored.state);
        let events = match decide(&self.stored, &actor, request) {
            Decided::Refused(refusal) => return Ok(Err(refusal)),
            Decided::Held { now, before } => {
                self.changes.hold(&mut self.stored, self.seat, now.clone());
                return Ok(Ok(vec![match now {
                    Some(held) => Part::Held(held, self.stored.seq),
                    None => Part::Dropped(before.unwrap_or_default()),
                }]));
            }
            Decided::Done(events) => events,
        };
        let mut parts = Vec::new();
        for event in &events {
            // The text of such an event is the words; the line may have been a turn.
            let typed = typed.filter(|_| !matches!(event, Event::Say { .. }));
            let seq = self.changes.apply(&mut self.stored, event, typed)?;
            parts.push(Part::Event(seq));
        }
        // The author knows what he has done himself: his further lines are about that position. An old
        // letter stays an old one, and talk shows him nothing of what he has not seen.
        if current && self.stored.state != before {
            self.shown = self.stored.state;
        }
        Ok(Ok(parts))
    }

    fn asks(&self, query: Query) -> Part {
        Part::Query {
            query,
            after: self.stored.seq,
            held: self.stored.held(self.seat).map(str::to_owned),
        }
    }
}

/// What a command wants to see; `None` if it wants something done.
pub(super) fn query(command: &Command) -> Option<Query> {
    Some(match command {
        Command::Preview(turn) => Query::Preview(turn.clone()),
        Command::Legal(what) => Query::Legal(what.clone()),
        Command::Show { at, game } => Query::Show {
            at: *at,
            game: game.map(GameId),
        },
        Command::History => Query::History,
        Command::Games => Query::Games,
        Command::Help(topic) => Query::Help(topic.clone()),
        Command::Commands => Query::Help(None),
        Command::Rules(variant) => Query::Rules(variant.clone()),
        Command::Variants => Query::Variants,
        Command::Resend => Query::Resend,
        Command::Turn { .. }
        | Command::Hold(_)
        | Command::Drop
        | Command::Resign
        | Command::Draw(_)
        | Command::Say { .. }
        | Command::Yes
        | Command::YesAdd
        | Command::No
        | Command::Address(_)
        | Command::Confirm
        | Command::Decline(_)
        | Command::Unsubscribe
        | Command::Format { .. }
        | Command::Misused { .. }
        | Command::Unrecognised => return None,
    })
}

/// What a command wants done, in order.
pub(super) fn requests(command: &Command) -> Vec<Request> {
    match command {
        Command::Turn {
            guard,
            turn,
            then,
            comment,
            sure: _,
        } => {
            let play = Request::Play {
                turn: turn.clone(),
                number: guard.map(|guard| Guard {
                    number: guard.number,
                    second: guard.dots >= 3,
                }),
            };
            let mut all = match then {
                None => vec![play],
                Some(Extra::DrawOffer) => vec![play, Request::OfferDraw],
                Some(Extra::DrawClaim) => vec![Request::ClaimDraw, play],
            };
            let comment = comment.clone().filter(|words| !words.trim().is_empty());
            all.extend(comment.map(|words| Request::Say { to: None, words }));
            all
        }
        Command::Hold(beginning) => vec![Request::Hold(beginning.clone())],
        Command::Drop => vec![Request::Drop],
        Command::Resign => vec![Request::Resign],
        Command::Draw(Draw::Offer) => vec![Request::OfferDraw],
        Command::Draw(Draw::Accept) => vec![Request::AcceptDraw],
        Command::Draw(Draw::Decline) => vec![Request::DeclineDraw],
        Command::Draw(Draw::Claim(turn)) => {
            let play = turn
                .clone()
                .map(|turn| Request::Play { turn, number: None });
            [Request::ClaimDraw].into_iter().chain(play).collect()
        }
        Command::Say { to, text } => vec![Request::Say {
            to: to.clone(),
            words: text.clone(),
        }],
        Command::Preview(_)
        | Command::Legal(_)
        | Command::Show { .. }
        | Command::History
        | Command::Games
        | Command::Help(_)
        | Command::Commands
        | Command::Rules(_)
        | Command::Variants
        | Command::Resend
        | Command::Yes
        | Command::YesAdd
        | Command::No
        | Command::Address(_)
        | Command::Confirm
        | Command::Decline(_)
        | Command::Unsubscribe
        | Command::Format { .. }
        | Command::Misused { .. }
        | Command::Unrecognised => Vec::new(),
    }
}

/// What of a mail could be carried out later, with the lines.
pub(super) fn waiting(script: &Script) -> Vec<(String, Vec<Request>)> {
    let lines = script.lines.iter().take(MOST_LINES);
    let lines = lines.map(|line| {
        (
            text::clean(&line.text, LONGEST_LINE),
            requests(&line.command),
        )
    });
    lines.filter(|(_, requests)| !requests.is_empty()).collect()
}
