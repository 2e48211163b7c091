//! `players` and `addresses`.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::ids::PlayerId;
use crate::status::LetterFormat;
use crate::store::{
    AddressRow, ConfirmationRow, Membership, PlayerChange, PlayerLogRow, PlayerRow, Result,
    Skeleton, StoreError,
};
use crate::time::PlayerTimes;

/// Orders the addresses of a player: the first one is that which letters go to.
const FIRST: &str = "failed_at IS NOT NULL, main DESC, created_at, key";

/// A query that begins with `select`, of players `p` with the address `a` that their letters go to; `select` has
/// the table `players p` as its last one.
pub(super) fn with_address(select: &str) -> String {
    format!(
        "{select} LEFT JOIN addresses a ON a.key =
            (SELECT key FROM addresses WHERE player_id = p.id ORDER BY {FIRST} LIMIT 1)"
    )
}

const SELECT: &str = "SELECT p.id, p.name, coalesce(a.address, ''), coalesce(a.failures, 0),
    p.language, p.format, p.zone, p.quiet, p.remind, p.calendar, p.settings,
    p.created_at, p.named_at, p.left_at, p.banned_at, p.forgotten_at FROM players p";

const ADDRESS: &str =
    "SELECT player_id, address, main, failures, failed_at, trouble_at, trouble FROM addresses";

fn player_row(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    Ok(PlayerRow {
        id: PlayerId(row.get(0)?),
        name: row.get(1)?,
        address: row.get(2)?,
        failures: row.get(3)?,
        language: row.get(4)?,
        format: format_of(row.get(5)?),
        times: PlayerTimes {
            zone: row.get(6)?,
            quiet: row.get(7)?,
            remind: row.get(8)?,
            calendar: row.get(9)?,
        },
        settings: row.get(10)?,
        membership: Membership {
            since: row.get(11)?,
            named_at: row.get(12)?,
            left_at: row.get(13)?,
            banned_at: row.get(14)?,
            forgotten_at: row.get(15)?,
        },
    })
}

/// The format with this word; what is not known here is the usual one.
pub(super) fn format_of(word: Option<String>) -> LetterFormat {
    let known = word.and_then(|word| LetterFormat::parse(&word));
    known.unwrap_or(LetterFormat::Both)
}

fn find(
    connection: &Connection,
    condition: &str,
    key: &dyn rusqlite::ToSql,
) -> Result<Option<PlayerRow>> {
    let sql = format!("{} WHERE {condition} LIMIT 1", with_address(SELECT));
    let mut select = connection.prepare_cached(&sql)?;
    Ok(select.query_row([key], player_row).optional()?)
}

pub(super) fn player(connection: &Connection, id: PlayerId) -> Result<Option<PlayerRow>> {
    find(connection, "p.id = ?1", &id.0)
}

pub(super) fn by_name(connection: &Connection, name: &str) -> Result<Option<PlayerRow>> {
    find(connection, "p.name_key = ?1", &name.to_lowercase())
}

pub(super) fn alike(
    connection: &Connection,
    name: &str,
    but: Option<PlayerId>,
) -> Result<Option<PlayerRow>> {
    find_alike(connection, &Skeleton::of(name), None, but)
}

pub(super) fn taking(
    connection: &Connection,
    name: &str,
    but: Option<PlayerId>,
) -> Result<Option<PlayerRow>> {
    let looks = Skeleton::of(name);
    find_alike(connection, &looks, Some(&looks.bare), but)
}

/// Who has a name that looks like this one; `bare`: or is the same without accents and inner signs.
fn find_alike(
    connection: &Connection,
    looks: &Skeleton,
    bare: Option<&str>,
    but: Option<PlayerId>,
) -> Result<Option<PlayerRow>> {
    let sql = format!(
        "{} WHERE (p.skeleton = ?1 OR p.skeleton_typed = ?2 OR p.skeleton_bare = ?3) AND p.id IS NOT ?4
         ORDER BY p.id LIMIT 1",
        with_address(SELECT)
    );
    let mut select = connection.prepare_cached(&sql)?;
    let values = params![looks.folded, looks.typed, bare, but.map(|but| but.0)];
    Ok(select.query_row(values, player_row).optional()?)
}

pub(super) fn newest(connection: &Connection) -> Result<Option<PlayerId>> {
    let id: Option<i64> =
        connection.query_row("SELECT max(id) FROM players", [], |row| row.get(0))?;
    Ok(id.map(PlayerId))
}

pub(super) fn by_address(connection: &Connection, address: &str) -> Result<Option<PlayerRow>> {
    let condition = "p.id = (SELECT player_id FROM addresses WHERE key = ?1)";
    find(connection, condition, &address.to_lowercase())
}

