//! Commands of the umpire in a mail: `umpire #17 ACT`. They are read apart from those of players, since only mails
//! from the addresses of the settings have them.
//!
//! [`UmpireAct`] says which commands there are and what they need, as on the command line. A mail has no options: what
//! follows the words that a command needs is the reason, as it was written.

use std::iter;

use clap::Parser;

use crate::variants::by_file::keys::{self, readers::PREFIX};

use super::line::leading_game;

mod act;
mod event;

pub use act::{Adjudicate, Extend, Forfeit, Replace, Rollback, UmpireAct, UmpireReason};
pub use event::{EventAct, is_of_event, read_event_line};

/// At most this many characters of one command are read.
const LONGEST: usize = 5000;

/// A mail with commands of the umpire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UmpireScript {
    /// The commands as written, each a line that begins with `umpire`; the words of an announcement, which may have
    /// several lines, are below it.
    pub commands: Vec<String>,
    /// The lines that belong to no command, in their order, without blanks at their ends.
    pub others: Vec<String>,
    /// The text of a file of games that stands in the mail itself, behind a command about files. Lines that a mail
    /// program has broken are made whole; a greeting at the end is no part of it.
    pub file: Option<String>,
}

/// The lines of a mail that are commands of the umpire; if there are none, its Subject, if it is one and begins the
/// mail, not an answer.
#[must_use]
pub fn umpire_lines(lines: &[String], subject: &str) -> UmpireScript {
    let mut found: Vec<String> = Vec::new();
    let mut others = Vec::new();
    let mut open = false;
    let mut about_file = lines.iter().all(|line| !is_of_umpire(line)) && takes_file(subject);
    let mut file: Vec<&str> = Vec::new();
    let mut lines = lines.iter().map(|line| line.trim_end());
    while let Some(line) = lines.next() {
        if about_file && !open && line.trim_start().starts_with('[') {
            file.push(line);
            // What follows, commands too, is the text of the file up to its end.
            let rest: Vec<&str> = lines.by_ref().collect();
            let (of_file, behind) = rest.split_at(file_end(&rest));
            file.extend(of_file);
            others.extend(behind.iter().map(|line| (*line).to_owned()));
            break;
        }
        // Words of an announcement may be anything but a command that begins so.
        let begins = split(line).0.eq_ignore_ascii_case("umpire");
        if begins || !open && is_of_umpire(line) {
            open = announces(line);
            about_file |= takes_file(line);
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
    if found.is_empty() && is_of_umpire(subject) {
        found.push(subject.trim().to_owned());
    }
    let cut = |text: String| text.trim().chars().take(LONGEST).collect();
    UmpireScript {
        commands: found.into_iter().map(cut).collect(),
        others,
        file: (!file.is_empty()).then(|| joined(&file)),
    }
}

/// Whether a line is a command that takes a file.
fn takes_file(line: &str) -> bool {
    let act = read_variant_line(line);
    matches!(act, Some(VariantAct::Check | VariantAct::Add))
}

/// Whether a line has the form of one of a file of games.
#[must_use]
pub fn is_of_file(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['[', '#', ';']) || line.contains('=') || is_key(line)
}

/// Whether a line begins with a key, even without the sign behind it.
fn is_key(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    keys::find(word.trim_end_matches(':')).is_some()
}

/// How many of these lines are the text of a file: up to the line `end`, if there is none of a file behind it, or to the
/// last paragraph with a line of a file.
fn file_end(lines: &[&str]) -> usize {
    let last = lines.iter().rposition(|line| is_of_file(line));
    let behind = last.map_or(0, |last| last + 1);
    let rest = lines[behind..].iter();
    let mut rest = rest.take_while(|line| {
        let line = line.trim();
        !line.is_empty() && !line.eq_ignore_ascii_case("end")
    });
    behind + rest.by_ref().count()
}

/// Whether a line is one of its own within words for readers that go on: an everyday word may be a key, too (`king`).
fn ends_words(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let everyday = word.bytes().all(|b| b.is_ascii_lowercase());
    is_of_file(line) && (!everyday || line.contains('='))
}

/// The lines of a file as one text: what is no line of a file by itself goes on with the line before. As many empty lines
/// follow as were joined, so that lines keep their numbers.
fn joined(lines: &[&str]) -> String {
    let mut text = String::new();
    let (mut goes_on, mut in_words, mut more) = (false, false, 0);
    for (at, line) in lines.iter().enumerate() {
        let line = line.replace('\u{a0}', " ");
        let line = line.trim();
        let own = if in_words { ends_words } else { is_of_file };
        if !line.is_empty() && goes_on && !own(line) {
            text.push(' ');
            more += 1;
        } else {
            if at > 0 {
                text.push_str(&"\n".repeat(1 + more));
            }
            in_words = line.starts_with(['#', ';']) || line.starts_with(PREFIX);
            more = 0;
        }
        text.push_str(line);
        goes_on = !line.is_empty() && !line.starts_with('[');
    }
    text.push('\n');
    text
}

/// Whether a line begins with the word `umpire`, or is a command about files of games or an event.
#[must_use]
pub fn is_of_umpire(line: &str) -> bool {
    split(line).0.eq_ignore_ascii_case("umpire") || is_of_files(line) || is_of_event(line)
}

/// Whether a line is a command about files of games, well written or not, rather than a sentence.
fn is_of_files(line: &str) -> bool {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let verb = words
        .get(1)
        .map_or("", |word| word.trim_end_matches(['.', '!', ':']));
    let most = match verb {
        "check" | "add" | "remove" => 4,
        // The name of a game may have several words; without `like` it may be a sentence.
        "new" if words.len() < 4 || words.iter().any(|word| word == "like" || word == "as") => 8,
        _ => return false,
    };
    words.len() <= most && words[0] == "variant"
}

/// What an umpire wants done with files of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantAct {
    /// The attached file is checked.
    Check,
    /// It is checked, and its games can be played.
    Add,
    /// No more games are begun of this one.
    Remove(String),
    /// A file to begin a game with is wanted.
    New {
        /// The id of the new game.
        id: Option<String>,
        /// The game as which it begins, by its id or name.
        like: Option<String>,
    },
}

