//! The log of an event: what has happened to it.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use crate::contests::{Contest, ContestAct, Ladder, LadderAct, LastDayAct, TeamAct};
use crate::ids::PlayerId;
use crate::meeting::log::Entry;
use crate::store::{ActRow, LogOf, Snapshot};

use super::{find, name};

/// An entry of its log.
#[derive(Debug, Serialize)]
pub struct Logged {
    /// Its number.
    pub seq: i64,
    /// When it was written.
    pub at: String,
    /// Who has caused it, in one word: the umpire, an address, the time, or a mail (`i12`).
    pub by: String,
    /// What has happened, as it is stored.
    pub act: serde_json::Value,
    /// The same in words, with the names that players have now.
    #[serde(skip)]
    pub what: String,
}

impl Logged {
    /// Whether it may say who adjudicates, or how, which no player reads.
    #[must_use]
    pub fn is_of_adjudicators(&self) -> bool {
        let act = match read(&self.act) {
            Some(Entry::Act(ContestAct::LastDay(act))) => act,
            // It may be an adjudicator who is another member now.
            Some(Entry::Act(ContestAct::Merge { .. })) => return true,
            _ => return false,
        };
        matches!(
            act,
            LastDayAct::Close { .. }
                | LastDayAct::Open { .. }
                | LastDayAct::Ask { .. }
                | LastDayAct::Vote { .. }
        )
    }

    /// The entry in one line; `by` is who has caused it, as the reader may know it.
    #[must_use]
    pub fn line(&self, by: &str) -> String {
        format!("{} {} {by}: {}", self.seq, self.at, self.what)
    }
}

/// The log of an event.
///
/// # Errors
/// There is no such event, or the store cannot be read.
pub fn log(store: &dyn Snapshot, event: &str) -> Result<Vec<Logged>> {
    let contest = find(store, event)?;
    let acts = store.acts(LogOf::Contest(contest.id))?.into_iter();
    let acts = acts.map(|act| {
        Ok(Logged {
            seq: act.seq,
            by: act.by(),
            act: serde_json::from_str(&act.act)?,
            at: act.at,
            what: String::new(),
        })
    });
    let mut acts = acts.collect::<Result<Vec<Logged>>>()?;
    let players = acts.iter().flat_map(|one| match read(&one.act) {
        Some(Entry::Act(act)) => concerned(&act),
        _ => Vec::new(),
    });
    let players = players.chain(contest.order.clone());
    let names = players.map(|player| Ok((player, name(store, player)?)));
    let names = names.collect::<Result<Names>>()?;
    for one in &mut acts {
        one.what = match read(&one.act) {
            Some(Entry::Act(act)) => said(&contest, &names, &act),
            Some(Entry::State(begun) | Entry::TakenOver(begun)) => {
                format!("terms {}", begun.terms.game.line("", None))
            }
            _ => one.act.to_string(),
        };
    }
    Ok(acts)
}

/// Somebody who has left an event.
#[derive(Debug, Serialize)]
pub struct Left {
    /// The name.
    pub name: String,
    /// When.
    pub at: String,
    /// Whether none of their results counts in the table.
    pub struck: bool,
}

/// Those who are out because they have left, in the order of their entries.
///
/// # Errors
/// The store cannot be read.
pub fn left(store: &dyn Snapshot, contest: &Contest) -> Result<Vec<Left>> {
    let acts = store.acts(LogOf::Contest(contest.id))?;
    let out = contest
        .entrants
        .iter()
        .filter_map(|one| Some((one.player, one.left?)));
    let left = out.map(|(who, struck)| {
        let departs = |act: &&ActRow| match serde_json::from_str(&act.act) {
            Ok(Entry::<Contest, _>::Act(ContestAct::Depart { player, .. })) => player == who,
            _ => false,
        };
        let act = acts.iter().rev().find(departs);
        Ok(Left {
            name: name(store, who)?,
            at: act.map_or_else(String::new, |act| act.at.clone()),
            struck,
        })
    });
    left.collect()
}

/// Names by the numbers of players.
type Names = BTreeMap<PlayerId, String>;

/// What an entry says; `None`: it was forgotten, or cannot be read.
pub(super) fn read(entry: &serde_json::Value) -> Option<Entry<Contest, ContestAct>> {
    serde_json::from_value(entry.clone()).ok()
}

