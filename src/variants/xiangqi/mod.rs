//! Xiangqi, Chinese chess, from the usual array or that of CHINCHES (docs/rules/xiangqi.md).

mod pieces;
mod repeat;
mod setup;
#[cfg(test)]
mod tests;
mod wxf;

use crate::rules::board::square::Square;
use crate::rules::chesslike::ChessLike;
use crate::rules::moves::{Move, Position};
use crate::rules::outcome::{Claim, Outcome, Reason, Refusal, SetupError};
use crate::rules::pieces::{PieceSet, Role};
use crate::rules::repetition::Repetition;
use crate::rules::seat::Seat;
use crate::rules::turns::ruleset::{About, State};
use crate::rules::variant::Options;
use crate::rules::view::{Ending, Fact, Surface};

use self::pieces::{PIECES, SOLDIER, STRONG};
use self::repeat::{Entry, TIMES, ruling};
use self::setup::Rules;

/// Turns of both sides without a capture after which the game is drawn (X5).
const CLOCK: u32 = 120;

/// Chinese chess, with the array of CHINCHES as an option.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi;

/// Chinese chess.
pub static XIANGQI: Xiangqi = Xiangqi;

impl ChessLike for Xiangqi {
    type Rules = Rules;
    type Entry = Entry;

    fn about(&self) -> About {
        const SUMMARY: &str =
            "Chinese chess, on the lines of a board of 9 by 10 with a river and two palaces.";
        About {
            seats: &["red", "black"],
            options: setup::OPTIONS,
            ..About::new("xiangqi", "Xiangqi", SUMMARY)
        }
    }
    fn pieces(&self) -> &'static PieceSet {
        &PIECES
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<Rules, SetupError> {
        setup::rules(options)
    }
    fn start(&self, rules: &Rules) -> Position {
        setup::start(*rules)
    }
    fn entry(&self, position: &Position, last: Option<&Move>) -> Entry {
        Entry::new(position, last)
    }
    fn check(&self, position: &Position) -> Result<(), SetupError> {
        pieces::check(position)
    }
    /// A player without a legal move has lost, checkmated or stalemated alike (X3).
    fn stuck(&self, position: &Position) -> Outcome {
        let loser = position.to_move;
        let reason = match position.checkers(&PIECES, loser).any() {
            true => Reason::Checkmate,
            false => Reason::Stalemate,
        };
        Outcome::win(loser.other(), loser, reason)
    }
    /// The order of ends is that of docs/rules/README.md, a dead position before the move rule.
    fn ends(&self, state: &State<Self>) -> Option<Outcome> {
        let draw = |reason| Outcome::draw(Seat::BOTH.to_vec(), reason);
        if let Some(ruling) = ruling(&state.history, TIMES) {
            return Some(ruling.outcome());
        }
        if self.dead(&state.position) {
            return Some(draw(Reason::DeadPosition));
        }
        (state.position.halfmove_clock >= CLOCK).then(|| draw(Reason::MoveRule))
    }
    /// Whether neither side has anything left that can cross the river (X5).
    fn dead(&self, position: &Position) -> bool {
        STRONG
            .iter()
            .all(|role| position.board.role(*role).is_empty())
    }
    fn endless(&self, state: &State<Self>, turns: u32) -> bool {
        let positions = state.history.recorded() + turns as usize;
        positions < repeat::SHORTEST && state.position.halfmove_clock + turns <= CLOCK
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        Err(no_claim(&state.history, state.position.halfmove_clock))
    }
    fn cannot_win(&self, position: &Position, seat: Seat) -> bool {
        let none = |role: &Role| position.board.pieces(seat, *role).is_empty();
        STRONG.iter().all(none)
    }
    fn shows(&self, role: Role) -> u8 {
        pieces::shows(role)
    }
    fn hint(role: Role, seat: Seat, from: Square, to: Square) -> Option<String> {
        pieces::hint(role, seat, from, to)
    }
    fn other_notation(&self, position: &Position, text: &str) -> Option<Result<Vec<Move>, String>> {
        if let Some((from, to)) = wxf::ucci(text) {
            let role = position.board.at(from).map_or(SOLDIER, |p| p.role);
            return Some(Ok(vec![position.step(&PIECES, role, from, to)]));
        }
        wxf::read(text).map(|wxf| wxf.moves(position))
    }
    fn reads_other(&self, text: &str) -> Result<bool, String> {
        let ucci = text
            .get(..4)
            .is_some_and(|t| t.eq_ignore_ascii_case("ucci"));
        if ucci && wxf::ucci(text).is_none() {
            let text = crate::rules::notation::echo(text);
            return Err(format!(
                "I cannot read \"{text}\": UCCI coordinates are written ucci h2e2, all in lower \
                 case, with ranks from 0 to 9."
            ));
        }
        Ok(ucci || wxf::read(text).is_some())
    }
    fn also(&self, position: &Position, mv: &Move) -> Option<String> {
        wxf::write(position, mv)
    }
    /// What one more repetition would come to, one occurrence before (X4).
    fn warnings(&self, state: &State<Self>) -> Vec<String> {
        let Some(ruling) = ruling(&state.history, TIMES - 1) else {
            return Vec::new();
        };
        let end = match ruling.loser {
            Some(seat) => format!("loses for {}: {}", PIECES.side(seat), ruling.reason),
            None => "draws the game".to_owned(),
        };
        vec![format!(
            "This position stands for the second time. The next repetition in the same way {end} \
             (X4)."
        )]
    }
    fn writing(&self) -> &'static str {
        "A move is written Ch3-e3 or Ch3xh10, or short (Ce3, h3e3), or as C2=5"
    }
    fn samples(&self) -> Vec<String> {
        vec![
            "Ch3-e3, Ch3xh10, short Ce3, h3e3; or by files as WXF does: C2=5, H8+7,".to_owned(),
            "+C=5 for the front one of two on a file; or UCCI: ucci h2e2".to_owned(),
        ]
    }
    fn surface(&self) -> Surface {
        Surface::Points {
            river: 4,
            palaces: pieces::CENTRES,
        }
    }
    fn ending(&self, state: &State<Self>) -> Option<Fact> {
        let (by, ruling) = ending(state)?;
        Some(Fact::Ended { by, ruling })
    }
}

