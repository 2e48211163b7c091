//! Keys that a section gives and that do nothing there, since others are missing.

use crate::rules::{Reason, Seat};

use super::Check;
use crate::variants::by_file::keys::kinds::Kind;

/// Keys that are on, and those of which one has to be on for them to do anything.
const NEEDS: [(&str, &[&str]); 16] = [
    ("seirawanGating", &["gating"]),
    ("cambodianMoves", &["gating"]),
    ("dupleCheck", &["extinctionPseudoRoyal"]),
    ("dropLoop", &["capturesToHand"]),
    ("dropPromoted", &["pieceDrops"]),
    ("mustDrop", &["pieceDrops"]),
    ("firstRankPawnDrops", &["pieceDrops"]),
    ("promotionZonePawnDrops", &["pieceDrops"]),
    ("sittuyinRookDrop", &["pieceDrops"]),
    ("dropOppositeColoredBishop", &["pieceDrops"]),
    ("castlingDroppedPiece", &["pieceDrops"]),
    ("oppositeCastling", &["castling"]),
    ("petrifyBlastPieces", &["blastOnCapture"]),
    ("capturesToHand", &["pieceDrops", "seirawanGating"]),
    ("nFoldValueAbsolute", &["nFoldRule"]),
    ("moveRepetitionIllegal", &["nFoldRule"]),
];

impl Check<'_> {
    /// Remarks on keys that do nothing.
    pub(super) fn idle(&mut self) {
        for (key, needs) in NEEDS {
            let on = |name: &&str| self.section.flag(name) || self.section.number(name) > 0;
            if let Some(line) = self.section.own_line(key)
                && self.section.flag(key)
                && !needs.iter().any(on)
            {
                self.waits(line, key, needs[0]);
            }
        }
        if let Some(line) = self.section.own_line("mustDropType")
            && !self.section.flag("mustDrop")
        {
            self.waits(line, "mustDropType", "mustDrop");
        }
        self.steps();
        self.pawns();
        self.never_full();
    }

    fn waits(&mut self, line: u32, key: &str, needs: &str) {
        let reason = Reason::new("key-waits").text("key", key);
        self.remark(line, reason.text("needs", needs));
    }

    /// Double steps need a region and the key that is off in many a parent.
    fn steps(&mut self) {
        let none = |seat| self.section.squares("doubleStepRegion", seat).is_empty();
        if !self.section.flag("doubleStep") && Seat::BOTH.into_iter().all(none) {
            if let Some(line) = self.section.own_line("doubleStepRegion") {
                self.waits(line, "doubleStepRegion", "doubleStep");
            }
            let origin = self.section.own_line("doubleStep");
            let whole = self.section.own_line("doubleStepRegion").is_none();
            if let Some(line) = origin.filter(|_| whole && self.said_true("doubleStep")) {
                self.waits(line, "doubleStep", "doubleStepRegionWhite");
            }
        }
    }

    /// Whether the section says `true`, whatever became of it.
    fn said_true(&self, key: &str) -> bool {
        self.section
            .said
            .iter()
            .any(|(name, value)| name == key && value == "true")
    }

    /// Pawns before a zone that they cannot enter.
    fn pawns(&mut self) {
        let of = self.section;
        let board = of.size().squares();
        let stuck = |seat: Seat| {
            let zone = of.squares("promotionRegion", seat) & board;
            of.kinds("promotionPieceTypes", seat).is_empty() && zone.any()
        };
        let stuck = Seat::BOTH.into_iter().any(stuck)
            && of.has(Kind::PAWN)
            && of.flag("mandatoryPawnPromotion")
            && !of.flag("sittuyinPromotion")
            && !of.promotions().contains_key(&Kind::PAWN);
        if stuck {
            let line = self.line(&["promotionPieceTypes", "pawn"]);
            self.remark(line, Reason::new("pawns-cannot-promote"));
        }
    }

    /// A flag that is won by filling a region which reaches beyond the board.
    fn never_full(&mut self) {
        let of = self.section;
        let beyond = |seat| (of.squares("flagRegion", seat) & !of.size().squares()).any();
        if of.flag("flagPieceBlockedWin") && Seat::BOTH.into_iter().any(beyond) {
            let line = self.line(&["flagRegion", "flagPieceBlockedWin"]);
            self.remark(line, Reason::new("flag-region-never-full"));
        }
    }
}
