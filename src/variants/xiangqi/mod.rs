//! Xiangqi, Chinese chess, from the usual array or that of CHINCHES (rules/xiangqi.md).

mod draw;
mod explain;
mod fen;
mod legal;
mod lines;
mod notation;
mod parse;
mod piece;
mod position;
mod repeat;
mod setup;
mod steps;
#[cfg(test)]
mod tests;
mod wxf;

use std::ops::ControlFlow;

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::{Diagram, Style};
use crate::rules::game::{Continuation, Seat};
use crate::rules::notation::{actions, echo};
use crate::rules::outcome::{Claim, Outcome, Reason, Refusal, SetupError};
use crate::rules::perft;
use crate::rules::ruleset::{Filter, LastTurn, Ruleset, State};
use crate::rules::square::Square;
use crate::rules::variant::{OptionSpec, Options};

use self::piece::{BOARD, Role, Side};
use self::position::{Position, Turn};
use self::repeat::{History, SHORTEST, TIMES};
use self::setup::Rules;

/// Turns of both sides without a capture after which the game is drawn (X5).
const CLOCK: u32 = 120;

/// Chinese chess.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi;

/// Chinese chess, with the array of CHINCHES as an option.
pub static XIANGQI: Xiangqi = Xiangqi;

impl Ruleset for Xiangqi {
    type Rules = Rules;
    type Position = Position;
    type History = History;
    type Turn = Turn;