fn no_claim(history: &Repetition<Entry>, clock: u32) -> Refusal {
    let times = match history.times() {
        1 => "once".to_owned(),
        n => format!("{n} times"),
    };
    let message = format!(
        "In xiangqi no draw is claimed: the third time of a position ends the game by itself (X4), \
         and so do 60 turns by each side without a capture (X5). This position has been on the \
         board {times}, and {clock} turns have passed without a capture, both sides counted (it \
         takes {CLOCK})."
    );
    Refusal::Illegal {
        action: None,
        good: String::new(),
        message,
    }
}

/// How the game ends with this position where more is to be said of it than the reason, and the
/// number of the ruling.
fn ending(state: &State<Xiangqi>) -> Option<(Ending, &'static str)> {
    let position = &state.position;
    if !position.can_move(&PIECES) {
        let loser = position.to_move;
        return Some((Ending::NoLegalTurn { loser }, "X3"));
    }
    if let Some(ruling) = ruling(&state.history, TIMES) {
        let turns = ruling.since / 2;
        let ending = match (ruling.reason, ruling.loser) {
            (Reason::PerpetualCheck, Some(loser)) => Ending::PerpetualCheck { loser, turns },
            (Reason::PerpetualChase, Some(loser)) => Ending::PerpetualChase { loser, turns },
            _ => Ending::ThirdRepetition,
        };
        return Some((ending, "X4"));
    }
    if XIANGQI.dead(position) {
        return Some((Ending::NothingCrosses, "X5"));
    }
    let turns = CLOCK / 2;
    (position.halfmove_clock >= CLOCK).then_some((Ending::NoCapture { turns }, "X5"))
}
