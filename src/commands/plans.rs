//! Conditional turns (`if TURN then TURN; …`) in the text of a mail: which lines belong to one, and how they
//! are blanked wherever others than their author may read the text.

use super::items::closes;
use super::line::{Certainty, is_idle, leading_game, lone_game};
use super::turns::{InGame, Stage, Turns};
use super::{Command, Line, habits, phrases, table};

/// What is shown in place of conditional turns that only their author may read.
pub const BLANK: &str = "[plan]";

/// Words that begin a line with conditional turns.
const HEADS: [&str; 2] = ["if", "queue"];
/// What may be in front of them: marks of quotes and of lists.
const MARKS: &[char] = &['>', '|', '*', '-', '+', '.', ')', ':', '(', '[', ' ', '\t'];

/// Conditional turns that are on one or more lines.
pub(super) struct Block {
    /// What they are read as.
    pub line: Line,
    /// How many lines they take.
    pub lines: usize,
}

/// Reads the lines that begin with the first one as conditional turns: up to a blank line, another `if`, or a
/// command. Mail programs wrap long lines, so that nothing in them is read as a line of its own. `None` if
/// the first line does not begin any.
pub(super) fn block(lines: &[String], scope: Option<i64>, turns: &dyn Turns) -> Option<Block> {
    let (named, rest) = leading_game(lines.first()?.trim());
    let game = named.or(scope);
    let known = game.filter(|_| turns.stage(game) != Stage::None);
    let about = InGame { turns, game: known };
    let mut joined = behind_head(rest)?.to_owned();
    let mut shown = lines.first()?.trim().to_owned();
    let mut count = 1;
    for (number, line) in lines.iter().enumerate().skip(1) {
        if line.trim().is_empty() {
            // Mail programs make paragraphs of lines.
            if is_open(&joined) && goes_on(&lines[number..]) {
                count += 1;
                continue;
            }
            break;
        }
        if behind_head(leading_game(line.trim()).1).is_some() {
            break;
        }
        // `… then` above `resign` does not resign.
        if is_whole(&joined) && ends(line, about) {
            break;
        }
        joined = format!("{joined} {}", line.trim());
        shown = format!("{shown} {}", line.trim());
        count += 1;
    }
    is_plan(&joined, about).then(|| Block {
        line: Line {
            game,
            ..Line::new(
                habits::without_password(&shown).into_owned(),
                Command::Plan(vec![joined]),
            )
        },
        lines: count,
    })
}

/// The text behind `if` at the beginning of a line.
pub(super) fn behind_head(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['-', '*', '+', '•', ' ', '\t']);
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let word = word.trim_end_matches([':', ',']);
    let head = HEADS.iter().any(|head| head.eq_ignore_ascii_case(word));
    let rest = rest.trim();
    match head {
        // `queue if e5 then Nf3`
        true => Some(behind_head(rest).unwrap_or(rest)),
        false => None,
    }
}

/// Whether the text behind `if` is a plan, and not a sentence: it has a `then`, and turns or `any`.
pub(super) fn is_plan(text: &str, game: InGame) -> bool {
    let any = starts_with_any(text);
    // `For now e4` is a turn, and no answer of a plan.
    let now = phrases::for_now(text).map(|behind| game.turns.mentions(game.game, behind));
    has_word(text, "then")
        && now.is_none_or(|now| now.is_empty())
        && (any
            || text.split_whitespace().any(is_notation)
            || !game.turns.mentions(game.game, text).is_empty())
}

/// Whether a text begins with `any then`, which answers any turn.
fn starts_with_any(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let mut is = |word: &str| words.next().is_some_and(|w| is_word(w, word));
    is("any") && is("then")
}

/// Whether what is joined so far may be all of it: it ends with an answer.
fn is_whole(joined: &str) -> bool {
    let last = joined.rsplit(';').next().unwrap_or_default();
    let words: Vec<&str> = last.split_whitespace().collect();
    let Some(then) = words.iter().rposition(|word| is_word(word, "then")) else {
        return false;
    };
    let answer = words[then + 1..].join(" ").to_ascii_lowercase();
    !matches!(
        answer.as_str(),
        "" | "draw" | "draw offer" | "offer" | "offer draw"
    ) && !answer.ends_with(',')
}

/// Whether what is joined so far says that more follows.
fn is_open(joined: &str) -> bool {
    joined.trim_end().ends_with([';', ',']) || !is_whole(joined)
}

