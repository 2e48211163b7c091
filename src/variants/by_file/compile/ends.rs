//! How the game ends.

use super::Compiler;
use crate::rules::Seat;
use crate::rules::composed::Set;
use crate::rules::composed::ends::connect::Connect;
use crate::rules::composed::ends::counting::Counting;
use crate::rules::composed::ends::extinction::Extinction;
use crate::rules::composed::ends::flag::Flag;
use crate::rules::composed::ends::material::Material;
use crate::rules::composed::ends::no_turn::NoTurn;
use crate::rules::composed::ends::repetition::Repetition;
use crate::rules::composed::ends::{Ends, Value as Worth};
use crate::rules::composed::kinds::Kinds as Roles;
use crate::variants::by_file::keys::value::Value;

impl Compiler<'_> {
    pub(super) fn ends(&self) -> Ends {
        let of = self.section;
        let wins = match of.get("castlingWins", Seat(0)) {
            Value::Wings([a, b, c, d]) => [[*a, *b], [*c, *d]],
            _ => [[false; 2]; 2],
        };
        Ends {
            extinction: self.extinction(),
            flag: self.flag_end(),
            castling_wins: wins,
            check_counting: self.flag("checkCounting"),
            connect: self.connect(),
            bikjang: self.flag("bikjangRule"),
            full_board: self.flag("adjudicateFullBoard"),
            no_turn: NoTurn {
                stalemate: self.worth("stalemateValue"),
                piece_count: self.flag("stalematePieceCount"),
                checkmate: self.worth("checkmateValue"),
                pawn_drop_mate: self.flag("shogiPawnDropMateIllegal"),
                shatar: self.flag("shatarMateRule"),
            },
            n_move: self.number("nMoveRule"),
            n_move_types: self.sets("nMoveRuleTypes"),
            repetition: Repetition {
                fold: self.number("nFoldRule"),
                value: self.worth("nFoldValue"),
                absolute: self.flag("nFoldValueAbsolute"),
                perpetual_check: self.flag("perpetualCheckIllegal"),
                move_repetition: self.flag("moveRepetitionIllegal"),
            },
            counting: match of.word("countingRule") {
                "makruk" => Some(Counting::Makruk),
                "cambodian" => Some(Counting::Cambodian),
                "asean" => Some(Counting::Asean),
                _ => None,
            },
            dead: of.dead(),
            material: match of.word("materialCounting") {
                "janggi" => Some(Material::Janggi),
                "unweighted" => Some(Material::Unweighted),
                "whitedrawodds" => Some(Material::WhiteDrawOdds),
                "blackdrawodds" => Some(Material::BlackDrawOdds),
                _ => None,
            },
        }
    }

    fn worth(&self, name: &'static str) -> Worth {
        match self.section.word(name) {
            "win" => Worth::WIN,
            "loss" => Worth::LOSS,
            "draw" => Worth::DRAW,
            _ => Worth::NONE,
        }
    }

    /// Pieces guarded like kings end a game by extinction only if captures blast.
    fn extinction(&self) -> Option<Extinction> {
        let value = self.worth("extinctionValue");
        let guarded = self.flag("extinctionPseudoRoyal") && !self.flag("blastOnCapture");
        if value == Worth::NONE || guarded {
            return None;
        }
        let types = self.section.kinds("extinctionPieceTypes", Seat(0));
        Some(Extinction {
            value,
            types: self.counted(),
            absent: types.iter().any(|kind| !self.section.has(kind)),
            count: self.number("extinctionPieceCount"),
            opponent_count: self.number("extinctionOpponentPieceCount"),
            claim: self.flag("extinctionClaim"),
        })
    }

    fn flag_end(&self) -> Option<Flag> {
        let region = self.squares("flagRegion");
        let piece = |seat| match self.section.get("flagPiece", seat) {
            Value::Piece(Some(kind)) => self.role(*kind).map_or(Roles::EMPTY, Roles::of),
            _ => Roles::ALL,
        };
        region.iter().any(|set| set.any()).then(|| Flag {
            piece: Seat::BOTH.map(piece),
            region,
            count: self.number("flagPieceCount"),
            blocked_win: self.flag("flagPieceBlockedWin"),
            flag_move: self.flag("flagMove"),
            safe: self.flag("flagPieceSafe"),
        })
    }

    fn connect(&self) -> Option<Connect> {
        let [first, second] = ["connectRegion1", "connectRegion2"].map(|name| self.squares(name));
        let regions = [[first[0], second[0]], [first[1], second[1]]];
        let [row, square, collinear] =
            ["connectN", "connectNxN", "collinearN"].map(|name| self.number(name));
        let joined = first.iter().any(|set: &Set| set.any());
        (joined || row > 0 || square > 0 || collinear > 0).then(|| Connect {
            types: self.set("connectPieceTypes"),
            row,
            horizontal: self.flag("connectHorizontal"),
            vertical: self.flag("connectVertical"),
            diagonal: self.flag("connectDiagonal"),
            regions,
            square,
            collinear,
            value: self.worth("connectValue"),
        })
    }
}
