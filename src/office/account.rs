//! Players and their addresses.

use anyhow::{Result, bail};

use crate::mail::Address;
use crate::store::{PlayerRow, Tx};
use crate::text;

use super::{Office, Settings};

/// At most this many characters of a name.
const LONGEST: usize = 40;

impl Office {
    /// Adds a player.
    ///
    /// # Errors
    /// The name or the address is invalid or taken; the message says what to do.
    pub fn add_player(&self, tx: &Tx<'_>, name: &str, address: &str) -> Result<PlayerRow> {
        let name = checked_name(name)?;
        let address = self.checked_address(address)?;
        if let Some(taken) = tx.player_by_name(&name)? {
            bail!(
                "the name {name} is taken by {}; choose another",
                taken.address
            );
        }
        if let Some(taken) = tx.player_by_address(&address.normalized())? {
            bail!("{address} belongs to {}; use that name", taken.name);
        }
        let id = tx.add_player(&name, &address.to_string(), &self.stamp())?;
        known(tx, id)
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// There is no such player, or the name is invalid or taken.
    pub fn rename_player(&self, tx: &Tx<'_>, who: &str, name: &str) -> Result<PlayerRow> {
        let player = find(tx, who)?;
        let name = checked_name(name)?;
        if let Some(taken) = tx
            .player_by_name(&name)?
            .filter(|taken| taken.id != player.id)
        {
            bail!(
                "the name {name} is taken by {}; choose another",
                taken.address
            );
        }
        tx.rename_player(player.id, &name)?;
        known(tx, player.id)
    }

    /// Adds an address of record; with `main` it becomes the main address, to which letters are sent.
    ///
    /// # Errors
    /// There is no such player, or the address is invalid or belongs to another player.
    pub fn set_address(
        &self,
        tx: &Tx<'_>,
        who: &str,
        address: &str,
        main: bool,
    ) -> Result<PlayerRow> {
        let player = find(tx, who)?;
        let address = self.checked_address(address)?;
        let holder = tx.player_by_address(&address.normalized())?;
        if let Some(taken) = holder.filter(|taken| taken.id != player.id) {
            bail!("{address} belongs to {}", taken.name);
        }
        tx.add_address(player.id, &address.to_string(), main, &self.stamp())?;
        known(tx, player.id)
    }

    /// The player that the umpire has written for a seat: `NAME <address>`, or the name of a known
    /// player. A new name with a new address adds a player.
    ///
    /// # Errors
    /// The text is neither, or name and address belong to different players.
    pub fn player_for_seat(&self, tx: &Tx<'_>, text: &str) -> Result<PlayerRow> {
        let Some((name, rest)) = text.split_once('<') else {
            if text.contains('@') {
                return match tx.player_by_address(text.trim())? {
                    Some(player) => Ok(player),
                    None => bail!("no player has the address {text}; write \"NAME <{text}>\""),
                };
            }
            return find(tx, text);
        };
        let Some(address) = rest.trim_end().strip_suffix('>') else {
            bail!("a seat is \"NAME <address>\" or a known name, not {text:?}");
        };
        let (name, address) = (checked_name(name)?, self.checked_address(address)?);
        match (
            tx.player_by_name(&name)?,
            tx.player_by_address(&address.normalized())?,
        ) {
            (Some(one), Some(other)) if one.id == other.id => Ok(one),
            (_, Some(other)) => bail!("{address} belongs to {}, not to {name}", other.name),
            (Some(one), None) => bail!(
                "{} is known with the address {}; `zugpost player address` changes it",
                one.name,
                one.address
            ),
            (None, None) => self.add_player(tx, &name, &address.to_string()),
        }
    }

    fn checked_address(&self, address: &str) -> Result<Address> {
        let Ok(parsed) = Address::parse(address.trim()) else {
            bail!(
                "{:?} is no mail address (write local@domain)",
                text::clean(address, 80)
            );
        };
        let Settings {
            address, delimiter, ..
        } = &self.settings;
        // Also with a token after the delimiter.
        if address.covers(&parsed, *delimiter) {
            bail!("{parsed} is the server's own address");
        }
        Ok(parsed)
    }
}

/// The player with this name or address.
///
/// # Errors
/// There is no such player.
pub fn find(tx: &Tx<'_>, who: &str) -> Result<PlayerRow> {
    let who = who.trim();
    let found = match tx.player_by_name(who)? {
        Some(player) => Some(player),
        None => tx.player_by_address(who)?,
    };
    match found {
        Some(player) => Ok(player),
        None => bail!(
            "there is no player {:?}; `zugpost player list` shows all, \"NAME <address>\" makes one",
            text::clean(who, 80)
        ),
    }
}

fn known(tx: &Tx<'_>, id: i64) -> Result<PlayerRow> {
    match tx.player(id)? {
        Some(player) => Ok(player),
        None => bail!("player {id} has vanished"),
    }
}

/// Checks that a name can be used in a header, in a sentence and in a command.
fn checked_name(name: &str) -> Result<String> {
    let name = name.trim().trim_matches('"').trim();
    let clean = text::clean(name, LONGEST + 1);
    if clean.is_empty() || clean != name || clean.chars().count() > LONGEST {
        bail!(
            "a name has 1 to {LONGEST} printable characters, not {:?}",
            text::clean(name, 60)
        );
    }
    if let Some(bad) = name.chars().find(|c| "<>@\"#:;,()[]\\|".contains(*c)) {
        bail!("a name may not contain {bad}");
    }
    Ok(clean)
}
