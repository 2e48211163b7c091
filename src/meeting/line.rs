//! Reads a line such as
//! `challenge boris hans38 as white time 3d/move armies=fide/fide private from POSITION`.
//! It is read whole or not at all: an unknown word refuses it, so that nobody plays by
//! terms that they did not mean.

use serde::{Deserialize, Serialize};

use crate::rules::variant::{Options, Variant};
use crate::rules::{outcome::SetupError, reason::Reason};
use crate::text;
use crate::time::{self, DAY, Length};
use crate::variants::Games;
use crate::variants::search::{not_played, other_name};

use super::GameTerms;

/// A challenge is open for at most so long.
const LONGEST_LIFE: i64 = 60 * DAY;
/// Longer lines, in bytes, are not read.
const LONGEST: usize = 2000;

/// The seat that the writer wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// No seat in particular: the seats are drawn when the game begins.
    Random,
    /// The seat of this index.
    Seat(u8),
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whom it names, as written, in order: names or addresses.
    pub who: Vec<String>,
    /// The terms: what is not said is as in [`Base`].
    pub terms: GameTerms,
    /// The seat; `None`: it says nothing of seats.
    pub wish: Option<Wish>,
    /// For how long the challenge is to be open.
    pub expires: Option<Length>,
}

/// What holds where a line says nothing.
#[derive(Clone, Copy, Debug)]
pub enum Base<'a> {
    /// The line names the variant; the rest is as the rules have it, with this time.
    Fresh(Option<&'a time::Terms>),
    /// The line changes these terms.
    Changes(&'a GameTerms),
}

/// Why a line is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineError {
    /// What was understood: the line up to what is wrong.
    pub read: String,
    /// What is wrong with the first part that was not understood.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineFault {
    /// It names nobody, where somebody has to be named: in `challenge`.
    NoWho,
    /// It names no variant. These are the words in which one was looked for.
    NoVariant(String),
    /// It names a game in part, or with slips.
    Which {
        /// The words that may mean it.
        typed: String,
        /// The whole line with each game that they may mean.
        lines: Vec<String>,
    },
    /// A word that means nothing at its place.
    Unknown(String),
    /// Not all hosts know rated games yet.
    Rated,
    /// A game from a position of one's own is not rated.
    RatedPosition,
    /// This is no seat of the variant; these are.
    NoSeat(String, Vec<String>),
    /// This is no time for a game.
    NoTime(String),
    /// This is no length of time for which a challenge can be open.
    NoExpiry(String),
    /// `from` without a position.
    NoPosition,
    /// This is said twice.
    Twice(String),
    /// The variant does not take these options or this position.
    Setup(Reason),
    /// The position is the end of a game.
    Over,
    /// It is longer than such lines are.
    TooLong,
}

/// No name of a game has more words.
const MOST_WORDS: usize = 5;

/// Words that begin a part of a line.
const PARTS: &str = "as random time private public rated casual unrated expires from";

/// A word of a line, with the byte behind it.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

/// Reads the arguments of `challenge` (`named`), `seek`, or `counter`.
///
/// # Errors
/// What was understood, and what is wrong.
pub fn read(typed: &str, named: bool, base: Base<'_>, games: &Games) -> Result<Line, LineError> {
    let typed = typed.trim();
    let error = |end: usize, fault| LineError {
        read: text::clean(typed.get(..end).unwrap_or(typed), 300),
        fault,
    };
    if typed.len() > LONGEST {
        return Err(error(0, LineFault::TooLong));
    }
    let words = words(typed);
    let found = find_variant(&words, named, games);
    let (variant, who, rest) = match (found, base) {
        (Some((at, count, variant)), _) if named || matches!(base, Base::Fresh(_)) => {
            let who_end = words.get(at).map_or(0, |word| word.start);
            (variant, &typed[..who_end], at + count)
        }
        (_, Base::Changes(terms)) => match terms.variant(games) {
            Some(variant) => (variant, "", 0),
            None => return Err(error(0, LineFault::NoVariant(terms.variant.clone()))),
        },
        _ => return Err(error(0, without_variant(typed, &words, named, games))),
    };
    let who = names(who);
    if named && who.is_empty() {
        return Err(error(typed.len(), LineFault::NoWho));
    }
    // No name has a blank: the words behind it may be of the game, as in `boris losing chess`.
    if let ([only], true, [_, second, .., last]) = (&who[..], named, &words[..rest])
        && only.contains(' ')
    {
        let part = &typed[second.start..last.end];
        if not_played(part).is_some() {
            return Err(error(0, LineFault::NoVariant(text::clean(part, 60))));
        }
        if let Some(fault) = which(typed, &words[1..rest], named, games) {
            return Err(error(0, fault));
        }
    }
    let mut reading = Reading {
        typed,
        words: &words,
        at: rest,
        variant,
        changed: false,
        parts: Parts::default(),
        games,
    };
    reading.run(matches!(base, Base::Changes(_)))?;
    let (wish, expires) = (reading.parts.wish, reading.parts.expires);
    let terms = reading.combine(base);
    Ok(Line {
        who,
        terms: terms.map_err(|fault| error(typed.len(), fault))?,
        wish,
        expires,
    })
}

