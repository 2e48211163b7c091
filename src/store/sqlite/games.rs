//! `games` and `seats`.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::errors::word;
use super::limit;
use crate::ids::{GameId, PlayerId};
use crate::status::GameStatus;
use crate::store::{
    Answers, Course, GameRow, NewGame, OpenTurn, PlayerRef, Result, SeatChange, SeatRow, StoreError,
};
use crate::time::PlayerTimes;

const SELECT: &str = "SELECT g.id, g.variant, g.rules_version, g.options, g.position, g.created_at,
    coalesce(e.state, 0), g.status, coalesce(e.to_move, g.first_to_move), g.result, g.reason,
    coalesce(e.at, g.created_at), g.created_by, coalesce(e.seq, 0), g.time, g.private
    FROM games g LEFT JOIN events e ON e.game_id = g.id
    AND e.seq = (SELECT max(seq) FROM events WHERE game_id = g.id)";
/// How many columns [`SELECT`] has.
const COLUMNS: usize = 16;

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: GameId(row.get(0)?),
        variant: row.get(1)?,
        rules_version: row.get(2)?,
        options: row.get(3)?,
        position: row.get(4)?,
        time: row.get(14)?,
        private: row.get(15)?,
        created_at: row.get(5)?,
        created_by: row.get(12)?,
        course: Course {
            state: row.get(6)?,
            status: word(row, 7, GameStatus::parse)?,
            to_move: row.get(8)?,
            result: row.get(9)?,
            reason: row.get(10)?,
        },
        seq: row.get(13)?,
        updated_at: row.get(11)?,
    })
}

pub(super) fn game(connection: &Connection, id: GameId) -> Result<Option<GameRow>> {
    let sql = format!("{SELECT} WHERE g.id = ?1");
    let mut select = connection.prepare_cached(&sql)?;
    Ok(select.query_row([id.0], game_row).optional()?)
}

pub(super) fn exists(connection: &Connection, id: GameId) -> Result<bool> {
    let mut select = connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    Ok(select.exists([id.0])?)
}

pub(super) fn games(
    connection: &Connection,
    status: Option<GameStatus>,
    after: GameId,
    count: usize,
) -> Result<Vec<GameRow>> {
    let of_status = status.map_or("", |_| "AND g.status = ?3");
    let sql = format!("{SELECT} WHERE g.id > ?1 {of_status} ORDER BY g.id LIMIT ?2");
    let mut select = connection.prepare_cached(&sql)?;
    let (after, count) = (after.0, limit(count));
    let rows: rusqlite::Result<_> = match status {
        None => select.query_map(params![after, count], game_row)?.collect(),
        Some(status) => {
            let status = status.as_str();
            select
                .query_map(params![after, count, status], game_row)?
                .collect()
        }
    };
    Ok(rows?)
}

