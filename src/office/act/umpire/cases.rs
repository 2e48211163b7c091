//! Games that the umpire changes: what the umpire wants is decided, the players are told, and the
//! changes become a part of a decision.

use anyhow::{Result, bail};

use crate::games::{
    Actor, Cause, Changes, Decided, Event, Refusal, Replacement, Request, StoredGame, decide,
};
use crate::ids::GameId;
use crate::letters::{GameWords, Notice};
use crate::rules::game::Seat;
use crate::store::LetterChange;

use crate::office::close::game::Readers;
use crate::office::load::shown::view_of;
use crate::office::{Draft, stored_game};

/// A game that the umpire changes, before that is written.
pub(in crate::office) struct Case {
    /// The game as it is after what is decided so far.
    pub stored: StoredGame,
    /// What is decided so far, to be written with the decision.
    pub changes: Changes,
    /// What the letters to the players begin with.
    pub notices: Vec<Notice>,
    /// Seats that other players have taken.
    newcomers: Vec<(Seat, Replacement)>,
}

impl Draft<'_> {
    /// A game that the umpire is about to change.
    ///
    /// # Errors
    /// There is no such game, or it cannot be loaded.
    pub(in crate::office) fn open_case(&self, game: GameId) -> Result<Case> {
        let moment = self.office.moment(self.decision)?;
        let mut stored = stored_game(self.store, game)?;
        stored.judged_at(&moment);
        Ok(Case {
            stored,
            changes: Changes::at(moment),
            notices: Vec::new(),
            newcomers: Vec::new(),
        })
    }

    /// Carries out a request of the umpire, as a part of a decision; the inner error is why it is refused.
    ///
    /// # Errors
    /// The store fails, or an event cannot be applied.
    pub(in crate::office) fn decide_in(
        &mut self,
        case: &mut Case,
        request: &Request,
    ) -> Result<Result<(), Refusal>> {
        let events = match decide(&case.stored, &Actor::Umpire, request) {
            Decided::Done(events) => events,
            Decided::Held { .. } => bail!("the umpire holds no turns"),
            Decided::Planned { .. } => bail!("the umpire plans no turns"),
            Decided::Refused(refusal) => return Ok(Err(refusal)),
        };
        let typed = match request {
            Request::Play { turn, .. } => Some(turn.as_str()),
            _ => None,
        };
        for event in &events {
            case.changes.apply(&mut case.stored, event, typed)?;
            match event {
                Event::Abort { .. } => {
                    let why = "the game was called off".to_owned();
                    let drop = LetterChange::DropOfGame(case.stored.row.id, why);
                    self.decision.letter_changes.push(drop);
                }
                Event::Replace { seat, change } => {
                    let place = (&mut case.stored, *seat);
                    self.seat_newcomer(place, change, &mut case.changes)?;
                    case.newcomers.retain(|(taken, _)| taken != seat);
                    case.newcomers.push((*seat, change.clone()));
                }
                _ => {}
            }
        }
        Ok(Ok(()))
    }

    /// Carries out a request of the umpire in a game, such as a turn for the seat to move, or an undo.
    ///
    /// # Errors
    /// There is no such game, or the request is refused; the message says why.
    pub fn rule(&mut self, game: GameId, request: &Request, actor: &str) -> Result<StoredGame> {
        let mut case = self.open_case(game)?;
        if let Err(refusal) = self.decide_in(&mut case, request)? {
            let (voice, game) = (self.office.voice(), &view_of(&case.stored));
            bail!(GameWords { voice, game }.refusal_for_umpire(&refusal));
        }
        self.close_case(case, &Cause::Umpire(actor))
    }

    /// Closes a game that the umpire has changed, and returns it. The letters begin with the notices of the case.
    ///
    /// # Errors
    /// As [`Draft::close_game`].
    pub(in crate::office) fn close_case(
        &mut self,
        case: Case,
        cause: &Cause<'_>,
    ) -> Result<StoredGame> {
        let mut stored = case.stored;
        let readers = Readers::All {
            notices: &case.notices,
            newcomers: &case.newcomers,
        };
        let changed = (&mut stored, case.changes);
        self.close_game(changed, cause, readers)?;
        Ok(stored)
    }
}
