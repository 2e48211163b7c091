//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `+R=4`.
//!
//! Files count from 1 at each player's right hand; `+` goes forward, `-` back, `=` sideways. The
//! sign is followed by the number of points for pieces that go straight, and by the file of arrival
//! for other pieces and for moves sideways. Of two on one file `+` is the front one and `-` the
//! rear one; of three `=` the middle one; of more, a number counts from the front. Two files with
//! several soldiers each leave that open, so the file follows: `+P7=6`.

use crate::rules::{Bitboard, Move, Reason, Role, Seat, Square, moves::Position};

use super::pieces::{CANNON, CHARIOT, ELEPHANT, HORSE, MANDARIN, PIECES, SOLDIER, ahead};

/// A place among pieces on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nearest to the enemy.
    Front,
    /// The middle one of three.
    Middle,
    /// Farthest from the enemy.
    Rear,
    /// Counted from the front, from 1.
    Number(u8),
}

/// A move in this notation, before it meets a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wxf {
    /// The kind of piece that moves.
    pub role: Role,
    /// Which of several on one file it is, if that is said.
    pub order: Option<Order>,
    /// The file on which it stands, as its side counts (1 to 9); always there without an order.
    pub file: Option<u8>,
    /// 1 towards the enemy (`+`), -1 away from it (`-`), 0 along the rank (`=`).
    pub way: i8,
    /// How far, or to which file.
    pub value: u8,
}

/// The number of a file as `side` counts, from its right hand.
pub fn file_number(seat: Seat, file: u8) -> u8 {
    match seat {
        Seat(0) => 9 - file,
        _ => file + 1,
    }
}

/// The file (from 0) of this number.
fn file_of(seat: Seat, number: u8) -> u8 {
    match seat {
        Seat(0) => 9 - number,
        _ => number - 1,
    }
}

/// Whether a piece goes along the lines, so that its distance is counted.
fn straight(role: Role) -> bool {
    role == PIECES.royal || matches!(role, CHARIOT | CANNON | SOLDIER)
}

/// Writes a legal move.
pub fn write(position: &Position, mv: &Move) -> Option<String> {
    let (Move::Step { role, from, to, .. }, seat) = (*mv, position.to_move) else {
        return None;
    };
    let number = |s: Square| file_number(seat, s.file());
    let letter = PIECES.about(role).letter;
    let file = |f: u8| position.board.pieces(seat, role) & Bitboard::file(f);
    let peers = front_first(seat, file(from.file()));
    // Of two elephants or mandarins on one file only one can make the move.
    let several = peers.len() > 1 && (straight(role) || role == HORSE);
    let who = if several {
        let place = peers.iter().position(|s| *s == from).unwrap_or_default();
        let order = match (place, peers.len()) {
            (0, 2 | 3) => "+".to_owned(),
            (1, 3) => "=".to_owned(),
            (_, 2 | 3) => "-".to_owned(),
            _ => (place + 1).to_string(),
        };
        let crowded = (0..9).filter(|f| file(*f).many()).count() > 1;
        let on_file = match crowded {
            true => number(from).to_string(),
            false => String::new(),
        };
        format!("{order}{letter}{on_file}")
    } else {
        format!("{letter}{}", number(from))
    };
    let (before, after) = (ahead(seat, from), ahead(seat, to));
    let way = match after.cmp(&before) {
        std::cmp::Ordering::Greater => '+',
        std::cmp::Ordering::Less => '-',
        std::cmp::Ordering::Equal => '=',
    };
    let value = match straight(role) && way != '=' {
        true => after.abs_diff(before),
        false => number(to),
    };
    Some(format!("{who}{way}{value}"))
}

fn front_first(seat: Seat, pieces: Bitboard) -> Vec<Square> {
    let mut all: Vec<Square> = pieces.collect();
    all.sort_unstable_by_key(|s| std::cmp::Reverse(ahead(seat, *s)));
    all
}

/// Reads cleaned text; `None` if it is not this notation. `.` stands for `=`, as some write it.
pub fn read(text: &str) -> Option<Wxf> {
    let text = text.trim_end_matches(['!', '?', '#', '+', '.', ' ']);
    let signs: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
    let (&value, rest) = signs.split_last()?;
    let (&way, who) = rest.split_last()?;
    let digit = |c: char| c.to_digit(10).filter(|d| *d > 0).map(|d| d as u8);
    let role = |c: char| PIECES.by_letter(c.to_ascii_uppercase());
    let order = |c: char| match c {
        '+' => Some(Order::Front),
        '-' => Some(Order::Rear),
        '=' | '.' => Some(Order::Middle),
        c => digit(c).filter(|d| *d <= 5).map(Order::Number),
    };
    let way = match way {
        '+' => 1,
        '-' => -1,
        '=' | '.' => 0,
        _ => return None,
    };
    let (role, order, file) = match *who {
        [a, b] if role(a).is_some() => match digit(b) {
            Some(file) => (role(a)?, None, Some(file)),
            None => (role(a)?, Some(order(b)?), None),
        },
        [a, b] => (role(b)?, Some(order(a)?), None),
        [a, b, c] => (role(b)?, Some(order(a)?), Some(digit(c)?)),
        _ => return None,
    };
    Some(Wxf {
        role,
        order,
        file,
        way,
        value: digit(value)?,
    })
}

