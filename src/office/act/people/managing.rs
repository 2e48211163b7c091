//! What the umpire does about players, besides names and addresses: bans, merges, forgetting, adding many.

use anyhow::{Result, anyhow};

use crate::games::Cause;
use crate::ids::GameId;
use crate::meeting::Concluded;
use crate::meeting::person::{PersonAct, PersonRuling, PersonRulingRefusal, rule};
use crate::store::{Decision, PlayerChange, PlayerRef, PlayerRow, Snapshot};
use crate::text::clean;

use crate::office::act::people::leaving::Leaving;
use crate::office::act::umpire::account::{UMPIRE, find};
use crate::office::{Draft, Office};

/// A line of a file of players that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why it cannot be used.
    pub why: String,
}

/// A player of a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Imported {
    /// The name of the new player.
    pub name: String,
    /// The address of the new player.
    pub address: String,
    /// The language of the new player, if one is given.
    pub language: Option<String>,
}

impl Office {
    /// Bans a player: no mail of theirs is read, and no letter goes to their addresses, even if
    /// they join anew. Their running games go on, until their clocks or the umpire end them.
    ///
    /// # Errors
    /// There is no such player, or they are banned already.
    pub fn ban(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
        reason: &str,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        let ruling = PersonRuling::Ban(reason.to_owned());
        self.draft(store, decision)
            .rule_on(&player, &ruling, &UMPIRE)?;
        Ok(player)
    }

    /// Lets a player who was banned play again.
    ///
    /// # Errors
    /// There is no such player, or they are not banned.
    pub fn unban(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        who: &str,
    ) -> Result<PlayerRow> {
        let player = find(store, who)?;
        self.draft(store, decision)
            .rule_on(&player, &PersonRuling::Unban, &UMPIRE)?;
        Ok(player)
    }

    /// Gives all games, addresses and notes of one player to another: they are one person. Returns both.
    ///
    /// # Errors
    /// One of them is not there, they are the same, or they play against each other.
    pub fn merge(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        from: &str,
        into: &str,
    ) -> Result<(PlayerRow, PlayerRow)> {
        let (from, into) = (find(store, from)?, find(store, into)?);
        let mut opposed = None;
        for (game, _) in store.games_of(from.id, true, 1000)? {
            let seats = store.seats(game.id)?;
            let other = seats.iter().any(|seat| seat.player == into.id);
            opposed = opposed.or(other.then_some(game.id));
        }
        let mut draft = self.draft(store, decision);
        let (left, kept) = (draft.person(&from)?, draft.person(&into)?);
        let ruling = PersonRuling::Merge {
            into: Box::new(kept.clone()),
            opposed,
        };
        draft.rule_on(&from, &ruling, &UMPIRE)?;
        draft.close_person(&kept, &[kept.absorbing(left)], &UMPIRE)?;
        Ok((from, into))
    }

    /// Gives up the games of a player, and replaces their name and addresses wherever they are
    /// kept. Returns the player and the games.
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
        let mut draft = self.draft(store, decision);
        let cause = Cause::Umpire(umpire);
        let acts = draft.ruled(&player, &PersonRuling::Forget)?;
        let leaving = Leaving {
            player: player.id,
            cause: cause.clone(),
            moment: draft.office.moment(draft.decision)?,
        };
        let games = draft.give_up_games(&mut [], &leaving)?;
        draft.close_person(&draft.person(&player)?, &acts, &cause)?;
        Ok((player, games))
    }

    /// Adds the players of a file, all or none: a name, an address, and a language in each line, separated by commas. Empty
    /// lines, lines that begin with `#`, and a first line `name,address` do not count.
    ///
    /// # Errors
    /// The store fails. What is wrong with lines is the inner error.
    pub fn import(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        text: &str,
    ) -> Result<std::result::Result<Vec<Imported>, Vec<BadLine>>> {
        let (mut added, mut bad): (Vec<Imported>, Vec<BadLine>) = (Vec::new(), Vec::new());
        let languages = self.words.languages().map(str::to_owned);
        let languages: Vec<String> = languages.collect();
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
            if let Some(odd) =
                language.filter(|language| !languages.iter().any(|one| one == language))
            {
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

impl Draft<'_> {
    /// Decides what the umpire wants of a player, and closes what follows.
    ///
    /// # Errors
    /// The store fails, or it is refused; the message says why.
    pub(in crate::office) fn rule_on(
        &mut self,
        player: &PlayerRow,
        ruling: &PersonRuling,
        cause: &Cause<'_>,
    ) -> Result<()> {
        let acts = self.ruled(player, ruling)?;
        self.close_person(&self.person(player)?, &acts, cause)
    }

    fn ruled(&self, player: &PlayerRow, ruling: &PersonRuling) -> Result<Vec<PersonAct>> {
        let refusal = match rule(&self.person(player)?, ruling) {
            Concluded::Done(acts) => return Ok(acts),
            Concluded::Refused(refusal) => refusal,
        };
        let other = match ruling {
            PersonRuling::Merge { into, .. } => into.name.as_str(),
            _ => "",
        };
        let name = &player.name;
        Err(match refusal {
            PersonRulingRefusal::Banned => anyhow!("{name} is banned already"),
            PersonRulingRefusal::NotBanned => anyhow!("{name} is not banned"),
            PersonRulingRefusal::Forgotten => anyhow!("{name} is forgotten already"),
            PersonRulingRefusal::SamePlayer => anyhow!("{name} is one player already"),
            PersonRulingRefusal::OneBanned => {
                anyhow!("one of them is banned; `zugpost player unban` first")
            }
            PersonRulingRefusal::Opposed(game) => {
                anyhow!("{name} and {other} play against each other in game #{game}; end it first")
            }
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
