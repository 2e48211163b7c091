//! The syntax of older servers, which some players are used to: `hans38 move 17 anna secret Nf3`,
//! `hans38 show 17`, `SIGNON`, `SIGNOFF`, `PRESS` … `ENDPRESS`.
//!
//! Passwords in it are not kept: every text that this module returns has gone through
//! [`without_password`].

use std::borrow::Cow;

use super::line::{Certainty, LineReading, game_number, turn};
use super::turns::{InGame, Turns};
use super::{Command, Hint, Line};

/// What is shown in place of a password.
const BLANK: &str = "***";

/// Verbs that are followed by a game, a user and a password on older servers.
const VERBS: &[&str] = &[
    "move", "preview", "resign", "draw", "show", "board", "history",
];

/// The line with the password of a command for older servers blanked. It is to be used for Subjects and
/// all other texts that are stored or logged, too.
#[must_use]
pub fn without_password(text: &str) -> Cow<'_, str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let secret = match words[..] {
        [word, ..] if is_login(word, words.len()) => 1..words.len(),
        [_, verb, _, _, _, ..] if OldCommand::read(text).is_some() => {
            // More words than user and password are a turn or prose.
            let turn = ["move", "preview"]
                .iter()
                .any(|v| v.eq_ignore_ascii_case(verb));
            if !turn && words.len() > 5 {
                return Cow::Borrowed(text);
            }
            4..5
        }
        _ => return Cow::Borrowed(text),
    };
    Cow::Owned(blank(&words, secret))
}

/// `SIGNON GAME PASSWORD`, `userid create anna secret`, `password: secret`.
fn is_login(word: &str, words: usize) -> bool {
    let word = word.trim_end_matches(':').to_ascii_lowercase();
    (matches!(word.as_str(), "signon" | "userid") && words > 1)
        || (matches!(word.as_str(), "password" | "passwd") && words == 2)
}

fn blank(words: &[&str], secret: std::ops::Range<usize>) -> String {
    let shown = words
        .iter()
        .enumerate()
        .map(|(i, w)| if secret.contains(&i) { BLANK } else { w });
    shown.collect::<Vec<_>>().join(" ")
}

/// `WORD VERB 17 rest`.
struct OldCommand<'a> {
    verb: &'static str,
    game: i64,
    rest: &'a str,
}

impl<'a> OldCommand<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (word, rest) = split_word(text.trim());
        let (verb, rest) = split_word(rest);
        let (game, rest) = split_word(rest);
        let named = word
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        let verb = VERBS.iter().find(|v| v.eq_ignore_ascii_case(verb))?;
        let game = game_number(game.trim_start_matches('#'))?;
        (named && !word.is_empty()).then_some(Self { verb, game, rest })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads a line in the syntax of older servers. The certainty is always `Sure`: as prose, the line with
/// its password would be passed on to the opponent.
pub(super) fn read_line(text: &str, turns: &dyn Turns) -> Option<LineReading> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if is_login(words.first()?, words.len()) {
        let command = Command::Misused {
            verb: "signon",
            hint: Hint::NoPassword,
        };
        return Some(sure(blank(&words, 1..words.len()), None, command));
    }
    let old = OldCommand::read(text)?;
    let game = InGame {
        turns,
        game: Some(old.game),
    };
    let arguments = words.len() - 3;
    let command = match old.verb {
        "move" | "preview" => {
            if let Some(command) = turn(old.rest, game, false) {
                // There is no user and no password, so nothing has to be blanked.
                return Some(sure(
                    text.to_owned(),
                    Some(old.game),
                    as_verb(old.verb, command),
                ));
            }
            let (_, rest) = split_word(split_word(old.rest).1);
            match turn(rest, game, true) {
                Some(command) => as_verb(old.verb, command),
                None => {
                    let text = blank(&words, 3..words.len());
                    return Some(sure(text, Some(old.game), misused("move", old.game, "Nf3")));
                }
            }
        }
        // More words than user and password: this is prose.
        _ if arguments != 0 && arguments != 2 => return None,
        "show" | "board" => Command::Show {
            at: None,
            game: None,
        },
        "history" => Command::History,
        // Resigning and draws cannot be taken back, so they are not read from this syntax.
        "resign" => misused("resign", old.game, "resign"),
        _ => misused("draw", old.game, "draw offer"),
    };
    Some(sure(
        without_password(text).into_owned(),
        Some(old.game),
        command,
    ))
}

fn sure(text: String, game: Option<i64>, command: Command) -> LineReading {
    LineReading {
        line: Line {
            game,
            ..Line::new(text, command)
        },
        certainty: Certainty::Sure,
    }
}

/// The command for `move` or `preview` with this turn.
fn as_verb(verb: &str, command: Command) -> Command {
    match command {
        Command::Turn { turn, .. } if verb == "preview" => Command::Preview(turn),
        Command::Turn {
            guard,
            turn,
            then,
            means,
            ..
        } => Command::Turn {
            guard,
            turn,
            then,
            means,
            sure: true,
        },
        other => other,
    }
}

fn misused(verb: &'static str, game: i64, example: &'static str) -> Command {
    let example = Cow::Borrowed(example);
    let hint = Hint::NoPasswordFor { game, example };
    Command::Misused { verb, hint }
}

/// Whether the line ends the commands: `SIGNOFF`.
pub(super) fn is_signoff(text: &str) -> bool {
    text.trim()
        .trim_end_matches('.')
        .eq_ignore_ascii_case("signoff")
}

/// Whether the line ends a message: `end`.
pub(super) fn is_end(text: &str) -> bool {
    text.trim()
        .trim_end_matches('.')
        .eq_ignore_ascii_case("end")
}

/// Whether the line ends a `PRESS`.
pub(super) fn is_endpress(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.');
    text.eq_ignore_ascii_case("endpress") || text.eq_ignore_ascii_case("end press")
}

/// Reads a line `PRESS`, `PRESS TO blue` or `PRESS ALL`; the inner value is the recipient, `None` for all.
pub(super) fn press(text: &str) -> Option<Option<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |i: usize, word: &str| words.get(i).is_some_and(|w| w.eq_ignore_ascii_case(word));
    if !is(0, "press") {
        return None;
    }
    let to = match words[1..] {
        [] => return Some(None),
        [to] if is(1, "all") => to,
        [_, to] if is(1, "to") => to,
        _ => return None,
    };
    Some((!to.eq_ignore_ascii_case("all")).then(|| to.trim_end_matches(':').to_owned()))
}
