//! One of each thing that happens to clocks, or by consent.

use crate::games::{CreditReason, Happening, Proposal, ReopenReason, TimeHappening};

use super::lists::{BLACK, WHITE, chain};

/// Every proposal.
pub(super) fn proposals() -> Vec<Proposal> {
    chain(Proposal::TakeBack, |last| {
        Some(match last {
            Proposal::TakeBack => Proposal::Pause,
            Proposal::Pause => Proposal::Terms("3d/move".to_owned()),
            Proposal::Terms(_) => Proposal::Forgive,
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
    let refused = |what| TimeHappening::Refused { seat: WHITE, what };
    let of_proposals = proposals().into_iter().flat_map(|what| {
        let proposed = TimeHappening::Proposed {
            seat: WHITE,
            what: what.clone(),
            turns: turns(),
        };
        [proposed, TimeHappening::AgreedTo { seat: BLACK, what }]
    });
    let others = chain(refused(Vec::new()), |last| {
        Some(match last {
            TimeHappening::Refused { what, .. } if what.is_empty() => refused(proposals()),
            TimeHappening::Refused { .. } => TimeHappening::TurnsTakenBack {
                seat: WHITE,
                turns: turns(),
            },
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
            TimeHappening::Proposed { .. } | TimeHappening::AgreedTo { .. } => return None,
        })
    });
    of_proposals.chain(others).map(Happening::Time).collect()
}
