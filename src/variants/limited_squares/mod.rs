//! Chess with a Limited Supply of Squares (rules/limited-squares.md): four games, one engine.

mod army;
mod begin;
mod check;
mod draw;
mod explain;
mod fault;
mod guide;
mod judge;
mod lex;
mod moves;
mod notation;
mod parse;
mod position;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod words;

use std::ops::ControlFlow;

use crate::rules::diagram::Diagram;
use crate::rules::game::{Continuation, Seat};
use crate::rules::notation::echo;
use crate::rules::outcome::{Claim, Outcome, Reason, Refusal, SetupError};
use crate::rules::repetition::{Repetition, claimed, forced};
use crate::rules::ruleset::{Filter, LastTurn, Ruleset, State};
use crate::rules::square::Square;
use crate::rules::variant::{OptionSpec, Options};

use self::army::Kind;
use self::position::{Cell, Key, PieceMove, Position, Turn};
use self::rules::{Family, Rules};

/// One game of the family.
#[derive(Clone, Copy, Debug)]
pub struct LimitedSquares {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    guide: &'static str,
    options: &'static [OptionSpec],
    family: Family,
}

const ARMIES: OptionSpec = OptionSpec {
    key: "armies",
    default: "fide/nutters",
    values: "WHITE/BLACK, each of fide, clobberers, nutters or rookies",
    about: "The two armies.",
};

const LIMITED: &[OptionSpec] = &[
    OptionSpec {
        key: "turn",
        default: "single",
        values: "single, postal or postal-plus",
        about: "How many actions a turn takes: one, or a piece move and then one or two squares.",
    },
    ARMIES,
    OptionSpec {
        key: "white-reserve",
        default: "3",
        values: "1 to 32",
        about: "How many squares White has in reserve.",
    },
    OptionSpec {
        key: "black-reserve",
        default: "3",
        values: "1 to 32",
        about: "How many squares Black has in reserve.",
    },
];

/// Hans38 Chess: three squares each in reserve, and squares have owners.
pub static HANS38: LimitedSquares = LimitedSquares {
    id: "hans38",
    name: "Hans38 Chess",
    summary: "32 squares and 3 more for each player; squares are placed, moved and captured.",
    guide: include_str!("../../../templates/rules/hans38.txt"),
    options: LIMITED,
    family: Family {
        owned: true,
        unlimited: false,
        carries: false,
    },
};

/// Hans38 with neutral squares.
pub static HANS38_NEUTRAL: LimitedSquares = LimitedSquares {
    id: "hans38-neutral",
    name: "Hans38 with Neutral Squares",
    summary: "Hans38 Chess in which anyone may move any empty square.",
    guide: include_str!("../../../templates/rules/hans38-neutral.txt"),
    options: LIMITED,
    family: Family {
        owned: false,
        unlimited: false,
        carries: false,
    },
};

/// The Game of Infinite Reserves.
pub static INFINITE_RESERVES: LimitedSquares = LimitedSquares {
    id: "infinite-reserves",
    name: "The Game of Infinite Reserves",
    summary: "A square is placed every turn, and from the 4th on left squares vanish.",
    guide: include_str!("../../../templates/rules/infinite-reserves.txt"),
    options: &[ARMIES],
    family: Family {
        owned: false,
        unlimited: true,
        carries: false,
    },
};

/// Infinite Reserves with moving occupied squares.
pub static MOVING_SQUARES: LimitedSquares = LimitedSquares {
    id: "moving-squares",
    name: "Moving Occupied Squares",
    summary: "Infinite Reserves in which squares also carry pieces along.",
    guide: include_str!("../../../templates/rules/moving-squares.txt"),
    options: &[ARMIES],
    family: Family {
        owned: false,
        unlimited: true,
        carries: true,
    },
};

/// Whether a legal en passant capture belongs to the position's identity (C3).
fn key(rules: &Rules, position: &Position) -> Key {
    let capturable = position.ep.is_some_and(|ep| {
        let mut all = Vec::new();
        let back = if position.side == 0 { -1 } else { 1 };
        for from in [ep.offset(-1, back), ep.offset(1, back)]
            .into_iter()
            .flatten()
        {
            if position.at(from) == Cell::piece(Kind::PAWN, position.side) {
                moves::moves_from(rules, position, from, &mut all);
            }
        }
        let passing = |m: &PieceMove| matches!(m, PieceMove::Step { to, .. } if *to == ep);
        all.iter()
            .any(|m| passing(m) && turns::begins(rules, position, m))
    });
    Key::new(position, capturable)
}

impl Ruleset for LimitedSquares {
    type Rules = Rules;
    type Position = Position;
    type History = Repetition<Key>;
    type Turn = Turn;

