//! Lessons of games by file, made of their parts: how each piece goes, and turns that win by each end of the game that is
//! found among positions of a few pieces drawn by lot. The lots follow from the game, so that a lesson is always the same.

use std::cmp::Reverse;

use crate::rules::view::KindView;
use crate::rules::{Game, Listing, Options, Place, Seat, Variant, outcome};

use super::position::{number, one_check_left, signs};
use super::{Deed, Idea, Judged, Right, Step};

/// At most so many pieces are explained.
const MOST_PIECES: usize = 20;
/// So many positions are drawn for a piece. In the first part of them it stands away from what it captures, in the last
/// part there is a piece more, which some need to jump over.
const DRAWN: u32 = 120;
/// So many positions are drawn to see whether a piece can be in check.
const ROYAL_DRAWN: u32 = 12;
/// So many positions are drawn for the ends of a game.
const ENDS_DRAWN: u32 = 250;
/// At most so many turns of a position are tried.
pub(super) const TURNS: usize = 120;
/// So many kinds of piece are taken for them.
const STRONG: usize = 3;
/// At most so many ends are shown.
const MOST_ENDS: usize = 4;

/// The positions of a game by file; none if no position with few pieces stands there.
pub(super) fn steps(variant: &dyn Variant) -> Vec<Step> {
    let Some(mut maker) = Maker::of(variant) else {
        return Vec::new();
    };
    let (mut steps, mut strong) = (Vec::new(), Vec::new());
    for kind in variant.kinds().iter().take(MOST_PIECES) {
        if let Some((step, turns)) = maker.piece(kind) {
            steps.push(step);
            strong.push((turns, kind.letter.to_string()));
        }
    }
    // The pieces that go furthest show ends best.
    strong.retain(|(_, sign)| maker.others.contains(sign));
    strong.sort_by_key(|(turns, _)| Reverse(*turns));
    maker.others = strong
        .into_iter()
        .map(|(_, sign)| sign)
        .take(STRONG)
        .collect();
    maker.rest = one_check_left(&maker.rest);
    steps.extend(maker.ends());
    steps
}

/// The start of a game, taken apart.
struct Maker<'a> {
    variant: &'a dyn Variant,
    options: Options,
    /// The board rank by rank from above: the sign of each piece; empty: no piece; `*`: a wall.
    board: Vec<Vec<String>>,
    /// What follows the board in a position text.
    rest: String,
    /// The signs of pieces without which there is no game, of both sides.
    needed: Vec<String>,
    /// The signs of the other pieces, as White writes them.
    others: Vec<String>,
}

/// Lots that follow from where they begin.
pub(super) struct Lots(pub(super) u64);

impl Lots {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

impl<'a> Maker<'a> {
    fn of(variant: &'a dyn Variant) -> Option<Self> {
        let options = variant.settle(&Options::default(), &mut |_| 0).ok()?;
        let start = variant.start(&options, None).ok()?.position();
        let (board, rest) = start.split_once(' ')?;
        let (squares, hands) = match board.split_once('[') {
            Some((squares, _)) => (squares, "[]"),
            None => (board, ""),
        };
        let mut fields: Vec<&str> = rest.split(' ').collect();
        *fields.get_mut(1)? = "-";
        let mut maker = Self {
            variant,
            options,
            board: squares.split('/').map(signs).collect(),
            rest: format!("{hands} {}", fields.join(" ")),
            needed: Vec::new(),
            others: Vec::new(),
        };
        let mut all: Vec<String> = maker.board.concat();
        all.retain(|sign| !sign.is_empty() && sign != "*");
        all.sort();
        all.dedup();
        for sign in all {
            let mut without = maker.board.clone();
            let cells = without.iter_mut().flatten();
            cells.filter(|cell| **cell == sign).for_each(String::clear);
            if maker.game(&without).is_none() || maker.is_royal(&sign) {
                let count = maker.count_needed(&sign);
                maker.needed.extend(std::iter::repeat_n(sign, count));
            } else if sign.contains(char::is_uppercase) {
                maker.others.push(sign);
            }
        }
        Some(maker)
    }

