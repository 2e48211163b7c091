//! Players and their addresses.

use anyhow::{Result, bail};

use crate::games::Cause;
use crate::ids::PlayerId;
use crate::mail::Address;
use crate::meeting::person::{Person, PersonAct, PersonRuling};
use crate::store::{Decision, PlayerChange, PlayerRef, PlayerRow, Snapshot};
use crate::text::{self, Skeleton};

use crate::office::{Office, Settings};

/// At most this many characters of a name.
const LONGEST: usize = 40;
/// The umpire, no matter who that is.
pub(in crate::office) const UMPIRE: Cause<'_> = Cause::Umpire("umpire");

/// A player, who may be one that the same decision adds.
#[derive(Clone, Debug)]
pub struct Player {
    /// A stored player, or one of the decision.
    pub at: PlayerRef,
    /// The name.
    pub name: String,
    /// The main address.
    pub address: String,
}

impl Player {
    /// The id; 0 for one that is not stored yet.
    #[must_use]
    pub fn id(&self) -> PlayerId {
        match self.at {
            PlayerRef::Known(id) => id,
            PlayerRef::New(_) => PlayerId(0),
        }
    }
}

impl Office {
    /// Adds a player.
    ///
    /// # Errors
    /// The name or the address is invalid or taken; the message says what to do.
    pub fn add_player(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        name: &str,
        address: &str,
    ) -> Result<Player> {
        let name = checked_name(name)?;
        let address = self.checked_address(address)?;
        require_free(store, &name, None)?;
        if let Some(taken) = store.player_by_address(&address.normalized())? {
            bail!("{address} belongs to {}; use that name", taken.name);
        }
        let added = added(decision);
        let looks = Skeleton::of(&name);
        let alike = |known: &str| !same(known, &name) && Skeleton::of(known).is_like(&looks);
        if let Some((_, taken, _)) = added.iter().find(|(_, known, _)| alike(known)) {
            bail!("the names {taken} and {name} look alike; choose another for one of them");
        }
        if let Some((_, taken, _)) = added.iter().find(|(_, known, _)| same(known, &name)) {
            bail!("the name {taken} is given twice, with different addresses");
        }
        let address = address.to_string();
        if let Some((_, taken, _)) = added.iter().find(|(_, _, known)| same(known, &address)) {
            bail!("{address} belongs to {taken}; use that name");
        }
        let at = PlayerRef::New(added.len());
        let joins = [PersonAct::Join {
            name: name.clone(),
            address: address.clone(),
        }];
        let mut draft = self.draft(store, decision);
        draft.close_person(&Person::default(), &joins, &UMPIRE)?;
        Ok(Player { at, name, address })
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// There is no such player, or the name is invalid or taken.
    pub fn rename_player(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        name: &str,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        let name = checked_name(name)?;
        require_free(store, &name, Some(player.id))?;
        let ruling = PersonRuling::Name(name.clone());
        self.draft(store, decision)
            .rule_on(&player, &ruling, &UMPIRE)?;
        Ok(PlayerRow { name, ..player })
    }

    /// Adds an address of record; with `main` it becomes the main address, to which letters are sent. Both
    /// addresses are told, and the letters of running games go to a new main address again.
    ///
    /// # Errors
    /// There is no such player, or the address is invalid or belongs to another player.
    pub fn set_address(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        address: &str,
        main: bool,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        let address = self.checked_address(address)?;
        let holder = store.player_by_address(&address.normalized())?;
        if let Some(taken) = holder.filter(|taken| taken.id != player.id) {
            bail!("{address} belongs to {}", taken.name);
        }
        let address = address.to_string();
        let ruling = PersonRuling::Address {
            address: address.clone(),
            main,
        };
        self.draft(store, decision)
            .rule_on(&player, &ruling, &UMPIRE)?;
        Ok(if main {
            PlayerRow { address, ..player }
        } else {
            player
        })
    }
}

impl Office {
    /// Sets the language of a player's letters; `None`: that of the server.
    ///
    /// # Errors
    /// There is no such player, or no text in that language.
    pub fn set_language(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        language: Option<&str>,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        let known: Vec<&str> = self.words.languages().collect();
        if let Some(odd) = language.filter(|language| !known.contains(language)) {
            bail!(
                "there are no texts in {:?}, only in {}",
                text::clean(odd, 40),
                known.join(", ")
            );
        }
        let language = language.map(str::to_owned);
        decision
            .players
            .push(PlayerChange::Language(player.id, language.clone()));
        Ok(PlayerRow { language, ..player })
    }

