//! Reading position texts (docs/variants/file-board-fen.md, 10).

use crate::rules::board::geometry::step;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::{PROMOTED, Position, promoted_from};
use crate::rules::composed::{Set, Square, up};
use crate::rules::{Piece, Role, Seat};

use super::FenFault;

impl Game {
    /// The kind with a letter, in either case, and whose it is.
    fn lettered(&self, sign: char, synonyms: bool) -> Option<(Role, Seat)> {
        let upper = sign.to_ascii_uppercase();
        let army = &self.parts.army;
        let by = |is: &dyn Fn(Role) -> bool| army.roles().find(|role| is(*role));
        let role = by(&|role| army.about(role).letter == upper).or_else(|| match synonyms {
            true => by(&|role| army.about(role).synonym == Some(upper)),
            false => None,
        })?;
        Some((role, Seat(u8::from(sign.is_ascii_lowercase()))))
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// It does not say a position of this game.
    pub fn read(&self, text: &str) -> Result<Position, FenFault> {
        let mut at = Position::empty();
        let (board, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        let (squares, hands) = match board.split_once('[') {
            Some((squares, hands)) => (squares, hands),
            None => (board, ""),
        };
        self.read_board(squares, &mut at)?;
        for sign in hands.chars().filter(|sign| !"-]".contains(*sign)) {
            let (role, seat) = self.lettered(sign, false).ok_or(FenFault::Hand(sign))?;
            let hand = &mut at.hands[seat.index()][role.index()];
            *hand = hand.saturating_add(1);
        }
        let mut rest = rest.chars();
        rest.next();
        match rest.next() {
            Some('w') | None => {}
            Some('b') => at.to_move = Seat(1),
            Some(_) => return Err(FenFault::Side),
        }
        if rest.next().is_some_and(|sign| !sign.is_whitespace()) {
            return Err(FenFault::Side);
        }
        let rest = rest.as_str();
        let rest = match rest.starts_with(|sign: char| sign.is_ascii_digit()) {
            true => rest,
            false => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                self.read_castling(&rest[..end], &mut at)?;
                let rest = &rest[end..];
                let skipped = rest.chars().next().map_or(0, char::len_utf8);
                self.read_marks(&rest[skipped..], &mut at)
            }
        };
        self.read_numbers(rest, &mut at)?;
        if let Some(king) = self.king {
            let kings = |seat: Seat| {
                let held = at.hands[seat.index()][king.index()];
                at.board.pieces(seat, king).count() + u32::from(held)
            };
            if Seat::BOTH.into_iter().any(|seat| kings(seat) > 1) {
                return Err(FenFault::Kings);
            }
        }
        Ok(at)
    }

    fn read_board(&self, text: &str, at: &mut Position) -> Result<(), FenFault> {
        let (files, ranks) = self.parts.size;
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != usize::from(ranks) {
            return Err(FenFault::Ranks);
        }
        for (line, rank) in lines.into_iter().zip((0..ranks).rev()) {
            let mut file = 0_u8;
            let width = FenFault::Width(rank + 1);
            let mut signs = line.chars().peekable();
            while let Some(sign) = signs.next() {
                if let Some(digit) = sign.to_digit(10) {
                    let second = signs.next_if(char::is_ascii_digit);
                    let second = second.and_then(|sign| sign.to_digit(10));
                    let number = second.map_or(digit, |second| 10 * digit + second);
                    file = file.saturating_add(number as u8);
                    continue;
                }
                let square = Square::new(file, rank).filter(|square| self.area.has(*square));
                let square = square.ok_or(width)?;
                file += 1;
                if sign == '*' {
                    at.walls = at.walls.with(square);
                    continue;
                }
                let plus = sign == '+';
                let letter = if plus {
                    signs.next().unwrap_or(sign)
                } else {
                    sign
                };
                let (role, seat) = self.lettered(letter, !plus).ok_or(FenFault::Sign(letter))?;
                let mut piece = Piece::new(role, seat);
                if plus {
                    let promoted = self.parts.army.about(role).promoted;
                    piece.role = promoted.ok_or(FenFault::Sign('+'))?;
                    piece.state = promoted_from(role);
                }
                if signs.next_if_eq(&'~').is_some() {
                    piece.state = PROMOTED;
                }
                at.board.put(square, piece);
            }
            if file != files {
                return Err(width);
            }
        }
        Ok(())
    }

    /// Reads rights to castle and gates.
    fn read_castling(&self, text: &str, at: &mut Position) -> Result<(), FenFault> {
        let (castling, gates) = (&self.parts.castling, &self.parts.gates);
        for sign in text.chars().filter(|sign| *sign != '-') {
            let seat = Seat(u8::from(sign.is_ascii_lowercase()));
            let own = at.board.of(seat);
            let row = self.row(seat, castling.rank);
            let upper = sign.to_ascii_uppercase();
            let side = "KQ".find(upper).filter(|_| castling.allowed);
            let square = match side {
                Some(side) => self.outer_rook(at, seat, row, side),
                None => {
                    let file = u32::from(upper).checked_sub(u32::from('A'));
                    let file = file.filter(|file| *file < u32::from(self.parts.size.0));
                    let file = file.ok_or(FenFault::Castling(sign))?;
                    Square::new(file as u8, row)
                }
            };
            let Some(square) = square else {
                continue;
            };
            let king = self.castling_king(at, seat, row);
            if gates.gating && own.has(square) {
                let gates = &mut at.gates[seat.index()];
                *gates = gates.with(square);
                if let Some(king) = king.filter(|_| side.is_some()) {
                    *gates = gates.with(king);
                }
            }
            let by_file = !gates.gating || self.without_gates(at, seat);
            if castling.allowed && (side.is_some() || by_file) {
                self.give_right(at, seat, square, king);
            }
        }
        for seat in Seat::BOTH {
            let king = self.castling_king(at, seat, self.row(seat, castling.rank));
            let home = king.is_some_and(|king| at.gates[seat.index()].has(king));
            let none = at.castling.rooks[seat.index()] == [None; 2];
            if castling.allowed && gates.gating && home && none && !self.without_gates(at, seat) {
                for square in at.gates[seat.index()] {
                    self.give_right(at, seat, square, king);
                }
            }
        }
        Ok(())
    }

    fn is_castling_rook(&self, at: &Position, seat: Seat, square: Square) -> bool {
        let rooks = self.parts.castling.rooks[seat.index()];
        let piece = at.board.at(square);
        piece.is_some_and(|piece| piece.owner == Some(seat) && rooks.has(piece.role))
    }

    fn give_right(&self, at: &mut Position, seat: Seat, rook: Square, king: Option<Square>) {
        let Some(king) = at.castling.king[seat.index()].or(king) else {
            return;
        };
        if self.is_castling_rook(at, seat, rook) && rook != king {
            at.castling.give(seat, king, rook);
        }
    }

    /// The first rook from the outside: where `K` (side 0) and `Q` mean.
    fn outer_rook(&self, at: &Position, seat: Seat, rank: u8, side: usize) -> Option<Square> {
        let start = self.parts.castling.rook_files[side];
        let files: Vec<u8> = match side {
            0 => (0..=start).rev().collect(),
            _ => (start..self.parts.size.0).collect(),
        };
        let squares = files.into_iter().filter_map(|file| Square::new(file, rank));
        squares
            .into_iter()
            .find(|square| self.is_castling_rook(at, seat, *square))
    }

    /// The piece that castles: the only one on the rank, else the one on its file.
    fn castling_king(&self, at: &Position, seat: Seat, rank: u8) -> Option<Square> {
        let castling = &self.parts.castling;
        let king = castling.king[seat.index()].filter(|_| rank < self.parts.size.1)?;
        let there = at.board.pieces(seat, king) & Set::rank(rank);
        match there.many() {
            false => there.first(),
            true => Square::new(castling.king_file, rank).filter(|home| there.has(*home)),
        }
    }

    /// Reads marks of en passant or a limit of counting, and returns what follows.
    fn read_marks<'a>(&self, text: &'a str, at: &mut Position) -> &'a str {
        if self.parts.ends.counting.is_some() && text.starts_with(|c: char| c.is_ascii_digit()) {
            let (limit, rest) = number(text);
            at.counting_limit = limit.unwrap_or(0);
            return rest;
        }
        let mut rest = text.chars();
        let (files, ranks) = self.parts.size;
        while let Some(file) = rest.next() {
            let file = u32::from(file).wrapping_sub(u32::from('a'));
            if file >= u32::from(files) {
                break;
            }
            let rank = rest.next().and_then(|sign| sign.to_digit(10));
            let Some(rank) = rank.filter(|rank| (1..=u32::from(ranks)).contains(rank)) else {
                break;
            };
            if let Some(square) = Square::new(file as u8, rank as u8 - 1)
                && self.keeps_mark(at, square)
            {
                at.marks = at.marks.with(square);
            }
        }
        rest.as_str()
    }

    /// Whether a mark of a position text counts.
    fn keeps_mark(&self, at: &Position, square: Square) -> bool {
        let (us, rules) = (at.to_move, &self.parts.pawns);
        if !rules.en_passant_region[us.index()].has(square) {
            return false;
        }
        if !self.common || rules.en_passant_others[us.index()] {
            return true;
        }
        let Some(pawn) = self.pawn else {
            return false;
        };
        let near = self.pawn_origins(us, square) & at.board.pieces(us, pawn);
        let behind = step(Set::of(square), up(us.other()));
        let victims = behind | step(behind, up(us.other()));
        let enemy = at.board.pieces(us.other(), pawn);
        let passed = step(Set::of(square), up(us)).with(square);
        near.any() && (victims & enemy).any() && (passed & at.board.occupied()).is_empty()
    }

    /// Reads counts of checks and the clocks.
    fn read_numbers(&self, text: &str, at: &mut Position) -> Result<(), FenFault> {
        let digit = |sign: char| {
            let digit = sign.to_digit(10).ok_or(FenFault::Checks)?;
            Ok(digit as i32)
        };
        let mut rest = text.trim_start();
        let counts = self.parts.ends.check_counting;
        if counts {
            at.checks = [1, 1];
            let signs: Vec<char> = rest.chars().take(3).collect();
            if let [white, '+', black] = signs[..] {
                at.checks = [digit(white)?, digit(black)?];
                rest = &rest[3..];
            }
        }
        let (clock, rest) = number(rest);
        let (full, rest) = match clock {
            Some(_) => number(rest),
            None => (None, rest),
        };
        let clock = clock.unwrap_or(0);
        if at.counting_limit > 0 && clock > 0 {
            at.counting = clock;
        } else {
            at.clock = clock;
        }
        let black = i32::from(at.to_move == Seat(1));
        at.ply = 2 * (full.unwrap_or(1).max(1) - 1) + black;
        let given: Vec<char> = rest.trim_start().chars().take(4).collect();
        if let (true, ['+', white, '+', black]) = (counts, &given[..]) {
            at.checks = [digit(*white)?, digit(*black)?].map(|given| (3 - given).max(0));
        }
        Ok(())
    }
}

/// The largest number that is read: clocks go on from it without an overflow.
const LARGEST: i32 = 1 << 20;

/// A number at the beginning of a text, [`LARGEST`] if it is larger, and what follows it.
fn number(text: &str) -> (Option<i32>, &str) {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let number = digits.parse().unwrap_or(LARGEST).min(LARGEST);
    ((!digits.is_empty()).then_some(number), rest)
}
