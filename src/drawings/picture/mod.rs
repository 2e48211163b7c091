//! The board as a picture, for the HTML part of letters and the command line: drawn as SVG, and made to a PNG.
//!
//! | file | what is there |
//! |---|---|
//! | `svg` | a [`BoardView`] → SVG |
//! | `shapes` | the pieces and signs of `templates/pieces/` |
//! | `raster` | SVG → PNG with a palette |

mod raster;
mod shapes;
mod svg;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use sha2::{Digest, Sha256};

use crate::rules::BoardView;

pub use shapes::of_chess;

/// A picture has so many pixels for so many of CSS, since telephones have small ones. With more it would be too large
/// for mail.
const DENSITY: (u16, u16) = (3, 2);
/// So many pictures are kept. Both players of a game, its onlookers, and letters that are made anew have the same ones.
const KEPT: usize = 64;

/// A board as a PNG.
#[derive(Debug, PartialEq, Eq)]
pub struct Picture {
    /// The bytes of the PNG file.
    pub png: Vec<u8>,
    /// The width in a letter, in pixels of CSS.
    pub width: u32,
    /// The height in a letter.
    pub height: u32,
}

/// Draws a board as a picture.
///
/// # Errors
/// The picture cannot be made; it depends on no player's text.
pub fn picture(view: &BoardView) -> Result<Picture> {
    from_svg(&svg::board(view))
}

fn from_svg(svg: &str) -> Result<Picture> {
    let (png, width, height) = raster::png(svg)?;
    let shown = |pixels| pixels * u32::from(DENSITY.1) / u32::from(DENSITY.0);
    Ok(Picture {
        png,
        width: shown(width),
        height: shown(height),
    })
}

/// A picture by the SHA-256 of its SVG.
type Known = ([u8; 32], Arc<Picture>);

/// The pictures that were made last, for all deliverers of a process, the oldest first.
static MADE: Mutex<VecDeque<Known>> = Mutex::new(VecDeque::new());

/// The same picture as [`picture`], which is not made anew if it was made lately.
///
/// # Errors
/// As [`picture`].
pub fn known_picture(view: &BoardView) -> Result<Arc<Picture>> {
    let svg = svg::board(view);
    let key: [u8; 32] = Sha256::digest(svg.as_bytes()).into();
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, picture)) = made().iter().find(|(of, _)| *of == key) {
        return Ok(Arc::clone(picture));
    }
    // Without the lock, so that other deliverers do not wait.
    let picture = Arc::new(from_svg(&svg)?);
    let mut kept = made();
    if kept.len() >= KEPT {
        kept.pop_front();
    }
    kept.push_back((key, Arc::clone(&picture)));
    Ok(picture)
}

#[cfg(test)]
mod tests;
