//! Lines as folded words, and sets of phrases to compare them with.
//!
//! A folded word is in lower case, without accents and apostrophes, so that `Grüße`, `GRÜSSE` and `Grusse`,
//! or `don't` and `dont`, are the same. A run of Chinese, Japanese or Korean characters is one word: these
//! scripts are written without blanks, and `我走Nf3` has two words.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::OnceLock;

use foldhash::fast::FixedState;

use crate::reading::text;

/// A word of a line: its place in the line and in the folded text.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    folded: (usize, usize),
    /// Whether only blanks, commas, hyphens and quotation marks are between this word and the one
    /// before.
    joined: bool,
}

/// The words of a line.
pub(super) struct Words<'a> {
    pub line: &'a str,
    folded: String,
    spans: Vec<Span>,
    /// Which languages most of them belong to, by their numbers, once somebody has asked: counting that takes long.
    pub languages: OnceCell<Vec<usize>>,
}

impl<'a> Words<'a> {
    pub fn of(line: &'a str) -> Self {
        let mut words = Self {
            line,
            folded: String::with_capacity(line.len()),
            spans: Vec::new(),
            languages: OnceCell::new(),
        };
        let mut open: Option<(usize, usize, bool)> = None;
        let mut joined = true;
        let mut before = ' ';
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let inside = match open {
                Some(_) if is_apostrophe(c) => {
                    chars.peek().is_some_and(|&(_, next)| next.is_alphabetic())
                }
                Some(_) => c.is_alphanumeric() || is_mark(c),
                None => c.is_alphanumeric(),
            };
            let other_script = is_unspaced(c) != is_unspaced(before);
            if let Some((start, folded, glue)) = open
                && (!inside || (other_script && !is_mark(c) && !is_apostrophe(c)))
            {
                words.close(start, at, folded, glue);
                (open, joined) = (None, true);
            }
            if inside && open.is_none() {
                open = Some((at, words.folded.len(), joined));
            }
            if inside {
                fold(c, &mut words.folded);
                if !is_mark(c) && !is_apostrophe(c) {
                    before = c;
                }
            } else {
                joined &= is_joint(c);
            }
        }
        if let Some((start, folded, glue)) = open {
            words.close(start, line.len(), folded, glue);
        }
        words
    }

    fn close(&mut self, start: usize, end: usize, folded: usize, joined: bool) {
        self.spans.push(Span {
            start,
            end,
            folded: (folded, self.folded.len()),
            joined,
        });
    }

    /// Some of the words, as those of the part of the line between these bytes, which holds no others: the same as
    /// `Words::of` of the part, without folding it once more.
    pub fn part(&self, words: Range<usize>, bytes: Range<usize>) -> Self {
        let spans = self.spans.get(words).unwrap_or_default();
        let from = spans.first().map_or(0, |span| span.folded.0);
        let to = spans.last().map_or(0, |span| span.folded.1);
        let begin = bytes.start;
        let moved = spans.iter().map(|span| Span {
            start: span.start - begin,
            end: span.end - begin,
            folded: (span.folded.0 - from, span.folded.1 - from),
            joined: span.joined,
        });
        let mut part = Self {
            line: &self.line[bytes],
            folded: self.folded[from..to].to_owned(),
            spans: moved.collect(),
            languages: OnceCell::new(),
        };
        if let Some(first) = part.spans.first_mut() {
            first.joined = part.line[..first.start].chars().all(is_joint);
        }
        part
    }

    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// The folded word, or an empty text if there is none with this index.
    pub fn folded(&self, at: usize) -> &str {
        let span = self.spans.get(at);
        span.map_or("", |s| &self.folded[s.folded.0..s.folded.1])
    }

    /// The word as written.
    pub fn written(&self, at: usize) -> &'a str {
        let span = self.spans.get(at);
        span.map_or("", |s| &self.line[s.start..s.end])
    }

    /// Where the word begins in the line; the end of the line if there is none with this index.
    pub fn start(&self, at: usize) -> usize {
        self.spans.get(at).map_or(self.line.len(), |s| s.start)
    }

    /// Where the word ends in the line.
    pub fn end(&self, at: usize) -> usize {
        self.spans.get(at).map_or(self.line.len(), |s| s.end)
    }

    pub fn joined(&self, at: usize) -> bool {
        self.spans.get(at).is_some_and(|s| s.joined)
    }

    /// What is between the word before this index and the word with it. Both may be missing.
    pub fn gap(&self, at: usize) -> &'a str {
        let start = match at {
            0 => 0,
            _ => self.end(at - 1),
        };
        self.line.get(start..self.start(at)).unwrap_or("")
    }

    /// Whether the word is letters alone.
    pub fn is_letters(&self, at: usize) -> bool {
        let word = self.folded(at);
        !word.is_empty() && word.chars().all(char::is_alphabetic)
    }

    /// Whether the word may be a name: letters alone, at least two of them (one in scripts without blanks),
    /// the first a capital in scripts that have them.
    pub fn is_name(&self, at: usize) -> bool {
        let mut chars = self.written(at).chars();
        let Some(first) = chars.next() else {
            return false;
        };
        let long = chars.next().is_some() || is_unspaced(first);
        self.is_letters(at) && long && !first.is_lowercase()
    }

    /// The number of words from `from` on that are a name: at most `most`, with blanks and hyphens between.
    pub fn name(&self, from: usize, most: usize) -> usize {
        (from..self.len())
            .take(most)
            .take_while(|&i| self.is_name(i) && (i == from || is_in_name(self.gap(i))))
            .count()
    }
}

