//! A value of every variant of what letters say.
//!
//! Each list is a chain: the `match` says which value comes after which. It has no wildcard, so that
//! a new variant does not compile before it has its place.

use std::iter::successors;

use crate::commands::Hint;
use crate::games::{Basis, Closure, Guard, Happening, Moment, PlanFault, Refusal, TakenBack};
use crate::ids::GameId;
use crate::letters::data::Query;
use crate::rules::game::{Played, Seat};
use crate::rules::outcome;
use crate::rules::reason::Reason;

pub(super) const WHITE: Seat = Seat(0);
pub(super) const BLACK: Seat = Seat(1);
pub(super) const GAME: GameId = GameId(1);
pub(super) const OTHER: GameId = GameId(2);

pub(super) fn chain<T>(first: T, next: impl Fn(&T) -> Option<T>) -> Vec<T> {
    successors(Some(first), next).collect()
}

/// Every refusal of a turn.
fn turn_refusals() -> Vec<outcome::Refusal> {
    use outcome::Refusal::{Ambiguous, GameOver, Illegal, Incomplete, Unreadable};
    let reason = || Reason::new("no-turn-here");
    chain(Unreadable { reason: reason() }, |last| {
        Some(match last {
            Unreadable { .. } => Illegal {
                action: Some(2),
                good: "e2-e4".to_owned(),
                reason: reason(),
            },
            Illegal { .. } => Ambiguous {
                candidates: vec!["Nb1-d2".to_owned(), "Nf3-d2".to_owned()],
                reason: reason(),
            },
            Ambiguous { .. } => Incomplete {
                good: "e2-e4".to_owned(),
                reason: reason(),
            },
            Incomplete { .. } => GameOver { reason: reason() },
            GameOver { .. } => return None,
        })
    })
}

fn unreadable() -> outcome::Refusal {
    outcome::Refusal::Unreadable {
        reason: Reason::new("no-turn-here"),
    }
}

/// Every reason for which a game is not being played.
pub(super) fn closures() -> Vec<Closure> {
    let over = |reason| Closure::Over {
        result: "1-0".to_owned(),
        reason,
    };
    chain(Closure::Frozen, |last| {
        Some(match last {
            Closure::Frozen => Closure::Aborted,
            Closure::Aborted => over(outcome::Reason::Checkmate),
            Closure::Over { reason, .. } if *reason != outcome::Reason::Umpire => {
                over(outcome::Reason::Umpire)
            }
            Closure::Over { .. } => return None,
        })
    })
}

/// Every refusal of a request.
pub(super) fn refusals() -> Vec<Refusal> {
    let one_of_each = chain(Refusal::Closed(Closure::Frozen), next_refusal);
    let closed = closures().into_iter().map(Refusal::Closed);
    let turns = turn_refusals().into_iter();
    let turns = turns.map(|why| Refusal::Turn {
        why: Box::new(why),
        hold: None,
        held: false,
    });
    let plans = super::plans::faults().into_iter();
    let plans = plans.map(|fault| Refusal::Plan(Box::new(fault)));
    let all = one_of_each.into_iter().chain(closed);
    all.chain(turns).chain(plans).collect()
}

