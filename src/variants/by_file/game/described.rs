//! How a piece moves, in words made from its atoms: `moves one square straight ahead; captures one square diagonally
//! ahead`. Each part is a [`Reason`] of its own, so that other languages can put it together in their way.

use crate::rules::Reason;
use crate::rules::pieces::movement::{Atom, Passage};
use crate::rules::reason::Arg;

/// Ways straight on, by the signs of their files and ranks. Of a set of ways, those are named first that stand first, and
/// each way once.
const STRAIGHT: &[(&[Sign], &str)] = &[
    (&[(0, 1), (1, 0), (0, -1), (-1, 0)], "movement-straight"),
    (&[(0, 1)], "movement-ahead"),
    (&[(1, 0), (-1, 0)], "movement-sideways"),
    (&[(1, 0)], "movement-right"),
    (&[(-1, 0)], "movement-left"),
    (&[(0, -1)], "movement-back"),
];

/// The same for diagonal ways.
const DIAGONAL: &[(&[Sign], &str)] = &[
    (&[(1, 1), (1, -1), (-1, -1), (-1, 1)], "movement-diagonal"),
    (&[(1, 1), (-1, 1)], "movement-diagonal-ahead"),
    (&[(1, -1), (-1, -1)], "movement-diagonal-back"),
    (&[(1, 1)], "movement-diagonal-ahead-right"),
    (&[(-1, 1)], "movement-diagonal-ahead-left"),
    (&[(1, -1)], "movement-diagonal-back-right"),
    (&[(-1, -1)], "movement-diagonal-back-left"),
];

/// The same for leaps that go farther along a file than aside.
const NARROW: &[(&[Sign], &str)] = &[
    (&[(1, 1), (-1, 1)], "movement-narrow-ahead"),
    (&[(1, -1), (-1, -1)], "movement-narrow-back"),
    (&[(1, 1)], "movement-narrow-ahead-right"),
    (&[(-1, 1)], "movement-narrow-ahead-left"),
    (&[(1, -1)], "movement-narrow-back-right"),
    (&[(-1, -1)], "movement-narrow-back-left"),
];

/// The same for leaps that go farther aside than along a file.
const WIDE: &[(&[Sign], &str)] = &[
    (&[(1, 1), (-1, 1)], "movement-wide-ahead"),
    (&[(1, -1), (-1, -1)], "movement-wide-back"),
    (&[(1, 1)], "movement-wide-ahead-right"),
    (&[(-1, 1)], "movement-wide-ahead-left"),
    (&[(1, -1)], "movement-wide-back-right"),
    (&[(-1, -1)], "movement-wide-back-left"),
];

/// The signs of files and ranks.
type Sign = (i8, i8);

/// What the atoms of one part of a sentence have in common, in the order in which parts are said: whether they are
/// ridden only over other pieces, are oblique, or leap; how often they are repeated; their legs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Manner {
    over: Over,
    oblique: bool,
    far: u8,
    /// `u8::MAX` less the limit, so that what goes farther is said first.
    near: u8,
    short: u8,
}

/// [`Passage`], in the order in which it is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Over {
    Free,
    Lame,
    One,
    First,
}

impl Manner {
    fn of(atom: &Atom) -> Self {
        let legs = [atom.step.0, atom.step.1].map(i8::unsigned_abs);
        let (far, short) = (legs[0].max(legs[1]), legs[0].min(legs[1]));
        let oblique = short != 0 && short != far;
        Self {
            over: match atom.passage {
                Passage::Free => Over::Free,
                Passage::Lame => Over::Lame,
                Passage::Over => Over::One,
                Passage::Behind => Over::First,
            },
            oblique,
            far,
            near: u8::MAX - atom.limit,
            short: if oblique { short } else { 0 },
        }
    }
}

/// How a piece with these atoms moves. `first` are further ways to empty squares, and from where.
pub fn described(atoms: &[Atom], first: Option<(&[Atom], Reason)>) -> Reason {
    let parts = |quiet: bool, capture: bool| {
        let of = atoms.iter().copied();
        parts(of.filter(|atom| (atom.quiet, atom.capture) == (quiet, capture)))
    };
    let reason = Reason::new("movement-of-parts").with("both", parts(true, true));
    let reason = reason.with("quiet", parts(true, false));
    let reason = reason.with("capture", parts(false, true));
    match first {
        Some((initial, from)) => {
            let initial = self::parts(initial.iter().copied());
            reason.with("initial", initial).with("first", from)
        }
        None => reason.with("initial", Arg::List(Vec::new())),
    }
}

/// The parts of a sentence for some atoms.
fn parts(atoms: impl Iterator<Item = Atom>) -> Arg {
    let atoms: Vec<Atom> = atoms.collect();
    let mut manners: Vec<Manner> = atoms.iter().map(Manner::of).collect();
    manners.sort_unstable();
    manners.dedup();
    let part = |manner: Manner| {
        let of = atoms.iter().filter(|atom| Manner::of(atom) == manner);
        Arg::from(part(manner, of.map(|atom| atom.step).collect()))
    };
    manners.into_iter().map(part).collect()
}

/// A part of a sentence: atoms of one manner with these steps.
fn part(manner: Manner, steps: Vec<(i8, i8)>) -> Reason {
    let limit = match u8::MAX - manner.near {
        u8::MAX => 0,
        limit => limit,
    };
    let code = match (manner.oblique, manner.over) {
        (true, Over::Lame) => "movement-oblique-lame",
        (true, _) if limit == 1 => "movement-oblique",
        (true, _) => "movement-oblique-ride",
        (false, Over::Free) if limit == 1 => "movement-step",
        (false, Over::Free) => "movement-ride",
        (false, Over::Lame) => "movement-step-lame",
        (false, Over::One) => "movement-over-one",
        (false, Over::First) => "movement-over-first",
    };
    let (narrow, wide): (Vec<_>, Vec<_>) = steps
        .iter()
        .partition(|(files, ranks)| files.abs() < ranks.abs());
    let (straight, diagonal): (Vec<_>, Vec<_>) = steps
        .iter()
        .partition(|(files, ranks)| *files == 0 || *ranks == 0);
    let legs = |reason: Reason| {
        reason
            .number("far", manner.far)
            .number("short", manner.short)
    };
    let ways = match (manner.oblique, steps.len()) {
        (_, 8) => Vec::new(),
        (true, _) => [named(NARROW, narrow), named(WIDE, wide)].concat(),
        (false, _) => [named(STRAIGHT, straight), named(DIAGONAL, diagonal)].concat(),
    };
    let ways = ways.into_iter().map(|way| match manner.oblique {
        true => Arg::from(legs(way)),
        false => Arg::from(way),
    });
    legs(Reason::new(code))
        .number("limit", limit)
        .with("ways", ways.collect::<Arg>())
}

/// The names of ways.
fn named(names: &[(&[Sign], &'static str)], steps: Vec<(i8, i8)>) -> Vec<Reason> {
    let signs = steps.iter();
    let mut left: Vec<Sign> = signs.map(|(x, y)| (x.signum(), y.signum())).collect();
    let mut found = Vec::new();
    for (ways, code) in names {
        if ways.iter().all(|way| left.contains(way)) {
            left.retain(|way| !ways.contains(way));
            found.push(Reason::new(code));
        }
    }
    found
}
