//! `players` and `addresses`.

use super::values::ToValue;

use super::{View, commit::Writing, statements::Statements};
use crate::ids::PlayerId;
use crate::status::LetterFormat;
use crate::store::snapshot::ReadPlayers;
use crate::store::{
    AddressRow, ConfirmationRow, PlayerChange, PlayerLogRow, PlayerRow, Result, StoreError,
};
use crate::text::Skeleton;

/// Orders the addresses of a player: the first one is that which letters go to.
const FIRST: &str = "failed_at IS NOT NULL, main DESC, created_at, key";

impl ReadPlayers for View<'_> {
    fn player(&self, id: PlayerId) -> Result<Option<PlayerRow>> {
        self.find_player("p.id = ?1", id.0)
    }

    fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>> {
        self.find_player("p.name_key = ?1", name.to_lowercase())
    }

    fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>> {
        let condition = "p.id = (SELECT player_id FROM addresses WHERE key = ?1)";
        self.find_player(condition, address.to_lowercase())
    }

    fn players(&self) -> Result<Vec<PlayerRow>> {
        let sql = format!("{} ORDER BY p.id", with_address(SELECT));
        self.rows(&sql, ())
    }

    fn player_alike(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        self.find_alike(name, but, false)
    }

    fn player_taking(&self, name: &str, but: Option<PlayerId>) -> Result<Option<PlayerRow>> {
        self.find_alike(name, but, true)
    }

    fn program(&self, engine: &str, level: u8) -> Result<Option<PlayerRow>> {
        let is_it = "p.program > 0 AND p.program = ?1 AND p.engine = ?2";
        let sql = format!("{} WHERE {is_it} LIMIT 1", with_address(SELECT));
        self.row(&sql, (i64::from(level), engine))
    }

    fn newest_player(&self) -> Result<Option<PlayerId>> {
        Ok(self.row("SELECT max(id) FROM players", ())?.flatten())
    }

    fn addresses(&self, player: PlayerId) -> Result<Vec<String>> {
        let rows = self.address_rows(player)?;
        Ok(rows.into_iter().map(|row| row.address).collect())
    }

    fn address_rows(&self, player: PlayerId) -> Result<Vec<AddressRow>> {
        let sql = format!("{ADDRESS} WHERE player_id = ?1 ORDER BY {FIRST}");
        self.rows(&sql, [player.0])
    }

    fn all_addresses(&self) -> Result<Vec<(PlayerId, String)>> {
        let sql = "SELECT player_id, address FROM addresses
         UNION SELECT player_id, value FROM player_log WHERE what LIKE '%address%'
         ORDER BY 1, 2";
        self.rows(sql, ())
    }

    fn address(&self, address: &str) -> Result<Option<AddressRow>> {
        let sql = format!("{ADDRESS} WHERE key = ?1");
        self.row(&sql, [address.to_lowercase()])
    }

    fn was_vouched(&self, address: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM addresses WHERE key = ?1 AND vouched = 1";
        self.is_there(sql, [address.to_lowercase()])
    }

    fn player_log(&self, player: PlayerId) -> Result<Vec<PlayerLogRow>> {
        let sql = "SELECT at, by, what, value FROM (SELECT * FROM player_log WHERE player_id = ?1
         ORDER BY id DESC LIMIT 100) AS recent ORDER BY id";
        self.rows(sql, [player.0])
    }

    fn confirmations(&self, address: &str) -> Result<Vec<ConfirmationRow>> {
        self.confirmations_with("key", address.to_lowercase())
    }

    fn confirmations_of(&self, player: PlayerId) -> Result<Vec<ConfirmationRow>> {
        self.confirmations_with("player_id", player.0)
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
    p.language, CASE p.format WHEN 'plain' THEN 'plain' ELSE 'both' END, p.zone, p.quiet, p.remind, p.calendar, p.settings,
    p.created_at, p.named_at, p.left_at, p.banned_at, p.forgotten_at, p.program, p.engine FROM players p";

const ADDRESS: &str =
    "SELECT player_id, address, main, failures, failed_at, trouble_at, trouble FROM addresses";

impl View<'_> {
    fn find_player(&self, condition: &str, key: impl ToValue) -> Result<Option<PlayerRow>> {
        let sql = format!("{} WHERE {condition} LIMIT 1", with_address(SELECT));
        self.row(&sql, [key])
    }

    /// Who has a name that looks like this one; `bare`: or is the same without accents and inner signs.
    fn find_alike(
        &self,
        name: &str,
        but: Option<PlayerId>,
        bare: bool,
    ) -> Result<Option<PlayerRow>> {
        let looks = Skeleton::of(name);
        let players = with_address(SELECT);
        let sql = format!(
            "{players} WHERE (p.skeleton = ?1 OR p.skeleton_typed = ?2 OR p.skeleton_bare = ?3)
         AND p.id IS DISTINCT FROM ?4 ORDER BY p.id LIMIT 1"
        );
        let (bare, but) = (bare.then_some(looks.bare), but.map(|but| but.0));
        self.row(&sql, (looks.folded, looks.typed, bare, but))
    }

    /// The confirmations whose column `column` has this value.
    fn confirmations_with(
        &self,
        column: &str,
        value: impl ToValue,
    ) -> Result<Vec<ConfirmationRow>> {
        let sql = format!(
            "SELECT player_id, address, nonce, generation, created_at FROM confirmations
         WHERE {column} = ?1 ORDER BY created_at DESC, key, player_id LIMIT 20"
        );
        self.rows(&sql, [value])
    }
}

