//! A section made into the parts of a game.

mod army;
mod ends;

use crate::rules::composed::captures::{Captures, Flip};
use crate::rules::composed::castling::Castling;
use crate::rules::composed::ends::extinction::Counted;
use crate::rules::composed::gates::Gates;
use crate::rules::composed::hands::{Enclosing, Hands};
use crate::rules::composed::kinds::Kinds as Roles;
use crate::rules::composed::pawns::Pawns;
use crate::rules::composed::promotion::Promotion;
use crate::rules::composed::royalty::{PseudoRoyal, Royalty};
use crate::rules::composed::walls::{Walling, Walls};
use crate::rules::composed::{KINDS, Parts, Set};
use crate::rules::{Role, Seat};

use super::keys::kinds::{Kinds, Word};
use super::keys::value::Value;
use super::section::Resolved;

/// Makes a section into the parts of a game. Of a section that [`super::read`] found at fault, the parts may be of a
/// game that cannot be played.
pub fn compile(section: &Resolved) -> Parts {
    let of = Compiler { section };
    let size = section.size();
    Parts {
        size: (size.files, size.ranks),
        start: of.start(),
        army: of.army(),
        pawns: of.pawns(),
        promotion: of.promotion(),
        castling: of.castling(),
        hands: of.hands(),
        gates: of.gates(),
        walls: of.walls(),
        captures: of.captures(),
        royalty: of.royalty(),
        ends: of.ends(),
    }
}

/// A section being made into parts.
struct Compiler<'a> {
    section: &'a Resolved,
}

