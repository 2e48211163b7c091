//! Writing position texts (docs/variants/file-board-fen.md, 11).

use std::fmt::Write as _;

use crate::rules::Seat;
use crate::rules::composed::Square;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::{PROMOTED, Position, before};

impl Game {
    /// Writes the position text.
    pub fn write(&self, at: &Position) -> String {
        let mut text = String::with_capacity(96);
        self.write_board(at, &mut text);
        let hands = &self.parts.hands;
        let army = &self.parts.army;
        if (hands.drops || self.parts.gates.seirawan) && !hands.free {
            text.push('[');
            for seat in Seat::BOTH {
                for role in army.roles().rev() {
                    let letter = cased(army.about(role).letter, seat);
                    let count = at.hands[seat.index()][role.index()];
                    text.extend((0..count).map(|_| letter));
                }
            }
            text.push(']');
        }
        text.push_str(if at.to_move == Seat(0) { " w " } else { " b " });
        self.write_castling(at, &mut text);
        text.push(' ');
        if at.counting_limit > 0 {
            let _ = write!(text, "{}", at.counting_limit);
        } else if at.marks.is_empty() {
            text.push('-');
        } else {
            at.marks.for_each(|mark| mark.write(&mut text));
        }
        if self.parts.ends.check_counting {
            let _ = write!(text, " {}+{}", at.checks[0], at.checks[1]);
        }
        let counted = at.counting_limit > 0;
        let clock = if counted { at.counting } else { at.clock };
        let black = i32::from(at.to_move == Seat(1));
        let _ = write!(text, " {clock} {}", 1 + (at.ply - black) / 2);
        text
    }

    fn write_board(&self, at: &Position, text: &mut String) {
        let (files, ranks) = self.parts.size;
        let army = &self.parts.army;
        let hands = &self.parts.hands;
        let marked = hands.captures && !hands.keep_promoted;
        for rank in (0..ranks).rev() {
            let mut gap = 0;
            for file in 0..=files {
                let square = Square::new(file, rank).filter(|_| file < files);
                let piece = square.and_then(|square| at.board.at(square));
                let wall = square.is_some_and(|square| at.walls.has(square));
                if square.is_some() && piece.is_none() && !wall {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    let _ = write!(text, "{gap}");
                    gap = 0;
                }
                if wall {
                    text.push('*');
                }
                let Some(piece) = piece else {
                    continue;
                };
                let seat = piece.owner.unwrap_or_default();
                if let Some(role) = before(piece) {
                    text.push('+');
                    text.push(cased(army.about(role).letter, seat));
                } else {
                    text.push(cased(army.about(piece.role).letter, seat));
                    if piece.state == PROMOTED && marked {
                        text.push('~');
                    }
                }
            }
            if rank > 0 {
                text.push('/');
            }
        }
    }

    fn write_castling(&self, at: &Position, text: &mut String) {
        let gates = &self.parts.gates;
        let mut rights = false;
        let start = text.len();
        for seat in Seat::BOTH {
            let rooks = at.castling.rooks[seat.index()];
            for (rook, letter) in rooks.iter().zip(['K', 'Q']) {
                let Some(rook) = rook else {
                    continue;
                };
                rights = true;
                let letter = match self.parts.castling.chess960 {
                    true => char::from(b'A' + rook.file()),
                    false => letter,
                };
                text.push(cased(letter, seat));
            }
            if gates.gating && !self.without_gates(at, seat) {
                let mut left = at.gates[seat.index()];
                for rook in rooks.into_iter().flatten() {
                    left = left.without(rook);
                }
                if let Some(king) = at.castling.king[seat.index()]
                    && rooks != [None; 2]
                    && !self.parts.castling.chess960
                {
                    left = left.without(king);
                }
                text.extend(left.map(|gate| cased(char::from(b'A' + gate.file()), seat)));
            }
        }
        let waiting = at.gates.iter().any(|gates| gates.any());
        if text.len() == start && !rights && !(gates.gating && waiting) {
            text.push('-');
        }
    }
}

/// A letter as a seat writes it.
fn cased(letter: char, seat: Seat) -> char {
    match seat {
        Seat(0) => letter,
        _ => letter.to_ascii_lowercase(),
    }
}