    /// The player that the umpire has written for a seat: `NAME <address>`, or the name of a known
    /// player. A new name with a new address adds a player.
    ///
    /// # Errors
    /// The text is neither, or name and address belong to different players.
    pub fn player_for_seat(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        text: &str,
    ) -> Result<Player> {
        let Some((name, rest)) = text.split_once('<') else {
            if text.contains('@') {
                return match store.player_by_address(text.trim())? {
                    Some(player) => Ok(known(player)),
                    None => bail!("no player has the address {text}; write \"NAME <{text}>\""),
                };
            }
            let added = added(decision).into_iter();
            let mut new = added.filter(|(_, name, _)| same(name, text.trim()));
            return match new.next() {
                Some((at, name, address)) => Ok(Player { at, name, address }),
                None => find(store, text).map(known),
            };
        };
        let Some(address) = rest.trim_end().strip_suffix('>') else {
            bail!("a seat is \"NAME <address>\" or a known name, not {text:?}");
        };
        let (name, address) = (checked_name(name)?, self.checked_address(address)?);
        let both = added(decision).into_iter();
        let mut both =
            both.filter(|(_, known, at)| same(known, &name) && same(at, &address.to_string()));
        if let Some((at, name, address)) = both.next() {
            return Ok(Player { at, name, address });
        }
        match (
            store.player_by_name(&name)?,
            store.player_by_address(&address.normalized())?,
        ) {
            (Some(one), Some(other)) if one.id == other.id => Ok(known(one)),
            (_, Some(other)) => bail!("{address} belongs to {}, not to {name}", other.name),
            (Some(one), None) => bail!(
                "{} is known with the address {}; `zugpost player address` changes it",
                one.name,
                one.address
            ),
            (None, None) => self.add_player(store, decision, &name, &address.to_string()),
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
pub fn find(store: &dyn Snapshot, who: &str) -> Result<PlayerRow> {
    let who = who.trim();
    let found = match store.player_by_name(who)? {
        Some(player) => Some(player),
        None => store.player_by_address(who)?,
    };
    match found {
        Some(player) => Ok(player),
        None => bail!(
            "there is no player {:?}; `zugpost player list` shows all, \"NAME <address>\" makes one",
            text::clean(who, 80)
        ),
    }
}

fn known(player: PlayerRow) -> Player {
    Player {
        at: PlayerRef::Known(player.id),
        name: player.name,
        address: player.address,
    }
}

/// The players that a decision adds.
fn added(decision: &Decision) -> Vec<(PlayerRef, String, String)> {
    let added = decision.added().enumerate();
    added
        .map(|(nth, (name, address))| (PlayerRef::New(nth), name.to_owned(), address.to_owned()))
        .collect()
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Checks that no other player has this name, or one that looks like it.
fn require_free(store: &dyn Snapshot, name: &str, but: Option<PlayerId>) -> Result<()> {
    let taken = store.player_by_name(name)?;
    if let Some(taken) = taken.filter(|taken| Some(taken.id) != but) {
        bail!(
            "the name {name} is taken by {}; choose another",
            taken.address
        );
    }
    match store.player_alike(name, but)? {
        Some(taken) => bail!(
            "the name {name} looks like {}, the name of {}; choose another",
            taken.name,
            taken.address
        ),
        None => Ok(()),
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