impl Writing<'_> {
    /// Notes a change of a name or an address, right after it was made.
    pub(super) fn log_player(&self, change: &PlayerChange) -> Result<()> {
        let (player, what, value) = match change {
            PlayerChange::Rename(player, name) => (player, "renamed", name),
            PlayerChange::Address {
                player,
                address,
                main,
            } => {
                let what = if *main { "main-address" } else { "address" };
                (player, what, address)
            }
            PlayerChange::Log(player, what, value) => (player, what.as_str(), value),
            _ => return Ok(()),
        };
        self.note_by_mail(*player, what, value)
    }

    /// Adds a line to the log of a player, in the name of the mail or of the umpire.
    fn note_by_mail(&self, player: PlayerId, what: &str, value: &str) -> Result<()> {
        match &self.decision.mail {
            Some((mail, _)) => self.note_player(player, what, value, &format!("i{mail}")),
            None => self.note_player(player, what, value, &self.decision.by),
        }
    }

    /// Adds a line to the log of a player.
    pub(super) fn note_player(
        &self,
        player: PlayerId,
        what: &str,
        value: &str,
        by: &str,
    ) -> Result<()> {
        let sql =
            "INSERT INTO player_log (player_id, at, by, what, value) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.run(sql, (player.0, self.now, by, what, value))
    }

    /// Carries out a change; returns the id of a player who was added.
    pub(super) fn change_player(&self, change: &PlayerChange) -> Result<Option<PlayerId>> {
        match change {
            PlayerChange::Add { name, address } => {
                self.require_free(name, None)?;
                let sql = "INSERT INTO players (name, name_key, created_at) VALUES ('', ?1, ?2)";
                let key = name.to_lowercase();
                let id = PlayerId(self.add(sql, [key.as_str(), self.now])?);
                self.write_name(id, name)?;
                self.set_address(id, address, true)?;
                return Ok(Some(id));
            }
            PlayerChange::AddProgram {
                name,
                level,
                engine,
            } => {
                self.require_free(name, None)?;
                let sql = "INSERT INTO players (name, name_key, created_at, program, engine)
                     VALUES ('', ?1, ?2, ?3, ?4)";
                let (key, level) = (name.to_lowercase(), i64::from(*level));
                let id = PlayerId(self.add(sql, (key, self.now, level, engine))?);
                self.write_name(id, name)?;
                return Ok(Some(id));
            }
            PlayerChange::Rename(player, name) => {
                self.require_free(name, Some(*player))?;
                self.write_name(*player, name)?;
            }
            PlayerChange::Address {
                player,
                address,
                main,
            } => self.set_address(*player, address, *main)?,
            PlayerChange::RemoveAddress(player, address) => {
                let sql = "DELETE FROM addresses WHERE key = ?1 AND player_id = ?2 AND main = 0";
                if self.count(sql, (address.to_lowercase(), player.0))? > 0 {
                    self.note_by_mail(*player, "address-removed", address)?;
                }
            }
            PlayerChange::Vouched(address, vouched) => {
                let sql = "UPDATE addresses SET vouched = ?2 WHERE key = ?1";
                self.run(sql, (address.to_lowercase(), vouched))?;
            }
            PlayerChange::AskConfirmation(row) => {
                let sql = "INSERT INTO confirmations
                        (key, player_id, address, nonce, generation, created_at)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (key, player_id) DO UPDATE SET address = excluded.address,
                        nonce = excluded.nonce, generation = excluded.generation,
                        created_at = excluded.created_at";
                let (address, at) = (&row.address, &row.created_at);
                let (key, player) = (address.to_lowercase(), row.player.0);
                let values = (key, player, address, &row.nonce, row.generation, at);
                self.run(sql, values)?;
            }
            PlayerChange::CloseConfirmation(player, address) => {
                let sql = "DELETE FROM confirmations WHERE key = ?1 AND player_id = ?2";
                self.run(sql, (address.to_lowercase(), player.0))?;
            }
            PlayerChange::ForgetConfirmations(before) => {
                self.run("DELETE FROM confirmations WHERE created_at < ?1", [before])?;
            }
            PlayerChange::Format(player, format) => {
                let word = (*format != LetterFormat::Both).then_some(format.as_str());
                let sql = "UPDATE players SET format = ?2 WHERE id = ?1";
                self.run(sql, (player.0, word))?;
            }
            PlayerChange::Times(player, times) => {
                let sql = "UPDATE players SET zone = ?2, quiet = ?3, remind = ?4, calendar = ?5
                     WHERE id = ?1";
                let (zone, quiet, remind) = (&times.zone, &times.quiet, &times.remind);
                self.run(sql, (player.0, zone, quiet, remind, times.calendar))?;
            }
            PlayerChange::Settings(player, settings) => {
                let sql = "UPDATE players SET settings = ?2 WHERE id = ?1";
                self.run(sql, (player.0, settings))?;
            }
            PlayerChange::BookLeave(player, from, to) => {
                let sql = "INSERT INTO leaves (player_id, from_at, to_at, booked_at)
                     VALUES (?1, ?2, ?3, ?4)";
                self.run(sql, (player.0, from, to, self.now))?;
            }
            // It never ends before it begins.
            PlayerChange::CutLeave(_, leave, to) => {
                let sql = "UPDATE leaves SET to_at =
                        CASE WHEN from_at > ?2 THEN from_at WHEN to_at < ?2 THEN to_at ELSE ?2 END,
                        cancelled_at = ?3 WHERE id = ?1";
                self.run(sql, (leave, to, self.now))?;
            }
            // Written with the log, and where the new player's id is known.
            PlayerChange::Log(..) | PlayerChange::LanguageOfNew(..) => {}
            PlayerChange::Language(player, language) => {
                let sql = "UPDATE players SET language = ?2 WHERE id = ?1";
                self.run(sql, (player.0, language))?;
            }
            PlayerChange::Failed { address, why, .. } => {
                let sql = "UPDATE addresses SET failures = failures + 1, failed_at =
                        coalesce(failed_at, ?2), trouble_at = ?2, trouble = ?3 WHERE key = ?1";
                self.run(sql, (address.to_lowercase(), self.now, why))?;
            }
            PlayerChange::Trouble { address, why } => {
                let sql = "UPDATE addresses SET trouble_at = ?2, trouble = ?3 WHERE key = ?1";
                self.run(sql, (address.to_lowercase(), self.now, why))?;
            }
            PlayerChange::ClearFailures(address) => {
                let sql = "UPDATE addresses SET failures = 0, failed_at = NULL, trouble_at = NULL,
                        trouble = NULL WHERE key = ?1";
                self.run(sql, [address.to_lowercase()])?;
            }
        }
        Ok(None)
    }

    fn require_free(&self, name: &str, but: Option<PlayerId>) -> Result<()> {
        let holder = self.view().player_by_name(name)?;
        match holder.filter(|holder| Some(holder.id) != but) {
            None => Ok(()),
            Some(_) => {
                let why = format!("the name {name} is taken by another player");
                Err(StoreError::Constraint(why))
            }
        }
    }

    /// Writes a name with all that it is found by.
    pub(super) fn write_name(&self, player: PlayerId, name: &str) -> Result<()> {
        let looks = Skeleton::of(name);
        let sql = "UPDATE players SET name = ?2, name_key = ?3, skeleton = ?4, skeleton_typed = ?5,
                                  skeleton_bare = ?6
               WHERE id = ?1";
        let (id, key, typed) = (player.0, name.to_lowercase(), looks.typed);
        self.run(sql, (id, name, key, looks.folded, typed, looks.bare))
    }

    fn set_address(&self, player: PlayerId, address: &str, main: bool) -> Result<()> {
        if main {
            let sql = "UPDATE addresses SET main = 0 WHERE player_id = ?1 AND main = 1";
            self.run(sql, [player.0])?;
        }
        let sql = "INSERT INTO addresses (key, address, player_id, main, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key) DO UPDATE SET address = excluded.address, main = excluded.main,
            failures = 0, failed_at = NULL, trouble_at = NULL, trouble = NULL
            WHERE addresses.player_id = excluded.player_id";
        let key = address.to_lowercase();
        match self.count(sql, (key, address, player.0, main, self.now))? {
            0 => {
                let why = format!("the address {address} belongs to another player");
                Err(StoreError::Constraint(why))
            }
            _ => Ok(()),
        }
    }
}