pub(super) fn games_of(
    connection: &Connection,
    player: PlayerId,
    playing: bool,
    count: usize,
) -> Result<Vec<(GameRow, u8)>> {
    let sql = format!(
        "{} JOIN seats s ON s.game_id = g.id WHERE s.player_id = ?1
         AND (NOT ?2 OR g.status = 'playing') ORDER BY g.id DESC, s.seat LIMIT ?3",
        SELECT.replacen("\n    FROM", ", s.seat FROM", 1)
    );
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map(params![player.0, playing, limit(count)], |row| {
        Ok((game_row(row)?, row.get(COLUMNS)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn games_by_rules(
    connection: &Connection,
    variant: &str,
    version: u32,
) -> Result<Vec<GameId>> {
    let mut select = connection.prepare_cached(
        "SELECT id FROM games WHERE status = 'playing' AND variant = ?1 AND rules_version = ?2
         ORDER BY id",
    )?;
    let rows = select.query_map((variant, version), |row| row.get(0).map(GameId))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn rules_versions(
    connection: &Connection,
    statuses: &[GameStatus],
) -> Result<Vec<(String, u32, i64)>> {
    let mut select = connection.prepare_cached(
        "SELECT variant, rules_version, count(*) FROM games
         WHERE status IN (SELECT value FROM json_each(?1))
         GROUP BY variant, rules_version ORDER BY variant, rules_version",
    )?;
    let statuses: Vec<&str> = statuses.iter().map(|status| status.as_str()).collect();
    let statuses = serde_json::Value::from(statuses).to_string();
    let rows = select.query_map([statuses], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds a game without events, with its seats.
pub(super) fn add(
    connection: &Connection,
    new: &NewGame,
    players: &[PlayerId],
    now: &str,
) -> Result<GameId> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO games (variant, rules_version, options, position, created_at, created_by,
            status, first_to_move, time, private, challenge_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'playing', ?7, ?8, ?9, ?10)",
    )?;
    let id = insert.insert(params![
        new.variant,
        new.rules_version,
        new.options,
        new.position,
        now,
        new.actor,
        new.to_move,
        new.time,
        new.private,
        new.challenge.map(|challenge| challenge.0),
    ])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO seats (game_id, seat, player_id, turn_seq) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (index, player) in (0_i64..).zip(players) {
        let clock = new.time.is_some() && index == i64::from(new.to_move);
        insert.execute(params![id, index, player.0, clock.then_some(0)])?;
    }
    Ok(GameId(id))
}

/// Writes status, result and reason of a game. State number and side to move are in its events.
pub(super) fn set_course(connection: &Connection, game: GameId, course: &Course) -> Result<()> {
    let mut update = connection
        .prepare_cached("UPDATE games SET status = ?2, result = ?3, reason = ?4 WHERE id = ?1")?;
    let status = course.status.as_str();
    update.execute(params![game.0, status, course.result, course.reason])?;
    Ok(())
}

pub(super) fn seats(connection: &Connection, game: GameId) -> Result<Vec<SeatRow>> {
    let seats = super::players::with_address(
        "SELECT s.seat, s.player_id, p.name, coalesce(a.address, ''), s.held, s.nudged,
            coalesce(a.failures, 0), p.language, p.format, s.answers,
            coalesce(s.answers_state, 0), coalesce(s.answers_day, ''), s.plans, s.turn_seq, s.left_at,
            s.asked_at, s.reminded, s.returned, p.zone, p.quiet, p.remind, p.calendar, p.settings
         FROM seats s JOIN players p ON p.id = s.player_id",
    );
    let sql = format!("{seats} WHERE s.game_id = ?1 ORDER BY s.seat");
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map([game.0], |row| {
        Ok(SeatRow {
            seat: row.get(0)?,
            player: PlayerId(row.get(1)?),
            name: row.get(2)?,
            address: row.get(3)?,
            held: row.get(4)?,
            nudged: row.get(5)?,
            failures: row.get(6)?,
            language: row.get(7)?,
            format: super::players::format_of(row.get(8)?),
            answers: Answers {
                count: row.get(9)?,
                state: row.get(10)?,
                day: row.get(11)?,
            },
            plans: row.get(12)?,
            open_turn: OpenTurn {
                seq: row.get(13)?,
                left_at: row.get(14)?,
                asked_at: row.get(15)?,
                reminded: row.get(16)?,
                returned: row.get(17)?,
            },
            times: PlayerTimes {
                zone: row.get(18)?,
                quiet: row.get(19)?,
                remind: row.get(20)?,
                calendar: row.get(21)?,
            },
            settings: row.get(22)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn change_seat(
    connection: &Connection,
    game: GameId,
    change: &SeatChange,
    added: &[PlayerId],
) -> Result<()> {
    let set = |column: &str, seat: u8, value: &dyn rusqlite::ToSql| {
        let sql = format!("UPDATE seats SET {column} = ?3 WHERE game_id = ?1 AND seat = ?2");
        connection
            .prepare_cached(&sql)?
            .execute(params![game.0, seat, value])
    };
    match change {
        SeatChange::Held(seat, held) => set("held", *seat, held)?,
        SeatChange::Nudged(seat, state) => set("nudged", *seat, state)?,
        SeatChange::Answers(seat, answers) => {
            set("answers", *seat, &answers.count)?;
            set("answers_state", *seat, &answers.state)?;
            set("answers_day", *seat, &answers.day)?
        }
        SeatChange::Plans(seat, plans) => set("plans", *seat, plans)?,
        SeatChange::OpenTurn(seat, turn) => {
            set("turn_seq", *seat, &turn.seq)?;
            set("left_at", *seat, &turn.left_at)?;
            set("asked_at", *seat, &turn.asked_at)?;
            set("reminded", *seat, &turn.reminded)?;
            set("returned", *seat, &turn.returned)?
        }
        SeatChange::Player(seat, player) => {
            seat_player(connection, game, *seat, player_of(player, added)?)?
        }
    };
    Ok(())
}

/// The player, who may be the nth that the decision has added.
pub(super) fn player_of(player: &PlayerRef, added: &[PlayerId]) -> Result<PlayerId> {
    match player {
        PlayerRef::Known(id) => Ok(*id),
        PlayerRef::New(nth) => added.get(*nth).copied().ok_or_else(|| {
            StoreError::Constraint(format!("the decision adds no player number {nth}"))
        }),
    }
}

/// Gives a seat to another player; returns how many seats that are.
fn seat_player(connection: &Connection, game: GameId, seat: u8, player: PlayerId) -> Result<usize> {
    let of_seat = params![game.0, seat];
    connection.execute(
        "UPDATE tokens SET void = 1 WHERE game_id = ?1 AND seat = ?2 AND void = 0",
        of_seat,
    )?;
    connection.execute(
        "DELETE FROM token_sections WHERE game_id = ?1 AND seat = ?2",
        of_seat,
    )?;
    let changed = connection.execute(
        "UPDATE seats SET player_id = ?3, held = NULL, plans = NULL, nudged = NULL, answers = 0,
            answers_state = NULL, answers_day = NULL, asked_at = NULL
         WHERE game_id = ?1 AND seat = ?2",
        params![game.0, seat, player.0],
    )?;
    if changed == 0 {
        return Err(StoreError::Constraint(format!(
            "game #{game} has no seat {seat}"
        )));
    }
    Ok(changed)
}
