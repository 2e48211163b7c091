//! Reads the arguments of verbs: one function for each verb that this server has.

use std::ops::RangeInclusive;

use crate::rules::game::TurnReading;
use crate::variants::Games;

use super::line::{Certainty, game_number, turn};
use super::turns::InGame;
use super::{Addresses, Command, Draw, Guard, OfEvent, People, plans, table};

/// A command with its certainty.
pub(super) type Reading = (Command, Certainty);

/// The arguments of a verb.
pub(super) struct Arguments<'a> {
    /// The text behind the verb as written, trimmed.
    raw: &'a str,
    /// In lower case, with one space between words, without closing punctuation.
    plain: String,
    /// Whether a colon follows the verb.
    colon: bool,
    game: InGame<'a>,
}

/// A line in the form in which phrases are compared: lower case, one space between words, no closing
/// punctuation.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words
        .join(" ")
        .trim_end_matches(['.', '!', ',', ';', ' '])
        .to_owned()
}

impl<'a> Arguments<'a> {
    pub fn new(raw: &'a str, game: InGame<'a>) -> Self {
        Self {
            raw: raw.trim(),
            plain: plain(raw),
            colon: false,
            game,
        }
    }

    /// The same, with a colon behind the verb or without.
    pub fn with_colon(self, colon: bool) -> Self {
        Self { colon, ..self }
    }

    /// Whether a colon follows the verb.
    pub fn has_colon(&self) -> bool {
        self.colon
    }

    /// Whether there is a player of this name.
    pub fn is_player(&self, name: &str) -> bool {
        self.game.turns.is_player(name)
    }

    /// Whether there is an event of this name.
    pub fn is_event(&self, name: &str) -> bool {
        self.game.turns.is_event(name)
    }

    /// The games that can be played here.
    pub fn games(&self) -> &Games {
        self.game.turns.games()
    }

    /// In lower case, with one space between words, without closing punctuation.
    pub fn plain(&self) -> &str {
        &self.plain
    }

    fn words(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.plain.split(' ').filter(|w| !w.is_empty())
    }

    /// Whether all of it is one of `texts`.
    pub fn are(&self, texts: &[&str]) -> bool {
        texts.contains(&self.plain.as_str())
    }

    /// Whether the first word is one of `words`.
    pub fn begin_with(&self, words: &[&str]) -> bool {
        self.words().next().is_some_and(|w| words.contains(&w))
    }

    /// `yes` or `no` alone. With more behind it is prose.
    fn answer(&self, command: Command) -> Reading {
        if self.are(&[""]) {
            (command, Certainty::Loose)
        } else {
            (Command::Unrecognised, Certainty::None)
        }
    }

    pub fn begin_with_digit(&self) -> bool {
        self.plain.starts_with(|c: char| c.is_ascii_digit())
    }

    pub fn begin_with_game(&self) -> bool {
        self.words().next().is_some_and(|w| hashed(w).is_some())
    }

    pub fn contain(&self, word: &str) -> bool {
        self.words().any(|w| w == word)
    }

    pub fn count(&self, range: RangeInclusive<usize>) -> bool {
        range.contains(&self.words().count())
    }

    /// How many words there are.
    pub fn word_count(&self) -> usize {
        self.words().count()
    }

    /// Whether a condition holds of each word; also if there are none.
    pub fn all_words(&self, holds: impl Fn(&str) -> bool) -> bool {
        self.words().all(holds)
    }

    /// Whether there is a digit in it.
    pub fn has_digit(&self) -> bool {
        self.plain.contains(|c: char| c.is_ascii_digit())
    }

    /// What follows the first word.
    pub fn after_first(&self) -> &str {
        self.plain.split_once(' ').map_or("", |(_, rest)| rest)
    }

    /// The first word in lower case, and what follows it as written.
    pub fn split_first(&self) -> Option<(String, Option<&str>)> {
        let (first, rest) = match self.raw.split_once(char::is_whitespace) {
            Some((first, rest)) => (first, Some(rest.trim())),
            None => (self.raw, None),
        };
        let first = first.trim_end_matches([':', '.', '!', ',']).to_lowercase();
        (!first.is_empty()).then_some((first, rest.filter(|rest| !rest.is_empty())))
    }