impl Compiler<'_> {
    /// The position text of the beginning, without rights to castle where there is no castling: the format passes over
    /// them.
    fn start(&self) -> String {
        let idle = !self.flag("castling") && !self.flag("gating");
        let mut fields: Vec<&str> = self.section.start().split(' ').collect();
        if let Some(rights) = fields.get_mut(2)
            && idle
            && !rights.is_empty()
            && rights.chars().all(|sign| "KQkq".contains(sign))
        {
            *rights = "-";
        }
        fields.join(" ")
    }

    /// The place of a type among the kinds of the game.
    fn role(&self, kind: Word) -> Option<Role> {
        let letters = self.section.letters();
        let place = letters.keys().position(|other| *other == kind)?;
        Some(Role(place as u8))
    }

    /// The kinds of the game that are in a set.
    fn roles(&self, kinds: Kinds) -> Roles {
        match kinds.is_all() {
            true => Roles::ALL,
            false => kinds.iter().filter_map(|kind| self.role(kind)).collect(),
        }
    }

    fn flag(&self, name: &'static str) -> bool {
        self.section.flag(name)
    }

    fn squares(&self, name: &'static str) -> [Set; 2] {
        Seat::BOTH.map(|seat| self.section.squares(name, seat))
    }

    fn sets(&self, name: &'static str) -> [Roles; 2] {
        Seat::BOTH.map(|seat| self.roles(self.section.kinds(name, seat)))
    }

    /// A set that has no colours.
    fn set(&self, name: &'static str) -> Roles {
        self.roles(self.section.kinds(name, Seat(0)))
    }

    fn number(&self, name: &'static str) -> i32 {
        self.section.number(name).try_into().unwrap_or(i32::MAX)
    }

    fn pawns(&self) -> Pawns {
        let others = |seat| {
            let types = self.section.kinds("enPassantTypes", seat);
            types.without(Word::PAWN) != Kinds::NONE
        };
        Pawns {
            double_step: self.squares("doubleStepRegion"),
            triple_step: self.squares("tripleStepRegion"),
            en_passant_region: self.squares("enPassantRegion"),
            en_passant_types: self.sets("enPassantTypes"),
            en_passant_others: Seat::BOTH.map(others),
        }
    }

    fn promotion(&self) -> Promotion {
        let mut limit = [0; KINDS];
        for (kind, most) in self.section.limits() {
            if let Some(role) = self.role(kind)
                && let Some(place) = limit.get_mut(role.index())
            {
                *place = u8::try_from(most).unwrap_or(u8::MAX);
            }
        }
        Promotion {
            region: self.squares("promotionRegion"),
            pawn_types: self.sets("promotionPawnTypes"),
            main_pawn: self.section.main_pawn.map(|kind| self.role(kind?)),
            piece_types: self.sets("promotionPieceTypes"),
            limit,
            mandatory_pawn: self.flag("mandatoryPawnPromotion"),
            mandatory_piece: self.flag("mandatoryPiecePromotion"),
            piece_on_capture: self.flag("piecePromotionOnCapture"),
            demotion: self.flag("pieceDemotion"),
            sittuyin: self.flag("sittuyinPromotion"),
        }
    }

    fn castling(&self) -> Castling {
        let of = self.section;
        let ends = ["castlingKingsideFile", "castlingQueensideFile"].map(|key| of.line_of(key));
        let king = |seat| self.role(of.kind("castlingKingPiece", seat)?);
        let rooks = ["castlingRookKingsideFile", "castlingRookQueensideFile"];
        // Where king or rook would arrive off the board, no position gives a right (see `check`).
        let (kingside, queenside) = (1..of.size().files, 0..of.size().files.saturating_sub(1));
        let fits = kingside.contains(&ends[0]) && queenside.contains(&ends[1]);
        Castling {
            allowed: self.flag("castling") && fits,
            files: ends,
            rank: of.line_of("castlingRank"),
            king: Seat::BOTH.map(king),
            king_file: of.line_of("castlingKingFile"),
            rooks: self.sets("castlingRookPieces"),
            rook_files: rooks.map(|key| of.line_of(key)),
            dropped: self.flag("castlingDroppedPiece") && fits,
            opposite: self.flag("oppositeCastling"),
            chess960: self.flag("chess960"),
        }
    }

    fn hands(&self) -> Hands {
        let of = self.section;
        let must_drop = match of.get("mustDropType", Seat(0)) {
            _ if !self.flag("mustDrop") => Roles::EMPTY,
            Value::Piece(Some(kind)) => self.role(*kind).map_or(Roles::EMPTY, Roles::of),
            _ => Roles::ALL,
        };
        let no_doubled = of.kind("dropNoDoubled", Seat(0));
        let most = u8::try_from(of.number("dropNoDoubledCount")).unwrap_or(u8::MAX);
        Hands {
            drops: self.flag("pieceDrops"),
            free: of.about.free_drops,
            captures: self.flag("capturesToHand"),
            keep_promoted: self.flag("dropLoop"),
            drop_promoted: self.flag("dropPromoted"),
            drop_checks: self.flag("dropChecks"),
            region: self.squares("dropRegion"),
            first_rank_pawns: self.flag("firstRankPawnDrops"),
            promotion_zone_pawns: self.flag("promotionZonePawnDrops"),
            no_doubled: no_doubled.and_then(|kind| Some((self.role(kind)?, most))),
            immobility_illegal: self.flag("immobilityIllegal"),
            must_drop,
            sittuyin_rook: self.flag("sittuyinRookDrop"),
            opposite_bishops: self.flag("dropOppositeColoredBishop"),
            enclosing: match of.word("enclosingDrop") {
                "reversi" => Some(Enclosing::Reversi),
                "ataxx" => Some(Enclosing::Ataxx),
                "quadwrangle" => Some(Enclosing::Quadwrangle),
                "snort" => Some(Enclosing::Snort),
                "anyside" => Some(Enclosing::AnySide),
                "top" => Some(Enclosing::Top),
                _ => None,
            },
            enclosing_start: of.squares("enclosingDropStart", Seat(0)),
        }
    }

    fn gates(&self) -> Gates {
        Gates {
            gating: self.flag("gating"),
            seirawan: self.flag("seirawanGating"),
            cambodian: self.flag("cambodianMoves"),
            pass: self.section.flags("pass"),
            pass_on_stalemate: self.section.flags("passOnStalemate"),
        }
    }

    fn walls(&self) -> Walls {
        Walls {
            rule: match self.section.word("wallingRule") {
                "arrow" => Some(Walling::Arrow),
                "duck" => Some(Walling::Duck),
                "edge" => Some(Walling::Edge),
                "past" => Some(Walling::Past),
                "static" => Some(Walling::Static),
                _ => None,
            },
            region: self.squares("wallingRegion"),
            wall_or_move: self.flag("wallOrMove"),
        }
    }

    fn captures(&self) -> Captures {
        Captures {
            must: self.flag("mustCapture"),
            blast: self.flag("blastOnCapture"),
            blast_immune: self.set("blastImmuneTypes"),
            mutually_immune: self.set("mutuallyImmuneTypes"),
            petrify: self.set("petrifyOnCaptureTypes"),
            petrify_blast: self.flag("petrifyBlastPieces"),
            flip: match self.section.word("flipEnclosedPieces") {
                "reversi" => Some(Flip::Reversi),
                "ataxx" => Some(Flip::Ataxx),
                "quadwrangle" => Some(Flip::Quadwrangle),
                _ => None,
            },
        }
    }

    fn royalty(&self) -> Royalty {
        let pseudo = self.flag("extinctionPseudoRoyal").then(|| PseudoRoyal {
            types: self.counted(),
            count: u16::try_from(self.section.number("extinctionPieceCount")).unwrap_or(u16::MAX),
        });
        Royalty {
            checking: self.flag("checking"),
            flying_general: self.flag("flyingGeneral"),
            makpong: self.flag("makpongRule"),
            pseudo,
            duple_check: self.flag("dupleCheck"),
        }
    }

    /// The types whose number matters.
    fn counted(&self) -> Counted {
        let types = self.section.kinds("extinctionPieceTypes", Seat(0));
        match types.is_all() {
            true => Counted::Together,
            false => Counted::Each(self.roles(types)),
        }
    }
}

#[cfg(test)]
mod tests;
