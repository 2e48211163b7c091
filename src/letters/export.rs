//! A game as `export` and `game export` write it: in the format of other programs where there is one, else turn by
//! turn in its own notation.

use anyhow::Result;
use minijinja::context;

use crate::games::export::{Comment, Format, comments, pgn, wxf};
use crate::games::{GameLog, GameRecord, StoredGame};
use crate::ids::GameId;
use crate::rules::game::Seat;
use crate::text::{SENTENCE, capitalised, with_bars};
use crate::words::{Voice, Words};

use super::query::{Asker, Reply};
use super::views;

/// The columns of a file: the standard of PGN wants fewer than 80.
pub const FILE_WIDTH: usize = 79;

/// The lines of a game as anybody may read it.
///
/// # Errors
/// The rules of the game are not known here, or a turn of it cannot be played.
pub fn lines(
    stored: &StoredGame,
    record: &GameRecord,
    format: Format,
    width: usize,
) -> Result<Vec<String>> {
    written(stored, record, format, &[], width)
}

/// A game as a reader may read it, with what was said if he has a seat, in the format of its variant; and its record.
///
/// # Errors
/// A turn of the game cannot be played.
pub fn of_reader(
    log: &GameLog,
    stored: &StoredGame,
    reader: Option<Seat>,
    width: usize,
) -> Result<(GameRecord, Format, Vec<String>)> {
    let events = log.until(stored.seq);
    let record = GameRecord::new(stored, events).public();
    // The turns of a game whose rules are not known here cannot be played.
    let format = match stored.rules_known() {
        true => Format::of(&record.variant),
        false => Format::Text,
    };
    let said = match reader {
        Some(seat) => comments(&stored.row, &stored.seats, events, seat)?,
        None => Vec::new(),
    };
    let lines = written(stored, &record, format, &said, width)?;
    Ok((record, format, lines))
}

/// A game with what was said, as a player of it may read it.
fn written(
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
    for Comment { after, by, words } in comments {
        let turn = after.checked_sub(1).and_then(|last| stored.turns.get(last));
        let turn = turn.map(|turn| format!("{} ", turn.label));
        let who = by.map_or("Umpire", |seat| stored.player_name(seat));
        let turn = turn.unwrap_or_default();
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
        lines.extend(views::course(stored, english()));
    } else {
        let turns = stored.turns.iter();
        lines.extend(turns.map(|turn| format!("{} {}", turn.label, turn.text)));
    }
    lines.push(result);
    lines
}

fn english() -> Voice<'static> {
    Words::built_in().english()
}

impl Asker<'_> {
    /// A game of the player's, with what was said, or another one, without it.
    pub(super) fn export(
        &self,
        stored: &StoredGame,
        seat: Seat,
        game: Option<GameId>,
    ) -> Result<Reply> {
        match game.filter(|game| *game != stored.row.id) {
            Some(number) => self.export_of(number),
            None => self.exported(stored, Some(seat)),
        }
    }

    /// The game of this number, with what was said if the reader has a seat in it. Of a private game others are told
    /// the same as of one that is not there.
    pub(super) fn export_of(&self, number: GameId) -> Result<Reply> {
        let log = self.shown.games.get(&number);
        match log.map(|log| (log, self.own_seat(log))) {
            Some((log, own)) if own.is_some() || !log.row.private => {
                self.exported(&log.now()?, own)
            }
            _ => {
                let args = context! { game => number.0 };
                Ok(Reply::plain(self.say("export-none", args)))
            }
        }
    }

    fn exported(&self, stored: &StoredGame, reader: Option<Seat>) -> Result<Reply> {
        let log = self.shown.game(stored.row.id)?;
        let (record, format, lines) = of_reader(log, stored, reader, SENTENCE)?;
        let args = context! { game => record.game, format => format.as_str() };
        Ok(Reply::with(self.say("export-title", args), lines))
    }
}
