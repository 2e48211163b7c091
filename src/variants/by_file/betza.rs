//! Movements in the notation of the format, which has Betza's signs and readings of its own
//! (docs/variants/betza-pieces.md, sections 2 to 5).
//!
//! Each sign is used or is a fault. What the format reads but never plays (`nC`) is played as it plays it, and
//! is told in a remark.

use std::collections::BTreeMap;

use crate::rules::Reason;
use crate::rules::pieces::movement::{Atom, Passage};

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
    /// Whether `e` is in it: it captures pawns that have passed it.
    pub en_passant: bool,
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

/// A rider or hopper: how it moves, its limit and its step.
type Rider = (Manner, u8, (i8, i8));

/// An entry: the limit as the format keeps it (0: none), and whether the leap is lame.
type Entry = (u8, bool);

/// Reads a movement.
///
/// # Errors
/// A sign that the format skips, modifiers without an atom, a number of two digits, a rider that the format does
/// not ride, and parts that would change each other's reach.
pub fn read(text: &str) -> Result<Notation, Reason> {
    let fault = |code: &'static str, sign: &str| {
        let reason = Reason::new(code).text("movement", super::ini::shown(text));
        Err(reason.text("sign", super::ini::shown(sign)))
    };
    let mut found = Notation::default();
    let mut tables: BTreeMap<Table, BTreeMap<(i8, i8), Entry>> = BTreeMap::new();
    let mut now = Modifiers::default();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if "mcpgnifbvhrlse".contains(sign) {
            now.typed.push(sign);
            match sign {
                'm' => now.quiet = true,
                'c' => now.capture = true,
                'n' => now.lame = true,
                'i' => now.initial = true,
                'e' => found.en_passant = true,
                'p' | 'g' => now.hops = Some(sign),
                direction => {
                    now.directions.push(direction);
                    continue;
                }
            }
            // Two letters of directions make a pair only where they stand together.
            now.directions.push(' ');
            continue;
        }
        let Some((_, rings, rides)) = ATOMS.iter().find(|(letter, ..)| *letter == sign) else {
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
        let rides = *rides || doubled || limit.is_some();
        let part = format!("{}{sign}", now.typed);
        let unit = rings.iter().all(|(long, _)| *long == 1);
        // A class of riders that the format has: straight lines, and those of knights.
        let ridden = unit || rings == &[(2, 1)];
        if now.hops.is_none() && rides && !ridden {
            return fault("movement-not-ridden", &part);
        }
        let codes = codes(&now.directions, rings.len() == 1 && rings[0].1 == 0);
        let steps: Vec<(i8, i8)> = rings
            .iter()
            .flat_map(|(long, short)| targets(&codes, *long, *short))
            .collect();
        let lame_class = [(2, 0), (2, 1), (2, 2), (3, 2)].contains(&rings[0]);
        let moves = match now.hops {
            Some(_) => unit && (rides || !now.lame),
            None if !rides && now.lame => lame_class,
            None => true,
        };
        if steps.is_empty() || !moves {
            let remark = Reason::new("movement-never").text("part", &part);
            found.remarks.push(remark);
        } else if rides && now.lame {
            let remark = Reason::new("movement-lame-rider").text("part", &part);
            found.remarks.push(remark);
        }
        if now.initial && now.capture && !now.quiet {
            let remark = Reason::new("movement-initial-capture").text("part", &part);
            found.remarks.push(remark);
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
        for capture in [false, true] {
            if both || capture == now.capture {
                let table = tables.entry((now.initial, capture, manner)).or_default();
                table.extend(steps.iter().map(|step| (*step, entry)));
            }
        }
        now = Modifiers::default();
    }
    if !now.typed.is_empty() {
        return fault("movement-without-atom", &now.typed);
    }
    if leaks(&tables) {
        return Err(Reason::new("movement-mixed").text("movement", super::ini::shown(text)));
    }
    tables.retain(|(_, _, manner), _| *manner != Manner::Never);
    for ((initial, capture, manner), steps) in tables {
        for (step, entry) in steps {
            let atom = atom(step, manner, entry, capture);
            let same = |a: &&mut Atom| {
                Atom {
                    capture,
                    quiet: !capture,
                    ..**a
                } == atom
            };
            match (initial, capture) {
                (true, true) => {}
                (true, false) => found.initial.push(atom),
                (false, _) => match found.atoms.iter_mut().find(same) {
                    Some(other) => (other.quiet, other.capture) = (true, true),
                    None => found.atoms.push(atom),
                },
            }
        }
    }
    Ok(found)
}

