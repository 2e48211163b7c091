//! Where pieces can go and what attacks a square, with the rules that the format has for types of piece.

use crate::rules::board::geometry::{Direction, bishop, hop, rook, step};
use crate::rules::pieces::reach::ReachOn;
use crate::rules::{Role, Seat};

use super::army::Word;
use super::game::{Game, Mover, Special};
use super::position::Position;
use super::{Board, GRID_FILES, Set, Square, ahead, up};

/// What stands in the way: pieces, walls and missing squares, and among the pieces the cannons of janggi.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Pieces, walls and missing squares.
    pub blockers: Set,
    /// Cannons of janggi, of either side.
    pub cannons: Set,
}

const DIAGONALS: [Direction; 4] = [Direction::NE, Direction::SE, Direction::SW, Direction::NW];

impl Game {
    /// What stands in the way in a position.
    #[inline]
    pub(super) fn ways(&self, at: &Position) -> Ways {
        Ways {
            blockers: at.board.occupied() | at.walls | !self.area,
            cannons: self.cannons(&at.board),
        }
    }

    /// The cannons of janggi, of either side.
    #[inline]
    pub(super) fn cannons(&self, board: &Board) -> Set {
        self.cannon.map_or(Set::EMPTY, |cannon| board.role(cannon))
    }

    /// The pieces of a type, of either side.
    pub(super) fn of_type(&self, board: &Board, word: Word) -> Set {
        let role = self.parts.army.role(word);
        role.map_or(Set::EMPTY, |role| board.role(role))
    }

    /// The format's pawns, of either side.
    #[inline]
    pub(super) fn pawns(&self, board: &Board) -> Set {
        self.pawn.map_or(Set::EMPTY, |pawn| board.role(pawn))
    }

    /// The number of a rank, from 0, as a seat counts it; and the rank that has this number for the seat.
    #[inline]
    pub(super) fn row(&self, seat: Seat, rank: u8) -> u8 {
        match seat {
            Seat(0) => rank,
            _ => (self.parts.size.1 - 1).wrapping_sub(rank),
        }
    }

    /// What a piece attacks from a square, whatever its region; own pieces are not left out.
    #[inline]
    pub(super) fn attacks(&self, seat: Seat, role: Role, from: Square, ways: Ways) -> Set {
        let mover = self.mover(seat, role);
        let to = mover.capture.from(from, ways.blockers, self.area);
        match mover.special {
            Special::None => to,
            _ => self.special(mover, to, (seat, from), ways, false),
        }
    }

    /// Where a piece goes from a square without a capture, whatever its region; initial moves included.
    #[inline]
    pub(super) fn quiets(&self, seat: Seat, role: Role, from: Square, ways: Ways) -> Set {
        let mover = self.mover(seat, role);
        let mut to = mover.quiet.from(from, ways.blockers, self.area);
        if let Some(initial) = &mover.initial
            && self.parts.pawns.double_step[seat.index()].has(from)
        {
            to |= initial.from(from, ways.blockers, self.area);
        }
        match mover.special {
            Special::None => to,
            _ => self.special(mover, to, (seat, from), ways, false),
        }
    }

    /// The same by the rules that its type has. `promoted`: soldiers go sideways wherever they stand.
    fn special(
        &self,
        mover: &Mover,
        to: Set,
        (seat, from): (Seat, Square),
        ways: Ways,
        promoted: bool,
    ) -> Set {
        let army = &self.parts.army;
        let to = match mover.special {
            Special::Soldier if !promoted && self.row(seat, from.rank()) < army.soldier_rank => {
                to & Set::file(from.file())
            }
            Special::JanggiCannon => {
                let lifted = ways.blockers & !ways.cannons;
                to & mover.capture.from(from, lifted, self.area) & !ways.cannons
            }
            _ => to,
        };
        match army.diagonal_lines.has(from) {
            true => to | self.diagonals(mover.special, seat, from, ways),
            false => to,
        }
    }

