//! From pixels to PNG.

use anyhow::Result;
use png::{BitDepth, ColorType, Encoder, Filter};

use super::pixels::Pixels;

/// As many colours as four bits can tell apart.
const FEW: usize = 16;
/// So many are kept besides those of the drawing, if they fit. With more, the picture is larger and looks the same.
const BETWEEN: usize = 3;
/// How hard the pixels are compressed, from 1 to 9.
const LEVEL: u8 = 6;

/// The pixels as a PNG with a palette.
///
/// # Errors
/// They are too many for a PNG.
pub fn png(pixels: &Pixels) -> Result<Vec<u8>> {
    let plain = pixels.colours.iter().filter(|colour| colour.plain);
    let (colours, numbers) = pixels.fewer(FEW.min(plain.count() + BETWEEN));
    let palette = colours.iter().flat_map(|colour| colour.rgba[..3].to_vec());
    let alphas = colours.iter().map(|colour| colour.rgba[3]);
    let alphas = alphas.take_while(|alpha| *alpha < 255);
    let few = colours.len() <= FEW;
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
