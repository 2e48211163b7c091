//! From pixels to PNG.

use anyhow::Result;
use png::{BitDepth, ColorType, Encoder, Filter};

use super::pixels::Pixels;

/// As many colours as four bits can tell apart.
const FEW: usize = 16;
/// How hard the pixels are compressed, from 1 to 9.
const LEVEL: u8 = 6;

/// The pixels as a PNG with a palette.
///
/// # Errors
/// They are too many for a PNG.
pub fn png(mut pixels: Pixels) -> Result<Vec<u8>> {
    pixels.reduce(FEW);
    // Those that are not opaque come first: so many have their alpha in the file (PNG, section 11.3.1.1).
    let mut order: Vec<usize> = (0..pixels.colours.len()).collect();
    let alpha = |at: usize| pixels.colours[at].rgba[3];
    order.sort_by_key(|at| (alpha(*at) == 255, *at));
    let mut numbers = [0; 256];
    for (to, at) in order.iter().enumerate() {
        numbers[*at] = u8::try_from(to).unwrap_or_default();
    }
    let palette = order.iter().flat_map(|at| pixels.colours[*at].rgba[..3].to_vec());
    let alphas = order.iter().map(|at| alpha(*at)).filter(|alpha| *alpha < 255);
    let few = pixels.colours.len() <= FEW;
    let number = |pixel: &u8| numbers[usize::from(*pixel)];
    let rows = pixels.numbers.chunks(pixels.width.max(1));
    let bytes: Vec<u8> = match few {
        true => {
            let packed = |two: &[u8]| number(&two[0]) << 4 | two.get(1).map_or(0, number);
            rows.flat_map(|row| row.chunks(2).map(packed)).collect()
        }
        false => pixels.numbers.iter().map(number).collect(),
    };
    let mut png = Vec::with_capacity(16 << 10);
    let (width, height) = (u32::try_from(pixels.width)?, u32::try_from(pixels.height)?);
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(if few { BitDepth::Four } else { BitDepth::Eight });
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(palette.collect::<Vec<u8>>());
    encoder.set_trns(alphas.collect::<Vec<u8>>());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(png)
}