    /// The one number that it is, with or without `#`.
    pub fn number(&self) -> Option<i64> {
        game_number(self.plain.trim_start_matches('#'))
    }

    /// The arguments as written; `None` if there are none.
    pub fn text(&self) -> Option<String> {
        (!self.raw.is_empty()).then(|| self.raw.to_owned())
    }

    /// `Sure` if the game reads `text` as a turn, or if all its words look like notation: a mistyped turn
    /// must not be skipped because a sure line follows.
    fn as_turn(&self, text: &str) -> Certainty {
        let notation = |w: &str| w.contains(|c: char| c.is_ascii_digit() || c == '@');
        if self.game.reading(text) != TurnReading::No || text.split_whitespace().all(notation) {
            Certainty::Sure
        } else {
            Certainty::Loose
        }
    }

    /// A command that takes no arguments.
    fn nothing(&self, command: Command) -> Option<Reading> {
        self.plain.is_empty().then_some((command, Certainty::Sure))
    }
}

fn hashed(word: &str) -> Option<i64> {
    game_number(word.strip_prefix('#')?)
}

pub(super) fn sure(command: Command) -> Option<Reading> {
    Some((command, Certainty::Sure))
}

/// The text without `please` at its start or end and without `?`; `None` if it has neither.
pub(super) fn without_courtesy(text: &str) -> Option<&str> {
    const PLEASE: &str = "please";
    let end = ['.', '!', '?', ',', ' '];
    let mut rest = text.trim_end_matches(end);
    // `to_ascii_lowercase` keeps byte positions.
    let lower = rest.to_ascii_lowercase();
    if lower.ends_with(", please") || lower.ends_with(" please") {
        rest = rest[..rest.len() - PLEASE.len()].trim_end_matches(end);
    } else if lower.starts_with("please ") || lower.starts_with("please, ") {
        rest = rest[PLEASE.len()..].trim_start_matches([',', ' ']);
    } else if !text.trim_end().ends_with('?') {
        return None;
    }
    Some(rest)
}

/// Whether a command only asks, so that courtesy changes nothing.
pub(super) fn is_question(command: &Command) -> bool {
    matches!(
        command,
        Command::Show { .. }
            | Command::Film { .. }
            | Command::History
            | Command::Export(_)
            | Command::Games
            | Command::Clock
            | Command::Legend
            | Command::Settings
            | Command::Help(_)
            | Command::Commands
            | Command::Rules(_)
            | Command::Variants(_)
            | Command::Legal(_)
            | Command::People(
                People::Who(_)
                    | People::Rating { .. }
                    | People::Ratings(_)
                    | People::GamesOf(_)
                    | People::GamesNext
                    | People::Lesson { .. }
                    | People::Lessons
                    | People::Quiz
                    | People::Notes
            )
            | Command::Event(OfEvent::List | OfEvent::Table(_) | OfEvent::Pairings(_))
    )
}

pub(super) fn play(a: &Arguments) -> Option<Reading> {
    let command = turn(a.raw, a.game, true)?;
    let Command::Turn { turn, .. } = &command else {
        return None;
    };
    let certainty = a.as_turn(turn);
    Some((command, certainty))
}

pub(super) fn preview(a: &Arguments) -> Option<Reading> {
    let text = a.text()?;
    // Several turns, as in plans: `preview e4; e5`. What follows the first one is read where it is played.
    let first = a.raw.split(';').next().unwrap_or_default();
    let certainty = a.as_turn(first.trim());
    Some((Command::Preview(text), certainty))
}

pub(super) fn hold(a: &Arguments) -> Option<Reading> {
    Some((Command::Hold(a.text()?), a.as_turn(a.raw)))
}

pub(super) fn legal(a: &Arguments) -> Option<Reading> {
    // Squares and pieces are short; `legal advice` is prose.
    let certainty = if a.raw.len() <= 5 {
        Certainty::Sure
    } else {
        Certainty::Loose
    };
    a.count(0..=1)
        .then(|| (Command::Legal(a.text()), certainty))
}

