//! Decides what becomes of a contest when somebody wants something of it. A decision follows from the contest and the request
//! alone.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::ladder::LadderAct;
use super::last_day::{self, LastDayAct};
use super::teams::{self, TeamRequest};
use super::{Contest, ContestAct, ContestKind, Entrant, Renewal, Round};
use crate::ids::{GameId, PlayerId};
use crate::meeting::Concluded;
use crate::status::ContestStatus;

/// So many can wait for a place that gets free.
const RESERVES: usize = 16;
/// So many can get letters about it without being in it.
const FOLLOWERS: usize = 200;

/// What is wanted of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestRequest {
    /// To announce it.
    Announce,
    /// To enter it.
    Enter(PlayerId),
    /// To let the umpire decide whether a player enters it.
    Hold(PlayerId),
    /// To leave it.
    Withdraw {
        /// Who.
        player: PlayerId,
        /// Whether they have said yes to what that means.
        agreed: bool,
        /// From when on they are out if it has begun.
        until: String,
    },
    /// To get letters about it without being in it.
    Follow(PlayerId),
    /// To get them no more.
    Unfollow(PlayerId),
    /// To let somebody go who has asked to leave, or is gone.
    Depart {
        /// Who.
        player: PlayerId,
        /// How many of their games are over.
        over: usize,
        /// How many games they have.
        games: usize,
        /// Until when they cannot enter any event, if they have left without a word.
        barred: Option<String>,
        /// The present time.
        at: String,
    },
    /// To let others take the place of somebody who leaves.
    Offer {
        /// Who leaves.
        player: PlayerId,
        /// Until when.
        until: String,
    },
    /// To let another player take the place of one who leaves.
    Replace(Renewal),
    /// To go on with it after its end, since the result of a game was changed.
    Correct(GameId),
    /// To begin it.
    Start {
        /// The players by their numbers, from 1.
        order: Vec<PlayerId>,
        /// The ratings of those who have one.
        ratings: Vec<(PlayerId, u32)>,
    },
    /// To go on with a further round.
    Pair {
        /// Who is out now because of results.
        beaten: Vec<PlayerId>,
        /// Who plays whom.
        round: Round,
    },
    /// To wait for the director, since the program for it could not pair a round.
    Unpaired {
        /// The round, from 1.
        round: usize,
        /// Why.
        why: String,
    },
    /// To let the program try again, or the server pair the next round.
    PairAgain {
        /// Whether the server does.
        simple: bool,
    },
    /// To change a ladder.
    Ladder(LadderRequest),
    /// To change teams.
    Team(TeamRequest),
    /// To change what becomes of the last day.
    LastDay(LastDayAct),
    /// To write to players about their games: so many have got theirs then.
    TellSome(usize),
    /// To write to the last of them.
    Tell,
    /// To write to some about its end, or that it is called off: so many have the letter then; 0: it is not over after all, or all
    /// have the latter.
    TellEnd(usize),
    /// To end it, since all games are over.
    End,
    /// To call it off, for this reason.
    Cancel(String),
}

/// What is wanted of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderRequest {
    /// To challenge a player.
    Challenge {
        /// Who.
        challenger: PlayerId,
        /// Whom.
        defender: PlayerId,
        /// The present time.
        now: DateTime<Utc>,
        /// Until when it is to be answered.
        until: String,
        /// The numbers of open challenges that do not count against the defender, since hardly anything happens in them.
        idle: Vec<usize>,
    },
    /// Something that has happened.
    Act(LadderAct),
}

