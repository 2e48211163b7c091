//! From SVG to pixels. A cell of a board has one of a few hundred looks, so the pixels of each look are kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::pixels::{Colour, Pixels, distance, multiplied};

/// So many are kept: some megabytes.
const KEPT: usize = 1024;
/// Steps between two colours at an edge. With more, pictures are larger and look the same.
const STEPS: u16 = 3;

/// The pixels by the SVG.
static MADE: Mutex<BTreeMap<String, Arc<Pixels>>> = Mutex::new(BTreeMap::new());

/// The pixels of an SVG.
///
/// # Errors
/// The SVG cannot be read, or is empty.
pub fn tile(svg: &str) -> Result<Arc<Pixels>> {
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = made().get(svg) {
        return Ok(Arc::clone(known));
    }
    // Without the lock, so that other deliverers do not wait.
    let tile = Arc::new(drawn(svg)?);
    let mut kept = made();
    if kept.len() >= KEPT {
        // Boards on which this happens are rare; the next pictures make what they need.
        kept.clear();
    }
    kept.insert(svg.to_owned(), Arc::clone(&tile));
    Ok(tile)
}

fn drawn(svg: &str) -> Result<Pixels> {
    let tree = Tree::from_str(svg, &Options::default()).context("a cell as SVG")?;
    let size = tree.size().to_int_size();
    let mut map = Pixmap::new(size.width(), size.height()).context("the size of a cell")?;
    resvg::render(&tree, Transform::identity(), &mut map.as_mut());
    let (width, height) = (size.width() as usize, size.height() as usize);
    let shades = shades(svg);
    let mut pixels = Pixels::new(width, height);
    let mut numbers = vec![None; shades.len()];
    let mut seen = BTreeMap::new();
    let mut last = ([0; 4], 0);
    for (number, pixel) in pixels.numbers.iter_mut().zip(map.pixels()) {
        let pixel = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
        let nearest = || {
            let all = shades.iter().enumerate();
            let nearest = all.min_by_key(|(at, (shade, _))| (distance(*shade, pixel), *at));
            let at = nearest.map_or(0, |(at, _)| at);
            let colours = &mut pixels.colours;
            let known = *numbers[at].get_or_insert_with(|| {
                let colour = shades[at].1;
                let known = colours.iter().position(|known| known.rgba == colour.rgba);
                known.unwrap_or_else(|| {
                    colours.push(colour);
                    pixels.counts.push(0);
                    colours.len() - 1
                })
            });
            u8::try_from(known).unwrap_or_default()
        };
        if pixel != last.0 {
            last = (pixel, *seen.entry(pixel).or_insert_with(nearest));
        }
        *number = last.1;
        pixels.counts[usize::from(last.1)] += 1;
    }
    Ok(pixels)
}

/// The colours that an SVG may show: those that it names, nothing, and some between each two, with their values
/// multiplied by alpha. The plain ones are the first, so that they win where distances are equal.
fn shades(svg: &str) -> Vec<([u8; 4], Colour)> {
    let mut plain = vec![Colour::NOTHING];
    for named in svg.split("\"#").skip(1) {
        let colour = named.split('"').next().and_then(colour);
        plain.extend(colour.filter(|colour| !plain.contains(colour)));
    }
    let mut all: Vec<_> = plain.iter().map(|c| (multiplied(c.rgba), *c)).collect();
    for (at, one) in plain.iter().enumerate() {
        for other in &plain[at + 1..] {
            for step in 1..STEPS {
                let shade = between(one.rgba, other.rgba, step);
                // Those that let the ground through are rare, and none other is like them.
                let plain = shade[3] < 255;
                all.push((multiplied(shade), Colour { rgba: shade, plain }));
            }
        }
    }
    all
}

/// `d7a` or `dd77aa`.
fn colour(name: &str) -> Option<Colour> {
    let digits: Option<Vec<u8>> = name
        .chars()
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let rgba = match digits?[..] {
        [r, g, b] => [r * 17, g * 17, b * 17, 255],
        [r, s, g, h, b, c] => [r * 16 + s, g * 16 + h, b * 16 + c, 255],
        _ => return None,
    };
    Some(Colour { rgba, plain: true })
}

/// A colour between two, of which one may be nothing.
fn between(one: [u8; 4], other: [u8; 4], step: u16) -> [u8; 4] {
    let mixed = |a: u8, b: u8| {
        let mixed = (u16::from(a) * (STEPS - step) + u16::from(b) * step) / STEPS;
        u8::try_from(mixed).unwrap_or(a)
    };
    let [.., alpha] = one;
    let [.., other_alpha] = other;
    let alpha = mixed(alpha, other_alpha);
    // Nothing has no colour to mix with.
    let mut rgba = match (one, other) {
        ([.., 0], colour) | (colour, [.., 0]) => colour,
        _ => std::array::from_fn(|at| mixed(one[at], other[at])),
    };
    rgba[3] = alpha;
    rgba
}
