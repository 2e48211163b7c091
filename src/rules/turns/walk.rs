//! A game as a tree that a program looks through, action by action, and what it has to know of positions.
//!
//! [`Walk`] is object-safe, so that one search plays every game. Squares are numbers on the grid of a game, sets of
//! squares a bit for each.

use std::rc::Rc;

use super::listing::{is_ordered, next, text};
use super::perft;
use super::ruleset::{Ruleset, State, Turn};
use crate::rules::board::{BoardOn, SEATS};
use crate::rules::{Outcome, Role, Seat, Seats};

/// What is known of an action before it is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glimpse {
    /// The kind of piece that acts, if one does.
    pub role: Option<Role>,
    /// Where the action begins.
    pub from: u8,
    /// Where it ends; the same as [`Glimpse::from`] for what only comes to be there.
    pub to: u8,
    /// The kind of piece that it takes.
    pub taken: Option<Role>,
    /// What the piece becomes.
    pub becomes: Option<Role>,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its kind.
    pub role: Role,
    /// Whose it is.
    pub seat: Seat,
    /// Its square.
    pub at: u8,
}

/// A position as a program sees it that estimates who is better.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The pieces that belong to somebody.
    pub pieces: Vec<Standing>,
    /// How many of a kind somebody has in hand.
    pub hands: Vec<(Seat, Role, u8)>,
    /// What else is good for a seat, in hundredths of a pawn: squares, how near it is to an end of its game.
    pub beside: [i32; SEATS],
    /// A number for the position, the same on every machine; different positions have different ones but for
    /// accidents.
    pub key: u64,
}

impl Survey {
    /// Makes it empty again; it keeps its memory.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.hands.clear();
        self.beside = [0; SEATS];
        self.key = 0;
    }

    /// Adds the pieces of a board.
    pub fn board<const W: u8, const R: usize>(&mut self, board: &BoardOn<W, R>) {
        for square in board.occupied() {
            let Some(piece) = board.at(square) else {
                continue;
            };
            let (role, at) = (piece.role, square.index() as u8);
            let owner = piece.owner.map_or(7, |seat| seat.0);
            let what = [at, role.0, owner, piece.state, 1, 0, 0, 0];
            self.key ^= scatter(u64::from_le_bytes(what));
            if let Some(seat) = piece.owner {
                self.pieces.push(Standing { role, seat, at });
            }
        }
    }

    /// Adds what a seat has in hand of a kind.
    pub fn hand(&mut self, seat: Seat, role: Role, count: u8) {
        if count > 0 {
            self.hands.push((seat, role, count));
            let what = [seat.0, role.0, count, 0, 2, 0, 0, 0];
            self.key ^= scatter(u64::from_le_bytes(what));
        }
    }

    /// Where the pieces of each seat stand.
    pub fn men(&self) -> [u128; SEATS] {
        let mut men = [0; SEATS];
        for piece in &self.pieces {
            men[piece.seat.index()] |= 1 << piece.at;
        }
        men
    }

    /// Adds something else that tells positions apart.
    pub fn mix(&mut self, what: u128) {
        self.key = scatter(self.key ^ (what as u64)).rotate_left(17);
        self.key = scatter(self.key ^ ((what >> 64) as u64));
    }
}

/// A number in which each bit of `x` changes about half of the bits (the last step of SplitMix64).
pub const fn scatter(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A way for a kind of piece to become another one.
#[derive(Clone, Copy, Debug)]
pub struct Becoming {
    /// The kind that changes.
    pub role: Role,
    /// What it becomes.
    pub becomes: Role,
    /// Where, by seat.
    pub zone: [u128; SEATS],
}

/// What pieces are worth in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// It is good to have them.
    Good,
    /// It is good to lose them.
    Bad,
    /// Nothing by themselves: whoever cannot move has lost.
    Indifferent,
    /// Whoever is mated has won: it is good that others have them, who have to mate.
    OfOthers,
}

/// What does not change in a game.
#[derive(Clone, Debug)]
pub struct Field {
    /// The files of the grid, by which squares are numbered.
    pub width: u8,
    /// The squares that the board can have.
    pub area: u128,
    /// How many kinds of piece there are.
    pub kinds: u8,
    /// How many seats there are.
    pub seats: u8,
    /// The kind of piece that must not be lost, if there is one.
    pub royal: Option<Role>,
    /// What pieces may become.
    pub becoming: Vec<Becoming>,
    /// What pieces are worth.
    pub material: Material,
    /// Whether [`Walk::reach`] says where pieces can go: the board stays as it is, and pieces neither face a way nor are held.
    pub by_reach: bool,
}

/// A game that is walked through: positions on a way from the one where it began, the last one being here. Inside turns
/// of several actions there are places, too.
pub trait Walk {
    /// What does not change in this game.
    fn field(&self) -> Field;
    /// Where a piece of a seat can go on a board with these own and other pieces, captures included.
    fn reach(&self, role: Role, seat: Seat, from: u8, men: [u128; 2]) -> u128;
    /// Whose turn it is.
    fn to_move(&self) -> Seat;
    /// Who is still in the game.
    fn playing(&self) -> Seats;
    /// How the game has ended here; `None` inside a turn.
    fn outcome(&self) -> Option<Outcome>;
    /// How many actions of a turn were made that is not finished.
    fn made(&self) -> usize;
    /// Whether the turn may be finished here.
    fn may_finish(&self) -> bool;
    /// Whether the king of the side to move is attacked.
    fn in_check(&self) -> bool;
    /// Whether the side to move may claim a draw.
    fn may_claim(&self) -> bool;
    /// Describes the position; inside a turn, the one before it.
    fn survey(&self, survey: &mut Survey);
    /// Finds the actions that may follow, and says how many they are. Not asked where the game has ended.
    fn list(&mut self) -> usize;
    /// What is known of an action that was found.
    fn glimpse(&self, index: usize) -> Glimpse;
    /// Makes an action that was found.
    fn enter(&mut self, index: usize);
    /// Finishes the turn.
    fn finish(&mut self);
    /// Hands the turn to the other player of two without a turn, where a game knows such a position; otherwise `false`, and
    /// nothing is done. [`Walk::back`] takes it back.
    fn pass(&mut self) -> bool;
    /// Takes the last action back, or the finishing of the turn.
    fn back(&mut self);
    /// The canonical text of the turn that led here.
    fn turn(&self) -> String;
}

