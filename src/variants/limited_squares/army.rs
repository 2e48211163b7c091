//! The pieces: four armies of Betza's Chess with Different Armies (limited-squares.md, Armies).

use std::sync::LazyLock;

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::{Direction, direction};
use crate::rules::movement::{Facing, Movement};
use crate::rules::square::Square;

/// A kind of piece: 0 pawn, 1 king, then four for each army in the order rook's, knight's,
/// bishop's, queen's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub u8);

/// What one kind is called and how it moves.
#[derive(Debug)]
pub struct About {
    /// Its letter, unique over all armies.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// Betza's notation, which players may write in place of the letter.
    pub betza: &'static str,
    /// How it moves, for a legend.
    pub words: &'static str,
}

const fn about(
    letter: char,
    name: &'static str,
    betza: &'static str,
    words: &'static str,
) -> About {
    About {
        letter,
        name,
        betza,
        words,
    }
}

/// All kinds, by [`Kind`].
pub static ABOUT: [About; 18] = [
    about('P', "Pawn", "mfWcfF", "as in FIDE chess"),
    about('K', "King", "K", "one step any way"),
    about('R', "Rook", "R", "rides straight"),
    about('N', "Knight", "N", "knight's leap"),
    about('B', "Bishop", "B", "rides diagonally"),
    about('Q', "Queen", "RB", "rides straight or diagonally"),
    about('D', "Bede", "BD", "rides diagonally, or leaps two straight"),
    about(
        'W',
        "Waffle",
        "WA",
        "one step straight, or leaps two diagonally",
    ),
    about(
        'A',
        "Fad",
        "FAD",
        "one step diagonally, or leaps two straight or diagonally",
    ),
    about('C', "Cardinal", "BN", "rides diagonally, or knight's leap"),
    about(
        'G',
        "Charging Rook",
        "fsRbK",
        "rides forward or sideways; one step back or diagonally back",
    ),
    about(
        'I',
        "Fibnif",
        "fbNF",
        "one step diagonally; or knight's leap, two ranks and one file",
    ),
    about(
        'H',
        "Charging Knight",
        "fhNsbK",
        "knight's leaps forward; one step sideways, back or diagonally back",
    ),
    about(
        'O',
        "Colonel",
        "fhNfsRK",
        "knight's leaps forward; rides forward or sideways; one step any way",
    ),
    about(
        'S',
        "Short Rook",
        "R4",
        "rides straight, at most four steps",
    ),
    about(
        'M',
        "Woody Rook",
        "WD",
        "one step straight, or leaps two straight",
    ),
    about(
        'F',
        "Half-Duck",
        "HFD",
        "one step diagonally; leaps two or three straight",
    ),
    about('E', "Chancellor", "RN", "rides straight, or knight's leap"),
];

/// An army.
#[derive(Debug)]
pub struct Army {
    /// As options write it.
    pub id: &'static str,
    /// As people read it.
    pub title: &'static str,
    /// For each seat a move and a capture of the piece in the knight's place, as an example of
    /// writing.
    pub sample: [[&'static str; 2]; 2],
}

/// The armies, in the order in which [`Kind`] counts them.
pub static ARMIES: [Army; 4] = [
    Army {
        id: "fide",
        title: "FIDE",
        sample: [["Ng1-f3", "Ng1:f3"], ["Ng8-f6", "Ng8:f6"]],
    },
    Army {
        id: "clobberers",
        title: "Colorbound Clobberers",
        sample: [["Wg1-e3", "Wg1:e3"], ["Wg8-e6", "Wg8:e6"]],
    },
    Army {
        id: "nutters",
        title: "Nutty Knights",
        sample: [["Ig1-f3", "Ig1:f3"], ["Ig8-f6", "Ig8:f6"]],
    },
    Army {
        id: "rookies",
        title: "Remarkable Rookies",
        sample: [["Mg1-g3", "Mg1:g3"], ["Mg8-g6", "Mg8:g6"]],
    },
];

/// The Colorbound Clobberers, whose queen-side castling differs (S16).
pub const CLOBBERERS: u8 = 1;

impl Kind {
    /// The pawn.
    pub const PAWN: Self = Self(0);
    /// The king.
    pub const KING: Self = Self(1);

    /// The piece of `army` that stands in the place of rook (0), knight, bishop or queen (3).
    pub const fn of_army(army: u8, role: u8) -> Self {
        Self(2 + 4 * army + role)
    }

    /// The kind with this letter, in upper case.
    pub fn from_letter(letter: char) -> Option<Self> {
        ABOUT
            .iter()
            .position(|a| a.letter == letter)
            .map(|i| Self(i as u8))
    }

    /// The army it belongs to; none for pawns and kings.
    pub const fn army(self) -> Option<u8> {
        match self.0.checked_sub(2) {
            Some(i) => Some(i / 4),
            None => None,
        }
    }

    /// Name, letter and words.
    pub fn about(self) -> &'static About {
        &ABOUT[usize::from(self.0)]
    }

    /// Its letter in upper case.
    pub fn letter(self) -> char {
        self.about().letter
    }
}

/// How a kind of one side captures, ready to look up; all but pawns move in the same way.
pub struct Mover {
    movement: Movement,
    /// Steps it rides in each direction, 0 for none.
    reach: [u8; 8],
}

impl Mover {
    /// Where it goes from `from`; `blockers` are pieces and holes.
    pub fn from(&self, from: Square, blockers: Bitboard) -> Bitboard {
        self.movement.capture.from(from, blockers)
    }