/// Reads `variant check`, `variant add`, `variant remove ID` or `variant new ID like GAME`, with the word `umpire` before it or without; `None`: it is
/// something else.
#[must_use]
pub fn read_variant_line(text: &str) -> Option<VariantAct> {
    let lower = text.to_lowercase();
    let words = lower.trim_end_matches(['.', '!', ' ']).split_whitespace();
    let mut words = words.skip_while(|word| word.trim_end_matches(':') == "umpire");
    let act = match (words.next()?, words.next()?, words.next()) {
        ("variant", "check", None) => VariantAct::Check,
        ("variant", "add", None) => VariantAct::Add,
        ("variant", "remove", Some(game)) => VariantAct::Remove(game.to_owned()),
        ("variant", "new", first) => {
            let id = first.filter(|word| *word != "like").map(str::to_owned);
            // The word `like`, unless it was there already.
            if id.is_some() && words.next().is_some_and(|word| word != "like") {
                return None;
            }
            let like = words.by_ref().collect::<Vec<_>>().join(" ");
            let like = Some(like).filter(|like| !like.is_empty());
            VariantAct::New { id, like }
        }
        _ => return None,
    };
    words.next().is_none().then_some(act)
}

/// Whether it is an announcement, whose words may go on below.
fn announces(line: &str) -> bool {
    let (game, act) = leading_game(split(line).1);
    game.is_some() && split(act).0.eq_ignore_ascii_case("announce")
        || line.to_lowercase().ends_with(" announce")
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.trim_end_matches(':'), rest.trim())
}

/// Reads one command: the game, and what is to be done there; `None`: it is not understood.
#[must_use]
pub fn read_umpire_line(text: &str) -> Option<(i64, UmpireAct)> {
    let (game, rest) = leading_game(split(text).1);
    let (verb, rest) = split(rest);
    let verb = verb.to_lowercase();
    // What players are told is taken as it is, before anything is split into words.
    let (words, reason) = match &*verb {
        "announce" => (vec![rest.to_owned()], ""),
        "pause" | "terminate" => (Vec::new(), rest),
        "rollback" | "adjudicate" | "forfeit" => {
            let (word, reason) = split(rest);
            (vec![word.to_owned()], reason)
        }
        "replace" => {
            // No name has a colon.
            let (people, reason) = rest.split_once(':').unwrap_or((rest, ""));
            (who_by_whom(people)?.into(), reason.trim())
        }
        _ => (rest.split_whitespace().map(str::to_owned).collect(), ""),
    };
    let reason = (!reason.is_empty()).then(|| format!("--reason={reason}"));
    // Words may begin with a dash; but behind `--` nothing may be left out.
    let dashes = (verb != "extend").then(|| "--".to_owned());
    let words = words.into_iter().filter(|word| !word.is_empty());
    let typed = iter::once(verb).chain(reason).chain(dashes).chain(words);
    Some((game?, UmpireAct::try_parse_from(typed).ok()?))
}

