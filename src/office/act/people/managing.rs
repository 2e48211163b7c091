//! What the umpire does about players, besides names and addresses: bans, merges, forgetting, adding many.

use anyhow::{Result, bail, ensure};

use crate::contests::ContestAct;
use crate::games::Cause;
use crate::ids::GameId;
use crate::meeting::Concluded;
use crate::meeting::person::{PersonAct, PersonRuling, PersonRulingRefusal, rule};
use crate::status::ContestStatus;
use crate::store::{PlayerChange, PlayerRef, PlayerRow};
use crate::text::clean;

use crate::office::Draft;
use crate::office::act::umpire::account::{UMPIRE, find};
use crate::office::load::contests;

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

impl Draft<'_> {
    /// Bans a player: no mail of theirs is read, and no letter goes to their addresses, even if
    /// they join anew. Their running games go on, until their clocks or the umpire end them.
    ///
    /// # Errors
    /// There is no such player, or they are banned already.
    pub fn ban(&mut self, who: &str, reason: &str) -> Result<PlayerRow> {
        let player = find(self.store, who)?;
        self.rule_on(&player, &PersonRuling::Ban(reason.to_owned()), &UMPIRE)?;
        Ok(player)
    }

    /// Lets a player who was banned play again.
    ///
    /// # Errors
    /// There is no such player, or they are not banned.
    pub fn unban(&mut self, who: &str) -> Result<PlayerRow> {
        let player = find(self.store, who)?;
        self.rule_on(&player, &PersonRuling::Unban, &UMPIRE)?;
        Ok(player)
    }

    /// Gives all games, addresses and notes of one player to another: they are one person. Returns both.
    ///
    /// # Errors
    /// One of them is not there, they are the same, or they play against each other.
    pub fn merge(&mut self, from: &str, into: &str) -> Result<(PlayerRow, PlayerRow)> {
        let (from, into) = (find(self.store, from)?, find(self.store, into)?);
        let mut opposed = None;
        for (game, _) in self.store.games_of(from.id, true, 1000)? {
            let seats = self.store.seats(game.id)?;
            let other = seats.iter().any(|seat| seat.player == into.id);
            opposed = opposed.or(other.then_some(game.id));
        }
        for row in self.store.contests(false)? {
            let contest = contests::value(&row)?;
            let is_in = |player| contest.lists(player);
            let decides = |player| contest.adjudicators.contains(&player);
            let both = decides(from.id) && is_in(into.id) || is_in(from.id) && decides(into.id);
            let goes_on = matches!(row.status, ContestStatus::Entries | ContestStatus::Playing);
            ensure!(
                !goes_on || !both,
                "one of them is an adjudicator of the event {}, and the other one is in it",
                contest.name
            );
            if !is_in(from.id) {
                let follows = contest.followers.contains(&from.id);
                let captain = contest.teams.iter().any(|team| team.captain == from.id);
                if captain || contest.directors.contains(&from.id) || follows || decides(from.id) {
                    let (from, into) = (from.id, into.id);
                    self.close_contest(&contest, &[ContestAct::Merge { from, into }], "umpire")?;
                }
                continue;
            }
            let name = &contest.name;
            let waits = contest.entrant(from.id).is_none() || contest.ladder.is_some();
            ensure!(
                !goes_on || waits && !is_in(into.id),
                "{} is in the event {name}: wait until it is over",
                from.name
            );
            // Of two who were in it, both stay in its table.
            if !is_in(into.id) {
                let (from, into) = (from.id, into.id);
                self.close_contest(&contest, &[ContestAct::Merge { from, into }], "umpire")?;
            }
        }
        let (left, kept) = (self.person(&from)?, self.person(&into)?);
        let ruling = PersonRuling::Merge {
            into: Box::new(kept.clone()),
            opposed,
        };
        self.rule_on(&from, &ruling, &UMPIRE)?;
        self.close_person(&kept, &[kept.absorbing(left)], &UMPIRE)?;
        Ok((from, into))
    }

    /// Gives up the games of a player, and replaces their name and addresses wherever they are
    /// kept. Returns the player and the games.
    ///
    /// # Errors
    /// There is no such player, or a game cannot be loaded.
    pub fn forget(&mut self, who: &str, umpire: &str) -> Result<(PlayerRow, Vec<GameId>)> {
        let player = find(self.store, who)?;
        let acts = self.ruled(&player, &PersonRuling::Forget)?;
        let (cause, moment) = (Cause::Umpire(umpire), self.office.moment(self.decision)?);
        let games = self.give_up_games(player.id, &mut [], (&cause, moment))?;
        self.close_person(&self.person(&player)?, &acts, &cause)?;
        Ok((player, games))
    }

    /// Adds the players of a file, all or none: a name, an address, and a language in each line, separated by commas. Empty
    /// lines, lines that begin with `#`, and a first line `name,address` do not count.
    ///
    /// # Errors
    /// The store fails. What is wrong with lines is the inner error.
    pub fn import(&mut self, text: &str) -> Result<Result<Vec<Imported>, Vec<BadLine>>> {
        let (mut added, mut bad): (Vec<Imported>, Vec<BadLine>) = (Vec::new(), Vec::new());
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let fields: Vec<&str> = line
                .split(',')
                .map(|field| field.trim().trim_matches('"').trim())
                .collect();
            let comment = line.trim().is_empty() || line.trim_start().starts_with('#');
            if comment || at == 0 && fields[0].eq_ignore_ascii_case("name") {
                continue;
            }
            match self.import_line(&fields) {
                Ok(player) => added.push(player),
                Err(why) => bad.push(BadLine {
                    line: at + 1,
                    why: format!("{why:#}"),
                }),
            }
        }
        Ok(match bad.is_empty() {
            true => Ok(added),
            false => Err(bad),
        })
    }

    fn import_line(&mut self, fields: &[&str]) -> Result<Imported> {
        let (name, address, language) = match fields[..] {
            [name, address] | [name, address, ""] => (name, address, None),
            [name, address, language] => (name, address, Some(language)),
            _ => bail!("write name,address or name,address,language"),
        };
        let known: Vec<&str> = self.office.words.languages().collect();
        if let Some(odd) = language.filter(|language| !known.contains(language)) {
            let (odd, known) = (clean(odd, 20), known.join(", "));
            bail!("there are no texts in {odd:?}, only in {known}");
        }
        let player = self.add_player(name, address)?;
        let language = language.map(str::to_owned);
        if let (Some(language), PlayerRef::New(nth)) = (&language, player.at) {
            let choice = PlayerChange::LanguageOfNew(nth, language.clone());
            self.decision.players.push(choice);
        }
        Ok(Imported {
            name: player.name,
            address: player.address,
            language,
        })
    }

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
        let name = &player.name;
        let other = match ruling {
            PersonRuling::Merge { into, .. } => into.name.as_str(),
            _ => "",
        };
        bail!(match refusal {
            PersonRulingRefusal::Banned => format!("{name} is banned already"),
            PersonRulingRefusal::NotBanned => format!("{name} is not banned"),
            PersonRulingRefusal::Forgotten => format!("{name} is forgotten already"),
            PersonRulingRefusal::SamePlayer => format!("{name} is one player already"),
            PersonRulingRefusal::OneBanned => {
                "one of them is banned; `zugpost player unban` first".to_owned()
            }
            PersonRulingRefusal::Opposed(game) => {
                format!("{name} and {other} play against each other in game #{game}; end it first")
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
