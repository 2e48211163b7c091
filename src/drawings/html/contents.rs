//! What is in a cell of the table: signs of chess, letters on discs, signs of squares; and the border of a square.

use std::fmt::Write;

use crate::rules::{CellView, Direction, PieceView, Seat, Surface};
use crate::text::escape_html;

use super::super::ascii::is_chess;
use super::super::checked::{self, Checked};
use super::super::promoted::Promoted;
use super::super::{Look, armies, colours, facings};
use super::Table;

/// Pixels of a ring of two lines, which is what a medium double border takes.
pub(super) const RING: u16 = 3;
/// The colour of what is on a table with a ground of its own, as players' colours write it.
const INK: &str = "#000000";

/// What is in a cell.
pub(super) enum Content {
    Nothing,
    /// Signs of a square without a piece.
    Signs([&'static str; 2]),
    /// A sign of chess, in a ring or not, and a sign beside it.
    OfChess {
        ring: bool,
        sign: char,
        beside: Option<char>,
    },
    /// Letters on a disc.
    Disc {
        owner: Option<Seat>,
        signs: String,
    },
}

/// The sign of a piece that is drawn instead of its letter. Those of chess are known everywhere; Chinese characters are
/// for readers who have chosen them.
pub(super) fn own_sign(look: Look, piece: &PieceView) -> Option<char> {
    let of_chess = piece.character.filter(|sign| is_chess(*sign));
    of_chess.or_else(|| look.sign(piece))
}

/// The filled sign of chess for an outlined one.
fn filled(sign: char) -> char {
    match sign {
        '\u{2654}'..='\u{2659}' => char::from_u32(u32::from(sign) + 6).unwrap_or(sign),
        _ => sign,
    }
}

impl Table<'_> {
    /// The border that tells the owner of a square, also where colours are not seen. With the padding all borders of
    /// loose squares leave the same room.
    pub(super) fn border(&self, cell: &CellView) -> Option<[&'static str; 3]> {
        let (line, padding) = match (&self.view.surface, cell.owner) {
            (Surface::LooseSquares, Some(Seat(0))) => ("2px solid ", ";padding:2px"),
            (Surface::LooseSquares, Some(_)) => ("4px double ", ""),
            (Surface::LooseSquares, None) => ("1px solid ", ";padding:3px"),
            (Surface::Squares, Some(_)) => return Some(["1px dashed ", "#000000", ";padding:0"]),
            _ => return None,
        };
        Some([line, colours::border(cell.owner), padding])
    }

    /// Pixels of the letter on a disc.
    pub(super) fn letter_size(&self) -> u16 {
        match self.several() {
            true => self.sizes.disc * 3 / 5,
            false => self.sizes.disc * 2 / 3,
        }
    }

    pub(super) fn content(&self, cell: &CellView) -> Content {
        let barred = if cell.barred { "!" } else { "" };
        let Some(piece) = &cell.piece else {
            let sign = match (&self.view.surface, cell.exists, cell.owner) {
                (Surface::Points { .. }, ..) => "·",
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
        let checked = checked::at(&self.checked, cell.square).map(Checked::sign);
        let mut signs = match own_sign(self.look, piece) {
            Some(sign) if is_chess(sign) => {
                return Content::OfChess {
                    ring: self.is_ringed(piece.owner),
                    sign: filled(sign),
                    beside: checked,
                };
            }
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
        signs.extend(checked);
        signs.push_str(barred);
        Content::Disc {
            owner: piece.owner,
            signs,
        }
    }

    /// Whether there are more players than Black and White, so that a piece is drawn with the letter of its own.
    pub(super) fn several(&self) -> bool {
        self.view.seats.len() > 2
    }

    /// Whether pieces of this owner stand in a ring. Mail programs that turn dark and light around leave it as it is.
    fn is_ringed(&self, owner: Option<Seat>) -> bool {
        !self.several() && owner == Some(Seat(0))
    }

    /// Appends what is in a cell, with its words.
    pub(super) fn write(&mut self, cell: &CellView, content: &Content) {
        if self.title.is_empty() {
            if let Content::Signs(signs) = content {
                signs.iter().for_each(|sign| self.push(sign));
            }
            return;
        }
        let tag = match content {
            Content::OfChess { ring: true, .. } => "div",
            Content::Disc { .. } => "div",
            _ => "b",
        };
        let _ = write!(self.out, "<{tag} role=img title=\"");
        escape_html(&self.title, &mut self.out);
        self.push("\"");
        self.style(cell, content);
        // Not by colour alone.
        let (start, end) = match cell.mark {
            Some(_) => ("><u>", "</u>"),
            None => (">", ""),
        };
        self.push(start);
        match content {
            Content::Nothing => self.push("&nbsp;"),
            Content::Signs(signs) => signs.iter().for_each(|sign| self.push(sign)),
            // Without the selector some show the pawn as an emoji.
            Content::OfChess { sign, .. } => self.out.extend([*sign, '\u{fe0e}']),
            Content::Disc { signs, .. } => escape_html(signs, &mut self.out),
        }
        self.push(end);
        if let Content::OfChess {
            beside: Some(sign), ..
        } = content
        {
            let names = self.sizes.names;
            let _ = write!(
                self.out,
                "<span style=font-size:{names}pt;line-height:1>{sign}</span>"
            );
        }
        let _ = write!(self.out, "</{tag}>");
    }

    /// The style of the element that is a piece, or a sign.
    fn style(&mut self, cell: &CellView, content: &Content) {
        let style = match content {
            Content::OfChess { ring: true, .. } => "border:double;border-radius:50%",
            Content::OfChess {
                beside: Some(_), ..
            } => "color:#000",
            Content::Signs(_) if cell.barred => "color:#7a0000",
            Content::Signs(_) if !cell.exists => "color:#fff",
            // Around loose squares there is the ground of the letter.
            Content::Signs(_) | Content::Nothing if self.frame.is_none() && cell.exists => {
                "color:#000"
            }
            Content::Disc { owner, signs } => return self.disc(*owner, signs),
            _ => return,
        };
        self.push(" style=");
        self.push(style);
        if let Content::OfChess {
            beside: Some(_), ..
        } = content
        {
            // Room for the sign beside it.
            let signs = self.sizes.disc * 3 / 5;
            let _ = write!(self.out, ";font-size:{signs}px;white-space:nowrap");
        }
    }

    /// The style of a disc. It is as wide as the cell, and as high with the lines of the table and its ring, or
    /// as much padding.
    fn disc(&mut self, owner: Option<Seat>, signs: &str) {
        let (disc, ink) = colours::of_player(self.view, owner);
        let _ = write!(self.out, " style=background:{disc};border-radius:50%");
        if self.frame.is_none() || ink != INK {
            let _ = write!(self.out, ";color:{ink}");
        }
        if self.several() {
            return;
        }
        self.push(match self.is_ringed(owner) {
            true => ";border:double",
            false => ";padding:3px",
        });
        if signs.chars().nth(1).is_some() {
            let _ = write!(self.out, ";font-size:{}px", self.sizes.disc / 2);
            if !signs.is_ascii() {
                // Lines may end beside a Chinese character.
                self.push(";white-space:nowrap");
            }
        }
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
