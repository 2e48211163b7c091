//! Promoted pieces where turns tell them apart: `+P`, written by what it was, and `Q~`, which was a pawn and is one again in
//! hand.

use minijinja::context;

use crate::rules::{BoardView, PieceView};
use crate::text::{SENTENCE, paragraphs};
use crate::words::Voice;

use super::{Look, pieces};

/// The letters of a promoted piece: that of the piece and the sign that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promoted {
    /// `+P`: a plus, and the letter of what it was.
    By(char),
    /// `Q~`: its own letter and a `~`.
    FromPawn(char),
}

impl Promoted {
    /// Whether a piece is one, on a board of two sides. With more, the letter says it.
    pub fn of(view: &BoardView, piece: &PieceView) -> Option<Self> {
        let (letter, _) = piece.was.as_ref().filter(|_| view.seats.len() <= 2)?;
        Some(match piece.plus {
            true => Self::By(*letter),
            false => Self::FromPawn(piece.letter),
        })
    }

    /// The letter of the piece, in upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::By(letter) | Self::FromPawn(letter) => letter,
        }
    }

    /// What stands on the left and on the right of the letter; a blank for nothing.
    pub const fn sides(self) -> [char; 2] {
        match self {
            Self::By(_) => ['+', ' '],
            Self::FromPawn(_) => [' ', '~'],
        }
    }

    /// Both signs: `+P`.
    pub fn signs(self) -> String {
        match self {
            Self::By(letter) => format!("+{letter}"),
            Self::FromPawn(letter) => format!("{letter}~"),
        }
    }
}

/// What these letters mean, as far as they are on the board.
pub fn legend(view: &BoardView, look: Look, voice: Voice<'_>) -> Vec<String> {
    let all = signs(view, look, voice);
    let lines = all.iter().flat_map(|text| paragraphs(text, SENTENCE, 2));
    lines.collect()
}

/// The same as sentences.
pub fn signs(view: &BoardView, look: Look, voice: Voice<'_>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut pawns = Vec::new();
    for piece in pieces(view) {
        let (Some(promoted), Some((_, was))) = (Promoted::of(view, piece), &piece.was) else {
            continue;
        };
        let name = voice.name(&piece.name);
        let character = look.sign(piece).map(|sign| format!("{sign} "));
        let sign = character.unwrap_or_default() + &promoted.signs();
        let said = context! { sign, name, was => voice.name(was) };
        let all = match promoted {
            Promoted::By(_) => &mut kept,
            Promoted::FromPawn(_) => &mut pawns,
        };
        if !all.contains(&said) {
            all.push(said);
        }
    }
    let mut lines = Vec::new();
    if !kept.is_empty() {
        lines.push(voice.notice("board-promoted", context! { pieces => kept }));
    }
    if !pawns.is_empty() {
        lines.push(voice.notice("board-promoted-pawns", context! { pieces => pawns }));
    }
    lines
}
