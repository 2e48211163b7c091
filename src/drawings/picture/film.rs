//! The positions of a game as a GIF that plays them one after the other.

use std::borrow::Cow;

use anyhow::{Result, ensure};
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::rules::BoardView;

use super::super::Pieces;
use super::pixels::{Pixels, distance, multiplied};
use super::sheet::Sheet;

/// Pixels of a frame from left to right, at most.
const WIDEST: usize = 320;
/// How long a position is shown, and the last one, in hundredths of a second.
const SHOWN: u16 = 100;
const LAST: u16 = 400;
/// What is around the squares. GIF has no frames that make a pixel transparent again.
const GROUND: [u8; 3] = [0x16, 0x16, 0x16];
/// The number that says that a pixel stays as it is.
const SAME: u8 = 0;

/// A film of these positions, which plays once and stays with the last one. Each frame after the first has what differs
/// from the one before.
///
/// # Errors
/// There is no position, or their boards differ in size, or a picture cannot be made.
pub fn film(views: &[BoardView], pieces: Pieces) -> Result<Vec<u8>> {
    ensure!(!views.is_empty(), "a film of no position");
    let mut palette = Palette::new();
    let frames = views.iter().map(|view| {
        let pixels = Sheet::new(view, pieces, WIDEST).pixels()?;
        Ok(palette.pixels(&pixels))
    });
    let frames = frames.collect::<Result<Vec<Opaque>>>()?;
    let (width, height) = (frames[0].width, frames[0].numbers.len() / frames[0].width);
    let (width, height) = (u16::try_from(width)?, u16::try_from(height)?);
    let gif = Vec::with_capacity(64 << 10);
    let mut encoder = Encoder::new(gif, width, height, &palette.colours.concat())?;
    encoder.set_repeat(Repeat::Finite(0))?;
    let mut before: Option<&Opaque> = None;
    for (at, frame) in frames.iter().enumerate() {
        let mut coded = match before {
            None => frame.all(),
            Some(before) => frame.since(before)?,
        };
        coded.delay = if at + 1 == frames.len() { LAST } else { SHOWN };
        encoder.write_frame(&coded)?;
        before = Some(frame);
    }
    Ok(encoder.into_inner()?)
}

/// The colours of all frames.
struct Palette {
    colours: Vec<[u8; 3]>,
}

impl Palette {
    fn new() -> Self {
        // The first one is never seen.
        Self {
            colours: vec![GROUND],
        }
    }

    /// The number of a colour; of the nearest one if there are too many.
    fn number(&mut self, colour: [u8; 3]) -> u8 {
        let known = self
            .colours
            .iter()
            .skip(1)
            .position(|known| *known == colour);
        let at = match known {
            Some(known) => known + 1,
            None if self.colours.len() < 256 => {
                self.colours.push(colour);
                self.colours.len() - 1
            }
            None => {
                let far = |other: &[u8; 3]| distance(opaque(*other), opaque(colour));
                let others = self.colours.iter().enumerate().skip(1);
                others
                    .min_by_key(|(_, other)| far(other))
                    .map_or(1, |(at, _)| at)
            }
        };
        u8::try_from(at).unwrap_or(1)
    }

    /// Pixels on the ground.
    fn pixels(&mut self, pixels: &Pixels) -> Opaque {
        let colours = pixels.colours.iter();
        let numbers: Vec<u8> = colours
            .map(|colour| self.number(on_ground(colour.rgba)))
            .collect();
        let pixel = |number: &u8| numbers[usize::from(*number)];
        Opaque {
            numbers: pixels.numbers.iter().map(pixel).collect(),
            width: pixels.width,
        }
    }
}

fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, 255]
}

/// What is seen of a colour on the ground.
fn on_ground(rgba: [u8; 4]) -> [u8; 3] {
    let [red, green, blue, alpha] = multiplied(rgba);
    let rest = 255 - alpha;
    let [under_red, under_green, under_blue, _] =
        multiplied([GROUND[0], GROUND[1], GROUND[2], rest]);
    // Both parts together are at most 255.
    [
        red.saturating_add(under_red),
        green.saturating_add(under_green),
        blue.saturating_add(under_blue),
    ]
}

/// A whole position in numbers of the palette.
struct Opaque {
    numbers: Vec<u8>,
    width: usize,
}

impl Opaque {
    fn all(&self) -> Frame<'_> {
        Frame {
            width: u16::try_from(self.width).unwrap_or_default(),
            height: u16::try_from(self.numbers.len() / self.width).unwrap_or_default(),
            buffer: Cow::Borrowed(&self.numbers),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        }
    }

    /// The smallest rectangle with all that differs from another position.
    fn since(&self, before: &Self) -> Result<Frame<'_>> {
        let sizes = |of: &Self| (of.width, of.numbers.len());
        ensure!(sizes(self) == sizes(before), "boards of different sizes");
        let pairs = self.numbers.iter().zip(&before.numbers);
        let changed = || {
            let pairs = pairs.clone().enumerate();
            pairs.filter(|(_, (now, was))| now != was).map(|(at, _)| at)
        };
        let columns = || changed().map(|at| at % self.width);
        // One pixel of a position that has not changed.
        let left = columns().min().unwrap_or_default();
        let right = columns().max().unwrap_or_default();
        let top = changed().next().unwrap_or_default() / self.width;
        let bottom = changed().next_back().unwrap_or_default() / self.width;
        let row = |row: usize| row * self.width + left..=row * self.width + right;
        let numbers = (top..=bottom)
            .flat_map(row)
            .map(|at| match self.numbers[at] {
                number if number == before.numbers[at] => SAME,
                number => number,
            });
        Ok(Frame {
            left: u16::try_from(left)?,
            top: u16::try_from(top)?,
            width: u16::try_from(right - left + 1)?,
            height: u16::try_from(bottom - top + 1)?,
            transparent: Some(SAME),
            buffer: numbers.collect(),
            ..self.all()
        })
    }
}
