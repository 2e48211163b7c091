//! Commands in other languages: lines that are nothing else.

use std::sync::LazyLock;

use super::words::{Phrases, Words};
use crate::reading::text;

/// Longer lines are prose.
const MAX_BYTES: usize = 80;

static COMMANDS: LazyLock<Phrases<&'static str>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("commands/help"), "help"),
        (text("commands/commands"), "commands"),
        (text("commands/show"), "show"),
        (text("commands/rules"), "rules"),
        (text("commands/games"), "games"),
        (text("commands/history"), "history"),
        (text("commands/legal"), "legal"),
        (text("commands/clock"), "clock"),
        (text("commands/unsubscribe"), "unsubscribe"),
    ])
});

/// The command that a whole line is in another language than English, if it is one: `Hilfe!` is `help`. None of them does
/// anything that cannot be undone.
#[must_use]
pub fn translated(line: &str) -> Option<&'static str> {
    let line = line.trim();
    if line.len() > MAX_BYTES {
        return None;
    }
    let words = Words::of(line);
    let (count, command) = COMMANDS.longest_at(&words, 0)?;
    let plain = |at| {
        words
            .gap(at)
            .chars()
            .all(|c: char| c.is_whitespace() || "?!.,'’-¿¡:".contains(c))
    };
    (count == words.len() && (0..=words.len()).all(plain)).then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_commands() {
        for (line, command) in [
            ("Hilfe!", Some("help")),
            ("  aide ?", Some("help")),
            ("¡Ayuda, por favor!", Some("help")),
            ("Règles du jeu", Some("rules")),
            ("Mögliche Züge?", Some("legal")),
            ("Hilfe, ich ertrinke", None),
            ("meine Partien sind alle verloren", None),
        ] {
            assert_eq!(translated(line), command, "{line}");
        }
    }
}