fn atom(step: (i8, i8), manner: Manner, (limit, lame): Entry, capture: bool) -> Atom {
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
fn leaks(tables: &BTreeMap<Table, BTreeMap<(i8, i8), Entry>>) -> bool {
    let kinds = |initial: bool, capture: bool| {
        let own = move |(table, _): &(&Table, _)| table.0 == initial && table.1 == capture;
        let mut lines: BTreeMap<u8, Vec<Rider>> = BTreeMap::new();
        for ((_, _, manner), steps) in tables.iter().filter(own) {
            for (step, (limit, _)) in steps {
                let kind = (*manner, *limit, *step);
                if *manner != Manner::Step {
                    lines.entry(line(*step)).or_default().push(kind);
                }
            }
        }
        lines
    };
    let tables = [(false, false), (false, true), (true, false)];
    let mixed = |all: &Vec<Rider>| {
        let any = |is: fn(&Rider) -> bool| all.iter().any(is);
        let limited: fn(&Rider) -> bool = |(manner, limit, _)| match manner {
            Manner::Slide => *limit != 0,
            Manner::Hop => *limit > 1,
            _ => false,
        };
        let slides = any(|(manner, limit, _)| *manner == Manner::Slide && *limit != 0);
        let over = any(|(manner, limit, _)| *manner == Manner::Hop && *limit != 1);
        let behind = any(|(manner, limit, _)| *manner == Manner::Hop && *limit == 1);
        let never = any(|(manner, ..)| *manner == Manner::Never);
        over && behind || slides && (over || behind) || never && any(limited)
    };
    let any = |(initial, capture)| kinds(initial, capture).values().any(mixed);
    tables.into_iter().any(any)
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
    let mut steps = Vec::new();
    let mut add = |step: (i8, i8)| {
        if !steps.contains(&step) {
            steps.push(step);
        }
    };
    // Narrow steps go farther along than aside, wide ones farther aside.
    let narrow = |x: i8, y: i8| (short * x, long * y);
    let wide = |x: i8, y: i8| (long * x, short * y);
    let corners = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let all = corners
        .into_iter()
        .flat_map(|(x, y)| [narrow(x, y), wide(x, y)]);
    if codes.is_empty() {
        all.clone().for_each(&mut add);
    }
    for [first, second] in codes {
        match (first, second) {
            ('f', 'f') => [(1, 1), (-1, 1)]
                .map(|(x, y)| narrow(x, y))
                .map(&mut add)
                .len(),
            ('b', 'b') => [(1, -1), (-1, -1)]
                .map(|(x, y)| narrow(x, y))
                .map(&mut add)
                .len(),
            ('r', 'r') => [(1, 1), (1, -1)]
                .map(|(x, y)| wide(x, y))
                .map(&mut add)
                .len(),
            ('l', 'l') => [(-1, 1), (-1, -1)]
                .map(|(x, y)| wide(x, y))
                .map(&mut add)
                .len(),
            ('v', 'v') => corners.map(|(x, y)| narrow(x, y)).map(&mut add).len(),
            ('s', 's') => corners.map(|(x, y)| wide(x, y)).map(&mut add).len(),
            ('r' | 'l', 'f' | 'b') => {
                let (x, y) = (sign(*first), sign(*second));
                [narrow(x, y)].map(&mut add).len()
            }
            ('f' | 'b', 'r' | 'l') => {
                let (x, y) = (sign(*second), sign(*first));
                [wide(x, y)].map(&mut add).len()
            }
            ('f' | 'b', 's') => [1, -1].map(|x| wide(x, sign(*first))).map(&mut add).len(),
            ('r' | 'l', 'v') => [1, -1].map(|y| narrow(sign(*first), y)).map(&mut add).len(),
            ('f' | 'b', 'h') => {
                let half = all.clone().filter(|(_, y)| *y * sign(*first) > 0);
                half.map(&mut add).count()
            }
            ('r' | 'l', 'h') => {
                let half = all.clone().filter(|(x, _)| *x * sign(*first) > 0);
                half.map(&mut add).count()
            }
            ('h', 'r') => [narrow(1, 1), wide(1, -1), narrow(-1, -1), wide(-1, 1)]
                .map(&mut add)
                .len(),
            ('h', 'l') => [narrow(-1, 1), wide(1, 1), narrow(1, -1), wide(-1, -1)]
                .map(&mut add)
                .len(),
            _ => 0,
        };
    }
    steps
}

/// Which way a letter points along its axis.
fn sign(letter: char) -> i8 {
    match letter {
        'f' | 'r' => 1,
        _ => -1,
    }
}
