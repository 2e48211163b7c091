//! Players who direct an event by mail, and what they may do (docs/events.md).

use anyhow::{Result, ensure};

use crate::contests::{Contest, ContestAct};
use crate::ids::PlayerId;
use crate::mail::Address;
use crate::office::Draft;
use crate::office::act::umpire::account;
use crate::office::load::challenges::member;
use crate::status::ContestStatus;
use crate::store::Snapshot;

/// At most so many direct an event.
const MOST: usize = 8;

/// In whose name commands by mail are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::office) enum Rights {
    /// Of an umpire of the settings: everywhere.
    Umpire,
    /// Of a player: in the events that they direct.
    Player(PlayerId),
}

impl Rights {
    /// Whether they reach an event.
    pub fn reach(self, contest: &Contest) -> bool {
        match self {
            Self::Umpire => true,
            Self::Player(player) => contest.is_directed_by(player),
        }
    }
}

impl Draft<'_> {
    /// Lets a player direct an event until it ends, or, with `remove`, no more.
    ///
    /// # Errors
    /// There is no such event or player, it is over, or that is so already.
    pub fn name_director(
        &mut self,
        name: &str,
        who: &str,
        remove: bool,
        by: &str,
    ) -> Result<Contest> {
        by.clone_into(&mut self.decision.by);
        let contest = self.require_contest(name)?;
        let event = &contest.name;
        ensure!(
            matches!(
                contest.status,
                ContestStatus::Entries | ContestStatus::Playing
            ),
            "{event}: it is over"
        );
        let player = match remove {
            true => account::find(self.store, who)?.id,
            false => self.member_named(who)?,
        };
        let directs = contest.directors.contains(&player);
        ensure!(
            directs == remove,
            "{event}: the player {}",
            if remove {
                "does not direct it"
            } else {
                "directs it already"
            }
        );
        ensure!(
            remove || contest.directors.len() < MOST,
            "{event}: at most {MOST} players direct an event"
        );
        ensure!(
            remove || !contest.adjudicators.contains(&player),
            "{event}: the player is one of its adjudicators, who do not know who plays"
        );
        let act = match remove {
            true => ContestAct::NoDirector(player),
            false => ContestAct::Director(player),
        };
        self.close_contest(&contest, &[act], by)
    }

    /// What somebody who writes from an address may do; `None`: nothing.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn rights_of(&self, address: &Address) -> Result<Option<Rights>> {
        let mut umpires = self.office.settings.umpires.iter();
        if umpires.any(|known| known.normalized() == address.normalized()) {
            return Ok(Some(Rights::Umpire));
        }
        let player = of_address(self.store, address)?;
        Ok(player.map(Rights::Player))
    }

    /// The same of the one whom a log names; `None`: that is no address.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn rights_by(&self, by: &str) -> Result<Option<Rights>> {
        let address = Address::parse(by).ok().filter(|_| by.contains('@'));
        let rights = address.map(|address| self.rights_of(&address));
        Ok(rights.transpose()?.flatten())
    }
}

/// The member with this address.
fn of_address(store: &dyn Snapshot, address: &Address) -> Result<Option<PlayerId>> {
    let Some(player) = store.player_by_address(&address.normalized())? else {
        return Ok(None);
    };
    Ok(member(store, player.id)?.map(|player| player.id))
}

/// Whether an address is that of a member who directs an event now; with `over` also one that is over.
///
/// # Errors
/// The store fails, or an event cannot be read.
pub(in crate::office) fn directs(
    store: &dyn Snapshot,
    address: &Address,
    over: bool,
) -> Result<bool> {
    let Some(player) = of_address(store, address)? else {
        return Ok(false);
    };
    for row in store.contests(!over)? {
        // One that cannot be read gives nobody a right.
        let contest = crate::office::contests::value(&row);
        let directs = |contest: &Contest| match over {
            true => contest.directors.contains(&player),
            false => contest.is_directed_by(player),
        };
        if contest.is_ok_and(|contest| directs(&contest)) {
            return Ok(true);
        }
    }
    Ok(false)
}
