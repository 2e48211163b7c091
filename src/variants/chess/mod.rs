//! Chess by the FIDE laws, and Chess960 (rules/README.md, `chess`).

mod draw;
mod explain;
mod fen;
mod legal;
mod notation;
mod parse;
mod piece;
mod position;
mod setup;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::rules::diagram::Diagram;
use crate::rules::game::{Continuation, Seat};
use crate::rules::notation::{actions, castling, echo};
use crate::rules::outcome::{Claim, Outcome, Reason, Refusal, SetupError};
use crate::rules::perft;
use crate::rules::repetition::{Repetition, claimed, forced};
use crate::rules::ruleset::{Filter, LastTurn, Ruleset, State};
use crate::rules::square::Square;
use crate::rules::variant::{OptionSpec, Options};

use self::piece::{Role, Side};
use self::position::{Key, Position, Turn, Wing};
use self::setup::Rules;

/// Positions on record from which on a fifth repetition is possible: four rounds of four turns
/// and the first.
const FIVEFOLD: usize = 17;

/// FIDE chess.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

/// FIDE chess, with Chess960 as an option.
pub static CHESS: Chess = Chess;

impl Ruleset for Chess {
    type Rules = Rules;
    type Position = Position;
    type History = Repetition<Key>;
    type Turn = Turn;

    fn id(&self) -> &'static str {
        "chess"
    }
    fn name(&self) -> &'static str {
        "Chess"
    }
    fn summary(&self) -> &'static str {
        "Chess by the FIDE laws, or Chess960 from any of its arrays."
    }
    fn options(&self) -> &'static [OptionSpec] {
        setup::OPTIONS
    }
    fn guide(&self) -> String {
        include_str!("../../../templates/rules/chess.txt").to_owned()
    }
    fn settle(
        &self,
        options: &Options,
        chance: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Options, SetupError> {
        setup::settle(options, chance)
    }
    fn rules(&self, options: &Options, placed: bool) -> Result<Rules, SetupError> {
        setup::rules(options, placed)
    }
    fn start(&self, rules: &Rules) -> Position {
        setup::start(*rules)
    }
    fn read(&self, rules: &Rules, text: &str) -> Result<Position, SetupError> {
        fen::read(text, rules.shuffled())
    }
    fn write(&self, state: &State<Self>) -> String {
        fen::write(&state.position)
    }
    fn history(&self, _rules: &Rules, position: &Position) -> Repetition<Key> {
        Repetition::new(position.key())
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.side.seat()
    }
    fn label(&self, position: &Position) -> String {
        let dots = match position.side {
            Side::White => ".",
            Side::Black => "...",
        };
        format!("{}{dots}", position.number)
    }
    fn parse(&self, state: &State<Self>, text: &str) -> Result<Turn, Refusal> {
        parse::parse(&state.position, state.rules.shuffled(), text)
    }
    fn parse_trusted(&self, state: &State<Self>, canonical: &str) -> Option<Turn> {
        notation::read(&state.position, canonical)
    }
    fn format(&self, _rules: &Rules, _position: &Position, turn: &Turn) -> String {
        notation::write(turn)
    }
    fn play_unchecked(&self, state: &mut State<Self>, turn: &Turn) {
        state.position.play(turn);
        let fresh = state.position.clock == 0;
        state.history.push(state.position.key(), fresh);
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let position = &state.position;
        let draw = |reason| Outcome::draw(vec![Seat(0), Seat(1)], reason);
        if !position.can_move() {
            let (loser, winner) = (position.side, position.side.other());
            return Some(match position.checkers(loser).any() {
                true => Outcome::win(winner.seat(), loser.seat(), Reason::Checkmate),
                false => draw(Reason::Stalemate),
            });
        }
        forced(state.history.times(), position.clock)
            .or_else(|| position.dead().then_some(Reason::DeadPosition))
            .map(draw)
    }
    fn reads_as_turn(&self, _rules: &Rules, text: &str) -> bool {
        parse::lex(text).is_ok()
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        claimed(&state.history, state.position.clock)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        let attacked = |side: &Side| state.position.checkers(*side).any();
        let sides = Side::ALL.into_iter().filter(attacked);
        sides.map(Side::seat).collect()
    }
    fn turns(
        &self,
        state: &State<Self>,
        mut visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        state.position.turns(&mut visit)
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(state.position.count())
    }
    fn named(&self, state: &State<Self>, what: &str) -> Result<Filter, Refusal> {
        named(&state.position, what)
    }
    fn begin(&self, state: &State<Self>, partial: &str) -> Result<Continuation, Refusal> {
        if actions(partial).is_empty() {
            let mut next: Vec<String> =
                state.position.legal().iter().map(notation::write).collect();
            next.sort_unstable();
            return Ok(Continuation {
                made: String::new(),
                next,
                ends: false,
            });
        }
        let turn = self.parse(state, partial)?;
        Ok(Continuation {
            made: notation::write(&turn),
            next: Vec::new(),
            ends: true,
        })
    }
    fn example(&self, state: &State<Self>) -> Option<Turn> {
        example(&state.position)
    }
    fn perft(&self, state: &State<Self>, depth: u32) -> u64 {
        let (clock, turns) = (state.position.clock, depth as usize);
        let endless = state.history.recorded() + turns <= FIVEFOLD && clock + depth <= 150;
        if depth > 0 && endless {
            state.position.perft(depth)
        } else {
            perft::leaves(self, state, depth)
        }
    }
    fn draw(&self, state: &State<Self>, viewer: Seat, last: Option<&LastTurn<Self>>) -> Diagram {
        draw::draw(&state.position, viewer, last)
    }
}

