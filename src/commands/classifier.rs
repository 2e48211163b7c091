//! How likely it is that a turn which a mail holds is not to be played: a logistic regression over the mail's words.
//!
//! Phrases find what is known to be said of a turn. What people say beside one is more than can be listed, and most of it
//! leaves the turn as it is. The classifier knows such mails as a whole: its weights are learnt from the mails of
//! `tests/typing` by a test there, which writes them anew with `TRAIN=1`. It decides only whether words that are not known
//! make a turn a question.
//!
//! Features are, each counted once: runs of two to five characters of a word with a blank at both ends, and words and
//! signs, alone and in pairs. A hash gives each its place. Turns and squares count as one and the same word.

use std::sync::LazyLock;

use super::phrases::has_short_objection;

/// So many places there are for runs of characters; a power of two.
const RUNS: usize = 1 << 15;
/// So many for words and pairs of words; a power of two.
const WORDS: usize = 1 << 14;
/// So many weights there are.
pub const WEIGHTS: usize = RUNS + WORDS;
/// The lengths of runs, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=5;
/// What takes the place of a turn or a square.
const TURN: &str = "§";
/// What takes the place of the end of a line.
const LINE: &str = "⏎";
/// A longer text is not judged.
pub(super) const MOST_BYTES: usize = 8_000;
/// Below this probability, words that are not known do not make the turn a question.
pub(super) const HARMLESS: f32 = 0.15;
/// Below this one, not even words that may correct the turn do.
pub(super) const PLAIN: f32 = 0.05;
/// The sign for the weight 0 in the file, one of 33 to 126.
pub const ZERO: u8 = 79;

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::parse(include_str!("classifier.weights")).unwrap_or_default());

/// The weights.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The log-odds of a mail without features.
    pub bias: f32,
    /// By place; [`WEIGHTS`] of them.
    pub weights: Vec<f32>,
}

impl Model {
    /// Reads `BIAS SCALE` and a sign for each weight, which is how far the sign is from [`ZERO`], times the scale; `None`
    /// if it is not that.
    #[must_use]
    pub fn parse(file: &str) -> Option<Self> {
        let (head, signs) = file.split_once('\n')?;
        let (bias, scale) = head.split_once(' ')?;
        let scale: f32 = scale.parse().ok()?;
        let signs = signs.bytes().filter(u8::is_ascii_graphic);
        let weights = signs.map(|sign| (f32::from(sign) - f32::from(ZERO)) * scale);
        let model = Self {
            bias: bias.parse().ok()?,
            weights: weights.collect(),
        };
        (model.weights.len() == WEIGHTS).then_some(model)
    }

    /// The probability, 0 to 1, that a turn in this text is not to be played; 1 if it is too long.
    #[must_use]
    pub fn unmeant(&self, text: &str) -> f32 {
        if text.len() > MOST_BYTES {
            return 1.0;
        }
        let weigh = |(at, value): (usize, f32)| self.weights.get(at).map_or(0.0, |w| w * value);
        let odds: f32 = self.bias + features(text).into_iter().map(weigh).sum::<f32>();
        1.0 / (1.0 + (-odds).exp())
    }
}

/// The probability, 0 to 1, that a turn in this text is not to be played.
#[must_use]
pub(super) fn unmeant(text: &str) -> f32 {
    MODEL.unmeant(text)
}

/// Whether words that no phrase knows are an objection to the turn beside them, when the mail or the line that they are
/// in has this probability ([`unmeant`]). Of short sentences the classifier knows too little.
#[must_use]
pub(super) fn objects(words: &str, limit: f32, unmeant: impl FnOnce() -> f32) -> bool {
    has_short_objection(words) || unmeant() > limit
}

/// The places of the features of a text, each once, with their values: the squares of those of runs add up to 1, and so
/// do those of words.
#[must_use]
pub fn features(text: &str) -> Vec<(usize, f32)> {
    let (mut runs, mut words) = (Vec::new(), Vec::new());
    let mut before = hash(LINE.chars(), 0);
    let mut word = |text: &str| {
        let own = hash(text.chars(), 0);
        words.push(own as usize % WORDS);
        words.push(hash(text.chars(), before) as usize % WORDS);
        before = own;
    };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        for typed in line.split_whitespace() {
            let typed = match has_square(typed) {
                true => TURN.to_owned(),
                false => typed
                    .to_lowercase()
                    .replace(|c: char| c.is_ascii_digit(), "0"),
            };
            let padded: Vec<char> = [' ']
                .into_iter()
                .chain(typed.chars())
                .chain([' '])
                .collect();
            for length in LENGTHS {
                let found = padded
                    .windows(length)
                    .map(|run| hash(run.iter().copied(), 1));
                runs.extend(found.map(|hash| hash as usize % RUNS));
            }
            for part in parts(&typed) {
                word(part);
            }
        }
        word(LINE);
    }
    let block = |mut places: Vec<usize>, first: usize| {
        places.sort_unstable();
        places.dedup();
        #[expect(
            clippy::cast_precision_loss,
            reason = "there are some thousands at most"
        )]
        let value = 1.0 / (places.len().max(1) as f32).sqrt();
        places.into_iter().map(move |at| (first + at, value))
    };
    block(runs, 0).chain(block(words, RUNS)).collect()
}

/// Whether a letter of a file, or `@`, is followed by a digit.
fn has_square(word: &str) -> bool {
    let is_file = |c: u8| matches!(c.to_ascii_lowercase(), b'a'..=b'l' | b'@');
    let mut pairs = word.as_bytes().windows(2);
    pairs.any(|pair| is_file(pair[0]) && pair[1].is_ascii_digit())
}

/// Letters and digits that follow each other, and each sign alone.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first.is_alphanumeric() {
            true => rest
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (part, behind) = rest.split_at(end);
        rest = behind;
        Some(part)
    })
}

/// FNV-1a over characters (Fowler, Noll, Vo; 64 bits), begun with a seed, and folded to 32 bits.
fn hash(chars: impl Iterator<Item = char>, seed: u32) -> u32 {
    let begin = 0xcbf2_9ce4_8422_2325 ^ u64::from(seed);
    let hash = chars.fold(begin, |hash, c| {
        (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_few_and_of_one_length() {
        assert_eq!(features(""), []);
        let found = features("Nf3\n\nIt rains.\nIt rains.");
        assert!(found.iter().all(|(at, _)| *at < WEIGHTS));
        let squares: f32 = found.iter().map(|(_, value)| value * value).sum();
        assert!((squares - 2.0).abs() < 1e-4, "{squares}");
        assert_eq!(features("Nf3 rains"), features("e2-e4 RAINS"));
    }

    #[test]
    fn the_built_in_weights_are_read() {
        assert_eq!(MODEL.weights.len(), WEIGHTS);
        let cut = "0.5 0.1\nOOO";
        assert!(Model::parse(cut).is_none());
    }
}