    /// Where it leaps from `from`, whatever is between.
    pub fn leaps(&self, from: Square) -> Bitboard {
        self.movement.capture.leaps(from)
    }

    /// Where it leaps to empty squares only.
    fn quiet_leaps(&self, from: Square) -> Bitboard {
        self.movement.quiet.leaps(from) & !self.leaps(from)
    }

    /// Whether it rides at least `steps` in `direction` over clear ground.
    pub fn rides(&self, direction: Direction, steps: u8) -> bool {
        self.reach[direction as usize] >= steps
    }
}

/// The mover of a kind for seat 0 (up the board) or 1 (down).
pub fn mover(kind: Kind, seat: u8) -> &'static Mover {
    static MOVERS: LazyLock<Vec<Mover>> = LazyLock::new(|| {
        let side = |a: &About, facing| {
            let movement = Movement::new(a.betza, facing).expect("the table above");
            let farthest = |d: Direction| {
                (1..=10)
                    .rev()
                    .find(|n| movement.capture.rides(d, *n))
                    .unwrap_or(0)
            };
            let reach = Direction::ALL.map(farthest);
            Mover { movement, reach }
        };
        ABOUT
            .iter()
            .flat_map(|a| [side(a, Facing::North), side(a, Facing::South)])
            .collect()
    });
    &MOVERS[usize::from(kind.0) * 2 + usize::from(seat & 1)]
}

/// How a kind moves, seven lines of seven columns and blanks between, forward up: `o` where it
/// leaps or steps, `m` only without a capture, `x` only with one; `| - / \\` where it rides, or a
/// digit where it rides so many steps at most.
pub fn sketch(kind: Kind) -> Vec<String> {
    let mover = mover(kind, 0);
    // The middle of the grid, so that nothing is cut off.
    let Some(from) = Square::new(5, 5) else {
        return Vec::new();
    };
    let quiet = mover.quiet_leaps(from);
    let sign = |files: i8, ranks: i8| {
        let Some(to) = from.offset(files, ranks) else {
            return ' ';
        };
        let along = direction(from, to).map_or(0, |d| mover.reach[d as usize]);
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        match along {
            _ if to == from => kind.letter(),
            _ if mover.leaps(from).has(to) && quiet_too(mover, from, to) => 'o',
            _ if mover.leaps(from).has(to) => 'x',
            _ if quiet.has(to) => 'm',
            n if !straight || from.distance(to) > n => '.',
            n @ 1..=9 => char::from(b'0' + n),
            _ if files == 0 => '|',
            _ if ranks == 0 => '-',
            _ if files == ranks => '/',
            _ => '\\',
        }
    };
    let row = |ranks: i8| {
        let signs: Vec<String> = (-3..=3).map(|f| sign(f, ranks).to_string()).collect();
        signs.join(" ")
    };
    (-3..=3).rev().map(row).collect()
}

fn quiet_too(mover: &Mover, from: Square, to: Square) -> bool {
    mover.movement.quiet.leaps(from).has(to)
}