/// Reads UCCI coordinates, `ucci h2e2`: files a to i, ranks 0 to 9, all in lower case.
pub fn ucci(text: &str) -> Option<(Square, Square)> {
    let bytes = text.strip_prefix("ucci ")?.as_bytes();
    let point = |file: u8, rank: u8| {
        let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'0')?);
        Square::new(file, rank).filter(|_| file < 9 && rank < 10)
    };
    match *bytes {
        [a, b, c, d] | [a, b, b'-', c, d] => Some((point(a, b)?, point(c, d)?)),
        _ => None,
    }
}

impl Wxf {
    /// The moves that it means, legal or not.
    ///
    /// # Errors
    /// Why it means none; completes a sentence.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, Reason> {
        let seat = position.to_move;
        let pieces = self.pieces(position);
        let Some(first) = pieces.first() else {
            return Err(self.nobody(seat));
        };
        let step = |from: &Square| {
            let to = self.target(seat, *from)?;
            Some(position.step(&PIECES, self.role, *from, to))
        };
        let moves: Vec<Move> = pieces.iter().filter_map(step).collect();
        match moves.is_empty() {
            true => Err(self.nowhere(seat, *first)),
            false => Ok(moves),
        }
    }

    /// The pieces of the side to move that it may mean.
    fn pieces(&self, position: &Position) -> Vec<Square> {
        let seat = position.to_move;
        let file = |number| {
            let file = Bitboard::file(file_of(seat, number));
            front_first(seat, position.board.pieces(seat, self.role) & file)
        };
        let numbers = self.file.map_or(1..=9, |number| number..=number);
        let Some(order) = self.order else {
            return numbers.flat_map(file).collect();
        };
        let several = numbers.map(file).filter(|pieces| pieces.len() > 1);
        let chosen = several.filter_map(|pieces| match order {
            Order::Front => pieces.first().copied(),
            Order::Rear => pieces.last().copied(),
            Order::Middle if pieces.len() == 3 => pieces.get(1).copied(),
            Order::Middle => None,
            Order::Number(n) => pieces.get(usize::from(n) - 1).copied(),
        });
        chosen.collect()
    }

    /// Where it leads from `from`, if that is on the board.
    fn target(&self, seat: Seat, from: Square) -> Option<Square> {
        let file = file_of(seat, self.value);
        let up = if seat == Seat(0) { self.way } else { -self.way };
        let to = match (straight(self.role), self.way) {
            (true, 0) => Square::new(file, from.rank()),
            (true, _) => from.offset(0, up * self.value as i8),
            (false, 0) => None,
            (false, _) => {
                let aside = file.abs_diff(from.file()) as i8;
                let ranks = match (self.role, aside) {
                    (HORSE, 1 | 2) => 3 - aside,
                    (MANDARIN, 1) | (ELEPHANT, 2) => aside,
                    _ => return None,
                };
                let files = file as i8 - from.file() as i8;
                from.offset(files, up * ranks)
            }
        };
        to.filter(|to| to.file() < 9 && to.rank() < 10)
    }

    /// Why it names no piece; completes a sentence.
    fn nobody(&self, seat: Seat) -> Reason {
        let none = match (self.order, self.file) {
            (None, _) => Reason::new("wxf-file-without"),
            (_, Some(_)) => Reason::new("wxf-file-with-fewer"),
            (Some(Order::Middle | Order::Number(_)), None) => Reason::new("wxf-too-few"),
            (_, None) => Reason::new("wxf-no-two"),
        };
        let none = none
            .name("side", PIECES.side(seat))
            .name("piece", PIECES.about(self.role).name);
        match self.file {
            Some(number) => none
                .number("number", number)
                .text("file", file_letter(seat, number)),
            None => none,
        }
    }

    /// Why it leads nowhere; completes a sentence.
    fn nowhere(&self, seat: Seat, from: Square) -> Reason {
        let name = PIECES.about(self.role).name;
        match (straight(self.role), self.way) {
            (false, 0) => Reason::new("never-straight-aside").name("piece", name),
            (true, _) => Reason::new("beyond-the-edge")
                .name("piece", name)
                .text("from", from),
            (false, _) => Reason::new("wxf-file-out-of-reach")
                .name("piece", name)
                .text("from", from)
                .number("number", self.value)
                .text("file", file_letter(seat, self.value)),
        }
    }
}

/// The letter of the file with this number.
fn file_letter(seat: Seat, number: u8) -> char {
    char::from(b'a' + file_of(seat, number))
}