/// Why nothing comes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestRefusal {
    /// It can be entered no more: it has begun, or is over.
    NotOpen,
    /// The player gets letters about it already.
    AlreadyFollows,
    /// Enough players get letters about it.
    Followed,
    /// The player does not get letters about it without being in it.
    FollowsNot,
    /// It is full, and has as many reserves as it can have.
    Full,
    /// The player has entered it.
    AlreadyIn,
    /// The player is a reserve.
    AlreadyReserve,
    /// The place is not free any more.
    Taken,
    /// The player has not entered it, or has left.
    NotIn,
    /// The player has asked to leave already.
    AlreadyLeaving,
    /// It is over, or has not begun.
    Over,
    /// The server pairs its rounds, no other program.
    NoProgram,
    /// It is a ladder, which has no rounds.
    NoRounds,
    /// The player is an adjudicator of it.
    Adjudicates,
    /// It has neither a last day nor adjudicators.
    NoLastDay,
    /// The player is asked about no such case, or it is decided.
    NoCase,
    /// It is no ladder.
    NoLadder,
    /// The other player is not in it, or leaves it.
    NotThere,
    /// The other player is too far above, or below.
    TooFar,
    /// The two have met not long ago.
    Again,
    /// The two have a challenge or a game already.
    Open,
    /// The other player defends the place against enough others.
    Busy,
    /// The player has enough challenges open.
    Enough,
    /// The player has lost by flag not long ago.
    Flagged,
    /// The challenge is answered, or was taken back.
    Settled,
    /// Teams play in it, and nobody enters alone.
    NeedsTeam,
    /// No teams play in it.
    NoTeams,
    /// The player has named a team already.
    NamedTeam,
    /// No team waits for the player.
    NotAsked,
    /// The player's team has entered, which cannot be taken back.
    Irrevocable,
}

/// What comes of a request; a question is asked by `Ask(())`: whether the player wants to leave it for good.
pub type ContestConcluded = Concluded<ContestAct, (), ContestRefusal>;

/// Decides about one request.
#[must_use]
pub fn decide(contest: &Contest, request: &ContestRequest) -> ContestConcluded {
    decided(contest, request).unwrap_or_else(Concluded::Refused)
}

