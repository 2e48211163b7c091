//! Movements in the notation of the format, which has Betza's signs and readings of its own
//! (docs/variants/betza-pieces.md, sections 2 to 5).
//!
//! Each sign is used or is a fault. What the format reads but never plays (`nC`) is played as it plays it, and
//! is told in a remark.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::Reason;
use crate::rules::pieces::movement::{Atom, Passage};

use super::ini::shown;

/// The longest movement, in characters.
const LONGEST: usize = 100;
/// Riders without a limit.
const EDGE: u8 = u8::MAX;

/// A movement as the format plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// Ways to empty squares and to pieces, for a seat whose forward is north: [`Atom::quiet`] and
    /// [`Atom::capture`] say to which.
    pub atoms: Vec<Atom>,
    /// Ways to empty squares from squares of double steps.
    pub initial: Vec<Atom>,
    /// What its author should know, a sentence each.
    pub remarks: Vec<Reason>,
}

/// Steps by the legs of which they have one along and one aside.
type Legs = &'static [(i8, i8)];

/// Leaps and riders by their letters: the legs, and whether it rides without more.
const ATOMS: &[(char, Legs, bool)] = &[
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('C', &[(3, 1)], false),
    ('L', &[(3, 1)], false),
    ('Z', &[(3, 2)], false),
    ('J', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The modifiers of the atom that is being read.
#[derive(Default)]
struct Modifiers {
    /// All of them as typed, for answers.
    typed: String,
    quiet: bool,
    capture: bool,
    lame: bool,
    initial: bool,
    /// `p`, or `g`: right behind the hurdle.
    hops: Option<char>,
    /// The letters of directions, with gaps where other letters were.
    directions: String,
}

/// Which tables of the format an atom goes to: for initial moves or not, for captures or not, and its way of
/// moving. In each, the last entry of a direction counts.
type Table = (bool, bool, Manner);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Step,
    Slide,
    Hop,
    /// The format knows the squares and never goes there.
    Never,
}

/// The limit as the format keeps it (0: none), and whether the leap is lame.
type Limit = (u8, bool);

/// The tables, by step.
type Tables = BTreeMap<Table, BTreeMap<(i8, i8), Limit>>;

/// The letters in front of atoms.
const MODIFIERS: &str = "mcpgnifbvhrlse";

impl Modifiers {
    /// Takes in a letter in front of an atom.
    fn add(&mut self, sign: char) {
        self.typed.push(sign);
        match sign {
            'm' => self.quiet = true,
            'c' => self.capture = true,
            'n' => self.lame = true,
            'i' => self.initial = true,
            'p' | 'g' => self.hops = Some(sign),
            'e' => {}
            direction => return self.directions.push(direction),
        }
        // Two letters of directions make a pair only where they are side by side.
        self.directions.push(' ');
    }
}

/// Reads a movement.
///
/// # Errors
/// A sign that the format skips, modifiers without an atom, a number of two digits, a rider that the format does
/// not ride, and parts that would change each other's reach.
pub fn read(text: &str) -> Result<Notation, Reason> {
    let fault = |code: &'static str, sign: &str| {
        let reason = Reason::new(code).text("movement", shown(text));
        Err(reason.text("sign", shown(sign)))
    };
    if text.chars().count() > LONGEST {
        return Err(Reason::new("movement-too-long").number("most", LONGEST));
    }
    let mut remarks = Vec::new();
    let mut tables = Tables::new();
    let mut now = Modifiers::default();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if MODIFIERS.contains(sign) {
            now.add(sign);
            continue;
        }
        let Some((_, legs, rides)) = ATOMS.iter().find(|(letter, ..)| *letter == sign) else {
            return fault("movement-sign", &sign.to_string());
        };
        let doubled = signs.next_if_eq(&sign).is_some();
        let digit = match doubled {
            true => None,
            false => signs.next_if(char::is_ascii_digit),
        };
        if let Some(more) = signs.peek().filter(|c| c.is_ascii_digit()) {
            return fault("movement-number", &more.to_string());
        }
        let limit = digit.and_then(|d| d.to_digit(10)).map(|d| d as u8);
        let part = format!("{}{sign}", now.typed);
        // Classes of riders that the format has: straight lines, and those of knights.
        let rides = *rides || doubled || limit.is_some();
        if now.hops.is_none() && rides && !is_unit(legs) && legs != &[(2, 1)] {
            return fault("movement-not-ridden", &part);
        }
        for remark in place(&now, legs, rides, limit, &mut tables) {
            let remark = Reason::new(remark).text("part", shown(&part));
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
        now = Modifiers::default();
    }
    if !now.typed.is_empty() {
        return fault("movement-without-atom", &now.typed);
    }
    if mixes(&tables) {
        return Err(Reason::new("movement-mixed").text("movement", shown(text)));
    }
    let (atoms, initial) = atoms(tables);
    Ok(Notation {
        atoms,
        initial,
        remarks,
    })
}

