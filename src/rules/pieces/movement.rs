//! How pieces move, as data: Betza's notation and the zones that it holds in.
//!
//! Of Betza's notation these are understood, anything else is an error:
//!
//! | letters | meaning |
//! |---|---|
//! | `W F D N A H` | leaps by (1,0), (1,1), (2,0), (2,1), (2,2), (3,0) |
//! | `K`, `R`, `B`, `Q` | `WF`, riders by (1,0) and (1,1), `RB` |
//! | `NN`, `R4` | a doubled atom rides; a number limits the steps |
//! | `f b l r s v` | only forward, back, left, right, sideways, vertical steps; `fN` are the four forward leaps, `ffN` the two that go farther forward, `fbN` the four of two ranks, `sN` the four of two files |
//! | `m c` | only moves, only captures |
//! | `n` | lame: a piece on the square between stops it (`D N A` only) |
//! | `p` | hops over exactly one piece (riders only) |

use serde::{Deserialize, Serialize};

use crate::rules::{Bitboard, Square};

/// Which way is forward for a seat, as the first seat sees the board, and how its side of the board
/// is made from the first seat's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Forward {
    /// Up: the first seat.
    North,
    /// Down, with files kept: Black in games of two, whose armies face each other like mirror images.
    South,
    /// Down, turned by half a turn: the third of four seats.
    SouthTurned,
    /// Left, mirrored in the diagonal from the upper left: the second of four seats.
    West,
    /// Right, mirrored in the diagonal from the lower left: the fourth of four seats.
    East,
}

impl Forward {
    /// A step written for a seat whose forward is north, as this seat makes it.
    pub const fn step(self, (files, ranks): (i8, i8)) -> (i8, i8) {
        match self {
            Self::North => (files, ranks),
            Self::South => (files, -ranks),
            Self::SouthTurned => (-files, -ranks),
            Self::West => (-ranks, -files),
            Self::East => (ranks, files),
        }
    }

    /// The step ahead, as a distance on the grid that is `W` files wide (see [`Bitboard::shift`]).
    #[inline]
    pub const fn ahead<const W: u8>(self) -> i32 {
        let (files, ranks) = self.step((0, 1));
        files as i32 + W as i32 * ranks as i32
    }

    /// The square that means for this seat what `square` means for one whose forward is north, on
    /// a board of `files` by `ranks`, which are equal where forward is west or east.
    pub const fn square(self, square: Square, files: u8, ranks: u8) -> Option<Square> {
        let (file, rank) = (square.file(), square.rank());
        if file >= files || rank >= ranks {
            return None;
        }
        match self {
            Self::North => Some(square),
            Self::South => Square::new(file, ranks - 1 - rank),
            Self::SouthTurned => Square::new(files - 1 - file, ranks - 1 - rank),
            Self::West => Square::new(files - 1 - rank, ranks - 1 - file),
            Self::East => Square::new(rank, file),
        }
    }

    /// The same for a set of squares; the whole grid stays whole, off the board too, so that boards need not be known
    /// to their last square.
    pub fn squares(self, set: Bitboard, (files, ranks): (u8, u8)) -> Bitboard {
        match set {
            Bitboard::GRID => set,
            _ => set.filter_map(|s| self.square(s, files, ranks)).collect(),
        }
    }
}

/// How a kind of piece moves, written for a seat whose forward is north.
///
/// ```
/// use zugpost::rules::board::bitboard::Bitboard;
/// use zugpost::rules::pieces::movement::movement;
///
/// // The soldier of xiangqi: one step forward, beyond the river also sideways.
/// let beyond = Bitboard::ranks(5, 9);
/// let soldier = movement("fW").from(beyond, "fsW");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// The movement in Betza's notation, such as `fW` for one step forward.
    pub notation: &'static str,
    /// Where the piece may arrive.
    pub within: Bitboard,
    /// Squares from which another notation takes its place; [`Movement::within`] still holds.
    pub other: (Bitboard, &'static str),
}

/// The movement that `notation` says, everywhere on the board.
pub const fn movement(notation: &'static str) -> Movement {
    Movement {
        notation,
        within: Bitboard::GRID,
        other: (Bitboard::EMPTY, ""),
    }
}

impl Movement {
    /// The same, arriving on squares of `mask` alone.
    #[must_use]
    pub const fn within(mut self, mask: Bitboard) -> Self {
        self.within = mask;
        self
    }

    /// The same, but by `notation` from squares of `mask`.
    #[must_use]
    pub const fn from(mut self, mask: Bitboard, notation: &'static str) -> Self {
        self.other = (mask, notation);
        self
    }
}

/// One elementary movement: a step that may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Files and ranks of one step, for a seat whose forward is north.
    pub step: (i8, i8),
    /// How often it may be repeated; 1 is a leap.
    pub limit: u8,
    /// May go to an empty square.
    pub quiet: bool,
    /// May capture a piece of the enemy.
    pub capture: bool,
    /// What may be between the start and the goal.
    pub passage: Passage,
}

/// What may be between the square where a piece starts and the one where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A leap crosses anything, a rider nothing.
    Free,
    /// A leap that crosses nothing.
    Lame,
    /// A rider crosses exactly one piece.
    Over,
    /// A rider arrives right behind the first piece on its line.
    Behind,
}

