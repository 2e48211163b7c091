//! What a line does in one game: its requests, and the doubts about it.

use anyhow::Result;

use crate::commands::{Command, Draw, Line, Why};
use crate::games::{Actor, Decided, Event, Refusal, Request, decide};
use crate::letters::{self, Doubtful, Note, Part, PlanPart, Query};
use crate::text;

use crate::office::OpenGame;
use crate::office::act::consent;
use crate::office::act::deadlines::ASKED;
use crate::office::act::lines::LONGEST_LINE;
use crate::office::act::requests::requests;
use crate::office::load::reader::turn_of;
use crate::office::load::shown::settings_of;

impl OpenGame {
    /// What waited for a `yes` counts as of its own arrival, if the `yes` has come within a day.
    pub(super) fn counts_as_asked(&mut self) {
        let known = &mut self.stored.known;
        if let (Some(asked), Some(came)) = (known.asked, known.came)
            && came - asked <= ASKED
        {
            known.came = Some(asked);
            self.changes.came(asked);
        }
    }

    /// Carries out the requests of one line in order, each on the game that the one before
    /// has left. What is refused ends the line, except a claim that fails, whose turn is
    /// kept. A claim that is right has ended the game, so that its turn is not played;
    /// words are sent all the same.
    pub(super) fn does_all(
        &mut self,
        requests: &[Request],
        typed: Option<&str>,
    ) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut claimed = false;
        for request in requests {
            let plays = matches!(request, Request::Play { .. });
            if plays && claimed {
                continue;
            }
            // An offer that the answered letter did not show lapses unseen.
            let unseen = self.stored.offers_since(self.shown);
            let done = self.does(request, typed)?;
            let refused = done.iter().find_map(|part| match part {
                Part::Refused(refusal) => Some(matches!(refusal, Refusal::ClaimFails(_))),
                _ => None,
            });
            parts.extend(done);
            match refused {
                Some(true) => continue,
                Some(false) => break,
                None => {}
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
    fn does(&mut self, request: &Request, typed: Option<&str>) -> Result<Vec<Part>> {
        if let Some(refusal) = self.barred(request) {
            return Ok(vec![Part::Refused(refusal)]);
        }
        let says = matches!(request, Request::Say { .. });
        if says && !settings_of(&self.stored, self.seat).chat() {
            return Ok(vec![Part::Note(Note::ChatOff)]);
        }
        if let Some(note) = self.talks_too_much(request) {
            return Ok(vec![Part::Note(note)]);
        }
        let (seat, shown) = (self.seat, self.shown_for(request));
        let actor = Actor::Seat { seat, shown };
        let (current, before) = (self.stored.is_current(shown), self.stored.state);
        let events = match decide(&self.stored, &actor, request) {
            Decided::Refused(refusal) => return Ok(vec![Part::Refused(refusal)]),
            Decided::Held { now, before } => {
                self.changes.hold(&mut self.stored, self.seat, now.clone());
                return Ok(vec![match now {
                    Some(held) => Part::Held(held, self.stored.seq),
                    None => Part::Dropped(before.unwrap_or_default()),
                }]);
            }
            Decided::Planned {
                plans,
                added,
                removed,
                ..
            } => {
                let left = plans.as_ref().map_or(0, |plans| plans.pairs.len());
                self.changes.plan(&mut self.stored, self.seat, plans);
                return Ok(vec![Part::Plan(match removed {
                    0 => PlanPart::Kept { added, pairs: left },
                    _ => PlanPart::Cleared { removed, left },
                })]);
            }
            Decided::Done(events) => events,
        };
        let mut parts = Vec::new();
        for event in &events {
            // The text of such an event is the words; the line may have been a turn.
            let typed = typed.filter(|_| !matches!(event, Event::Say { .. }));
            let seq = self.changes.apply(&mut self.stored, event, typed)?;
            self.count_talk(event);
            parts.push(Part::Event(seq));
        }
        // Authors know what they have done themselves: their further lines are about
        // that position. An old letter stays an old one, and talk shows its author
        // nothing that they have not seen.
        if current && self.stored.state != before {
            self.shown = self.stored.state;
        }
        Ok(parts)
    }

    /// Why a line is not carried out before its author has answered a question.
    pub(super) fn doubt(&self, line: &Line) -> Option<Doubtful> {
        let doubt = line.doubt.as_ref()?;
        let why = match doubt.why {
            Why::Sentence => letters::Why::Sentence,
            Why::Letters => letters::Why::Letters,
            Why::Others => letters::Why::Others,
            Why::Words(_) => letters::Why::Words,
            Why::Final => letters::Why::Final,
            Why::Quoted => letters::Why::Quoted,
        };
        Some(doubtful(line, doubt.turns.clone(), why))
    }

    /// The doubt about a turn after which its player may have none next time.
    pub(super) fn strands(&self, line: &Line) -> Option<Doubtful> {
        let Command::Turn { turn, .. } = &line.command else {
            return None;
        };
        let play = Request::Play {
            turn: turn.clone(),
            number: None,
        };
        let turn = turn_of(decide(&self.stored, &self.actor(), &play))?;
        let strands = self.stored.game.strands(&turn);
        strands.then(|| doubtful(line, vec![turn], letters::Why::NoTurnNext))
    }

    /// Whether the time of the seat to move was over before the mail came, so that nothing comes of a line.
    pub(super) fn comes_too_late(&self, line: &Line) -> bool {
        let late = |request| {
            let refusal = decide(&self.stored, &self.actor(), request);
            use Refusal::{TimeOver, TimeOverFor};
            matches!(refusal, Decided::Refused(TimeOver(_) | TimeOverFor { .. }))
        };
        self.stored.time_was_over().is_some() && requests(line).first().is_some_and(late)
    }

    /// Whether nothing comes of a line because the game is over, or waits for the umpire.
    pub(super) fn comes_after_end(&self, line: &Line) -> bool {
        let closed = |request| {
            let decided = decide(&self.stored, &self.actor(), request);
            matches!(decided, Decided::Refused(Refusal::Closed(_)))
        };
        self.stored.closure().is_some() && requests(line).first().is_some_and(closed)
    }

    pub(in crate::office) fn actor(&self) -> Actor {
        let (seat, shown) = (self.seat, self.shown);
        Actor::Seat { seat, shown }
    }

    /// What is said of a line that is neither a turn nor a command: what was seen in it.
    pub(super) fn not_understood(&mut self, line: &str, acted: bool) -> Result<Vec<Part>> {
        let mentions = self.stored.game.mentions(line);
        if let Some(seen) = mentions.into_iter().next() {
            let play = Request::Play {
                turn: seen.typed.clone(),
                number: None,
            };
            if let Decided::Refused(refusal) = decide(&self.stored, &self.actor(), &play) {
                let seen = Part::Note(Note::Seen(text::clean(&seen.typed, LONGEST_LINE)));
                return Ok(vec![seen, Part::Refused(refusal)]);
            }
        }
        // A player who is not to move needs no example of a turn.
        let due = self.stored.is_on()
            && self.stored.game.to_move() == self.seat
            && self.stored.time_was_over().is_none();
        let example = (!acted && due).then_some(self.stored.seq);
        Ok(vec![Part::NotUnderstood(example)])
    }

    /// A query, unless the mail has asked the same before.
    pub(super) fn asks_once(&mut self, query: Query) -> Part {
        let part = Part::Query {
            query,
            after: self.stored.seq,
            held: self.stored.held(self.seat).map(str::to_owned),
        };
        if self.asked.contains(&part) {
            return Part::Note(Note::AskedAbove);
        }
        self.asked.push(part.clone());
        part
    }
}

/// A doubt about a line.
pub(super) fn doubtful(line: &Line, turns: Vec<String>, why: letters::Why) -> Doubtful {
    Doubtful {
        turns,
        why,
        command: match &line.command {
            Command::Turn { .. } => None,
            Command::Resign => Some("resign".to_owned()),
            Command::Draw(Draw::Accept) => Some("draw accept".to_owned()),
            other => consent::written(other).or_else(|| other.verb().map(str::to_owned)),
        },
    }
}
