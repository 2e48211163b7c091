//! Lines about events by which umpires and directors do by mail what `zugpost event` does on the command line.

/// What is wanted of an event. Names and words are as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventAct {
    /// `event new NAME "TERMS" kind swiss places 16`: announces an event.
    New {
        /// Its name.
        name: String,
        /// What its games are played by.
        terms: String,
        /// What follows the terms: each word with its value, which `double` does not have.
        options: Vec<(String, String)>,
    },
    /// `event start NAME`.
    Start(String),
    /// `event pair NAME`: the program tries again; with `simple` behind it, the server pairs the round.
    Pair(String, bool),
    /// `event close NAME`: the last day comes now.
    Close(String),
    /// `event cancel NAME REASON`.
    Cancel(String, String),
    /// `event enter NAME PLAYER`.
    Enter(String, String),
    /// `event withdraw NAME PLAYER`.
    Withdraw(String, String),
    /// `event replace NAME PLAYER by PLAYER`.
    Replace(String, [String; 2]),
    /// `event director NAME PLAYER`; with `remove` behind it, the player is no director any more.
    Director {
        /// The name of the event.
        name: String,
        /// The player.
        player: String,
        /// Whether the player is no director any more.
        remove: bool,
    },
    /// `event show NAME`.
    Show(String),
    /// `event log NAME`.
    Log(String),
    /// `event export NAME csv`, `pgn` or `trf`.
    Export(String, String),
}

impl EventAct {
    /// The name of the event.
    #[must_use]
    pub fn event(&self) -> &str {
        match self {
            Self::New { name, .. }
            | Self::Start(name)
            | Self::Close(name)
            | Self::Pair(name, _)
            | Self::Cancel(name, _)
            | Self::Enter(name, _)
            | Self::Withdraw(name, _)
            | Self::Replace(name, _)
            | Self::Director { name, .. }
            | Self::Show(name)
            | Self::Log(name)
            | Self::Export(name, _) => name,
        }
    }

    /// Whether it changes much: a mail can have one such line.
    #[must_use]
    pub const fn is_large(&self) -> bool {
        !matches!(
            self,
            Self::Enter(..) | Self::Director { .. } | Self::Show(_)
        )
    }

    /// Whether it cannot be taken back, so that a `yes` is needed.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            Self::Cancel(..) | Self::Withdraw(..) | Self::Replace(..) | Self::Close(_)
        )
    }
}

/// What an event is done to with.
const VERBS: [&str; 12] = [
    "new", "pair", "start", "close", "cancel", "enter", "withdraw", "replace", "director", "show",
    "log", "export",
];

/// Words behind the terms of a new event.
const OPTIONS: [&str; 17] = [
    "adjudicators",
    "allow",
    "boards",
    "category",
    "groups",
    "kind",
    "last-day",
    "opening",
    "pages",
    "pairing",
    "places",
    "rating-below",
    "rating-from",
    "round-days",
    "rounds",
    "start",
    "ties",
];

/// The quotation marks that mail programs write.
const QUOTES: [char; 8] = [
    '"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '\u{2018}', '\u{2019}',
];

/// The words of a line about an event, without `umpire` before it; `None`: it is none.
fn words(line: &str) -> Option<Vec<&str>> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is = |word: &&str, other: &str| word.trim_end_matches(':').eq_ignore_ascii_case(other);
    if words.first().is_some_and(|word| is(word, "umpire")) {
        words.remove(0);
    }
    let verb = words.get(1)?.to_lowercase();
    let event = is(words.first()?, "event") && VERBS.contains(&verb.as_str());
    (event && words.len() >= 3).then_some(words)
}

/// Whether a line is about an event, well written or not.
#[must_use]
pub fn is_of_event(line: &str) -> bool {
    words(line).is_some()
}

/// Reads a line about an event; `None`: it is not written as one.
#[must_use]
pub fn read_event_line(line: &str) -> Option<EventAct> {
    let words = words(line)?;
    let name = words[2].trim_matches(QUOTES).to_owned();
    let rest = &words[3..];
    let player =
        || Some(rest.join(" ").trim_matches(QUOTES).to_owned()).filter(|who| !who.is_empty());
    Some(match (&*words[1].to_lowercase(), rest) {
        ("new", _) => new(name, rest)?,
        ("start", []) => EventAct::Start(name),
        ("pair", []) => EventAct::Pair(name, false),
        ("pair", [word]) if word.trim_start_matches('-').eq_ignore_ascii_case("simple") => {
            EventAct::Pair(name, true)
        }
        ("close", []) => EventAct::Close(name),
        ("show", []) => EventAct::Show(name),
        ("log", []) => EventAct::Log(name),
        ("export", [format]) => EventAct::Export(name, format.trim_matches('-').to_lowercase()),
        ("cancel", [_, ..]) => EventAct::Cancel(name, rest.join(" ")),
        ("enter", _) => EventAct::Enter(name, player()?),
        ("withdraw", _) => EventAct::Withdraw(name, player()?),
        ("replace", _) => EventAct::Replace(name, super::who_by_whom(&rest.join(" "))?),
        ("director", [who @ .., last]) if !who.is_empty() && is_remove(last) => {
            EventAct::Director {
                name,
                player: who.join(" "),
                remove: true,
            }
        }
        ("director", _) => EventAct::Director {
            name,
            player: player()?,
            remove: false,
        },
        _ => return None,
    })
}

