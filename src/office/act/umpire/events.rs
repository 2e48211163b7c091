//! Lines about events in mails of umpires and directors: the same functions carry them out as on the command line.

use anyhow::{Result, anyhow};

use crate::commands::umpire::{EventAct, UmpireAct, is_of_event, read_event_line};
use crate::contests::Contest;
use crate::games::StoredGame;
use crate::ids::PlayerId;
use crate::letters::{EventPlan, NotDirected, RulingReply};
use crate::mail::Address;
use crate::office::Draft;
use crate::office::act::contests::announced;
use crate::office::act::contests::directors::Rights;
use crate::office::act::umpire::account;
use crate::office::act::umpire::rulings::{Rulings, Waiting};
use crate::office::contests::export::{EventFormat, export};
use crate::office::contests::log::{left, log};
use crate::office::contests::{games, is_over, pairings, shown};
use crate::office::load::challenges::member;
use crate::store;
use crate::text::{clean, keys, printable};

/// At most so many entries of a log are in a letter.
const MOST_LOGGED: usize = 100;
/// At most so many bytes of a file are in a letter.
const LARGEST_FILE: usize = 500 << 10;

/// What comes of a line, or that an error of the store has to be told.
type Reply = Result<RulingReply>;

impl Draft<'_> {
    /// Carries out a line about an event. `alone`: nothing else in the mail changes a game or much of an event.
    pub(super) fn rule_about_event(
        &mut self,
        rulings: &Rulings<'_>,
        waiting: &mut Vec<Waiting>,
        line: &str,
        alone: bool,
    ) -> Reply {
        let Some(act) = read_event_line(line) else {
            return Ok(RulingReply::NotUnderstood);
        };
        let contest = self.contest_named(act.event())?;
        if let Some(why) = self.bars(rulings, &act, contest.as_ref())? {
            let event = clean(act.event(), 40);
            return Ok(RulingReply::NotDirected { event, why });
        }
        if act.is_large() && !alone {
            return Ok(RulingReply::Apart);
        }
        if let Some(contest) = contest.filter(|_| act.is_final()) {
            let own = self.concerns(rulings.rights, &contest, &act);
            // Whoever has agreed may have entered it since.
            let agreed = self.agreed(rulings)?;
            let agreed = agreed.is_some_and(|other| !self.concerns(other, &contest, &act));
            let needs_other = own && !(rulings.agreed.is_some() && agreed);
            if needs_other || !rulings.confirmed {
                let plan = match self.tried(&act, rulings)? {
                    Ok(()) => self.plan(&contest, &act)?,
                    Err(reply) => return Ok(reply),
                };
                let asked = match needs_other {
                    true => self.other_director(&contest, rulings, None)?,
                    false => Some(rulings.umpire.clone()),
                };
                let Some(asked) = asked else {
                    return Ok(RulingReply::OwnGame);
                };
                waiting.push(Waiting {
                    asked,
                    line: keys::blanked(line),
                    plan: Some(plan),
                });
                return Ok(RulingReply::EventWaits { other: needs_other });
            }
        }
        let kept = self.decision.clone();
        match self.carry_out_event(&act, rulings) {
            Ok(reply) => Ok(reply),
            Err(error) => {
                *self.decision = kept;
                not_done(error)
            }
        }
    }

    /// Whether a line about an event concerns the director who writes it: they have entered it, want to, or are named.
    fn concerns(&self, rights: Rights, contest: &Contest, act: &EventAct) -> bool {
        let Rights::Player(player) = rights else {
            return false;
        };
        contest.lists(player) || self.is_named(player, act)
    }

    fn is_named(&self, player: PlayerId, act: &EventAct) -> bool {
        let mut named = names_of(act).into_iter();
        named.any(|name| account::find(self.store, name).is_ok_and(|one| one.id == player))
    }

    /// What somebody may do who has agreed to lines; an umpire, if nobody was asked.
    fn agreed(&self, rulings: &Rulings<'_>) -> Result<Option<Rights>> {
        match &rulings.agreed {
            Some(other) => self.rights_of(other),
            None => Ok(Some(Rights::Umpire)),
        }
    }

    /// Why its writer, or who has agreed to it, may not write the line.
    fn bars(
        &self,
        rulings: &Rulings<'_>,
        act: &EventAct,
        contest: Option<&Contest>,
    ) -> Result<Option<NotDirected>> {
        let all = [Some(rulings.rights), self.agreed(rulings)?];
        let mut bars = all.into_iter().map(|rights| match rights {
            Some(Rights::Umpire) => None,
            Some(Rights::Player(player)) => self.bars_director(player, act, contest),
            None => Some(NotDirected::Other),
        });
        Ok(bars.find_map(|bar| bar))
    }

    fn bars_director(
        &self,
        player: PlayerId,
        act: &EventAct,
        contest: Option<&Contest>,
    ) -> Option<NotDirected> {
        if matches!(act, EventAct::New { .. } | EventAct::Director { .. }) {
            return Some(NotDirected::Umpire);
        }
        match contest {
            None => return Some(NotDirected::Unknown),
            Some(contest) if contest.is_directed_by(player) => {}
            Some(contest) if contest.directors.contains(&player) => return Some(NotDirected::Over),
            Some(_) => return Some(NotDirected::Other),
        }
        // Names are no secret, but whose an address is.
        if names_of(act).iter().any(|name| name.contains('@')) {
            return Some(NotDirected::Address);
        }
        // Directors enter by the rules that bind all players.
        if !matches!(act, EventAct::Enter(..)) {
            return None;
        }
        if self.is_named(player, act) {
            return Some(NotDirected::Oneself);
        }
        let mut held = contest.into_iter().flat_map(|contest| &contest.held);
        held.any(|one| self.is_named(*one, act))
            .then_some(NotDirected::Held)
    }

    /// Whether a line can be carried out; nothing comes of it yet.
    fn tried(&mut self, act: &EventAct, rulings: &Rulings<'_>) -> Result<Result<(), RulingReply>> {
        let kept = self.decision.clone();
        let done = self.carry_out_event(act, rulings);
        *self.decision = kept;
        match done {
            Ok(_) => Ok(Ok(())),
            Err(error) => not_done(error).map(Err),
        }
    }

    /// Carries out a line as the command line does.
    fn carry_out_event(&mut self, act: &EventAct, rulings: &Rulings<'_>) -> Reply {
        let by = &rulings.actor();
        let after = match act {
            EventAct::New {
                name,
                terms,
                options,
            } => {
                let new = announced::read(name, terms, options)?;
                self.announce_contest(&new, by)?
            }
            EventAct::Start(name) => self.start_contest(name, by)?,
            EventAct::Pair(name, simple) => self.pair_again(name, *simple, by)?,
            EventAct::Close(name) => self.close_event(name, by)?,
            EventAct::Cancel(name, reason) => self.cancel_contest(name, reason, by)?,
            EventAct::Enter(name, player) => self.enter_contest(name, player, by)?,
            EventAct::Withdraw(name, player) => self.leave_contest(name, player, by)?,
            EventAct::Replace(name, [player, newcomer]) => {
                self.replace_in_contest(name, (player, newcomer), "", by)?
            }
            EventAct::Director {
                name,
                player,
                remove,
            } => self.name_director(name, player, *remove, by)?,
            EventAct::Show(name) => {
                let contest = self.require_contest(name)?;
                return Ok(RulingReply::EventShown {
                    event: Box::new(shown(self.store, &contest)?),
                    games: pairings(self.store, &contest)?,
                    left: left(self.store, &contest)?
                        .into_iter()
                        .map(|left| left.name)
                        .collect(),
                });
            }
            EventAct::Log(name) => return self.event_log(name, rulings.rights),
            EventAct::Export(name, format) => return self.event_file(name, format),
        };
        Ok(RulingReply::EventDone(Box::new(shown(self.store, &after)?)))
    }

    /// The newest entries of the log of an event, without addresses. Who adjudicates, and how, is for umpires alone.
    fn event_log(&self, name: &str, rights: Rights) -> Reply {
        let contest = self.require_contest(name)?;
        let mut all = log(self.store, name)?;
        let secret = !contest.adjudicators.is_empty();
        all.retain(|one| rights == Rights::Umpire || !secret || !one.is_of_adjudicators());
        let more = all.len().saturating_sub(MOST_LOGGED);
        let lines = all.iter().skip(more);
        let lines = lines.map(|one| Ok(clean(&one.line(&self.known_as(&one.by)?), 300)));
        Ok(RulingReply::EventLog {
            event: contest.name,
            lines: lines.collect::<Result<_>>()?,
            more,
        })
    }

    /// Who has done something, without the address: `umpire`, or the names of directors.
    fn known_as(&self, by: &str) -> Result<String> {
        let mut known = Vec::new();
        for one in by.split(", agreed by ") {
            known.push(match self.rights_by(one)? {
                Some(Rights::Player(player)) => crate::office::contests::name(self.store, player)?,
                _ if one.contains('@') => "umpire".to_owned(),
                _ => one.to_owned(),
            });
        }
        Ok(known.join(", agreed by "))
    }

    fn event_file(&self, name: &str, format: &str) -> Reply {
        let contest = self.require_contest(name)?;
        let mut known = EventFormat::ALL.into_iter();
        let format = known.find(|known| known.as_str() == format);
        let format = format.ok_or_else(|| anyhow!("an event is written as csv, pgn or trf"))?;
        let lines = export(self.office, self.store, name, format)?;
        let shown = |c: char| if printable(c) || c == '\t' { c } else { '?' };
        let lines = lines
            .iter()
            .map(|line| line.chars().map(shown).collect::<String>());
        let text: String = lines
            .map(|line| keys::without_reply_tokens(&line) + "\n")
            .collect();
        if text.len() > LARGEST_FILE {
            return Err(anyhow!(
                "the file is too large for a letter; `zugpost event export` writes it"
            ));
        }
        Ok(RulingReply::EventFile {
            name: format!("{}.{}", contest.name, format.as_str()),
            text,
        })
    }

    /// What a line would do that cannot be taken back and can be carried out.
    fn plan(&self, contest: &Contest, act: &EventAct) -> Result<EventPlan> {
        let mut plan = EventPlan {
            event: contest.name.clone(),
            who: None,
            newcomer: None,
            games: Vec::new(),
            struck: false,
            closes: matches!(act, EventAct::Close(_)),
        };
        match act {
            EventAct::Withdraw(_, who) | EventAct::Replace(_, [who, _]) => {
                let player = account::find(self.store, who)?;
                let cost = self.leaving(contest, player.id)?;
                plan.who = Some(player.name);
                plan.struck = cost.struck && !matches!(act, EventAct::Replace(..));
                plan.games = cost.games;
            }
            _ => {
                let all = games(self.store, contest)?.into_iter();
                let open = all.filter_map(|(_, game)| game.filter(|game| !is_over(Some(game))));
                plan.games = open.map(|game| game.game).collect();
            }
        }
        if let EventAct::Replace(_, [_, newcomer]) = act {
            plan.newcomer = Some(account::find(self.store, newcomer)?.name);
        }
        Ok(plan)
    }

    /// What the lines of a mail for which nobody vouches would do that cannot be taken back, as far as they can be carried out.
    pub(super) fn plans(&mut self, rulings: &Rulings<'_>) -> Result<Vec<EventPlan>> {
        let mut plans = Vec::new();
        for line in rulings.lines.iter().filter(|line| is_of_event(line)) {
            let Some(act) = read_event_line(line).filter(EventAct::is_final) else {
                continue;
            };
            let contest = self.contest_named(act.event())?;
            if let Some(contest) = contest
                && plans.is_empty()
                && self.bars(rulings, &act, Some(&contest))?.is_none()
                && self.tried(&act, rulings)?.is_ok()
            {
                plans.push(self.plan(&contest, &act)?);
            }
        }
        Ok(plans)
    }

    /// What a director is answered who may not do this in a game, or has to ask somebody else, who is returned.
    pub(super) fn directed(
        &self,
        rulings: &Rulings<'_>,
        stored: &StoredGame,
        act: &UmpireAct,
    ) -> Result<Result<Option<Address>, RulingReply>> {
        let agreed = self.agreed(rulings)?;
        let contest = stored.row.contest.map(|id| self.contest(id));
        let contest = contest.transpose()?.flatten();
        let reach = |rights: Rights| match &contest {
            Some(contest) => rights.reach(contest),
            None => rights == Rights::Umpire,
        };
        if !reach(rulings.rights) || !agreed.is_some_and(reach) {
            return Ok(Err(RulingReply::NotYours));
        }
        let Some(contest) = contest else {
            return Ok(Ok(None));
        };
        let concerned = |rights| match rights {
            Rights::Umpire => false,
            Rights::Player(player) => has_part(player, &contest, Some((stored, act))),
        };
        // Whoever has agreed may have entered it since.
        let is_agreed = rulings.agreed.is_some() && !agreed.is_some_and(concerned);
        if !concerned(rulings.rights) || is_agreed {
            return Ok(Ok(None));
        }
        let other = self.other_director(&contest, rulings, Some((stored, act)))?;
        Ok(other.map(Some).ok_or(RulingReply::OwnGame))
    }

    /// Who can agree to what a director wants: the first umpire, else the first director, who has no part in it.
    fn other_director(
        &self,
        contest: &Contest,
        rulings: &Rulings<'_>,
        of: Option<(&StoredGame, &UmpireAct)>,
    ) -> Result<Option<Address>> {
        let Rights::Player(writer) = rulings.rights else {
            return Ok(None);
        };
        let concerned = |player| player == writer || has_part(player, contest, of);
        for umpire in &self.office.settings.umpires {
            let player = self.store.player_by_address(&umpire.normalized())?;
            if !player.is_some_and(|player| concerned(player.id)) {
                return Ok(Some(umpire.clone()));
            }
        }
        for director in &contest.directors {
            if let Some(player) = member(self.store, *director)?
                && !concerned(player.id)
                && let Ok(address) = Address::parse(&player.address)
            {
                return Ok(Some(address));
            }
        }
        Ok(None)
    }
}