pub(super) fn drop_held(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::Drop)
}

/// What is held is read as a line that holds it, so that whatever is asked about a turn is asked about it, too.
pub(super) fn finish(a: &Arguments) -> Option<Reading> {
    let held = a.game.turns.held(a.game.game);
    let command = held.and_then(|held| turn(&held, a.game, true));
    a.nothing(command.unwrap_or(Command::Finish))
}

pub(super) fn resign(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::Resign)
}

pub(super) fn draw(a: &Arguments) -> Option<Reading> {
    let draw = match a.plain.as_str() {
        "offer" | "offer?" => Draw::Offer,
        "accept" => Draw::Accept,
        "decline" | "refuse" | "reject" => Draw::Decline,
        "claim" => Draw::Claim(None),
        _ if a.begin_with(&["claim"]) => {
            let (_, turn) = a.raw.split_once(char::is_whitespace)?;
            let turn = turn.trim_start();
            return Some((
                Command::Draw(Draw::Claim(Some(turn.to_owned()))),
                a.as_turn(turn),
            ));
        }
        _ => return None,
    };
    sure(Command::Draw(draw))
}

pub(super) fn say(a: &Arguments) -> Option<Reading> {
    let (first, rest) = a.raw.split_once(char::is_whitespace).unwrap_or((a.raw, ""));
    if !first.eq_ignore_ascii_case("to") {
        return sure(Command::Say {
            to: None,
            text: a.text()?,
        });
    }
    // Without its colon a word meant for one would go to all: better refused.
    let (to, text) = rest.split_once(':')?;
    let (to, text) = (to.trim(), text.trim());
    if to.is_empty() || text.is_empty() {
        return None;
    }
    let all = ["all", "everyone", "everybody"]
        .iter()
        .any(|w| w.eq_ignore_ascii_case(to));
    sure(Command::Say {
        to: (!all).then(|| to.to_owned()),
        text: text.to_owned(),
    })
}

pub(super) fn show(a: &Arguments) -> Option<Reading> {
    let (mut at, mut game) = (None, None);
    let (mut film, mut turns) = (false, None);
    let mut words = a.words();
    while let Some(word) = words.next() {
        match word {
            "film" if !film && at.is_none() => film = true,
            range if film && turns.is_none() && !range.starts_with('#') => {
                turns = Some(numbers(range)?);
            }
            "at" if at.is_none() => {
                let number = words.next()?;
                let number = if number == "turn" {
                    words.next()?
                } else {
                    number
                };
                // Punctuation at the end of a line is taken off, but here it says whose turn.
                let end = a.raw.trim_end();
                let dots = number.ends_with("..") || end.ends_with("..") || end.ends_with('…');
                at = Some(Guard {
                    number: number.trim_end_matches(['.', '…']).parse().ok()?,
                    dots: if dots { 3 } else { 1 },
                });
            }
            _ if game.is_none() => game = Some(hashed(word)?),
            _ => return None,
        }
    }
    sure(match film {
        true => Command::Film { turns, game },
        false => Command::Show { at, game },
    })
}

/// The numbers of turns in `10-20`.
fn numbers(range: &str) -> Option<(u32, u32)> {
    let (first, last) = range.split_once(['-', '–'])?;
    let turns = (first.parse().ok()?, last.parse().ok()?);
    (turns.0 > 0 && turns.0 <= turns.1).then_some(turns)
}

pub(super) fn history(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::History)
}

pub(super) fn clock(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::Clock)
}

pub(super) fn export(a: &Arguments) -> Option<Reading> {
    if a.are(&["me"]) {
        return sure(Command::People(People::ExportMe));
    }
    let mut words = a.words();
    let game = words.next().map(hashed);
    match (game, words.next()) {
        (None, _) => sure(Command::Export(None)),
        (Some(game), None) => sure(Command::Export(Some(game?))),
        _ => None,
    }
}

