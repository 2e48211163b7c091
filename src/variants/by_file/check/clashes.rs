//! Keys that contradict each other.

use std::collections::BTreeMap;

use crate::rules::{Reason, Seat};

use super::Check;
use crate::variants::by_file::betza;
use crate::variants::by_file::keys::kinds::{Kinds, Word};
use crate::variants::by_file::keys::value::Value;

impl Check<'_> {
    /// A fault where two keys do not go together; `keys` are those that a section could change, the likeliest first.
    fn clash(&mut self, holds: bool, keys: [&'static str; 2], reason: Reason) {
        if holds {
            let line = self.line(&keys);
            let [key, other] = keys.map(|key| self.written(key));
            let reason = reason.text("key", key).text("other", other);
            self.fault(line, reason);
        }
    }

    /// Lines that are beyond the board.
    pub(super) fn board(&mut self) {
        let size = self.section.size();
        if self.section.flag("castling") && self.section.line_of("castlingRank") >= size.ranks {
            let line = self.line(&["castlingRank", "maxRank"]);
            let reason = Reason::new("castling-rank-off-board").number("ranks", size.ranks);
            self.fault(line, reason);
        }
        let off = [
            "castlingKingsideFile",
            "castlingQueensideFile",
            "castlingKingFile",
        ];
        for key in off {
            if let Some(entry) = self.section.own(key)
                && self.section.line_of(key) >= size.files
            {
                let reason = Reason::new("file-off-board").text("key", key);
                self.fault(entry.line, reason.number("files", size.files));
            }
        }
    }

    /// Keys that contradict each other.
    pub(super) fn clashes(&mut self) {
        let of = self.section;
        let king = of.has(Word::KING);
        let flag = |name| of.flag(name);
        let word = |name| of.word(name) != "none";
        self.clash(
            flag("checkCounting") && !flag("checking"),
            ["checkCounting", "checking"],
            Reason::new("clash-checks-counted-and-forbidden"),
        );
        let (kingside, queenside) = ("castlingKingsideFile", "castlingQueensideFile");
        self.clash(
            flag("castling") && of.line_of(queenside) > of.line_of(kingside),
            [queenside, kingside],
            Reason::new("clash-castling-files"),
        );
        self.clash(
            flag("pieceDrops") && word("wallingRule"),
            ["wallingRule", "pieceDrops"],
            Reason::new("clash-drops-and-walls"),
        );
        self.clash(
            king && flag("blastOnCapture"),
            ["blastOnCapture", "king"],
            Reason::new("clash-king-and-blast"),
        );
        self.clash(
            king && word("flipEnclosedPieces"),
            ["flipEnclosedPieces", "king"],
            Reason::new("clash-king-and-flips"),
        );
        self.clash(
            king && of.word("wallingRule") == "duck",
            ["wallingRule", "king"],
            Reason::new("clash-king-and-duck"),
        );
        for key in ["blastImmuneTypes", "mutuallyImmuneTypes"] {
            let immune = of.kinds(key, Seat(0));
            let royal = immune.has(Word::KING) && king
                || flag("extinctionPseudoRoyal") && !immune.is_empty();
            self.clash(
                royal,
                [key, "extinctionPseudoRoyal"],
                Reason::new("clash-royal-and-immune"),
            );
        }
        self.clash(
            flag("flagPieceSafe") && flag("blastOnCapture"),
            ["flagPieceSafe", "blastOnCapture"],
            Reason::new("clash-safe-flag-and-blast"),
        );
        self.clash(
            flag("mustDrop") && flag("mustCapture"),
            ["mustDrop", "mustCapture"],
            Reason::new("clash-must-drop-and-capture"),
        );
        self.clash(
            of.word("chasingRule") == "axf",
            ["chasingRule", "chasingRule"],
            Reason::new("chasing-not-played"),
        );
        self.clash(
            flag("pieceDemotion") && self.pawn_promotions().is_some(),
            ["pieceDemotion", "promotionPieceTypes"],
            Reason::new("clash-demotion-and-pawns"),
        );
        self.clash(
            king && of.kinds("petrifyOnCaptureTypes", Seat(0)).has(Word::KING),
            ["petrifyOnCaptureTypes", "king"],
            Reason::new("clash-king-and-stone"),
        );
        self.walls();
        self.promotions();
        self.connections();
        self.dead();
    }

    /// What does not go with walls: the format would put them on squares that nobody chose.
    fn walls(&mut self) {
        let of = self.section;
        let walls = of.word("wallingRule") != "none";
        let present = |kind: &Word| of.has(*kind);
        let passes = |name| of.flags(name).contains(&true);
        let stones = of.kinds("petrifyOnCaptureTypes", Seat(0)) != Kinds::NONE;
        let others = [
            ("promotedPieceType", of.promotions().keys().any(present)),
            ("pieceDemotion", of.flag("pieceDemotion")),
            ("sittuyinPromotion", of.flag("sittuyinPromotion")),
            ("pass", passes("pass")),
            ("passOnStalemate", passes("passOnStalemate")),
        ];
        for (other, holds) in others {
            let reason = Reason::new("clash-walls");
            self.clash(walls && holds, ["wallingRule", other], reason);
        }
        self.clash(
            of.word("wallingRule") == "duck" && (stones || of.flag("petrifyBlastPieces")),
            ["wallingRule", "petrifyOnCaptureTypes"],
            Reason::new("clash-walls"),
        );
        self.clash(
            of.flag("wallOrMove") && !walls,
            ["wallOrMove", "wallingRule"],
            Reason::new("wall-or-move-without-walls"),
        );
        self.clash(
            of.flag("wallOrMove") && of.flag("extinctionPseudoRoyal"),
            ["wallOrMove", "extinctionPseudoRoyal"],
            Reason::new("clash-walls"),
        );
    }

    /// A type that promotes as pawns do, if there is one.
    fn pawn_promotions(&self) -> Option<Word> {
        let of = |seat: Seat| {
            let pawns = self
                .section
                .kinds("promotionPawnTypes", seat)
                .with(Word::PAWN);
            let becomes = self.section.kinds("promotionPieceTypes", seat);
            let mut pawns = pawns.iter().filter(|kind| self.section.has(*kind));
            pawns.next().filter(|_| !becomes.is_empty())
        };
        Seat::BOTH.into_iter().find_map(of)
    }

    fn promotions(&mut self) {
        let keys = ["promotionPieceTypes", "promotionPieceTypes"];
        let king = |seat| {
            self.section
                .kinds("promotionPieceTypes", seat)
                .has(Word::KING)
        };
        let king = self.section.has(Word::KING) && Seat::BOTH.into_iter().any(king);
        self.clash(king, keys, Reason::new("promoted-to-king"));
        let mut absent: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
        for (from, to) in self.section.promotions() {
            if self.section.has(from) && !self.section.has(to) {
                absent.entry(to).or_default().push(from);
            }
        }
        for (to, pieces) in absent {
            let line = self.line(&["promotedPieceType"]);
            let reason = Reason::new("promoted-to-absent").list("pieces", pieces);
            self.fault(line, reason.text("to", to));
        }
    }

    /// Rules on pieces beside each other, which without a type never hold.
    fn connections(&mut self) {
        let of = self.section;
        let given = of.own("connectPieceTypes");
        let none = of
            .kinds("connectPieceTypes", Seat(0))
            .iter()
            .all(|kind| !of.has(kind));
        if let Some(entry) = given
            && none
        {
            self.fault(entry.line, Reason::new("connect-without-pieces"));
        }
        let none = of.kinds("extinctionPieceTypes", Seat(0)) == Kinds::NONE;
        let key = match of.word("extinctionValue") {
            "none" => "extinctionPseudoRoyal",
            _ => "extinctionValue",
        };
        self.clash(
            none && (key == "extinctionValue" || of.flag(key)),
            [key, "extinctionPieceTypes"],
            Reason::new("extinction-without-pieces"),
        );
    }

    /// What a section that ends by too little material may not have.
    fn dead(&mut self) {
        if !self.section.about.dead {
            return;
        }
        let of = self.section;
        let number = |name| of.number(name) > 0;
        let pass = |name| of.flags(name).contains(&true);
        let wins = *of.get("castlingWins", Seat(0)) != Value::Wings([false; 4]);
        let mut first = Seat::BOTH
            .map(|seat| of.squares("connectRegion1", seat))
            .into_iter();
        let keys = [
            ("materialCounting", of.word("materialCounting") != "none"),
            ("connectN", number("connectN")),
            ("connectNxN", number("connectNxN")),
            ("connectRegion1", first.any(|region| !region.is_empty())),
            ("collinearN", number("collinearN")),
            ("castlingWins", wins),
            ("pass", pass("pass")),
            ("passOnStalemate", pass("passOnStalemate")),
            ("pieceDrops", of.flag("pieceDrops")),
        ];
        let keys = keys.iter().filter(|(_, holds)| *holds);
        let mut unfit: Vec<String> = keys.map(|(key, _)| self.written(key).to_owned()).collect();
        // Pieces that never move.
        let still = of.figures.iter().filter(|(_, figure)| {
            let moves = betza::read(figure.notation()).unwrap_or_default();
            figure.letter.is_some() && moves.atoms.is_empty()
        });
        unfit.extend(still.map(|(kind, _)| kind.to_string()));
        if !unfit.is_empty() {
            let line = self.line(&["zugpost.dead"]);
            self.fault(line, Reason::new("dead-does-not-fit").list("keys", unfit));
        }
    }
}