fn is_remove(word: &str) -> bool {
    word.trim_start_matches('-').eq_ignore_ascii_case("remove")
}

/// The terms, in quotation marks or without, and the options behind them.
fn new(name: String, rest: &[&str]) -> Option<EventAct> {
    let is_option = |word: &&str| {
        let word = word.to_lowercase();
        OPTIONS.contains(&&*word) || word == "double"
    };
    let quoted = rest.first()?.starts_with(QUOTES);
    let end = match quoted {
        true => rest.iter().position(|word| word.ends_with(QUOTES))? + 1,
        false => rest.iter().position(is_option).unwrap_or(rest.len()),
    };
    let terms = rest[..end].join(" ").trim_matches(QUOTES).to_owned();
    let mut options = Vec::new();
    let mut words = rest[end..].iter().peekable();
    while let Some(word) = words.next() {
        let word = word.to_lowercase();
        let value = match &*word {
            "double" => String::new(),
            // Several words. Of turns, capital letters say which piece moves.
            "opening" | "pairing" => {
                let mut turns = Vec::new();
                while let Some(turn) = words.next_if(|word| !is_option(word)) {
                    turns.push(*turn);
                }
                turns.join(" ").trim_matches(QUOTES).to_owned()
            }
            "category" => (*words.next()?).to_owned(),
            _ if is_option(&&*word) => words.next()?.to_lowercase(),
            _ => return None,
        };
        options.push((word, value));
    }
    (!terms.is_empty()).then_some(EventAct::New {
        name,
        terms,
        options,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let text = str::to_owned;
        let announced = |options: &[(&str, &str)]| EventAct::New {
            name: text("spring-2027"),
            terms: text("xiangqi time 5d/move rated"),
            options: options
                .iter()
                .map(|(word, value)| (text(word), text(value)))
                .collect(),
        };
        let name = || text("spring-2027");
        for (line, expected) in [
            (
                "event new spring-2027 \"xiangqi time 5d/move rated\" kind Swiss places 16",
                announced(&[("kind", "swiss"), ("places", "16")]),
            ),
            (
                "Umpire: event NEW spring-2027 \u{201c}xiangqi time 5d/move rated\u{201d} double",
                announced(&[("double", "")]),
            ),
            (
                "event new spring-2027 xiangqi time 5d/move rated ties wins,direct",
                announced(&[("ties", "wins,direct")]),
            ),
            (
                "event new spring-2027 \"xiangqi time 5d/move rated\" kind teams boards 4",
                announced(&[("kind", "teams"), ("boards", "4")]),
            ),
            (
                "event new spring-2027 \"xiangqi time 5d/move rated\" opening \"Che3; h8-e8\" places 4",
                announced(&[("opening", "Che3; h8-e8"), ("places", "4")]),
            ),
            ("event start spring-2027", EventAct::Start(name())),
            (
                "event cancel spring-2027 Too few, alas.",
                EventAct::Cancel(name(), text("Too few, alas.")),
            ),
            (
                "event enter spring-2027 Anna  Berg",
                EventAct::Enter(name(), text("Anna Berg")),
            ),
            (
                "event withdraw spring-2027 anna",
                EventAct::Withdraw(name(), text("anna")),
            ),
            (
                "event replace spring-2027 Anna Berg by Boris",
                EventAct::Replace(name(), [text("Anna Berg"), text("Boris")]),
            ),
            (
                "event director spring-2027 Dora --remove",
                EventAct::Director {
                    name: name(),
                    player: text("Dora"),
                    remove: true,
                },
            ),
            ("event pair spring-2027", EventAct::Pair(name(), false)),
            (
                "event pair spring-2027 --simple",
                EventAct::Pair(name(), true),
            ),
            ("event close spring-2027", EventAct::Close(name())),
            (
                "event new spring-2027 xiangqi time 5d/move rated last-day 2027-05-31 adjudicators Anna,Boris",
                announced(&[("last-day", "2027-05-31"), ("adjudicators", "anna,boris")]),
            ),
            ("event show spring-2027", EventAct::Show(name())),
            ("event log spring-2027", EventAct::Log(name())),
            (
                "event export spring-2027 --CSV",
                EventAct::Export(name(), text("csv")),
            ),
        ] {
            assert_eq!(read_event_line(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_lacks_something_is_not_read() {
        for line in [
            "event",
            "event new",
            "event new spring-2027",
            "event new spring-2027 \"chess kind swiss",
            "event new spring-2027 \"chess\" kind",
            "event new spring-2027 \"chess\" colour red",
            "event start spring-2027 now",
            "event cancel spring-2027",
            "event enter spring-2027",
            "event replace spring-2027 Anna",
            "event export spring-2027",
            "event dance spring-2027",
            "events start spring-2027",
        ] {
            assert_eq!(read_event_line(line), None, "{line}");
        }
        assert!(is_of_event("event start spring-2027 now"));
        assert!(!is_of_event("event horizons are far away"));
    }
}
