//! Chess with a Limited Supply of Squares (docs/rules/limited-squares.md): four games, one engine.

mod army;
mod ends;
mod notation;
mod position;
mod refusals;
mod rules;
mod squares;
mod surveyed;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod view;
mod ways;
mod writing;

use std::ops::ControlFlow;

use crate::rules::notation::{iccf, title};
use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, VisitTurn, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::{
    Bitboard, BoardView, Capture, Claim, Options, Outcome, Refusal, Repetition, Role, Ruleset,
    Seat, Selector, SetupError, Sketch, Speech, moves, outcome::Reason, reason, repetition::FIDE,
    turns::perft,
};

use self::ends::Ends;
use self::notation::Words;
use self::position::{Action, Identity, Position, refills};
use self::rules::{Family, Rules, TurnRule};

/// One game of the family.
#[derive(Clone, Copy, Debug)]
pub struct LimitedSquares {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    family: Family,
}

/// Hans38 Chess: three squares each in reserve, and squares have owners.
pub static HANS38: LimitedSquares = LimitedSquares {
    id: "hans38",
    name: "Hans38 Chess",
    summary: "summary-hans38",
    family: Family::OWNED,
};

/// Hans38 with neutral squares.
pub static HANS38_NEUTRAL: LimitedSquares = LimitedSquares {
    id: "hans38-neutral",
    name: "Hans38 with Neutral Squares",
    summary: "summary-hans38-neutral",
    family: Family::NEUTRAL,
};

/// The Game of Infinite Reserves.
pub static INFINITE_RESERVES: LimitedSquares = LimitedSquares {
    id: "infinite-reserves",
    name: "The Game of Infinite Reserves",
    summary: "summary-infinite-reserves",
    family: Family::UNLIMITED,
};

/// Infinite Reserves with moving occupied squares.
pub static MOVING_SQUARES: LimitedSquares = LimitedSquares {
    id: "moving-squares",
    name: "Moving Occupied Squares",
    summary: "summary-moving-squares",
    family: Family::CARRYING,
};

impl Ruleset for LimitedSquares {
    type Rules = Rules;
    type Position = Position;
    type History = Repetition<Identity>;
    type Action = Action;
    type Typed = Words;

    fn about(&self) -> About<'_> {
        About::new(self.id, self.name, self.summary).with_options(self.family.options())
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        Sketch::new(army::by_letter(letter)?)
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<Rules, SetupError> {
        Rules::new(self.family, options)
    }
    fn start(&self, rules: &Rules) -> String {
        text::start(rules)
    }
    fn read(&self, rules: &Rules, text: &str) -> Result<Position, SetupError> {
        text::read(rules, text)
    }
    fn write(&self, state: &State<Self>) -> String {
        text::write(&state.rules, &state.position)
    }
    fn history(&self, rules: &Rules, position: &Position) -> Repetition<Identity> {
        Repetition::new(position.identity(rules))
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.base.to_move
    }
    fn label(&self, position: &Position) -> String {
        position.base.label()
    }

    fn actions(
        &self,
        state: &State<Self>,
        made: &[Action],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()> {
        turns::each_action(&state.rules, &state.position, made, visit)
    }
    fn may_end(&self, state: &State<Self>, made: &[Action]) -> bool {
        let after = state.position.after(&state.rules, made);
        Ends::new(&state.rules, &after, made).here()
    }
    /// A placing comes before a square's move, unless it refills what that left (S11).
    fn order(&self, turn: &mut [Action]) {
        let last = turn.len().saturating_sub(2);
        if !refills(turn)
            && let pair @ [Action::Shift(_), Action::Place(_)] = &mut turn[last..]
        {
            pair.reverse();
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Action]) {
        let rules = &state.rules;
        state.position.play(rules, turn);
        let captures =
            |action: &Action| matches!(action, Action::Move(mv) if mv.captured().is_some());
        // Where pieces are carried, even a pawn's step can be undone (S15).
        let progress = state.position.base.halfmove_clock == 0 && !rules.family.carries;
        let fresh = progress || turn.iter().any(captures);
        state.history.push(state.position.identity(rules), fresh);
    }
    /// A side that has no legal turn has lost (S4).
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        let (rules, base) = (&state.rules, &state.position.base);
        if !turns::any(rules, &state.position) {
            let loser = base.to_move;
            let reason = match base.checkers(rules.pieces, loser).any() {
                true => Reason::Checkmate,
                false => Reason::Stalemate,
            };
            return Some(Outcome::win(loser.other(), loser, reason));
        }
        FIDE.reached(state.history.times(), base.halfmove_clock)
            .map(|reason| Outcome::draw(Seat::BOTH.to_vec(), reason))
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        FIDE.claim(&state.history, state.position.base.halfmove_clock, 2)
    }
    /// As in chess (FIDE 6.9): alone with the king, or with one knight or bishop against a lone king.
    fn cannot_win(&self, state: &State<Self>, seat: Seat) -> bool {
        let (rules, board) = (&state.rules, &state.position.base.board);
        let minor = ['N', 'B'].map(|letter| rules.pieces.by_letter(letter));
        let minor = minor.into_iter().flatten().map(|role| board.role(role));
        let minor = minor.fold(Bitboard::EMPTY, Bitboard::or);
        board.has_too_little(seat, rules.pieces.royal, minor)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        state.position.base.in_check(state.rules.pieces)
    }

