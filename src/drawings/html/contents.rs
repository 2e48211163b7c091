//! What is in a cell of the table: signs of chess, letters on discs, signs of squares; and the border of a square.

use crate::rules::{BoardView, CellView, Direction, PieceView, Seat, Surface};
use crate::text::escape_html;

use super::super::ascii::is_chess;
use super::super::promoted::Promoted;
use super::super::{Style, armies, colours, facings};
use super::Table;

/// What is in a cell.
pub(super) enum Content {
    Nothing,
    /// Signs of a square without a piece.
    Signs([&'static str; 2]),
    /// A sign of chess.
    OfChess(char),
    /// Letters on a disc.
    Disc {
        owner: Option<Seat>,
        signs: String,
    },
}

/// The sign of a piece that is drawn instead of its letter. Those of chess are known everywhere; Chinese characters are
/// for readers who have chosen them.
pub(super) fn own_sign(view: &BoardView, style: Style, piece: &PieceView) -> Option<char> {
    match view.surface {
        Surface::Points { .. } if style != Style::Unicode => None,
        _ => piece.character,
    }
}

impl Table<'_> {
    /// The style of signs that are on the ground itself.
    pub(super) fn colour(&self, cell: &CellView, content: &Content) -> &'static str {
        match content {
            Content::Nothing | Content::Disc { .. } => "",
            Content::Signs(_) => match self.view.surface {
                Surface::Points { .. } => "color:#3d2f14",
                _ if cell.barred => "color:#7a0000;font-weight:bold",
                _ if !cell.exists => "color:#fff",
                _ => "color:#000",
            },
            // Outlines alone are thin on dark squares.
            Content::OfChess(_)
                if cell
                    .piece
                    .as_ref()
                    .is_some_and(|piece| piece.owner == Some(Seat(0))) =>
            {
                "color:#000;text-shadow:0 0 2px #fff,0 0 3px #fff"
            }
            Content::OfChess(_) => "color:#000",
        }
    }

    /// The border that tells the owner of a square, also where colours are not seen.
    pub(super) fn border(&self, cell: &CellView) -> Option<[&'static str; 4]> {
        let (line, colour) = match (&self.view.surface, cell.owner) {
            (Surface::LooseSquares, owner) => {
                let line = match owner {
                    Some(Seat(0)) => "2px solid ",
                    Some(_) => "4px double ",
                    None => "1px solid ",
                };
                (line, colours::border(owner))
            }
            (Surface::Squares, Some(_)) => ("1px dashed ", "#000000"),
            _ => return None,
        };
        Some(["border:", line, colour, ";"])
    }

    /// Pixels of a disc.
    pub(super) fn disc_size(&self) -> u16 {
        match self.view.surface {
            Surface::LooseSquares => self.size - 10,
            _ => self.size - 5,
        }
    }

    /// Pixels of the letter on a disc.
    pub(super) fn letter_size(&self) -> u16 {
        self.disc_size() * 2 / 3
    }

    pub(super) fn content(&self, cell: &CellView) -> Content {
        let barred = if cell.barred { "!" } else { "" };
        let Some(piece) = &cell.piece else {
            let sign = match (&self.view.surface, cell.exists, cell.owner) {
                (Surface::Points { .. }, ..) => "┼",
                (Surface::Squares, false, _) => "#",
                (Surface::Squares, true, Some(Seat(0))) => "*",
                (Surface::Squares, true, Some(_)) => "+",
                _ => "",
            };
            return match sign.is_empty() && barred.is_empty() {
                true => Content::Nothing,
                false => Content::Signs([sign, barred]),
            };
        };
        let mut signs = match own_sign(self.view, self.style, piece) {
            Some(sign) if is_chess(sign) => return Content::OfChess(sign),
            Some(sign) => sign.to_string(),
            None if self.several() => armies::sign(self.view, piece).iter().collect(),
            None => match Promoted::of(self.view, piece) {
                Some(promoted) => promoted.signs(),
                None => piece.letter.to_string(),
            },
        };
        if let Some(facing) = piece.facing {
            signs.push_str(arrow(facings::seen(self.view, facing)));
        }
        if cell.held {
            signs.push('*');
        }
        signs.push_str(barred);
        Content::Disc {
            owner: piece.owner,
            signs,
        }
    }

    /// Whether there are more players than Black and White, so that a piece is drawn with the letter of its own.
    fn several(&self) -> bool {
        self.view.seats.len() > 2
    }

    /// Appends what is in a cell.
    pub(super) fn write(&mut self, content: &Content) {
        match content {
            Content::Nothing => {}
            Content::Signs(signs) => signs.iter().for_each(|sign| self.push(sign)),
            // Without the selector some show the pawn as an emoji.
            Content::OfChess(sign) => {
                self.out.push(*sign);
                self.out.push('\u{fe0e}');
            }
            Content::Disc { owner, signs } => self.disc(*owner, signs),
        }
    }

    fn disc(&mut self, owner: Option<Seat>, signs: &str) {
        let second = signs.char_indices().nth(1).map(|(at, _)| at);
        // A letter alone has the size of the table's.
        let small = second.is_some() && !self.several();
        let known = self.discs.iter().position(|disc| disc.0 == (owner, small));
        let at = known.unwrap_or_else(|| {
            let disc = self.new_disc(owner, small);
            self.discs.push(((owner, small), disc));
            self.discs.len() - 1
        });
        self.out.push_str(&self.discs[at].1);
        match second.filter(|_| self.several()) {
            // The colour tells the player, too; the kind is to be read first.
            Some(kind) => {
                self.push("<small>");
                escape_html(&signs[..kind], &mut self.out);
                self.push("</small>");
                escape_html(&signs[kind..], &mut self.out);
            }
            None => escape_html(signs, &mut self.out),
        }
        self.push("</b>");
    }

    /// The beginning of a disc; `small`: for several signs.
    fn new_disc(&self, owner: Option<Seat>, small: bool) -> String {
        let size = self.disc_size();
        let letters = match small {
            true => format!("font-size:{}px;", size / 2),
            false => String::new(),
        };
        let (disc, ink) = colours::of_player(self.view, owner);
        format!(
            "<b style=\"display:inline-block;vertical-align:top;width:{size}px;{letters}line-height:{size}px;\
             border-radius:{}px;border:1px solid;background:{disc};color:{ink}\">",
            size / 2 + 1
        )
    }
}

/// An arrow, the diagonal ones as signs, not as emojis.
const fn arrow(facing: Direction) -> &'static str {
    match facing {
        Direction::N => "↑",
        Direction::NE => "↗\u{fe0e}",
        Direction::E => "→",
        Direction::SE => "↘\u{fe0e}",
        Direction::S => "↓",
        Direction::SW => "↙\u{fe0e}",
        Direction::W => "←",
        Direction::NW => "↖\u{fe0e}",
    }
}
