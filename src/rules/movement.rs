//! How pieces move, as data: Betza's notation, compiled once for each way a side may face.
//!
//! Atoms: `W F D N A H` leaps, `K` = `WF`, `Q` = `RB`, riders `R B`, `NN`-like doubling for any
//! leap, a number after an atom for its limit of steps. Modifiers before an atom: directions
//! `f b l r s v` (pairs like `ff`, `fs` for eight-way leaps), `m` only moves, `c` only captures,
//! `n` lame (a leap that can be blocked), `p` hops exactly one piece.

use super::bitboard::Bitboard;
use super::geometry::{Direction, slide};
use super::square::{LOCATIONS, Square};

/// Which way 'forward' is, as the first seat sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Up: White, Red.
    North,
    /// Left: Green in Yonin Bishogi.
    West,
    /// Down: Black, Yellow.
    South,
    /// Right: Blue in Yonin Bishogi.
    East,
}

impl Facing {
    /// A step written for a side that faces north, turned for this side.
    #[must_use]
    pub const fn turn(self, (files, ranks): (i8, i8)) -> (i8, i8) {
        match self {
            Self::North => (files, ranks),
            Self::West => (-ranks, files),
            // Chess armies are mirrored, not turned: left stays left.
            Self::South => (files, -ranks),
            Self::East => (ranks, -files),
        }
    }
}

/// One elementary movement: a step that may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Files and ranks of one step, for a side facing north.
    pub step: (i8, i8),
    /// How often it may be repeated; 1 is a leap.
    pub limit: u8,
    /// May go to an empty square.
    pub quiet: bool,
    /// May capture.
    pub capture: bool,
    /// A leap stopped by a piece next to its start.
    pub lame: bool,
    /// Must cross exactly one piece.
    pub hops: bool,
}

/// What cannot be read as Betza notation: programmer's data, found by the first test that runs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not Betza notation: {0}")]
pub struct BadNotation(String);

/// Reads Betza notation into atoms.
///
/// # Errors
/// An unknown letter, or a modifier without an atom.
pub fn parse(notation: &str) -> Result<Vec<Atom>, BadNotation> {
    let bad = || BadNotation(notation.to_owned());
    let mut atoms = Vec::new();
    let mut rest = notation.chars().peekable();
    while rest.peek().is_some() {
        let mut modifiers = String::new();
        while let Some(c) = rest.next_if(char::is_ascii_lowercase) {
            modifiers.push(c);
        }
        let letter = rest.next().ok_or_else(bad)?;
        let mut limit = None;
        if rest.next_if_eq(&letter).is_some() {
            limit = Some(u8::MAX);
        }
        while let Some(d) = rest.peek().and_then(|c| c.to_digit(10)) {
            limit = Some(limit.unwrap_or(0).wrapping_mul(10).wrapping_add(d as u8));
            rest.next();
        }
        for (x, y, usual) in basics(letter).ok_or_else(bad)? {
            for step in symmetric(*x, *y) {
                if points(&modifiers, step) {
                    atoms.push(atom(step, limit.unwrap_or(*usual), &modifiers));
                }
            }
        }
    }
    Ok(atoms)
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
        lame: modifiers.contains('n'),
        hops: modifiers.contains('p'),
    }
}

/// Whether the direction letters among `modifiers` let this step through. For eight-way leaps the
/// notation is read as Betza's armies use it: `fN` and `fhN` the four forward leaps, `ffN` the two
/// that go further forward than aside, `fbN` the four of two ranks, `sN` the four of two files.
fn points(modifiers: &str, (x, y): (i8, i8)) -> bool {
    let has = |c| modifiers.contains(c);
    let directions = ['f', 'b', 'l', 'r', 's', 'v'];
    if !directions.into_iter().any(has) {
        return true;
    }
    let oblique = x != 0 && y != 0 && x.abs() != y.abs();
    let straight = x == 0 || y == 0;
    if oblique {
        let long = y.abs() > x.abs();
        if has('f') && has('b') {
            return long;
        }
        if has('v') {
            return long;
        }
        let doubled = modifiers.matches('f').count() > 1 || modifiers.matches('b').count() > 1;
        if has('f') && has('s') {
            return y > 0 && !long;
        }
        if has('s') {
            return !long;
        }
        return (has('f') && y > 0 || has('b') && y < 0) && (!doubled || long)
            || (has('l') && x < 0 || has('r') && x > 0) && !has('f') && !has('b');
    }
    let aside = has('l') && x < 0 || has('r') && x > 0;
    if straight {
        return has('f') && y > 0
            || has('b') && y < 0
            || has('v') && y != 0
            || has('s') && x != 0
            || aside;
    }
    // A diagonal step: fore and aft and aside narrow each other.
    let along =
        !(has('f') || has('b') || has('v')) || has('f') && y > 0 || has('b') && y < 0 || has('v');
    let across = !(has('l') || has('r')) || aside;
    along && across
}

