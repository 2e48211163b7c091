//! The kinds of piece.

use super::Compiler;
use crate::rules::Seat;
use crate::rules::composed::Set;
use crate::rules::composed::army::{Army, Kind as Made};
use crate::variants::by_file::betza;
use crate::variants::by_file::keys::kinds::Word;
use crate::variants::by_file::section::{Figure, Movement};

impl Compiler<'_> {
    pub(super) fn army(&self) -> Army {
        let of = self.section;
        let present = of.figures.iter();
        let present = present.filter_map(|(kind, f)| Some((*kind, f, f.letter?)));
        let kinds = present.map(|(kind, figure, letter)| self.made(kind, figure, letter));
        let king = of.figures.get(&Word::KING);
        let moves = |as_kind| king.is_some_and(|king| king.movement == Movement::As(as_kind));
        Army {
            kinds: kinds.collect(),
            palace_king: moves(Word::WAZIR),
            plain_king: moves(Word::KING),
            diagonal_lines: of.squares("diagonalLines", Seat(0)),
            soldier_rank: of.line_of("soldierPromotionRank"),
        }
    }

    fn made(&self, kind: Word, figure: &Figure, letter: char) -> Made {
        // What cannot be read was told when the section was read.
        let moves = betza::read(figure.notation()).unwrap_or_default();
        let anywhere = |region: Set| if region.is_empty() { Set::GRID } else { region };
        let promoted = self.section.promotions().get(&kind).copied();
        Made {
            letter: letter.to_ascii_uppercase(),
            synonym: figure.synonym.map(|sign| sign.to_ascii_uppercase()),
            word: kind,
            atoms: moves.atoms,
            initial: moves.initial,
            region: figure.region.map(anywhere),
            promoted: promoted.and_then(|to| self.role(to)),
        }
    }
}
