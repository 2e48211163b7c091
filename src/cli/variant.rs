//! `zugpost variant list` and `zugpost variant rules`.

use std::io::Write;

use anyhow::anyhow;
use serde_json::{Value, json};

use crate::drawings::guide;
use crate::rules::variant::Variant;
use crate::variants::{VARIANTS, find};
use crate::words::Words;

/// Prints id, name and summary of all variants, or all about them as one JSON array.
///
/// # Errors
/// `output` fails.
pub fn list(as_json: bool, output: &mut dyn Write) -> anyhow::Result<()> {
    if as_json {
        let all: Vec<Value> = VARIANTS.iter().map(|g| describe(*g)).collect();
        writeln!(output, "{}", serde_json::to_string_pretty(&all)?)?;
        return Ok(());
    }
    for game in VARIANTS {
        writeln!(output, "{:<20} {}", game.id(), game.name())?;
        writeln!(output, "{:<20} {}", "", game.summary())?;
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
    for option in game.options() {
        writeln!(output, "  {}={}", option.key, option.default)?;
        writeln!(output, "      {} ({})", option.about, option.values)?;
    }
    Ok(())
}

fn describe(game: &dyn Variant) -> Value {
    let options: Vec<Value> = game
        .options()
        .iter()
        .map(|o| json!({"key": o.key, "default": o.default, "values": o.values, "about": o.about}))
        .collect();
    json!({
        "id": game.id(),
        "name": game.name(),
        "summary": game.summary(),
        "seats": game.seats(),
        "options": options,
        "rules_version": game.rules_version(),
    })
}
