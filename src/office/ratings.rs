//! Ratings are counted from the results of all games (docs/ratings.md), and stored together.

mod ending;
mod limits;
mod moved;

pub use ending::at_end;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use chrono::{DateTime, Datelike, TimeDelta, Utc};

use crate::games::{Account, RatedEnd, instant};
use crate::ids::{GameId, PlayerId};
use crate::letters::shown::ShownRating;
use crate::ratings::{self, CLUB, Counted, METHOD, Month, RatedGame, Rating, flags};
use crate::rules::Variant;
use crate::store::{self, OutageRow, PlayerRow, RatedRow, RatingRow, Snapshot, Store};
use crate::variants::by_file::rated_as::{self, Listed};
use crate::variants::{Games, by_file};

use crate::office::load::mailboxes::People;
use crate::office::{Office, knowledge, stamp};

/// An outage so long before a deadline excuses who has lost by it, and so does a letter that came back.
const EXCUSING: TimeDelta = TimeDelta::hours(72);

/// What was counted, and what is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Recount {
    /// The last month that is due; empty: none is.
    pub month: String,
    /// How many games count.
    pub games: usize,
    /// How many ratings follow from them.
    pub ratings: usize,
    /// Those that are stored in another way, or are not stored: list, player, month.
    pub differences: Vec<(String, i64, String)>,
}

impl Office {
    /// Whether games can be rated: not while a host works that does not know of it.
    pub(in crate::office) fn can_rate(&self) -> bool {
        knowledge::all_know(knowledge::Known::Ratings, self.lacking())
    }

    /// Counts all ratings once a day, so that a result that was corrected counts. Returns how many have changed.
    ///
    /// # Errors
    /// The store fails.
    pub fn count_ratings(&mut self, store: &mut dyn Store) -> Result<usize> {
        let due = due(self.now());
        let now = self.counted_now(due);
        let rests = |store: &dyn Snapshot| {
            Ok(store.ratings_counted()?.as_ref() == Some(&now) || store.flags_rest()?)
        };
        if store::read(store, rests)? {
            return Ok(0);
        }
        let (rows, same, moved, before) = store::read(store, |store| {
            let rows = counted(store, due)?.1;
            let (before, stored) = (store.ratings_counted()?, store.all_ratings()?);
            let same = store::rating_changes(&stored, &rows).is_empty();
            let moved = moved::moved(&stored, &rows, before.as_deref());
            Ok((rows, same, moved, before))
        })?;
        self.note_moved(store, before.as_deref(), &moved)?;
        replace(store, &rows, same, &now)
    }

    /// Counts all ratings again and compares them with those that are stored; with `act` these are replaced.
    ///
    /// # Errors
    /// The store fails.
    pub fn recount(&mut self, store: &mut dyn Store, act: bool) -> Result<Recount> {
        let due = due(self.now());
        let (games, rows, stored, before) = store::read(store, |store| {
            let (games, rows) = counted(store, due)?;
            Ok((games, rows, store.all_ratings()?, store.ratings_counted()?))
        })?;
        if act {
            let moved = moved::moved(&stored, &rows, before.as_deref());
            self.note_moved(store, before.as_deref(), &moved)?;
        }
        let changes = store::rating_changes(&stored, &rows);
        let all = [changes.gone, changes.changed, changes.new];
        let mut differences: Vec<_> = all
            .into_iter()
            .flatten()
            .map(|row| (row.list.clone(), row.player.0, row.month.clone()))
            .collect();
        differences.sort();
        drop(stored);
        if act {
            let now = self.counted_now(due);
            replace(store, &rows, differences.is_empty(), &now)?;
        }
        Ok(Recount {
            month: due.to_string(),
            games,
            ratings: rows.len(),
            differences,
        })
    }

    /// What is noted with ratings that are counted now: the last month, the method, and the day.
    fn counted_now(&self, due: Month) -> String {
        format!("{due} {METHOD} {}", self.today())
    }
}

/// Stores the ratings that were counted, unless they are the `same` as those that are stored. Returns how many have changed.
fn replace(store: &mut dyn Store, rows: &[RatingRow], same: bool, counted: &str) -> Result<usize> {
    if same {
        // What another host has stored meanwhile is newer.
        store.note_counted(counted)?;
        return Ok(0);
    }
    Ok(store.set_ratings(rows, counted)?)
}

/// The last month that is to be counted at this time.
fn due(now: DateTime<Utc>) -> Month {
    let this = Month::of(&stamp(now)).unwrap_or(Month::FIRST);
    this.after(if now.day() >= Month::COUNTED { -1 } else { -2 })
}

/// The list in which games of a variant count: a game that came from an operator's file has one for each text of its
/// section.
fn list_of(variant: &str, section: Option<&str>) -> String {
    match (Games::built_in().find(variant), section) {
        // The first 8 bytes, as in terms.
        (None, Some(hash)) => format!("{variant} {}", hash.get(..16).unwrap_or(hash)),
        _ => variant.to_owned(),
    }
}

