//! Players and their addresses.

use anyhow::{Result, bail};

use crate::games::Cause;
use crate::ids::PlayerId;
use crate::mail::Address;
use crate::meeting::names;
use crate::meeting::person::{Person, PersonAct, PersonRuling, same};
use crate::reading::language_named;
use crate::store::{PlayerChange, PlayerRef, PlayerRow, Snapshot};
use crate::text::{self, Skeleton};

use crate::office::Draft;

/// At most this many characters of a name.
const LONGEST: usize = 40;
/// The umpire, no matter who that is.
pub(in crate::office) const UMPIRE: Cause<'_> = Cause::Umpire("umpire");

/// A player, who may be one that the same decision adds.
#[derive(Clone, Debug)]
pub struct Player {
    /// A stored player, or one of the decision.
    pub at: PlayerRef,
    /// The name as others see it.
    pub name: String,
    /// The address that letters go to; empty if there is none.
    pub address: String,
}

impl Player {
    /// A stored player, with the address that letters go to now.
    pub(in crate::office) fn known(row: PlayerRow) -> Self {
        Self {
            at: PlayerRef::Known(row.id),
            name: row.name,
            address: row.address,
        }
    }

    /// The id; 0 for one that is not stored yet.
    pub(in crate::office) fn id(&self) -> PlayerId {
        match self.at {
            PlayerRef::Known(id) => id,
            PlayerRef::New(_) => PlayerId(0),
        }
    }
}

impl Draft<'_> {
    /// Adds a player.
    ///
    /// # Errors
    /// The name or the address is invalid or taken; the message says what to do.
    pub fn add_player(&mut self, name: &str, address: &str) -> Result<Player> {
        let name = checked_name(name)?;
        let address = self.checked_address(address)?;
        self.require_free(&name, None)?;
        if let Some(taken) = self.store.player_by_address(&address.normalized())? {
            bail!("{address} belongs to {}; use that name", taken.name);
        }
        let added = self.added();
        let looks = Skeleton::of(&name);
        let alike =
            |new: &&Player| !same(&new.name, &name) && Skeleton::of(&new.name).is_like(&looks);
        if let Some(Player { name: taken, .. }) = added.iter().find(alike) {
            bail!("the names {taken} and {name} look alike; choose another for one of them");
        }
        if let Some(taken) = added.iter().find(|new| same(&new.name, &name)) {
            let taken = &taken.name;
            bail!("the name {taken} is given twice, with different addresses");
        }
        let address = address.to_string();
        if let Some(taken) = added.iter().find(|new| same(&new.address, &address)) {
            bail!("{address} belongs to {}; use that name", taken.name);
        }
        let at = PlayerRef::New(added.len());
        let joins = [PersonAct::Join {
            name: name.clone(),
            address: address.clone(),
        }];
        self.close_person(&Person::default(), &joins, &UMPIRE)?;
        Ok(Player { at, name, address })
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// There is no such player, or the name is invalid or taken.
    pub fn rename_player(&mut self, who: &str, name: &str) -> Result<PlayerRow> {
        let player = find(self.store, who)?;
        let name = checked_name(name)?;
        self.require_free(&name, Some(player.id))?;
        self.rule_on(&player, &PersonRuling::Name(name.clone()), &UMPIRE)?;
        Ok(PlayerRow { name, ..player })
    }

    /// Adds an address of record; with `main` it becomes the main address, to which letters are sent. Both
    /// addresses are told, and the letters of running games go to a new main address again.
    ///
    /// # Errors
    /// There is no such player, or the address is invalid or belongs to another player.
    pub fn set_address(&mut self, who: &str, address: &str, main: bool) -> Result<PlayerRow> {
        let mut player = find(self.store, who)?;
        let address = self.checked_address(address)?;
        let holder = self.store.player_by_address(&address.normalized())?;
        if let Some(taken) = holder.filter(|taken| taken.id != player.id) {
            bail!("{address} belongs to {}", taken.name);
        }
        let address = address.to_string();
        let ruling = PersonRuling::Address {
            address: address.clone(),
            main,
        };
        self.rule_on(&player, &ruling, &UMPIRE)?;
        if main {
            player.address = address;
        }
        Ok(player)
    }

    /// Sets the language of a player's letters; `None`: that of the server.
    ///
    /// # Errors
    /// There is no such player, or no text in that language.
    pub fn set_language(&mut self, who: &str, language: Option<&str>) -> Result<PlayerRow> {
        let player = find(self.store, who)?;
        let known: Vec<&str> = self.office.words.languages().collect();
        // `de`, `german`, `deutsch`.
        let named = |name: &str| language_named(&name.to_lowercase());
        let language = language.map(|name| {
            named(name)
                .filter(|code| known.contains(code))
                .unwrap_or(name)
        });
        if let Some(odd) = language.filter(|language| !known.contains(language)) {
            bail!(
                "there are no texts in {:?}, only in {}",
                text::clean(odd, 40),
                known.join(", ")
            );
        }
        let language = language.map(str::to_owned);
        let change = PlayerChange::Language(player.id, language.clone());
        self.decision.players.push(change);
        Ok(PlayerRow { language, ..player })
    }

    /// The player that the umpire has written for a seat: `NAME <address>`, or the name of a known
    /// player. A new name with a new address adds a player.
    ///
    /// # Errors
    /// The text is neither, or name and address belong to different players.
    pub(super) fn player_for_seat(&mut self, text: &str) -> Result<Player> {
        let Some((name, rest)) = text.split_once('<') else {
            if text.contains('@') {
                return match self.store.player_by_address(text.trim())? {
                    Some(player) => Ok(Player::known(player)),
                    None => bail!("no player has the address {text}; write \"NAME <{text}>\""),
                };
            }
            let mut added = self.added().into_iter();
            return match added.find(|new| same(&new.name, text.trim())) {
                Some(new) => Ok(new),
                None => find(self.store, text).map(Player::known),
            };
        };
        let Some(address) = rest.trim_end().strip_suffix('>') else {
            bail!("a seat is \"NAME <address>\" or a known name, not {text:?}");
        };
        let (name, parsed) = (checked_name(name)?, self.checked_address(address)?);
        let address = parsed.to_string();
        let both = |new: &Player| same(&new.name, &name) && same(&new.address, &address);
        if let Some(new) = self.added().into_iter().find(both) {
            return Ok(new);
        }
        match (
            self.store.player_by_name(&name)?,
            self.store.player_by_address(&parsed.normalized())?,
        ) {
            (Some(one), Some(other)) if one.id == other.id => Ok(Player::known(one)),
            (_, Some(other)) => bail!("{address} belongs to {}, not to {name}", other.name),
            (Some(one), None) => bail!(
                "{} is known with the address {}; `zugpost player address` changes it",
                one.name,
                one.address
            ),
            (None, None) => self.add_player(&name, &address),
        }
    }

    fn checked_address(&self, address: &str) -> Result<Address> {
        let Ok(parsed) = Address::parse(address.trim()) else {
            bail!(
                "{:?} is no mail address (write local@domain)",
                text::clean(address, 80)
            );
        };
        // Also with a token after the delimiter.
        if self.office.is_ours(&parsed) {
            bail!("{parsed} is the server's own address");
        }
        Ok(parsed)
    }

    /// The players that the decision adds.
    pub(super) fn added(&self) -> Vec<Player> {
        let added = self.decision.added().enumerate();
        let player = |(nth, (name, address)): (usize, (&str, &str))| Player {
            at: PlayerRef::New(nth),
            name: name.to_owned(),
            address: address.to_owned(),
        };
        added.map(player).collect()
    }

    /// Checks that no other player has this name, or one that looks like it.
    fn require_free(&self, name: &str, but: Option<PlayerId>) -> Result<()> {
        if names::is_of_program(name, self.office.settings.programs()) {
            bail!("{name} is the name of a program that members can challenge; choose another");
        }
        let taken = self.store.player_by_name(name)?;
        if let Some(taken) = taken.filter(|taken| Some(taken.id) != but) {
            let address = taken.address;
            bail!("the name {name} is taken by {address}; choose another");
        }
        match self.store.player_alike(name, but)? {
            Some(taken) => bail!(
                "the name {name} looks like {}, the name of {}; choose another",
                taken.name,
                taken.address
            ),
            None => Ok(()),
        }
    }
}