    /// How many pieces of a kind a side needs, if there is no game without any.
    fn count_needed(&self, sign: &str) -> usize {
        let all = self.board.concat();
        let all = all.iter().filter(|cell| *cell == sign).count();
        let enough = |count: &usize| {
            let (mut some, mut left) = (self.board.clone(), *count);
            for cell in some.iter_mut().flatten().filter(|cell| *cell == sign) {
                match left {
                    0 => cell.clear(),
                    _ => left -= 1,
                }
            }
            self.game(&some).is_some()
        };
        (1..all).find(enough).unwrap_or(all)
    }

    /// The board without pieces.
    fn empty(&self) -> Vec<Vec<String>> {
        let mut board = self.board.clone();
        let cells = board.iter_mut().flatten();
        cells.filter(|cell| *cell != "*").for_each(String::clear);
        board
    }

    fn text(&self, board: &[Vec<String>]) -> String {
        let mut ranks = Vec::new();
        for rank in board {
            let (mut text, mut gap) = (String::new(), 0);
            for sign in rank {
                if sign.is_empty() {
                    gap += 1;
                    continue;
                }
                text.push_str(&number(gap));
                text.push_str(sign);
                gap = 0;
            }
            ranks.push(text + &number(gap));
        }
        format!("{}{}", ranks.join("/"), self.rest)
    }

    /// A game that begins with this board, goes on, and has a turn for White.
    fn game(&self, board: &[Vec<String>]) -> Option<Box<dyn Game>> {
        let game = self.variant.start(&self.options, Some(&self.text(board)));
        let game = game.ok()?;
        let on = game.outcome().is_none() && game.to_move() == Seat(0);
        (on && game.example().is_some()).then_some(game)
    }

    /// Puts a piece on a square by lot that is empty; where it stands.
    fn put(&self, board: &mut [Vec<String>], sign: &str, lots: &mut Lots) -> Option<Place> {
        for _ in 0..20 {
            let rank = lots.below(board.len());
            let file = lots.below(board.get(rank)?.len());
            let (height, cell) = (board.len(), board.get_mut(rank)?.get_mut(file)?);
            if cell.is_empty() {
                sign.clone_into(cell);
                return Place::new(file as u8, (height - 1 - rank) as u8);
            }
        }
        None
    }

    /// Whether a piece of this kind can be in check, for which the start of a game may have none.
    fn is_royal(&self, sign: &str) -> bool {
        let (sign, mut lots) = (sign.to_uppercase(), Lots(3));
        let all: Vec<String> = self.board.concat();
        let black = |other: &&String| {
            other.contains(char::is_lowercase) && !other.eq_ignore_ascii_case(&sign)
        };
        let black: Vec<&String> = all.iter().filter(black).collect();
        (0..ROYAL_DRAWN).any(|_| {
            let mut board = self.empty();
            let _ = self.put(&mut board, &sign, &mut lots);
            for _ in 0..4 {
                if let Some(other) = black.get(lots.below(black.len())) {
                    let _ = self.put(&mut board, other, &mut lots);
                }
            }
            let game = self.variant.start(&self.options, Some(&self.text(&board)));
            game.is_ok_and(|game| game.in_check().contains(&Seat(0)))
        })
    }

    /// A board with the pieces without which there is no game, by lot; Black's stand where they begin if `home`.
    fn bare(&self, home: bool, lots: &mut Lots) -> Option<Vec<Vec<String>>> {
        let mut board = self.empty();
        for (nth, sign) in self.needed.iter().enumerate() {
            let mut cells = self.board.iter().enumerate().flat_map(|(rank, cells)| {
                let cells = cells.iter().enumerate();
                let cells = cells.filter(|(_, cell)| *cell == sign);
                cells.map(move |(file, _)| (rank, file))
            });
            let same = self
                .needed
                .iter()
                .take(nth)
                .filter(|one| *one == sign)
                .count();
            let begins = cells.nth(same);
            let black = !sign.contains(char::is_uppercase);
            match begins.filter(|_| home && black) {
                Some((rank, file)) => {
                    let cell = board.get_mut(rank)?.get_mut(file)?;
                    sign.clone_into(cell);
                }
                None => drop(self.put(&mut board, sign, lots)?),
            }
        }
        Some(board)
    }

