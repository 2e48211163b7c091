//! Which choices are tried at a place, and in which order: what looks best is tried first, since what is good enough for one
//! side makes the rest of no interest.

use crate::rules::Seat;
use crate::rules::board::{SEATS, square::LOCATIONS};
use crate::rules::turns::walk::{Glimpse, Standing};

use super::{Choice, Looks, Search};
use crate::partner::table::Known;

impl Search<'_> {
    /// What may be chosen here, best first as far as it can be seen. With `least` only captures and promotions that gain
    /// more, and do not lose the piece at once.
    pub(super) fn ranked(
        &mut self,
        known: Option<Known>,
        (least, within): (Option<i32>, bool),
        ply: usize,
    ) -> Vec<Looks> {
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        let seat = self.walk.to_move();
        if self.walk.may_finish() {
            all.push(Looks {
                choice: Choice::Finish,
                rank: 70_000,
                glimpse: Glimpse::default(),
            });
        }
        let best = known.map(|known| known.best);
        let men = self.survey.men();
        for index in 0..self.walk.list().min(usize::from(u16::MAX)) {
            let glimpse = self.walk.glimpse(index);
            let choice = Choice::Action(index as u16);
            let mut looks = Looks {
                choice,
                rank: 0,
                glimpse,
            };
            if let Some(least) = least
                && (!looks.is_loud() || self.gain(&glimpse) <= least)
            {
                continue;
            }
            // Inside a turn the survey is of the position before it.
            let loses = !within && self.loses(seat, &glimpse, &men);
            if loses && least.is_some() {
                continue;
            }
            looks.rank = match best {
                Some(best) if best == index as u16 => i32::MAX,
                _ if loses => self.gain(&glimpse) - 10_000,
                _ => self.rank(seat, &glimpse, ply),
            };
            all.push(looks);
        }
        // The order of equals is that in which they were found.
        all.sort_by_key(|looks| std::cmp::Reverse(looks.rank));
        all
    }

    /// Whether a piece takes one that is worth less, where it can be taken itself.
    fn loses(&self, seat: Seat, glimpse: &Glimpse, men: &[u128; SEATS]) -> bool {
        let (Some(role), Some(taken)) = (glimpse.role, glimpse.taken) else {
            return false;
        };
        let is_king = self.values.of(taken) == 0;
        if is_king || !self.values.pieces_are_good() || self.values.of(role) <= self.gain(glimpse) {
            return false;
        }
        let to = 1_u128 << glimpse.to;
        let all = men.iter().fold(to, |all, men| all | men) & !(1 << glimpse.from);
        self.survey.pieces.iter().any(|piece| {
            let own = men[piece.seat.index()] & !to;
            let others = piece.seat != seat && piece.at != glimpse.to;
            let reach = || {
                self.walk
                    .reach(piece.role, piece.seat, piece.at, [own, all & !own])
            };
            others && reach() & to != 0
        })
    }

    fn rank(&self, seat: Seat, glimpse: &Glimpse, ply: usize) -> i32 {
        let worth = |role| self.values.of(role);
        let (from, to) = (glimpse.from, glimpse.to);
        let by = glimpse.role.map_or(0, worth);
        if let Some(taken) = glimpse.taken {
            return 1_000_000 + 16 * worth(taken) - by + glimpse.becomes.map_or(0, worth);
        }
        if let Some(becomes) = glimpse.becomes {
            return 500_000 + worth(becomes);
        }
        if self.killers[ply].contains(&(from, to)) {
            return 400_000;
        }
        let known = self.history[seat.index() * LOCATIONS + usize::from(from)][usize::from(to)];
        let moves = glimpse.role.map_or(0, |role| {
            self.values.square(seat, role, to) - self.values.square(seat, role, from)
        });
        4 * known as i32 + moves
    }

    /// Whether it is good to have pieces, and the side to move has some that are worth more than the least kind.
    pub(super) fn has_pieces(&self) -> bool {
        let seat = self.walk.to_move();
        let least = self.values.least();
        let better = |piece: &Standing| piece.seat == seat && self.values.of(piece.role) > least;
        self.values.pieces_are_good() && self.survey.pieces.iter().any(better)
    }

    /// What pieces gain that are taken, or become others.
    pub(super) fn gain(&self, glimpse: &Glimpse) -> i32 {
        let roles = glimpse.taken.iter().chain(&glimpse.becomes);
        roles.map(|role| self.values.of(*role)).sum()
    }
}

/// How many choices are tried inside a turn, after so many actions of it.
pub(super) const fn breadth(made: usize, depth: i32, ply: usize) -> usize {
    match made {
        _ if made >= 8 => 1,
        1 if ply == 1 => 40,
        2 if ply == 2 => 12,
        _ if depth <= 0 => 3,
        1 => 6,
        _ => 3,
    }
}
