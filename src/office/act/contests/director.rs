//! What the umpire does about events.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rand::seq::SliceRandom;

use crate::contests::teams::by_boards;
use crate::contests::{Contest, ContestKind, ContestRefusal, ContestRequest, Team};
use crate::ids::PlayerId;
use crate::letters::{ContestNews, RatingFound};
use crate::status::ContestStatus;
use crate::text::clean;

use crate::office::act::umpire::account;
use crate::office::load::challenges::member;
use crate::office::load::contests::{name as of_player, shown};
use crate::office::{Draft, ratings};

impl Draft<'_> {
    /// Enters a player.
    ///
    /// # Errors
    /// There is no such event or player, or they cannot enter it.
    pub fn enter_contest(&mut self, name: &str, who: &str, by: &str) -> Result<Contest> {
        let (contest, player) = (self.require_contest(name)?, self.member_named(who)?);
        self.entered(&contest, player, by)
    }

    /// The rating by which somebody could not enter an event by mail.
    ///
    /// # Errors
    /// There is no such event or player, or the store fails.
    pub fn rating_outside(&self, name: &str, who: &str) -> Result<Option<RatingFound>> {
        let (contest, player) = (self.require_contest(name)?, self.member_named(who)?);
        self.outside_limits(&contest, player)
    }

    /// Enters the members of these names, in their order: all or none.
    ///
    /// # Errors
    /// There is no such event, it has begun, or one of them is no member or cannot enter it. All names that are no member's
    /// are in the message.
    pub fn enter_all(&mut self, name: &str, names: &[String], by: &str) -> Result<Contest> {
        let mut contest = self.require_contest(name)?;
        // Later on there are only reserves; a ladder is always open.
        ensure!(
            contest.status == ContestStatus::Entries || contest.ladder.is_some(),
            refused(&contest, ContestRefusal::NotOpen)
        );
        let (mut players, mut unknown) = (Vec::new(), Vec::new());
        for name in names {
            let player = self.store.player_by_name(name)?;
            let player = player.map(|player| member(self.store, player.id));
            match player.transpose()?.flatten() {
                Some(player) => players.push(player),
                None => unknown.push(format!("{:?}", clean(name, 40))),
            }
        }
        ensure!(
            unknown.is_empty(),
            "nobody was entered: no member to whom letters go has the name {}",
            unknown.join(", ")
        );
        for player in players {
            let entered = self.entered(&contest, player.id, by);
            contest = entered.with_context(|| format!("nobody was entered: {}", player.name))?;
        }
        Ok(contest)
    }

    fn entered(&mut self, contest: &Contest, player: PlayerId, by: &str) -> Result<Contest> {
        let after = self.direct(contest, &self.entry(contest, player), by)?;
        let shown = Box::new(shown(self.store, &after)?);
        if after.terms.kind == ContestKind::Teams {
            // All of the team read it when it has entered.
            return Ok(after);
        }
        let news = match after.entrant(player).is_some() {
            true => ContestNews::Entered(shown),
            false => ContestNews::Reserve(shown),
        };
        self.tell_of_contest(player, news)?;
        Ok(after)
    }

    /// Takes the entry of a player back, or takes a player out at once if it has begun.
    ///
    /// # Errors
    /// There is no such event or player, or they are not in it.
    pub fn leave_contest(&mut self, name: &str, who: &str, by: &str) -> Result<Contest> {
        let contest = self.require_contest(name)?;
        let player = account::find(self.store, who)?.id;
        if contest.status == ContestStatus::Playing && !contest.waits(player) {
            return self.depart(&contest, player, None, by);
        }
        let request = ContestRequest::Withdraw {
            player,
            agreed: true,
            until: self.decision.now.clone(),
        };
        let after = self.direct(&contest, &request, by)?;
        let (event, held) = (after.name.clone(), contest.held.contains(&player));
        self.tell_of_contest(player, ContestNews::TakenBack { event, held })?;
        Ok(after)
    }

    /// Begins an event with those who have entered it.
    ///
    /// # Errors
    /// There is no such event, it has begun, or too few have entered.
    pub fn start_contest(&mut self, name: &str, by: &str) -> Result<Contest> {
        let contest = self.require_contest(name)?;
        ensure!(
            self.can_be_played(&contest.terms.game),
            "its game cannot be played any more, or by other rules than those announced"
        );
        if let Some(gone) = self.gone_of_teams(&contest)? {
            let gone = of_player(self.store, gone)?;
            bail!("{}: {gone} can play no more; try again soon", contest.name);
        }
        let order = self.drawn(&contest)?;
        let fewest = contest.terms.kind.fewest();
        ensure!(
            order.len() / contest.terms.of_entry() >= fewest,
            "{}: fewer than {fewest} who can play have entered",
            contest.name
        );
        let start = self.start_of(&contest, order)?;
        self.direct(&contest, &start, by)
    }

    /// The request that lets a contest begin with these players, in the order that was drawn.
    pub(super) fn start_of(
        &self,
        contest: &Contest,
        order: Vec<PlayerId>,
    ) -> Result<ContestRequest> {
        let rated = self.ratings_now(contest)?;
        let ratings = order.iter().filter_map(|player| {
            let points = rated.get(player)?;
            Some((*player, u32::try_from(*points).ok()?))
        });
        let ratings = ratings.collect();
        Ok(ContestRequest::Start { order, ratings })
    }

    /// The ratings of all players in the list of the game of a contest.
    fn ratings_now(&self, contest: &Contest) -> Result<BTreeMap<PlayerId, i64>> {
        let variant = self.office.games().get(&contest.terms.game.variant);
        let list = variant.map(|variant| ratings::list_of_game(&*variant));
        let rated = list.map(|list| ratings::points_in(self.store, &list));
        Ok(rated.transpose()?.unwrap_or_default())
    }

    /// Those who have entered and can play: by lot, or where it matters who is better, the highest rating first, and those
    /// without one last, in the order of their entries.
    pub(super) fn drawn(&mut self, contest: &Contest) -> Result<Vec<PlayerId>> {
        if contest.terms.kind == ContestKind::Teams {
            return self.drawn_teams(contest);
        }
        let mut order = Vec::new();
        for entrant in &contest.entrants {
            let player = member(self.store, entrant.player)?;
            order.extend(player.map(|player| player.id));
        }
        // Groups are to be as strong as each other.
        match contest.terms.kind.is_seeded() || contest.terms.groups.is_some() {
            false => order.shuffle(&mut self.office.chance),
            true => {
                let rated = self.ratings_now(contest)?;
                order.sort_by_key(|player| Reverse(rated.get(player).copied()));
            }
        }
        Ok(order)
    }

    /// The players of all teams that have entered: the teams by lot, and their players by boards.
    fn drawn_teams(&mut self, contest: &Contest) -> Result<Vec<PlayerId>> {
        let entered = contest.teams.iter().filter(|team| !team.waits());
        let mut entered: Vec<&Team> = entered.collect();
        entered.shuffle(&mut self.office.chance);
        let variant = self.office.games().get(&contest.terms.game.variant);
        let list = variant.map(|variant| ratings::list_of_game(&*variant));
        let rated = list.map(|list| ratings::established_in(self.store, &list));
        let rated = rated.transpose()?.unwrap_or_default();
        let teams = entered.into_iter().flat_map(|team| {
            let players = team.players.iter();
            let players = players.map(|player| (*player, rated.get(player).copied()));
            by_boards(players.collect())
        });
        Ok(teams.collect())
    }

    /// Calls an event off. If it has begun, its games go on without a table.
    ///
    /// # Errors
    /// There is no such event, or it is over.
    pub fn cancel_contest(&mut self, name: &str, reason: &str, by: &str) -> Result<Contest> {
        let contest = self.require_contest(name)?;
        let reason = clean(reason, 300).trim_end_matches('.').to_owned();
        self.direct(&contest, &ContestRequest::Cancel(reason), by)
    }

    pub(super) fn member_named(&self, who: &str) -> Result<PlayerId> {
        let player = account::find(self.store, who)?;
        match member(self.store, player.id)? {
            Some(player) => Ok(player.id),
            None => bail!("{} is no member, or no letter reaches them", player.name),
        }
    }

    /// Decides about what the umpire wants of an event, and closes it.
    pub(super) fn direct(
        &mut self,
        contest: &Contest,
        request: &ContestRequest,
        by: &str,
    ) -> Result<Contest> {
        by.clone_into(&mut self.decision.by);
        let decided = self.decide_contest(contest, request, by)?;
        decided.map_err(|why| refused(contest, why))
    }
}

