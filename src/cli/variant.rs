//! `variant`: the games, and their rules.

use std::io::{self, Write as _};

use anyhow::{Context, Result};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::drawings::guide;
use crate::rules::{OptionSpec, Variant};
use crate::variants::{self, VARIANTS};
use crate::words::Words;

use super::{Json, print_rows, say};

#[derive(Debug, Subcommand)]
pub enum VariantCommand {
    /// List the games that can be played, with their ids
    List(Json),
    /// Print the rules of a game
    Rules {
        /// Its id, such as hans38
        variant: String,
        #[command(flatten)]
        json: Json,
    },
}

/// # Errors
/// There is no such variant, or standard output cannot be written.
pub fn run(command: VariantCommand) -> Result<()> {
    let voice = Words::built_in().english();
    match command {
        VariantCommand::List(json) => {
            let rows: Vec<Value> = VARIANTS.iter().map(|game| describe(*game)).collect();
            let lines = VARIANTS.iter().map(|game| {
                let summary = voice.reason(&game.summary());
                format!("{:<20} {}\n{:<20} {summary}", game.id(), game.name(), "")
            });
            print_rows(json.json, &rows, &lines.collect::<Vec<_>>())
        }
        VariantCommand::Rules { variant, json } => {
            let game = find(&variant)?;
            let mut text = guide::expand(game, voice);
            if json.json {
                let mut all = describe(game);
                all["rules"] = Value::String(text);
                // As it is: what `say` does to text would change a value.
                writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&all)?)?;
                return Ok(());
            }
            text.truncate(text.trim_end().len());
            if !game.options().is_empty() {
                text.push_str("\n\nOptions\n");
            }
            for option in game.options() {
                let (key, default) = (option.key, option.default);
                let (about, values) = (voice.reason(&option.about), voice.reason(&option.values));
                text.push_str(&format!("\n  {key}={default}\n      {about} ({values})"));
            }
            say([text])
        }
    }
}

/// The variant with this id.
///
/// # Errors
/// There is none.
pub(super) fn find(id: &str) -> Result<&'static dyn Variant> {
    variants::find(id).with_context(|| format!("there is no variant {id}; see `variant list`"))
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
