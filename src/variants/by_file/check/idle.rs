//! Keys that a section gives and that do nothing there, since others are missing.

use crate::rules::{Reason, Seat};

use super::Check;
use crate::variants::by_file::diff::differences;
use crate::variants::by_file::ini::Entry;
use crate::variants::by_file::keys::COLOURS;
use crate::variants::by_file::keys::kinds::Word;
use crate::variants::by_file::keys::readers::PREFIX;
use crate::variants::by_file::keys::value::{Squares, Value};

/// Keys, and others of which one has to be on for them to do anything.
const NEEDS: [(&str, &str); 18] = [
    ("seirawanGating cambodianMoves", "gating"),
    ("dupleCheck", "extinctionPseudoRoyal"),
    ("dropLoop", "capturesToHand"),
    (
        "dropPromoted dropChecks mustDrop dropNoDoubled",
        "pieceDrops",
    ),
    (
        "firstRankPawnDrops promotionZonePawnDrops sittuyinRookDrop",
        "pieceDrops",
    ),
    (
        "dropOppositeColoredBishop castlingDroppedPiece shogiPawnDropMateIllegal",
        "pieceDrops",
    ),
    ("dropRegion capturesToHand", "pieceDrops seirawanGating"),
    ("dropNoDoubledCount", "dropNoDoubled"),
    ("mustDropType", "mustDrop"),
    ("enclosingDropStart", "enclosingDrop"),
    (
        "castlingKingsideFile castlingQueensideFile castlingRank castlingKingFile castlingKingPiece \
         castlingRookPieces castlingRookKingsideFile castlingRookQueensideFile oppositeCastling",
        "castling castlingDroppedPiece",
    ),
    ("blastImmuneTypes petrifyBlastPieces", "blastOnCapture"),
    (
        "piecePromotionOnCapture mandatoryPiecePromotion pieceDemotion",
        "promotedPieceType",
    ),
    (
        "nFoldValue nFoldValueAbsolute perpetualCheckIllegal moveRepetitionIllegal",
        "nFoldRule",
    ),
    (
        "extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount extinctionClaim",
        "extinctionValue extinctionPseudoRoyal",
    ),
    (
        "flagPiece flagPieceCount flagPieceBlockedWin flagMove flagPieceSafe",
        "flagRegion",
    ),
    ("wallingRegion", "wallingRule"),
    (
        "connectPieceTypes connectHorizontal connectVertical connectDiagonal connectRegion2 connectValue",
        "connectN connectNxN connectRegion1 collinearN",
    ),
];

impl Check<'_> {
    /// Remarks on keys that do nothing.
    pub(super) fn idle(&mut self) {
        for (keys, needs) in NEEDS {
            let mut others = needs.split(' ');
            if others.clone().any(|name| self.is_on(name)) {
                continue;
            }
            let first = others.next().unwrap_or_default();
            for key in keys.split(' ') {
                if let Some(entry) = self.section.own(key)
                    && !self.section.is_initial(key)
                {
                    self.needs(entry, first);
                }
            }
        }
        self.steps();
        self.pawns();
        self.zones();
        self.same();
        self.never_full();
    }

    /// Whether a key switches something on, for either colour.
    fn is_on(&self, name: &'static str) -> bool {
        let on = |value: &Value| match value {
            Value::Flag(on) => *on,
            Value::Number(number) => *number > 0,
            Value::Word(word) => *word != "none",
            Value::Piece(kind) => kind.is_some(),
            Value::Squares(set) => !set.is_empty(),
            Value::Promotions(all) => !all.is_empty(),
            _ => true,
        };
        Seat::BOTH
            .into_iter()
            .any(|seat| on(self.section.get(name, seat)))
    }

    fn needs(&mut self, entry: &Entry, needs: &str) {
        let reason = Reason::new("key-needs").text("key", &entry.key);
        self.remark(entry.line, reason.text("needs", needs));
    }

    /// Double steps need a region and the key that is off in many a parent.
    fn steps(&mut self) {
        let of = self.section;
        if self.is_on("doubleStep") || self.is_on("doubleStepRegion") {
            return;
        }
        match (of.own("doubleStepRegion"), of.own("doubleStep")) {
            (Some(entry), _) => self.needs(entry, "doubleStep"),
            (None, Some(entry)) if entry.value == "true" => {
                self.needs(entry, "doubleStepRegionWhite");
            }
            _ => {}
        }
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
            && of.has(Word::PAWN)
            && of.flag("mandatoryPawnPromotion")
            && !of.flag("sittuyinPromotion")
            && !of.promotions().contains_key(&Word::PAWN);
        if stuck {
            let line = self.line(&["promotionPieceTypes", "pawn"]);
            self.remark(line, Reason::new("pawns-cannot-promote"));
        }
    }

    /// Zones of promotion that a section with a board of its own takes over, and that lie elsewhere there.
    fn zones(&mut self) {
        let of = self.section;
        let pawns = of.kinds("promotionPawnTypes", Seat(0)).with(Word::PAWN);
        let promotes = pawns.iter().any(|pawn| of.has(pawn)) || !of.promotions().is_empty();
        if of.own("maxRank").is_none() || of.own("promotionRegion").is_some() || !promotes {
            return;
        }
        let size = of.size();
        for ((colour, seat), last) in COLOURS.into_iter().zip([size.ranks - 1, 0]) {
            let zone = of.squares("promotionRegion", seat) & size.squares();
            if (zone & Squares::rank(last)).is_empty() {
                let reason = Reason::new("promotion-not-on-last-rank").text("colour", colour);
                let line = self.line(&["maxRank"]);
                self.remark(line, reason.number("rank", last + 1));
            }
        }
    }

    /// A section that says nothing but what readers see: the file to begin with, with all its signs in front.
    fn same(&mut self) {
        let of = self.section;
        let for_readers = |entry: &Entry| entry.key.starts_with(PREFIX);
        if let Some(parent) = &of.from
            && of.about.title.is_some()
            && of.said.iter().all(for_readers)
            && differences([parent, of]).is_empty()
        {
            let reason = Reason::new("same-as-parent").text("parent", &*parent.name);
            self.remark(of.line, reason);
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