/// What a line has said, part by part.
#[derive(Default)]
struct Parts {
    wish: Option<Wish>,
    /// The inner `None`: without clocks.
    time: Option<Option<time::Terms>>,
    options: Options,
    private: Option<bool>,
    rated: Option<bool>,
    expires: Option<Length>,
    position: Option<String>,
}

/// Goes through the words behind the variant.
struct Reading<'a> {
    typed: &'a str,
    games: &'a Games,
    words: &'a [Word<'a>],
    at: usize,
    variant: &'a dyn Variant,
    /// Whether changed terms name another variant.
    changed: bool,
    parts: Parts,
}

impl<'a> Reading<'a> {
    fn error(&self, fault: LineFault) -> LineError {
        // What is wrong begins with the word before the next one.
        let wrong = self.words.get(self.at.saturating_sub(1));
        let end = wrong.map_or(0, |word| word.start);
        LineError {
            read: text::clean(self.typed.get(..end).unwrap_or(""), 300),
            fault,
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word.text)
    }

    fn run(&mut self, may_change: bool) -> Result<(), LineError> {
        while let Some(written) = self.next() {
            let last = self.at == self.words.len();
            let bare = match last {
                true => written.trim_end_matches(['.', '!', ',', ';']),
                false => written.trim_end_matches([',', ';']),
            };
            let word = bare.to_lowercase();
            match word.as_str() {
                "" => {}
                "as" => {
                    let seat = self.next().unwrap_or_default();
                    self.seat(seat.trim_end_matches([',', '.', ';', '!']))?;
                }
                "random" => self.wish(Wish::Random, bare)?,
                "time" => self.time(self.at)?,
                "private" => {
                    let before = self.parts.private.replace(true);
                    self.once(before, &word)?;
                }
                "public" if may_change => self.parts.private = Some(false),
                "rated" | "casual" | "unrated" => {
                    let before = self.parts.rated.replace(word == "rated");
                    if before.is_some_and(|before| before != (word == "rated")) {
                        return Err(self.error(LineFault::Unknown(word)));
                    }
                }
                "expires" => self.expires()?,
                "from" => return self.position(),
                _ if bare.contains('=') => self.option(bare)?,
                _ if self.is_seat(&word) => self.seat(bare)?,
                _ if is_time(&word) => self.time(self.at - 1)?,
                _ => match find_variant(&self.words[self.at - 1..], false, self.games) {
                    Some((0, count, variant)) if may_change && !self.changed => {
                        self.at += count - 1;
                        // The same one is no change.
                        self.changed = variant.id() != self.variant.id();
                        self.variant = variant;
                    }
                    _ => {
                        let odd = text::clean(written, 60);
                        return Err(self.error(LineFault::Unknown(odd)));
                    }
                },
            }
        }
        Ok(())
    }

    /// The terms that follow from what was said and what holds otherwise.
    fn combine(self, base: Base<'_>) -> Result<GameTerms, LineFault> {
        let setup = |error: SetupError| LineFault::Setup(error.reason());
        let (variant, parts) = (self.variant, self.parts);
        let (options, position, time, (private, rated)) = match base {
            Base::Fresh(usual) => (
                parts.options,
                parts.position,
                parts.time.unwrap_or(usual.copied()),
                (parts.private.unwrap_or(false), parts.rated.unwrap_or(false)),
            ),
            Base::Changes(terms) => {
                // Options and positions belong to their variant.
                let mut options = match self.changed {
                    true => Options::new(),
                    false => terms.options.clone(),
                };
                options.extend(parts.options);
                let kept = terms.position.clone().filter(|_| !self.changed);
                let time = match parts.time {
                    Some(time) => time,
                    None => time::Terms::read(&terms.time)
                        .map_err(|_| LineFault::NoTime(terms.time.clone()))?,
                };
                let private = parts.private.unwrap_or(terms.private);
                let rated = parts.rated.unwrap_or(terms.rated);
                (options, parts.position.or(kept), time, (private, rated))
            }
        };
        let (position, time) = (position.as_deref(), time.as_ref());
        let terms = GameTerms::checked(variant, options, position, time);
        let terms = GameTerms {
            private,
            rated,
            ..terms.map_err(setup)?
        };
        if terms.rated && terms.position.is_some() {
            return Err(LineFault::RatedPosition);
        }
        if terms.position.is_some() {
            let start = variant.start(&terms.options, terms.position.as_deref());
            if start.map_err(setup)?.outcome().is_some() {
                return Err(LineFault::Over);
            }
        }
        Ok(terms)
    }