fn next_refusal(last: &Refusal) -> Option<Refusal> {
    let text = str::to_owned;
    Some(match last {
        Refusal::Closed(_) => Refusal::OldLetter {
            then: text("1."),
            now: text("2."),
        },
        Refusal::OldLetter { then, now } if then != now => Refusal::OldLetter {
            then: text("2."),
            now: text("2."),
        },
        Refusal::OldLetter { .. } => Refusal::AlreadyPlayed {
            label: text("2."),
            turn: text("e2-e4"),
        },
        Refusal::AlreadyPlayed { .. } => Refusal::Out,
        Refusal::Out => Refusal::NotYourTurn {
            mover: WHITE,
            label: text("3."),
        },
        Refusal::NotYourTurn { .. } => Refusal::WrongNumber {
            typed: Guard {
                number: 4,
                second: true,
            },
            due: text("3."),
        },
        Refusal::WrongNumber { .. } => Refusal::Turn {
            why: Box::new(unreadable()),
            hold: Some(text("Ng1-f3")),
            held: false,
        },
        Refusal::Turn { why, hold, held } if !held => Refusal::Turn {
            why: why.clone(),
            hold: hold.clone(),
            held: true,
        },
        Refusal::Turn { .. } => Refusal::TwoReadings {
            held: text("Ng1-f3"),
            continued: text("Ng1-f3 @@e3"),
            whole: text("@@e3"),
        },
        Refusal::TwoReadings { .. } => Refusal::NeitherReading {
            held: text("Ng1-f3"),
            continued: Box::new(unreadable()),
            whole: Box::new(unreadable()),
        },
        Refusal::NeitherReading { .. } => Refusal::NoBeginning(Box::new(unreadable())),
        Refusal::NoBeginning(_) => Refusal::NoContinuation {
            held: text("Ng1-f3"),
            why: Box::new(unreadable()),
        },
        Refusal::NoContinuation { .. } => Refusal::WholeTurn(text("e2-e4")),
        Refusal::WholeTurn(_) => Refusal::NothingHeld,
        Refusal::NothingHeld => Refusal::OfferStands,
        Refusal::OfferStands => Refusal::NoOffer,
        Refusal::NoOffer => Refusal::NothingToDecline,
        Refusal::NothingToDecline => Refusal::ClaimOutOfTurn,
        Refusal::ClaimOutOfTurn => Refusal::ClaimFails(Box::new(unreadable())),
        Refusal::ClaimFails(_) => Refusal::NoSuchSeat(text("green")),
        Refusal::NoSuchSeat(_) => Refusal::NotASeat(text("green")),
        Refusal::NotASeat(_) => Refusal::OutAlready(WHITE),
        Refusal::OutAlready(_) => Refusal::NoWords,
        Refusal::NoWords => Refusal::Consent(super::time::first_refusal()),
        Refusal::Consent(last) => {
            super::time::next_refusal(last).map_or(Refusal::TakenUp, Refusal::Consent)
        }
        Refusal::TakenUp => Refusal::NumberNeeded { due: text("3.") },
        Refusal::NumberNeeded { .. } => Refusal::TimeOver(text("2026-01-31T12:00:00Z")),
        Refusal::TimeOver(_) => Refusal::TimeOverFor {
            seat: Seat(0),
            at: text("2026-01-31T12:00:00Z"),
        },
        Refusal::TimeOverFor { .. } => Refusal::Plan(Box::new(PlanFault::Nothing)),
        Refusal::Plan(_) => Refusal::NothingToUndo,
        Refusal::NothingToUndo => Refusal::NoRollback {
            typed: Guard {
                number: 9,
                second: true,
            },
            due: text("3."),
        },
        Refusal::NoRollback { .. } => Refusal::NotInGame(text("Zoe")),
        Refusal::NotInGame(_) => Refusal::SeveralSeats(text("Anna")),
        Refusal::SeveralSeats(_) => Refusal::SamePlayer(WHITE),
        Refusal::SamePlayer(_) => Refusal::NoResult {
            typed: text("2-0"),
            missing: false,
        },
        Refusal::NoResult { missing: false, .. } => Refusal::NoResult {
            typed: text("white>white"),
            missing: true,
        },
        Refusal::NoResult { missing: true, .. } => return None,
    })
}

/// Every basis of a claim, with every moment.
fn bases() -> Vec<Basis> {
    let moments = chain(Moment::Now, |last| match last {
        Moment::Now => Some(Moment::Start),
        Moment::Start => Some(Moment::After("3. Ng1-f3".to_owned())),
        Moment::After(_) => None,
    });
    let first = Basis::Repetition(moments);
    chain(first, |last| match last {
        Basis::Repetition(_) => Some(Basis::NoProgress(100, Moment::Start)),
        Basis::NoProgress(..) => None,
    })
}

/// Everything that an event can bring about.
pub(super) fn happenings() -> Vec<Happening> {
    let one_of_each = chain(
        Happening::Turn {
            seat: WHITE,
            played: Played {
                canonical: "e2-e4".to_owned(),
                label: "1.".to_owned(),
                also: None,
            },
        },
        next_happening,
    );
    let claims = bases().into_iter();
    let claims = claims.map(|basis| Happening::Claimed { seat: WHITE, basis });
    let of_time = super::time::happenings();
    one_of_each
        .into_iter()
        .chain(claims)
        .chain(of_time)
        .collect()
}

