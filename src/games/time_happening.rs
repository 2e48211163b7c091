//! Events about time and taking back, as their readers see them.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

use super::event::{CreditReason, Event, Proposal, ReopenReason};
use super::stored_game::{Proposed, StoredGame};

/// What an event about time, or about taking back by consent, has brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeHappening {
    /// A seat proposes something.
    Proposed {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
        /// The turns that would be taken back, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// A seat agrees to what another one has proposed.
    AgreedTo {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
        /// The turns that would be taken back, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// A seat declines what was proposed.
    Refused {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
        /// The turns that would have been taken back, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// What a seat has proposed stands no more: a turn was played, or a seat has left the game.
    Lapsed {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
    },
    /// Turns are taken back by consent.
    TurnsTakenBack {
        /// The seat that has asked for it.
        seat: Seat,
        /// The turns, each with its number.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// The clocks stand still.
    Paused {
        /// The seat that has agreed to it last; `None`: the umpire.
        by: Option<Seat>,
        /// Why; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The clocks go on.
    Resumed {
        /// The seat that says so; `None`: the umpire, or the pause was too long.
        by: Option<Seat>,
    },
    /// New terms of time hold from the next turn on.
    Terms(String),
    /// A seat gets time.
    Credited {
        /// Which.
        seat: Seat,
        /// How much, in seconds.
        seconds: i64,
        /// Why.
        why: CreditReason,
    },
    /// The grace of a seat has begun.
    Grace(Seat),
    /// The time of a seat is over.
    Flagged {
        /// Which.
        seat: Seat,
        /// The game is drawn by it.
        drawn: bool,
    },
    /// The fall of a seat's flag is taken back.
    Reopened {
        /// Which seat.
        seat: Seat,
        /// Why.
        why: ReopenReason,
    },
}

impl StoredGame {
    /// The turns that a proposal of a seat would take back, each with its number.
    pub fn would_take_back(&self, seat: Seat, what: &Proposal) -> Vec<String> {
        if *what != Proposal::TakeBack {
            return Vec::new();
        }
        let turns = self.turns_since(seat).iter();
        turns
            .map(|turn| format!("{} {}", turn.label, turn.text))
            .collect()
    }

    /// What of these proposals an event has ended that neither does nor declines them.
    pub(super) fn lapsed(&self, event: &Event, before: Vec<Proposed>) -> Vec<TimeHappening> {
        let ends = matches!(event, Event::Turn { .. }) || event.leaves().is_some();
        if !ends || !self.is_on() {
            return Vec::new();
        }
        let lapsed = before.into_iter().filter_map(|one| {
            let seat = *one.by.first()?;
            let what = one.what;
            Some(TimeHappening::Lapsed { seat, what })
        });
        lapsed.collect()
    }

    /// What an event about time will bring about in this position; `None`: it is another kind of event.
    pub(super) fn time_happening(&self, event: &Event) -> Option<TimeHappening> {
        Some(match event {
            Event::Propose { seat, what } => {
                let (seat, what) = (*seat, what.clone());
                let known = self.proposals.iter().find(|known| known.what == what);
                match known.and_then(|known| known.by.first()) {
                    Some(first) => TimeHappening::AgreedTo {
                        seat,
                        turns: self.would_take_back(*first, &what),
                        what,
                    },
                    None => TimeHappening::Proposed {
                        seat,
                        turns: self.would_take_back(seat, &what),
                        what,
                    },
                }
            }
            Event::Refuse { seat, what } => {
                let known = self.proposals.iter().find(|known| known.what == *what);
                let first = known.and_then(|known| known.by.first()).unwrap_or(seat);
                TimeHappening::Refused {
                    seat: *seat,
                    turns: self.would_take_back(*first, what),
                    what: what.clone(),
                }
            }
            Event::TakeBack(seat) => TimeHappening::TurnsTakenBack {
                seat: *seat,
                turns: self.would_take_back(*seat, &Proposal::TakeBack),
            },
            Event::Pause { by, reason } => TimeHappening::Paused {
                by: *by,
                reason: reason.clone(),
            },
            Event::Resume { by } => TimeHappening::Resumed { by: *by },
            Event::Terms(terms) => TimeHappening::Terms(terms.clone()),
            Event::Credit { seat, seconds, why } => TimeHappening::Credited {
                seat: *seat,
                seconds: *seconds,
                why: *why,
            },
            Event::Grace(seat) => TimeHappening::Grace(*seat),
            Event::Flag { seat, drawn } => TimeHappening::Flagged {
                seat: *seat,
                drawn: *drawn,
            },
            Event::Reopen { seat, why } => TimeHappening::Reopened {
                seat: *seat,
                why: *why,
            },
            _ => return None,
        })
    }
}
