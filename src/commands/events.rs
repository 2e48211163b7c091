//! Commands about events of several games.

use super::line::Certainty;
use super::shapes::{Arguments, Reading, sure};
use super::table::{self, Verb};
use super::{Command, Hint};

/// What a line asks for that concerns an event. Names are as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfEvent {
    /// `events`: which there are.
    List,
    /// `enter NAME`.
    Enter(String),
    /// `enter NAME team "TEAM" PLAYER, PLAYER`.
    EnterTeam {
        /// The name of the event.
        event: String,
        /// The name of the team; empty: none is written.
        team: String,
        /// The names of the players.
        names: Vec<String>,
    },
    /// `withdraw NAME`; with a number it is about a challenge.
    Withdraw(String),
    /// `table NAME`.
    Table(String),
    /// `pairings NAME`.
    Pairings(String),
    /// `round N NAME`: the games of one round.
    Round(usize, String),
    /// `follow NAME`: to get letters about it without playing in it.
    Follow(String),
    /// `unfollow NAME`.
    Unfollow(String),
    /// `case N RESULT`: what an adjudicator says about a game.
    Case {
        /// The number of the case.
        number: usize,
        /// What is said of it, as written.
        says: String,
    },
    /// `challenge WHO NAME`: in a ladder.
    Challenge {
        /// The name of the event.
        event: String,
        /// Whom.
        who: String,
    },
}

impl OfEvent {
    /// Whether it only asks to see something.
    #[must_use]
    pub const fn is_shown(&self) -> bool {
        match self {
            Self::List | Self::Table(_) | Self::Pairings(_) | Self::Round(..) => true,
            Self::Enter(_)
            | Self::EnterTeam { .. }
            | Self::Withdraw(_)
            | Self::Follow(_)
            | Self::Unfollow(_)
            | Self::Case { .. }
            | Self::Challenge { .. } => false,
        }
    }

    /// The name of its verb in [`super::table::VERBS`].
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::List => "events",
            Self::Enter(_) | Self::EnterTeam { .. } => "enter",
            Self::Withdraw(_) => "withdraw",
            Self::Table(_) => "table",
            Self::Pairings(_) => "pairings",
            Self::Round(..) => "round",
            Self::Follow(_) => "follow",
            Self::Unfollow(_) => "unfollow",
            Self::Challenge { .. } => "challenge",
            Self::Case { .. } => "case",
        }
    }
}

/// The verbs with which lines about one event begin.
const VERBS: [&str; 8] = [
    "enter", "withdraw", "table", "pairings", "round", "follow", "unfollow", "case",
];

/// How a line about an event is written, if this one begins like one and is not read as one.
#[must_use]
pub fn event_hint(line: &str) -> Option<Hint> {
    let word = line.split_whitespace().next()?.trim_end_matches(':');
    let word = word.to_ascii_lowercase();
    let verb = VERBS.contains(&&*word).then(|| table::find(&word))?;
    verb.map(Verb::hint)
}

/// Whether a word is no word of a sentence: it has letters, and digits or a hyphen.
fn looks_like_one(name: &str) -> bool {
    let sign = |c: char| c.is_ascii_digit() || c == '-';
    name.len() >= 3
        && name.chars().all(|c| c.is_ascii_alphabetic() || sign(c))
        && name.contains(|c: char| c.is_ascii_alphabetic())
        && name.contains(sign)
}

/// Words that may stand beside the name of an event, which has none of these names.
pub const BESIDE: [&str; 14] = [
    "the",
    "event",
    "ladder",
    "tournament",
    "in",
    "into",
    "for",
    "me",
    "please",
    "thanks",
    "thank",
    "you",
    "now",
    "of",
];

/// The words without those that may stand beside the name of an event, and without marks around them.
fn content<'a>(a: &'a Arguments<'_>) -> Vec<&'a str> {
    let bare = |word: &'a str| word.trim_matches(['"', '<', '>', '`', '*', '.', ',', '!']);
    let words = a.plain().split(' ').map(bare);
    let beside = |word: &&str| BESIDE.iter().any(|one| one.eq_ignore_ascii_case(word));
    words
        .filter(|word| !word.is_empty() && !beside(word))
        .collect()
}

/// `challenge Boris ladder-2027`, also with `in` between; `None`: the last word is no event.
pub(super) fn challenge(a: &Arguments) -> Option<Reading> {
    let words = content(a);
    let (event, who) = words.split_last()?;
    if !a.is_event(event) || who.is_empty() {
        return None;
    }
    let (event, who) = ((*event).to_owned(), who.join(" "));
    sure(Command::Event(OfEvent::Challenge { event, who }))
}