/// Whether legs are those of steps to the next square.
fn is_unit(legs: Legs) -> bool {
    legs.iter().all(|(long, _)| *long == 1)
}

/// Puts the steps of an atom into the tables, and says what its author should know.
fn place(
    now: &Modifiers,
    legs: Legs,
    rides: bool,
    limit: Option<u8>,
    tables: &mut Tables,
) -> Vec<&'static str> {
    let codes = codes(&now.directions, legs.len() == 1 && legs[0].1 == 0);
    let steps = legs
        .iter()
        .flat_map(|(long, short)| targets(&codes, *long, *short));
    let steps: Vec<(i8, i8)> = steps.collect();
    let lame_class = [(2, 0), (2, 1), (2, 2), (3, 2)].contains(&legs[0]);
    let moves = match now.hops {
        Some(_) => is_unit(legs) && (rides || !now.lame),
        None if !rides && now.lame => lame_class,
        None => true,
    };
    let mut remarks = Vec::new();
    if steps.is_empty() || !moves {
        remarks.push("movement-never");
    } else if rides && now.lame {
        remarks.push("movement-lame-rider");
    }
    if now.initial && now.capture && !now.quiet {
        remarks.push("movement-initial-capture");
    }
    let manner = match (now.hops, rides) {
        _ if !moves => Manner::Never,
        (Some(_), _) => Manner::Hop,
        (None, true) => Manner::Slide,
        (None, false) => Manner::Step,
    };
    let usual = u8::from(now.hops == Some('g'));
    let entry = (limit.unwrap_or(usual), now.lame && !rides);
    let both = now.quiet == now.capture;
    let mut repeated = false;
    for capture in [false, true] {
        if both || capture == now.capture {
            let table = tables.entry((now.initial, capture, manner)).or_default();
            for step in &steps {
                let before = table.insert(*step, entry);
                repeated |= before.is_some_and(|before| before != entry);
            }
        }
    }
    if repeated {
        remarks.push("movement-repeated");
    }
    remarks
}

/// The ways that are in the tables: those from everywhere, and those from squares of double steps.
fn atoms(tables: Tables) -> (Vec<Atom>, Vec<Atom>) {
    let (mut atoms, mut initial): (Vec<Atom>, Vec<Atom>) = (Vec::new(), Vec::new());
    for ((first, capture, manner), steps) in tables {
        // First moves never capture.
        if manner == Manner::Never || first && capture {
            continue;
        }
        for (step, limit) in steps {
            let atom = atom(step, manner, limit, capture);
            let same = |other: &&mut Atom| {
                Atom {
                    capture,
                    quiet: !capture,
                    ..**other
                } == atom
            };
            match atoms.iter_mut().find(same) {
                _ if first => initial.push(atom),
                Some(other) => (other.quiet, other.capture) = (true, true),
                None => atoms.push(atom),
            }
        }
    }
    (atoms, initial)
}

fn atom(step: (i8, i8), manner: Manner, (limit, lame): Limit, capture: bool) -> Atom {
    let bounded = |limit: u8| if limit == 0 { EDGE } else { limit };
    let (limit, passage) = match manner {
        Manner::Step if lame => (1, Passage::Lame),
        Manner::Step | Manner::Never => (1, Passage::Free),
        Manner::Slide => (bounded(limit), Passage::Free),
        Manner::Hop if limit == 1 => (EDGE, Passage::Behind),
        Manner::Hop => (bounded(limit), Passage::Over),
    };
    Atom {
        step,
        limit,
        quiet: !capture,
        capture,
        passage,
    }
}

