//! The texts of `commands` and `help`, made from the table of verbs. At most 72 columns, 7-bit.

use super::table::{VERBS, Verb, find};

/// Where the second column begins.
const COLUMN: usize = 26;

/// The list of commands: `shape  what it does`, one line each.
#[must_use]
pub fn commands_text() -> String {
    VERBS.iter().filter(|v| v.is_built()).map(row).collect()
}

fn row(verb: &Verb) -> String {
    if verb.shape.len() + 2 > COLUMN {
        return format!("{}\n{:COLUMN$}{}\n", verb.shape, "", verb.help);
    }
    format!("{:COLUMN$}{}\n", verb.shape, verb.help)
}

/// What `help TOPIC` answers; `None` if no command of this server has that name. Only the topic's
/// first word counts: `help draw offer`.
#[must_use]
pub fn help_text(topic: &str) -> Option<String> {
    let verb = find(topic.split_whitespace().next()?).filter(|v| v.is_built())?;
    let mut text = format!(
        "{}\n  {}.\n\nExample:\n  {}\n",
        verb.shape, verb.help, verb.example
    );
    if !verb.aliases.is_empty() {
        text.push_str(&format!("\nAlso understood: {}\n", verb.aliases.join(", ")));
    }
    Some(text)
}
