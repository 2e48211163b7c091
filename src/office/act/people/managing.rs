//! What the umpire does about players, besides names and addresses: bans, merges, forgetting, adding many.

use anyhow::{Result, bail};

use crate::ids::{GameId, PlayerId};
use crate::mail::Address;
use crate::store::{Decision, PeopleChange, PlayerChange, PlayerRef, PlayerRow, Snapshot};
use crate::text::clean;

use crate::office::Office;
use crate::office::act::umpire::account::find;

/// A line of a file of players that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

/// A player of a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Imported {
    /// His name.
    pub name: String,
    /// His address.
    pub address: String,
    /// His language, if one is given.
    pub language: Option<String>,
}

impl Office {
    /// Bans a player: no mail of his is read, and no letter goes to his addresses, even if he joins anew. His running
    /// games go on, until their clocks or the umpire end them.
    ///
    /// # Errors
    /// There is no such player, or he is banned already.
    pub fn ban(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        reason: &str,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        if player.membership.banned_at.is_some() {
            bail!("{} is banned already", player.name);
        }
        self.ban_mailboxes(store, decision, player.id, true)?;
        self.draft(store, decision)
            .end_challenges_of(player.id, "umpire")?;
        let entry = PlayerChange::Log(player.id, "banned".to_owned(), clean(reason, 300));
        decision.players.push(entry);
        Ok(player)
    }

    /// Bans a player and his mailboxes, or does so no more.
    fn ban_mailboxes(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        player: PlayerId,
        banned: bool,
    ) -> Result<()> {
        for address in store.addresses(player)? {
            if let Ok(address) = Address::parse(&address) {
                let mailbox = self.mailbox_of(&address);
                decision.people.push(PeopleChange::Banned(mailbox, banned));
            }
        }
        decision.people.push(PeopleChange::Ban(player, banned));
        Ok(())
    }

    /// Lets a player who was banned play again.
    ///
    /// # Errors
    /// There is no such player, or he is not banned.
    pub fn unban(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        if player.membership.banned_at.is_none() {
            bail!("{} is not banned", player.name);
        }
        self.ban_mailboxes(store, decision, player.id, false)?;
        let entry = PlayerChange::Log(player.id, "unbanned".to_owned(), String::new());
        decision.players.push(entry);
        Ok(player)
    }

    /// Gives all games, addresses and notes of one player to another: they are one person. Returns both.
    ///
    /// # Errors
    /// One of them is not there, they are the same, or they play against each other.
    pub fn merge(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        from: &str,
        into: &str,
    ) -> Result<(PlayerRow, PlayerRow)> {
        let (from, into) = (find(store, from)?, find(store, into)?);
        if from.id == into.id {
            bail!("{} is one player already", from.name);
        }
        if from.membership.banned_at.is_some() != into.membership.banned_at.is_some() {
            bail!("one of them is banned; `zugpost player unban` first");
        }
        for (game, _) in store.games_of(from.id, true, 1000)? {
            let seats = store.seats(game.id)?;
            if seats.iter().any(|seat| seat.player == into.id) {
                bail!(
                    "{} and {} play against each other in game #{}; end it first",
                    from.name,
                    into.name,
                    game.id
                );
            }
        }
        decision.people.push(PeopleChange::Merge(from.id, into.id));
        // What is left of the first has no address and no game.
        let name = format!("player {}", from.id);
        decision.people.push(PeopleChange::Forget(from.id, name));
        let what = format!("{} (player {})", from.name, from.id);
        let entry = PlayerChange::Log(into.id, "merged".to_owned(), clean(&what, 100));
        decision.players.push(entry);
        Ok((from, into))
    }

    /// Gives up the games of a player, and replaces his name and addresses wherever they are kept. Returns him and the
    /// games.
    ///
    /// # Errors
    /// There is no such player, or a game cannot be loaded.
    pub fn forget(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        umpire: &str,
    ) -> Result<(PlayerRow, Vec<GameId>)> {
        let player = find(store, who)?;
        if player.membership.forgotten_at.is_some() {
            bail!("{} is forgotten already", player.name);
        }
        let games = self.draft(store, decision).retire(player.id, umpire)?;
        let name = format!("player {}", player.id);
        decision.people.push(PeopleChange::Forget(player.id, name));
        Ok((player, games))
    }

    /// Adds the players of a file, all or none: a name, an address, and a language in each line, separated by commas. Empty
    /// lines, lines that begin with `#`, and a first line `name,address` do not count.
    ///
    /// # Errors
    /// The store fails. What is wrong with lines is the inner error.
    pub fn import(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        text: &str,
    ) -> Result<std::result::Result<Vec<Imported>, Vec<BadLine>>> {
        let (mut added, mut bad): (Vec<Imported>, Vec<BadLine>) = (Vec::new(), Vec::new());
        let languages: Vec<&str> = self.words.languages().collect();
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let fields: Vec<&str> = line
                .split(',')
                .map(|field| field.trim().trim_matches('"').trim())
                .collect();
            let comment = line.trim().is_empty() || line.trim_start().starts_with('#');
            let title = at == 0
                && fields
                    .first()
                    .is_some_and(|f| f.eq_ignore_ascii_case("name"));
            if comment || title {
                continue;
            }
            let mut fault = |why: String| bad.push(BadLine { line: at + 1, why });
            let (name, address, language) = match fields[..] {
                [name, address] | [name, address, ""] => (name, address, None),
                [name, address, language] => (name, address, Some(language)),
                _ => {
                    fault("write name,address or name,address,language".to_owned());
                    continue;
                }
            };
            if let Some(odd) = language.filter(|language| !languages.contains(language)) {
                let known = languages.join(", ");
                fault(format!(
                    "there are no texts in {:?}, only in {known}",
                    clean(odd, 20)
                ));
                continue;
            }
            match self.add_player(store, decision, name, address) {
                Ok(player) => {
                    if let (Some(language), PlayerRef::New(nth)) = (language, player.at) {
                        let choice = PlayerChange::LanguageOfNew(nth, language.to_owned());
                        decision.players.push(choice);
                    }
                    added.push(Imported {
                        name: player.name,
                        address: player.address,
                        language: language.map(str::to_owned),
                    });
                }
                Err(why) => fault(format!("{why:#}")),
            }
        }
        Ok(match bad.is_empty() {
            true => Ok(added),
            false => Err(bad),
        })
    }
}

/// How a player belongs to the server, in a word.
#[must_use]
pub fn membership(player: &PlayerRow) -> &'static str {
    let of = &player.membership;
    if of.forgotten_at.is_some() {
        "forgotten"
    } else if of.banned_at.is_some() {
        "banned"
    } else if of.left_at.is_some() {
        "left"
    } else {
        "member"
    }
}