fn is_in_name(gap: &str) -> bool {
    gap.chars().all(|c| c.is_whitespace() || c == '-')
}

pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`' | '´')
}

/// Combining accents, which decomposed texts have as characters of their own.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Chinese, Japanese and Korean characters.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11ff | 0x3005..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af)
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || is_apostrophe(c) || matches!(c, ',' | '，' | '、' | '-' | '‑' | '–' | '"')
}

/// Appends the character in folded form.
fn fold(c: char, to: &mut String) {
    if is_mark(c) || is_apostrophe(c) {
        return;
    }
    if c.is_ascii() {
        to.push(c.to_ascii_lowercase());
        return;
    }
    // Full-width forms of ASCII, as East Asian keyboards write them.
    let narrow = match u32::from(c) {
        n @ 0xff01..=0xff5e => char::from_u32(n - 0xfee0).unwrap_or(c),
        _ => c,
    };
    for c in narrow.to_lowercase().filter(|&c| !is_mark(c)) {
        match c {
            'æ' => to.push_str("ae"),
            'œ' => to.push_str("oe"),
            'ß' => to.push_str("ss"),
            'þ' => to.push_str("th"),
            c => to.push(without_accent(c)),
        }
    }
}

fn without_accent(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'й' => 'и',
        'ї' => 'і',
        'ў' => 'у',
        c => c,
    }
}

/// A word in folded form.
pub(super) fn folded(word: &str) -> String {
    Words::of(word).folded
}

/// Beginnings of folded words: those of some phrases that end with `*`.
pub(super) struct Stems {
    /// Sorted; none begins with another.
    all: Vec<String>,
    /// Where those begin whose first byte is at least so much, up to 256. Every word of a mail is looked up in dozens of these.
    from: Vec<usize>,
}

impl Stems {
    pub fn of(phrases: &[&str]) -> Self {
        let stems = phrases.iter().filter_map(|p| p.strip_suffix('*'));
        let mut all: Vec<String> = stems.map(folded).filter(|stem| !stem.is_empty()).collect();
        all.sort();
        all.dedup_by(|longer, stem| longer.starts_with(stem.as_str()));
        let first = |stem: &String| usize::from(stem.as_bytes()[0]);
        let from = (0..=256).map(|least| all.partition_point(|stem| first(stem) < least));
        let from = from.collect();
        Self { all, from }
    }

    /// Whether a folded word begins with one of them.
    pub fn begins(&self, word: &str) -> bool {
        let Some(first) = word.bytes().next().map(usize::from) else {
            return false;
        };
        let stems = &self.all[self.from[first]..self.from[first + 1]];
        // What lies between a beginning of the word and the word itself has that beginning, too.
        let after = stems.partition_point(|stem| stem.as_str() <= word);
        let last = after.checked_sub(1).and_then(|at| stems.get(at));
        last.is_some_and(|stem| word.starts_with(stem.as_str()))
    }
}

/// A set of phrases, each with a value. A table stands for a hundred thousand of them, most of which begin with a word
/// that no mail ever holds: patterns are expanded when their first word is looked up.
pub(super) struct Phrases<T> {
    /// By the word that is looked up first: the first one, or the last one. Mails add no words, so the hash needs no key.
    begun: HashMap<Box<str>, Begun<T>, FixedState>,
    backward: bool,
}

/// The phrases that begin with one word.
struct Begun<T> {
    /// The patterns of some of them, in the order of the tables.
    patterns: Vec<(&'static str, T)>,
    /// The folded words of each with blanks between, sorted, so that those with the same beginning are neighbours.
    all: OnceLock<Vec<(Box<str>, T)>>,
}

impl Phrases<()> {
    /// The phrases of a section, looked up by their first word.
    pub fn of(section: &str) -> Self {
        Self::forward(&[(text(section), ())])
    }
}

impl<T: Copy> Phrases<T> {
    /// Phrases that are looked up by their first word.
    pub fn forward(tables: &[(&'static str, T)]) -> Self {
        Self::new(tables, false)
    }

    /// Phrases that are looked up by their last word.
    pub fn backward(tables: &[(&'static str, T)]) -> Self {
        Self::new(tables, true)
    }

    /// A table has phrases between `|` or line ends. `(a/b)` stands for either, `[a/b]` for either or
    /// nothing.
    fn new(tables: &[(&'static str, T)], backward: bool) -> Self {
        let mut begun: HashMap<Box<str>, Begun<T>, FixedState> = HashMap::default();
        for &(table, value) in tables {
            for pattern in table.split(['|', '\n']) {
                for word in beginnings(pattern, backward) {
                    let empty = || Begun {
                        patterns: Vec::new(),
                        all: OnceLock::new(),
                    };
                    let begun = begun.entry(word).or_insert_with(empty);
                    begun.patterns.push((pattern, value));
                }
            }
        }
        Self { begun, backward }
    }

    /// The number of words and the value of the longest phrase that begins with the word `at`.
    pub fn longest_at(&self, words: &Words, at: usize) -> Option<(usize, T)> {
        self.longest((at..words.len()).map(|i| (words.folded(i), i == at || words.joined(i))))
    }

    /// The number of words and the value of the longest phrase that ends before the word `end`.
    pub fn longest_before(&self, words: &Words, end: usize) -> Option<(usize, T)> {
        let joined = |i| i + 1 == end || words.joined(i + 1);
        self.longest((0..end).rev().map(|i| (words.folded(i), joined(i))))
    }

    fn longest<'w>(&self, mut words: impl Iterator<Item = (&'w str, bool)>) -> Option<(usize, T)> {
        let (word, joined) = words.next()?;
        let begun = self.begun.get(word).filter(|_| joined)?;
        let mut left = begun.all(word, self.backward);
        let mut length = word.len();
        let mut best = None;
        for count in 1.. {
            // The shortest phrase of those that begin alike comes first.
            if let Some((phrase, value)) = left.first()
                && phrase.len() == length
            {
                best = Some((count, *value));
                left = &left[1..];
            }
            let next = words.next().filter(|(_, joined)| *joined);
            let Some((word, _)) = next.filter(|_| !left.is_empty()) else {
                break;
            };
            let order = |(phrase, _): &(Box<str>, T)| compare_word(&phrase[length + 1..], word);
            let start = left.partition_point(|phrase| order(phrase).is_lt());
            left = &left[start..];
            left = &left[..left.partition_point(|phrase| order(phrase).is_eq())];
            length += 1 + word.len();
        }
        best
    }
}

impl<T: Copy> Begun<T> {
    fn all(&self, word: &str, backward: bool) -> &[(Box<str>, T)] {
        self.all.get_or_init(|| {
            let expanded = self.patterns.iter().flat_map(|(pattern, value)| {
                let phrases = expand(pattern).into_iter();
                phrases.map(|phrase| (key(&phrase, backward), *value))
            });
            let begins = |phrase: &str| compare_word(phrase, word).is_eq();
            let mut all: Vec<_> = expanded.filter(|(phrase, _)| begins(phrase)).collect();
            // The sort is stable: the first table that has a phrase decides on its value.
            all.sort_by(|(a, _), (b, _)| a.cmp(b));
            all.dedup_by(|(later, _), (kept, _)| later == kept);
            all
        })
    }
}

/// The folded words that the phrases of a pattern begin with; backward: end with.
fn beginnings(pattern: &str, backward: bool) -> BTreeSet<Box<str>> {
    let mut depth = 0;
    let apart = |c: char| {
        depth += match c {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        depth <= 0 && c.is_whitespace()
    };
    let mut pieces: Vec<&str> = pattern.split(apart).collect();
    if backward {
        pieces.reverse();
    }
    let mut found = BTreeSet::new();
    for piece in pieces {
        let mut optional = false;
        for text in expand(piece) {
            match key(&text, backward).split(' ').next().unwrap_or_default() {
                "" => optional = true,
                word => drop(found.insert(word.into())),
            }
        }
        if !optional {
            break;
        }
    }
    found
}

/// How the first word of a phrase compares with a word, in the order of the phrases.
fn compare_word(phrase: &str, word: &str) -> Ordering {
    let first = phrase.split(' ').next().unwrap_or_default();
    first.cmp(word)
}

/// The folded words of a phrase with blanks between.
fn key(phrase: &str, backward: bool) -> Box<str> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b' ';
    let mut words: Vec<&str> = Vec::new();
    let folded;
    if phrase.bytes().all(plain) {
        words.extend(phrase.split_ascii_whitespace());
    } else {
        folded = Words::of(phrase);
        words.extend((0..folded.len()).map(|at| folded.folded(at)));
    }
    if backward {
        words.reverse();
    }
    words.join(" ").into()
}

/// The phrases that a pattern stands for.
pub(super) fn expand(pattern: &str) -> Vec<String> {
    let mut phrases = vec![String::new()];
    let mut rest = pattern.trim();
    while !rest.is_empty() {
        let open = rest.find(['(', '[']).unwrap_or(rest.len());
        phrases.iter_mut().for_each(|p| p.push_str(&rest[..open]));
        let Some(group) = rest.get(open..).filter(|g| !g.is_empty()) else {
            break;
        };
        let close = group.find([')', ']']).unwrap_or(group.len() - 1);
        let choices = group[1..close]
            .split('/')
            .chain(group.starts_with('[').then_some(""));
        phrases = choices
            .flat_map(|choice| phrases.iter().map(move |p| format!("{p}{choice}")))
            .collect();
        rest = &group[close + 1..];
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(line: &str) -> Vec<String> {
        let words = Words::of(line);
        (0..words.len())
            .map(|i| words.folded(i).to_owned())
            .collect()
    }

    #[test]
    fn words_are_folded() {
        assert_eq!(folded("Viele GRÜSSE, don’t!"), ["viele", "grusse", "dont"]);
        assert_eq!(folded("grüße gru\u{308}ße"), ["grusse", "grusse"]);
        assert_eq!(folded("我走Nf3。"), ["我走", "nf3"]);
        assert_eq!(folded("İstanbul Ｎｆ３ 'e4'"), ["istanbul", "nf3", "e4"]);
        assert_eq!(folded("Мой ход: Кf3"), ["мои", "ход", "кf3"]);
    }

    #[test]
    fn a_part_of_a_line_has_the_same_words_as_a_line_of_its_own() {
        let line = "Viele GRÜSSE; don’t! 我走Nf3。 - (Мой ход: Кf3?)";
        let all = Words::of(line);
        for from in 0..=all.len() {
            for to in from..=all.len() {
                let start = if from == 0 { 0 } else { all.end(from - 1) };
                let bytes = start..all.start(to);
                let (part, own) = (all.part(from..to, bytes.clone()), Words::of(&line[bytes]));
                assert_eq!(part.len(), own.len());
                for at in 0..=own.len() {
                    assert_eq!(part.folded(at), own.folded(at));
                    assert_eq!(part.written(at), own.written(at));
                    assert_eq!(part.gap(at), own.gap(at));
                    assert_eq!(part.joined(at), own.joined(at));
                }
            }
        }
    }

    #[test]
    fn patterns_are_expanded() {
        let mut all = expand("(i/we) [now] play");
        all.sort();
        assert_eq!(all, ["i  play", "i now play", "we  play", "we now play"]);
    }

    #[test]
    fn a_pattern_is_found_by_each_word_that_it_may_begin_with() {
        let words = |pattern, backward| -> Vec<String> {
            let found = beginnings(pattern, backward).into_iter();
            found.map(String::from).collect()
        };
        assert_eq!(
            words("[so/and now] (i/we) play", false),
            ["and", "i", "so", "we"]
        );
        assert_eq!(words("gr(ü/ue)n [x]", false), ["gruen", "grun"]);
        assert_eq!(words("i play [it now/x]", true), ["now", "play", "x"]);
        assert!(words("[a]", false) == ["a"] && words(" - ", false).is_empty());
        let set = Phrases::forward(&[("[so] i [now] play | i", 1), ("so i | i play", 2)]);
        let longest = |line| set.longest_at(&Words::of(line), 0);
        assert_eq!(longest("So I now play"), Some((4, 1)));
        assert_eq!(longest("So I stay"), Some((2, 2)));
        assert_eq!(longest("I play"), Some((2, 1)));
        assert_eq!(longest("now"), None);
    }

    #[test]
    fn phrases_do_not_reach_over_the_end_of_a_sentence() {
        let set = Phrases::forward(&[("do not", ())]);
        assert_eq!(set.longest_at(&Words::of("do not play"), 0), Some((2, ())));
        assert_eq!(set.longest_at(&Words::of("do. Not bad"), 0), None);
        let set = Phrases::backward(&[("good luck | luck", ())]);
        assert_eq!(
            set.longest_before(&Words::of("e4, good luck"), 3),
            Some((2, ()))
        );
    }

    #[test]
    fn any_text_has_words() {
        let odd = "İ'ß\u{301}’\u{301}e\u{fffd}Σς ŉ'’' '' \u{200d}👍🏽 ﬁ ǅ ́́a我'b";
        for (i, _) in odd.char_indices() {
            let words = Words::of(&odd[i..]);
            for at in 0..=words.len() + 1 {
                let _ = (
                    words.folded(at),
                    words.written(at),
                    words.gap(at),
                    words.name(at, 3),
                );
            }
        }
    }
}