fn next_happening(last: &Happening) -> Option<Happening> {
    let said = |by, to| Happening::Said {
        by,
        to,
        words: "Good luck!".to_owned(),
    };
    let rolled_back = |turns| Happening::RolledBack {
        label: "1...".to_owned(),
        seat: BLACK,
        turns,
        reopened: turns == 0,
        reason: "Entered by mistake.".to_owned(),
    };
    let back = |what, reopened| Happening::TakenBack {
        what,
        reopened,
        reason: "Entered by mistake.".to_owned(),
    };
    Some(match last {
        Happening::Turn { .. } => Happening::Resigned(WHITE),
        Happening::Resigned(_) => Happening::Forfeited {
            seat: WHITE,
            reason: "White has left.".to_owned(),
        },
        Happening::Forfeited { .. } => Happening::Eliminated {
            seats: vec![WHITE],
            by: BLACK,
        },
        Happening::Eliminated { seats, by } if seats.len() == 1 => Happening::Eliminated {
            seats: vec![WHITE, BLACK],
            by: *by,
        },
        Happening::Eliminated { .. } => Happening::Returned(vec![WHITE]),
        Happening::Returned(_) => Happening::OfferLapsed { stands: true },
        Happening::OfferLapsed { stands: true } => Happening::OfferLapsed { stands: false },
        Happening::OfferLapsed { stands: false } => Happening::Offered(WHITE),
        Happening::Offered(_) => Happening::Agreed {
            seat: WHITE,
            drawn: false,
        },
        Happening::Agreed { drawn: false, .. } => Happening::Agreed {
            seat: WHITE,
            drawn: true,
        },
        Happening::Agreed { drawn: true, .. } => Happening::Declined(WHITE),
        Happening::Declined(_) => Happening::Claimed {
            seat: WHITE,
            basis: Basis::Repetition(Vec::new()),
        },
        Happening::Claimed { .. } => said(Some(WHITE), None),
        Happening::Said { to: None, .. } => said(None, Some(BLACK)),
        Happening::Said { to: Some(_), .. } => back(TakenBack::End, true),
        Happening::TakenBack {
            what: TakenBack::End,
            ..
        } => back(TakenBack::Turn("1. e2-e4".to_owned()), false),
        Happening::TakenBack {
            what: TakenBack::Turn(_),
            ..
        } => back(TakenBack::Departure(WHITE), false),
        Happening::TakenBack {
            what: TakenBack::Departure(_),
            ..
        } => Happening::Adjudicated {
            reason: "Black has left.".to_owned(),
        },
        Happening::Adjudicated { .. } => Happening::Aborted {
            by: None,
            reason: "Set up twice.".to_owned(),
        },
        Happening::Aborted { by: None, .. } => Happening::Aborted {
            by: Some(WHITE),
            reason: String::new(),
        },
        Happening::Aborted { by: Some(_), .. } => Happening::Replaced {
            seat: WHITE,
            former: "Anna".to_owned(),
            newcomer: "Carla".to_owned(),
            reason: "Anna is ill.".to_owned(),
        },
        Happening::Replaced { .. } => rolled_back(0),
        Happening::RolledBack { turns: 0, .. } => rolled_back(1),
        Happening::RolledBack { turns: 1, .. } => rolled_back(2),
        // See `super::time`.
        Happening::RolledBack { .. } | Happening::Time(_) => return None,
    })
}

/// Every query, with and without what may be left out.
pub(super) fn queries() -> Vec<Query> {
    let text = |text: &str| Some(text.to_owned());
    let show = |at, game| Query::Show {
        at,
        second: false,
        game,
    };
    chain(Query::Preview("e2-e4".to_owned()), |last| {
        Some(match last {
            Query::Preview(turn) if turn == "e2-e4" => Query::Preview("e4; hello".to_owned()),
            Query::Preview(turn) if turn != "hello" => Query::Preview("hello".to_owned()),
            Query::Preview(_) => Query::Legal(None),
            Query::Legal(None) => Query::Legal(text("e2")),
            Query::Legal(Some(what)) if what == "e2" => Query::Legal(text("a1")),
            Query::Legal(Some(what)) if what == "a1" => Query::Legal(text("nowhere")),
            Query::Legal(Some(_)) => show(None, None),
            Query::Show {
                at: None,
                game: None,
                ..
            } => show(Some(1), None),
            Query::Show { at: Some(1), .. } => show(Some(99), None),
            Query::Show { at: Some(_), .. } => show(None, Some(OTHER)),
            Query::Show {
                game: Some(OTHER), ..
            } => show(None, Some(GameId(99))),
            Query::Show { game: Some(_), .. } => Query::History,
            Query::History => Query::Clock,
            Query::Clock => Query::Export(None),
            Query::Export(None) => Query::Export(Some(OTHER)),
            Query::Export(Some(OTHER)) => Query::Export(Some(GameId(9999))),
            Query::Export(Some(_)) => Query::Who("Anna".to_owned()),
            Query::Who(name) if name == "Anna" => Query::Who("nobody".to_owned()),
            Query::Who(_) => Query::GamesOf("Anna".to_owned()),
            Query::GamesOf(name) if name == "Anna" => Query::GamesOf("nobody".to_owned()),
            Query::GamesOf(_) => Query::GamesNext,
            Query::GamesNext => Query::Notes,
            Query::Notes => Query::ExportMe,
            Query::ExportMe => Query::Games,
            Query::Games => Query::Help(None),
            Query::Help(None) => Query::Help(text("nothing")),
            Query::Help(Some(_)) => Query::Rules(None),
            Query::Rules(None) => Query::Rules(text("nothing")),
            Query::Rules(Some(_)) => Query::Variants,
            Query::Variants => Query::Seeks(None),
            Query::Seeks(None) => Query::Seeks(text("chess")),
            Query::Seeks(Some(_)) => Query::Resend,
            Query::Resend => Query::Legend,
            Query::Legend => Query::Settings,
            Query::Settings => return None,
        })
    })
}

/// Every hint.
pub(super) fn hints() -> Vec<Hint> {
    let first = Hint::Shape {
        shape: "say TEXT".into(),
        example: "say Good luck!".into(),
    };
    chain(first, |last| {
        Some(match last {
            Hint::Shape { .. } => Hint::Alone {
                shape: "games".into(),
            },
            Hint::Alone { .. } => Hint::NotYet {
                verb: "watch".into(),
            },
            Hint::NotYet { .. } => Hint::NoPassword,
            Hint::NoPassword => Hint::NoPasswordFor {
                game: 1,
                example: "resign".into(),
            },
            Hint::NoPasswordFor { .. } => Hint::PressEnd,
            Hint::PressEnd => Hint::PressText,
            Hint::PressText => return None,
        })
    })
}