/// A command with the name of an event, which is one word. If there is no such event, it may be prose.
pub(super) fn named(a: &Arguments, what: fn(String) -> OfEvent) -> Option<Reading> {
    let name = a.plain().trim_matches(['"', '<', '>']).to_owned();
    if let [event] = content(a)[..]
        && a.is_event(event)
    {
        return sure(Command::Event(what(event.to_owned())));
    }
    match a.word_count() {
        1 if a.is_event(&name) || looks_like_one(&name) => sure(Command::Event(what(name))),
        1 => Some((Command::Event(what(name)), Certainty::Loose)),
        0 => None,
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

pub(super) fn events(a: &Arguments) -> Option<Reading> {
    match a.word_count() {
        0 => sure(Command::Event(OfEvent::List)),
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// At most so many names of players are read; no team has as many.
const NAMED: usize = 20;
/// Signs around the name of a team.
const QUOTES: [char; 6] = ['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}'];

/// `enter league-2027 team "Blue Rooks" Anna, Boris`, also `team Blue Rooks: Anna and Boris`; `None`: it is no such line.
fn team(a: &Arguments) -> Option<Reading> {
    let text = a.text()?;
    let (event, rest) = text.trim().split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let rest = rest.trim();
    if !word.trim_end_matches(':').eq_ignore_ascii_case("team")
        || !a.is_event(event) && !looks_like_one(event)
    {
        return None;
    }
    let (team, names) = match rest.strip_prefix(QUOTES) {
        Some(quoted) => quoted.split_once(QUOTES),
        None => rest.split_once(':'),
    }
    .unwrap_or(("", rest));
    let names = names.replace(" and ", ",").replace([';', '&', '+'], ",");
    let bare = |name: &str| {
        name.trim()
            .trim_matches(['.', ':', '"', '-'])
            .trim()
            .to_owned()
    };
    let names = match names.contains(',') {
        true => names.split(',').map(bare).collect::<Vec<_>>(),
        false => names.split_whitespace().map(bare).collect(),
    };
    sure(Command::Event(OfEvent::EnterTeam {
        event: event.to_owned(),
        team: team.trim().to_owned(),
        names: names
            .into_iter()
            .filter(|name| !name.is_empty())
            .take(NAMED)
            .collect(),
    }))
}

pub(super) fn enter(a: &Arguments) -> Option<Reading> {
    if let Some(reading) = team(a) {
        return Some(reading);
    }
    named(a, OfEvent::Enter)
}

pub(super) fn table(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Table)
}

pub(super) fn pairings(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Pairings)
}

pub(super) fn follow(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Follow)
}

pub(super) fn unfollow(a: &Arguments) -> Option<Reading> {
    named(a, OfEvent::Unfollow)
}

/// `case 3 white wins`, also with `#` before the number or a colon behind it; all else is prose.
pub(super) fn case(a: &Arguments) -> Option<Reading> {
    let text = a.text()?;
    let text = text.trim().trim_start_matches('#').trim_start();
    let (number, says) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match number.trim_end_matches([':', ',']).parse() {
        Ok(number) if !says.trim().is_empty() => {
            let says = says.trim().to_owned();
            sure(Command::Event(OfEvent::Case { number, says }))
        }
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

/// `round 2 spring-2027`, in any order, also with words that may stand beside; all else is prose.
pub(super) fn round(a: &Arguments) -> Option<Reading> {
    let (number, event) = match content(a)[..] {
        [one, other] if one.parse::<usize>().is_ok() => (one, other),
        [one, other] => (other, one),
        _ => ("", ""),
    };
    match number.parse() {
        Ok(number) if a.is_event(event) || looks_like_one(event) => {
            sure(Command::Event(OfEvent::Round(number, event.to_owned())))
        }
        _ => Some((Command::Unrecognised, Certainty::None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{NoGame, read};
    use crate::variants::Games;

    #[test]
    fn a_team_is_read_with_its_players() {
        for (line, wanted) in [
            ("team \"Blue Rooks\" Anna, Boris", "Blue Rooks|Anna|Boris"),
            (
                "team: \u{201e}Blue Rooks\u{201c}: Anna and Boris.",
                "Blue Rooks|Anna|Boris",
            ),
            (
                "TEAM Blue Rooks: me, Anna; Boris & O'Hara",
                "Blue Rooks|me|Anna|Boris|O'Hara",
            ),
            ("team \"Blue Rooks\" Anna Boris", "Blue Rooks|Anna|Boris"),
            ("team King's Men: Anna, Boris", "King's Men|Anna|Boris"),
            // Without a name of the team, or without players, the answer says what is missing.
            ("team Anna, Boris", "|Anna|Boris"),
            ("team \"Blue Rooks\"", "Blue Rooks"),
            ("team \"Blue Rooks", "|Blue|Rooks"),
            ("team", ""),
        ] {
            let text = [format!("enter league-2027 {line}")];
            let script = read(&text, "", &NoGame(Games::built_in()));
            let found = script.lines.first().map(|line| &line.command);
            let Some(Command::Event(OfEvent::EnterTeam { event, team, names })) = found else {
                panic!("{line}: {found:?}");
            };
            let all: Vec<&str> = [&**team]
                .into_iter()
                .chain(names.iter().map(|one| &**one))
                .collect();
            assert_eq!(
                (&**event, &*all.join("|")),
                ("league-2027", wanted),
                "{line}"
            );
        }
    }
}
