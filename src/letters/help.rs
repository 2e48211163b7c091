//! The texts of `commands` and of `help` on one of them, made from the table of verbs, and hints on lines that are no
//! commands as they are.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::commands::table::{VERBS, Verb, find};
use crate::commands::{Hint, Scope};
use crate::words::Voice;

/// Where the second column of the list begins.
const COLUMN: usize = 26;

/// The list of commands: `shape  what it does`, one line each, at most 72 columns.
pub fn commands_text(voice: Voice<'_>) -> String {
    let built = VERBS.iter().filter(|verb| verb.is_built());
    built.map(|verb| row(verb, voice)).collect()
}

/// The same for people who are no players: what they may write.
pub(super) fn public_commands_text(voice: Voice<'_>) -> String {
    let built = VERBS.iter().filter(|verb| verb.is_built());
    let public = built.filter(|verb| verb.scope == Scope::Public);
    public.map(|verb| row(verb, voice)).collect()
}

fn row(verb: &Verb, voice: Voice<'_>) -> String {
    let does = does(verb, voice);
    if verb.shape.len() + 2 > COLUMN {
        return format!("{}\n{:COLUMN$}{does}\n", verb.shape, "");
    }
    format!("{:COLUMN$}{does}\n", verb.shape)
}

/// What a verb does, in a few words.
fn does(verb: &Verb, voice: Voice<'_>) -> String {
    voice.plain(&format!("help/{}", verb.name))
}

/// What `help TOPIC` answers; `None` if no command of this server has that name. Only the topic's
/// first word counts: `help draw offer`.
pub fn help_text(topic: &str, voice: Voice<'_>) -> Option<String> {
    let verb = find(topic.split_whitespace().next()?).filter(|verb| verb.is_built())?;
    let args = context! {
        shape => verb.shape,
        does => does(verb, voice),
        example => verb.example,
        aliases => verb.aliases.to_vec(),
    };
    let mut text = voice.notice("help-command", args);
    let more = match verb.name {
        "if" | "plans" => Some("notices/help-plans"),
        "challenge" | "seek" | "counter" => Some("notices/help-challenge"),
        _ => None,
    };
    if let Some(more) = more {
        let more = voice.plain(more);
        text = format!("{}\n\n{}", text.trim_end(), more.trim_start());
    }
    Some(format!("{}\n", text.trim_end()))
}

/// What to write in place of a line.
pub fn hint(hint: &Hint, voice: Voice<'_>) -> String {
    let args = Value::from(Serde(hint));
    let code = args.get_attr("code").unwrap_or_default();
    voice.notice(&format!("hint-{code}"), args)
}
