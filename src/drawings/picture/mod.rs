//! The board as a picture, for the HTML part of letters and the command line: the cells are drawn as SVG, each look of a
//! cell is made to pixels once per process, and the picture is put together from these.
//!
//! | file | what is there |
//! |---|---|
//! | `cells` | a cell of a [`BoardView`] → SVG |
//! | `pieces` | a piece → SVG |
//! | `shapes` | the pieces and signs of `templates/pieces/` |
//! | `sheet` | where the cells and the coordinates lie; the pixels of the whole |
//! | `tiles` | the cells of a board → SVG files for pages |
//! | `tile` | SVG → pixels, which are kept |
//! | `pixels` | pixels as numbers of colours |
//! | `encode` | pixels → PNG |
//! | `film` | the positions of a game → GIF |

mod cells;
mod encode;
mod film;
mod pieces;
mod pixels;
mod shapes;
mod sheet;
mod tile;
mod tiles;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::rules::BoardView;

use super::Pieces;
use super::ascii::columns_and_rows;
use sheet::Sheet;

pub use film::film;
pub use pieces::{Face, is_figure};
pub use tiles::{
    Side, Tile, Tiles, coordinates, looks_different_turned, sides, square_names, tile_turned, tiles,
};

/// Pixels of CSS from left to right in a letter, at most.
const WIDEST: usize = 480;
/// The same in pixels of the picture, the first for boards that are no wider than `WIDE`. Telephones have small pixels;
/// the next size is for boards with so much on them that the picture would be too large for mail.
const SIZES: [usize; 3] = [672, 576, 480];
const WIDE: u8 = 9;
/// So many bytes are too large.
const MOST: usize = 20 << 10;
/// So many pictures are kept. Both players of a game, its onlookers, and letters that are made anew have the same ones.
const KEPT: usize = 64;

/// A board as a PNG.
#[derive(Debug, PartialEq, Eq)]
pub struct Picture {
    /// The bytes of the PNG file.
    pub png: Vec<u8>,
    /// The width in a letter, in pixels of CSS; at most 480.
    pub width: u32,
    /// The height in a letter.
    pub height: u32,
}

/// Draws a board as a picture.
///
/// # Errors
/// The picture cannot be made; it depends on no player's text.
pub fn picture(view: &BoardView, pieces: Pieces) -> Result<Picture> {
    of_sheet(view, pieces, Sheet::new(view, pieces, sizes(view)[0]))
}

/// The sizes that may be tried, the best first.
fn sizes(view: &BoardView) -> &'static [usize] {
    match columns_and_rows(view).0 {
        0..=WIDE => &SIZES,
        _ => &SIZES[1..],
    }
}

/// The picture of a sheet in the first of the sizes.
fn of_sheet(view: &BoardView, pieces: Pieces, sheet: Sheet) -> Result<Picture> {
    let mut sizes = sizes(view).iter();
    let mut size = *sizes.next().context("a size")?;
    let mut sheet = sheet;
    loop {
        let png = encode::png(&sheet.pixels()?)?;
        match sizes.next() {
            Some(smaller) if png.len() > MOST => {
                size = *smaller;
                sheet = Sheet::new(view, pieces, size);
            }
            _ => {
                let shown = |pixels: usize| u32::try_from(pixels * WIDEST / size);
                let (width, height) = (shown(sheet.width)?, shown(sheet.height)?);
                return Ok(Picture { png, width, height });
            }
        }
    }
}

/// A picture by the SHA-256 of its SVG.
type Known = ([u8; 32], Arc<Picture>);

/// The pictures that were made last, for all deliverers of a process, the oldest first.
static MADE: Mutex<VecDeque<Known>> = Mutex::new(VecDeque::new());

/// The same picture as [`picture`], which is not made anew if it was made lately.
///
/// # Errors
/// As [`picture`].
pub fn known_picture(view: &BoardView, pieces: Pieces) -> Result<Arc<Picture>> {
    let sheet = Sheet::new(view, pieces, sizes(view)[0]);
    let mut digest = Sha256::new();
    digest.update([view.files, view.ranks]);
    for part in &sheet.parts {
        digest.update(part.svg.as_bytes());
    }
    let key: [u8; 32] = digest.finalize().into();
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, picture)) = made().iter().find(|(of, _)| *of == key) {
        return Ok(Arc::clone(picture));
    }
    // Without the lock, so that other deliverers do not wait.
    let picture = Arc::new(of_sheet(view, pieces, sheet)?);
    let mut kept = made();
    if kept.len() >= KEPT {
        kept.pop_front();
    }
    kept.push_back((key, Arc::clone(&picture)));
    Ok(picture)
}

#[cfg(test)]
mod tests;
