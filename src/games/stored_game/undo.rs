//! What an undo takes back, and what is left of a game after it.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::games::event::{Event, EventKind, StoredTurn};
use crate::games::request::Guard;
use crate::rules::Seat;

use super::{StandingEvent, StoredGame, start};

/// What an undo takes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TakenBack {
    /// What ended the game, which was no turn.
    End,
    /// That a seat has left the game, which others have played on.
    Departure(Seat),
    /// The last turn, with its number.
    Turn(String),
}

impl StoredGame {
    /// Removes what an event takes back and all later events, and rebuilds the position from the rest: the last turn of a
    /// seat, the fall of its flag, the turn with a label or what ended the game when that turn was due, or what
    /// [`StoredGame::undoable`] names.
    pub(super) fn take_back(&mut self, by: &Event) -> Result<()> {
        let last_of = |seat: &Seat, kind: EventKind| {
            let of = |event: &Event| event.kind() == kind && event.seat() == Some(*seat);
            self.standing.iter().rposition(|one| of(&one.event))
        };
        let name = |seat: &Seat| self.seat_name(*seat);
        let first = match by {
            Event::TakeBack(seat) => last_of(seat, EventKind::Turn)
                .with_context(|| format!("{} has no turn to take back", name(seat))),
            Event::Reopen { seat, .. } => last_of(seat, EventKind::Flag)
                .with_context(|| format!("the flag of {} has not fallen", name(seat))),
            Event::Rollback { label, .. } => self
                .rolls_back(label)
                .with_context(|| format!("there is nothing to take back from {label} on")),
            _ => self.undoable().context("there is nothing to take back"),
        };
        self.take_back_from(first?)?;
        if by.kind() != EventKind::Undo {
            // The draw offers from before stay dropped: a seat that offered then has not offered again.
            self.offers.clear();
            let offer = |kind| matches!(kind, EventKind::Offer | EventKind::Decline);
            self.standing.retain(|one| !offer(one.event.kind()));
        }
        Ok(())
    }

    /// Index in `standing` of the first event that a rollback to the turn with this label removes.
    fn rolls_back(&self, label: &str) -> Option<usize> {
        let is_turn = |one: &StandingEvent| one.event.kind() == EventKind::Turn;
        if let Some(turn) = self.turns.iter().position(|turn| turn.label == label) {
            let standing = self.standing.iter().enumerate();
            let mut turns = standing.filter(|(_, one)| is_turn(one));
            return turns.nth(turn).map(|(index, _)| index);
        }
        let over = self.aborted || self.game.outcome().is_some();
        if !over || self.game.label() != label {
            return None;
        }
        let after = self.standing.iter().rposition(is_turn);
        let after = after.map_or(0, |last| last + 1);
        let ends = |kind: EventKind| kind.may_end() || kind == EventKind::Offer;
        let mut later = self.standing[after..].iter();
        let end = later.position(|one| ends(one.event.kind()));
        end.map(|end| after + end)
    }

    /// The label of the turn to which a rollback goes back: that with this number, of the first seat, or of the
    /// next one; `None`: there is nothing to take back from there on.
    pub fn rollback_to(&self, to: Guard) -> Option<String> {
        let due = self.game.label();
        if to.number == 0 || to.number > Self::number(&due) {
            return None;
        }
        let first = self.turns.get(self.turns_before(to.number, to.second));
        let label = first.map_or(due, |turn| turn.label.clone());
        self.rolls_back(&label).map(|_| label)
    }

    /// What has last moved the game on or ended it.
    pub(in crate::games) fn last_step(&self) -> Option<EventKind> {
        let mut kinds = self.standing.iter().rev().map(|one| one.event.kind());
        kinds.find(|kind| kind.may_end())
    }

    /// Whether nothing has happened since a flag fell but talk.
    pub(in crate::games) fn flag_fell_last(&self) -> bool {
        let last = self.standing.last();
        last.is_some_and(|last| last.event.kind() == EventKind::Flag)
    }

    /// The turns that stand from the last one of a seat on: what it takes back if the others agree.
    pub fn turns_since(&self, seat: Seat) -> &[StoredTurn] {
        let last = self.turns.iter().rposition(|turn| turn.seat == seat);
        last.map_or(&[], |first| &self.turns[first..])
    }

    /// Who has left the game since the last turn of a seat, other than by a turn.
    pub fn left_since(&self, seat: Seat) -> Option<Seat> {
        let own = |event: &Event| matches!(event, Event::Turn { seat: by, .. } if *by == seat);
        let events = self.standing.iter().rev().map(|one| &one.event);
        let since = events.take_while(|event| !own(event));
        since.filter_map(Event::leaves).last().map(|(seat, _)| seat)
    }

    /// Removes the event at this place in `standing` and all later ones, and rebuilds the position from the
    /// rest. What was proposed before no longer stands.
    fn take_back_from(&mut self, last: usize) -> Result<()> {
        let kept: Vec<_> = self.standing.drain(..).take(last).collect();
        let turns = std::mem::take(&mut self.turns);
        self.game = start(&*self.variant, &self.row)?.0;
        self.offers.clear();
        self.proposals.clear();
        self.departures.clear();
        self.points_refused = None;
        self.aborted = false;
        for StandingEvent { event, state } in kept {
            self.apply(&event, state)?;
        }
        self.proposals.clear();
        let proposal = |kind| matches!(kind, EventKind::Propose | EventKind::Refuse);
        self.standing.retain(|one| !proposal(one.event.kind()));
        for (turn, before) in self.turns.iter_mut().zip(turns) {
            turn.planned = before.planned;
        }
        Ok(())
    }

    /// Index in `standing` of the first event that `undo` removes: what ended the game, if that was
    /// no turn, else the last turn.
    fn undoable(&self) -> Option<usize> {
        let ended = self.aborted || self.game.outcome().is_some();
        match self.standing.last() {
            Some(last) if ended && last.event.kind() != EventKind::Turn => {
                Some(self.standing.len() - 1)
            }
            _ => {
                let mut standing = self.standing.iter();
                standing.rposition(|one| one.event.kind().is_step())
            }
        }
    }

    /// What an undo would take back; `None` if there is nothing.
    pub fn takes_back(&self) -> Option<TakenBack> {
        let standing = self.standing.get(self.undoable()?)?;
        match &standing.event {
            Event::Turn { .. } => {}
            Event::Resign(seat) | Event::Forfeit { seat, .. } | Event::Flag { seat, .. }
                if self.is_on() =>
            {
                return Some(TakenBack::Departure(*seat));
            }
            _ => return Some(TakenBack::End),
        }
        Some(TakenBack::Turn(self.turns.last()?.numbered()))
    }
}
