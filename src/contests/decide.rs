//! Decides what becomes of a contest when somebody wants something of it. A decision follows from the contest and the request
//! alone.

use serde::{Deserialize, Serialize};

use super::{Contest, ContestAct, Round};
use crate::ids::PlayerId;
use crate::meeting::Concluded;
use crate::status::ContestStatus;

/// What is wanted of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestRequest {
    /// To announce it.
    Announce,
    /// To enter it.
    Enter(PlayerId),
    /// To leave it.
    Withdraw {
        /// Who.
        player: PlayerId,
        /// Whether they have said yes to what that means.
        agreed: bool,
        /// From when on they are out if it has begun.
        until: String,
    },
    /// To let somebody go who has asked to leave, or is gone.
    Depart {
        /// Who.
        player: PlayerId,
        /// How many of their games are over.
        over: usize,
        /// How many games they have.
        games: usize,
    },
    /// To begin it with these numbers, from 1.
    Start(Vec<PlayerId>),
    /// To go on with a further round.
    Pair {
        /// Who is out now because of results.
        beaten: Vec<PlayerId>,
        /// Who plays whom.
        round: Round,
    },
    /// To write to the players about their games.
    Tell,
    /// To end it, since all games are over.
    End,
    /// To call it off, for this reason.
    Cancel(String),
}

/// Why nothing comes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestRefusal {
    /// It can be entered no more: it has begun, or is over.
    NotOpen,
    /// Nobody else has a place.
    Full,
    /// The player has entered it.
    AlreadyIn,
    /// The player has not entered it, or has left.
    NotIn,
    /// The player has asked to leave already.
    AlreadyLeaving,
    /// It is over, or has not begun.
    Over,
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
    use ContestRefusal::{AlreadyIn, AlreadyLeaving, Full, NotIn, NotOpen, Over};
    let enters = contest.status == ContestStatus::Entries;
    let plays = contest.status == ContestStatus::Playing;
    let require = |fulfilled: bool, why| if fulfilled { Ok(()) } else { Err(why) };
    let act = match request {
        ContestRequest::Announce => ContestAct::Announce,
        ContestRequest::Enter(player) => {
            let entrant = contest.entrant(*player).filter(|one| one.left.is_none());
            let is_in = (enters || plays) && entrant.is_some();
            let leaves = entrant.is_some_and(|one| one.leaves_at.is_some());
            require(!(is_in && leaves), AlreadyLeaving)?;
            require(!is_in, AlreadyIn)?;
            require(enters, NotOpen)?;
            require(contest.entrants.len() < contest.terms.places, Full)?;
            ContestAct::Enter(*player)
        }
        ContestRequest::Withdraw {
            player,
            agreed,
            until,
        } => {
            require(enters || plays, Over)?;
            let entrant = contest.entrant(*player).ok_or(NotIn)?;
            require(entrant.is_in(), NotIn)?;
            require(entrant.leaves_at.is_none(), AlreadyLeaving)?;
            match (enters, agreed) {
                (true, _) => ContestAct::TakeBack(*player),
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
        } => {
            require(plays && contest.is_told(), Over)?;
            let entrant = contest.entrant(*player).ok_or(NotIn)?;
            require(entrant.is_in(), NotIn)?;
            ContestAct::Depart {
                player: *player,
                struck: contest.strikes(*over, *games),
            }
        }
        ContestRequest::Start(order) => {
            require(enters, NotOpen)?;
            let entered = |player: &PlayerId| contest.entrant(*player).is_some();
            require(
                order.len() >= Contest::FEWEST && order.iter().all(entered),
                NotIn,
            )?;
            ContestAct::Start(order.clone())
        }
        ContestRequest::Pair { beaten, round } => {
            let has_rounds = contest.terms.kind.has_rounds();
            require(plays && contest.is_told() && has_rounds, Over)?;
            let out = Some(beaten).filter(|beaten| !beaten.is_empty());
            let out = out.map(|beaten| ContestAct::Beaten(beaten.clone()));
            let pair = ContestAct::Pair(round.clone());
            return Ok(Concluded::Done(out.into_iter().chain([pair]).collect()));
        }
        ContestRequest::Tell => {
            require(plays && !contest.told, Over)?;
            ContestAct::Tell
        }
        ContestRequest::End => {
            require(plays && contest.is_told(), Over)?;
            ContestAct::End
        }
        ContestRequest::Cancel(reason) => {
            require(enters || plays, Over)?;
            ContestAct::Cancel(reason.clone())
        }
    };
    Ok(Concluded::Done(vec![act]))
}