    fn step(&self, idea: Idea, game: &dyn Game, right: Vec<Deed>) -> Step {
        Step {
            idea,
            options: self.options.clone(),
            position: game.position(),
            right: vec![Right::Does(right)],
            answers: Vec::new(),
            wrong: Vec::new(),
        }
    }

    /// A position in which a piece can capture; if there is none, in which it can go; with the number of its turns there.
    fn piece(&self, kind: &KindView) -> Option<(Step, usize)> {
        let sign = kind.letter.to_string();
        let target = ["P", "S"]
            .into_iter()
            .find(|sign| self.others.iter().any(|other| other == sign));
        let target = target.or(self.others.first().map(String::as_str));
        let target = target.unwrap_or(&sign).to_lowercase();
        let mut lots = Lots(u64::from(u32::from(kind.letter)));
        let mut goes = None;
        for nth in 0..DRAWN {
            let Some(mut board) = self.bare(true, &mut lots) else {
                continue;
            };
            // A piece without which there is no game stands there already.
            let stands = |cell: &String| *cell == sign;
            let known = board.iter().enumerate().find_map(|(rank, cells)| {
                let file = cells.iter().position(stands)?;
                Place::new(file as u8, (board.len() - 1 - rank) as u8)
            });
            let Some(from) = known.or_else(|| self.put(&mut board, &sign, &mut lots)) else {
                continue;
            };
            let Some(at) = self.put(&mut board, &target, &mut lots) else {
                continue;
            };
            if nth > DRAWN / 2 {
                let _ = self.put(&mut board, &target, &mut lots);
            } else if from.distance(at) < 2 && nth < DRAWN / 3 {
                continue;
            }
            let Some(game) = self.game(&board).filter(|game| game.in_check().is_empty()) else {
                continue;
            };
            let idea = |captures| Idea::Piece {
                name: kind.name.to_string(),
                square: from,
                moves: kind.moves.clone(),
                captures,
            };
            for captures in [true, false] {
                let mut deeds = vec![Deed::Leave(from)];
                deeds.extend(captures.then_some(Deed::Take));
                let step = self.step(idea(captures), &*game, deeds);
                if !captures && goes.is_some() {
                    continue;
                }
                if let Some(turns) = step.answered(&*game, &from.to_string()) {
                    match captures {
                        true => return Some((step, turns)),
                        false => goes = Some((step, turns)),
                    }
                }
            }
        }
        goes
    }

    /// Positions with a turn that wins: one for each end that is found.
    fn ends(&self) -> Vec<Step> {
        let mut found: Vec<(outcome::Reason, Step)> = Vec::new();
        let mut lots = Lots(38);
        for nth in 0..ENDS_DRAWN {
            let Some(mut board) = self.bare(nth % 3 > 0, &mut lots) else {
                continue;
            };
            for _ in 0..2 + nth % 3 {
                if !self.others.is_empty() {
                    let sign = self.others[lots.below(self.others.len())].clone();
                    let _ = self.put(&mut board, &sign, &mut lots);
                }
            }
            let Some(game) = self.game(&board).filter(|game| game.in_check().is_empty()) else {
                continue;
            };
            let Listing::All(turns) = game.legal(TURNS) else {
                continue;
            };
            for turn in turns {
                let mut after = game.fork();
                let Some(end) = after
                    .play(&turn)
                    .ok()
                    .and_then(|_| after.outcome().cloned())
                else {
                    continue;
                };
                let known = found.iter().any(|(reason, _)| *reason == end.reason);
                if !known && super::wins(&end, Seat(0)) {
                    let step = self.step(Idea::End(end.reason), &*game, vec![Deed::Win]);
                    found.push((end.reason, step));
                }
            }
            if found.len() >= MOST_ENDS {
                break;
            }
        }
        found.into_iter().map(|(_, step)| step).collect()
    }
}

impl Step {
    /// How many turns there are with what stands on a square, if one of them is right.
    fn answered(&self, game: &dyn Game, square: &str) -> Option<usize> {
        let Ok(Listing::All(turns)) = game.legal_of(square, "", TURNS) else {
            return None;
        };
        let right = |turn: &String| matches!(self.judge(game, turn), Judged::Right(_));
        turns.iter().any(right).then_some(turns.len())
    }
}
