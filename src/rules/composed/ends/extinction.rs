//! Too few pieces of a kind (docs/variants/ends.md, 5.1).

use crate::rules::Seat;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;

use super::Value;
use crate::rules::composed::kinds::Kinds;

/// Which pieces are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All pieces of a colour together (`*`).
    Together,
    /// Each of these kinds by itself.
    Each(Kinds),
}

/// The game ends when a colour has too few pieces, on the board and in hand.
#[derive(Clone, Debug)]
pub struct Extinction {
    /// What it is worth for the colour that has too few (`extinctionValue`).
    pub value: Value,
    /// The kinds that are counted (`extinctionPieceTypes`).
    pub types: Counted,
    /// A type that is not in the game is named, of which nobody ever has any.
    pub absent: bool,
    /// At most so many are too few (`extinctionPieceCount`).
    pub count: i32,
    /// The other colour has at least so many (`extinctionOpponentPieceCount`).
    pub opponent_count: i32,
    /// Against the side to move, the other has to have one more (`extinctionClaim`).
    pub claim: bool,
}

impl Game {
    /// Who has too few pieces: first the side that has just moved.
    pub(super) fn extinct(&self, at: &Position, rule: &Extinction) -> Option<Value> {
        let stm = at.to_move;
        for seat in [stm.other(), stm] {
            let claimed = i32::from(rule.claim && seat == stm);
            let needed = rule.opponent_count.saturating_add(claimed);
            let few = |own: i32, others: i32| own <= rule.count && others >= needed;
            let found = match &rule.types {
                Counted::Together => few(all(at, seat), all(at, seat.other())),
                Counted::Each(kinds) => {
                    let count = |seat: Seat, role| {
                        let board = at.board.pieces(seat, role).count() as i32;
                        board + i32::from(at.hands[seat.index()][role.index()])
                    };
                    rule.absent && few(0, 0)
                        || kinds
                            .iter()
                            .any(|role| few(count(seat, role), count(seat.other(), role)))
                }
            };
            if found {
                return Some(if seat == stm { rule.value } else { -rule.value });
            }
        }
        None
    }
}

/// All pieces of a seat, those in hand included.
fn all(at: &Position, seat: Seat) -> i32 {
    at.board.of(seat).count() as i32 + at.in_hand(seat)
}
