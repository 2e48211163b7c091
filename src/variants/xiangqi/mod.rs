//! Xiangqi, Chinese chess, from the usual array or that of CHINCHES (docs/rules/xiangqi.md).

mod chinese;
mod pieces;
mod repeat;
mod setup;
#[cfg(test)]
mod tests;
mod wxf;

use crate::rules::turns::ruleset::{About, State};
use crate::rules::variant::{self, bad_option};
use crate::rules::{
    Claim, Fact, Move, Name, Options, Outcome, PieceSet, Refusal, Role, Seat, SetupError, Square,
    Surface, chesslike::ChessLike, echo, moves::Position, outcome::Reason, reason, view::Ending,
};

use self::pieces::{CANNON, CHARIOT, ELEPHANT, HORSE, MANDARIN, PIECES, SOLDIER, STRONG};
use self::repeat::{Entry, TIMES, ruling};
use self::setup::{CHINCHES, STANDARD};

/// Turns of both sides without a capture after which the game is drawn (X5).
const CLOCK: u32 = 120;

/// Chinese chess, with the array of CHINCHES as an option.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi;

/// The variant `xiangqi`, which [`crate::variants::VARIANTS`] lists.
pub static XIANGQI: Xiangqi = Xiangqi;

impl ChessLike for Xiangqi {
    type Rules = &'static str;
    type Entry = Entry;

    fn about(&self) -> About<'_> {
        About {
            seats: &[Name::Borrowed("red"), Name::Borrowed("black")],
            options: setup::OPTIONS,
            ..About::new("xiangqi", "Xiangqi", "summary-xiangqi")
        }
    }
    fn pieces(&self) -> &'static PieceSet {
        &PIECES
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<&'static str, SetupError> {
        match variant::setup(options, reason::Reason::new("xiangqi-has-no-option"))? {
            None | Some("standard") => Ok(STANDARD),
            Some("chinches") => Ok(CHINCHES),
            Some(other) => {
                let reason = reason::Reason::new("bad-xiangqi-array");
                bad_option(reason.text("value", echo(other)))
            }
        }
    }
    fn start(&self, array: &&'static str) -> String {
        (*array).to_owned()
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
        let none = |role: &Role| position.board.role(*role).is_empty();
        STRONG.iter().all(none)
    }
    fn endless(&self, state: &State<Self>, turns: u32) -> bool {
        let positions = state.history.keys.len() + turns as usize;
        positions < repeat::SHORTEST && state.position.halfmove_clock + turns <= CLOCK
    }
    fn claim(&self, state: &State<Self>) -> Result<Claim, Refusal> {
        let reason = reason::Reason::new("nothing-is-claimed")
            .number("times", state.history.times())
            .number("clock", state.position.halfmove_clock)
            .number("limit", CLOCK);
        Err(Refusal::illegal(reason))
    }
    fn cannot_win(&self, position: &Position, seat: Seat) -> bool {
        let none = |role: &Role| position.board.pieces(seat, *role).is_empty();
        STRONG.iter().all(none)
    }
    fn shows(&self, role: Role) -> u8 {
        match role {
            HORSE => u8::MAX,
            CANNON => 6,
            CHARIOT => 5,
            ELEPHANT => 4,
            SOLDIER => 3,
            MANDARIN => 2,
            _ => 1,
        }
    }
    fn hint(role: Role, seat: Seat, from: Square, to: Square) -> Option<reason::Reason> {
        pieces::hint(role, seat, from, to)
    }
    fn other_notation(
        &self,
        position: &Position,
        text: &str,
    ) -> Option<Result<Vec<Move>, reason::Reason>> {
        if let Some((from, to)) = wxf::ucci(text) {
            let role = position.board.at(from).map_or(SOLDIER, |p| p.role);
            return Some(Ok(vec![position.step(&PIECES, role, from, to)]));
        }
        wxf::read(text).map(|wxf| wxf.moves(position))
    }
    fn reads_other(&self, text: &str) -> Result<bool, reason::Reason> {
        let begins = text.get(..4).unwrap_or_default();
        let ucci = begins.eq_ignore_ascii_case("ucci");
        if ucci && wxf::ucci(text).is_none() {
            let reason = reason::Reason::new("ucci-form");
            return Err(reason.text("typed", echo(text)));
        }
        Ok(ucci || wxf::read(text).is_some())
    }
    fn names(&self) -> &'static [(&'static str, char)] {
        &chinese::NAMES
    }
    fn transcribed(&self, text: &str) -> Option<String> {
        chinese::transcribed(text)
    }
    /// Ranks counted from 0, as UCCI has them, without its word. Where a piece of the player stands on
    /// the point that is named, it may be a slip as well.
    fn coded(&self, position: &Position, text: &str) -> Option<(String, bool)> {
        let text = format!("ucci {}", text.to_ascii_lowercase());
        let (from, _) = wxf::ucci(&text)?;
        let named = from.offset(0, -1).and_then(|at| position.board.at(at));
        let own = named.is_some_and(|piece| piece.owner == Some(position.to_move));
        Some((text, !own))
    }
    fn also(&self, position: &Position, mv: &Move) -> Option<String> {
        wxf::write(position, mv)
    }
    /// What one more repetition would come to, one occurrence before (X4).
    fn warnings(&self, state: &State<Self>) -> Vec<reason::Reason> {
        let Some(ruling) = ruling(&state.history, TIMES - 1) else {
            return Vec::new();
        };
        vec![match ruling.loser {
            Some(seat) => reason::Reason::new("next-repetition-loses")
                .name("side", PIECES.side(seat))
                .name("by", &ruling.reason.to_string()),
            None => reason::Reason::new("next-repetition-draws"),
        }]
    }
    fn writing(&self) -> reason::Reason {
        reason::Reason::new("xiangqi-moves-are-written")
    }
    fn samples(&self) -> Vec<reason::Reason> {
        vec![reason::Reason::new("xiangqi-samples")]
    }
    fn surface(&self) -> Surface {
        Surface::Points {
            river: Some(4),
            palaces: pieces::CENTRES.into(),
        }
    }
    fn ending(&self, state: &State<Self>) -> Option<Fact> {
        let (position, turns) = (&state.position, CLOCK / 2);
        let ended = |by, ruling: &'static str| {
            Some(Fact::Ended {
                by,
                ruling: ruling.into(),
            })
        };
        if !position.can_move(&PIECES) {
            let loser = position.to_move;
            return ended(Ending::NoLegalTurn { loser }, "X3");
        }
        if let Some(ruling) = ruling(&state.history, TIMES) {
            let turns = ruling.since / 2;
            let by = match (ruling.reason, ruling.loser) {
                (Reason::PerpetualCheck, Some(loser)) => Ending::PerpetualCheck { loser, turns },
                (Reason::PerpetualChase, Some(loser)) => Ending::PerpetualChase { loser, turns },
                _ => Ending::ThirdRepetition,
            };
            return ended(by, "X4");
        }
        match self.dead(position) {
            true => ended(Ending::NothingCrosses, "X5"),
            false if position.halfmove_clock < CLOCK => None,
            false => ended(Ending::NoCapture { turns }, "X5"),
        }
    }
}