/// Whether a player has a part in what a director wants of an event, or of one of its games.
fn has_part(player: PlayerId, contest: &Contest, of: Option<(&StoredGame, &UmpireAct)>) -> bool {
    let captain = contest.teams.iter().any(|team| team.captain == player);
    match of {
        Some((stored, act)) => {
            let plays = stored.seats.iter().any(|row| row.player == player);
            // A reserve, also one of a team, has a part in it, too.
            plays || is_of_result(act) && (captain || contest.lists(player))
        }
        None => captain || contest.lists(player),
    }
}

/// Whether something decides how a game ends, or takes turns back.
fn is_of_result(act: &UmpireAct) -> bool {
    matches!(
        act,
        UmpireAct::Adjudicate(_)
            | UmpireAct::Forfeit(_)
            | UmpireAct::Terminate(_)
            | UmpireAct::Rollback(_)
    )
}

/// The players that a line names.
fn names_of(act: &EventAct) -> Vec<&str> {
    match act {
        EventAct::Enter(_, player)
        | EventAct::Withdraw(_, player)
        | EventAct::Director { player, .. } => vec![player],
        EventAct::Replace(_, [player, newcomer]) => vec![player, newcomer],
        _ => Vec::new(),
    }
}

/// What is answered if a line is not carried out.
fn not_done(error: anyhow::Error) -> Reply {
    if store::is_trouble(&error) {
        return Err(error);
    }
    let why = format!("{error:#}");
    // What follows is about the command line.
    let why = why.split("; `zugpost ").next().unwrap_or_default();
    Ok(RulingReply::EventRefused {
        why: clean(why, 300).trim_end_matches('.').to_owned(),
    })
}
