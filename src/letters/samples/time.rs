//! One of each thing that happens to clocks, or by consent.

use crate::games::{
    ConsentRefusal, CreditReason, Event, Happening, Proposal, ReopenReason, TimeHappening, Topic,
};

use super::games::turn;
use super::lists::{BLACK, WHITE, chain};

/// Every proposal.
pub(super) fn proposals() -> Vec<Proposal> {
    chain(Proposal::TakeBack, |last| {
        Some(match last {
            Proposal::TakeBack => Proposal::Pause,
            Proposal::Pause => Proposal::Terms(TERMS[0].to_owned()),
            Proposal::Terms(terms) => {
                let mut further = TERMS.iter().skip_while(|text| *text != terms).skip(1);
                match further.next() {
                    Some(next) => Proposal::Terms((*next).to_owned()),
                    None => Proposal::Forgive,
                }
            }
            Proposal::Forgive => Proposal::AddTime(90_000),
            Proposal::AddTime(_) => return None,
        })
    })
}

/// Everything that an event about time can bring about.
pub(super) fn happenings() -> Vec<Happening> {
    let turns = || vec!["3. e2-e4".to_owned(), "3... e7-e5".to_owned()];
    let credit = |why| TimeHappening::Credited {
        seat: WHITE,
        seconds: 86_400,
        why,
    };
    let flag = |drawn| TimeHappening::Flagged { seat: WHITE, drawn };
    let reopened = |why| TimeHappening::Reopened { seat: WHITE, why };
    let of_proposals = proposals().into_iter().flat_map(|what| {
        let proposed = TimeHappening::Proposed {
            seat: WHITE,
            what: what.clone(),
            turns: turns(),
        };
        let agreed = TimeHappening::AgreedTo {
            seat: BLACK,
            what: what.clone(),
            turns: turns(),
        };
        let refused = TimeHappening::Refused {
            seat: BLACK,
            what: what.clone(),
            turns: turns(),
        };
        let seats = [WHITE, BLACK].into_iter();
        let lapsed = seats.map(move |seat| TimeHappening::Lapsed {
            seat,
            what: what.clone(),
        });
        [proposed, agreed, refused].into_iter().chain(lapsed)
    });
    let taken_back = TimeHappening::TurnsTakenBack {
        seat: WHITE,
        turns: turns(),
    };
    let others = chain(taken_back, |last| {
        Some(match last {
            TimeHappening::TurnsTakenBack { .. } => TimeHappening::Paused {
                by: Some(BLACK),
                reason: String::new(),
            },
            TimeHappening::Paused { by: Some(_), .. } => TimeHappening::Paused {
                by: None,
                reason: "The server moves.".to_owned(),
            },
            TimeHappening::Paused { by: None, .. } => TimeHappening::Resumed { by: Some(WHITE) },
            TimeHappening::Resumed { by: Some(_) } => TimeHappening::Resumed { by: None },
            TimeHappening::Resumed { by: None } => TimeHappening::Terms("3d/move".to_owned()),
            TimeHappening::Terms(terms) if terms != "none" => {
                TimeHappening::Terms("none".to_owned())
            }
            TimeHappening::Terms(_) => credit(CreditReason::Forgive),
            TimeHappening::Credited { why, .. } => match why {
                CreditReason::Forgive => credit(CreditReason::AddTime),
                CreditReason::AddTime => credit(CreditReason::Outage),
                CreditReason::Outage => credit(CreditReason::Umpire),
                CreditReason::Umpire => TimeHappening::Grace(WHITE),
            },
            TimeHappening::Grace(_) => flag(false),
            TimeHappening::Flagged { drawn: false, .. } => flag(true),
            TimeHappening::Flagged { drawn: true, .. } => reopened(ReopenReason::InTime),
            TimeHappening::Reopened { why, .. } => match why {
                ReopenReason::InTime => reopened(ReopenReason::Forgiven),
                ReopenReason::Forgiven => return None,
            },
            TimeHappening::Proposed { .. }
            | TimeHappening::AgreedTo { .. }
            | TimeHappening::Refused { .. }
            | TimeHappening::Lapsed { .. } => return None,
        })
    });
    of_proposals.chain(others).map(Happening::Time).collect()
}

