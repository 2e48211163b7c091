//! What counts of a rated game for ratings (docs/ratings.md).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::PlayerId;
use crate::rules::{Seat, outcome::Reason};
use crate::status::GameStatus;

use super::event::Event;
use super::stored_game::StoredGame;

/// Every player has to have played so many turns.
const TURNS: usize = 2;

/// What counts of a rated game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedEnd {
    /// The place of each seat, from 1; those who share a place have the same one.
    pub places: Vec<usize>,
    /// How many turns were played.
    pub turns: usize,
    /// The seat whose flag has ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<u8>,
    /// Whether the winner has refused the points, so that it counts for nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}

impl RatedEnd {
    /// As it is stored. It cannot fail: there are only numbers.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what is stored.
    ///
    /// # Errors
    /// It has another form.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl StoredGame {
    /// What counts of it; `None`: it is not rated, is not over, or does not count, since it was called off, somebody has
    /// played fewer than two turns or has several seats, a seat has changed its player, or not all adjudicators agree. In an event a resignation
    /// counts earlier, too.
    pub fn rated_end(&self) -> Option<RatedEnd> {
        if !self.row.rated || self.replaced || self.status() != GameStatus::Finished {
            return None;
        }
        if self.votes().is_some_and(|votes| !votes.agree()) {
            return None;
        }
        let outcome = self.game.outcome()?;
        let turns_of = |seat| self.turns.iter().filter(|turn| turn.seat == seat).count();
        let short = self.all_seats().any(|seat| turns_of(seat) < TURNS);
        let given_up = self.row.contest.is_some() && outcome.reason == Reason::Resignation;
        if short && !given_up {
            return None;
        }
        let players: BTreeSet<PlayerId> = self.seats.iter().map(|seat| seat.player).collect();
        if players.len() != self.seats.len() {
            return None;
        }
        let places = self.all_seats().map(|seat| outcome.place(seat));
        let last = self.standing.iter().rev().map(|one| &one.event);

        let fell = last.take(1).find_map(|event| match event {
            Event::Flag { seat, drawn: false } => Some(seat.0),
            _ => None,
        });
        Some(RatedEnd {
            places: places.collect::<Option<_>>()?,
            turns: self.turns.len(),
            flag: fell.filter(|_| outcome.reason == Reason::Time),
            refused: self.points_refused.is_some(),
        })
    }

    /// Whether a seat has won by the flag of the other one, in a game that counts for ratings.
    pub fn won_by_flag(&self, seat: Seat) -> bool {
        let end = self.rated_end().filter(|end| !end.refused);
        let fell = end.and_then(|end| end.flag);
        self.seats.len() == 2 && fell.is_some_and(|fell| fell != seat.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::tests::chess;
    use crate::games::{
        Actor, Decided, PointsRefusal, Refusal, ReopenReason, Request, Votes, decide,
    };
    use crate::ids::ContestId;

    use super::*;

    /// White has lost a rated game on time.
    fn lost_on_time() -> StoredGame {
        let mut game = chess();
        game.row.rated = true;
        for (seat, text) in [(0, "e2-e4"), (1, "e7-e5"), (0, "Ng1-f3"), (1, "Nb8-c6")] {
            let (seat, text) = (Seat(seat), text.to_owned());
            game.apply(&Event::Turn { seat, text }, 1).expect("applied");
        }
        let (seat, drawn) = (Seat(0), false);
        game.apply(&Event::Flag { seat, drawn }, 5)
            .expect("applied");
        game
    }

    #[test]
    fn only_the_winner_on_time_can_refuse_points_and_not_in_events() {
        let mut game = lost_on_time();
        let asks = |game: &StoredGame, seat| {
            let actor = Actor::Seat { seat, shown: 5 };
            decide(game, &actor, &Request::RefusePoints)
        };
        let refused = |why| Decided::Refused(Refusal::Points(why));
        assert_eq!(asks(&game, Seat(0)), refused(PointsRefusal::NotByFlag));
        let event = Event::RefusePoints(Seat(1));
        assert_eq!(asks(&game, Seat(1)), Decided::Done(vec![event.clone()]));
        game.row.contest = Some(ContestId(1));
        assert_eq!(asks(&game, Seat(1)), Decided::Refused(Refusal::OfEvent));
        game.row.contest = None;
        assert!(game.rated_end().is_some());
        game.apply(&event, 5).expect("applied");
        assert!(game.rated_end().is_some_and(|end| end.refused));
        assert_eq!(asks(&game, Seat(1)), refused(PointsRefusal::Already));
        // Of a game that goes on nothing is refused.
        let (seat, why) = (Seat(0), ReopenReason::Forgiven);
        game.apply(&Event::Reopen { seat, why }, 6)
            .expect("applied");
        assert_eq!(game.points_refused, None);
    }

    fn ended(event: Event, contest: Option<ContestId>) -> Option<RatedEnd> {
        let mut game = chess();
        game.row.rated = true;
        game.row.contest = contest;
        game.apply(&event, 1).expect("applied");
        game.rated_end()
    }

    #[test]
    fn what_adjudicators_decide_counts_if_all_agree() {
        let end = |votes| {
            let mut game = lost_on_time();
            let (seat, why) = (Seat(0), ReopenReason::InTime);
            let (result, reason) = ("1/2-1/2".to_owned(), String::new());
            let adjudicate = Event::Adjudicate {
                result,
                reason,
                votes,
            };
            for event in [Event::Reopen { seat, why }, adjudicate] {
                game.apply(&event, 6).expect("applied");
            }
            game.rated_end().map(|end| end.places)
        };
        let votes = |same, cast| end(Some(Votes { same, cast }));
        assert_eq!(votes(3, 3), Some(vec![1, 1]));
        assert_eq!((votes(2, 3), votes(2, 2), votes(0, 3)), (None, None, None));
        assert_eq!(end(None), Some(vec![1, 1]), "the umpire has decided it");
    }

    #[test]
    fn only_in_events_a_resignation_before_two_turns_counts() {
        let resigned = Event::Resign(Seat(0));
        assert_eq!(ended(resigned.clone(), None), None);
        let counted = ended(resigned, Some(ContestId(1))).expect("counts");
        assert_eq!((counted.places, counted.turns), (vec![2, 1], 0));
        // Games that somebody leaves with the event, and those lost on time, need their turns.
        let (seat, reason) = (Seat(0), String::new());
        let others = [
            Event::Forfeit { seat, reason },
            Event::Flag { seat, drawn: false },
        ];
        for event in others {
            assert_eq!(ended(event, Some(ContestId(1))), None);
        }
    }
}
