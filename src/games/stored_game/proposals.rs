//! What is to be agreed to, and who has to agree.

use crate::games::{consent::Topic, event::Proposal};
use crate::rules::Seat;

use super::StoredGame;

/// Something that is to be agreed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// What the others are to agree to; a seat that proposes the same agrees to it.
    pub what: Proposal,
    /// The seat that has proposed it, then those that have agreed.
    pub by: Vec<Seat>,
    /// The state number after it was proposed.
    pub state: i64,
}

impl Proposed {
    /// Whether a seat has proposed it.
    pub fn is_of(&self, seat: Seat) -> bool {
        self.by.first() == Some(&seat)
    }
}

impl StoredGame {
    /// A seat proposes something, or agrees to it. What it has proposed before about the same is replaced.
    pub(super) fn propose(&mut self, seat: Seat, what: &Proposal, state: i64) {
        match self.proposals.iter_mut().find(|known| known.what == *what) {
            Some(known) if known.by.contains(&seat) => {}
            Some(known) => known.by.push(seat),
            None => {
                let replaced =
                    |known: &Proposed| known.is_of(seat) && known.what.topic() == what.topic();
                self.proposals.retain(|known| !replaced(known));
                self.proposals.push(Proposed {
                    what: what.clone(),
                    by: vec![seat],
                    state,
                });
            }
        }
    }

    /// Something is done: nothing of the kind is proposed any more.
    pub(super) fn done_with(&mut self, topic: Topic) {
        self.proposals.retain(|known| known.what.topic() != topic);
    }

    /// The seat that gets time which the others give: the one whose flag has fallen while that can be taken back,
    /// else the one to move.
    pub fn time_goes_to(&self) -> Seat {
        let fallen = self.fallen().map(|fallen| fallen.seat);
        fallen.unwrap_or_else(|| self.game.to_move())
    }

    /// The seats that have to agree to something.
    pub fn have_to_agree(&self, topic: Topic) -> Vec<Seat> {
        let mut seats = match self.game.outcome() {
            None => self.game.playing(),
            // Those who have won because a flag has fallen.
            Some(outcome) => outcome.places.first().cloned().unwrap_or_default(),
        };
        if matches!(topic, Topic::Forgive | Topic::AddTime) {
            let gets = self.time_goes_to();
            seats.retain(|seat| *seat != gets);
        }
        seats
    }

    /// The seats that have to agree to what is proposed, and have not.
    pub fn have_not_agreed(&self, proposed: &Proposed) -> Vec<Seat> {
        let mut seats = self.have_to_agree(proposed.what.topic());
        seats.retain(|seat| !proposed.by.contains(seat));
        seats
    }

    /// What a seat may agree to or decline, of what a letter with this state number has shown.
    pub fn proposed_to(&self, seat: Seat, shown: i64) -> Vec<&Proposed> {
        let mut all: Vec<&Proposed> = self.proposals.iter().collect();
        all.retain(|one| one.state <= shown && self.have_not_agreed(one).contains(&seat));
        all
    }
}
