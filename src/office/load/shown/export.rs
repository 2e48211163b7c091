//! A game as `export` and `game export` write it: in the format of other programs where there is one, else turn by
//! turn in its own notation.

use anyhow::Result;

use crate::games::export::{Comment, Format, comments, pgn, wxf};
use crate::games::{GameLog, GameRecord, StoredGame};
use crate::letters::views;
use crate::rules::game::Seat;
use crate::text::{capitalised, with_bars};
use crate::words::Words;

use super::game::{course_of, view_of};

/// The columns of a file: the standard of PGN wants fewer than 80.
pub const FILE_WIDTH: usize = 79;

/// A game as a reader may read it, with what was said if they have a seat, in the format of
/// its variant; and its record.
///
/// # Errors
/// A turn of the game cannot be played.
pub fn of_reader(
    log: &GameLog,
    stored: &StoredGame,
    reader: Option<Seat>,
    width: usize,
) -> Result<(GameRecord, Format, Vec<String>)> {
    chosen(log, stored, reader, &|_| true, width)
}

/// The same with what was said as far as the reader `reads` it.
///
/// # Errors
/// As [`of_reader`].
pub(super) fn chosen(
    log: &GameLog,
    stored: &StoredGame,
    reader: Option<Seat>,
    reads: &dyn Fn(&Comment) -> bool,
    width: usize,
) -> Result<(GameRecord, Format, Vec<String>)> {
    let mut said = match reader {
        Some(seat) => comments(&stored.row, &stored.seats, log.until(stored.seq), seat)?,
        None => Vec::new(),
    };
    said.retain(reads);
    commented(log, stored, &said, width)
}

/// The same with these comments.
///
/// # Errors
/// As [`of_reader`].
pub(super) fn commented(
    log: &GameLog,
    stored: &StoredGame,
    said: &[Comment],
    width: usize,
) -> Result<(GameRecord, Format, Vec<String>)> {
    let record = GameRecord::new(stored, log.until(stored.seq)).public();
    // The turns of a game whose rules are not known here cannot be played.
    let format = match stored.rules_known {
        true => Format::of(&record.variant),
        false => Format::Text,
    };
    let lines = lines(stored, &record, format, said, width)?;
    Ok((record, format, lines))
}

/// The lines of a game with what was said, as its readers may read it.
///
/// # Errors
/// The rules of the game are not known here, or a turn of it cannot be played.
pub fn lines(
    stored: &StoredGame,
    record: &GameRecord,
    format: Format,
    comments: &[Comment],
    width: usize,
) -> Result<Vec<String>> {
    let mut lines = match format {
        Format::Pgn => return pgn::lines(record, comments, width),
        Format::Wxf => wxf::lines(record)?,
        Format::Text => text(record, stored),
        Format::Json => vec![serde_json::to_string(record)?],
    };
    if !comments.is_empty() {
        lines.push(String::new());
    }
    for comment in comments {
        let Comment { after, words, .. } = comment;
        let turn = after.checked_sub(1).and_then(|last| stored.turns.get(last));
        let turn = turn.map_or(String::new(), |turn| format!("{} ", turn.label));
        let who = (comment.by).map_or(comment.other(), |seat| stored.player_name(seat));
        lines.extend(with_bars(&format!("{turn}{who}: {words}")));
    }
    Ok(lines)
}

/// Tags, then the turns, then the result.
fn text(record: &GameRecord, stored: &StoredGame) -> Vec<String> {
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
        let (game, course) = (view_of(stored), course_of(stored, 0));
        let english = Words::built_in().english();
        lines.extend(views::course(&game, &course, english));
    } else {
        let turns = stored.turns.iter();
        lines.extend(turns.map(|turn| format!("{} {}", turn.label, turn.text)));
    }
    lines.push(result);
    lines
}