    /// What a piece adds along palace diagonals from a square on them (docs/variants/betza-pieces.md, 7.4).
    fn diagonals(&self, special: Special, seat: Seat, from: Square, ways: Ways) -> Set {
        let steps = |ranks: &[i8]| -> Set {
            let steps = ranks.iter().flat_map(|ranks| [(-1, *ranks), (1, *ranks)]);
            let to = steps.filter_map(|(files, ranks)| ahead(from, seat, files, ranks));
            to.collect()
        };
        let hops = |blockers: Set| {
            let each = DIAGONALS.map(|direction| hop(direction, from, blockers, self.area));
            each.into_iter().fold(Set::EMPTY, Set::or)
        };
        let to = match special {
            Special::Wazir => steps(&[-1, 1]),
            Special::Soldier => steps(&[1]),
            Special::Rook => bishop(from, ways.blockers),
            Special::JanggiCannon => {
                hops(ways.blockers) & hops(ways.blockers & !ways.cannons) & !ways.cannons
            }
            Special::None => Set::EMPTY,
        };
        to & self.parts.army.diagonal_lines
    }

    /// What a piece attacks as the format foresees check: whatever its region, soldiers as if they went sideways
    /// (docs/variants/betza-pieces.md, 5.5).
    pub(super) fn foreseen(&self, seat: Seat, role: Role, from: Square, ways: Ways) -> Set {
        let mover = self.mover(seat, role);
        let to = mover.capture.from(from, ways.blockers, self.area);
        self.special(mover, to, (seat, from), ways, true)
    }

    /// The pieces of a seat that attack a square.
    #[inline]
    pub(super) fn attackers(&self, board: &Board, by: Seat, to: Square, ways: Ways) -> Set {
        let attacks = &self.attacks[by.index()];
        let found = attacks.attackers(board, to, ways.blockers, self.area) & board.of(by);
        if self.soldier.is_none()
            && self.cannon.is_none()
            && self.parts.army.diagonal_lines.is_empty()
        {
            return found;
        }
        self.special_attackers(found, board, by, to, ways)
    }

    /// The same by the rules that types have.
    fn special_attackers(
        &self,
        mut found: Set,
        board: &Board,
        by: Seat,
        to: Square,
        ways: Ways,
    ) -> Set {
        let army = &self.parts.army;
        // Soldiers are judged by the rank of the square that they attack.
        let behind = step(Set::of(to), up(by.other()));
        let straight = self.row(by, to.rank()) < army.soldier_rank;
        if let Some(soldier) = self.soldier
            && straight
        {
            found &= !board.role(soldier) | behind;
        }
        if let Some(cannon) = self.cannon {
            let cannons = found & board.role(cannon);
            for from in cannons {
                let mover = self.mover(by, cannon);
                let lifted = ways.blockers & !ways.cannons;
                let sees = mover.capture.from(from, lifted, self.area).has(to);
                if !sees || ways.cannons.has(to) {
                    found = found.without(from);
                }
            }
        }
        if army.diagonal_lines.has(to) {
            for from in army.diagonal_lines & board.of(by) {
                let Some(piece) = board.at(from) else {
                    continue;
                };
                let special = self.mover(by, piece.role).special;
                if special == Special::None || special == Special::Soldier && straight {
                    continue;
                }
                if self.diagonals(special, by, from, ways).has(to) {
                    found = found.with(from);
                }
            }
        }
        found
    }

    /// Where a piece goes on an empty grid: over hurdles as if there were any.
    pub(super) fn mask(reach: &ReachOn<GRID_FILES>, from: Square) -> Set {
        let mut to = reach.leaps(from) | reach.lame(from, Set::EMPTY);
        for ride in reach
            .rides
            .iter()
            .chain(&reach.hops)
            .chain(&reach.grasshops)
        {
            to |= ride.see(from, Set::EMPTY);
        }
        to
    }
}

/// Whether two squares see each other along a rank or file.
pub(super) fn face(one: Square, other: Square, blockers: Set) -> bool {
    rook(one, blockers).has(other)
}
