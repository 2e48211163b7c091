//! The files of `templates/pieces/`.
//!
//! A shape fills a cell of [`CELL`] units; what it does not say, its group says: `fill` is the colour of the player,
//! `stroke` that of lines within the piece.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::rules::{BoardView, PieceView, Surface};

/// Units of a cell.
pub const CELL: f32 = 45.0;

macro_rules! shape {
    ($name:literal) => {
        include_str!(concat!("../../../templates/pieces/", $name, ".svg"))
    };
}

/// What a piece without a shape of its own stands on.
pub const DISC: &str = shape!("disc");
/// What all pieces stand on where there are more than two players: the point shows which way is forward.
pub const WEDGE: &str = shape!("wedge");
/// Points up; it is turned to where the piece looks.
pub const LANCER: &str = shape!("lancer");

/// The pieces of chess by their names.
const CHESS: [(&str, &str); 6] = [
    ("king", shape!("king")),
    ("queen", shape!("queen")),
    ("rook", shape!("rook")),
    ("bishop", shape!("bishop")),
    ("knight", shape!("knight")),
    ("pawn", shape!("pawn")),
];

/// The other pieces by their names.
const OTHERS: [(&str, &str); 18] = [
    ("bede", shape!("bede")),
    ("cardinal", shape!("cardinal")),
    ("chancellor", shape!("chancellor")),
    ("charging knight", shape!("charging-knight")),
    ("charging rook", shape!("charging-rook")),
    ("colonel", shape!("colonel")),
    ("fad", shape!("fad")),
    ("ferz", shape!("ferz")),
    ("fibnif", shape!("fibnif")),
    ("half-duck", shape!("half-duck")),
    ("jailer", shape!("jailer")),
    ("lancer", LANCER),
    ("nightrider", shape!("nightrider")),
    ("sentry", shape!("sentry")),
    ("short rook", shape!("short-rook")),
    ("waffle", shape!("waffle")),
    ("wazir", shape!("wazir")),
    ("woody rook", shape!("woody-rook")),
];

/// The shape of a piece of chess; `None`: a letter goes with the piece.
pub fn of_chess(view: &BoardView, piece: &PieceView) -> Option<&'static str> {
    // Pieces of other families have the same names, and move in other ways.
    if view.seats.len() > 2 || piece.plus || matches!(view.surface, Surface::Points { .. }) {
        return None;
    }
    named(&CHESS, &piece.name)
}

/// The shape of another piece that has one; its letter is beside it.
pub fn of_other(view: &BoardView, piece: &PieceView) -> Option<&'static str> {
    if piece.plus || matches!(view.surface, Surface::Points { .. }) {
        return None;
    }
    named(&OTHERS, &piece.name)
}

/// Whether a piece is drawn with a shape in place of a disc.
pub fn has_shape(view: &BoardView, piece: &PieceView) -> bool {
    let shape = of_chess(view, piece).or_else(|| of_other(view, piece));
    // With more than two players all are on wedges.
    view.seats.len() > 2 || shape.is_some()
}

/// The shape of a piece of chess on a wedge.
pub fn on_wedge(piece: &PieceView) -> Option<&'static str> {
    named(&CHESS, &piece.name)
}

fn named(shapes: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let mut shapes = shapes.iter();
    let (_, shape) = shapes.find(|(named, _)| *named == name)?;
    Some(shape)
}

/// A letter, a digit or a sign as the data of a path, 10 units wide and 14 high.
pub fn sign(c: char) -> Option<&'static str> {
    static SIGNS: LazyLock<BTreeMap<char, &'static str>> = LazyLock::new(|| {
        let lines = include_str!("../../../templates/pieces/signs.txt").lines();
        let sign = |line: &'static str| {
            let (sign, path) = line.split_once(" M")?;
            let mut sign = sign.chars();
            // With its first letter, which was needed to tell it from a comment.
            let path = line.get(line.len() - path.len() - 1..)?;
            sign.next()
                .filter(|_| sign.next().is_none())
                .map(|c| (c, path))
        };
        lines.filter_map(sign).collect()
    });
    SIGNS.get(&c).copied()
}
