//! The search: all players but the one who thinks are taken to play against that one, deeper and deeper, until the
//! budget is spent.
//!
//! Turns of several actions are looked at action by action: a place inside a turn is a place like any other, at which
//! the same player chooses again. There may be thousands of such turns, so that inside turns only the actions are tried
//! that look best. Scores are those of the player who thinks on the places of that player, and turned round on those of
//! all others.

mod checks;
mod odds;
mod order;

use crate::rules::board::square::LOCATIONS;
use crate::rules::turns::walk::{Glimpse, Survey, Walk};
use crate::rules::{Outcome, Seat};

use self::order::breadth;
use super::table::{Bound, Known, Table};
use super::values::Values;
use super::{MATE, MATED, Thought};

/// More than any score.
const INFINITE: i32 = MATE + 1;
/// No way is longer than this, in choices.
const LONGEST: usize = 90;
/// Turns in a row that only capture, beyond the depth of the search.
const CAPTURES: i32 = -7;
/// So much worse than the best a turn may be that is chosen by lot.
const BY_LOT: i32 = 45;

/// What a player may choose at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The action with this number.
    Action(u16),
    /// To finish the turn.
    Finish,
}

/// A choice and how well it looks.
#[derive(Clone, Copy)]
struct Looks {
    choice: Choice,
    rank: i32,
    glimpse: Glimpse,
}

impl Looks {
    /// Whether it changes what pieces there are.
    const fn is_loud(&self) -> bool {
        self.glimpse.taken.is_some() || self.glimpse.becomes.is_some()
    }
}

/// What is seen at a place before anything is tried there; inside a turn nothing is.
#[derive(Default)]
struct Seen {
    /// The key of the position; 0 inside turns.
    key: u64,
    /// How good it is for the side to move.
    estimate: i32,
    /// Whether the side to move is in check.
    check: bool,
    /// What the table knows of it.
    known: Option<Known>,
}

/// How much deeper a place is looked at since a check has to be met.
fn further(depth: i32, check: bool, ply: usize) -> i32 {
    i32::from(check && depth >= 0 && ply < 24)
}

/// A search from one position.
pub struct Search<'a> {
    walk: Box<dyn Walk>,
    values: Values,
    table: Table,
    us: Seat,
    seats: i32,
    /// Moves that were too good for the other side, by seat and by where they begin and end.
    history: Vec<[u32; LOCATIONS]>,
    /// The last two such moves at each place of the way.
    killers: Vec<[(u8, u8); 2]>,
    /// Turns that were played on the way.
    turns: i32,
    /// The positions on the way, by their keys; 0 inside turns.
    way: Vec<u64>,
    /// The best way from each place on.
    best: Vec<Vec<Choice>>,
    /// What the first choices are worth by the answers that mate, where whoever is mated has won.
    chances: Vec<i32>,
    /// Lists of choices that are not used now.
    spare: Vec<Vec<Looks>>,
    survey: Survey,
    nodes: u64,
    spent: u64,
    budget: u64,
    stop: &'a dyn Fn() -> bool,
    /// The place after a pass; 0 for none.
    pass_at: usize,
    /// Whether to stop; never before one turn is found.
    stopped: bool,
    found: bool,
}

impl<'a> Search<'a> {
    /// A search from the place where `walk` is.
    pub fn new(walk: Box<dyn Walk>, budget: u64, stop: &'a dyn Fn() -> bool) -> Self {
        let values = Values::new(walk.as_ref());
        let seats = i32::from(walk.field().seats);
        Self {
            us: walk.to_move(),
            seats,
            history: vec![[0; LOCATIONS]; LOCATIONS * seats as usize],
            turns: 0,
            killers: vec![[(0, 0); 2]; LONGEST + 1],
            way: vec![0; LONGEST + 1],
            best: vec![Vec::new(); LONGEST + 2],
            chances: Vec::new(),
            spare: Vec::new(),
            survey: Survey::default(),
            table: Table::new(budget),
            walk,
            values,
            nodes: 0,
            spent: 0,
            budget,
            stop,
            pass_at: 0,
            stopped: false,
            found: false,
        }
    }

    /// The best turn, by looking deeper and deeper.
    pub fn deepen(mut self) -> Option<Thought> {
        let (line, score, depth) = self.best_way()?;
        self.thought(&line, score, depth)
    }