/// Whom an act names.
fn concerned(act: &ContestAct) -> Vec<PlayerId> {
    match act {
        ContestAct::Enter(player)
        | ContestAct::Reserve(player)
        | ContestAct::Hold(player)
        | ContestAct::Promote(player)
        | ContestAct::TakeBack(player)
        | ContestAct::Offer { player, .. }
        | ContestAct::Withdraw { player, .. }
        | ContestAct::Director(player)
        | ContestAct::NoDirector(player)
        | ContestAct::Follow(player)
        | ContestAct::Unfollow(player)
        | ContestAct::Depart { player, .. } => vec![*player],
        ContestAct::Start(players) | ContestAct::Beaten(players) => players.clone(),
        ContestAct::Rated(ratings) => ratings.iter().map(|(player, _)| *player).collect(),
        ContestAct::Merge { from, into } => vec![*from, *into],
        ContestAct::Team(act) => match act {
            TeamAct::Name(team) => team.members().chain([team.captain]).collect(),
            TeamAct::Join(player) => vec![*player],
            TeamAct::Drop { who, .. } => who.iter().copied().collect(),
        },
        ContestAct::Ladder(act) => of_ladder(act, None),
        ContestAct::LastDay(act) => match act {
            LastDayAct::Close { asked, .. } => asked.clone(),
            LastDayAct::Ask { players, .. } => players.clone(),
            LastDayAct::Vote { vote, .. } => vec![vote.adjudicator],
            _ => Vec::new(),
        },
        ContestAct::Replace(renewal) => vec![renewal.from, renewal.by],
        ContestAct::Announce
        | ContestAct::Correct(_)
        | ContestAct::Pair(_)
        | ContestAct::Unpaired { .. }
        | ContestAct::PairAgain { .. }
        | ContestAct::TellSome(_)
        | ContestAct::TellEnd(_)
        | ContestAct::Tell
        | ContestAct::End
        | ContestAct::Cancel(_) => Vec::new(),
    }
}

/// Whom an act of a ladder names, the challenger first.
fn of_ladder(act: &LadderAct, ladder: Option<&Ladder>) -> Vec<PlayerId> {
    match act {
        LadderAct::Join { player, .. } | LadderAct::Lower { player, .. } => vec![*player],
        LadderAct::Challenge {
            challenger,
            defender,
            ..
        } => vec![*challenger, *defender],
        LadderAct::Accept { defence, .. }
        | LadderAct::Remind { defence }
        | LadderAct::Settle { defence, .. } => {
            let one = ladder.and_then(|ladder| ladder.defence(*defence));
            one.map_or(Vec::new(), |one| vec![one.challenger, one.defender])
        }
    }
}

