//! `ratings`, and what counts of the games.

use std::collections::BTreeMap;

use super::{
    Connection, Result, View,
    statements::Statements,
    upkeep,
    values::{ToValue, Value},
};
use crate::ids::{GameId, PlayerId};
use crate::store::snapshot::ReadRatings;
use crate::store::{RatedRow, RatingChanges, RatingRow, rating_changes};

const SELECT: &str =
    "SELECT list, player_id, month, rating, deviation, volatility, games, opponents, of_two
     FROM ratings r";
const COLUMNS: &[&str] = &[
    "list",
    "player_id",
    "month",
    "rating",
    "deviation",
    "volatility",
    "games",
    "opponents",
    "of_two",
];
/// So many rows are written again, or added, together.
const CHANGED: usize = 500;
const ADDED: usize = 10_000;
/// The row of `meta` with the last month that was counted, and when.
const COUNTED: &str = "ratings";

impl ReadRatings for View<'_> {
    fn rated_games(&self, of: Option<PlayerId>) -> Result<Vec<RatedRow>> {
        let of: Vec<i64> = of.map(|player| player.0).into_iter().collect();
        let of: Vec<&dyn ToValue> = of.iter().map(|player| -> &dyn ToValue { player }).collect();
        let own = match of.is_empty() {
            true => "",
            false => "AND g.id IN (SELECT o.game_id FROM seats o WHERE o.player_id = ?1)",
        };
        let sql = format!(
            "SELECT s.game_id, s.player_id FROM games g JOIN seats s ON s.game_id = g.id
             WHERE g.rated_end IS NOT NULL {own} ORDER BY s.game_id, s.seat"
        );
        let mut players: BTreeMap<GameId, Vec<PlayerId>> = BTreeMap::new();
        for (game, player) in self.rows::<(GameId, PlayerId)>(&sql, &of[..])? {
            players.entry(game).or_default().push(player);
        }
        // Each game looks up its last event by itself: together, all events of all games would be read.
        let last = |column: &str| {
            format!(
                "(SELECT l.{column} FROM events l
                 WHERE l.game_id = g.id AND l.kind NOT IN ('say', 'grace', 'refuse-points')
                 ORDER BY l.seq DESC LIMIT 1)"
            )
        };
        let (at, account) = (last("at"), last("time"));
        let sql = format!(
            "SELECT g.id, g.variant, g.section_hash, g.rated_end, {at},
                CASE WHEN g.rated_end LIKE '%\"flag\"%' THEN {account} END
             FROM games g WHERE g.rated_end IS NOT NULL {own} ORDER BY g.id"
        );
        type Columns = (
            GameId,
            String,
            Option<Vec<u8>>,
            String,
            Option<String>,
            Option<String>,
        );
        let rows = self.rows::<Columns>(&sql, &of[..])?.into_iter();
        let rows = rows.filter_map(|(game, variant, section, end, ended_at, account)| {
            Some(RatedRow {
                game,
                variant,
                section: section.map(|hash| data_encoding::HEXLOWER.encode(&hash)),
                end,
                ended_at: ended_at?,
                account,
                players: players.remove(&game).unwrap_or_default(),
            })
        });
        Ok(rows.collect())
    }

    fn sections_with(&self, words: &str) -> Result<Vec<(String, String)>> {
        // More may be alike to SQL: `_` is any sign there.
        let sql = "SELECT hash, text FROM sections WHERE text LIKE ?1 ORDER BY hash";
        let rows = self.rows::<(Vec<u8>, String)>(sql, [format!("%{words}%")])?;
        let rows = rows.into_iter().filter(|(_, text)| text.contains(words));
        let rows = rows.map(|(hash, text)| (data_encoding::HEXLOWER.encode(&hash), text));
        Ok(rows.collect())
    }

    fn acted(&self, player: PlayerId, after: &str, until: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM seats s JOIN events e ON e.game_id = s.game_id AND e.seat = s.seat
             WHERE s.player_id = ?1 AND e.inbox_id IS NOT NULL AND e.at > ?2 AND e.at <= ?3 LIMIT 1";
        self.connection().is_there(sql, (player.0, after, until))
    }

    fn ratings_of(&self, player: PlayerId) -> Result<Vec<RatingRow>> {
        let sql = format!("{SELECT} WHERE player_id = ?1 ORDER BY list, month");
        self.rows(&sql, [player.0])
    }

    fn ratings_in(&self, list: &str) -> Result<Vec<(RatingRow, String)>> {
        let select = SELECT.replacen("\n     FROM ratings r", ", p.name FROM ratings r", 1);
        let sql = format!(
            "{select} JOIN players p ON p.id = r.player_id
             WHERE list = ?1 AND month = (SELECT max(l.month) FROM ratings l
                WHERE l.list = r.list AND l.player_id = r.player_id)
             AND p.left_at IS NULL AND p.banned_at IS NULL AND p.forgotten_at IS NULL
             ORDER BY rating DESC, player_id"
        );
        self.rows(&sql, [list])
    }

    fn all_ratings(&self) -> Result<Vec<RatingRow>> {
        self.rows(&format!("{SELECT} ORDER BY list, player_id, month"), ())
    }

    fn ratings_counted(&self) -> Result<Option<String>> {
        let counted = upkeep::meta(self.0, COUNTED)?;
        Ok(counted.map(|text| String::from_utf8_lossy(&text).into_owned()))
    }
}

/// Makes these all ratings that there are, and notes what was counted; returns how many rows have changed.
pub(super) fn set_ratings(
    connection: &dyn Connection,
    ratings: &[RatingRow],
    counted: &str,
) -> Result<usize> {
    let stored = View(connection).all_ratings()?;
    let RatingChanges { gone, changed, new } = rating_changes(&stored, ratings);
    for row in &gone {
        let sql = "DELETE FROM ratings WHERE list = ?1 AND player_id = ?2 AND month = ?3";
        connection.run(sql, (&row.list, row.player.0, &row.month))?;
    }
    for portion in new.chunks(ADDED) {
        let rows: Vec<_> = portion.iter().map(|row| values(row)).collect();
        connection.add_all("ratings", COLUMNS, &rows)?;
    }
    let columns = COLUMNS.join(", ");
    let write = format!(
        "INSERT INTO ratings ({columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (list, player_id, month) DO UPDATE SET rating = excluded.rating,
            deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
            opponents = excluded.opponents, of_two = excluded.of_two"
    );
    for portion in changed.chunks(CHANGED) {
        let Some((last, others)) = portion.split_last() else {
            break;
        };
        for row in others {
            connection.execute_later(&write, &values(row), None)?;
        }
        // Not more wait to be sent.
        connection.execute(&write, &values(last))?;
    }
    note_counted(connection, counted)?;
    Ok(gone.len() + changed.len() + new.len())
}

/// Notes what was counted.
pub(super) fn note_counted(connection: &dyn Connection, counted: &str) -> Result<()> {
    upkeep::set_meta(connection, COUNTED, counted.as_bytes())
}

/// The values of the columns of a row.
fn values(row: &RatingRow) -> Vec<Value<'_>> {
    vec![
        row.list.to_value(),
        row.player.0.to_value(),
        row.month.to_value(),
        row.rating.to_value(),
        row.deviation.to_value(),
        row.volatility.to_value(),
        row.games.to_value(),
        row.opponents.to_value(),
        row.of_two.to_value(),
    ]
}