/// Splits `WHO by WHO`: who holds the seat, who takes it; `None`: there is no `by`.
fn who_by_whom(people: &str) -> Option<[String; 2]> {
    let words: Vec<&str> = people.split_whitespace().collect();
    let mut words = words.splitn(2, |word| word.eq_ignore_ascii_case("by"));
    Some([words.next()?.join(" "), words.next()?.join(" ")])
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::games::Guard;

    use super::*;

    fn act(text: &str) -> Option<UmpireAct> {
        read_umpire_line(text).map(|(_, act)| act)
    }

    fn why(reason: &str) -> UmpireReason {
        UmpireReason {
            reason: reason.to_owned(),
        }
    }

    fn script(mail: &str, subject: &str) -> UmpireScript {
        let lines: Vec<String> = mail.lines().map(str::to_owned).collect();
        umpire_lines(&lines, subject)
    }

    #[test]
    fn a_file_in_the_mail_is_read_without_what_is_around_it() {
        let mail = "Hello,\nvariant check\n\n[tiny:chess]\nzugpost.rules = One, two,\nking three.\n\n# a note that\n\
            is broken\nmaxFile\u{a0}=\u{a0}7\nstartFen = 7/7\nw - -\n\nBye,\nMax";
        let read = script(mail, "");
        let expected = "[tiny:chess]\nzugpost.rules = One, two, king three.\n\n\n# a note that is broken\n\n\
            maxFile = 7\nstartFen = 7/7 w - -\n";
        assert_eq!(read.file.as_deref(), Some(expected));
        assert_eq!(read.commands, ["variant check"]);
        assert_eq!(read.others, ["Hello,", "", "", "Bye,", "Max"]);
        // Keys that are written wrongly stay lines of their own, and so does what is below the name.
        let read = script(
            "variant add\n[a:b]\nrules none\nx = 1\nnMoveRule 7\nend of it\ny = 2\nend",
            "",
        );
        let expected = "[a:b]\nrules none\nx = 1\nnMoveRule 7 end of it\n\ny = 2\n";
        assert_eq!(read.file.as_deref(), Some(expected));
        assert!(script("[a]\nx = 1", "variant check").file.is_some());
        // Commands behind the file are not carried out.
        let read = script("variant check\n[a]\nx = 1\n\numpire #1 pause", "");
        assert_eq!(
            (read.commands.len(), &*read.others[1]),
            (1, "umpire #1 pause")
        );
        for none in [
            "variant check\ntiny",
            "[tiny]\nx = 1",
            "variant remove tiny\n[x]\numpire #1 pause",
            "umpire #1 announce this:\nvariant check\n[x] y",
            "",
        ] {
            assert_eq!(script(none, "").file, None, "{none}");
        }
    }

    #[test]
    fn every_act_is_read() {
        let text = str::to_owned;
        let extend = |seat: Option<&str>, length| {
            UmpireAct::Extend(Extend {
                seat: seat.map(str::to_owned),
                length: text(length),
            })
        };
        let announce = |words| UmpireAct::Announce { words: text(words) };
        let cases = [
            ("umpire #17 pause", UmpireAct::Pause(why(""))),
            (
                "Umpire: #17: PAUSE The server moves.",
                UmpireAct::Pause(why("The server moves.")),
            ),
            ("umpire #17 resume", UmpireAct::Resume),
            ("umpire #17 extend 3D", extend(None, "3D")),
            ("umpire #17 extend white 3d", extend(Some("white"), "3d")),
            (
                "umpire #17 rollback 12... The wrong knight.",
                UmpireAct::Rollback(Rollback {
                    turn: Guard {
                        number: 12,
                        second: true,
                    },
                    why: why("The wrong knight."),
                }),
            ),
            (
                "umpire #17 adjudicate 1-0 Black has left.",
                UmpireAct::Adjudicate(Adjudicate {
                    result: text("1-0"),
                    why: why("Black has left."),
                }),
            ),
            (
                "umpire #17 forfeit black -- Black  has left, --dry-run or not.",
                UmpireAct::Forfeit(Forfeit {
                    seat: text("black"),
                    why: why("-- Black  has left, --dry-run or not."),
                }),
            ),
            (
                "umpire #17 replace white by Carla <carla@example.org>: ill",
                UmpireAct::Replace(Replace {
                    who: text("white"),
                    newcomer: text("Carla <carla@example.org>"),
                    why: why("ill"),
                }),
            ),
            (
                "umpire #17 replace Anna  Berg BY - by",
                UmpireAct::Replace(Replace {
                    who: text("Anna Berg"),
                    newcomer: text("- by"),
                    why: why(""),
                }),
            ),
            ("umpire #17 terminate", UmpireAct::Terminate(why(""))),
            ("umpire #17 announce Round two.", announce("Round two.")),
            ("umpire #17 announce -h\n\n  --", announce("-h\n\n  --")),
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
            "umpire #17 extend --help",
            "umpire #17 help",
            "umpire #17 --help",
            "umpire #17 --version",
            "umpire #17 res",
            "umpire #17 rollback twelve",
            "umpire #17 rollback",
            "umpire #17 adjudicate",
            "umpire #17 forfeit",
            "umpire #17 replace white",
            "umpire #17 replace by Carla",
            "umpire #17 replace white by",
            "umpire #17 announce",
        ] {
            assert_eq!(act(line), None, "{line}");
        }
    }

    #[test]
    fn files_of_games_are_checked_added_and_removed() {
        let removed = VariantAct::Remove("clubhouse".to_owned());
        for (line, expected) in [
            ("variant check", Some(VariantAct::Check)),
            ("Umpire: variant add.", Some(VariantAct::Add)),
            ("variant remove Clubhouse", Some(removed)),
            ("variant remove", None),
            ("variant add it, please", None),
            ("variant check would be nice", None),
            ("variants", None),
            ("umpire", None),
        ] {
            assert_eq!(read_variant_line(line), expected, "{line}");
        }
        let read = umpire_lines(&["Hello!".to_owned(), "variant add".to_owned()], "");
        assert_eq!(read.commands, ["variant add"]);
        assert_eq!(
            umpire_lines(&[], "variant check").commands,
            ["variant check"]
        );
        let mistyped = umpire_lines(&["variant remove".to_owned()], "");
        assert_eq!(mistyped.commands, ["variant remove"]);
        let talk = umpire_lines(&["variant check would be nice".to_owned()], "");
        assert!(talk.commands.is_empty());
    }

    #[test]
    fn only_announcements_have_several_lines() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let mail = lines(
            "Hello!\numpire #1 announce Round\ntwo.\n\nMax\nend\nThanks\numpire #2 pause\nBye",
        );
        let read = umpire_lines(&mail, "umpire #3 resume");
        assert_eq!(read.others, ["Hello!", "Thanks", "Bye"]);
        assert_eq!(
            read.commands,
            ["umpire #1 announce Round\ntwo.\n\nMax", "umpire #2 pause"]
        );
        let below = umpire_lines(&lines("umpire #1 announce:\nRound two."), "");
        let words = "Round two.".to_owned();
        let announced = Some(UmpireAct::Announce { words });
        assert_eq!(act(&below.commands[0]), announced);
        let read = umpire_lines(&[], "umpire #3 resume");
        assert_eq!(read.commands, ["umpire #3 resume"]);
        let answer = umpire_lines(&lines("yes"), "Re: umpire #3 resume");
        assert!(answer.commands.is_empty());
    }

    /// Nothing becomes a command in mails unless it is listed here.
    #[test]
    fn mails_reach_these_commands() {
        let grammar = UmpireAct::command();
        let shown = |act: &clap::Command| {
            let arguments = act.get_arguments().map(|argument| {
                let name = argument.get_id();
                match argument.is_required_set() {
                    true => format!(" {name}"),
                    false => format!(" [{name}]"),
                }
            });
            act.get_name().to_owned() + &arguments.collect::<String>()
        };
        let listed: Vec<String> = grammar.get_subcommands().map(shown).collect();
        assert_eq!(
            listed,
            [
                "pause [reason]",
                "resume",
                "extend [seat] length",
                "rollback turn [reason]",
                "adjudicate result [reason]",
                "forfeit seat [reason]",
                "replace who newcomer [reason]",
                "terminate [reason]",
                "announce words",
            ]
        );
    }
}