/// Reads Betza notation into atoms. `None`: there is an unknown letter, or a modifier without an atom.
pub fn parse(notation: &str) -> Option<Vec<Atom>> {
    let mut atoms = Vec::new();
    let mut rest = notation.chars().peekable();
    while rest.peek().is_some() {
        let mut modifiers = String::new();
        while let Some(c) = rest.next_if(char::is_ascii_lowercase) {
            if !"fblrsvhmcnp".contains(c) {
                return None;
            }
            modifiers.push(c);
        }
        let letter = rest.next()?;
        let mut limit = None;
        if rest.next_if_eq(&letter).is_some() {
            limit = Some(u8::MAX);
        }
        while let Some(d) = rest.peek().and_then(|c| c.to_digit(10)) {
            limit = Some(limit.unwrap_or(0).wrapping_mul(10).wrapping_add(d as u8));
            rest.next();
        }
        for (x, y, usual) in basics(letter)? {
            for step in symmetric(*x, *y) {
                if points(&modifiers, step) {
                    let atom = atom(step, limit.unwrap_or(*usual), &modifiers);
                    let understood = match atom.passage {
                        Passage::Free => atom.limit > 0,
                        // A lame leap crosses one square, a hopper slides straight on.
                        Passage::Lame => atom.limit == 1 && *x == 2 && !modifiers.contains('p'),
                        Passage::Over | Passage::Behind => atom.limit > 1 && *x == 1,
                    };
                    understood.then_some(())?;
                    atoms.push(atom);
                }
            }
        }
    }
    Some(atoms)
}

fn basics(letter: char) -> Option<&'static [(i8, i8, u8)]> {
    const RIDE: u8 = u8::MAX;
    Some(match letter {
        'W' => &[(1, 0, 1)],
        'F' => &[(1, 1, 1)],
        'K' => &[(1, 0, 1), (1, 1, 1)],
        'D' => &[(2, 0, 1)],
        'N' => &[(2, 1, 1)],
        'A' => &[(2, 2, 1)],
        'H' => &[(3, 0, 1)],
        'R' => &[(1, 0, RIDE)],
        'B' => &[(1, 1, RIDE)],
        'Q' => &[(1, 0, RIDE), (1, 1, RIDE)],
        _ => return None,
    })
}

fn symmetric(x: i8, y: i8) -> Vec<(i8, i8)> {
    let mut steps = Vec::new();
    for (a, b) in [(x, y), (y, x)] {
        for step in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

fn atom(step: (i8, i8), limit: u8, modifiers: &str) -> Atom {
    let (m, c) = (modifiers.contains('m'), modifiers.contains('c'));
    Atom {
        step,
        limit,
        quiet: m || !c,
        capture: c || !m,
        passage: match modifiers.chars().find(|c| matches!(c, 'n' | 'p')) {
            Some(_) if modifiers.contains('n') => Passage::Lame,
            Some(_) => Passage::Over,
            None => Passage::Free,
        },
    }
}

/// Whether the direction letters among `modifiers` let this step through. For eight-way leaps the
/// notation is read as Betza's armies use it: `fN` and `fhN` the four forward leaps, `ffN` the two
/// that go further forward than aside, `fbN` the four of two ranks, `sN` the four of two files.
fn points(modifiers: &str, (x, y): (i8, i8)) -> bool {
    let has = |c| modifiers.contains(c);
    if !"fblrsv".chars().any(has) {
        return true;
    }
    let along = has('f') && y > 0 || has('b') && y < 0 || has('v') && y != 0;
    let aside = has('l') && x < 0 || has('r') && x > 0;
    if x == 0 || y == 0 {
        return along || aside || has('s') && x != 0;
    }
    if x.abs() != y.abs() {
        let long = y.abs() > x.abs();
        if has('f') && has('b') || has('v') {
            return long;
        }
        let doubled = modifiers.matches('f').count() > 1 || modifiers.matches('b').count() > 1;
        if has('f') && has('s') {
            return y > 0 && !long;
        }
        if has('s') {
            return !long;
        }
        return along && (!doubled || long) || aside && !has('f') && !has('b');
    }
    // A diagonal step: fore and aft and aside narrow each other.
    (along || !"fbv".chars().any(has)) && (aside || !"lr".chars().any(has))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings of four armies that are images of the first one's, as in Yonin Bishogi: each stands
    /// where the second and fourth seat's diagonals meet.
    #[test]
    fn four_seats_see_the_same_board() {
        let at = |s| Square::parse(s).expect("square");
        let seats = [
            Forward::North,
            Forward::West,
            Forward::SouthTurned,
            Forward::East,
        ];
        let all = |s| seats.map(|f| f.square(at(s), 11, 11).map(|s| s.to_string()));
        let named = |squares: [&str; 4]| squares.map(|s| Some(s.to_owned()));
        assert_eq!(all("g1"), named(["g1", "k5", "e11", "a7"]));
        assert_eq!(all("e1"), named(["e1", "k7", "g11", "a5"]));
        for forward in seats {
            for square in Bitboard::GRID {
                let (x, y) = forward.step((2, 1));
                let there = square
                    .offset(2, 1)
                    .and_then(|to| forward.square(to, 11, 11));
                let image = forward.square(square, 11, 11).and_then(|s| s.offset(x, y));
                assert_eq!(there, image, "{forward:?} {square}");
            }
        }
    }

    #[test]
    fn two_seats_face_each_other() {
        let e4 = Square::parse("e4").expect("square");
        assert_eq!(Forward::South.square(e4, 9, 10), Square::parse("e7"));
        assert_eq!(Forward::South.ahead::<11>(), -11);
        let palace = Bitboard::rectangle(3, 3);
        assert_eq!(Forward::South.squares(palace, (9, 10)).count(), 9);
    }
}