/// An act in words, with the names that players have now.
fn said(contest: &Contest, names: &Names, act: &ContestAct) -> String {
    let name = |player: &PlayerId| names.get(player).cloned().unwrap_or_default();
    let all = |players: &[PlayerId]| players.iter().map(name).collect::<Vec<_>>().join(", ");
    let drawn = |number: usize| {
        contest
            .player(number)
            .as_ref()
            .map(name)
            .unwrap_or_default()
    };
    match act {
        ContestAct::Announce => "announce".to_owned(),
        ContestAct::Enter(player) => format!("enter {}", name(player)),
        ContestAct::Reserve(player) => format!("reserve {}", name(player)),
        ContestAct::Hold(player) => format!("hold {}", name(player)),
        ContestAct::Promote(player) => format!("promote {}", name(player)),
        ContestAct::TakeBack(player) => format!("take-back {}", name(player)),
        ContestAct::Start(players) => format!("start {}", all(players)),
        ContestAct::Rated(ratings) => {
            let ratings = ratings.iter();
            let ratings = ratings.map(|(player, rating)| format!("{} {rating}", name(player)));
            format!("ratings {}", ratings.collect::<Vec<_>>().join(", "))
        }
        ContestAct::Beaten(players) => format!("beaten {}", all(players)),
        ContestAct::Pair(round) => {
            let games = round.games.iter();
            let games = games.map(|players| {
                let names: Vec<String> = players.iter().map(|one| drawn(*one)).collect();
                names.join(" - ")
            });
            let byes = round.byes.iter().map(|one| format!("{} free", drawn(*one)));
            let faster = if round.faster { "faster: " } else { "" };
            let lines: Vec<String> = games.chain(byes).collect();
            let by = round.by.as_ref().map(|by| format!("by {by}: "));
            format!(
                "pair {faster}{}{}",
                by.unwrap_or_default(),
                lines.join(", ")
            )
        }
        ContestAct::TellSome(count) => format!("tell {count}"),
        ContestAct::Tell => "tell".to_owned(),
        ContestAct::TellEnd(count) => format!("tell-end {count}"),
        ContestAct::Withdraw { player, until } => format!("withdraw {} at {until}", name(player)),
        ContestAct::Depart {
            player,
            struck,
            barred,
        } => {
            let struck = if *struck { ", no results count" } else { "" };
            let barred = barred.as_ref();
            let barred = barred.map(|until| format!(", barred until {until}"));
            let barred = barred.unwrap_or_default();
            format!("depart {}{struck}{barred}", name(player))
        }
        ContestAct::Offer { player, until } => {
            format!("offer the place of {} until {until}", name(player))
        }
        ContestAct::Replace(renewal) => {
            format!("replace {} by {}", name(&renewal.from), name(&renewal.by))
        }
        ContestAct::Team(act) => match act {
            TeamAct::Name(team) => {
                let (players, captain) = (all(&team.players), name(&team.captain));
                let reserves = Some(all(&team.reserves)).filter(|all| !all.is_empty());
                let reserves = reserves.map_or_else(String::new, |all| format!("; reserves {all}"));
                format!("team {:?} of {captain}: {players}{reserves}", team.name)
            }
            TeamAct::Join(player) => format!("join {}", name(player)),
            TeamAct::Drop { team, who } => {
                let who = who.map_or_else(|| "time".to_owned(), |who| name(&who));
                format!("drop team {team:?}, because of {who}")
            }
        },
        ContestAct::Ladder(act) => {
            let who = all(&of_ladder(act, contest.ladder.as_ref()));
            match act {
                LadderAct::Join { .. } => format!("join {who}"),
                LadderAct::Challenge { until, .. } => format!("challenge {who} until {until}"),
                LadderAct::Remind { .. } => format!("remind {who}"),
                LadderAct::Accept { .. } => format!("accept {who}"),
                LadderAct::Settle { how, .. } => {
                    let how = serde_json::json!(how);
                    format!("settle {} {who}", how.as_str().unwrap_or_default())
                }
                LadderAct::Lower { .. } => format!("lower {who}"),
            }
        }
        ContestAct::LastDay(act) => match act {
            LastDayAct::Bring(at) => format!("last-day {at}"),
            LastDayAct::Close {
                at, cases, asked, ..
            } => {
                let cases = cases.iter();
                let cases: Vec<String> = cases
                    .map(|(number, game)| format!(", case {number} is #{game}"))
                    .collect();
                let asked = Some(all(asked)).filter(|names| !names.is_empty());
                let asked = asked.map_or_else(String::new, |names| format!(", asks {names}"));
                format!("close at {at}{}{asked}", cases.concat())
            }
            LastDayAct::Open { number, game, .. } => format!("open case {number} is #{game}"),
            LastDayAct::Ask { players, until } => format!("ask {} until {until}", all(players)),
            LastDayAct::Vote { case, vote } => {
                let places: Vec<String> = vote.places.iter().map(usize::to_string).collect();
                let who = name(&vote.adjudicator);
                format!("vote {who} about case {case}: places {}", places.join(" "))
            }
            LastDayAct::ByHand(until) => format!("by-hand until {until}"),
            LastDayAct::Decide(number) => format!("decide case {number}"),
        },
        ContestAct::Correct(game) => format!("correct #{game}"),
        ContestAct::Merge { from, into } => format!("merge {} into {}", name(from), name(into)),
        ContestAct::Director(player) => format!("director {}", name(player)),
        ContestAct::NoDirector(player) => format!("no-director {}", name(player)),
        ContestAct::Unpaired { round, why } => format!("unpaired {round}: {why}"),
        ContestAct::PairAgain { simple: true } => "pair-again simple".to_owned(),
        ContestAct::PairAgain { simple: false } => "pair-again".to_owned(),
        ContestAct::Follow(player) => format!("follow {}", name(player)),
        ContestAct::Unfollow(player) => format!("unfollow {}", name(player)),
        ContestAct::End => "end".to_owned(),
        ContestAct::Cancel(reason) => format!("cancel {reason}"),
    }
}