    /// How good the place is for `us`, whoever is to move, and the best turns from there on, as far as they are known.
    pub fn outlook(mut self, us: Seat) -> (i32, Vec<String>) {
        self.us = us;
        let sign = if self.is_ours() { 1 } else { -1 };
        if let Some(outcome) = self.walk.outcome() {
            return (sign * self.ended(&outcome), Vec::new());
        }
        let Some((line, score, _)) = self.best_way() else {
            return (0, Vec::new());
        };
        let mut turns = Vec::new();
        for choice in line {
            self.choose(choice);
            if self.walk.made() == 0 {
                turns.push(self.walk.turn());
            }
        }
        (sign * score, turns)
    }

    fn best_way(&mut self) -> Option<(Vec<Choice>, i32, u32)> {
        if self.values.others_mate() && self.is_ours() {
            self.count_chances();
        }
        if let Some(line) = self.mate_by_checks() {
            let turns = line.len() as i32;
            return Some((line, MATE - turns, turns as u32));
        }
        let mut best: Option<(Vec<Choice>, i32, u32)> = None;
        for depth in 1..=60 {
            let score = self.node(depth, -INFINITE, INFINITE, 0);
            let line = self.best[0].clone();
            // What was found before the search was stopped is as good as what is known, or better.
            if !line.is_empty() {
                let whole = u32::from(!self.stopped);
                best = Some((line, score, depth as u32 - 1 + whole));
            }
            if self.stopped || score.abs() >= MATED && MATE - score.abs() <= depth {
                break;
            }
        }
        best
    }

    /// One of the good turns, by lot. All are looked at to the same depth.
    pub fn by_lot(mut self, lot: u64) -> Option<Thought> {
        let count = self.walk.list();
        let mut all: Vec<(i32, Vec<Choice>)> = Vec::new();
        for index in 0..count {
            let choice = Choice::Action(index as u16);
            let score = self.after(choice, (1, -INFINITE, INFINITE), 0);
            if self.stopped && self.found {
                break;
            }
            let mut line = vec![choice];
            line.extend_from_slice(&self.best[1]);
            all.push((score, line));
            self.found = true;
        }
        let best = all.iter().map(|(score, _)| *score).max()?;
        // A mate is not let go, nor is it walked into.
        let least = if best.abs() >= MATED {
            best
        } else {
            best - BY_LOT
        };
        all.retain(|(score, _)| *score >= least);
        let (score, line) = all.swap_remove((lot % all.len() as u64) as usize);
        self.thought(&line, score, 1)
    }

    /// Writes the turn that a way begins with.
    fn thought(&mut self, line: &[Choice], score: i32, depth: u32) -> Option<Thought> {
        let mut line = line.iter();
        loop {
            match line.next() {
                Some(choice) => self.choose(*choice),
                // A way that ends inside a turn: what may be finished is, and the first action is as good as any.
                None if self.walk.may_finish() => self.walk.finish(),
                None if self.walk.list() > 0 => self.walk.enter(0),
                None => return None,
            }
            if self.walk.made() == 0 {
                break;
            }
        }
        Some(Thought {
            turn: self.walk.turn(),
            mate: super::mate(score, self.seats),
            score,
            depth,
            nodes: self.nodes,
        })
    }

    fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Action(index) => {
                self.walk.list();
                self.walk.enter(usize::from(index));
            }
            Choice::Finish => self.walk.finish(),
        }
    }

    fn is_ours(&self) -> bool {
        self.walk.to_move() == self.us
    }

    /// The score after a choice, for the player who has it.
    fn after(&mut self, choice: Choice, (depth, alpha, beta): (i32, i32, i32), ply: usize) -> i32 {
        let ours = self.is_ours();
        self.choose(choice);
        let turns = i32::from(self.walk.made() == 0);
        self.turns += turns;
        let score = match self.is_ours() == ours {
            true => self.node(depth, alpha, beta, ply + 1),
            false => -self.node(depth, -beta, -alpha, ply + 1),
        };
        self.turns -= turns;
        self.walk.back();
        score
    }

    /// What an end of the game is worth.
    fn ended(&self, outcome: &Outcome) -> i32 {
        let place = outcome.place(self.us).unwrap_or(1) as i32;
        let shared = outcome.places.get(place as usize - 1).map_or(1, Vec::len) as i32;
        // From all for the first place to nothing for the last; those who share places share what they are worth.
        let points = 2 * (self.seats - place) - (shared - 1);
        let score = MATE * (points - (self.seats - 1)) / (self.seats - 1).max(1);
        self.later(score)
    }

    /// Sooner wins are better, and later losses.
    fn later(&self, score: i32) -> i32 {
        let score = score - score.signum() * self.turns;
        if self.is_ours() { score } else { -score }
    }

    fn look_at_budget(&mut self, more: u64) {
        self.nodes += 1;
        self.spent += more;
        let over = self.spent >= self.budget || self.nodes.is_multiple_of(64) && (self.stop)();
        self.stopped |= over && self.found;
    }

    /// Looks at a place where a turn begins. `Err`: its score, since nothing has to be tried there.
    fn look(&mut self, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> Result<Seen, i32> {
        if let Some(outcome) = self.walk.outcome() {
            return Err(self.ended(&outcome));
        }
        let playing = self.walk.playing();
        if !playing.has(self.us) {
            return Err(self.later(-MATE));
        }
        let mut survey = std::mem::take(&mut self.survey);
        self.walk.survey(&mut survey);
        let worth = self.values.estimate(self.walk.as_ref(), &survey, self.us);
        let estimate = if self.is_ours() { worth } else { -worth };
        let key = survey.key;
        self.survey = survey;
        // A position that comes back is a draw as far as one can see, and so is one in which a draw may be claimed.
        if ply > 0 && (self.way[..ply].contains(&key) || ply <= 2 && self.walk.may_claim()) {
            return Err(0);
        }
        let check = self.walk.in_check();
        let depth = depth + further(depth, check, ply);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| ply > 0 && i32::from(known.depth) >= depth) {
            let score = moved(known.score, -self.turns);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::Least => score >= beta,
                Bound::Most => score <= alpha,
            };
            if enough {
                return Err(score);
            }
        }
        Ok(Seen {
            key,
            estimate,
            check,
            known,
        })
    }

    /// The score of the place where the walk is, for the side to move, `depth` turns deep.
    fn node(&mut self, mut depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.best[ply].clear();
        self.look_at_budget(1);
        if self.stopped {
            return 0;
        }
        let within = self.walk.made() > 0;
        let seen = match within {
            true => Seen::default(),
            false => match self.look(depth, (alpha, beta), ply) {
                Ok(seen) => seen,
                Err(score) => return score,
            },
        };
        let Seen {
            key,
            estimate,
            check,
            known,
        } = seen;
        depth += further(depth, check, ply);
        self.way[ply] = key;
        if ply >= LONGEST {
            return estimate;
        }
        // Where the depth is used up only captures are looked at, unless a check has to be met.
        let quiet = depth <= 0 && !within && (!check || depth <= CAPTURES / 2);
        if quiet {
            // Before the first turn is found nothing stops the search, so that it must not be long.
            let spent = self.spent >= self.budget;
            if estimate >= beta || depth <= CAPTURES || spent || !self.values.captures_matter() {
                return estimate;
            }
            alpha = alpha.max(estimate);
        }
        let calm = !within && !check && ply > 0 && estimate >= beta && beta.abs() < MATED;
        if calm && let Some(score) = self.passed((depth, beta), ply) {
            return score;
        }
        let least = match quiet {
            // Captures that gain too little do not help.
            true if ply > 0 && alpha.abs() < MATED => Some(alpha - estimate - 120),
            true => Some(-INFINITE),
            false => None,
        };
        let mut all = self.ranked(known, (least, within), ply);
        let listed = self.walk.list();
        self.look_at_budget(listed as u64 / 8);
        if within {
            all.truncate(breadth(self.walk.made(), depth, ply));
        }
        // Far below what is needed, quiet moves just before the end do not help.
        let hopeless = !within && !quiet && !check && depth <= 2 && ply > 0 && alpha.abs() < MATED;
        let (start, mut best) = (alpha, if quiet { estimate } else { -INFINITE });
        let mut chosen = None;
        let mut tried = 0;
        for looks in &all {
            if hopeless && tried > 0 {
                let most = estimate + self.gain(&looks.glimpse) + 90 + 130 * depth;
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            let finishes = within || looks.choice == Choice::Finish;
            let left = if finishes { depth } else { depth - 1 };
            let chance = self.chance(looks.choice, ply);
            let window = (left, alpha - chance, beta - chance);
            let mut score = self.tried(looks, window, (tried, check || within), ply);
            // A mate that is sure needs none.
            score += if score.abs() < MATED { chance } else { 0 };
            if self.stopped {
                break;
            }
            tried += 1;
            if score > best {
                best = score;
            }
            if score > alpha || chosen.is_none() && ply == 0 {
                alpha = alpha.max(score);
                chosen = Some(looks.choice);
                self.keep_way(looks.choice, ply);
                self.found |= ply == 0;
                if alpha >= beta {
                    self.note(looks, depth, ply);
                    break;
                }
            }
        }
        self.spare.push(all);
        if self.stopped {
            return alpha;
        }
        if tried == 0 && best == -INFINITE {
            return estimate;
        }
        if !within && depth > 0 {
            let bound = match best {
                _ if best >= beta => Bound::Least,
                _ if best <= start => Bound::Most,
                _ => Bound::Exact,
            };
            self.table.put(Known {
                score: moved(best, self.turns),
                depth: depth.min(100) as i8,
                bound,
                best: match chosen {
                    Some(Choice::Action(index)) => index,
                    _ => known.map_or(u16::MAX, |known| known.best),
                },
                key,
            });
        }
        best
    }

    /// A score of at least `beta` where even a pass is good enough, so that no turn needs to be tried.
    fn passed(&mut self, (depth, beta): (i32, i32), ply: usize) -> Option<i32> {
        // Whoever has only pawns may be better off by not having to move. Nobody passes twice in a row.
        let may = depth >= 2 && self.pass_at != ply && self.has_pieces();
        if !may || !self.walk.pass() {
            return None;
        }
        let earlier = std::mem::replace(&mut self.pass_at, ply + 1);
        self.turns += 1;
        let score = -self.node(depth - 3 - depth / 4, -beta, 1 - beta, ply + 1);
        self.turns -= 1;
        self.pass_at = earlier;
        self.walk.back();
        (!self.stopped && score >= beta).then_some(score.min(MATED - 1))
    }

    /// Tries a choice: later ones less deep, and with the question alone whether they are better; those that are, as deep
    /// as the first.
    fn tried(
        &mut self,
        looks: &Looks,
        (depth, alpha, beta): (i32, i32, i32),
        (before, forced): (usize, bool),
        ply: usize,
    ) -> i32 {
        if before == 0 {
            return self.after(looks.choice, (depth, alpha, beta), ply);
        }
        let reduced = match before {
            _ if forced || looks.is_loud() || depth < 2 => 0,
            0..=3 => 0,
            4..=11 => 1,
            _ => 2,
        };
        let mut score = alpha + 1;
        if reduced > 0 {
            let less = (depth - reduced).max(1);
            score = self.after(looks.choice, (less, alpha, alpha + 1), ply);
        }
        if score > alpha && !self.stopped {
            score = self.after(looks.choice, (depth, alpha, alpha + 1), ply);
        }
        if score > alpha && score < beta && !self.stopped {
            score = self.after(looks.choice, (depth, alpha, beta), ply);
        }
        score
    }

    fn keep_way(&mut self, choice: Choice, ply: usize) {
        let (here, rest) = self.best.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(choice);
        here.extend_from_slice(&rest[0]);
    }

    /// Remembers a quiet choice that was too good for the other side.
    fn note(&mut self, looks: &Looks, depth: i32, ply: usize) {
        let Glimpse { from, to, .. } = looks.glimpse;
        if looks.is_loud() || looks.choice == Choice::Finish {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != (from, to) {
            *killers = [(from, to), killers[0]];
        }
        let at = self.walk.to_move().index() * LOCATIONS + usize::from(from);
        let known = &mut self.history[at][usize::from(to)];
        *known = (*known + (depth.max(1) * depth.max(1)) as u32).min(60_000);
    }
}

/// A mate that is counted from a place so many turns later; other scores stay.
const fn moved(score: i32, turns: i32) -> i32 {
    match score {
        MATED.. => score + turns,
        _ if score <= -MATED => score - turns,
        _ => score,
    }
}