pub(super) fn help(a: &Arguments) -> Option<Reading> {
    let known = a.words().next().is_none_or(|w| table::find(w).is_some());
    let certainty = if known || a.count(1..=1) {
        Certainty::Sure
    } else {
        Certainty::Loose
    };
    a.count(0..=4)
        .then(|| (Command::Help(some(&a.plain)), certainty))
}

pub(super) fn commands(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::Commands)
}

pub(super) fn rules(a: &Arguments) -> Option<Reading> {
    about_games(a, Command::Rules)
}

pub(super) fn variants(a: &Arguments) -> Option<Reading> {
    about_games(a, Command::Variants)
}

/// A question about a game or a few words of its name; many words are more likely a sentence.
fn about_games(a: &Arguments, of: impl Fn(Option<String>) -> Command) -> Option<Reading> {
    let certainty = match a.count(0..=1) {
        true => Certainty::Sure,
        false => Certainty::Loose,
    };
    a.count(0..=4).then(|| (of(some(&a.plain)), certainty))
}

pub(super) fn yes(a: &Arguments) -> Option<Reading> {
    if a.are(&["add"]) {
        return sure(Command::YesAdd);
    }
    Some(a.answer(Command::Yes))
}

/// `no`, and `yes` above, are also words of a message: a surer line goes before them.
pub(super) fn no(a: &Arguments) -> Option<Reading> {
    Some(a.answer(Command::No))
}

pub(super) fn address(a: &Arguments) -> Option<Reading> {
    if a.are(&[""]) {
        return sure(Command::Address(Addresses::List));
    }
    let mut words = a.raw.split_whitespace();
    let (verb, address, rest) = (words.next()?, words.next()?, words.next());
    let bare = address.trim_end_matches(['.', ',', ';', '!']);
    let bare = bare.trim_start_matches('<').trim_end_matches('>');
    let bare = bare.strip_prefix("mailto:").unwrap_or(bare);
    if rest.is_some() || !bare.contains('@') {
        return None;
    }
    sure(Command::Address(match verb.to_ascii_lowercase().as_str() {
        "add" => Addresses::Add(bare.to_owned()),
        "remove" => Addresses::Remove(bare.to_owned()),
        _ => return None,
    }))
}

/// The code itself is found in the mail like a key; the line only says what it is for.
pub(super) fn confirm(a: &Arguments) -> Option<Reading> {
    let code = |word: &str| word == "[key]" || word.len() > 20;
    let fits = a.are(&[""]) || a.count(1..=1) && a.words().all(code);
    fits.then_some((Command::Confirm, Certainty::Sure))
}

pub(super) fn unsubscribe(a: &Arguments) -> Option<Reading> {
    a.count(0..=1)
        .then_some((Command::Unsubscribe, Certainty::Sure))
}

pub(super) fn resend(a: &Arguments) -> Option<Reading> {
    a.nothing(Command::Resend)
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Conditional turns. A sentence with `if` is none, but one that mentions a turn is a slip.
pub(super) fn condition(a: &Arguments) -> Option<Reading> {
    let text = plans::behind_head(a.raw).unwrap_or(a.raw);
    if plans::is_plan(text, a.game) {
        return sure(Command::Plan(vec![text.to_owned()]));
    }
    let any = a.begin_with(&["any"]) && !a.contain("then");
    let slip = any || a.plain.is_empty() || !a.game.turns.mentions(a.game.game, a.raw).is_empty();
    (!slip).then_some((Command::Unrecognised, Certainty::None))
}

pub(super) fn plans(a: &Arguments) -> Option<Reading> {
    let (word, rest) = a.raw.split_once(char::is_whitespace).unwrap_or((a.raw, ""));
    let rest = rest.trim();
    match a.plain.as_str() {
        "" => return sure(Command::Plans),
        "clear" | "clear all" => return sure(Command::ClearPlans(None)),
        _ => {}
    }
    if word.eq_ignore_ascii_case("test") && !rest.is_empty() {
        return sure(Command::TestPlans(rest.to_owned()));
    }
    let number = a.plain.strip_prefix("clear ")?;
    let number = number
        .trim_start_matches("no")
        .trim_start_matches(['.', '#', ' ']);
    sure(Command::ClearPlans(Some(number.parse().ok()?)))
}
