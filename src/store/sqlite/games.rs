//! `games` and `seats`.

use anyhow::Result;
use rusqlite::{OptionalExtension, Row, params};

use super::Tx;

/// A game to be created.
#[derive(Clone, Debug)]
pub struct NewGame<'a> {
    /// Variant id.
    pub variant: &'a str,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options as a JSON object.
    pub options: &'a str,
    /// Start position, if not that of the variant.
    pub position: Option<&'a str>,
    /// Seat index of the first player to move.
    pub to_move: u8,
    /// Players by seat.
    pub players: &'a [i64],
    /// Who has created it.
    pub actor: &'a str,
    /// The present time.
    pub now: &'a str,
}

/// A row of `games`: the setup, and the course that the events have led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Game number.
    pub id: i64,
    /// Variant id.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options as a JSON object.
    pub options: String,
    /// Start position, if not that of the variant.
    pub position: Option<String>,
    /// When it was created.
    pub created_at: String,
    /// The course of the game (a cache).
    pub course: Course,
    /// Time of the last event, or of the creation.
    pub updated_at: String,
}

/// State, status, side to move and result of a game. They follow from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// State number: counts all events but talk; never reused.
    pub state: i64,
    /// `playing`, `finished`, `aborted` or `frozen`.
    pub status: String,
    /// Index of the seat to move.
    pub to_move: u8,
    /// The result, such as `1-0`.
    pub result: Option<String>,
    /// The reason of the result, such as `checkmate`.
    pub reason: Option<String>,
}

impl Course {
    /// Whether status, result and reason are equal: the columns that `games` stores.
    #[must_use]
    pub fn has_same_end(&self, other: &Self) -> bool {
        (&self.status, &self.result, &self.reason) == (&other.status, &other.result, &other.reason)
    }
}

/// One seat of a game with its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Seat index.
    pub seat: u8,
    /// Player id.
    pub player: i64,
    /// Name of the player.
    pub name: String,
    /// Main address of the player; empty if there is none.
    pub address: String,
    /// Letters to that address that could not be delivered.
    pub failures: i64,
    /// The held beginning of a turn.
    pub held: Option<String>,
    /// Message-ID of the first letter to this seat.
    pub first_letter: Option<String>,
    /// State number at which an unproven mail was last answered.
    pub nudged: Option<i64>,
    /// Mails in a row that held nothing understandable.
    pub puzzled: i64,
}

const SELECT: &str = "SELECT g.id, g.variant, g.rules_version, g.options, g.position, g.created_at,
    coalesce(e.state, 0), g.status, coalesce(e.to_move, g.first_to_move), g.result, g.reason,
    coalesce(e.at, g.created_at) FROM games g LEFT JOIN events e ON e.game_id = g.id
    AND e.seq = (SELECT max(seq) FROM events WHERE game_id = g.id)";

fn game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        variant: row.get(1)?,
        rules_version: row.get(2)?,
        options: row.get(3)?,
        position: row.get(4)?,
        created_at: row.get(5)?,
        course: Course {
            state: row.get(6)?,
            status: row.get(7)?,
            to_move: row.get(8)?,
            result: row.get(9)?,
            reason: row.get(10)?,
        },
        updated_at: row.get(11)?,
    })
}

