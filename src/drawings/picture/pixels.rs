//! Pixels as numbers of colours.

/// Red, green, blue and alpha, as PNG has them: the colour is not multiplied by alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    pub rgba: [u8; 4],
    /// It is a colour of the drawing. The others are at the edges, between two of these.
    pub plain: bool,
}

impl Colour {
    /// Nothing is drawn there.
    pub const NOTHING: Self = Self {
        rgba: [0; 4],
        plain: true,
    };

    /// How far apart two colours are, as they are seen.
    pub fn distance(&self, other: &Self) -> u32 {
        let (one, other) = (multiplied(self.rgba), multiplied(other.rgba));
        distance(one, other)
    }
}

/// A colour multiplied by its alpha.
pub fn multiplied([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let by = |channel: u8| (u16::from(channel) * u16::from(alpha) + 127) / 255;
    // At most the channel.
    let by = |channel| u8::try_from(by(channel)).unwrap_or(channel);
    [by(red), by(green), by(blue), alpha]
}

/// How far apart two colours are that are multiplied by their alpha.
pub fn distance(one: [u8; 4], other: [u8; 4]) -> u32 {
    let channels = one.iter().zip(other);
    channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// A rectangle of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// At most 256.
    pub colours: Vec<Colour>,
    /// How many pixels have each colour; more where others were put on them.
    pub counts: Vec<usize>,
    /// The number of the colour of each pixel, row by row.
    pub numbers: Vec<u8>,
}

impl Pixels {
    /// Nothing is drawn yet.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            colours: vec![Colour::NOTHING],
            counts: vec![0],
            numbers: vec![0; width * height],
        }
    }

    /// The number of a colour, or of the nearest one if there are 256 others.
    fn number(&mut self, colour: Colour) -> u8 {
        let mut known = self.colours.iter_mut();
        let known = known.position(|known| {
            let is_it = known.rgba == colour.rgba;
            known.plain |= is_it && colour.plain;
            is_it
        });
        let at = known.unwrap_or_else(|| match self.colours.len() {
            0..=255 => {
                self.colours.push(colour);
                self.counts.push(0);
                self.colours.len() - 1
            }
            _ => nearest(&colour, self.colours.iter().enumerate()),
        });
        u8::try_from(at).unwrap_or_default()
    }

    /// Puts other pixels on these, with their upper left corner at `x` and `y`; they have to fit.
    pub fn put(&mut self, part: &Self, x: usize, y: usize) {
        let mut numbers = [0; 256];
        let colours = part.colours.iter().zip(&part.counts);
        for (number, (colour, count)) in numbers.iter_mut().zip(colours) {
            if *count > 0 {
                *number = self.number(*colour);
                self.counts[usize::from(*number)] += count;
            }
        }
        let from = part.numbers.chunks_exact(part.width);
        let rows = self.numbers.chunks_exact_mut(self.width).skip(y);
        for (row, from) in rows.zip(from) {
            for (pixel, number) in row.iter_mut().skip(x).zip(from) {
                *pixel = numbers[usize::from(*number)];
            }
        }
    }

    /// At most so many of the colours, less the rarest of those that lie between others; and the new number of each
    /// colour. Those of the drawing stay.
    pub fn fewer(&self, most: usize) -> (Vec<Colour>, [u8; 256]) {
        let all = 0..self.colours.len();
        let mut between: Vec<usize> = all.clone().filter(|at| !self.colours[*at].plain).collect();
        between.sort_by_key(|at| (self.counts[*at], *at));
        let surplus = self.colours.len().saturating_sub(most);
        let gone = &between[..surplus.min(between.len())];
        let mut stays: Vec<usize> = all.filter(|at| !gone.contains(at)).collect();
        // Those that are not opaque are the first, since so many have their alpha in a file.
        stays.sort_by_key(|at| (self.colours[*at].rgba[3] == 255, *at));
        let kept: Vec<Colour> = stays.iter().map(|at| self.colours[*at]).collect();
        let mut numbers = [0; 256];
        for (number, colour) in numbers.iter_mut().zip(&self.colours) {
            *number = u8::try_from(nearest(colour, kept.iter().enumerate())).unwrap_or_default();
        }
        (kept, numbers)
    }
}

/// The number of the colour that is nearest to another.
fn nearest<'a>(colour: &Colour, all: impl Iterator<Item = (usize, &'a Colour)>) -> usize {
    let nearest = all.min_by_key(|(at, other)| (colour.distance(other), *at));
    nearest.map_or(0, |(at, _)| at)
}