pub(super) fn all(connection: &Connection) -> Result<Vec<PlayerRow>> {
    let mut select = connection.prepare(&format!("{} ORDER BY p.id", with_address(SELECT)))?;
    let rows = select.query_map([], player_row)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn addresses(connection: &Connection, player: PlayerId) -> Result<Vec<String>> {
    let rows = address_rows(connection, player)?;
    Ok(rows.into_iter().map(|row| row.address).collect())
}

pub(super) fn address_rows(connection: &Connection, player: PlayerId) -> Result<Vec<AddressRow>> {
    let sql = format!("{ADDRESS} WHERE player_id = ?1 ORDER BY {FIRST}");
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map([player.0], address_row)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn address(connection: &Connection, address: &str) -> Result<Option<AddressRow>> {
    let mut select = connection.prepare_cached(&format!("{ADDRESS} WHERE key = ?1"))?;
    let found = select.query_row([address.to_lowercase()], address_row);
    Ok(found.optional()?)
}

fn address_row(row: &Row<'_>) -> rusqlite::Result<AddressRow> {
    Ok(AddressRow {
        player: PlayerId(row.get(0)?),
        address: row.get(1)?,
        main: row.get(2)?,
        failures: row.get(3)?,
        failed_at: row.get(4)?,
        trouble_at: row.get(5)?,
        trouble: row.get(6)?,
    })
}

pub(super) fn was_vouched(connection: &Connection, address: &str) -> Result<bool> {
    let mut select =
        connection.prepare_cached("SELECT 1 FROM addresses WHERE key = ?1 AND vouched = 1")?;
    Ok(select.exists([address.to_lowercase()])?)
}

/// The confirmations that this condition, with one value, holds of.
pub(super) fn confirmations(
    connection: &Connection,
    condition: &str,
    value: &dyn rusqlite::ToSql,
) -> Result<Vec<ConfirmationRow>> {
    let sql = format!(
        "SELECT player_id, address, nonce, generation, created_at FROM confirmations
         WHERE {condition} ORDER BY created_at DESC, key, player_id LIMIT 20"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map([value], |row| {
        Ok(ConfirmationRow {
            player: PlayerId(row.get(0)?),
            address: row.get(1)?,
            nonce: row.get(2)?,
            generation: row.get(3)?,
            created_at: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn ask_confirmation(connection: &Connection, row: &ConfirmationRow) -> Result<()> {
    connection.execute(
        "INSERT OR REPLACE INTO confirmations (key, player_id, address, nonce, generation, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            row.address.to_lowercase(),
            row.player.0,
            row.address,
            row.nonce,
            row.generation,
            row.created_at
        ],
    )?;
    Ok(())
}

pub(super) fn log_of(connection: &Connection, player: PlayerId) -> Result<Vec<PlayerLogRow>> {
    let mut select = connection.prepare_cached(
        "SELECT at, by, what, value FROM (SELECT * FROM player_log WHERE player_id = ?1
         ORDER BY id DESC LIMIT 100) ORDER BY id",
    )?;
    let rows = select.query_map([player.0], |row| {
        Ok(PlayerLogRow {
            at: row.get(0)?,
            by: row.get(1)?,
            what: row.get(2)?,
            value: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Notes a change of a name or an address, right after it was made.
pub(super) fn log(
    connection: &Connection,
    change: &PlayerChange,
    by: &str,
    now: &str,
) -> Result<()> {
    let (player, what, value) = match change {
        PlayerChange::Rename(player, name) => (player, "renamed", name),
        PlayerChange::Address {
            player,
            address,
            main: true,
        } => (player, "main-address", address),
        PlayerChange::Address {
            player, address, ..
        } => (player, "address", address),
        PlayerChange::RemoveAddress(player, address) => (player, "address-removed", address),
        PlayerChange::Log(player, what, value) => (player, what.as_str(), value),
        _ => return Ok(()),
    };
    if connection.changes() == 0 && !matches!(change, PlayerChange::Log(..)) {
        // It was no address that could be removed.
        return Ok(());
    }
    note(connection, *player, (what, value), by, now)
}

/// Adds a line to the log of a player.
pub(super) fn note(
    connection: &Connection,
    player: PlayerId,
    (what, value): (&str, &str),
    by: &str,
    now: &str,
) -> Result<()> {
    connection.execute(
        "INSERT INTO player_log (player_id, at, by, what, value) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![player.0, now, by, what, value],
    )?;
    Ok(())
}

/// Carries out a change; returns the id of a player who was added.
pub(super) fn change(
    connection: &Connection,
    change: &PlayerChange,
    now: &str,
) -> Result<Option<PlayerId>> {
    match change {
        PlayerChange::Add { name, address } => {
            let id = add(connection, name, now)?;
            set_address(connection, id, address, true, now)?;
            return Ok(Some(id));
        }
        PlayerChange::Rename(player, name) => rename(connection, *player, name)?,
        PlayerChange::Address {
            player,
            address,
            main,
        } => set_address(connection, *player, address, *main, now)?,
        PlayerChange::RemoveAddress(player, address) => {
            let sql = "DELETE FROM addresses WHERE key = ?1 AND player_id = ?2 AND main = 0";
            connection.execute(sql, params![address.to_lowercase(), player.0])?;
        }
        PlayerChange::Vouched(address, vouched) => {
            let sql = "UPDATE addresses SET vouched = ?2 WHERE key = ?1";
            connection.execute(sql, params![address.to_lowercase(), vouched])?;
        }
        PlayerChange::AskConfirmation(row) => ask_confirmation(connection, row)?,
        PlayerChange::CloseConfirmation(player, address) => {
            let sql = "DELETE FROM confirmations WHERE key = ?1 AND player_id = ?2";
            connection.execute(sql, params![address.to_lowercase(), player.0])?;
        }
        PlayerChange::ForgetConfirmations(before) => {
            connection.execute("DELETE FROM confirmations WHERE created_at < ?1", [before])?;
        }
        PlayerChange::Format(player, format) => {
            let word = (*format != LetterFormat::Both).then_some(format.as_str());
            let sql = "UPDATE players SET format = ?2 WHERE id = ?1";
            connection.execute(sql, params![player.0, word])?;
        }
        PlayerChange::Times(player, times) => {
            let sql = "UPDATE players SET zone = ?2, quiet = ?3, remind = ?4, calendar = ?5
                 WHERE id = ?1";
            let PlayerTimes {
                zone,
                quiet,
                remind,
                calendar,
            } = times;
            connection.execute(sql, params![player.0, zone, quiet, remind, calendar])?;
        }
        PlayerChange::Settings(player, settings) => {
            let sql = "UPDATE players SET settings = ?2 WHERE id = ?1";
            connection.execute(sql, params![player.0, settings])?;
        }
        PlayerChange::BookLeave(player, from, to) => {
            super::leaves::book(connection, *player, (from, to), now)?;
        }
        PlayerChange::CutLeave(_, leave, to) => super::leaves::cut(connection, *leave, to, now)?,
        // Written with the log, and where the new player's id is known.
        PlayerChange::Log(..) | PlayerChange::LanguageOfNew(..) => {}
        PlayerChange::Language(player, language) => {
            let sql = "UPDATE players SET language = ?2 WHERE id = ?1";
            connection.execute(sql, params![player.0, language])?;
        }
        PlayerChange::Failed { address, why, .. } => {
            connection.execute(
                "UPDATE addresses SET failures = failures + 1, failed_at = coalesce(failed_at, ?2),
                    trouble_at = ?2, trouble = ?3 WHERE key = ?1",
                params![address.to_lowercase(), now, why],
            )?;
        }
        PlayerChange::Trouble { address, why } => {
            let sql = "UPDATE addresses SET trouble_at = ?2, trouble = ?3 WHERE key = ?1";
            connection.execute(sql, params![address.to_lowercase(), now, why])?;
        }
        PlayerChange::ClearFailures(address) => {
            let sql = "UPDATE addresses SET failures = 0, failed_at = NULL, trouble_at = NULL,
                    trouble = NULL WHERE key = ?1";
            connection
                .prepare_cached(sql)?
                .execute([address.to_lowercase()])?;
        }
    }
    Ok(None)
}

fn require_free(connection: &Connection, name: &str, but: Option<PlayerId>) -> Result<()> {
    match by_name(connection, name)? {
        Some(holder) if Some(holder.id) != but => Err(StoreError::Constraint(format!(
            "the name {name} is taken by another player"
        ))),
        _ => Ok(()),
    }
}

fn add(connection: &Connection, name: &str, now: &str) -> Result<PlayerId> {
    require_free(connection, name, None)?;
    let sql = "INSERT INTO players (name, name_key, created_at) VALUES ('', ?1, ?2)";
    let mut insert = connection.prepare_cached(sql)?;
    let player = PlayerId(insert.insert([name.to_lowercase().as_str(), now])?);
    write_name(connection, player, name)?;
    Ok(player)
}

fn rename(connection: &Connection, player: PlayerId, name: &str) -> Result<()> {
    require_free(connection, name, Some(player))?;
    write_name(connection, player, name)
}

/// Writes a name with all that it is found by.
pub(super) fn write_name(connection: &Connection, player: PlayerId, name: &str) -> Result<()> {
    let looks = Skeleton::of(name);
    let sql = "UPDATE players SET name = ?2, name_key = ?3, skeleton = ?4, skeleton_typed = ?5,
                                  skeleton_bare = ?6
               WHERE id = ?1";
    connection.prepare_cached(sql)?.execute(params![
        player.0,
        name,
        name.to_lowercase(),
        looks.folded,
        looks.typed,
        looks.bare,
    ])?;
    Ok(())
}

fn set_address(
    connection: &Connection,
    player: PlayerId,
    address: &str,
    main: bool,
    now: &str,
) -> Result<()> {
    if main {
        let sql = "UPDATE addresses SET main = 0 WHERE player_id = ?1 AND main = 1";
        connection.execute(sql, [player.0])?;
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO addresses (key, address, player_id, main, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET address = excluded.address, main = excluded.main,
            failures = 0, failed_at = NULL, trouble_at = NULL, trouble = NULL
            WHERE player_id = excluded.player_id",
    )?;
    let key = address.to_lowercase();
    let written = insert.execute(params![key, address, player.0, main, now])?;
    if written == 0 {
        return Err(StoreError::Constraint(format!(
            "the address {address} belongs to another player"
        )));
    }
    Ok(())
}
