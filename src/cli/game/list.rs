//! `game list`: games, by player, variant, side to move, status, and how long nothing has happened.

use anyhow::{Context, Result};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use clap::Args;
use serde_json::{Value, json};

use crate::cli::{Json, Server, known, print_rows};
use crate::games::{GameRecord, variant_of};
use crate::ids::{GameId, PlayerId};
use crate::letters::views;
use crate::office::shown::view_of;
use crate::office::{Office, account, stamp, stored_game};
use crate::status::GameStatus;
use crate::store::{GameRow, Snapshot};
use crate::text::clean;
use crate::time::Length;
use crate::variants::Games;

use super::describe;

/// So many games are read at once, so that the memory needed does not depend on their number.
const PAGE: usize = 100;

/// Arguments of `game list`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: zugpost game list --player Anna --to-move white\n\
                  zugpost game list --idle-since 30d     (nobody has done anything for 30 days)"
)]
pub struct ListArgs {
    /// Only those that are playing, finished, aborted or frozen
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Only those of a player: name or address
    #[arg(long, value_name = "WHO")]
    player: Option<String>,
    /// Only those of a variant (`zugpost variant list`)
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Only those in which a seat (white, red …) or a player is to move
    #[arg(long, value_name = "SEAT|WHO")]
    to_move: Option<String>,
    /// Only those in which nothing has happened since a day (2026-01-31) or for a length of time (30d); without --status
    /// only those that are being played
    #[arg(long, value_name = "DATE|LENGTH")]
    idle_since: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    json: Json,
}

/// Which games are listed.
struct Filter {
    status: Option<GameStatus>,
    player: Option<PlayerId>,
    variant: Option<String>,
    to_move: Option<Mover>,
    /// Nothing has happened at this time or after it.
    idle_since: Option<String>,
}

/// Who is to move.
enum Mover {
    /// A seat, by its word.
    Seat(String),
    Player(PlayerId),
}

impl Filter {
    fn new(office: &Office, store: &dyn Snapshot, args: &ListArgs) -> Result<Self> {
        let player = |who: &String| account::find(store, who).map(|player| player.id);
        let idle_since = args.idle_since.as_deref();
        let now = office.stamp().parse()?;
        let idle_since = idle_since.map(|text| since(text, now)).transpose()?;
        let status = match args.status.as_deref() {
            Some(word) => Some(known(word, GameStatus::ALL)?),
            None => idle_since.as_ref().map(|_| GameStatus::Playing),
        };
        Ok(Self {
            status,
            player: args.player.as_ref().map(player).transpose()?,
            variant: args
                .variant
                .as_deref()
                .map(|word| variant(office.games(), store, word))
                .transpose()?,
            to_move: match &args.to_move {
                Some(word) if is_seat(office.games(), word) => {
                    Some(Mover::Seat(word.to_lowercase()))
                }
                Some(who) => Some(Mover::Player(player(who)?)),
                None => None,
            },
            idle_since,
        })
    }

    fn keeps(&self, store: &dyn Snapshot, row: &GameRow) -> Result<bool> {
        let course = &row.course;
        let idle = |since: &String| row.updated_at < *since;
        let fits = self
            .variant
            .as_ref()
            .is_none_or(|variant| row.variant == *variant)
            && self.idle_since.as_ref().is_none_or(idle)
            && (self.to_move.is_none() || course.status == GameStatus::Playing);
        if !fits || self.to_move.is_none() && self.player.is_none() {
            return Ok(fits);
        }
        let seats = store.seats(row.id)?;
        let mover = usize::from(course.to_move);
        let moves = match &self.to_move {
            None => true,
            Some(Mover::Player(player)) => {
                seats.get(mover).is_some_and(|seat| seat.player == *player)
            }
            Some(Mover::Seat(word)) => {
                variant_of(row).is_some_and(|one| one.seats().get(mover) == Some(&word.as_str()))
            }
        };
        let plays = |player| seats.iter().any(|seat| seat.player == player);
        Ok(moves && self.player.is_none_or(plays))
    }
}

