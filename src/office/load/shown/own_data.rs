//! What is stored about a player, as files for that player (`export me`).

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Value, json};

use crate::games::GameLog;
use crate::games::export::Format;
use crate::ids::{About, PlayerId};
use crate::letters::shown::{NOTES, Shown};
use crate::letters::{LetterData, Part, PlayerSettings, Query};
use crate::mail::{SentContent, SentFile};
use crate::office::ratings;
use crate::rules::game::Seat;
use crate::store::Snapshot;
use crate::text::{counted, harmless};

use super::export::{self, FILE_WIDTH};

/// At most so many games are looked at.
const MOST_GAMES: usize = 5000;
/// At most so many of a player's challenges and notes.
const MOST_ROWS: usize = 10_000;
/// The files have about so many bytes together at most: many mail hosts take no letter of more than ten megabytes.
const MOST_BYTES: usize = 5 << 20;

/// Everything that is stored about a player, line by line, for that player;
/// their games are in [`files`].
///
/// # Errors
/// The store cannot be read.
pub(super) fn lines(store: &dyn Snapshot, reader: PlayerId) -> Result<Vec<(String, String)>> {
    let Some(player) = store.player(reader)? else {
        return Ok(Vec::new());
    };
    // These have lines of their own.
    let mut settings = PlayerSettings::of_stored(player.settings.as_deref());
    let mistakes = settings.mistakes();
    settings.set_mistakes(&Vec::new());
    let mut lines = Vec::new();
    let mut add = |name: &str, value: &str| lines.push((name.to_owned(), value.to_owned()));
    let some = |value: &Option<String>| value.clone().unwrap_or_default();
    let member = &player.membership;
    for (name, value) in [
        ("number", player.id.to_string()),
        ("name", player.name.clone()),
        ("since", member.since.clone()),
        ("renamed", some(&member.named_at)),
        ("left", some(&member.left_at)),
        ("language", some(&player.language)),
        ("format", player.format.to_string()),
        ("zone", some(&player.times.zone)),
        ("quiet", some(&player.times.quiet)),
        ("remind", some(&player.times.remind)),
        ("calendar", player.times.calendar.to_string()),
        ("settings", some(&settings.to_stored())),
    ] {
        if !value.is_empty() {
            add(name, &value);
        }
    }
    for row in store.address_rows(reader)? {
        let main = if row.main { " (main)" } else { "" };
        add("address", &format!("{}{main}", row.address));
        if let (Some(at), Some(why)) = (&row.trouble_at, &row.trouble) {
            add("  trouble", &format!("{at} {why}"));
        }
    }
    for row in store.player_log(reader)? {
        add("log", &format!("{} {} {}", row.at, row.what, row.value));
    }
    for row in store.leaves(reader, "")? {
        add("leave", &format!("{} to {}", row.from_at, row.to_at));
    }
    for row in store.relations(reader)? {
        let other = store.player(row.other)?;
        let name = other.map_or_else(String::new, |other| other.name);
        add(row.relation.as_str(), &format!("{name} since {}", row.at));
    }
    for one in ratings::history(store, &player, None)? {
        let list = match one.list.as_str() {
            "" => "all games for two",
            list => list,
        };
        let (month, points, deviation) = (&one.month, one.points, one.deviation);
        let games = counted(i64::from(one.games), "game", "games");
        let line = format!("{list} {month} {points} +/- {deviation}, {games}");
        add("rating", &line);
    }
    for note in store.notes(reader, None, NOTES)? {
        let line = format!("#{} {} {}", note.game, note.at, note.text);
        add("note", &line.replace('\n', " / "));
    }
    for row in store.reviews(Some(reader), MOST_ROWS)? {
        add("review", &format!("#{} asked {}", row.game, row.asked_at));
    }
    for mistake in mistakes {
        let (game, turn) = (mistake.game, mistake.moment.turn + 1);
        let (played, better) = (&mistake.played, &mistake.moment.better);
        let line = format!("#{game}, turn {turn}: {played}, better {better}");
        add("mistake", &line);
    }
    Ok(lines)
}