impl Tx<'_> {
    /// The variants and versions of rules by which games of these statuses are played, with the
    /// number of games.
    ///
    /// # Errors
    /// The database fails.
    pub fn rules_versions(&self, statuses: &[&str]) -> Result<Vec<(String, u32, i64)>> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant, rules_version, count(*) FROM games
             WHERE status IN (SELECT value FROM json_each(?1))
             GROUP BY variant, rules_version ORDER BY variant, rules_version",
        )?;
        let statuses = serde_json::to_string(statuses)?;
        let rows = select.query_map([statuses], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games that are being played by one version of the rules of a variant.
    ///
    /// # Errors
    /// The database fails.
    pub fn games_by_rules(&self, variant: &str, version: u32) -> Result<Vec<i64>> {
        let mut select = self.connection.prepare_cached(
            "SELECT id FROM games WHERE status = 'playing' AND variant = ?1 AND rules_version = ?2
             ORDER BY id",
        )?;
        let rows = select.query_map((variant, version), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds a game in state 0 with its seats; returns its number.
    ///
    /// # Errors
    /// The database fails.
    pub fn add_game(&self, new: &NewGame<'_>) -> Result<i64> {
        self.connection
            .prepare_cached(
                "INSERT INTO games (variant, rules_version, options, position, created_at,
                    created_by, status, first_to_move)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'playing', ?7)",
            )?
            .execute(params![
                new.variant,
                new.rules_version,
                new.options,
                new.position,
                new.now,
                new.actor,
                new.to_move
            ])?;
        let id = self.connection.last_insert_rowid();
        let mut seat = self
            .connection
            .prepare_cached("INSERT INTO seats (game_id, seat, player_id) VALUES (?1, ?2, ?3)")?;
        for (index, player) in (0_i64..).zip(new.players) {
            seat.execute(params![id, index, player])?;
        }
        Ok(id)
    }

    /// The game of this number.
    ///
    /// # Errors
    /// The database fails.
    pub fn game(&self, id: i64) -> Result<Option<GameRow>> {
        let sql = format!("{SELECT} WHERE g.id = ?1");
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([id], game)
            .optional()?)
    }

    /// Games above number `after`, at most `limit`, in order; only those of `status` if given.
    ///
    /// # Errors
    /// The database fails.
    pub fn games(&self, status: Option<&str>, after: i64, limit: usize) -> Result<Vec<GameRow>> {
        let sql = format!(
            "{SELECT} WHERE g.id > ?2 AND (?1 IS NULL OR g.status = ?1) ORDER BY g.id LIMIT ?3"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Ok(statement
            .query_map(params![status, after, limit], game)?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// Games in which a player has a seat, with the seat, newest first, at most `limit`; with `playing`
    /// only those that are being played.
    ///
    /// # Errors
    /// The database fails.
    pub fn games_of(&self, player: i64, playing: bool, limit: usize) -> Result<Vec<(GameRow, u8)>> {
        let sql = format!(
            "{} JOIN seats s ON s.game_id = g.id WHERE s.player_id = ?1
             AND (NOT ?2 OR g.status = 'playing') ORDER BY g.id DESC, s.seat LIMIT ?3",
            SELECT.replacen(" FROM", ", s.seat FROM", 1)
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![player, playing, limit], |row| {
            Ok((game(row)?, row.get(12)?))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The seats of a game in order.
    ///
    /// # Errors
    /// The database fails.
    pub fn seats(&self, game: i64) -> Result<Vec<SeatRow>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT s.seat, s.player_id, p.name, coalesce(a.address, ''), s.held, s.first_letter,
                s.nudged, coalesce(a.failures, 0), s.puzzled
             FROM seats s JOIN players p ON p.id = s.player_id
             LEFT JOIN addresses a ON a.player_id = p.id AND a.main = 1
             WHERE s.game_id = ?1 ORDER BY s.seat",
        )?;
        let rows = statement.query_map([game], |row| {
            Ok(SeatRow {
                seat: row.get(0)?,
                player: row.get(1)?,
                name: row.get(2)?,
                address: row.get(3)?,
                held: row.get(4)?,
                first_letter: row.get(5)?,
                nudged: row.get(6)?,
                failures: row.get(7)?,
                puzzled: row.get(8)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Writes status, result and reason of a game. State number and side to move are in its events.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_status(&self, game: i64, course: &Course) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE games SET status = ?2, result = ?3, reason = ?4 WHERE id = ?1")?
            .execute(params![game, course.status, course.result, course.reason])?;
        Ok(())
    }

    /// Sets or removes the held beginning of a seat's turn.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_held(&self, game: i64, seat: u8, held: Option<&str>) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE seats SET held = ?3 WHERE game_id = ?1 AND seat = ?2")?
            .execute(params![game, seat, held])?;
        Ok(())
    }

    /// Sets the Message-ID of the first letter to a seat.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_first_letter(&self, game: i64, seat: u8, message_id: &str) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE seats SET first_letter = ?3 WHERE game_id = ?1 AND seat = ?2")?
            .execute(params![game, seat, message_id])?;
        Ok(())
    }

    /// Sets the number of mails in a row that held nothing understandable.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_puzzled(&self, game: i64, seat: u8, count: i64) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE seats SET puzzled = ?3 WHERE game_id = ?1 AND seat = ?2")?
            .execute(params![game, seat, count])?;
        Ok(())
    }

    /// Notes that an unproven mail was answered at this state number.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_nudged(&self, game: i64, seat: u8, state: i64) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE seats SET nudged = ?3 WHERE game_id = ?1 AND seat = ?2")?
            .execute(params![game, seat, state])?;
        Ok(())
    }
}
