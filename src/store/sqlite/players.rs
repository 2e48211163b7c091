//! `players` and `addresses`.

use rusqlite::{Connection, params};

use super::View;
use super::sql::Statements;
use crate::ids::PlayerId;
use crate::status::LetterFormat;
use crate::store::snapshot::ReadPlayers;
use crate::store::{
    AddressRow, ConfirmationRow, PlayerChange, PlayerLogRow, PlayerRow, Result, StoreError,
};
use crate::text::Skeleton;
use crate::time::PlayerTimes;

/// Orders the addresses of a player: the first one is that which letters go to.
const FIRST: &str = "failed_at IS NOT NULL, main DESC, created_at, key";

impl ReadPlayers for View<'_> {
    fn player(&self, id: PlayerId) -> Result<Option<PlayerRow>> {
        find(self.0, "p.id = ?1", &id.0)
    }

    fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>> {
        find(self.0, "p.name_key = ?1", &name.to_lowercase())
    }

    fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>> {
        let condition = "p.id = (SELECT player_id FROM addresses WHERE key = ?1)";
        find(self.0, condition, &address.to_lowercase())
    }

    fn players(&self) -> Result<Vec<PlayerRow>> {
        let sql = format!("{} ORDER BY p.id", with_address(SELECT));
        self.0.rows(&sql, [])
    }

    fn player_alike(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        find_alike(self.0, &Skeleton::of(name), None, but)
    }

    fn player_taking(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        let looks = Skeleton::of(name);
        find_alike(self.0, &looks, Some(&looks.bare), but)
    }

    fn newest_player(&self) -> Result<Option<PlayerId>> {
        Ok(self.0.row("SELECT max(id) FROM players", [])?.flatten())
    }

    fn addresses(&self, player: PlayerId) -> Result<Vec<String>> {
        let rows = self.address_rows(player)?;
        Ok(rows.into_iter().map(|row| row.address).collect())
    }

    fn address_rows(&self, player: PlayerId) -> Result<Vec<AddressRow>> {
        let sql = format!("{ADDRESS} WHERE player_id = ?1 ORDER BY {FIRST}");
        self.0.rows(&sql, [player.0])
    }

    fn address(&self, address: &str) -> Result<Option<AddressRow>> {
        let sql = format!("{ADDRESS} WHERE key = ?1");
        self.0.row(&sql, [address.to_lowercase()])
    }

    fn was_vouched(&self, address: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM addresses WHERE key = ?1 AND vouched = 1";
        self.0.is_there(sql, [address.to_lowercase()])
    }

    fn player_log(&self, player: PlayerId) -> Result<Vec<PlayerLogRow>> {
        let sql = "SELECT at, by, what, value FROM (SELECT * FROM player_log WHERE player_id = ?1
         ORDER BY id DESC LIMIT 100) ORDER BY id";
        self.0.rows(sql, [player.0])
    }

    fn confirmations(&self, address: &str) -> Result<Vec<ConfirmationRow>> {
        confirmations(self.0, "key = ?1", &address.to_lowercase())
    }

    fn confirmations_of(&self, player: PlayerId) -> Result<Vec<ConfirmationRow>> {
        confirmations(self.0, "player_id = ?1", &player.0)
    }
}

/// A query that begins with `select`, of players `p` with the address `a` that their letters go to; `select` has
/// the table `players p` as its last one.
pub(super) fn with_address(select: &str) -> String {
    format!(
        "{select} LEFT JOIN addresses a ON a.key =
            (SELECT key FROM addresses WHERE player_id = p.id ORDER BY {FIRST} LIMIT 1)"
    )
}

const SELECT: &str = "SELECT p.id, p.name, coalesce(a.address, ''), coalesce(a.failures, 0),
    p.language, iif(p.format = 'plain', 'plain', 'both'), p.zone, p.quiet, p.remind, p.calendar, p.settings,
    p.created_at, p.named_at, p.left_at, p.banned_at, p.forgotten_at FROM players p";

const ADDRESS: &str =
    "SELECT player_id, address, main, failures, failed_at, trouble_at, trouble FROM addresses";

fn find(
    connection: &Connection,
    condition: &str,
    key: &dyn rusqlite::ToSql,
) -> Result<Option<PlayerRow>> {
    let sql = format!("{} WHERE {condition} LIMIT 1", with_address(SELECT));
    connection.row(&sql, [key])
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
    let values = params![looks.folded, looks.typed, bare, but.map(|but| but.0)];
    connection.row(&sql, values)
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
    connection.rows(&sql, [value])
}

