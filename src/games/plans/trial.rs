//! What a plan would do after some turns of the others. Nobody else's plan is looked at.

use serde::{Deserialize, Serialize};

use crate::games::stored_game::StoredGame;
use crate::rules::{Game, Played, Seat, outcome};
use crate::text::clean;

use super::{Answer, MOST_PLAYED, make::meaning};

/// At most this many characters of a turn are read.
const LONGEST: usize = 400;

/// What plans would play if the others played some turns; nothing of it is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// The turns, in order.
    pub turns: Vec<TrialTurn>,
    /// Why the trial goes no further.
    pub end: TrialEnd,
}

/// A turn of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialTurn {
    /// The turn as it would be played, with its label.
    pub played: Played,
    /// Whether it is the plan's.
    pub planned: bool,
}

/// How a trial ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialEnd {
    /// The plan waits for the next turn of the others.
    Waits,
    /// The plan has no more pairs.
    Done,
    /// The plan has no answer to the last turn.
    NoAnswer,
    /// The plan gives up, agrees to a draw that is offered, or stops.
    Answer(Answer),
    /// The game is over.
    Over,
    /// The planned turn is not legal.
    Illegal {
        /// The planned turn, as it was kept.
        turn: String,
        /// Why it is not legal.
        why: Box<outcome::Refusal>,
    },
    /// One of the turns to be tried is not legal.
    NotLegal {
        /// The turn as typed, cut if it is long.
        turn: String,
        /// Why it is not legal.
        why: Box<outcome::Refusal>,
    },
    /// The seat is to move itself.
    YourTurn,
}

impl StoredGame {
    /// Tries the plans of a seat: `text` holds turns of the others, with `;` between them.
    pub fn try_plans(&self, seat: Seat, text: &str) -> Trial {
        let mut turns = Vec::new();
        let end = self.run_trial(seat, text, &mut turns);
        Trial { turns, end }
    }

    fn run_trial(&self, seat: Seat, text: &str, turns: &mut Vec<TrialTurn>) -> TrialEnd {
        if self.game.to_move() == seat {
            return TrialEnd::YourTurn;
        }
        let mut board = self.game.fork();
        let mut plans = self.plans(seat).filter(|plans| !plans.pairs.is_empty());
        let typed = text.split(';');
        let typed = typed.map(|turn| clean(&turn.replace(',', " "), LONGEST));
        let typed = typed.filter(|turn| !turn.is_empty());
        let mut play = |board: &mut Box<dyn Game>, turn: &str, planned: bool| {
            let played = meaning(board.as_ref(), turn).and_then(|turn| board.play(&turn));
            let played = played.map_err(Box::new)?;
            let canonical = played.canonical.clone();
            turns.push(TrialTurn { played, planned });
            Ok(canonical)
        };
        for turn in typed.take(MOST_PLAYED) {
            let before = board.fork();
            let last = match play(&mut board, &turn, false) {
                Ok(last) => last,
                Err(why) => {
                    let turn = clean(&turn, 100);
                    return TrialEnd::NotLegal { turn, why };
                }
            };
            if board.outcome().is_some() {
                return TrialEnd::Over;
            }
            if board.to_move() != seat {
                continue;
            }
            let Some(now) = &plans else {
                return TrialEnd::Done;
            };
            let Some(pair) = now.answering(&last, &|| Some(before.fork())) else {
                return TrialEnd::NoAnswer;
            };
            let Some(answer) = pair.answer.turn() else {
                return TrialEnd::Answer(pair.answer.clone());
            };
            if let Err(why) = play(&mut board, answer, true) {
                let turn = answer.to_owned();
                return TrialEnd::Illegal { turn, why };
            }
            if board.outcome().is_some() {
                return TrialEnd::Over;
            }
            plans = now.behind(pair.number, 0);
        }
        match plans {
            Some(_) => TrialEnd::Waits,
            None => TrialEnd::Done,
        }
    }
}