/// A place on the way.
struct At<R: Ruleset> {
    state: Rc<State<R>>,
    /// The actions of the present turn.
    made: Turn<R>,
    /// The turn that led here, if it is finished.
    turn: Turn<R>,
    /// The actions that may follow, once they were looked for.
    next: Option<Vec<R::Action>>,
}

/// The one implementation of [`Walk`].
pub(super) struct Walker<R: Ruleset> {
    ruleset: R,
    /// Turns may have several actions, which are made one by one.
    by_actions: bool,
    /// The places up to the present one; never empty.
    way: Vec<At<R>>,
}

impl<R: Ruleset> Walker<R> {
    /// A walk that begins with this state.
    pub fn new(ruleset: R, state: State<R>) -> Self {
        let by_actions = ruleset.by_actions(&state.rules);
        let mut walker = Self {
            ruleset,
            by_actions,
            way: Vec::with_capacity(64),
        };
        walker.arrive(state, Vec::new());
        walker
    }

    fn here(&self) -> &At<R> {
        &self.way[self.way.len() - 1]
    }

    fn arrive(&mut self, state: State<R>, turn: Turn<R>) {
        self.way.push(At {
            state: Rc::new(state),
            made: Vec::new(),
            turn,
            next: None,
        });
    }

    /// Plays a whole turn.
    fn play(&mut self, mut turn: Turn<R>) {
        self.ruleset.order(&mut turn);
        let state = perft::after(&self.ruleset, &self.here().state, &turn);
        self.arrive(state, turn);
    }
}

impl<R: Ruleset> Walk for Walker<R> {
    fn field(&self) -> Field {
        self.ruleset.field(&self.here().state.rules)
    }
    fn reach(&self, role: Role, seat: Seat, from: u8, men: [u128; 2]) -> u128 {
        let rules = &self.here().state.rules;
        self.ruleset.reach(rules, (role, seat), from, men)
    }
    fn to_move(&self) -> Seat {
        self.ruleset.to_move(&self.here().state.position)
    }
    fn playing(&self) -> Seats {
        self.here().state.standings.playing
    }
    fn outcome(&self) -> Option<Outcome> {
        let here = self.here();
        let judged = || self.ruleset.adjudicate(&here.state);
        here.made.is_empty().then(judged).flatten()
    }
    fn made(&self) -> usize {
        self.here().made.len()
    }
    fn may_finish(&self) -> bool {
        let here = self.here();
        !here.made.is_empty() && self.ruleset.may_end(&here.state, &here.made)
    }
    fn in_check(&self) -> bool {
        let state = &self.here().state;
        let seat = self.ruleset.to_move(&state.position);
        self.ruleset.in_check(state).contains(&seat)
    }
    fn may_claim(&self) -> bool {
        self.ruleset.claim(&self.here().state).is_ok()
    }
    fn survey(&self, survey: &mut Survey) {
        survey.clear();
        let state = &self.here().state;
        self.ruleset.survey(state, survey);
        survey.mix(u128::from(self.to_move().0));
    }
    fn list(&mut self) -> usize {
        let here = self.here();
        if let Some(next) = &here.next {
            return next.len();
        }
        let found = next(&self.ruleset, &here.state, &here.made);
        let count = found.len();
        let last = self.way.len() - 1;
        self.way[last].next = Some(found);
        count
    }
    fn glimpse(&self, index: usize) -> Glimpse {
        let here = self.here();
        let action = here.next.as_ref().and_then(|next| next.get(index));
        let of = |action| self.ruleset.glimpse(&here.state, &here.made, action);
        action.map(of).unwrap_or_default()
    }
    fn enter(&mut self, index: usize) {
        let here = self.here();
        let action = here.next.as_ref().and_then(|next| next.get(index)).cloned();
        let made: Turn<R> = here.made.iter().cloned().chain(action).collect();
        if self.by_actions {
            let mut next = next(&self.ruleset, &here.state, &made);
            // Where several orders are one turn, one of them is enough.
            let mut longer = made.clone();
            next.retain(|action| {
                longer.push(action.clone());
                let kept = is_ordered(&self.ruleset, &longer);
                longer.pop();
                kept
            });
            if !next.is_empty() {
                self.way.push(At {
                    state: Rc::clone(&here.state),
                    made,
                    turn: Vec::new(),
                    next: Some(next),
                });
                return;
            }
        }
        self.play(made);
    }
    fn finish(&mut self) {
        self.play(self.here().made.clone());
    }
    fn pass(&mut self) -> bool {
        let mut state = State::clone(&self.here().state);
        let passes = self.ruleset.pass(&mut state.position);
        if passes {
            self.arrive(state, Vec::new());
        }
        passes
    }
    fn back(&mut self) {
        if self.way.len() > 1 {
            self.way.pop();
        }
    }
    fn turn(&self) -> String {
        let here = self.here();
        text(&self.ruleset, &here.state.rules, &here.turn)
    }
}