/// What happens to clocks, and by consent.
pub(super) fn scenes() -> [Vec<Event>; 6] {
    let propose = |seat, what: &Proposal| Event::Propose {
        seat,
        what: what.clone(),
    };
    let both = |what: Proposal| [propose(WHITE, &what), propose(BLACK, &what)];
    let credit = |why| Event::Credit {
        seat: WHITE,
        seconds: 86_400,
        why,
    };
    let reasons = [
        CreditReason::Forgive,
        CreditReason::AddTime,
        CreditReason::Outage,
        CreditReason::Umpire,
    ];
    let terms = || Proposal::Terms("3d/move".to_owned());
    let asked = [
        Event::Terms("5d/move".to_owned()),
        turn(WHITE, "e2-e4"),
        propose(WHITE, &Proposal::TakeBack),
        Event::Refuse {
            seat: BLACK,
            what: Proposal::TakeBack,
        },
        propose(WHITE, &Proposal::TakeBack),
        Event::TakeBack(WHITE),
    ];
    let paused = both(Proposal::Pause).into_iter().chain([
        Event::Pause {
            by: Some(BLACK),
            reason: String::new(),
        },
        Event::Resume { by: Some(WHITE) },
        Event::Pause {
            by: None,
            reason: "The server moves.".to_owned(),
        },
        Event::Resume { by: None },
    ]);
    let agreed = both(terms())
        .into_iter()
        .chain([Event::Terms("3d/move".to_owned())])
        .chain(both(Proposal::Forgive))
        .chain(both(Proposal::AddTime(90_000)))
        .chain(reasons.map(credit));
    let flag = |drawn| Event::Flag { seat: WHITE, drawn };
    let reopen = |why| Event::Reopen { seat: WHITE, why };
    let flags = vec![
        Event::Grace(WHITE),
        flag(false),
        reopen(ReopenReason::InTime),
        flag(true),
        reopen(ReopenReason::Forgiven),
        flag(false),
    ];
    let asked = asked.into_iter().chain(paused).collect();
    let lapsed = propose(BLACK, &Proposal::Pause);
    let stands = vec![
        Event::Terms("5d/move".to_owned()),
        lapsed,
        turn(WHITE, "e2-e4"),
        propose(WHITE, &Proposal::TakeBack),
        propose(BLACK, &Proposal::Pause),
        propose(WHITE, &terms()),
    ];
    let paused = |by| {
        let reason = String::new();
        vec![
            Event::Terms("5d/move".to_owned()),
            Event::Pause { by, reason },
        ]
    };
    let by_all = paused(Some(BLACK));
    [asked, agreed.collect(), flags, stands, by_all, paused(None)]
}

/// The first of the reasons why nothing is proposed, agreed to, or given.
pub(super) fn first_refusal() -> ConsentRefusal {
    ConsentRefusal::SaidAlready(Topic::TakeBack)
}

/// The next one after another.
pub(super) fn next_refusal(last: &ConsentRefusal) -> Option<ConsentRefusal> {
    let terms = || "3d/move".to_owned();
    Some(match last {
        ConsentRefusal::SaidAlready(Topic::TakeBack) => ConsentRefusal::SaidAlready(Topic::Forgive),
        ConsentRefusal::SaidAlready(_) => ConsentRefusal::AnswerFirst(BLACK),
        ConsentRefusal::AnswerFirst(_) => ConsentRefusal::NoTurn,
        ConsentRefusal::NoTurn => ConsentRefusal::LeftSince(BLACK),
        ConsentRefusal::LeftSince(_) => ConsentRefusal::NothingAsked(Topic::TakeBack),
        ConsentRefusal::NothingAsked(topic) => match topic {
            Topic::TakeBack => ConsentRefusal::NothingAsked(Topic::Pause),
            Topic::Pause => ConsentRefusal::NothingAsked(Topic::Terms),
            Topic::Terms => ConsentRefusal::NothingAsked(Topic::Forgive),
            Topic::Forgive => ConsentRefusal::NothingAsked(Topic::AddTime),
            Topic::AddTime => ConsentRefusal::WhichTerms(vec![terms(), "none".to_owned()]),
        },
        ConsentRefusal::WhichTerms(_) => ConsentRefusal::NoClock,
        ConsentRefusal::NoClock => ConsentRefusal::NoClockYet,
        ConsentRefusal::NoClockYet => ConsentRefusal::PausedAlready,
        ConsentRefusal::PausedAlready => ConsentRefusal::NotPaused,
        ConsentRefusal::NotPaused => ConsentRefusal::PausedByUmpire,
        ConsentRefusal::PausedByUmpire => ConsentRefusal::NoTerms(NO_TERMS[0].to_owned()),
        ConsentRefusal::NoTerms(typed) => {
            let mut typed_next = NO_TERMS.iter().skip_while(|text| **text != typed).skip(1);
            match typed_next.next() {
                Some(next) => ConsentRefusal::NoTerms((*next).to_owned()),
                None => ConsentRefusal::SameTerms(terms()),
            }
        }
        ConsentRefusal::SameTerms(terms) if terms != "none" => {
            ConsentRefusal::SameTerms("none".to_owned())
        }
        ConsentRefusal::SameTerms(_) => ConsentRefusal::OwnTime,
        ConsentRefusal::OwnTime => ConsentRefusal::TooLate,
        ConsentRefusal::TooLate => ConsentRefusal::NoLength("2x".to_owned()),
        ConsentRefusal::NoLength(_) => ConsentRefusal::TooMuch(90_000),
        ConsentRefusal::TooMuch(left) if *left > 0 => ConsentRefusal::TooMuch(0),
        ConsentRefusal::TooMuch(_) => ConsentRefusal::AtMaximum(WHITE),
        ConsentRefusal::AtMaximum(_) => ConsentRefusal::NothingToGive,
        ConsentRefusal::NothingToGive => return None,
    })
}

/// Terms of time with each part that they can have.
const TERMS: &[&str] = &[
    "3d/move",
    "30d+1d12h/move max 40d grace 2d turn max 20d no leave weekdays",
    "30d+0m/move",
    "10/30d",
    "none",
];

/// Texts that are no terms of time, each for another reason, and with every part that a reason can name.
const NO_TERMS: &[&str] = &[
    "soon",
    "3d/move soon",
    "3d/move grace",
    "3d/move grace now",
    "0d/move",
    "0d+1d/move",
    "3d+9999d/move",
    "10/0d",
    "0/3d",
    "3d+1d/move max 0d",
    "3d+1d/move max 2d",
    "3d/move max 5d",
    "3d/move turn max 0d",
    "3d/move no leave no leave",
    "3d/move weekdays weekdays",
];
