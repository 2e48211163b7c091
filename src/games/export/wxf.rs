//! Xiangqi in the text format of its programs (files `.wxf`): fields, then the moves in the notation of the World
//! Xiangqi Federation between `START{` and `}END`.

use anyhow::{Context, Result};

use crate::text::clean;

use super::super::record::GameRecord;
use super::{date, player, result, start};

/// The lines of a game. Turns that were taken back are not in it.
///
/// # Errors
/// The rules of the game are not known here, or a turn of it cannot be played.
pub fn lines(record: &GameRecord) -> Result<Vec<String>> {
    let mut game = start(record)?;
    let placed =
        record.start.is_some() || !record.options.as_object().is_none_or(|all| all.is_empty());
    let position = game.position();
    let number = record.game.to_string();
    let date = date(record);
    let fields = [
        Some(("FORMAT", "WXF")),
        Some(("GAME", number.as_str())),
        Some(("DATE", date.as_str())),
        Some(("RED", player(record, 0))),
        Some(("BLACK", player(record, 1))),
        Some(("RESULT", result(record))),
        placed.then_some(("FEN", position.as_str())),
    ];
    let fields = fields.into_iter().flatten();
    let mut lines: Vec<String> = fields
        .map(|(name, value)| format!("{name:<8}{}", clean(value, 200)))
        .collect();
    lines.push("START{".to_owned());
    let mut row = String::new();
    for (index, turn) in record.turns.iter().enumerate() {
        let context = || format!("turn {} of game #{}", index + 1, record.game);
        let played = game.play(turn).with_context(context)?;
        let wxf = played.also.with_context(context)?;
        match played.label.strip_suffix("...") {
            // Black's move follows Red's.
            Some(_) if !row.is_empty() => lines.push(format!("{row} {wxf}")),
            Some(number) => lines.push(format!("{number}. ... {wxf}")),
            None => {
                row = format!("{} {wxf}", played.label);
                continue;
            }
        }
        row.clear();
    }
    lines.extend(Some(row).filter(|row| !row.is_empty()));
    lines.push("}END".to_owned());
    Ok(lines)
}