/// # Errors
/// There is no such status, player or variant, or the time cannot be read.
pub(super) fn run(server: &mut Server, args: &ListArgs) -> Result<()> {
    let filter = server.look(|office, store| Filter::new(office, store, args))?;
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut after = GameId(0);
    while left > 0 {
        let (last, rows, lines) = server.look(|office, store| {
            let page = store.games(filter.status, after, PAGE)?;
            let last = page.last().map(|row| row.id);
            let (mut rows, mut lines) = (Vec::new(), Vec::new());
            for row in page {
                if rows.len() < left && filter.keeps(store, &row)? {
                    let (value, line) = listed(office, store, &row)?;
                    rows.push(value);
                    lines.push(line);
                }
            }
            Ok((last, rows, lines))
        })?;
        left -= rows.len();
        print_rows(args.json.json, &rows, &lines)?;
        match last {
            Some(last) => after = last,
            None => break,
        }
    }
    Ok(())
}

/// A game as JSON and as a line.
fn listed(office: &Office, store: &dyn Snapshot, row: &GameRow) -> Result<(Value, String)> {
    let stored = match stored_game(store, row.id) {
        Ok(stored) => stored,
        Err(error) => {
            let error = office.voice().error(&error);
            let line = format!("#{} cannot be read: {error}", row.id);
            return Ok((json!({"game": row.id.0, "error": error}), line));
        }
    };
    let events = store.events(row.id, None)?;
    let record = GameRecord::new(&stored, &events);
    let game = views::game_line(&view_of(&stored), office.voice());
    let (begun, last) = (day(&row.created_at), minute(&row.updated_at));
    let line = format!("{game}; begun {begun}, last event {last}");
    Ok((describe(&record, &stored)?, line))
}

/// `2026-01-31`, of a stored time.
fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}

/// `2026-01-31 12:00`, of a stored time.
fn minute(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

/// The id of a game that can be played, or was once.
fn variant(games: &Games, store: &dyn Snapshot, word: &str) -> Result<String> {
    let mut known = games.find(word).map(|variant| variant.id().to_owned());
    if known.is_none() {
        let played = store.rules_versions(GameStatus::ALL)?.into_iter();
        known = played
            .map(|(id, ..)| id)
            .find(|id| id.eq_ignore_ascii_case(word));
    }
    let word = clean(word, 40);
    known.with_context(|| format!("there is no variant {word:?}; see `zugpost variant list`"))
}

/// Whether a word is that of a seat in any game.
fn is_seat(games: &Games, word: &str) -> bool {
    let mut seats = games.all().flat_map(|variant| variant.seats());
    seats.any(|seat| seat.eq_ignore_ascii_case(word))
}

/// The time that a day begins with in UTC, or that lies so far back: as a stored time.
///
/// # Errors
/// It is neither a day nor a length of time.
fn since(text: &str, now: DateTime<Utc>) -> Result<String> {
    if let Ok(day) = text.parse::<NaiveDate>() {
        return Ok(format!("{day}T00:00:00Z"));
    }
    let length = text.parse::<Length>().ok();
    let seconds = length.and_then(|length| TimeDelta::try_seconds(length.seconds()));
    let time = seconds.and_then(|length| now.checked_sub_signed(length));
    let text = clean(text, 40);
    let odd = || format!("{text:?} is neither a day like 2026-01-31 nor a length like 30d");
    time.map(stamp).with_context(odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_lengths_are_times() {
        let now = "2026-03-31T12:00:00Z".parse().expect("a time");
        let read = |text| since(text, now).ok();
        assert_eq!(read("2026-03-01").as_deref(), Some("2026-03-01T00:00:00Z"));
        assert_eq!(read("30d").as_deref(), Some("2026-03-01T12:00:00Z"));
        assert_eq!(read("1d12h").as_deref(), Some("2026-03-30T00:00:00Z"));
        for odd in ["", "soon", "2026-02-30", "-3d", "30"] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn seats_of_all_games_are_known() {
        let games = Games::built_in();
        assert!(
            ["white", "Red", "blue"]
                .into_iter()
                .all(|word| is_seat(games, word))
        );
        assert!(!is_seat(games, "anna"));
    }
}
