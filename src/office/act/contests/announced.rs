//! The words by which an event is announced, on the command line and by mail.

use anyhow::{Context, Result, anyhow};
use chrono::NaiveDate;

use crate::contests::{Allowed, ContestKind, Tie};
use crate::office::NewContest;
use crate::status::Public;

/// How many can enter an event of a kind for which nobody says it.
#[must_use]
pub const fn places(kind: ContestKind) -> usize {
    match kind {
        ContestKind::Ladder => 200,
        _ => 8,
    }
}

/// An event as a mail announces it: words with their values behind the terms.
///
/// # Errors
/// A word or its value is not known; the message says what would be right.
pub(in crate::office) fn read(
    name: &str,
    terms: &str,
    options: &[(String, String)],
) -> Result<NewContest> {
    let value = |word: &str| {
        let mut all = options.iter().rev();
        all.find(|(of, _)| of == word)
            .map(|(_, value)| value.as_str())
    };
    let number = |word: &str| {
        let number = value(word).map(str::parse::<u16>).transpose();
        number.with_context(|| format!("behind `{word}` stands a number"))
    };
    let count = |word: &str| Ok::<_, anyhow::Error>(number(word)?.map(usize::from));
    let rating = |word: &str| Ok::<_, anyhow::Error>(number(word)?.map(i64::from));
    let kind = value("kind")
        .map(kind)
        .transpose()
        .map_err(|why| anyhow!(why))?;
    let kind = kind.unwrap_or_default();
    let ties = value("ties").map(|all| all.split(',').map(tie).collect());
    let ties: Option<Result<Vec<Tie>, String>> = ties;
    Ok(NewContest {
        name: name.to_owned(),
        terms: terms.to_owned(),
        kind,
        double: value("double").is_some(),
        groups: count("groups")?,
        boards: count("boards")?,
        rounds: count("rounds")?,
        round_days: number("round-days")?,
        pairing: value("pairing").map(str::to_owned),
        category: value("category").map(str::to_owned),
        opening: value("opening").map(str::to_owned),
        places: count("places")?.unwrap_or(places(kind)),
        last_day: value("last-day")
            .map(last_day)
            .transpose()
            .map_err(|why| anyhow!(why))?,
        adjudicators: value("adjudicators")
            .map_or_else(Vec::new, |all| all.split(',').map(str::to_owned).collect()),
        starts_at: value("start")
            .map(day)
            .transpose()
            .map_err(|why| anyhow!(why))?,
        ties: ties.transpose().map_err(|why| anyhow!(why))?,
        allowed: value("allow")
            .map_or_else(
                || Ok(Vec::new()),
                |all| all.split(',').map(allowed).collect(),
            )
            .map_err(|why: String| anyhow!(why))?,
        rating_from: rating("rating-from")?,
        rating_below: rating("rating-below")?,
        public: value("pages")
            .map(public)
            .transpose()
            .map_err(|why| anyhow!(why))?,
    })
}

/// Midnight at the beginning of a day.
///
/// # Errors
/// It is no day.
pub fn day(text: &str) -> Result<String, String> {
    Ok(format!("{}T00:00:00Z", date(text)?))
}

/// Midnight at the end of a day.
///
/// # Errors
/// It is no day.
pub fn last_day(text: &str) -> Result<String, String> {
    let next = date(text)?.succ_opt();
    let next = next.ok_or_else(|| format!("{text:?} is too far away"))?;
    Ok(format!("{next}T00:00:00Z"))
}

fn date(text: &str) -> Result<NaiveDate, String> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d");
    day.map_err(|_| format!("{text:?} is no day; write it like 2027-01-31"))
}

/// What breaks ties, by its word.
///
/// # Errors
/// There is no such word; the message lists all.
pub fn tie(text: &str) -> Result<Tie, String> {
    word(text, &Tie::ALL, Tie::as_str, "breaks no ties")
}

/// What players can agree on, by its word.
///
/// # Errors
/// There is no such word; the message lists all.
pub fn allowed(text: &str) -> Result<Allowed, String> {
    let wrong = "is nothing that an event allows";
    word(text, &Allowed::ALL, Allowed::as_str, wrong)
}

/// What is shown on public pages; a hyphen may stand before the number: `delayed-5`.
///
/// # Errors
/// There is no such word; the message lists all.
pub fn public(text: &str) -> Result<Public, String> {
    Public::try_from(text.replace('-', " "))
}

/// A kind of events, by its word.
///
/// # Errors
/// There is no such word; the message lists all.
pub fn kind(text: &str) -> Result<ContestKind, String> {
    word(
        text,
        &ContestKind::ALL,
        ContestKind::as_str,
        "is no kind of event",
    )
}

/// What a word names among `all`; `wrong` is said of one that names nothing.
fn word<T: Copy>(
    text: &str,
    all: &[T],
    as_str: fn(T) -> &'static str,
    wrong: &str,
) -> Result<T, String> {
    let known = all.iter().copied().find(|one| as_str(*one) == text);
    let words: Vec<&str> = all.iter().map(|one| as_str(*one)).collect();
    known.ok_or_else(|| format!("{text:?} {wrong}; there are {}", words.join(", ")))
}
