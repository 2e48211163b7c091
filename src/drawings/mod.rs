//! Boards and rules as readers see them, made from the data that games give. Their sentences are texts of
//! [`crate::words`].
//!
//! | file | what is there |
//! |---|---|
//! | [`render`] | a [`BoardView`] → a [`Diagram`] |
//! | `ascii.rs` | the board itself: squares, loose squares, points |
//! | `armies.rs` | the board of more than two armies, with hands and the order of play beside it |
//! | `bin.rs` | a bin that all players use: its table, and what is said of it |
//! | `html` | the board as an HTML table; `html/contents.rs`: what is in its cells; `html/lines.rs`: lines between points |
//! | `promoted.rs` | the signs of promoted pieces |
//! | `zones.rs` | squares on which the rules differ, in words |
//! | `colours.rs` | the colours of tables and pictures |
//! | `picture` | the board as a picture |
//! | `spoken.rs` | the position in words |
//! | `cells.rs` | what stands on a location, in a few words |
//! | `checked.rs` | kings that are attacked |
//! | `notes.rs` | what is said below the board |
//! | `legend.rs` | the signs on the board, explained |
//! | `new_game.rs` | the file with which a new game begins |
//! | [`guide`] | the rules of a variant, its text filled in with boards and sketches |

mod armies;
mod ascii;
mod bin;
mod cells;
mod checked;
mod colours;
mod facings;
pub mod guide;
mod html;
mod legend;
mod new_game;
mod notes;
mod picture;
mod promoted;
mod spoken;
#[cfg(test)]
mod tests;
mod zones;

use serde::{Deserialize, Serialize};

use crate::rules::{BoardView, PieceView};
use crate::words::Voice;

pub use html::{beside, board as html_board, with_picture as html_picture};
pub use legend::of_html as html_legend;
pub use new_game::new_game;
pub use notes::{notes, notes_without_turn};
pub use picture::{
    Picture, Side, Tile, Tiles, coordinates, film, known_picture, looks_different_turned, picture,
    sides, square_names, tile_turned, tiles,
};
pub use promoted::signs as promoted_signs;
pub use spoken::position as in_words;

/// Columns of a letter, less what it puts before notes and legends.
const INDENTED: usize = 70;

/// What a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// A picture in the HTML part; plain ASCII in the text.
    #[default]
    Picture,
    /// A table in the HTML part; plain ASCII in the text.
    #[serde(rename = "table", alias = "ascii")]
    Ascii,
    /// The game's own signs from beyond ASCII, where it has some, in both parts. A Chinese character is taken to be
    /// two columns wide, as terminals and mail programs show it in a monospaced font.
    Unicode,
    /// Plain ASCII with cells twice as large; a large HTML table.
    Large,
    /// Words, for readers who hear the letter: no drawing, no signs, no legend. It is stored on its own.
    #[serde(skip)]
    Spoken,
}

/// What pieces have on them that have signs of Chinese characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pieces {
    /// These characters, in pictures with their letters beside them; where only letters are drawn, those.
    #[default]
    Kanji,
    /// Letters.
    Letters,
    /// In pictures the shapes of pieces of chess and the like; elsewhere letters.
    Western,
}

/// How boards and pieces are drawn for a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What boards are made of.
    pub style: Style,
    /// What pieces have on them.
    pub pieces: Pieces,
}

impl From<Style> for Look {
    fn from(style: Style) -> Self {
        let pieces = Pieces::default();
        Self { style, pieces }
    }
}

impl Look {
    /// The sign of a piece from beyond ASCII, in text and tables.
    fn sign(self, piece: &PieceView) -> Option<char> {
        let sign = piece.character.filter(|_| self.style == Style::Unicode);
        sign.filter(|sign| ascii::is_chess(*sign) || self.pieces == Pieces::Kanji)
    }

    /// Whether there are Chinese characters on a board, in text and tables.
    fn has_characters(self, view: &BoardView) -> bool {
        let mut signs = pieces(view).filter_map(|piece| self.sign(piece));
        signs.any(|sign| !ascii::is_chess(sign))
    }
}

/// The pieces on a board.
fn pieces(view: &BoardView) -> impl Iterator<Item = &PieceView> {
    view.cells.iter().filter_map(|cell| cell.piece.as_ref())
}

/// A board in letters and all that a reader needs to understand it: at most 72 columns, plain
/// ASCII ([`Style::Unicode`] apart), no trailing blanks, no line that starts with `>` or `From `.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The board itself with its coordinates, top line first.
    pub board: Vec<String>,
    /// What goes with the position: the last turn, check, barred squares.
    pub notes: Vec<String>,
    /// Every sign used on this board, explained.
    pub legend: Vec<String>,
}

/// Renders a position for a reader of one language.
///
/// ```
/// use zugpost::drawings::{Style, render};
/// use zugpost::rules::variant::Options;
/// use zugpost::variants::find;
/// use zugpost::words::Words;
///
/// let mut game = find("chess").unwrap().start(&Options::new(), None).unwrap();
/// game.play("e4").unwrap();
/// let diagram = render(&game.view(None), Style::Ascii, Words::built_in().english());
/// assert_eq!(diagram.board[5], "   4  .  .  .  . [P] .  .  .  4");
/// assert_eq!(diagram.notes, ["Last turn: 1. e2-e4 (White)"]);
/// ```
pub fn render(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> Diagram {
    let look = look.into();
    Diagram {
        board: board(view, look, voice),
        notes: notes(view, voice),
        legend: legend(view, look, voice),
    }
}

/// The lines of the board alone, without notes and legend.
pub fn board(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> Vec<String> {
    let look = look.into();
    match look.style {
        Style::Spoken => spoken::board(view, voice),
        _ => ascii::board(view, look, voice),
    }
}

/// [`Diagram::legend`] alone. It has more words than the rest together, and most letters do without.
pub fn legend(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> Vec<String> {
    let look = look.into();
    match look.style {
        Style::Spoken => zones::lines(view, voice),
        _ => legend::legend(view, look, voice),
    }
}
