//! Commands of the umpire in a mail: `umpire #17 ACT`. They are read apart from those of players, since only mails
//! from the addresses of the settings have them.

use super::line::leading_game;
use super::subject_text;

/// At most this many characters of one command are read.
const LONGEST: usize = 5000;

/// A line of a mail that begins with `umpire`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UmpireLine {
    /// The line as written; the words of an announcement, which may have several lines, are below
    /// it.
    pub text: String,
    /// The game and what is to be done there; `None`: it is not understood.
    pub act: Option<(i64, UmpireAct)>,
}

/// A mail with commands of the umpire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UmpireScript {
    /// The commands.
    pub lines: Vec<UmpireLine>,
    /// The other lines.
    pub others: Vec<String>,
}

/// What the umpire wants done in a game. Names, seats and turns are as written and not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UmpireAct {
    /// `pause [REASON]`.
    Pause(String),
    /// `resume`.
    Resume,
    /// `extend [SEAT] LENGTH`.
    Extend {
        /// The seat; `None`: the one to move.
        seat: Option<String>,
        /// How much.
        length: String,
    },
    /// `rollback TURN [REASON]`.
    Rollback {
        /// The number of the turn.
        turn: String,
        /// Why; may be empty.
        reason: String,
    },
    /// `adjudicate RESULT [REASON]`.
    Adjudicate {
        /// The result.
        result: String,
        /// Why; may be empty.
        reason: String,
    },
    /// `forfeit SEAT [REASON]`.
    Forfeit {
        /// The seat that loses.
        seat: String,
        /// Why; may be empty.
        reason: String,
    },
    /// `replace WHO by WHO[: REASON]`.
    Replace {
        /// The seat, or its player.
        who: String,
        /// The other player.
        by: String,
        /// Why; may be empty.
        reason: String,
    },
    /// `terminate [REASON]`.
    Terminate(String),
    /// `announce WORDS`.
    Announce(String),
}

/// The lines of a mail that are commands of the umpire; if there are none, its Subject, if it is one and begins the
/// mail, not an answer.
#[must_use]
pub fn umpire_lines(lines: &[String], subject: &str) -> UmpireScript {
    let mut found: Vec<String> = Vec::new();
    let mut others = Vec::new();
    let mut open = false;
    for line in lines {
        let line = line.trim_end();
        if is_of_umpire(line) {
            open = announces(line);
            found.push(line.trim_start().to_owned());
        } else if line.trim().eq_ignore_ascii_case("end") {
            open = false;
        } else if let (true, Some(last)) = (open, found.last_mut())
            && last.len() < LONGEST
        {
            last.push('\n');
            last.push_str(line);
        } else {
            others.push(line.to_owned());
        }
    }
    if found.is_empty() && is_of_umpire(&subject_text(subject)) && is_of_umpire(subject) {
        found.push(subject.trim().to_owned());
    }
    UmpireScript {
        lines: found.iter().map(|text| read_umpire_line(text)).collect(),
        others,
    }
}

/// Reads one command.
#[must_use]
pub fn read_umpire_line(text: &str) -> UmpireLine {
    let text: String = text.trim().chars().take(LONGEST).collect();
    let act = read(&text);
    UmpireLine { text, act }
}

/// Whether a line begins with the word `umpire`.
fn is_of_umpire(line: &str) -> bool {
    split(line).0.eq_ignore_ascii_case("umpire")
}

/// Whether it is an announcement, whose words may go on below.
fn announces(line: &str) -> bool {
    matches!(read(line), Some((_, UmpireAct::Announce(_))))
        || line.trim_end().to_lowercase().ends_with(" announce")
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.trim_end_matches(':'), rest.trim())
}

fn read(text: &str) -> Option<(i64, UmpireAct)> {
    let (_, rest) = split(text);
    let (game, rest) = leading_game(rest);
    let (verb, rest) = split(rest);
    let text = || rest.to_owned();
    let act = match &*verb.to_lowercase() {
        "pause" => UmpireAct::Pause(text()),
        "resume" if rest.is_empty() => UmpireAct::Resume,
        "extend" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let (seat, length) = match words[..] {
                [length] => (None, length),
                [seat, length] => (Some(seat.to_owned()), length),
                _ => return None,
            };
            let length = length.to_lowercase();
            UmpireAct::Extend { seat, length }
        }
        "rollback" => {
            let (turn, reason) = with_reason(rest)?;
            UmpireAct::Rollback { turn, reason }
        }
        "adjudicate" => {
            let (result, reason) = with_reason(rest)?;
            UmpireAct::Adjudicate { result, reason }
        }
        "forfeit" => {
            let (seat, reason) = with_reason(rest)?;
            UmpireAct::Forfeit { seat, reason }
        }
        "replace" => replace(rest)?,
        "terminate" => UmpireAct::Terminate(text()),
        "announce" if !rest.is_empty() => UmpireAct::Announce(text()),
        _ => return None,
    };
    Some((game?, act))
}