/// Whether the first of these lines with text is the rest of a plan.
fn goes_on(lines: &[String]) -> bool {
    let next = lines.iter().find(|line| !line.trim().is_empty());
    next.is_some_and(|line| {
        behind_head(leading_game(line.trim()).1).is_none()
            && has_word(line, "then")
            && line.split_whitespace().any(is_notation)
    })
}

/// Whether a line below conditional turns is none of them.
fn ends(line: &str, game: InGame) -> bool {
    let (named, rest) = leading_game(line.trim());
    let sure = || matches!(table::read(rest, game), Some((_, Certainty::Sure)));
    lone_game(line).is_some()
        || habits::press(line).is_some()
        || closes(line)
        || sure()
        || named.is_some() && is_idle(rest)
}

fn is_word(written: &str, word: &str) -> bool {
    written
        .trim_matches([',', ':', '.', '!'])
        .eq_ignore_ascii_case(word)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_whitespace()
        .any(|written| is_word(written, word))
}

/// Whether a word looks like a turn or an action: it has a digit or `@`, or castles.
fn is_notation(word: &str) -> bool {
    let bare = word.trim_matches([',', ';', '.', '!']);
    let castles = ["o-o", "o-o-o"]
        .iter()
        .any(|c| c.eq_ignore_ascii_case(bare));
    castles || bare.contains(|c: char| c.is_ascii_digit() || c == '@')
}

/// At most this many lines of a paragraph say whether it is a plan.
const LOOKED_AT: usize = 30;

/// The text without what is planned in it, for everybody but its author: lines that begin with `if`, and those
/// below them up to a blank line, lines with `plans`, and `if … then` anywhere. Quote marks and the like stay.
#[must_use]
pub fn without_plans(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut within = false;
    let mut below = text;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\r', '\n']);
        let marks = line.len() - line.trim_start_matches(MARKS).len();
        // Three dots stand for lines that a letter leaves out.
        within &= line.contains(char::is_alphanumeric) || line.contains("...");
        let from = match within {
            true => Some(marks),
            false => planned_from(line, below),
        };
        match from {
            Some(from) => {
                within = true;
                shown.push_str(&line[..from]);
                let gap = !from.eq(&0) && !line[..from].ends_with(char::is_whitespace);
                shown.push_str(if gap { " " } else { "" });
                shown.push_str(BLANK);
            }
            None => shown.push_str(line),
        }
        shown.push_str(&whole[line.len()..]);
        below = &below[whole.len()..];
    }
    shown
}

/// Where in a line begins what is planned; `below` is the text from this line on.
fn planned_from(line: &str, below: &str) -> Option<usize> {
    let before = |c: char| MARKS.contains(&c) || c.is_ascii_digit() || c == '#';
    let text = line.trim_start_matches(before);
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    let word = word.unwrap_or_default();
    let (start, after) = (line.len() - text.len(), text[word.len()..].trim_start());
    let behind = start + word.len();
    if word.eq_ignore_ascii_case("plans") {
        let first = after.split_whitespace().next().unwrap_or(":");
        let own = first.starts_with(':') || ["clear", "test"].iter().any(|w| is_word(first, w));
        return own.then_some(behind);
    }
    if HEADS.iter().any(|head| head.eq_ignore_ascii_case(word)) {
        // The first one may begin with a number.
        let lines = below.lines().skip(1).take(LOOKED_AT);
        let mut lines = lines.take_while(|line| line.contains(char::is_alphanumeric));
        let planned = starts_with_any(after)
            || after.split_whitespace().any(is_notation)
            || lines.any(|line| line.split_whitespace().any(is_notation));
        if planned {
            return Some(behind);
        }
    }
    // The rest of a plan below a blank line.
    if has_word(text, "then") && text.split_whitespace().any(is_notation) {
        return Some(start);
    }
    within_line(line)
}

/// Where `if TURN then` is in a line, as in the complaint of a relay that repeats a letter.
fn within_line(line: &str) -> Option<usize> {
    // `to_ascii_lowercase` keeps byte positions.
    let lower = line.to_ascii_lowercase();
    let found = lower.match_indices("if ").find(|(at, _)| {
        let alone = !lower[..*at].ends_with(char::is_alphanumeric);
        let condition = lower[at + 3..]
            .split_once(" then")
            .map(|(condition, _)| condition);
        let planned = |condition: &str| {
            condition.trim() == "any" || condition.split_whitespace().any(is_notation)
        };
        alone && condition.is_some_and(planned)
    });
    found.map(|(at, _)| at + 2)
}
