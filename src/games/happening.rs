//! Events as their readers see them: with what they meant on the board when they happened.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::rules::{Fact, Played, Seat};
use crate::store::EventRow;

use super::event::Event;
use super::stored_game::{StoredGame, TakenBack};
use super::time_happening::TimeHappening;

/// What an event has brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// A turn was played.
    Turn {
        /// By whom.
        seat: Seat,
        /// The turn.
        played: Played,
    },
    /// A seat has resigned.
    Resigned(Seat),
    /// The umpire has taken a seat out of the game.
    Forfeited {
        /// Which.
        seat: Seat,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// Seats are checkmated at the same moment, and out of the game. It follows from what has happened before.
    Eliminated {
        /// Which.
        seats: Vec<Seat>,
        /// By whom: the seat that is to move.
        by: Seat,
    },
    /// These seats are in the game again, since what took them out of it was taken back.
    Returned(Vec<Seat>),
    /// A turn has ended a draw offer in a game of more than two.
    OfferLapsed {
        /// The offer itself stands; the agreement of others to it has lapsed.
        stands: bool,
    },
    /// A seat offers a draw.
    Offered(Seat),
    /// A seat agrees to a draw.
    Agreed {
        /// Which.
        seat: Seat,
        /// Whether the game is drawn by it.
        drawn: bool,
    },
    /// A seat declines the draw.
    Declined(Seat),
    /// A seat has claimed a draw.
    Claimed {
        /// Which.
        seat: Seat,
        /// What the claim rests on.
        basis: Basis,
    },
    /// Somebody has said something.
    Said {
        /// Who; `None`: the umpire.
        by: Option<Seat>,
        /// Who reads it; `None`: everybody else.
        to: Option<Seat>,
        /// The words.
        #[serde(default)]
        words: String,
    },
    /// The umpire has taken something back.
    TakenBack {
        /// What.
        what: TakenBack,
        /// Whether the game was over before.
        reopened: bool,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The umpire has ended the game.
    Adjudicated {
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// Another player has taken a seat.
    Replaced {
        /// Which.
        seat: Seat,
        /// Who has held it.
        #[serde(default)]
        former: String,
        /// Who holds it from then on.
        #[serde(default)]
        newcomer: String,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The umpire has taken back turns.
    RolledBack {
        /// The turn that is to be played again.
        label: String,
        /// Whose turn it is.
        seat: Seat,
        /// How many turns are taken back.
        turns: usize,
        /// Whether the game was over before.
        reopened: bool,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// Something about time, or a turn that is taken back by consent.
    Time(TimeHappening),
    /// The game was called off.
    Aborted {
        /// The seat that has declined it; `None`: by the umpire.
        by: Option<Seat>,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
}

/// What a claim rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The position stood on the board at these moments.
    Repetition(Vec<Moment>),
    /// Nothing has progressed for so many turns, since this moment.
    NoProgress(usize, Moment),
}

/// A moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    /// The present.
    Now,
    /// Before the first turn.
    Start,
    /// After a turn, with its number.
    After(String),
}

impl StoredGame {
    /// Applies an event of the log, and says what it has brought about: the event itself, and then what has
    /// followed from it.
    ///
    /// # Errors
    /// As [`StoredGame::apply_row`].
    pub fn happens(&mut self, row: &EventRow) -> Result<Vec<Happening>> {
        let (left, playing) = (self.game.left().len(), self.game.playing());
        let before = (self.offers.clone(), self.is_on(), self.takes_back());
        let row = &row.logged();
        let basis = match Event::read(row)? {
            Event::Claim(_) => self.game.fork().claim_draw().ok(),
            _ => None,
        };
        let basis = basis.map(|rests_on| self.basis(&rests_on));
        let label = self.game.label();
        let turns = self.turns.len();
        let of_time = self.time_happening(&Event::read(row)?);
        let proposals = self.proposals.clone();
        self.apply_row(row)?;
        let (offers, was_on, undone) = before;
        let event = Event::read(row)?;
        let leaving = event.leaves();
        let ended = self.lapsed(&event, proposals);
        let lapsed = matches!(event, Event::Turn { .. }) && self.offers.len() < offers.len();
        let departed = matches!(undone, Some(TakenBack::Departure(_)));
        let happening = match event {
            Event::Turn { seat, text } => Happening::Turn {
                seat,
                played: Played {
                    canonical: text,
                    label,
                    also: self.written_also(),
                },
            },
            Event::Resign(seat) => Happening::Resigned(seat),
            Event::Forfeit { seat, reason } => Happening::Forfeited { seat, reason },
            Event::Offer(seat) if offers.iter().any(|other| *other != seat) => Happening::Agreed {
                seat,
                drawn: !self.is_on(),
            },
            Event::Offer(seat) => Happening::Offered(seat),
            Event::Decline(seat) => Happening::Declined(seat),
            Event::Claim(seat) => Happening::Claimed {
                seat,
                basis: basis.unwrap_or(Basis::Repetition(Vec::new())),
            },
            Event::Say { by, to, words } => Happening::Said { by, to, words },
            Event::Undo { reason } => Happening::TakenBack {
                what: undone.unwrap_or(TakenBack::End),
                reopened: !was_on,
                reason,
            },
            Event::Adjudicate { reason, .. } => Happening::Adjudicated { reason },
            Event::Abort { by, reason } => Happening::Aborted { by, reason },
            Event::Replace { seat, change } => Happening::Replaced {
                seat,
                former: change.former.name,
                newcomer: change.newcomer.name,
                reason: change.reason,
            },
            Event::Rollback { label, reason } => Happening::RolledBack {
                label,
                seat: self.game.to_move(),
                turns: turns.saturating_sub(self.turns.len()),
                reopened: !was_on,
                reason,
            },
            Event::Propose { .. }
            | Event::Refuse { .. }
            | Event::TakeBack(_)
            | Event::Pause { .. }
            | Event::Resume { .. }
            | Event::Terms(_)
            | Event::Credit { .. }
            | Event::Grace(_)
            | Event::Flag { .. }
            | Event::Reopen { .. } => {
                Happening::Time(of_time.context("no word for an event about time")?)
            }
        };
        let mut all = vec![happening];
        let groups = self.game.left().into_iter().skip(left);
        let followed =
            groups.filter(|group| leaving.is_none_or(|(seat, _)| !group.contains(&seat)));
        let by = self.game.to_move();
        all.extend(followed.map(|seats| Happening::Eliminated { seats, by }));
        let mut back = self.game.playing();
        back.retain(|seat| !playing.contains(seat));
        if !back.is_empty() && !departed && self.seats.len() > 2 {
            all.push(Happening::Returned(back));
        }
        if lapsed && self.seats.len() > 2 {
            let stands = !self.offers.is_empty();
            all.push(Happening::OfferLapsed { stands });
        }
        all.extend(ended.into_iter().map(Happening::Time));
        Ok(all)
    }

    /// The last turn in the other notation that players of this game use, if there is one.
    fn written_also(&self) -> Option<String> {
        let facts = self.game.view(None).facts.into_iter();
        facts
            .filter_map(|fact| match fact {
                Fact::LastTurn { also, .. } => also,
                _ => None,
            })
            .next()
    }

    /// What a claim rests on, from the numbers of turns ago (`docs/rules/README.md`).
    fn basis(&self, rests_on: &[usize]) -> Basis {
        let moment = |ago: usize| match self.turns.len().checked_sub(ago) {
            _ if ago == 0 => Moment::Now,
            None | Some(0) => Moment::Start,
            Some(count) => {
                let turn = &self.turns[count - 1];
                Moment::After(format!("{} {}", turn.label, turn.text))
            }
        };
        match rests_on {
            [since] => Basis::NoProgress(*since, moment(*since)),
            times => Basis::Repetition(times.iter().map(|ago| moment(*ago)).collect()),
        }
    }
}
