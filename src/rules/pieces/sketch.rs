//! How a kind of piece moves, seen from the middle of an empty board.

use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::geometry::direction;
use crate::rules::board::square::SquareOn;
use crate::rules::view::Name;

use super::movement::{Forward, movement};
use super::{PieceType, compiled::Compiled, reach::ReachOn};

/// Locations on each side of the piece.
const FAR: i8 = 3;

/// The movement of a kind of piece around it, zones left aside. What it does only behind a hurdle is
/// not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The letter of the piece.
    pub letter: char,
    /// Its name in a sentence.
    pub name: Name,
    /// Seven rows of seven locations, forward first, the piece in the middle.
    pub rows: Vec<Vec<Goal>>,
}

/// What a piece has to do with a location near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It does not go there.
    None,
    /// The location of the piece itself, in the middle.
    Piece,
    /// It steps or leaps there.
    Leap,
    /// It steps or leaps there if that captures nothing.
    QuietLeap,
    /// It steps or leaps there only to capture.
    CapturingLeap,
    /// It slides there, and so many steps at most, `None` without a limit.
    Slide(Option<u8>),
}

impl Sketch {
    /// The movement of a kind. `None` if its notation is not understood.
    pub fn new(piece: &PieceType) -> Option<Self> {
        let anywhere = movement(piece.movement.notation);
        let compiled = Compiled::new(&anywhere, Forward::North, (11, 11))?;
        let reach = [&compiled.quiet, &compiled.capture];
        Self::of(piece.letter, piece.name.into(), reach)
    }

    /// The movement of a kind with this letter and name, to empty squares and to capture.
    pub fn of<const W: u8>(
        letter: char,
        name: Name,
        [quiets, captures]: [&ReachOn<W>; 2],
    ) -> Option<Self> {
        // The middle of the grid, so that nothing is cut off.
        let from = SquareOn::<W>::new(5, 5)?;
        let (quiet, capture) = (leaps(quiets, from), leaps(captures, from));
        let goal = |files: i8, ranks: i8| {
            let Some(to) = from.offset(files, ranks) else {
                return Goal::None;
            };
            let far = |reach: &ReachOn<W>| direction(from, to).map_or(0, |d| reach.far(d));
            let far = far(quiets).max(far(captures));
            match (quiet.has(to), capture.has(to)) {
                _ if to == from => Goal::Piece,
                (true, true) => Goal::Leap,
                (true, false) => Goal::QuietLeap,
                (false, true) => Goal::CapturingLeap,
                _ if from.distance(to) > far => Goal::None,
                _ => Goal::Slide((far < SquareOn::<W>::FAR).then_some(far)),
            }
        };
        let row = |ranks| (-FAR..=FAR).map(|files| goal(files, ranks)).collect();
        Some(Self {
            letter,
            name,
            rows: (-FAR..=FAR).rev().map(row).collect(),
        })
    }
}

/// Where a piece goes other than by sliding, if nothing is in its way.
fn leaps<const W: u8>(reach: &ReachOn<W>, from: SquareOn<W>) -> BitboardOn<W> {
    let oblique = reach.rides.iter().filter(|ride| ride.oblique.is_some());
    let oblique = oblique.map(|ride| ride.see(from, BitboardOn::EMPTY));
    let leaps = reach.leaps(from) | reach.lame(from, BitboardOn::EMPTY);
    oblique.fold(leaps, |all, set| all | set)
}

#[cfg(test)]
mod tests {
    use super::super::piece_type;
    use super::*;

    #[test]
    fn pieces_slide_leap_and_capture() {
        let rows = |notation| {
            let sketch = Sketch::new(&piece_type('X', "piece", notation));
            sketch.expect("understood").rows
        };
        let pawn = rows("mfWcfF");
        assert_eq!(
            pawn[2][2..5],
            [Goal::CapturingLeap, Goal::QuietLeap, Goal::CapturingLeap]
        );
        assert_eq!(
            rows("R2")[3][1..4],
            [Goal::Slide(Some(2)), Goal::Slide(Some(2)), Goal::Piece]
        );
        assert_eq!(rows("R2")[3][0], Goal::None);
        assert_eq!(rows("mRcpR")[0][3], Goal::Slide(None));
        assert_eq!(rows("nN")[1][2], Goal::Leap);
        assert_eq!(Sketch::new(&piece_type('X', "piece", "Z")), None);
    }
}
