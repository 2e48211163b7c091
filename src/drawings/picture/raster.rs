//! From SVG to PNG.

use anyhow::{Context, Result};
use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Colours of a palette (PNG, section 11.2.2).
const COLOURS: usize = 256;
/// Bits of each channel by which colours are told apart. A board has a dozen colours; the others lie between them, at
/// the edges.
const BITS: u32 = 4;

/// The picture as a PNG with a palette, its width and its height in pixels.
///
/// # Errors
/// The SVG cannot be read, or is empty.
pub fn png(svg: &str) -> Result<(Vec<u8>, u32, u32)> {
    let tree = Tree::from_str(svg, &Options::default()).context("the picture as SVG")?;
    let size = tree.size().to_int_size();
    let mut map = Pixmap::new(size.width(), size.height()).context("the size of the picture")?;
    resvg::render(&tree, Transform::identity(), &mut map.as_mut());
    let (palette, indices) = with_palette(map.data());
    let mut png = Vec::with_capacity(16 << 10);
    let mut encoder = Encoder::new(&mut png, size.width(), size.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(palette);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok((png, size.width(), size.height()))
}

/// The colours of a bucket.
#[derive(Clone, Copy, Default)]
struct Bucket {
    sum: [u32; 3],
    count: u32,
}

impl Bucket {
    fn colour(&self) -> [u8; 3] {
        let count = self.count.max(1);
        self.sum
            .map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX))
    }
}

/// The palette, three bytes for each colour, and the colour of each pixel. `pixels`: red, green, blue, and an alpha that
/// is 255, since the ground is filled.
///
/// A crate would find better palettes for photographs; here the plain colours have to stay as they are.
fn with_palette(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut buckets = vec![Bucket::default(); 1 << (3 * BITS)];
    for pixel in pixels.chunks_exact(4) {
        let bucket = &mut buckets[bucket(pixel)];
        for (sum, channel) in bucket.sum.iter_mut().zip(pixel) {
            *sum += u32::from(*channel);
        }
        bucket.count += 1;
    }
    let used = buckets.iter().enumerate();
    let mut used: Vec<(usize, &Bucket)> = used.filter(|(_, bucket)| bucket.count > 0).collect();
    // The frequent ones first; among equals by place, so that the same board has the same bytes.
    used.sort_by_key(|(at, bucket)| (std::cmp::Reverse(bucket.count), *at));
    let colours: Vec<[u8; 3]> = used.iter().map(|(_, bucket)| bucket.colour()).collect();
    let kept = &colours[..colours.len().min(COLOURS)];
    let mut index = vec![0_u8; buckets.len()];
    for ((at, _), colour) in used.iter().zip(&colours) {
        let kept = kept.iter().enumerate();
        let nearest = kept.min_by_key(|(_, other)| distance(colour, other));
        index[*at] = nearest.map_or(0, |(nearest, _)| u8::try_from(nearest).unwrap_or(0));
    }
    let indices = pixels.chunks_exact(4).map(|pixel| index[bucket(pixel)]);
    (kept.concat(), indices.collect())
}

/// Which bucket a pixel belongs to.
fn bucket(pixel: &[u8]) -> usize {
    let channels = pixel.iter().take(3);
    channels.fold(0, |at, channel| {
        at << BITS | usize::from(*channel) >> (8 - BITS)
    })
}

fn distance(one: &[u8; 3], other: &[u8; 3]) -> u32 {
    let channels = one.iter().zip(other);
    channels
        .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
        .sum()
}