/// Whether parts of a table would change each other's reach in the format, which knows riders and hoppers by the
/// lines on which any of a piece's go: a limited rider beside a hopper or beside a part that never moves, or both kinds
/// of hopper.
fn mixes(tables: &Tables) -> bool {
    // What is on each line of a table.
    let mut lines: BTreeMap<(bool, bool, u8), Mix> = BTreeMap::new();
    for ((initial, capture, manner), steps) in tables {
        if *initial && *capture {
            continue;
        }
        for (step, (limit, _)) in steps {
            let mix = lines.entry((*initial, *capture, line(*step))).or_default();
            match manner {
                Manner::Step => {}
                Manner::Slide => mix.limited |= *limit != 0,
                Manner::Hop if *limit == 1 => mix.behind = true,
                Manner::Hop => {
                    mix.over = true;
                    mix.limited_over |= *limit > 1;
                }
                Manner::Never => mix.never = true,
            }
        }
    }
    lines.values().any(|mix| {
        let hops = mix.over || mix.behind;
        mix.over && mix.behind
            || mix.limited && hops
            || mix.never && (mix.limited || mix.limited_over)
    })
}

/// What goes along a line.
#[derive(Default)]
struct Mix {
    limited: bool,
    over: bool,
    limited_over: bool,
    behind: bool,
    never: bool,
}

/// The lines that the format does not tell apart: up and down, across, all diagonals, those of knights.
fn line((files, ranks): (i8, i8)) -> u8 {
    match (files, ranks) {
        (0, _) => 0,
        (_, 0) => 1,
        (x, y) if x.abs() == y.abs() => 2,
        _ => 3,
    }
}

/// The directions that letters name, two letters each; a letter alone counts twice. Those of straight atoms do not
/// make pairs.
fn codes(letters: &str, straight: bool) -> Vec<[char; 2]> {
    let mut codes = Vec::new();
    let mut rest = letters.chars().peekable();
    while let Some(first) = rest.next() {
        if first == ' ' {
            continue;
        }
        let along = |c: char| "fbvh".contains(c);
        let aside = |c: char| "rlsh".contains(c);
        let pairs = |second: &char| {
            first == *second || along(first) && aside(*second) || aside(first) && along(*second)
        };
        match rest.next_if(pairs) {
            Some(second) if straight && first != second => {
                codes.extend([[first, first], [second, second]]);
            }
            Some(second) => codes.push([first, second]),
            None => codes.push([first, first]),
        }
    }
    codes
}

/// The steps of an atom with legs `long` and `short` in the directions named; all eight without any.
fn targets(codes: &[[char; 2]], long: i8, short: i8) -> Vec<(i8, i8)> {
    // Narrow steps go farther along than aside, wide ones farther aside.
    let narrow = |x: i8, y: i8| (short * x, long * y);
    let wide = |x: i8, y: i8| (long * x, short * y);
    let corners = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let all = corners.into_iter();
    let all = all.flat_map(|(x, y)| [narrow(x, y), wide(x, y)]);
    let one = |first: char, second: char| {
        let (here, there) = (sign(first), sign(second));
        match (first, second) {
            ('f' | 'b', 'f' | 'b') => vec![narrow(1, here), narrow(-1, here)],
            ('r' | 'l', 'r' | 'l') => vec![wide(here, 1), wide(here, -1)],
            ('v', 'v') => corners.map(|(x, y)| narrow(x, y)).to_vec(),
            ('s', 's') => corners.map(|(x, y)| wide(x, y)).to_vec(),
            ('r' | 'l', 'f' | 'b') => vec![narrow(here, there)],
            ('f' | 'b', 'r' | 'l') => vec![wide(there, here)],
            ('f' | 'b', 's') => vec![wide(1, here), wide(-1, here)],
            ('r' | 'l', 'v') => vec![narrow(here, 1), narrow(here, -1)],
            ('f' | 'b', 'h') => all.clone().filter(|(_, y)| y * here > 0).collect(),
            ('r' | 'l', 'h') => all.clone().filter(|(x, _)| x * here > 0).collect(),
            ('h', 'r') => vec![narrow(1, 1), wide(1, -1), narrow(-1, -1), wide(-1, 1)],
            ('h', 'l') => vec![narrow(-1, 1), wide(1, 1), narrow(1, -1), wide(-1, -1)],
            _ => Vec::new(),
        }
    };
    let named: Vec<(i8, i8)> = match codes.is_empty() {
        true => all.clone().collect(),
        false => codes.iter().flat_map(|[a, b]| one(*a, *b)).collect(),
    };
    // Each once: straight and diagonal steps come twice.
    let once: BTreeSet<(i8, i8)> = named.into_iter().collect();
    once.into_iter().collect()
}

/// Which way a letter points along its axis.
fn sign(letter: char) -> i8 {
    match letter {
        'f' | 'r' => 1,
        _ => -1,
    }
}