/// One word, and the reason behind it.
fn with_reason(rest: &str) -> Option<(String, String)> {
    let (word, reason) = split(rest);
    (!word.is_empty()).then(|| (word.to_owned(), reason.to_owned()))
}

/// `WHO by WHO[: REASON]`. No name has a colon.
fn replace(rest: &str) -> Option<UmpireAct> {
    let (people, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let words: Vec<&str> = people.split_whitespace().collect();
    let at = words
        .iter()
        .position(|word| word.eq_ignore_ascii_case("by"))?;
    let (who, by) = (words[..at].join(" "), words[at + 1..].join(" "));
    (!who.is_empty() && !by.is_empty()).then(|| UmpireAct::Replace {
        who,
        by,
        reason: reason.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(text: &str) -> Option<UmpireAct> {
        read(text).map(|(_, act)| act)
    }

    #[test]
    fn every_act_is_read() {
        let text = str::to_owned;
        let cases = [
            ("umpire #17 pause", UmpireAct::Pause(text(""))),
            (
                "Umpire: #17: PAUSE The server moves.",
                UmpireAct::Pause(text("The server moves.")),
            ),
            ("umpire #17 resume", UmpireAct::Resume),
            (
                "umpire #17 extend 3D",
                UmpireAct::Extend {
                    seat: None,
                    length: text("3d"),
                },
            ),
            (
                "umpire #17 extend white 3d",
                UmpireAct::Extend {
                    seat: Some(text("white")),
                    length: text("3d"),
                },
            ),
            (
                "umpire #17 rollback 12... The wrong knight.",
                UmpireAct::Rollback {
                    turn: text("12..."),
                    reason: text("The wrong knight."),
                },
            ),
            (
                "umpire #17 adjudicate 1-0 Black has left.",
                UmpireAct::Adjudicate {
                    result: text("1-0"),
                    reason: text("Black has left."),
                },
            ),
            (
                "umpire #17 forfeit black Black has left.",
                UmpireAct::Forfeit {
                    seat: text("black"),
                    reason: text("Black has left."),
                },
            ),
            (
                "umpire #17 replace white by Carla <carla@example.org>: ill",
                UmpireAct::Replace {
                    who: text("white"),
                    by: text("Carla <carla@example.org>"),
                    reason: text("ill"),
                },
            ),
            ("umpire #17 terminate", UmpireAct::Terminate(text(""))),
            (
                "umpire #17 announce Round two.",
                UmpireAct::Announce(text("Round two.")),
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(act(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_lacks_something_is_not_understood() {
        for line in [
            "umpire",
            "umpire pause",
            "umpire 17 pause",
            "umpire #17",
            "umpire #17 dance",
            "umpire #17 resume now",
            "umpire #17 extend",
            "umpire #17 extend white 3 days",
            "umpire #17 rollback",
            "umpire #17 adjudicate",
            "umpire #17 forfeit",
            "umpire #17 replace white",
            "umpire #17 replace by Carla",
            "umpire #17 announce",
        ] {
            assert_eq!(act(line), None, "{line}");
        }
    }

    #[test]
    fn only_announcements_have_several_lines() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let mail = lines(
            "Hello!\numpire #1 announce Round\ntwo.\n\nMax\nend\nThanks\numpire #2 pause\nBye",
        );
        let read = umpire_lines(&mail, "umpire #3 resume");
        assert_eq!(read.others, ["Hello!", "Thanks", "Bye"]);
        let acts: Vec<_> = read.lines.into_iter().map(|line| line.act).collect();
        let words = "Round\ntwo.\n\nMax".to_owned();
        assert_eq!(
            acts,
            [
                Some((1, UmpireAct::Announce(words))),
                Some((2, UmpireAct::Pause(String::new())))
            ]
        );
        let read = umpire_lines(&[], "umpire #3 resume");
        assert_eq!(read.lines[0].act, Some((3, UmpireAct::Resume)));
        let answer = umpire_lines(&lines("yes"), "Re: umpire #3 resume");
        assert!(answer.lines.is_empty());
    }
}