/// A slide along one of the eight directions.
#[derive(Clone, Copy, Debug)]
struct Ride {
    direction: Direction,
    /// Locations within the limit, `None` without a limit.
    limit: Option<u8>,
}

/// A ride by oblique steps (a nightrider's).
#[derive(Clone, Copy, Debug)]
struct Oblique {
    step: (i8, i8),
    limit: u8,
}

/// Where a piece can go, ready to look up.
#[derive(Clone, Debug)]
pub struct Reach {
    leaps: Vec<Bitboard>,
    rides: Vec<Ride>,
    obliques: Vec<Oblique>,
    hops: Vec<Direction>,
    /// `(leg, rest)` steps of leaps that a piece on the leg blocks.
    lame: Vec<((i8, i8), (i8, i8))>,
}

impl Reach {
    fn compile(atoms: impl Iterator<Item = Atom>, turn: impl Fn((i8, i8)) -> (i8, i8)) -> Self {
        let mut reach = Self {
            leaps: vec![Bitboard::EMPTY; LOCATIONS],
            rides: Vec::new(),
            obliques: Vec::new(),
            hops: Vec::new(),
            lame: Vec::new(),
        };
        for atom in atoms {
            let (x, y) = turn(atom.step);
            match (Direction::from_step(x, y), atom.limit) {
                (Some(direction), _) if atom.hops => reach.hops.push(direction),
                (_, 1) if atom.lame => reach.lame.push((leg((x, y)), (x, y))),
                (_, 1) => reach.leap((x, y)),
                (Some(direction), n) => {
                    let limit = (n < 10).then_some(n);
                    reach.rides.push(Ride { direction, limit });
                }
                (None, limit) => reach.obliques.push(Oblique {
                    step: (x, y),
                    limit,
                }),
            }
        }
        reach
    }

    fn leap(&mut self, (x, y): (i8, i8)) {
        for from in Bitboard::GRID {
            if let Some(to) = from.offset(x, y) {
                self.leaps[from.index()] |= Bitboard::of(to);
            }
        }
    }

    /// The locations reached from `from`, where `blockers` (pieces and missing squares) end every
    /// ride; blockers reached are included. For hoppers `blockers` are hurdles too: on boards with
    /// holes give them to [`Reach::leaps`]-only pieces.
    #[inline]
    #[must_use]
    pub fn from(&self, from: Square, blockers: Bitboard) -> Bitboard {
        let mut to = self.leaps[from.index()];
        for ride in &self.rides {
            to |= ride.see(from, blockers);
        }
        if !self.obliques.is_empty() || !self.hops.is_empty() || !self.lame.is_empty() {
            to |= self.rare(from, blockers);
        }
        to
    }

    /// The leaps alone.
    #[inline]
    #[must_use]
    pub fn leaps(&self, from: Square) -> Bitboard {
        self.leaps[from.index()]
    }

    /// Whether it rides in `direction` at least `steps` far over clear ground.
    #[inline]
    #[must_use]
    pub fn rides(&self, direction: Direction, steps: u8) -> bool {
        self.rides
            .iter()
            .any(|r| r.direction == direction && r.limit.is_none_or(|n| steps <= n))
    }

