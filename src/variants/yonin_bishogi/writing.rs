//! How a turn is written.

use crate::rules::{Reason, Seat, Square};

use super::pieces::image;
use super::position::Position;
use super::turns::{Duty, duty};

/// How `seat` writes its turns, here and now.
pub fn writing(position: &Position, seat: Seat) -> Vec<Reason> {
    if seat == position.base.to_move && duty(position) == Duty::Pass {
        return vec![Reason::new("yonin-write-pass")];
    }
    let moves = Reason::new("yonin-samples")
        .text("knight", format!("N{}-{}", at(seat, "g2"), at(seat, "h4")))
        .text("short", format!("N{}", at(seat, "h4")))
        .text("pawn", format!("{}-{}", at(seat, "f4"), at(seat, "f6")))
        .text("step", at(seat, "f6"))
        .text("capture", format!("R{}x{}", at(seat, "d1"), at(seat, "d9")))
        .text(
            "promotion",
            format!("R{}-{}=Q", at(seat, "d1"), at(seat, "d10")),
        );
    let hand = position.hands.get(seat.index());
    let hand = u8::from(hand.is_some_and(|hand| !hand.is_empty()));
    vec![moves.number("hand", hand)]
}

/// The square that is for `seat` what the named one is for Red.
fn at(seat: Seat, square: &str) -> String {
    let square = Square::parse(square).and_then(|square| image(seat, square));
    square.map_or(String::new(), |square| square.to_string())
}