fn ask_confirmation(connection: &Connection, row: &ConfirmationRow) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO confirmations (key, player_id, address, nonce, generation, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![
        row.address.to_lowercase(),
        row.player.0,
        row.address,
        row.nonce,
        row.generation,
        row.created_at
    ];
    connection.run(sql, values)
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
    let sql = "INSERT INTO player_log (player_id, at, by, what, value) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.run(sql, params![player.0, now, by, what, value])
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
            connection.run(sql, params![address.to_lowercase(), player.0])?;
        }
        PlayerChange::Vouched(address, vouched) => {
            let sql = "UPDATE addresses SET vouched = ?2 WHERE key = ?1";
            connection.run(sql, params![address.to_lowercase(), vouched])?;
        }
        PlayerChange::AskConfirmation(row) => ask_confirmation(connection, row)?,
        PlayerChange::CloseConfirmation(player, address) => {
            let sql = "DELETE FROM confirmations WHERE key = ?1 AND player_id = ?2";
            connection.run(sql, params![address.to_lowercase(), player.0])?;
        }
        PlayerChange::ForgetConfirmations(before) => {
            connection.run("DELETE FROM confirmations WHERE created_at < ?1", [before])?;
        }
        PlayerChange::Format(player, format) => {
            let word = (*format != LetterFormat::Both).then_some(format.as_str());
            let sql = "UPDATE players SET format = ?2 WHERE id = ?1";
            connection.run(sql, params![player.0, word])?;
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
            connection.run(sql, params![player.0, zone, quiet, remind, calendar])?;
        }
        PlayerChange::Settings(player, settings) => {
            let sql = "UPDATE players SET settings = ?2 WHERE id = ?1";
            connection.run(sql, params![player.0, settings])?;
        }
        PlayerChange::BookLeave(player, from, to) => {
            super::clocks::book_leave(connection, *player, (from, to), now)?;
        }
        PlayerChange::CutLeave(_, leave, to) => {
            super::clocks::cut_leave(connection, *leave, to, now)?
        }
        // Written with the log, and where the new player's id is known.
        PlayerChange::Log(..) | PlayerChange::LanguageOfNew(..) => {}
        PlayerChange::Language(player, language) => {
            let sql = "UPDATE players SET language = ?2 WHERE id = ?1";
            connection.run(sql, params![player.0, language])?;
        }
        PlayerChange::Failed { address, why, .. } => {
            let sql = "UPDATE addresses SET failures = failures + 1, failed_at =
                    coalesce(failed_at, ?2), trouble_at = ?2, trouble = ?3 WHERE key = ?1";
            connection.run(sql, params![address.to_lowercase(), now, why])?;
        }
        PlayerChange::Trouble { address, why } => {
            let sql = "UPDATE addresses SET trouble_at = ?2, trouble = ?3 WHERE key = ?1";
            connection.run(sql, params![address.to_lowercase(), now, why])?;
        }
        PlayerChange::ClearFailures(address) => {
            let sql = "UPDATE addresses SET failures = 0, failed_at = NULL, trouble_at = NULL,
                    trouble = NULL WHERE key = ?1";
            connection.run(sql, [address.to_lowercase()])?;
        }
    }
    Ok(None)
}

fn require_free(connection: &Connection, name: &str, but: Option<PlayerId>) -> Result<()> {
    match View(connection).player_by_name(name)? {
        Some(holder) if Some(holder.id) != but => Err(StoreError::Constraint(format!(
            "the name {name} is taken by another player"
        ))),
        _ => Ok(()),
    }
}

fn add(connection: &Connection, name: &str, now: &str) -> Result<PlayerId> {
    require_free(connection, name, None)?;
    let sql = "INSERT INTO players (name, name_key, created_at) VALUES ('', ?1, ?2)";
    let player = PlayerId(connection.add(sql, [name.to_lowercase().as_str(), now])?);
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
    let values = params![
        player.0,
        name,
        name.to_lowercase(),
        looks.folded,
        looks.typed,
        looks.bare,
    ];
    connection.run(sql, values)
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
        connection.run(sql, [player.0])?;
    }
    let sql = "INSERT INTO addresses (key, address, player_id, main, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET address = excluded.address, main = excluded.main,
            failures = 0, failed_at = NULL, trouble_at = NULL, trouble = NULL
            WHERE player_id = excluded.player_id";
    let key = address.to_lowercase();
    let written = connection.count(sql, params![key, address, player.0, main, now])?;
    if written == 0 {
        return Err(StoreError::Constraint(format!(
            "the address {address} belongs to another player"
        )));
    }
    Ok(())
}