    fn rare(&self, from: Square, blockers: Bitboard) -> Bitboard {
        let mut to = Bitboard::EMPTY;
        for Oblique {
            step: (x, y),
            limit,
        } in &self.obliques
        {
            let mut at = from;
            for _ in 0..*limit {
                let Some(next) = at.offset(*x, *y) else { break };
                to |= Bitboard::of(next);
                if blockers.has(next) {
                    break;
                }
                at = next;
            }
        }
        for direction in &self.hops {
            if let Some(hurdle) = super::geometry::first_in(*direction, from, blockers) {
                to |= slide(*direction, hurdle, blockers);
            }
        }
        for ((lx, ly), (x, y)) in &self.lame {
            if from.offset(*lx, *ly).is_some_and(|leg| !blockers.has(leg)) {
                to |= from.offset(*x, *y).map_or(Bitboard::EMPTY, Bitboard::of);
            }
        }
        to
    }
}

impl Ride {
    #[inline]
    fn see(self, from: Square, blockers: Bitboard) -> Bitboard {
        let seen = slide(self.direction, from, blockers);
        match self.limit {
            None => seen,
            Some(n) => seen & super::geometry::disc(from, n),
        }
    }
}

/// The square next to the start that blocks a lame leap.
fn leg((x, y): (i8, i8)) -> (i8, i8) {
    match x.abs().cmp(&y.abs()) {
        std::cmp::Ordering::Less => (0, y.signum()),
        std::cmp::Ordering::Equal => (x.signum(), y.signum()),
        std::cmp::Ordering::Greater => (x.signum(), 0),
    }
}

/// A piece's movement for a side that faces one way.
#[derive(Clone, Debug)]
pub struct Movement {
    /// To empty squares.
    pub quiet: Reach,
    /// To enemy pieces; also what the piece attacks.
    pub capture: Reach,
    /// The captures turned round: `back.from(s, …)` are the squares from which it attacks `s`.
    /// Lame leaps are not turned round (their leg is the other piece's).
    pub back: Reach,
}

impl Movement {
    /// Compiles `notation` for a side facing `facing`.
    ///
    /// # Errors
    /// See [`parse`].
    pub fn new(notation: &str, facing: Facing) -> Result<Self, BadNotation> {
        let atoms = parse(notation)?;
        let quiet = atoms.iter().copied().filter(|a| a.quiet);
        let captures = || atoms.iter().copied().filter(|a| a.capture);
        Ok(Self {
            quiet: Reach::compile(quiet, |s| facing.turn(s)),
            capture: Reach::compile(captures(), |s| facing.turn(s)),
            back: Reach::compile(captures(), |s| {
                let (x, y) = facing.turn(s);
                (-x, -y)
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(notation: &str, facing: Facing) -> usize {
        let movement = Movement::new(notation, facing).expect("notation");
        let centre = Square::parse("f6").expect("square");
        movement.capture.from(centre, Bitboard::EMPTY).count() as usize
    }

    #[test]
    fn armies_of_betza_reach_what_they_should() {
        for (notation, squares) in [
            ("R", 20),
            ("N", 8),
            ("B", 20),
            ("WA", 8),
            ("FAD", 12),
            ("BN", 28),
            ("BD", 24),
            ("fsRbK", 18),
            ("fbNF", 8),
            ("fhNsbK", 9),
            ("fhNfsRK", 24),
            ("R4", 16),
            ("WD", 8),
            ("HFD", 12),
            ("RN", 28),
            ("NN", 16),
            ("nN", 8),
            ("mRcpR", 0),
        ] {
            assert_eq!(reach(notation, Facing::North), squares, "{notation}");
            assert_eq!(reach(notation, Facing::South), squares, "{notation}");
        }
    }

    #[test]
    fn cannon_captures_over_one_hurdle() {
        let cannon = Movement::new("mRcpR", Facing::North).expect("notation");
        let at = |s| Square::parse(s).expect("square");
        let pieces = Bitboard::of(at("f8")).with(at("f10"));
        let seen = cannon.capture.from(at("f6"), pieces) & pieces;
        assert_eq!(seen, Bitboard::of(at("f10")));
        assert!(parse("Z").is_err() && parse("f").is_err());
    }
}
