//! The files of `templates/pieces/`.
//!
//! A shape fills a cell of [`CELL`] units; what it does not say, its group says: `fill` is the colour of the player,
//! `stroke` that of lines within the piece.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Units of a cell.
pub const CELL: f32 = 45.0;

macro_rules! shape {
    ($name:literal) => {
        include_str!(concat!("../../../templates/pieces/", $name, ".svg"))
    };
}

/// What a piece without a shape of its own stands on.
pub const DISC: &str = shape!("disc");
/// The same where pieces have eight sides.
pub const OCTAGON: &str = shape!("octagon");
/// What pieces stand on whose direction tells the player: the point shows which way is forward.
pub const WEDGE: &str = shape!("wedge");
/// A wall that moves.
pub const DUCK: &str = shape!("half-duck");
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
const OTHERS: [(&str, &str); 24] = [
    ("amazon", shape!("queen")),
    ("bede", shape!("bede")),
    ("cannon", shape!("cannon")),
    ("cardinal", shape!("cardinal")),
    ("chancellor", shape!("chancellor")),
    ("charging knight", shape!("charging-knight")),
    ("charging rook", shape!("charging-rook")),
    ("colonel", shape!("colonel")),
    ("elephant", shape!("elephant")),
    ("fad", shape!("fad")),
    ("ferz", shape!("ferz")),
    ("fibnif", shape!("fibnif")),
    ("gold", shape!("gold")),
    ("half-duck", DUCK),
    ("jailer", shape!("jailer")),
    ("lance", shape!("lance")),
    ("lancer", LANCER),
    ("nightrider", shape!("nightrider")),
    ("sentry", shape!("sentry")),
    ("silver", shape!("silver")),
    ("short rook", shape!("short-rook")),
    ("waffle", shape!("waffle")),
    ("wazir", shape!("wazir")),
    ("woody rook", shape!("woody-rook")),
];

/// The shape of a piece of chess, which readers are held to know.
pub fn of_chess(name: &str) -> Option<&'static str> {
    named(&CHESS, name)
}

/// The shape of any piece.
pub fn of_any(name: &str) -> Option<&'static str> {
    of_chess(name).or_else(|| named(&OTHERS, name))
}

fn named(shapes: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let mut shapes = shapes.iter();
    let (_, shape) = shapes.find(|(named, _)| *named == name)?;
    Some(shape)
}

type Paths = BTreeMap<char, &'static str>;

/// The signs of a file, a line each with a path.
fn paths(file: &'static str) -> Paths {
    let sign = |line: &'static str| {
        let (sign, path) = line.split_once(" M")?;
        let mut sign = sign.chars();
        // With its first letter, which was needed to tell it from a comment.
        let path = line.get(line.len() - path.len() - 1..)?;
        sign.next()
            .filter(|_| sign.next().is_none())
            .map(|c| (c, path))
    };
    file.lines().filter_map(sign).collect()
}

/// A letter, a digit or a sign as the data of a path, 10 units wide and 14 high.
pub fn sign(c: char) -> Option<&'static str> {
    static SIGNS: LazyLock<Paths> =
        LazyLock::new(|| paths(include_str!("../../../templates/pieces/signs.txt")));
    SIGNS.get(&c).copied()
}

/// A Chinese character as the data of a path that is filled, 100 units wide and high.
pub fn character(c: char) -> Option<&'static str> {
    static CHARACTERS: LazyLock<Paths> =
        LazyLock::new(|| paths(include_str!("../../../templates/pieces/kanji.txt")));
    CHARACTERS.get(&c).copied()
}