    fn text(&self, rules: &Rules, action: &Action) -> String {
        notation::text(rules, action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        notation::read(&state.rules, &state.position, canonical)
    }
    fn speech<'a>(&'a self, rules: &'a Rules) -> Speech<'a> {
        Speech {
            squares: true,
            ..Speech::of(rules.pieces)
        }
    }
    /// The numbers of ICCF, and a location that nothing stands on as if it were a piece's: `g1 to h3`.
    fn coded(&self, state: &State<Self>, text: &str) -> Option<(String, bool)> {
        let of_square = || notation::moved_location(&state.position, text);
        iccf(text).map_or_else(|| Some((of_square()?, false)), |code| Some((code, true)))
    }
    fn capture(&self, state: &State<Self>, action: &Action) -> Option<Capture> {
        match action {
            Action::Move(mv) => mv.capture(state.rules.pieces, &state.position.base),
            Action::Place(_) | Action::Shift(_) => None,
        }
    }
    fn lex(&self, rules: &Rules, text: &str) -> Result<Vec<Word<Words>>, Refusal> {
        notation::lex(rules, text)
    }
    fn fits(&self, state: &State<Self>, action: &Action, typed: &Words) -> bool {
        notation::fits(&state.rules, &state.position, action, typed)
    }
    fn left_open(
        &self,
        state: &State<Self>,
        typed: &Words,
        fitting: &[Action],
    ) -> Option<reason::Reason> {
        refusals::left_open(&state.rules, &state.position, typed, fitting)
    }
    fn refuse(&self, state: &State<Self>, made: &[Action], word: &Word<Words>) -> reason::Reason {
        refusals::refuse(&state.rules, &state.position, made, word)
    }
    fn missing(&self, state: &State<Self>, made: &[Action]) -> reason::Reason {
        refusals::missing(&state.rules, &state.position, made)
    }
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        notation::selected(&state.rules, &state.position, &Selector::parse(what)?)
    }
    /// Turns of many actions show most; a player who copies one shall not lose the last piece move by
    /// it. What fills the location just left shows little.
    fn worth(&self, state: &State<Self>, turn: &[Action]) -> u8 {
        let moving = turns::keeps_moving(&state.rules, &state.position, turn);
        let shown = turn.len() as u8 - u8::from(refills(turn));
        let most = match state.rules.turn {
            TurnRule::Single => 1,
            TurnRule::Postal => 2,
            TurnRule::PostalPlus | TurnRule::Compulsory => 3,
        };
        match moving && shown == most {
            true => u8::MAX,
            false => 8 * u8::from(moving) + shown,
        }
    }

    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        turns::each(&state.rules, &state.position, visit)
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(turns::count_beyond(&state.rules, &state.position, u64::MAX))
    }
    fn has_more_turns(&self, state: &State<Self>, limit: u64) -> bool {
        turns::count_beyond(&state.rules, &state.position, limit) > limit
    }
    fn stranded(&self, after: &State<Self>, seat: Seat) -> bool {
        turns::stranded(&after.rules, &after.position, seat)
    }
    fn warnings(&self, state: &State<Self>) -> Vec<reason::Reason> {
        let position = &state.position;
        if position.base.fullmove_number > 1 {
            return Vec::new();
        }
        // Before any piece could move, a player may run out of turns at once (S4).
        let risky = self.turns(state, &mut |turn| {
            let after = perft::after(self, state, turn);
            match turns::stranded(&after.rules, &after.position, position.base.to_move) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let side = title(&self.about().seats[position.base.to_move.index()]);
        let warning = || reason::Reason::new("think-of-the-next-turn").name("side", &side);
        risky.is_break().then(warning).into_iter().collect()
    }
    fn field(&self, rules: &Rules) -> Field {
        Field {
            by_reach: false,
            ..moves::surveyed::field(rules.pieces, Bitboard::BOARD_8X8)
        }
    }
    fn reach(&self, rules: &Rules, piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
        moves::surveyed::reach(rules.pieces, Bitboard::BOARD_8X8, piece, from, men)
    }
    fn glimpse(&self, state: &State<Self>, _made: &[Action], action: &Action) -> Glimpse {
        surveyed::glimpse(&state.rules, &state.position, action)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(&state.rules, &state.position, survey);
    }
    fn by_actions(&self, rules: &Rules) -> bool {
        rules.turn != TurnRule::Single
    }
    fn writing(&self, state: &State<Self>, _reader: Seat) -> Vec<reason::Reason> {
        writing::writing(&state.rules, &state.position)
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        let by = state.position.base.to_move.other();
        view::view(&state.rules, &state.position, viewer, (last, by))
    }
    fn view_begun(&self, state: &State<Self>, made: &[Action], viewer: Seat) -> Option<BoardView> {
        let after = state.position.after(&state.rules, made);
        let by = state.position.base.to_move;
        Some(view::view(&state.rules, &after, viewer, (made, by)))
    }
}