    fn id(&self) -> &'static str {
        self.id
    }
    fn name(&self) -> &'static str {
        self.name
    }
    fn summary(&self) -> &'static str {
        self.summary
    }
    fn options(&self) -> &'static [OptionSpec] {
        self.options
    }
    fn guide(&self) -> String {
        guide::expand(self.family, self.guide)
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<Rules, SetupError> {
        Rules::new(self.family, options)
    }
    fn start(&self, rules: &Rules) -> Position {
        text::start(rules)
    }
    fn read(&self, rules: &Rules, text: &str) -> Result<Position, SetupError> {
        text::read(rules, text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(&state.rules, &state.position)
    }
    fn history(&self, rules: &Rules, position: &Position) -> Repetition<Key> {
        Repetition::new(key(rules, position))
    }
    fn to_move(&self, position: &Position) -> Seat {
        Seat(position.side)
    }
    fn label(&self, position: &Position) -> String {
        let dots = if position.side == 0 { "." } else { "..." };
        format!("{}{dots}", position.turn)
    }
    fn parse(&self, state: &State<Self>, text: &str) -> Result<Turn, Refusal> {
        parse::parse(&state.rules, &state.position, text)
    }
    fn parse_trusted(&self, state: &State<Self>, canonical: &str) -> Option<Turn> {
        notation::read(&state.position, canonical)
    }
    fn format(&self, _rules: &Rules, _position: &Position, turn: &Turn) -> String {
        notation::turn_text(turn)
    }
    fn play_unchecked(&self, state: &mut State<Self>, turn: &Turn) {
        state.position.play(&state.rules, turn);
        let captures = matches!(
            turn.piece,
            Some(PieceMove::Step {
                captured: Some(_),
                ..
            })
        );
        // Where pieces are carried, even a pawn's step can be undone (S15).
        let fresh = captures || state.position.clock == 0 && !state.rules.family.carries;
        state
            .history
            .push(key(&state.rules, &state.position), fresh);
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let (rules, position) = (&state.rules, &state.position);
        let (loser, winner) = (Seat(position.side), Seat(1 - position.side));
        if !turns::any(rules, position) {
            let attacked = check::attacker(position, position.side).is_some();
            let reason = if attacked {
                Reason::Checkmate
            } else {
                Reason::Stalemate
            };
            return Some(Outcome::win(winner, loser, reason));
        }
        forced(state.history.times(), position.clock)
            .map(|reason| Outcome::draw(vec![Seat(0), Seat(1)], reason))
    }
    fn reads_as_turn(&self, rules: &Rules, text: &str) -> bool {
        lex::words(rules, text).is_ok_and(|words| !words.is_empty())
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        claimed(&state.history, state.position.clock)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        let attacked = |seat: &u8| check::attacker(&state.position, *seat).is_some();
        [0, 1].into_iter().filter(attacked).map(Seat).collect()
    }
    fn turns(
        &self,
        state: &State<Self>,
        visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        turns::each(&state.rules, &state.position, visit)
    }
    fn turns_where(
        &self,
        state: &State<Self>,
        keep: &Filter,
        visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let begins = |piece: &PieceMove| keep(&notation::piece_text(piece));
        turns::each_beginning(
            &state.rules,
            &state.position,
            &begins,
            &mut |turn| match turn.piece.is_some() || keep(&notation::turn_text(&turn)) {
                true => visit(turn),
                false => ControlFlow::Continue(()),
            },
        )
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(turns::count(&state.rules, &state.position))
    }
    fn named(&self, state: &State<Self>, what: &str) -> Result<Filter, Refusal> {
        named(&state.rules, &state.position, what)
    }
    fn begin(&self, state: &State<Self>, partial: &str) -> Result<Continuation, Refusal> {
        begin::begin(&state.rules, &state.position, partial)
    }
    fn example(&self, state: &State<Self>) -> Option<Turn> {
        begin::example(&state.rules, &state.position)
    }
    fn draw(&self, state: &State<Self>, viewer: Seat, last: Option<&LastTurn<Self>>) -> Diagram {
        draw::draw(&state.rules, &state.position, viewer, last)
    }
}

/// The turns that begin as `what` says: a square (`e2`), a piece (`N`, `Ng1`), `@` or `@@` with or
/// without a square, castling.
fn named(rules: &Rules, position: &Position, what: &str) -> Result<Filter, Refusal> {
    let what = what.trim();
    if let Some(queen) = crate::rules::notation::castling(what) {
        let text = if queen { "O-O-O" } else { "O-O" };
        return Ok(Box::new(move |turn| turn.split(' ').next() == Some(text)));
    }
    let signs: String = what.chars().take_while(|c| *c == '@').take(2).collect();
    let rest = &what[signs.len()..];
    if !signs.is_empty() {
        let square = Square::parse(rest).map_or(String::new(), |s| s.to_string());
        if square.is_empty() != rest.is_empty() {
            return Err(unnamed(what));
        }
        let start = format!("{signs}{square}");
        let longer = signs == "@";
        return Ok(Box::new(move |turn| {
            turn.starts_with(&start) && !(longer && turn.starts_with("@@"))
        }));
    }
    if let Some(square) = Square::parse(what) {
        let king = square == position.kings[usize::from(position.side)];
        let square = square.to_string();
        return Ok(Box::new(move |turn| {
            let bare = turn.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '@');
            bare.starts_with(&square) || king && turn.starts_with("O-O")
        }));
    }
    let mut letters = what.chars();
    let kind = letters
        .next()
        .and_then(|c| Kind::from_letter(c.to_ascii_uppercase()));
    let rest = letters.as_str();
    let square = Square::parse(rest).map(|s| s.to_string());
    match kind.filter(|k| rules.has(*k) && (square.is_some() || rest.is_empty())) {
        None => Err(unnamed(what)),
        Some(Kind::PAWN) => {
            let square = square.unwrap_or_default();
            Ok(Box::new(move |turn| {
                turn.starts_with(|c: char| c.is_ascii_lowercase()) && turn.starts_with(&square)
            }))
        }
        Some(kind) => {
            let start = format!("{}{}", kind.letter(), square.unwrap_or_default());
            let king = kind == Kind::KING && start.len() == 1;
            Ok(Box::new(move |turn| {
                turn.starts_with(&start) || king && turn.starts_with("O-O")
            }))
        }
    }
}

fn unnamed(what: &str) -> Refusal {
    let message = format!(
        "\"{}\" names no piece or square of this game. Write e2, N, Ng1, @@ or @g1.",
        echo(what)
    );
    Refusal::Unreadable { message }
}
