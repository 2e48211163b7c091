//! Plays what is planned once a turn has been played, and ends plans that lead nowhere.

use anyhow::Result;

use crate::games::changes::Changes;
use crate::games::event::{Event, Proposal};
use crate::games::stored_game::StoredGame;
use crate::rules::Seat;
use crate::store::SeatChange;

use super::{Answer, Ended, MOST_PLAYED, Pair, Plans, make::meaning};

/// What a seat does by its plan: these events happen, in order, and the plan goes on from there, if there is more of it;
/// or the plan is over, for a reason that its owner does not know, or as they wanted it.
type Step = Result<(Vec<Event>, Option<Plans>), Option<Ended>>;

impl Changes {
    /// Plays what is planned after the turns of these changes, one seat after the other, as long as plans answer
    /// the last turn. It is to be called once all that caused the changes is done. Returns the first and the
    /// last event that happen by plans, if there are any.
    ///
    /// # Errors
    /// As [`StoredGame::apply`].
    pub fn play_plans(&mut self, stored: &mut StoredGame) -> Result<Option<(i64, i64)>> {
        let before = stored.seq;
        let mut played = 0;
        while self.played() && stored.is_on() {
            let seat = stored.game.to_move();
            let Some(plans) = stored.plans(seat).filter(|plans| !plans.pairs.is_empty()) else {
                break;
            };
            let step = match played == MOST_PLAYED {
                true => Err(Some(Ended::TooMany)),
                false => step(stored, seat, &plans),
            };
            let (events, left) = match step {
                Ok(does) => does,
                Err(why) => {
                    self.plan(stored, seat, why.map(Plans::ended));
                    break;
                }
            };
            self.plan(stored, seat, left);
            for event in &events {
                self.apply_planned(stored, event)?;
            }
            played += 1;
            if !matches!(events.first(), Some(Event::Turn { .. })) {
                break;
            }
        }
        Ok((stored.seq > before).then_some((before + 1, stored.seq)))
    }

    /// Sets the plans of a seat.
    pub fn plan(&mut self, stored: &mut StoredGame, seat: Seat, plans: Option<Plans>) {
        let Some(row) = stored.seats.get_mut(seat.index()) else {
            return;
        };
        let plans = plans.map(|plans| plans.to_json());
        if row.plans != plans {
            row.plans.clone_from(&plans);
            self.of_seat(SeatChange::Plans(seat.0, plans));
        }
    }

    /// Ends the plans that an event has left without a position; before it, so many seats were in play.
    pub(in crate::games) fn end_plans(
        &mut self,
        stored: &mut StoredGame,
        event: &Event,
        playing: usize,
        planned: bool,
    ) {
        let over = !stored.is_on();
        let ends = event.kind().ends_plans() || stored.game.playing().len() != playing;
        for seat in stored.all_seats() {
            let Some(plans) = stored.plans(seat) else {
                continue;
            };
            let own = matches!(event, Event::Turn { seat: by, .. } if *by == seat) && !planned;
            if over || own || ends && plans.ended.is_some() {
                self.plan(stored, seat, None);
            } else if ends {
                self.plan(stored, seat, Some(Plans::ended(Ended::Changed)));
            }
        }
    }
}

/// What the seat to move does by its plan.
fn step(stored: &StoredGame, seat: Seat, plans: &Plans) -> Step {
    let turns = stored.turns.len();
    let two = stored.game.playing().len() == 2;
    let Some(last) = stored.turns.last() else {
        return Err(None);
    };
    // Plans begin at the turn before one's own; that of another seat may have been played meanwhile.
    if two && plans.after + 1 != turns || plans.after >= turns {
        return Err(Some(Ended::Changed));
    }
    let before = || stored.at(turns - 1).ok();
    let Some(pair) = plans.answering(&last.text, &before) else {
        return Err(Some(Ended::OtherTurn(last.numbered())));
    };
    let offered = stored.offers.iter().any(|by| *by != seat);
    if offered && pair.answer != Answer::DrawAccept {
        // `ask` is what happens then.
        let asks = pair.answer == Answer::Ask;
        return Err((!asks).then_some(Ended::DrawOffered));
    }
    let back = |by: &Seat| *by != seat;
    let mut proposals = stored.proposals.iter();
    if proposals.any(|p| p.what == Proposal::TakeBack && p.by.iter().any(back)) {
        return Err(Some(Ended::TakeBackProposed));
    }
    answered(stored, seat, plans, pair, offered)
}

fn answered(stored: &StoredGame, seat: Seat, plans: &Plans, pair: &Pair, offered: bool) -> Step {
    let turn = match &pair.answer {
        Answer::Ask => return Err(None),
        Answer::DrawAccept if !offered => return Err(None),
        Answer::DrawAccept => return Ok((vec![Event::Offer(seat)], None)),
        Answer::Resign => return Ok((vec![Event::Resign(seat)], None)),
        Answer::Turn(turn) | Answer::DrawOffer(turn) => turn,
    };
    let board = stored.game.as_ref();
    let meaning = match pair.open {
        true => meaning(board, turn),
        false => board.meaning(turn),
    };
    let illegal = |why| Ended::Illegal {
        turn: turn.clone(),
        why: Box::new(why),
    };
    let text = meaning.map_err(|why| Some(illegal(why)))?;
    let left = plans.behind(pair.number, stored.turns.len() + 1);
    let mut events = vec![Event::Turn { seat, text }];
    if matches!(pair.answer, Answer::DrawOffer(_)) && !stored.offers.contains(&seat) {
        events.push(Event::Offer(seat));
    }
    Ok((events, left))
}
