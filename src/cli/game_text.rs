//! A game as `game export` prints it.

use crate::games::{GameRecord, StoredGame};
use crate::letters::views;
use crate::text::capitalised;
use crate::words::Words;

/// Tags, then the turns, then the result.
pub(super) fn lines(record: &GameRecord, stored: &StoredGame) -> Vec<String> {
    let mut lines = vec![
        format!("[Game \"{}\"]", record.game),
        format!("[Variant \"{}\"]", record.variant),
        format!("[Created \"{}\"]", record.created_at),
    ];
    if let Some(options) = record.options.as_object() {
        lines.extend(options.iter().map(|(key, option)| {
            format!("[Option \"{key}={}\"]", option.as_str().unwrap_or_default())
        }));
    }
    let start = record.start.iter();
    lines.extend(start.map(|start| format!("[Position \"{start}\"]")));
    for seat in &record.seats {
        let name = capitalised(&seat.seat);
        lines.push(format!("[{name} \"{}\"]", seat.player));
    }
    let result = record.result.clone().unwrap_or_else(|| "*".to_owned());
    lines.push(format!("[Result \"{result}\"]"));
    let reason = record.reason.iter();
    lines.extend(reason.map(|reason| format!("[Reason \"{reason}\"]")));
    lines.push(String::new());
    if stored.seats.len() > 2 {
        // In English, since programs read it.
        lines.extend(views::course(stored, Words::built_in().english()));
    } else {
        let turns = stored.turns.iter();
        lines.extend(turns.map(|turn| format!("{} {}", turn.label, turn.text)));
    }
    lines.push(result);
    lines
}