/// The player with this name or address; of `NAME <address>` the address counts.
///
/// # Errors
/// There is no such player.
pub fn find(store: &dyn Snapshot, who: &str) -> Result<PlayerRow> {
    let who = who.trim();
    let found = match store.player_by_name(who)? {
        Some(player) => Some(player),
        None => {
            let written = who.strip_suffix('>').and_then(|who| who.split_once('<'));
            store.player_by_address(written.map_or(who, |(_, address)| address))?
        }
    };
    match found {
        Some(player) if player.membership.program > 0 => bail!(
            "{} is a program of this server: it has no address and no name of its own",
            player.name
        ),
        Some(player) => Ok(player),
        None => bail!(
            "there is no player {:?}; `zugpost player list` shows all, `zugpost player add` adds one",
            text::clean(who, 80)
        ),
    }
}

/// Checks that a name can be used in a header, in a sentence and in a command.
fn checked_name(name: &str) -> Result<String> {
    let name = name.trim().trim_matches('"').trim();
    let clean = text::clean(name, LONGEST + 1);
    if clean.is_empty() || clean != name || clean.chars().count() > LONGEST {
        let odd = text::clean(name, 60);
        bail!("a name has 1 to {LONGEST} printable characters, not {odd:?}");
    }
    if let Some(bad) = name.chars().find(|c| "<>@\"#:;,()[]\\|".contains(*c)) {
        bail!("a name may not contain {bad}");
    }
    Ok(clean)
}
