//! Events about time and taking back, as their readers see them.

use crate::rules::game::Seat;

use super::event::{CreditReason, Event, Proposal, ReopenReason};
use super::stored_game::StoredGame;

/// What an event about time, or about taking back by consent, has brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeHappening {
    /// A seat proposes something.
    Proposed {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
        /// The turns that would be taken back, each with its number.
        turns: Vec<String>,
    },
    /// A seat agrees to what another one has proposed.
    AgreedTo {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
    },
    /// A seat declines what was proposed.
    Refused {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Vec<Proposal>,
    },
    /// Turns are taken back by consent.
    TurnsTakenBack {
        /// The seat that has asked for it.
        seat: Seat,
        /// The turns, each with its number.
        turns: Vec<String>,
    },
    /// The clocks stand still.
    Paused {
        /// The seat that has agreed to it last; `None`: the umpire.
        by: Option<Seat>,
        /// Why; may be empty.
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
    /// What an event about time will bring about in this position; `None`: it is another kind of event.
    pub(super) fn time_happening(&self, event: &Event) -> Option<TimeHappening> {
        let written = |seat: Seat| {
            let turns = self.turns_since(seat).iter();
            turns
                .map(|turn| format!("{} {}", turn.label, turn.text))
                .collect()
        };
        Some(match event {
            Event::Propose { seat, what } => {
                let (seat, what) = (*seat, what.clone());
                if self.proposals.iter().any(|known| known.what == what) {
                    return Some(TimeHappening::AgreedTo { seat, what });
                }
                let turns = match what {
                    Proposal::TakeBack => written(seat),
                    _ => Vec::new(),
                };
                TimeHappening::Proposed { seat, what, turns }
            }
            Event::Refuse(seat) => TimeHappening::Refused {
                seat: *seat,
                what: self.proposals.iter().map(|one| one.what.clone()).collect(),
            },
            Event::TakeBack(seat) => TimeHappening::TurnsTakenBack {
                seat: *seat,
                turns: written(*seat),
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
