//! How likely it is that a turn which a mail holds is not to be played: a logistic regression over the mail's words.
//!
//! Phrases find what is known to be said of a turn. What people say beside one is more than can be listed, and most of it
//! leaves the turn as it is. The classifier knows such mails as a whole: its weights are learnt from the mails of
//! `tests/typing` by a test there, which writes them anew with `TRAIN=1`. It decides only whether words that are not known
//! make a turn a question.
//!
//! Features are, each counted once: runs of two to five characters of a word with a blank at both ends; words and signs,
//! alone and in pairs; in the sentences that hold a turn the same, with runs of four characters; and where such a sentence is and how much
//! it says beside the turn. A hash gives each its place. Turns and squares count as one and the same word.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::phrases;

/// So many places there are for runs of characters; a power of two, as all of these.
const RUNS: usize = 1 << 15;
/// For words and pairs of words.
const WORDS: usize = 1 << 14;
/// For words, pairs and runs in sentences that hold a turn.
const BESIDE: usize = 1 << 14;
/// For where such a sentence is, and how much it says.
const FORM: usize = 1 << 8;
/// So many weights there are.
pub const WEIGHTS: usize = RUNS + WORDS + BESIDE + FORM;
/// The lengths of runs, in characters.
const LENGTHS: RangeInclusive<usize> = 2..=5;
/// Of those beside a turn.
const LENGTHS_BESIDE: RangeInclusive<usize> = 4..=4;
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

/// What the classifier has learnt; the file `classifier.weights` is read into it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What the log-odds of every mail begin with.
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
    phrases::has_short_objection(words) || unmeant() > limit
}

/// The features of one kind, with the places that are theirs.
struct Block {
    first: usize,
    places: usize,
    found: Vec<usize>,
}

impl Block {
    fn new(first: usize, places: usize) -> Self {
        Self {
            first,
            places,
            found: Vec::new(),
        }
    }

    fn add(&mut self, hash: u32) {
        self.found.push(self.first + hash as usize % self.places);
    }

    /// Words and signs, alone and each with the one before it; the first and the last one stand beside the end of a line.
    fn add_words<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let mut before = hash(LINE.chars(), 0);
        for word in words.chain([LINE]) {
            let own = hash(word.chars(), 0);
            self.add(own);
            self.add(hash(word.chars(), before));
            before = own;
        }
    }

    /// The runs of these lengths in a word with a blank at both ends.
    fn add_runs(&mut self, word: &str, lengths: RangeInclusive<usize>) {
        let padded: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
        for run in lengths.flat_map(|length| padded.windows(length)) {
            self.add(hash(run.iter().copied(), 1));
        }
    }

    /// Each place once; the squares of the values add up to 1, if there are any.
    fn values(mut self) -> impl Iterator<Item = (usize, f32)> {
        self.found.sort_unstable();
        self.found.dedup();
        #[expect(
            clippy::cast_precision_loss,
            reason = "there are some thousands at most"
        )]
        let value = 1.0 / (self.found.len().max(1) as f32).sqrt();
        self.found.into_iter().map(move |at| (at, value))
    }
}

/// The places of the features of a text, each once, with their values: in each of the four blocks, the squares
/// add up to 1, or there are none, as beside the turn of a text without one.
#[must_use]
pub fn features(text: &str) -> Vec<(usize, f32)> {
    let mut runs = Block::new(0, RUNS);
    let mut words = Block::new(RUNS, WORDS);
    let mut beside = Block::new(RUNS + WORDS, BESIDE);
    let mut form = Block::new(RUNS + WORDS + BESIDE, FORM);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let (mut sentences, mut turns) = (0, 0);
    for (nth, line) in lines.iter().enumerate() {
        let typed: Vec<String> = line.split_whitespace().map(known).collect();
        words.add_words(typed.iter().flat_map(|word| parts(word)));
        for word in &typed {
            runs.add_runs(word, LENGTHS);
        }
        let all = phrases::sentences_of(line);
        for sentence in &all {
            let typed: Vec<String> = sentence.split_whitespace().map(known).collect();
            let said: Vec<&str> = typed.iter().flat_map(|word| parts(word)).collect();
            let Some(at) = said.iter().position(|word| *word == TURN) else {
                continue;
            };
            sentences += 1;
            turns += said.iter().filter(|word| **word == TURN).count();
            beside.add_words(said.iter().copied());
            for word in typed.iter().filter(|word| *word != TURN) {
                beside.add_runs(word, LENGTHS_BESIDE);
            }
            let is_word = |word: &&&str| word.starts_with(char::is_alphanumeric);
            let facts = [
                ("words", said.iter().filter(is_word).count().min(8)),
                ("alone", usize::from(all.len() == 1)),
                ("asks", usize::from(sentence.ends_with('?'))),
                ("first", usize::from(nth == 0)),
                ("last", usize::from(nth + 1 == lines.len())),
                ("before", at.min(4)),
                ("behind", (said.len() - 1 - at).min(4)),
            ];
            facts.into_iter().for_each(|fact| form.add(hash_of(fact)));
        }
    }
    let facts = [
        ("turns", turns.min(4)),
        ("sentences", sentences.min(4)),
        ("lines", lines.len().min(8)),
    ];
    facts.into_iter().for_each(|fact| form.add(hash_of(fact)));
    let blocks = [runs, words, beside, form];
    blocks.into_iter().flat_map(Block::values).collect()
}

fn hash_of((fact, value): (&str, usize)) -> u32 {
    hash(fact.chars(), u32::try_from(value).unwrap_or(u32::MAX))
}

/// A word as features know it: [`TURN`] for a turn or a square, in lower case, with 0 for each digit.
fn known(typed: &str) -> String {
    match has_square(typed) {
        true => TURN.to_owned(),
        false => typed
            .to_lowercase()
            .replace(|c: char| c.is_ascii_digit(), "0"),
    }
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
        let beside = RUNS + WORDS..RUNS + WORDS + BESIDE;
        let without = features("It rains.");
        assert!(without.iter().all(|(at, _)| !beside.contains(at)));
        let found = features("Nf3\n\nIt rains.\nIt rains.");
        assert!(found.iter().all(|(at, _)| *at < WEIGHTS));
        let squares: f32 = found.iter().map(|(_, value)| value * value).sum();
        assert!((squares - 4.0).abs() < 1e-4, "{squares}");
        assert_eq!(features("Nf3 rains"), features("e2-e4 RAINS"));
    }

    #[test]
    fn the_built_in_weights_are_read() {
        assert_eq!(MODEL.weights.len(), WEIGHTS);
        let cut = "0.5 0.1\nOOO";
        assert!(Model::parse(cut).is_none());
    }
}