/// The list in which games of a variant count now.
pub fn list_of_game(game: &dyn Variant) -> String {
    let credits = game.credits();
    if let Some((name, section)) = credits.and_then(|credits| credits.rated_as) {
        return list_of(name, section);
    }
    let section = credits.map(|credits| by_file::section_hash(credits.section));
    list_of(game.id(), section.as_deref())
}

/// All ratings until a month, and how many games count.
fn counted(store: &dyn Snapshot, until: Month) -> Result<(usize, Vec<RatingRow>)> {
    let mut games = rated_games(store, None)?;
    games.retain(|game| Month::of(&game.ended_at).is_some_and(|month| month <= until));
    let games = not_excused(store, games)?.0;
    let counted = ratings::count(&games).into_iter();
    let mut rows: Vec<_> = counted.map(row_of).collect();
    rows.sort_unstable();
    Ok((games.len(), rows))
}

/// All ratings that follow from some of the games alone, as of `now`.
///
/// # Errors
/// The store cannot be read.
pub fn of_games(
    store: &dyn Snapshot,
    now: DateTime<Utc>,
    counts: &dyn Fn(GameId) -> bool,
) -> Result<Vec<Counted>> {
    let until = due(now);
    let mut games = rated_games(store, None)?;
    games.retain(|game| counts(game.game));
    games.retain(|game| Month::of(&game.ended_at).is_some_and(|month| month <= until));
    Ok(ratings::count(&not_excused(store, games)?.0))
}

/// The rated games that have ended, of a person who has an account or of all, in the order of their numbers.
fn rated_games(store: &dyn Snapshot, of: Option<PlayerId>) -> Result<Vec<RatedGame>> {
    let people = People::of(store)?;
    let kept = store.sections_with(rated_as::KEY)?.into_iter();
    let others = kept.filter_map(|(hash, text)| Some((hash, rated_as::of_kept(&text)?)));
    let others: BTreeMap<String, Listed> = others.collect();
    let rows = match of {
        None => store.rated_games(None)?,
        Some(player) => {
            let mut rows = Vec::new();
            for account in people.accounts(player) {
                rows.extend(store.rated_games(Some(account))?);
            }
            rows.sort_by_key(|row| row.game);
            rows.dedup_by_key(|row| row.game);
            rows
        }
    };
    let games = rows.into_iter();
    let games = games.map(|row| game_of(row, &others, &people));
    games.collect()
}

/// Those of these games that count although they were lost on time, and those that do not since a letter came back.
fn not_excused(
    store: &dyn Snapshot,
    games: Vec<RatedGame>,
) -> Result<(Vec<RatedGame>, BTreeSet<GameId>)> {
    let acted = |player, after: &str, until: &str| Ok(store.acted(player, after, until)?);
    let outages = store.outages("")?;
    let mut in_outage = BTreeSet::new();
    for game in &games {
        if let Some((_, deadline)) = &game.flag
            && is_in_outage(&outages, deadline)?
        {
            in_outage.insert(game.game);
        }
    }
    flags::counting(games, &in_outage, acted)
}

/// Whether an outage excuses who has lost by a deadline.
///
/// # Errors
/// It is no time.
pub fn is_in_outage(outages: &[OutageRow], deadline: &str) -> Result<bool> {
    let since = stamp(instant(deadline)? - EXCUSING);
    let mut outages = outages.iter();
    Ok(outages.any(|outage| outage.from_at.as_str() < deadline && outage.to_at > since))
}

/// A rated game as it is counted; `others`: the lists of sections whose games count in that of another game.
fn game_of(row: RatedRow, others: &BTreeMap<String, Listed>, people: &People) -> Result<RatedGame> {
    let end = RatedEnd::from_json(&row.end)?;
    let account: Option<Account> = row
        .account
        .as_deref()
        .map(serde_json::from_str)
        .transpose()?;
    let section = row.section.as_deref();
    let list = match section.and_then(|hash| others.get(hash)) {
        Some((name, section)) => list_of(name, section.as_deref()),
        None => list_of(&row.variant, section),
    };
    let came_back = account.as_ref().is_some_and(|account| {
        let soon = |came_back| account.came - came_back <= EXCUSING;
        account.came_back.is_some_and(soon)
    });
    let deadline = || account.map_or_else(|| row.ended_at.clone(), |account| stamp(account.came));
    Ok(RatedGame {
        game: row.game,
        list,
        places: end.places,
        people: row.players.iter().map(|one| people.person(*one)).collect(),
        flag: end.flag.map(|seat| (seat, deadline())),
        ended_at: row.ended_at,
        players: row.players,
        came_back: end.flag.is_some() && came_back,
        turns: end.turns,
        refused: end.refused,
    })
}

fn row_of(counted: Counted) -> RatingRow {
    RatingRow {
        list: counted.list,
        player: counted.player,
        month: counted.month.to_string(),
        rating: counted.rating.rating,
        deviation: counted.rating.deviation,
        volatility: counted.rating.volatility,
        games: counted.games,
        opponents: counted.opponents,
        of_two: counted.of_two,
    }
}