    fn id(&self) -> &'static str {
        "xiangqi"
    }
    fn name(&self) -> &'static str {
        "Xiangqi"
    }
    fn summary(&self) -> &'static str {
        "Chinese chess, on the lines of a board of 9 by 10 with a river and two palaces."
    }
    fn seats(&self) -> &'static [&'static str] {
        &["red", "black"]
    }
    fn options(&self) -> &'static [OptionSpec] {
        setup::OPTIONS
    }
    fn guide(&self) -> String {
        include_str!("../../../templates/rules/xiangqi.txt").to_owned()
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<Rules, SetupError> {
        setup::rules(options)
    }
    fn start(&self, rules: &Rules) -> Position {
        setup::start(*rules)
    }
    fn read(&self, _rules: &Rules, text: &str) -> Result<Position, SetupError> {
        fen::read(text)
    }
    fn write(&self, state: &State<Self>) -> String {
        fen::write(&state.position)
    }
    fn history(&self, _rules: &Rules, position: &Position) -> History {
        History::new(position)
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.side.seat()
    }
    fn label(&self, position: &Position) -> String {
        let dots = match position.side {
            Side::Red => ".",
            Side::Black => "...",
        };
        format!("{}{dots}", position.number)
    }
    fn parse(&self, state: &State<Self>, text: &str) -> Result<Turn, Refusal> {
        parse::parse(&state.position, text)
    }
    fn parse_trusted(&self, state: &State<Self>, canonical: &str) -> Option<Turn> {
        notation::read(&state.position, canonical)
    }
    fn format(&self, _rules: &Rules, _position: &Position, turn: &Turn) -> String {
        notation::write(turn)
    }
    fn also(&self, _rules: &Rules, position: &Position, turn: &Turn) -> Option<String> {
        Some(wxf::write(position, turn))
    }
    fn play_unchecked(&self, state: &mut State<Self>, turn: &Turn) {
        state.position.play(turn);
        state.history.push(turn, &state.position);
    }
    /// The order of ends is that of rules/README.md, a dead position before the move rule.
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let position = &state.position;
        let draw = |reason| Outcome::draw(vec![Seat(0), Seat(1)], reason);
        if !position.can_move() {
            let (loser, winner) = (position.side, position.side.other());
            let reason = match position.checkers(loser).any() {
                true => Reason::Checkmate,
                false => Reason::Stalemate,
            };
            return Some(Outcome::win(winner.seat(), loser.seat(), reason));
        }
        if let Some(ruling) = state.history.ruling(TIMES) {
            return Some(ruling.outcome());
        }
        if position.dead() {
            return Some(draw(Reason::DeadPosition));
        }
        (position.clock >= CLOCK).then(|| draw(Reason::MoveRule))
    }
    fn reads_as_turn(&self, _rules: &Rules, text: &str) -> bool {
        parse::lex(text).is_ok()
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        let times = match state.history.times() {
            1 => "once".to_owned(),
            n => format!("{n} times"),
        };
        let message = format!(
            "In xiangqi no draw is claimed: the third time of a position ends the game by itself \
             (X4), and so do 60 turns by each side without a capture (X5). This position has been \
             on the board {times}, and {} turns have passed without a capture, both sides counted \
             (it takes {CLOCK}).",
            state.position.clock
        );
        Err(Refusal::Illegal {
            action: None,
            good: String::new(),
            message,
        })
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
    fn named(&self, _state: &State<Self>, what: &str) -> Result<Filter, Refusal> {
        named(what)
    }
    fn begin(&self, state: &State<Self>, partial: &str) -> Result<Continuation, Refusal> {
        if actions(partial).is_empty() {
            let mut next = Vec::new();
            let _ = state.position.turns(&mut |turn| {
                next.push(notation::write(&turn));
                ControlFlow::Continue(())
            });
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
        let endless = state.history.recorded() + turns <= SHORTEST && clock + depth <= CLOCK;
        if depth > 0 && endless {
            state.position.perft(depth)
        } else {
            perft::leaves(self, state, depth)
        }
    }
    fn warnings(&self, state: &State<Self>) -> Vec<String> {
        warning(&state.history).into_iter().collect()
    }
    fn draw(&self, state: &State<Self>, viewer: Seat, last: Option<&LastTurn<Self>>) -> Diagram {
        self.draw_in(state, viewer, last, Style::Ascii)
    }
    fn draw_in(
        &self,
        state: &State<Self>,
        viewer: Seat,
        last: Option<&LastTurn<Self>>,
        style: Style,
    ) -> Diagram {
        let viewer = match viewer == Side::Black.seat() {
            true => Side::Black,
            false => Side::Red,
        };
        draw::draw(state, viewer, last, style)
    }
}

/// What one more repetition would come to, one occurrence before (X4).
fn warning(history: &History) -> Option<String> {
    let ruling = history.ruling(TIMES - 1)?;
    let end = match ruling.loser {
        Some(side) => format!("loses for {}: {}", side.name(), ruling.reason),
        None => "draws the game".to_owned(),
    };
    Some(format!(
        "This position stands for the second time. The next repetition in the same way {end} (X4)."
    ))
}

/// A turn that shows how pieces are written, rather than the king's; quiet ones alone, so that it
/// gives no advice, as long as there are any.
fn example(position: &Position) -> Option<Turn> {
    const ORDER: [Role; 7] = [
        Role::Horse,
        Role::Cannon,
        Role::Chariot,
        Role::Elephant,
        Role::Soldier,
        Role::Mandarin,
        Role::King,
    ];
    let find = |open: Bitboard| {
        ORDER.into_iter().find_map(|role| {
            let mut pieces = position.pieces(position.side, role);
            pieces.find_map(|from| {
                let to = (position.legal_to(from) & open).first()?;
                Some(position.turn(role, from, to))
            })
        })
    };
    find(!position.occupied()).or_else(|| find(BOARD))
}

/// The turns that begin as `what` says: a point (`h3`) or a piece (`C`, `Ch3`).
fn named(what: &str) -> Result<Filter, Refusal> {
    let what = what.trim();
    let point = |text| Square::parse(text).filter(|s| BOARD.has(*s));
    let from = |turn: &str| turn.get(1..).and_then(Square::lex).map(|(s, _)| s);
    if let Some(origin) = point(what) {
        return Ok(Box::new(move |turn| from(turn) == Some(origin)));
    }
    let mut letters = what.chars();
    let role = letters
        .next()
        .and_then(|c| Role::from_letter(c.to_ascii_uppercase()));
    let rest = letters.as_str();
    let origin = point(rest);
    match role.filter(|_| origin.is_some() || rest.is_empty()) {
        None => {
            let message = format!(
                "\"{}\" names no piece or point of xiangqi. Write h3, C or Ch3.",
                echo(what)
            );
            Err(Refusal::Unreadable { message })
        }
        Some(role) => Ok(Box::new(move |turn| {
            let there = origin.is_none() || from(turn) == origin;
            turn.starts_with(role.letter()) && there
        })),
    }
}