/// A turn that shows how pieces are written, rather than a pawn's or the king's; quiet ones first,
/// so that it gives no advice.
fn example(position: &Position) -> Option<Turn> {
    let worth = |turn: &Turn| match turn {
        Turn::Step {
            role: Role::Knight | Role::Bishop,
            capture: false,
            ..
        } => 4,
        Turn::Step {
            role: Role::Rook | Role::Queen,
            capture: false,
            ..
        } => 3,
        Turn::Step {
            role: Role::Pawn,
            capture: false,
            ..
        } => 2,
        Turn::Step { capture: false, .. } => 1,
        _ => 0,
    };
    let mut best: Option<Turn> = None;
    let _ = position.turns(&mut |turn| {
        if best.is_none_or(|b| worth(&turn) > worth(&b)) {
            best = Some(turn);
        }
        ControlFlow::Continue(())
    });
    best
}

/// The turns that begin as `what` says: a square (`e2`), a piece (`N`, `Ng1`), castling.
fn named(position: &Position, what: &str) -> Result<Filter, Refusal> {
    let what = what.trim();
    if let Some(queen) = castling(what) {
        let wing = if queen { Wing::Queen } else { Wing::King };
        return Ok(Box::new(move |turn| turn == wing.text()));
    }
    let king = position.king(position.side).to_string();
    let board = |s: &Square| s.file() < 8 && s.rank() < 8;
    let square = |text| Square::parse(text).filter(board).map(|s| s.to_string());
    if let Some(square) = square(what) {
        let castles = square == king;
        return Ok(Box::new(move |turn| {
            let bare = turn.trim_start_matches(|c: char| c.is_ascii_uppercase());
            bare.starts_with(&square) || castles && turn.starts_with("O-O")
        }));
    }
    let mut letters = what.chars();
    let role = letters
        .next()
        .and_then(|c| Role::from_letter(c.to_ascii_uppercase()));
    let rest = letters.as_str();
    let origin = square(rest);
    match role.filter(|_| origin.is_some() || rest.is_empty()) {
        None => {
            let message = format!(
                "\"{}\" names no piece or square of chess. Write e2, N, Ng1 or O-O.",
                echo(what)
            );
            Err(Refusal::Unreadable { message })
        }
        Some(Role::Pawn) => {
            let start = origin.unwrap_or_default();
            Ok(Box::new(move |turn| {
                turn.starts_with(|c: char| c.is_ascii_lowercase()) && turn.starts_with(&start)
            }))
        }
        Some(role) => {
            let castles = role == Role::King && origin.as_ref().is_none_or(|o| *o == king);
            let start = format!("{}{}", role.letter(), origin.unwrap_or_default());
            Ok(Box::new(move |turn| {
                turn.starts_with(&start) || castles && turn.starts_with("O-O")
            }))
        }
    }
}