    fn is_seat(&self, word: &str) -> bool {
        self.variant.seats().contains(&word)
    }

    fn seat(&mut self, typed: &str) -> Result<(), LineError> {
        let word = typed.to_lowercase();
        if matches!(word.as_str(), "random" | "any") {
            return self.wish(Wish::Random, typed);
        }
        let seats = self.variant.seats();
        let at = seats.iter().position(|seat| *seat == word);
        match at.and_then(|at| u8::try_from(at).ok()) {
            Some(seat) => self.wish(Wish::Seat(seat), typed),
            None => {
                let seats = seats.iter().map(|seat| (*seat).to_owned()).collect();
                Err(self.error(LineFault::NoSeat(text::clean(typed, 40), seats)))
            }
        }
    }

    fn wish(&mut self, wish: Wish, typed: &str) -> Result<(), LineError> {
        let before = self.parts.wish.replace(wish);
        self.once(before.filter(|before| *before != wish), typed)
    }

    /// Nothing is to be said twice: there must be nothing `before`.
    fn once<T>(&self, before: Option<T>, said: &str) -> Result<(), LineError> {
        match before {
            Some(_) => Err(self.error(LineFault::Twice(text::clean(said, 40)))),
            None => Ok(()),
        }
    }

    /// The terms of time that begin with word `from`: up to the next word that begins another part.
    fn time(&mut self, from: usize) -> Result<(), LineError> {
        let ends = |word: &&Word<'_>| {
            let plain = word.text.to_lowercase();
            let plain = plain.trim_end_matches([',', ';']);
            let mut parts = PARTS.split(' ');
            plain.contains('=') || self.is_seat(plain) || parts.any(|part| part == plain)
        };
        let count = self.words[from..].iter().take_while(|word| !ends(word));
        let to = from + count.count();
        let typed = match &self.words[from..to] {
            [first, .., last] => &self.typed[first.start..last.end],
            [only] => only.text,
            [] => "",
        };
        let typed = typed.trim_end_matches(['.', '!', ',', ';']);
        let no_time = |_| self.error(LineFault::NoTime(text::clean(typed, 80)));
        let terms = time::Terms::read(typed).map_err(no_time)?;
        self.at = to;
        let before = self.parts.time.replace(terms);
        self.once(before, "time")
    }

    fn expires(&mut self) -> Result<(), LineError> {
        let typed = self.next().unwrap_or_default();
        let mut bare = typed.trim_end_matches([',', ';', '.', '!']).to_owned();
        let unit = self.words.get(self.at).map(|word| word.text.to_lowercase());
        let of_days = |unit: &String| unit.starts_with("day") || unit == "d";
        let plain = bare.bytes().all(|b| b.is_ascii_digit());
        if let Some(unit) = unit.filter(|unit| plain && of_days(unit)) {
            self.at += 1;
            bare.push_str(unit.trim_end_matches([',', ';', '.', '!']));
        }
        let length = bare.parse::<Length>().ok();
        let length = length.filter(|length| (DAY..=LONGEST_LIFE).contains(&length.seconds()));
        let no_expiry = || self.error(LineFault::NoExpiry(text::clean(typed, 40)));
        let length = length.ok_or_else(no_expiry)?;
        let before = self.parts.expires.replace(length);
        self.once(before, "expires")
    }

    fn option(&mut self, typed: &str) -> Result<(), LineError> {
        let (key, value) = typed.split_once('=').unwrap_or((typed, ""));
        let key = key.to_lowercase();
        let before = self.parts.options.insert(key.clone(), value.to_owned());
        self.once(before, &key)
    }

    /// All that follows is the position.
    fn position(&mut self) -> Result<(), LineError> {
        let rest = self
            .words
            .get(self.at)
            .map(|word| &self.typed[word.start..]);
        let rest = rest.ok_or_else(|| self.error(LineFault::NoPosition))?;
        self.at = self.words.len();
        self.parts.position = Some(rest.to_owned());
        Ok(())
    }
}

fn words(typed: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for text in typed.split_whitespace() {
        // Each word is found behind the one before.
        let start = typed[at..].find(text).map_or(at, |found| at + found);
        at = start + text.len();
        words.push(Word {
            text,
            start,
            end: at,
        });
    }
    words
}