/// The rating of a player in a list for two as it was last counted, or the one with which they begin there.
fn present(store: &dyn Snapshot, player: PlayerId, list: &str) -> Result<Rating> {
    let rows = store.ratings_of(player)?;
    let until = counted_until(store)?.unwrap_or(Month::FIRST);
    let last = |list: &str| {
        rows.iter()
            .filter(|row| row.list == list)
            .filter_map(of_row)
            .next_back()
    };
    Ok(match last(list) {
        Some(known) => known.at(until),
        None => ratings::first(last(CLUB).map(|club| (club.rating, club.games))),
    })
}

/// The last month that was counted.
///
/// # Errors
/// The store cannot be read.
pub fn counted_until(store: &dyn Snapshot) -> Result<Option<Month>> {
    let counted = store.ratings_counted()?;
    Ok(counted.as_deref().and_then(Month::of))
}

/// The rating that each member has today in a list, those first that can be relied on, the highest first.
///
/// # Errors
/// The store cannot be read.
pub fn list(store: &dyn Snapshot, list: &str) -> Result<Vec<ShownRating>> {
    let Some(until) = counted_until(store)? else {
        return Ok(Vec::new());
    };
    let rows = store.ratings_in(list)?;
    let lines = rows
        .iter()
        .filter_map(|(row, name)| shown(name, row, Some(until)));
    let mut lines: Vec<_> = lines.collect();
    lines.sort_by_key(|line| (!line.sure, -line.points));
    Ok(lines)
}

/// As [`points_in`], of those whose rating is established.
///
/// # Errors
/// The store cannot be read.
pub fn established_in(store: &dyn Snapshot, list: &str) -> Result<BTreeMap<PlayerId, i64>> {
    points_of(store, list, |rating| rating.sure)
}

/// The rating that each player has in a list, in points; those without one are not in it.
///
/// # Errors
/// The store cannot be read.
pub fn points_in(store: &dyn Snapshot, list: &str) -> Result<BTreeMap<PlayerId, i64>> {
    points_of(store, list, |_| true)
}

fn points_of(
    store: &dyn Snapshot,
    list: &str,
    counts: fn(&ShownRating) -> bool,
) -> Result<BTreeMap<PlayerId, i64>> {
    let Some(until) = counted_until(store)? else {
        return Ok(BTreeMap::new());
    };
    let rows = store.ratings_in(list)?;
    let points = rows
        .iter()
        .filter_map(|(row, name)| Some((row.player, shown(name, row, Some(until))?)))
        .filter(|(_, rating)| counts(rating))
        .map(|(player, rating)| (player, rating.points));
    Ok(points.collect())
}

/// The rating that a player has today in each list.
///
/// # Errors
/// The store cannot be read.
pub fn of_player(store: &dyn Snapshot, player: &PlayerRow) -> Result<Vec<ShownRating>> {
    let Some(until) = counted_until(store)? else {
        return Ok(Vec::new());
    };
    let rows = store.ratings_of(player.id)?;
    // The last one of each list.
    let newest: BTreeMap<&str, &RatingRow> =
        rows.iter().map(|row| (row.list.as_str(), row)).collect();
    let newest = newest.into_values();
    Ok(newest
        .filter_map(|row| shown(&player.name, row, Some(until)))
        .collect())
}

/// The ratings of a player after each month with games: in a list, or in all; the newest first in each.
///
/// # Errors
/// The store cannot be read.
pub fn history(
    store: &dyn Snapshot,
    player: &PlayerRow,
    list: Option<&str>,
) -> Result<Vec<ShownRating>> {
    let mut rows = store.ratings_of(player.id)?;
    rows.retain(|row| list.is_none_or(|list| row.list == list));
    rows.sort_by(|one, other| (&one.list, &other.month).cmp(&(&other.list, &one.month)));
    Ok(rows
        .iter()
        .filter_map(|row| shown(&player.name, row, None))
        .collect())
}

/// A rating at the end of a month, or of the one in which it was counted; `None`: that cannot be read.
fn shown(name: &str, row: &RatingRow, at: Option<Month>) -> Option<ShownRating> {
    let counted = of_row(row)?;
    let at = at.unwrap_or(counted.month);
    let rating = counted.at(at);
    Some(ShownRating {
        list: counted.list.clone(),
        name: name.to_owned(),
        points: rating.points(),
        deviation: (rating.deviation + 50) / 100,
        sure: counted.is_established(at),
        games: counted.games,
        month: counted.month.to_string(),
    })
}

/// A stored rating; `None`: its month cannot be read.
fn of_row(row: &RatingRow) -> Option<Counted> {
    Some(Counted {
        list: row.list.clone(),
        player: row.player,
        month: Month::of(&row.month)?,
        rating: Rating {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
        },
        games: row.games,
        opponents: row.opponents,
        of_two: row.of_two,
    })
}