fn decided(
    contest: &Contest,
    request: &ContestRequest,
) -> Result<ContestConcluded, ContestRefusal> {
    use ContestRefusal::{
        Adjudicates, AlreadyIn, AlreadyLeaving, AlreadyReserve, Full, NotIn, NotOpen, Over,
    };
    let enters = contest.status == ContestStatus::Entries;
    let plays = contest.status == ContestStatus::Playing;
    let plays_in = |player| require(!contest.adjudicators.contains(player), Adjudicates);
    let act = match request {
        ContestRequest::Announce => ContestAct::Announce,
        ContestRequest::Enter(player) => {
            let alone = contest.terms.kind != ContestKind::Teams;
            require(alone, ContestRefusal::NeedsTeam)?;
            plays_in(player)?;
            let entrant = contest.entrant(*player).filter(|one| one.left.is_none());
            let is_in = (enters || plays) && entrant.is_some();
            let leaves = entrant.is_some_and(|one| one.leaves_at.is_some());
            require(!(is_in && leaves), AlreadyLeaving)?;
            require(!is_in, AlreadyIn)?;
            let entered = contest.entrant(*player).is_some();
            let early = contest.rounds.len() < 2 && contest.corrected.is_none();
            let early = early && contest.closing.is_none();
            require(enters || plays && early && !entered, NotOpen)?;
            require(!contest.reserves.contains(player), AlreadyReserve)?;
            if enters && contest.entrants.len() < contest.terms.places {
                ContestAct::Enter(*player)
            } else {
                require(contest.reserves.len() < RESERVES, Full)?;
                ContestAct::Reserve(*player)
            }
        }
        ContestRequest::Hold(player) => {
            plays_in(player)?;
            require(enters || plays, NotOpen)?;
            require(!contest.held.contains(player), AlreadyIn)?;
            ContestAct::Hold(*player)
        }
        ContestRequest::Withdraw {
            player,
            agreed,
            until,
        } => {
            // What is changed after the end is the umpire's to end.
            let goes_on = plays && contest.corrected.is_none() && contest.closing.is_none();
            require(enters || goes_on, Over)?;
            if enters && let Some(acts) = teams::withdraw(contest, *player, *agreed)? {
                return Ok(Concluded::Done(acts));
            }
            if contest.reserves.contains(player) || contest.held.contains(player) {
                return Ok(Concluded::Done(vec![ContestAct::TakeBack(*player)]));
            }
            let entrant = contest.entrant(*player).ok_or(NotIn)?;
            require(entrant.is_in(), NotIn)?;
            require(entrant.leaves_at.is_none(), AlreadyLeaving)?;
            match (enters, agreed) {
                (true, _) => {
                    let next = contest.reserves.first().copied().map(ContestAct::Promote);
                    let acts = [ContestAct::TakeBack(*player)].into_iter().chain(next);
                    return Ok(Concluded::Done(acts.collect()));
                }
                (false, false) => return Ok(Concluded::Ask(())),
                (false, true) => ContestAct::Withdraw {
                    player: *player,
                    until: until.clone(),
                },
            }
        }
        ContestRequest::Depart {
            player,
            over,
            games,
            barred,
            at,
        } => {
            // What waits for adjudicators is not given up.
            let open = plays && contest.closing.is_none();
            require(open && contest.is_told(), Over)?;
            let entrant = contest.entrant(*player).ok_or(NotIn)?;
            require(entrant.is_in(), NotIn)?;
            let depart = ContestAct::Depart {
                player: *player,
                struck: contest.strikes(*over, *games),
                barred: barred.clone(),
            };
            // Challenges whose games have not begun come to nothing.
            let ladder = contest.ladder.iter();
            let own = ladder.flat_map(|ladder| ladder.waiting(*player));
            let settle = own.map(|defence| {
                ContestAct::Ladder(LadderAct::Settle {
                    defence,
                    how: super::Settled::Void,
                    at: at.clone(),
                })
            });
            return Ok(Concluded::Done(settle.chain([depart]).collect()));
        }
        ContestRequest::Follow(player) => {
            // What is changed after the end is told to those who followed it before.
            require((enters || plays) && contest.corrected.is_none(), Over)?;
            let is_in = contest.entrant(*player).is_some_and(Entrant::is_in);
            require(!is_in, AlreadyIn)?;
            require(contest.ladder.is_none(), ContestRefusal::NoRounds)?;
            let follows = contest.followers.contains(player);
            require(!follows, ContestRefusal::AlreadyFollows)?;
            let free = contest.followers.len() < FOLLOWERS;
            require(free, ContestRefusal::Followed)?;
            ContestAct::Follow(*player)
        }
        ContestRequest::Unfollow(player) => {
            let follows = contest.followers.contains(player);
            require(follows, ContestRefusal::FollowsNot)?;
            ContestAct::Unfollow(*player)
        }
        ContestRequest::Offer { player, until } => {
            require(plays && contest.replaces(), Over)?;
            let entrant = contest.entrant(*player).ok_or(NotIn)?;
            require(entrant.is_in() && entrant.offered.is_none(), NotIn)?;
            require(!contest.reserves_for(*player).is_empty(), NotIn)?;
            ContestAct::Offer {
                player: *player,
                until: until.clone(),
            }
        }
        ContestRequest::Replace(renewal) => {
            require(plays && contest.replaces(), Over)?;
            let leaves = contest.entrant(renewal.from).ok_or(NotIn)?;
            require(leaves.is_in(), NotIn)?;
            require(contest.entrant(renewal.by).is_none(), AlreadyIn)?;
            plays_in(&renewal.by)?;
            ContestAct::Replace(renewal.clone())
        }
        ContestRequest::Correct(game) => {
            require(contest.status == ContestStatus::Ended, NotOpen)?;
            ContestAct::Correct(*game)
        }
        ContestRequest::Start { order, ratings } => {
            require(enters, NotOpen)?;
            let entered = |player: &PlayerId| contest.entrant(*player).is_some();
            let entries = order.len() / contest.terms.of_entry();
            require(
                entries >= contest.terms.kind.fewest() && order.iter().all(entered),
                NotIn,
            )?;
            let asked = contest.terms.ties.iter().any(|tie| tie.is_rating());
            let ratings = asked.then(|| ContestAct::Rated(ratings.clone()));
            let start = [ContestAct::Start(order.clone())];
            let acts = teams::lapsed(contest).chain(start).chain(ratings).collect();
            return Ok(Concluded::Done(acts));
        }
        ContestRequest::Pair { beaten, round } => {
            let has_rounds = contest.terms.has_rounds();
            // A result that is changed after the end brings no further round.
            let goes_on = has_rounds && contest.corrected.is_none() && contest.closing.is_none();
            require(plays && contest.is_told() && goes_on, Over)?;
            let out = Some(beaten).filter(|beaten| !beaten.is_empty());
            let out = out.map(|beaten| ContestAct::Beaten(beaten.clone()));
            let pair = ContestAct::Pair(round.clone());
            return Ok(Concluded::Done(out.into_iter().chain([pair]).collect()));
        }
        ContestRequest::LastDay(act) => {
            last_day::decide(contest, act)?;
            ContestAct::LastDay(act.clone())
        }
        ContestRequest::Unpaired { round, why } => {
            let waits = contest.is_paired_by_program() && contest.unpaired.is_none();
            require(plays && waits && *round == contest.rounds.len() + 1, Over)?;
            ContestAct::Unpaired {
                round: *round,
                why: why.clone(),
            }
        }
        ContestRequest::PairAgain { simple } => {
            let by_program = contest.terms.pairing.is_some();
            require(by_program, ContestRefusal::NoProgram)?;
            require(plays && contest.corrected.is_none(), Over)?;
            ContestAct::PairAgain { simple: *simple }
        }
        ContestRequest::Team(request) => return teams::decide(contest, request),
        ContestRequest::Ladder(request) => ContestAct::Ladder(of_ladder(contest, request)?),
        ContestRequest::TellSome(letters) => {
            let tells = (plays || contest.untold) && !contest.told;
            require(tells && *letters > contest.letters, Over)?;
            ContestAct::TellSome(*letters)
        }
        ContestRequest::Tell => {
            require((plays || contest.untold) && !contest.told, Over)?;
            ContestAct::Tell
        }
        ContestRequest::TellEnd(letters) => {
            let more = plays && contest.is_told() && *letters != contest.letters;
            require(more || contest.untold, Over)?;
            ContestAct::TellEnd(*letters)
        }
        ContestRequest::End => {
            require(plays && contest.is_told(), Over)?;
            ContestAct::End
        }
        ContestRequest::Cancel(reason) => {
            // The clocks of games that wait for adjudicators have run on.
            require(enters || plays && contest.closing.is_none(), Over)?;
            ContestAct::Cancel(reason.clone())
        }
    };
    Ok(Concluded::Done(vec![act]))
}

