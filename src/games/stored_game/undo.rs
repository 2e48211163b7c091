//! What an undo takes back, and what is left of a game after it.

use anyhow::{Result, bail};
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
    /// Removes the event that [`StoredGame::undoable`] names and all later ones, and rebuilds the
    /// position from the rest.
    pub(super) fn take_back(&mut self) -> Result<()> {
        let Some(last) = self.undoable() else {
            bail!("there is nothing to take back")
        };
        self.take_back_from(last)
    }

    /// Removes the last turn of a seat and all later events, and rebuilds the position from the rest.
    pub(super) fn take_back_turn(&mut self, seat: Seat) -> Result<()> {
        let turn = |standing: &StandingEvent| matches!(standing.event, Event::Turn { seat: by, .. } if by == seat);
        match self.standing.iter().rposition(turn) {
            Some(first) => self.drop_back_to(first),
            None => bail!("{} has no turn to take back", self.seat_name(seat)),
        }
    }

    /// Removes the fall of a seat's flag and all later events, and rebuilds the position from the rest.
    pub(super) fn take_back_flag(&mut self, seat: Seat) -> Result<()> {
        let flag = |standing: &StandingEvent| matches!(standing.event, Event::Flag { seat: of, .. } if of == seat);
        match self.standing.iter().rposition(flag) {
            Some(first) => self.drop_back_to(first),
            None => bail!("the flag of {} has not fallen", self.seat_name(seat)),
        }
    }

    /// Removes the turn with this label and all later events, or what ended the game when that turn was due, and
    /// rebuilds the position from the rest.
    pub(super) fn roll_back(&mut self, label: &str) -> Result<()> {
        match self.rolls_back(label) {
            Some(first) => self.drop_back_to(first),
            None => bail!("there is nothing to take back from {label} on"),
        }
    }

    /// Index in `standing` of the first event that a rollback to the turn with this label removes.
    fn rolls_back(&self, label: &str) -> Option<usize> {
        let is_turn = |one: &StandingEvent| one.event.kind() == EventKind::Turn;
        if let Some(turn) = self.turns.iter().position(|turn| turn.label == label) {
            let mut turns = self.standing.iter().enumerate();
            let mut turns = turns.by_ref().filter(|(_, one)| is_turn(one));
            return turns.nth(turn).map(|(index, _)| index);
        }
        let over = self.aborted || self.game.outcome().is_some();
        if !over || self.game.label() != label {
            return None;
        }
        let after = self.standing.iter().rposition(is_turn);
        let after = after.map_or(0, |last| last + 1);
        let ends = |one: &StandingEvent| {
            let kind = one.event.kind();
            let ends = [
                EventKind::Claim,
                EventKind::Adjudicate,
                EventKind::Abort,
                EventKind::Offer,
            ];
            kind.is_step() || ends.contains(&kind)
        };
        let end = self.standing[after..].iter().position(ends);
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

    /// As [`StoredGame::take_back_from`], and the draw offers from before stay dropped: a seat that offered then
    /// has not offered again.
    fn drop_back_to(&mut self, first: usize) -> Result<()> {
        self.take_back_from(first)?;
        self.offers.clear();
        let offer = |kind| matches!(kind, EventKind::Offer | EventKind::Decline);
        self.standing.retain(|one| !offer(one.event.kind()));
        Ok(())
    }

    /// What has last moved the game on or ended it.
    pub(in crate::games) fn last_step(&self) -> Option<EventKind> {
        let mut kinds = self.standing.iter().rev().map(|one| one.event.kind());
        kinds.find(|kind| {
            let ends = [EventKind::Claim, EventKind::Adjudicate, EventKind::Abort];
            kind.is_step() || ends.contains(kind)
        })
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
        let standing = self.standing.iter().rev();
        let since = standing
            .take_while(|one| !matches!(one.event, Event::Turn { seat: by, .. } if by == seat));
        since
            .filter_map(|one| one.event.leaves())
            .map(|(seat, _)| seat)
            .last()
    }

    /// Removes the event at this place in `standing` and all later ones, and rebuilds the position from the
    /// rest. What was proposed before no longer stands.
    fn take_back_from(&mut self, last: usize) -> Result<()> {
        let kept: Vec<_> = self.standing.drain(..).take(last).collect();
        let turns = std::mem::take(&mut self.turns);
        let planned: Vec<bool> = turns.iter().map(|turn| turn.planned).collect();
        let mut turns = turns.into_iter();
        self.game = start(self.variant, &self.row)?.0;
        self.offers.clear();
        self.proposals.clear();
        self.departures.clear();
        self.aborted = false;
        for StandingEvent { event, state } in kept {
            let event = match event {
                Event::Turn { seat, .. } => Event::Turn {
                    seat,
                    text: turns.next().map(|turn| turn.text).unwrap_or_default(),
                },
                other => other,
            };
            self.apply(&event, state)?;
        }
        self.proposals.clear();
        let proposal = |kind| matches!(kind, EventKind::Propose | EventKind::Refuse);
        self.standing.retain(|one| !proposal(one.event.kind()));
        for (turn, planned) in self.turns.iter_mut().zip(planned) {
            turn.planned = planned;
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
            _ => self
                .standing
                .iter()
                .rposition(|standing| standing.event.kind().is_step()),
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
        let last = self.turns.last()?;
        Some(TakenBack::Turn(format!("{} {}", last.label, last.text)))
    }
}
