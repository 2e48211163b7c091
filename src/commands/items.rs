//! Takes the lines of a mail one by one: what is in each, before it is known where the commands
//! begin.

use super::line::{Certainty, LineReading, is_idle, lone_game, read_line};
use super::turns::Turns;
use super::{Command, habits, phrases, plans};

/// The commands have to begin within this many lines, without blank ones.
pub(super) const FIRST_LINES: usize = 5;
/// At most this many lines of a mail are read, without blank ones.
const MAX_LINES: usize = 200;

/// What is in one line.
pub(super) enum Item<'a> {
    /// An empty line, or one of punctuation alone.
    Idle,
    /// `#17` alone: the lines below are about this game.
    Game(i64),
    /// `PRESS`, with its reader.
    Press(Option<String>),
    /// A word or a formula with which a mail closes.
    Close,
    /// Any other line, with what it is read as.
    Text(&'a str, LineReading),
}

impl Item<'_> {
    pub fn is_sure(&self) -> bool {
        match self {
            Self::Game(_) | Self::Press(_) => true,
            Self::Text(_, reading) => reading.certainty == Certainty::Sure,
            Self::Idle | Self::Close => false,
        }
    }

    fn is_plan(&self) -> bool {
        matches!(self, Self::Text(_, reading) if matches!(reading.line.command, Command::Plan(_)))
    }
}

/// The lines that are read, and how many are not.
pub(super) fn bounded(lines: &[String]) -> (&[String], usize) {
    let (mut written, mut marks) = (0, 0);
    let end = lines.iter().position(|line| {
        match is_idle(line) {
            // Rows of signs are not counted for the reader, but take time as well.
            true => marks += usize::from(!line.is_empty()),
            false => written += 1,
        }
        written > MAX_LINES || marks > MAX_LINES
    });
    let (read, rest) = lines.split_at(end.unwrap_or(lines.len()));
    (read, rest.iter().filter(|line| !is_idle(line)).count())
}

pub(super) fn items<'a>(lines: &'a [String], turns: &dyn Turns) -> Vec<Item<'a>> {
    let mut scope = None;
    let mut items = Vec::with_capacity(lines.len());
    while let Some(line) = lines.get(items.len()) {
        if let Some(block) = plans::block(&lines[items.len()..], scope, turns) {
            items.push(Item::Text(
                line,
                LineReading {
                    line: block.line,
                    certainty: Certainty::Sure,
                },
            ));
            items.extend((1..block.lines).map(|_| Item::Idle));
            continue;
        }
        items.push(if let Some(game) = lone_game(line) {
            scope = Some(game);
            Item::Game(game)
        } else if let Some(to) = habits::press(line) {
            Item::Press(to)
        } else {
            let reading = read_line(line, scope, turns);
            let sure = reading.certainty == Certainty::Sure;
            match sure {
                false if is_idle(line) => Item::Idle,
                false if closes(line) => Item::Close,
                _ => Item::Text(line, reading),
            }
        });
    }
    items
}

/// Whether reading ends at a line, once something was understood.
pub(super) fn closes(line: &str) -> bool {
    let lower: String = line.trim().chars().take(20).collect();
    let lower = lower.to_lowercase();
    let word = lower.trim_end_matches(['.', '!', ',', ' ']);
    matches!(word, "quit" | "stop" | "end" | "thanks" | "thank you") || phrases::closes(line)
}

/// The first sure line within [`FIRST_LINES`], else the first one with conditional turns: they are no words for
/// anybody.
pub(super) fn beginning(items: &[Item]) -> Option<usize> {
    let written = items.iter().enumerate();
    let written = written.filter(|(_, item)| !matches!(item, Item::Idle));
    let mut first = written.take(FIRST_LINES);
    let first = first.find(|(_, item)| item.is_sure()).map(|(at, _)| at);
    first.or_else(|| items.iter().position(Item::is_plan))
}