/// Whether a word begins terms of time: `3d/move`, `30d+1d/move`, `10/30d`.
fn is_time(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && (word.contains('/') || word.contains('+'))
}

/// The first variant that words name, by its name or its id: at which word, in how many words. With `named`, the
/// first word is somebody's name.
fn find_variant<'a>(
    words: &[Word<'_>],
    named: bool,
    games: &'a Games,
) -> Option<(usize, usize, &'a dyn Variant)> {
    // A name of a person, which a comma follows, may be that of a game, too: another game is behind it.
    let passed = |at: usize| {
        let is_name = |word: &Word<'_>| word.text.ends_with(',') && named;
        let other = |word: &Word<'_>| games.find(bare(word.text)).is_some();
        is_name(&words[at]) && words[at + 1..].iter().any(other)
            || at > 0 && is_name(&words[at - 1]) && words.get(at + 1).is_some_and(other)
    };
    (usize::from(named)..words.len()).find_map(|at| {
        if passed(at) {
            return None;
        }
        let by_name = games.all().find_map(|variant| {
            let name: Vec<&str> = variant.name().split_whitespace().collect();
            let same =
                |(part, word): (&&str, &Word<'_>)| bare(word.text).eq_ignore_ascii_case(part);
            let room = name.len() > 1 && words.len() >= at + name.len();
            let fits = room && name.iter().zip(&words[at..]).all(same);
            fits.then_some((at, name.len(), variant))
        });
        by_name.or_else(|| Some((at, 1, games.find(bare(words[at].text))?)))
    })
}

/// What to say of a line that names no variant: which ones its words may mean.
fn without_variant(typed: &str, words: &[Word<'_>], named: bool, games: &Games) -> LineFault {
    let begins_part = |word: &&Word<'_>| {
        let plain = bare(word.text).to_lowercase();
        PARTS.split(' ').any(|part| part == plain) || plain.contains('=') || is_time(&plain)
    };
    let odd = words.iter().skip(usize::from(named));
    let odd: Vec<Word<'_>> = odd.take_while(|word| !begins_part(word)).copied().collect();
    // The game is behind the names, and no name of a game has more words; all of them say more than the last ones.
    let from = odd.len().saturating_sub(MOST_WORDS);
    let found = (from..odd.len()).find_map(|from| which(typed, &odd[from..], named, games));
    found.unwrap_or_else(|| {
        let odd = odd.iter().map(|word| word.text).collect::<Vec<_>>();
        LineFault::NoVariant(text::clean(&odd.join(" "), 60))
    })
}

/// Which games these words of a line may mean, as whole lines.
fn which(typed: &str, words: &[Word<'_>], named: bool, games: &Games) -> Option<LineFault> {
    let (first, last) = (words.first()?, words.last()?);
    let part = &typed[first.start..last.end];
    let verb = if named { "challenge" } else { "seek" };
    let (before, behind) = (&typed[..first.start], &typed[last.end..]);
    // Signs of code would end the line within the sentence that offers it.
    let line = |game: &str| format!("{verb} {before}{game}{behind}").replace('`', "'");
    let lines: Vec<String> = match other_name(part) {
        Some(written) => vec![line(written)],
        None => games
            .meant(part)
            .iter()
            .map(|game| line(game.id()))
            .collect(),
    };
    (!lines.is_empty()).then(|| LineFault::Which {
        typed: text::clean(part, 60),
        lines,
    })
}

fn bare(word: &str) -> &str {
    word.trim_matches(['.', ',', ';', '!', '"'])
}

/// Those who are named: separated by commas or `and`, without the word that leads to the game.
fn names(typed: &str) -> Vec<String> {
    let mut typed = typed.trim();
    for filler in ["to", "at", "in", "for", "-", ":"] {
        let rest = typed.strip_suffix(filler);
        if let Some(rest) = rest.filter(|rest| rest.ends_with(char::is_whitespace)) {
            typed = rest.trim();
        }
    }
    let joined = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = joined.replace(" and ", ",").replace(" & ", ",");
    let parts = parts.split([',', ';']);
    let parts = parts.map(|part| name(part.trim()));
    parts.filter(|part| !part.is_empty()).collect()
}

/// A name or an address; of `Boris <boris@example.net>` the address.
fn name(typed: &str) -> String {
    let inner = typed.rsplit_once('<').map(|(_, rest)| rest);
    let inner = inner.and_then(|rest| rest.split('>').next());
    let typed = inner.unwrap_or(typed).trim();
    let typed = typed.strip_prefix("mailto:").unwrap_or(typed);
    typed.trim_matches(['"', ':']).to_owned()
}

#[cfg(test)]
mod tests;
