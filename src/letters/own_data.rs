//! What is stored about a player, as files for himself (`export me`).

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Value, json};

use crate::games::export::Format;
use crate::games::{GameRecord, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::rules::game::Seat;
use crate::store::Snapshot;
use crate::text::harmless;

use super::data::{Answer, Content, Part, Query};
use super::export::{self, FILE_WIDTH};

/// At most so many games are looked at.
const MOST_GAMES: usize = 5000;
/// At most so many of a player's challenges and notes.
const MOST_ROWS: usize = 10_000;
/// The files have about so many bytes together at most: many mail hosts take no letter of more than ten megabytes.
const MOST_BYTES: usize = 5 << 20;

/// A text that goes with a letter as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Its name, plain ASCII.
    pub name: &'static str,
    /// Its media type without parameters: `application/json`.
    pub media_type: &'static str,
    /// The text; lines end with `\n`.
    pub text: String,
}

/// Whether a letter answers `export me`.
pub(super) fn is_asked_for(content: &Content) -> bool {
    let answer = match content {
        Content::Seat { answer, .. } | Content::Player { answer, .. } => answer.as_ref(),
        Content::Games { answer, .. } => Some(answer),
        _ => None,
    };
    let asks = |answer: &Answer| {
        let mut parts = answer.echoes.iter().flat_map(|echo| &echo.parts);
        parts.any(|part| {
            matches!(
                part,
                Part::Query {
                    query: Query::ExportMe,
                    ..
                }
            )
        })
    };
    answer.is_some_and(asks)
}

/// All files about a player: `player.json` with everything, and his games as `export` writes them.
///
/// # Errors
/// The store fails, or a game cannot be loaded.
pub(super) fn files(store: &dyn Snapshot, reader: PlayerId) -> Result<Vec<TextFile>> {
    let mut texts: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let (mut records, mut left_out, mut size) = (Vec::new(), Vec::new(), 0);
    let mut games = store.games_of(reader, false, MOST_GAMES)?;
    games.dedup_by_key(|(game, _)| game.id);
    for (game, _) in games {
        if size > MOST_BYTES {
            left_out.push(game.id.0);
            continue;
        }
        let Some(WrittenGame { record, file, text }) = game_of(store, game.id, reader)? else {
            continue;
        };
        size += text.len() + record.to_string().len();
        records.push(record);
        let whole = texts.entry(file).or_default();
        whole.push_str(&text);
        whole.push('\n');
    }
    let about = about(store, reader, &records, &left_out)?;
    let file = |((name, media_type), text): ((&'static str, &'static str), String)| TextFile {
        name,
        media_type,
        text: blanked_lines(&text),
    };
    let first = (("player.json", "application/json"), format!("{about:#}\n"));
    Ok(std::iter::once(first).chain(texts).map(file).collect())
}

/// The text without tokens and without what may not be shown, line by line.
fn blanked_lines(text: &str) -> String {
    text.lines().map(|line| harmless(line) + "\n").collect()
}

/// A game in both forms.
struct WrittenGame {
    /// As JSON.
    record: Value,
    /// Name and media type of the file that its text goes to.
    file: (&'static str, &'static str),
    /// As `export` writes it.
    text: String,
}

fn game_of(store: &dyn Snapshot, game: GameId, reader: PlayerId) -> Result<Option<WrittenGame>> {
    let Some(stored) = StoredGame::load(store, game)? else {
        return Ok(None);
    };
    let events = store.events(game, None)?;
    let record = GameRecord::new(&stored, &events).public();
    let seat = stored.seats.iter().find(|row| row.player == reader);
    let seat = seat.map(|row| Seat(row.seat));
    let (format, lines) = export::of_reader(&stored, &record, &events, seat, FILE_WIDTH)?;
    let file = match format {
        Format::Pgn => ("games.pgn", "application/vnd.chess-pgn"),
        Format::Wxf => ("games.wxf", "text/plain"),
        Format::Text | Format::Json => ("games.txt", "text/plain"),
    };
    Ok(Some(WrittenGame {
        record: serde_json::to_value(&record)?,
        file,
        text: lines.join("\n") + "\n",
    }))
}

/// Everything but the texts of games.
fn about(
    store: &dyn Snapshot,
    reader: PlayerId,
    games: &[Value],
    left_out: &[i64],
) -> Result<Value> {
    let Some(player) = store.player(reader)? else {
        return Ok(Value::Null);
    };
    let settings = player
        .settings
        .as_deref()
        .map(serde_json::from_str::<Value>);
    let addresses = store.address_rows(reader)?;
    let addresses = addresses.iter().map(|row| {
        json!({ "address": row.address, "main": row.main, "trouble_at": row.trouble_at, "trouble": row.trouble })
    });
    let log = store.player_log(reader)?;
    let log = log
        .iter()
        .map(|row| json!({ "at": row.at, "what": row.what, "value": row.value }));
    let leaves = store.leaves(reader, "")?;
    let leaves = leaves
        .iter()
        .map(|row| json!({ "from": row.from_at, "to": row.to_at }));
    let mut relations = Vec::new();
    for row in store.relations(reader)? {
        let name = store.player(row.other)?.map(|other| other.name);
        relations
            .push(json!({ "player": name, "relation": row.relation.as_str(), "since": row.at }));
    }
    let notes = store.notes(reader, None, MOST_ROWS)?;
    let notes = notes
        .iter()
        .map(|row| json!({ "game": row.game.0, "at": row.at, "text": row.text }));
    let challenges = store.challenges_of(reader, MOST_ROWS)?;
    let challenges = challenges.iter().map(|row| {
        let terms: Value = serde_json::from_str(&row.terms).unwrap_or_default();
        json!({ "number": row.id.0, "made_by_me": row.maker == reader, "created_at": row.created_at, "terms": terms })
    });
    let watched = store.watched(reader)?.into_iter().map(|game| game.0);
    let member = &player.membership;
    Ok(json!({
        "number": player.id.0,
        "name": player.name,
        "since": member.since,
        "renamed_at": member.named_at,
        "left_at": member.left_at,
        "language": player.language,
        "format": player.format.to_string(),
        "zone": player.times.zone,
        "quiet": player.times.quiet,
        "remind": player.times.remind,
        "calendar": player.times.calendar,
        "settings": settings.and_then(Result::ok),
        "addresses": addresses.collect::<Vec<_>>(),
        "log": log.collect::<Vec<_>>(),
        "leave": leaves.collect::<Vec<_>>(),
        "relations": relations,
        "notes": notes.collect::<Vec<_>>(),
        "challenges": challenges.collect::<Vec<_>>(),
        "watched": watched.collect::<Vec<_>>(),
        "games": games,
        "games_left_out": left_out,
    }))
}
