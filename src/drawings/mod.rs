//! Boards and rules as readers see them, made from the data that games give. Their sentences are texts of
//! [`crate::words`].
//!
//! | file | what is there |
//! |---|---|
//! | [`render`] | a [`BoardView`] → a [`Diagram`] |
//! | `ascii.rs` | the board itself: squares, loose squares, points |
//! | `armies.rs` | the board of more than two armies, with hands and the order of play beside it |
//! | `bin.rs` | a bin that all players use: its table, and what is said of it |
//! | `html` | the board as an HTML table; `html/contents.rs`: what is in its cells |
//! | `colours.rs` | the colours of tables and pictures |
//! | `picture` | the board as a picture |
//! | `spoken.rs` | the position in words |
//! | `cells.rs` | what stands on a location, in a few words |
//! | `notes.rs` | what is said below the board |
//! | `legend.rs` | the signs on the board, explained |
//! | [`guide`] | the rules of a variant, its text filled in with boards and sketches |

mod armies;
mod ascii;
mod bin;
mod cells;
mod colours;
mod facings;
pub mod guide;
mod html;
mod legend;
mod notes;
mod picture;
mod spoken;
#[cfg(test)]
mod tests;

use crate::rules::BoardView;
use crate::words::Voice;

pub use picture::{Picture, known_picture, picture};

/// Columns of a letter, less what it puts before notes and legends.
const INDENTED: usize = 70;

/// The signs that a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain ASCII: what every letter shows.
    #[default]
    Ascii,
    /// The game's own signs from beyond ASCII, where it has some. A Chinese character is taken to be
    /// two columns wide, as terminals and mail programs show it in a monospaced font.
    Unicode,
    /// Plain ASCII with cells twice as large; a large HTML table.
    Large,
    /// A picture in the HTML part; plain ASCII in the text.
    Picture,
    /// Words, for readers who hear the letter: no drawing, no signs, no legend.
    Spoken,
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

/// A board as an HTML table that mail programs keep, with its coordinates and what lies beside it: every cell with a title.
/// In [`Style::Unicode`] the pieces are Chinese characters where they have some; those of chess have their signs in
/// both styles.
#[must_use]
pub fn html_board(view: &BoardView, style: Style, voice: Voice<'_>) -> String {
    html::board(view, style, voice)
}

/// The position in words, a line or more for each side, and what lies beside the board: for screens that are too narrow
/// for the drawing, or have no monospaced font.
#[must_use]
pub fn in_words(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    spoken::position(view, voice)
}

/// A board as a picture that goes with the letter under the content id `id` (RFC 2392), with the position in words for
/// those who do not see it, and with what lies beside the board.
#[must_use]
pub fn html_picture(view: &BoardView, picture: &Picture, id: &str, voice: Voice<'_>) -> String {
    html::with_picture(view, picture, id, voice)
}

/// Every sign on such a board, explained: plain text, a sentence each.
#[must_use]
pub fn html_legend(view: &BoardView, style: Style, voice: Voice<'_>) -> Vec<String> {
    legend::of_html(view, style, voice)
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
#[must_use]
pub fn render(view: &BoardView, style: Style, voice: Voice<'_>) -> Diagram {
    Diagram {
        board: board(view, style, voice),
        notes: notes(view, voice),
        legend: legend(view, style, voice),
    }
}

/// [`Diagram::board`] alone.
#[must_use]
pub fn board(view: &BoardView, style: Style, voice: Voice<'_>) -> Vec<String> {
    match style {
        Style::Spoken => spoken::board(view, voice),
        _ => ascii::board(view, style, voice),
    }
}

/// [`Diagram::notes`] alone.
#[must_use]
pub fn notes(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    notes::notes(view, voice)
}

/// [`Diagram::legend`] alone. It has more words than the rest together, and most letters do without.
#[must_use]
pub fn legend(view: &BoardView, style: Style, voice: Voice<'_>) -> Vec<String> {
    match style {
        Style::Spoken => Vec::new(),
        _ => legend::legend(view, style, voice),
    }
}
