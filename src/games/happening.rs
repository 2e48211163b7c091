//! Events as their readers see them: with what they meant on the board when they happened.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::rules::{Fact, Played, Seat};
use crate::store::EventRow;

use super::event::{Event, Proposal, StoredTurn};
use super::stored_game::{Proposed, StoredGame, TakenBack};

/// What an event has brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// What the event says, and no more.
    Event(Event),
    /// A seat has played.
    Turn {
        /// The seat that has played.
        seat: Seat,
        /// The turn with its label, such as `3.`
        played: Played,
    },
    /// Seats are out by a turn.
    Eliminated {
        /// The seats that are out.
        seats: Vec<Seat>,
        /// Who has the next turn.
        by: Seat,
    },
    /// Seats that were out by turns that are taken back are in again.
    Returned(Vec<Seat>),
    /// A draw offer has lapsed by a turn.
    OfferLapsed {
        /// Whether other offers stand.
        stands: bool,
    },
    /// A seat agrees to a draw.
    Agreed {
        /// The seat that agrees.
        seat: Seat,
        /// All agree, so that the game is drawn.
        drawn: bool,
    },
    /// A seat has claimed a draw.
    Claimed {
        /// The seat that has claimed it.
        seat: Seat,
        /// What the claim rests on.
        basis: Basis,
    },
    /// The umpire has taken something back.
    TakenBack {
        /// What is taken back.
        what: TakenBack,
        /// Whether the game was over before.
        reopened: bool,
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
    /// Something that needs consent.
    Proposal {
        /// What comes of it.
        step: ProposalStep,
        /// The seat that says so; of what has lapsed, the one that has proposed it.
        seat: Seat,
        /// What is proposed, such as a pause.
        what: Proposal,
        /// The turns that would be taken back, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// Turns are taken back by consent.
    TurnsTakenBack {
        /// The seat that has asked for it.
        seat: Seat,
        /// The turns, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
}

/// What comes of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProposalStep {
    /// A seat makes the proposal.
    Proposed,
    /// A seat agrees to it.
    AgreedTo,
    /// A seat declines it.
    Refused,
    /// It no longer stands: a turn was played, or a seat has left the game.
    Lapsed,
}

/// What a claim rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The position was on the board at these moments.
    Repetition(Vec<Moment>),
    /// Nothing has progressed for so many turns, since this moment.
    NoProgress(usize, Moment),
}

/// A moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    /// The present position, at the time of the claim.
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
        let event = Event::read(row)?;
        let rests_on = match event {
            Event::Claim(_) => self.game.fork().claim_draw().unwrap_or_default(),
            _ => Vec::new(),
        };
        let basis = self.basis(&rests_on);
        let label = self.game.label();
        let turns = self.turns.len();
        let by_consent = self.by_consent(&event);
        let proposals = self.proposals.clone();
        self.apply_row(row)?;
        let (offers, was_on, undone) = before;
        let leaving = event.leaves();
        let ended = self.lapsed(&event, proposals);
        let lapsed = matches!(event, Event::Turn { .. }) && self.offers.len() < offers.len();
        let departed = matches!(undone, Some(TakenBack::Departure(_)));
        let (drawn, reopened) = (!self.is_on(), !was_on);
        let happening = by_consent.unwrap_or_else(|| match event {
            Event::Turn { seat, text } => Happening::Turn {
                seat,
                played: Played {
                    canonical: text,
                    label,
                    also: self.written_also(),
                },
            },
            Event::Offer(seat) if offers.iter().any(|other| *other != seat) => {
                Happening::Agreed { seat, drawn }
            }
            Event::Claim(seat) => Happening::Claimed { seat, basis },
            Event::Undo { reason } => Happening::TakenBack {
                what: undone.unwrap_or(TakenBack::End),
                reopened,
                reason,
            },
            Event::Rollback { label, reason } => Happening::RolledBack {
                label,
                seat: self.game.to_move(),
                turns: turns.saturating_sub(self.turns.len()),
                reopened,
                reason,
            },
            event => Happening::Event(event),
        });
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
        all.extend(ended);
        Ok(all)
    }

    /// The last turn in the other notation that players of this game use, if there is one.
    fn written_also(&self) -> Option<String> {
        let mut facts = self.game.view(None).facts.into_iter();
        facts.find_map(|fact| match fact {
            Fact::LastTurn { also, .. } => also,
            _ => None,
        })
    }

    /// What a claim rests on, from the numbers of turns ago (`docs/rules/README.md`).
    fn basis(&self, rests_on: &[usize]) -> Basis {
        let moment = |ago: usize| match self.turns.len().checked_sub(ago) {
            _ if ago == 0 => Moment::Now,
            None | Some(0) => Moment::Start,
            Some(count) => Moment::After(self.turns[count - 1].numbered()),
        };
        match rests_on {
            [since] => Basis::NoProgress(*since, moment(*since)),
            times => Basis::Repetition(times.iter().map(|ago| moment(*ago)).collect()),
        }
    }

    /// The turns that a proposal of a seat would take back, each with its number.
    pub fn would_take_back(&self, seat: Seat, what: &Proposal) -> Vec<String> {
        if *what != Proposal::TakeBack {
            return Vec::new();
        }
        let turns = self.turns_since(seat).iter();
        turns.map(StoredTurn::numbered).collect()
    }

    /// What of these proposals an event has ended that neither does nor declines them.
    fn lapsed(&self, event: &Event, before: Vec<Proposed>) -> Vec<Happening> {
        let ends = matches!(event, Event::Turn { .. }) || event.leaves().is_some();
        if !ends || !self.is_on() {
            return Vec::new();
        }
        let lapsed = |(seat, what)| Happening::Proposal {
            step: ProposalStep::Lapsed,
            seat,
            what,
            turns: Vec::new(),
        };
        let before = before.into_iter();
        let before = before.filter_map(|one| Some((*one.by.first()?, one.what)));
        before.map(lapsed).collect()
    }

    /// What an event about something that needs consent says, before it is applied.
    fn by_consent(&self, event: &Event) -> Option<Happening> {
        let first = |what: &Proposal| {
            let mut known = self.proposals.iter().filter(|known| known.what == *what);
            known.find_map(|known| known.by.first().copied())
        };
        let (step, seat, what) = match event {
            Event::Propose { seat, what } if first(what).is_some() => {
                (ProposalStep::AgreedTo, *seat, what)
            }
            Event::Propose { seat, what } => (ProposalStep::Proposed, *seat, what),
            Event::Refuse { seat, what } => (ProposalStep::Refused, *seat, what),
            Event::TakeBack(seat) => {
                let turns = self.would_take_back(*seat, &Proposal::TakeBack);
                return Some(Happening::TurnsTakenBack { seat: *seat, turns });
            }
            _ => return None,
        };
        Some(Happening::Proposal {
            step,
            seat,
            turns: self.would_take_back(first(what).unwrap_or(seat), what),
            what: what.clone(),
        })
    }
}