/// Refuses what does not fulfil a condition.
pub(super) fn require(fulfilled: bool, why: ContestRefusal) -> Result<(), ContestRefusal> {
    if fulfilled { Ok(()) } else { Err(why) }
}

fn of_ladder(contest: &Contest, request: &LadderRequest) -> Result<LadderAct, ContestRefusal> {
    use ContestRefusal::{AlreadyIn, AlreadyLeaving, NoLadder, NotIn, NotThere, Over, Settled};
    let ladder = contest.ladder.as_ref().ok_or(NoLadder)?;
    require(contest.status == ContestStatus::Playing, Over)?;
    let here = |player: &PlayerId| contest.entrant(*player).filter(|one| one.is_in());
    let act = match request {
        LadderRequest::Challenge {
            challenger,
            defender,
            now,
            until,
            idle,
        } => {
            let own = here(challenger).ok_or(NotIn)?;
            require(own.leaves_at.is_none(), AlreadyLeaving)?;
            let other = here(defender).filter(|one| one.leaves_at.is_none());
            require(other.is_some(), NotThere)?;
            ladder.may_challenge((*challenger, *defender), *now, idle)?;
            return Ok(LadderAct::Challenge {
                challenger: *challenger,
                defender: *defender,
                at: now.to_rfc3339_opts(SecondsFormat::Secs, true),
                until: until.clone(),
            });
        }
        LadderRequest::Act(act) => act,
    };
    let mut open = ladder.open();
    match act {
        LadderAct::Join { player, .. } => {
            let leaves = here(player).is_some_and(|one| one.leaves_at.is_some());
            require(!leaves, AlreadyLeaving)?;
            require(here(player).is_none(), AlreadyIn)?;
            let places = contest.terms.places;
            require(ladder.places.len() < places, ContestRefusal::Full)?;
        }
        LadderAct::Accept { defence, .. } | LadderAct::Remind { defence } => {
            let found = open.find(|(number, _)| number == defence);
            let found = found.filter(|(_, one)| one.first.is_none());
            require(
                found.is_some_and(|(_, one)| here(&one.defender).is_some()),
                Settled,
            )?;
        }
        LadderAct::Settle { defence, .. } => {
            require(open.any(|(number, _)| number == *defence), Settled)?;
        }
        LadderAct::Lower { player, .. } => require(here(player).is_some(), NotIn)?,
        // Asked for by a request of its own, which looks at the rules.
        LadderAct::Challenge { .. } => return Err(Over),
    }
    Ok(act.clone())
}
