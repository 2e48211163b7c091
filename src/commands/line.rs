//! One line: the game it names, then a command or a turn.

use super::table;
use super::{Command, Draw, Extra, Guard, Line, habits};

/// Asks the game that a line names, or the one in scope, whether a text is a turn.
pub(super) type Turnlike<'a> = &'a dyn Fn(Option<i64>, &str) -> bool;

/// How sure a reading is. See the room's own page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// A command in its whole shape, or a turn.
    Sure,
    /// Perhaps only prose that begins with a command's word.
    Loose,
    /// Nothing.
    None,
}

/// A line and how sure its reading is.
pub(super) struct Heard {
    pub line: Line,
    pub certainty: Certainty,
}

/// Reads one line; `scope` is the game that an earlier line named.
pub(super) fn hear(text: &str, scope: Option<i64>, turnlike: Turnlike) -> Heard {
    let text = text.trim();
    if let Some(heard) = habits::hear(text, turnlike) {
        return heard;
    }
    let (named, rest) = leading_game(text);
    let game = named.or(scope);
    let turnlike = |t: &str| turnlike(game, t);

    let (game, reading) = match with_trailing_game(rest, &turnlike) {
        Some((trailing, command)) if named.is_none() => {
            (Some(trailing), Some((command, Certainty::Sure)))
        }
        _ => (game, sure_first(rest, &turnlike)),
    };
    // Who begins a line with `#17` means us, even if the rest is no use.
    let nothing = if named.is_some() {
        Certainty::Loose
    } else {
        Certainty::None
    };
    let (command, certainty) = reading.unwrap_or((Command::Unrecognised, nothing));
    let text = habits::without_password(text).into_owned();
    Heard {
        line: Line {
            text,
            game,
            command,
        },
        certainty,
    }
}

/// A command in its whole shape, else a turn, else what might be meant as a command.
fn sure_first(text: &str, turnlike: &dyn Fn(&str) -> bool) -> Option<(Command, Certainty)> {
    let verb = table::read(text, turnlike);
    if matches!(verb, Some((_, Certainty::Sure))) {
        return verb;
    }
    turn(text, turnlike, false)
        .map(|command| (command, Certainty::Sure))
        .or(verb)
}

/// `resign #17`: people put the game last, too. Only commands without arguments: behind a turn a
/// `#` means mate.
fn with_trailing_game(text: &str, turnlike: &dyn Fn(&str) -> bool) -> Option<(i64, Command)> {
    let (rest, last) = text.rsplit_once(char::is_whitespace)?;
    let game = game_number(last.strip_prefix('#')?)?;
    let (command, certainty) = table::read(rest.trim_end(), turnlike)?;
    let fits = matches!(
        command,
        Command::Resign
            | Command::History
            | Command::Drop
            | Command::Resend
            | Command::Legal(None)
            | Command::Draw(Draw::Offer | Draw::Accept | Draw::Decline | Draw::Claim(None))
    );
    (fits && certainty == Certainty::Sure).then_some((game, command))
}

/// Whether a line holds no letter and no digit.
pub(super) fn is_idle(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

/// The game, if the line is `#17` and nothing else.
pub(super) fn lone_game(text: &str) -> Option<i64> {
    let (game, rest) = leading_game(text.trim());
    game.filter(|_| is_idle(rest))
}

/// Splits off `#17`, `#17:` or `[#17]` at the beginning of a line.
fn leading_game(text: &str) -> (Option<i64>, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let bare = word.trim_end_matches([':', ',', '.']);
    let bare = bare
        .strip_prefix('[')
        .and_then(|w| w.strip_suffix(']'))
        .unwrap_or(bare);
    match bare.strip_prefix('#').and_then(game_number) {
        Some(game) => (Some(game), rest.trim_start()),
        None => (None, text),
    }
}

/// A game's number: digits only, above zero.
pub(super) fn game_number(digits: &str) -> Option<i64> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|&n| plain && n > 0)
}

/// Reads a turn with its guard and extra. `sure`: it is called a turn, so that the game is not
/// asked; without it a text that the game does not read as a turn is none.
pub(super) fn turn(text: &str, turnlike: &dyn Fn(&str) -> bool, sure: bool) -> Option<Command> {
    let (guard, rest) = guard(text.trim());
    let with = |turn: &str, then| {
        let turn = turn.trim();
        (!turn.is_empty() && (sure || turnlike(turn))).then(|| Command::Turn {
            guard,
            turn: turn.to_owned(),
            then,
            comment: None,
            sure,
        })
    };
    extra(rest)
        .and_then(|(turn, then)| with(turn, Some(then)))
        .or_else(|| with(rest, None))
}

/// Splits off `3.`, `3...`, `3. ...` and `3…` (phones write the three dots as one character).
/// The game would pass over any number, so that one too long becomes a guard that never fits.
fn guard(text: &str) -> (Option<Guard>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    let rest = after.trim_start_matches(|c: char| c == '.' || c == '…' || c.is_whitespace());
    let marks = &after[..after.len() - rest.len()];
    let worth = |mark| match mark {
        '.' => 1,
        '…' => 3,
        _ => 0,
    };
    let dots: usize = marks.chars().map(worth).sum();
    if digits == 0 || !marks.starts_with(['.', '…']) {
        return (None, text);
    }
    let number = text[..digits].parse().unwrap_or(u32::MAX);
    (
        Some(Guard {
            number,
            dots: if dots == 1 { 1 } else { 3 },
        }),
        rest,
    )
}

/// What may stand behind a turn.
const EXTRAS: &[(&str, Extra)] = &[
    ("draw offer", Extra::DrawOffer),
    ("offer draw", Extra::DrawOffer),
    ("offer a draw", Extra::DrawOffer),
    ("offering a draw", Extra::DrawOffer),
    ("draw?", Extra::DrawOffer),
    ("(=)", Extra::DrawOffer),
    ("draw claim", Extra::DrawClaim),
    ("claim draw", Extra::DrawClaim),
    ("claim a draw", Extra::DrawClaim),
    ("claiming a draw", Extra::DrawClaim),
];

/// Splits `TURN draw offer` and its like. The words between (`, and I`) belong to neither.
fn extra(text: &str) -> Option<(&str, Extra)> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    let lower = text.to_ascii_lowercase();
    let (turn, then) = EXTRAS.iter().find_map(|&(words, then)| {
        // Lowering ASCII keeps every byte's place.
        let turn = &text[..lower.strip_suffix(words)?.len()];
        turn.ends_with([' ', '\t', ',', ';', '.'])
            .then_some((turn, then))
    })?;
    let mut turn = turn;
    loop {
        turn = turn.trim_end_matches([' ', '\t', ',', ';', '.']);
        let (rest, last) = turn.rsplit_once([' ', ',', ';']).unwrap_or(("", turn));
        if !["and", "with", "i", "a", "&"].contains(&last.to_ascii_lowercase().as_str()) {
            return Some((turn, then));
        }
        turn = rest;
    }
}