/// The files of a letter that answers `export me`: `player.json` with everything, and the player's
/// games as `export` writes them.
///
/// # Errors
/// The store fails, or a game cannot be loaded.
pub fn files(
    store: &dyn Snapshot,
    shown: &Shown,
    data: &LetterData,
    about: Option<About>,
) -> Result<Vec<SentFile>> {
    let asks = |part: &Part| matches!(part, Part::Query { query, .. } if *query == Query::ExportMe);
    let answer = data.answer(about);
    let echoes = answer.iter().flat_map(|(answer, _)| &answer.echoes);
    let mut parts = echoes.flat_map(|echo| &echo.parts);
    let Some(reader) = shown.reader.as_ref().filter(|_| parts.any(asks)) else {
        return Ok(Vec::new());
    };
    let reader = reader.id;
    let mut texts: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let (mut records, mut left_out, mut size) = (Vec::new(), Vec::new(), 0);
    let mut games = store.games_of(reader, false, MOST_GAMES)?;
    games.dedup_by_key(|(game, _)| game.id);
    for (game, _) in games {
        if size > MOST_BYTES {
            left_out.push(game.id.0);
            continue;
        }
        let Some(log) = GameLog::load(store, game.id)? else {
            continue;
        };
        let stored = log.now()?;
        let seat = stored.seats.iter().find(|row| row.player == reader);
        let seat = seat.map(|row| Seat(row.seat));
        let (record, format, lines) = export::of_reader(&log, &stored, seat, FILE_WIDTH)?;
        let record = serde_json::to_value(&record)?;
        let text = lines.join("\n") + "\n";
        size += text.len() + record.to_string().len();
        records.push(record);
        // Name and media type of the file that its text goes to.
        let file = match format {
            Format::Pgn => ("games.pgn", "application/vnd.chess-pgn"),
            Format::Wxf => ("games.wxf", "text/plain"),
            Format::Text | Format::Json => ("games.txt", "text/plain"),
        };
        let whole = texts.entry(file).or_default();
        whole.push_str(&text);
        whole.push('\n');
    }
    let about = all(store, reader, &records, &left_out)?;
    let file = |((name, media_type), text): ((&str, &'static str), String)| SentFile {
        name: name.to_owned(),
        media_type,
        content: SentContent::Text(blanked_lines(&text)),
    };
    let first = (("player.json", "application/json"), format!("{about:#}\n"));
    Ok(std::iter::once(first).chain(texts).map(file).collect())
}

/// The text without tokens and without what may not be shown, line by line.
fn blanked_lines(text: &str) -> String {
    text.lines().map(|line| harmless(line) + "\n").collect()
}

/// Everything but the texts of games.
fn all(store: &dyn Snapshot, reader: PlayerId, games: &[Value], left_out: &[i64]) -> Result<Value> {
    let Some(player) = store.player(reader)? else {
        return Ok(Value::Null);
    };
    let settings = player.settings.as_deref().map(serde_json::from_str);
    let settings: Option<Value> = settings.and_then(Result::ok);
    let mut relations = Vec::new();
    for row in store.relations(reader)? {
        let (name, relation) = (store.player(row.other)?.map(|it| it.name), row.relation);
        relations.push(json!({ "player": name, "relation": relation.as_str(), "since": row.at }));
    }
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
        "settings": settings,
        "addresses": each(store.address_rows(reader)?, |row| json!({
            "address": row.address,
            "main": row.main,
            "trouble_at": row.trouble_at,
            "trouble": row.trouble,
        })),
        "log": each(store.player_log(reader)?, |row| {
            json!({ "at": row.at, "what": row.what, "value": row.value })
        }),
        "leave": each(store.leaves(reader, "")?, |row| {
            json!({ "from": row.from_at, "to": row.to_at })
        }),
        "relations": relations,
        "notes": each(store.notes(reader, None, MOST_ROWS)?, |row| {
            json!({ "game": row.game.0, "at": row.at, "text": row.text })
        }),
        "challenges": each(store.challenges_of(reader, MOST_ROWS)?, |row| json!({
            "number": row.id.0,
            "made_by_me": row.maker == reader,
            "created_at": row.created_at,
            "terms": serde_json::from_str::<Value>(&row.terms).unwrap_or_default(),
        })),
        "reviews": each(store.reviews(Some(reader), MOST_ROWS)?, |row| {
            json!({ "game": row.game.0, "asked_at": row.asked_at })
        }),
        "watched": each(store.watched(reader)?, |game| json!(game.0)),
        "games": games,
        "games_left_out": left_out,
    }))
}

/// A JSON array with what `json` makes of each row.
fn each<T>(rows: Vec<T>, json: impl FnMut(T) -> Value) -> Value {
    rows.into_iter().map(json).collect()
}
