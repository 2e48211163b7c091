//! Whether the rules fit the position of the beginning.

use crate::rules::board::square::SquareOn;
use crate::rules::{Reason, Seat};

use super::Check;
use super::start::Start;
use crate::variants::by_file::betza;
use crate::variants::by_file::keys::kinds::Word;
use crate::variants::by_file::keys::value::Squares;
use crate::variants::by_file::section::Movement;

impl Check<'_> {
    /// Kings, castling and marks of en passant.
    pub(super) fn fits(&mut self, start: Option<&Start>) {
        self.kings(start);
        self.castling(start);
        self.marks();
        self.walled(start);
    }

    /// Walls of the beginning that a duck would take with it, rooks that change sides and keep their rights, squares
    /// that are to be filled first and never are.
    fn walled(&mut self, start: Option<&Start>) {
        let of = self.section;
        let walls = start.is_some_and(|start| start.walls.any());
        if of.word("wallingRule") == "duck" && walls {
            let line = self.line(&["startFen", "wallingRule"]);
            self.fault(line, Reason::new("duck-and-walls"));
        }
        let rights = of.flag("castling") && start.is_some_and(|start| start.rights);
        if of.word("flipEnclosedPieces") != "none" && rights {
            let line = self.line(&["flipEnclosedPieces", "castling"]);
            self.fault(line, Reason::new("clash-flips-and-castling"));
        }
        let first = of.squares("enclosingDropStart", Seat(0));
        if of.word("enclosingDrop") != "none" && (first & !of.size().squares()).any() {
            let line = self.line(&["enclosingDropStart", "maxRank", "maxFile"]);
            self.fault(line, Reason::new("enclosing-start-off-board"));
        }
    }

    fn kings(&mut self, start: Option<&Start>) {
        let Some(start) = start else {
            return;
        };
        for seat in Seat::BOTH {
            let in_hand = |found: &&(Word, Seat)| **found == (Word::KING, seat);
            let kings = start.count(Word::KING, seat) + start.hands.iter().filter(in_hand).count();
            if kings > 1 {
                let line = self.line(&["startFen", "king"]);
                let reason = Reason::new("two-kings").number("count", kings);
                return self.fault(line, reason);
            }
        }
    }

    fn castling(&mut self, start: Option<&Start>) {
        let of = self.section;
        let possible = of.flag("castling") && start.is_none_or(|start| start.rights)
            || of.flag("castlingDroppedPiece");
        if !possible {
            return;
        }
        for seat in Seat::BOTH {
            let piece = of.kind("castlingKingPiece", seat);
            if of.has(Word::KING) && piece != Some(Word::KING) {
                let line = self.line(&["castlingKingPiece", "king"]);
                return self.fault(line, Reason::new("castling-piece-is-not-king"));
            }
        }
        let files = of.size().files;
        let ends = ["castlingKingsideFile", "castlingQueensideFile"];
        let off = |key: &'static str| of.own(key).is_none() && of.line_of(key) >= files;
        if let Some(key) = ends.into_iter().find(|key| off(key)) {
            let line = self.line(&["maxFile"]);
            let reason = Reason::new("file-off-board").text("key", key);
            self.fault(line, reason.number("files", files));
        }
        // The rook arrives beside the king, on the side of the middle.
        for (key, edge) in ends.into_iter().zip([0, files.saturating_sub(1)]) {
            if of.line_of(key) == edge {
                let line = self.line(&[key, "maxFile"]);
                self.fault(
                    line,
                    Reason::new("castling-rook-off-board").text("key", key),
                );
            }
        }
        // With the king on its arrival square already, castling is written as a pass is.
        let king_file = of.line_of("castlingKingFile");
        let stays = ends.into_iter().find(|key| of.line_of(key) == king_file);
        if let Some(key) = stays
            && of.flags("pass").contains(&true)
            && !of.flag("chess960")
        {
            let line = self.line(&["pass", key]);
            let reason = Reason::new("castling-written-as-pass").text("other", key);
            let reason = reason.text("key", self.written("pass"));
            self.fault(line, reason);
        }
        if of.flag("chess960") && start.is_some_and(|start| self.two_castling_kings(start)) {
            let line = self.line(&["chess960"]);
            self.fault(line, Reason::new("chess960-two-kings"));
        }
    }

    fn two_castling_kings(&self, start: &Start) -> bool {
        let of = self.section;
        Seat::BOTH.into_iter().any(|seat| {
            let Some(kind) = of.kind("castlingKingPiece", seat) else {
                return false;
            };
            let more = of.kinds("promotionPieceTypes", seat).has(kind)
                || of.promotions().values().any(|to| *to == kind)
                || kind != Word::KING && of.flag("pieceDrops");
            more || start.count(kind, seat) > 1
        })
    }

    /// Initial moves of pieces leave marks up to where they arrive; a region that has some of these squares and not
    /// the last one leads the format to a piece that nobody meant.
    fn marks(&mut self) {
        let board = self.section.size().squares();
        for seat in Seat::BOTH {
            let region = self.section.squares("enPassantRegion", seat.other());
            let from = self.section.squares("doubleStepRegion", seat) & board;
            if (region & board) == board || from.is_empty() {
                continue;
            }
            let cut = self.section.figures.iter().find(|(kind, figure)| {
                let Movement::Written(notation) = &figure.movement else {
                    return false;
                };
                let known = kind.is_custom() && figure.letter.is_some();
                known && cuts(notation, seat, from, board, region)
            });
            if let Some((kind, _)) = cut {
                let line = self.line(&["enPassantRegion"]);
                let reason = Reason::new("en-passant-region-cuts").text("piece", kind);
                return self.fault(line, reason);
            }
        }
    }
}

/// Whether a region holds a square that an initial move which is not straight ahead passes, but not its last one.
fn cuts(notation: &str, seat: Seat, from: Squares, board: Squares, region: Squares) -> bool {
    let initial = betza::read(notation).map(|read| read.initial);
    let sign = if seat == Seat(0) { 1 } else { -1 };
    initial.unwrap_or_default().iter().any(|atom| {
        let (files, ranks) = (sign * atom.step.0, sign * atom.step.1);
        let far = atom.limit.min(SquareOn::<12>::FAR);
        let long = files.abs().max(ranks.abs());
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if files == 0 {
            return false;
        }
        // Sets of squares have an `any` of their own.
        let mut starts = from;
        Iterator::any(&mut starts, |square| {
            let unit = if straight { long } else { 1 };
            let (x, y) = (files / unit, ranks / unit);
            let steps = far as i8 * unit;
            let mut marked = false;
            (1..=steps)
                .map_while(|n| square.offset(n * x, n * y))
                .any(|at| {
                    let cut = marked && board.has(at) && !region.has(at);
                    marked |= region.has(at);
                    cut
                })
        })
    })
}
