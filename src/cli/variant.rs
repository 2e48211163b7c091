//! `zugpost variant list` and `zugpost variant rules`.

use std::io::Write;

use anyhow::anyhow;
use serde_json::{Value, json};

use crate::drawings::guide;
use crate::rules::{OptionSpec, Variant};
use crate::variants::{VARIANTS, find};
use crate::words::Words;

/// Prints id, name and summary of all variants, or all about them as one JSON object a line.
///
/// # Errors
/// `output` fails.
pub fn list(as_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    if as_json {
        for game in VARIANTS {
            writeln!(output, "{}", describe(*game))?;
        }
        return Ok(());
    }
    for game in VARIANTS {
        writeln!(output, "{:<20} {}", game.id(), game.name())?;
        let summary = Words::built_in().english().reason(&game.summary());
        writeln!(output, "{:<20} {summary}", "")?;
    }
    Ok(())
}

/// Prints the rules and options of one variant.
///
/// # Errors
/// The variant is unknown, or `output` fails.
pub fn rules(id: &str, as_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    let game = find(id).ok_or_else(|| anyhow!("there is no variant {id}; see `variant list`"))?;
    if as_json {
        let mut all = describe(game);
        all["rules"] = Value::String(guide::expand(game, Words::built_in().english()));
        writeln!(output, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(());
    }
    writeln!(
        output,
        "{}",
        guide::expand(game, Words::built_in().english()).trim_end()
    )?;
    if !game.options().is_empty() {
        writeln!(output, "\nOptions\n")?;
    }
    let voice = Words::built_in().english();
    for option in game.options() {
        let (about, values) = (voice.reason(&option.about), voice.reason(&option.values));
        writeln!(output, "  {}={}", option.key, option.default)?;
        writeln!(output, "      {about} ({values})")?;
    }
    Ok(())
}

fn describe(game: &dyn Variant) -> Value {
    let voice = Words::built_in().english();
    let option = |option: &OptionSpec| {
        json!({
            "key": option.key,
            "default": option.default,
            "values": voice.reason(&option.values),
            "about": voice.reason(&option.about),
        })
    };
    let options: Vec<Value> = game.options().iter().map(option).collect();
    json!({
        "id": game.id(),
        "name": game.name(),
        "summary": voice.reason(&game.summary()),
        "seats": game.seats(),
        "options": options,
        "rules_version": game.rules_version(),
    })
}
