//! One of each thing that is said about conditional turns.

use crate::games::{Answer, Ended, Guard, Pair, PlanFault, Plans, Trial, TrialEnd, TrialTurn};
use crate::letters::PlanPart;
use crate::rules::game::Played;
use crate::rules::outcome;
use crate::rules::reason::Reason;

use super::lists::{WHITE, chain};

fn why() -> Box<outcome::Refusal> {
    Box::new(outcome::Refusal::Unreadable {
        reason: Reason::new("no-turn-here"),
    })
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn answers() -> Vec<Answer> {
    chain(Answer::Turn(text("Ng1-f3")), |last| {
        Some(match last {
            Answer::Turn(turn) => Answer::DrawOffer(turn.clone()),
            Answer::DrawOffer(_) => Answer::Resign,
            Answer::Resign => Answer::DrawAccept,
            Answer::DrawAccept => Answer::Ask,
            Answer::Ask => return None,
        })
    })
}

/// Every reason for which a plan ends.
pub(super) fn endings() -> Vec<Ended> {
    let illegal = Ended::Illegal {
        turn: text("Ng1-f3"),
        why: why(),
    };
    chain(illegal, |last| {
        Some(match last {
            Ended::Illegal { .. } => Ended::OtherTurn(text("1... e7-e5")),
            Ended::OtherTurn(_) => Ended::DrawOffered,
            Ended::DrawOffered => Ended::TakeBackProposed,
            Ended::TakeBackProposed => Ended::Changed,
            Ended::Changed => Ended::TooMany,
            Ended::TooMany => return None,
        })
    })
}

/// A plan with every answer.
pub(super) fn plans() -> Plans {
    let mut plans = Plans::ended(Ended::Changed);
    plans.ended = None;
    plans.pairs = (1..)
        .zip(answers())
        .map(|(number, answer)| Pair {
            number,
            parent: None,
            when: (number > 1).then(|| format!("a7-a{number}")),
            answer,
            open: false,
        })
        .collect();
    plans
}

fn trials() -> Vec<Trial> {
    let ends = chain(TrialEnd::Waits, |last| {
        Some(match last {
            TrialEnd::Waits => TrialEnd::Done,
            TrialEnd::Done => TrialEnd::NoAnswer,
            TrialEnd::NoAnswer => TrialEnd::Over,
            TrialEnd::Over => TrialEnd::Illegal {
                turn: text("Ng1-f3"),
                why: why(),
            },
            TrialEnd::Illegal { .. } => TrialEnd::NotLegal {
                turn: text("Ng1-f3"),
                why: why(),
            },
            TrialEnd::NotLegal { .. } => TrialEnd::YourTurn,
            TrialEnd::YourTurn => TrialEnd::Answer(Answer::Ask),
            TrialEnd::Answer(_) => return None,
        })
    });
    let answers = answers().into_iter().map(TrialEnd::Answer);
    let turn = |planned| TrialTurn {
        played: Played {
            canonical: text("e7-e5"),
            label: text("1..."),
            also: None,
        },
        planned,
    };
    let turns = vec![turn(false), turn(true)];
    let all = ends.into_iter().chain(answers);
    all.map(|end| Trial {
        turns: turns.clone(),
        end,
    })
    .collect()
}

/// Everything that comes of lines about plans.
pub(super) fn parts() -> Vec<PlanPart> {
    let kept = PlanPart::Kept { added: 1, pairs: 1 };
    let mut all = chain(kept, |last| {
        Some(match last {
            PlanPart::Kept { .. } => PlanPart::Cleared {
                removed: 2,
                left: 1,
            },
            PlanPart::Cleared { .. } => PlanPart::List(plans()),
            PlanPart::List(_) => PlanPart::WouldBe(plans()),
            PlanPart::WouldBe(_) => PlanPart::NoList,
            PlanPart::NoList => PlanPart::Trial(trials().into_iter().next()?),
            PlanPart::Trial(_) => PlanPart::Played { first: 1, last: 1 },
            PlanPart::Played { .. } => return None,
        })
    });
    all.push(PlanPart::Kept { added: 0, pairs: 2 });
    all.push(PlanPart::Kept { added: 2, pairs: 2 });
    all.extend(trials().into_iter().map(PlanPart::Trial));
    all
}

/// Every reason for which a plan is not kept, or not cleared.
pub(super) fn faults() -> Vec<PlanFault> {
    let piece = || text("e7-e5 then Ng1-f3");
    let turn = || text("Ng1-f3");
    let first = PlanFault::WithoutThen {
        piece: turn(),
        before: None,
    };
    let mut all = chain(PlanFault::Elsewhere, |last| {
        Some(match last {
            PlanFault::Elsewhere => PlanFault::SeenByOthers,
            PlanFault::SeenByOthers => PlanFault::Cut,
            PlanFault::Cut => PlanFault::YourTurn,
            PlanFault::YourTurn => PlanFault::WithoutThen {
                piece: turn(),
                before: Some(piece()),
            },
            PlanFault::WithoutThen { .. } => PlanFault::SecondIf {
                before: piece(),
                piece: text("Nb8-c6 then Bf1-b5"),
            },
            PlanFault::SecondIf { .. } => PlanFault::TwoThens(piece()),
            PlanFault::TwoThens(_) => PlanFault::Half(piece()),
            PlanFault::Half(_) => PlanFault::AfterEnd {
                piece: piece(),
                next: piece(),
            },
            PlanFault::AfterEnd { .. } => PlanFault::Turn {
                piece: piece(),
                turn: turn(),
                label: text("2."),
                seat: WHITE,
                own: true,
                why: why(),
            },
            PlanFault::Turn { .. } => PlanFault::Unreadable {
                piece: piece(),
                turn: turn(),
            },
            PlanFault::Unreadable { .. } => PlanFault::Doubtful {
                piece: piece(),
                turn: turn(),
                means: vec![turn()],
            },
            PlanFault::Doubtful { .. } => PlanFault::WrongNumber {
                piece: piece(),
                typed: Guard {
                    number: 4,
                    second: true,
                },
                due: text("3..."),
            },
            PlanFault::WrongNumber { .. } => PlanFault::Over { piece: piece() },
            PlanFault::Over { .. } => PlanFault::TwoAnswers {
                when: Some(turn()),
                one: Answer::Ask,
                other: Answer::Resign,
                number: Some(1),
            },
            PlanFault::TwoAnswers { .. } => PlanFault::OnePair,
            PlanFault::OnePair => PlanFault::TooLong,
            PlanFault::TooLong => PlanFault::TooMuch,
            PlanFault::TooMuch => PlanFault::NoSuchPair(3),
            PlanFault::NoSuchPair(_) => PlanFault::Nothing,
            PlanFault::Nothing => return None,
        })
    });
    all.push(PlanFault::Turn {
        piece: piece(),
        turn: turn(),
        label: text("2."),
        seat: WHITE,
        own: false,
        why: why(),
    });
    all.push(first);
    all.push(PlanFault::TwoAnswers {
        when: None,
        one: Answer::Ask,
        other: Answer::Resign,
        number: None,
    });
    all
}