/// Why nothing comes of what the umpire wants of an event.
pub(super) fn refused(contest: &Contest, why: ContestRefusal) -> anyhow::Error {
    anyhow!("{}: {}", contest.name, said(why))
}

/// Why nothing comes of what the umpire wants.
fn said(why: ContestRefusal) -> &'static str {
    match why {
        ContestRefusal::NotOpen => "it has begun, or is over",
        ContestRefusal::Full => "it is full, and has as many reserves as it can have",
        ContestRefusal::AlreadyIn => "the player has entered it already",
        ContestRefusal::AlreadyReserve => "the player is a reserve already",
        ContestRefusal::Taken => "the place is not free any more",
        ContestRefusal::NotIn => "the player is not in it",
        ContestRefusal::AlreadyLeaving => "the player leaves it already",
        ContestRefusal::Over => "it has not begun, is over, or its games are still being begun",
        // Directors do not read who decides.
        ContestRefusal::Adjudicates => {
            "the player cannot play in it (the umpire sees why in `zugpost event log`)"
        }
        ContestRefusal::NoLastDay => "it was announced without a last day and without adjudicators",
        ContestRefusal::NoCase => "there is no such case",
        ContestRefusal::AlreadyFollows => "the player follows it already",
        ContestRefusal::Followed => "enough players follow it",
        ContestRefusal::FollowsNot => "the player does not follow it",
        ContestRefusal::NoProgram => "no other program pairs its rounds",
        ContestRefusal::NoRounds => "it has no rounds",
        ContestRefusal::NoLadder => "it is no ladder",
        ContestRefusal::NotThere => "the other player is not in it",
        ContestRefusal::TooFar => "the other player is too far away",
        ContestRefusal::Open => "they have a challenge or a game already",
        ContestRefusal::Again => "they have met not long ago",
        ContestRefusal::Busy => "the other player has enough challenges",
        ContestRefusal::Enough => "the player has enough challenges",
        ContestRefusal::Flagged => "the player has lost by time not long ago",
        ContestRefusal::Settled => "the challenge is answered",
        ContestRefusal::NeedsTeam => "its captains enter teams by mail, and nobody enters alone",
        ContestRefusal::NoTeams => "no teams play in it",
        ContestRefusal::NamedTeam => "the player has named a team already",
        ContestRefusal::NotAsked => "no team waits for the player",
        ContestRefusal::Irrevocable => "the team has entered",
    }
}
