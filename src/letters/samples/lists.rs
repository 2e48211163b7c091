//! A value of every variant of what letters say.
//!
//! Each list is a chain: the `match` says which value comes after which. It has no wildcard, so that
//! a new variant does not compile before it has its place.

use std::iter::successors;

use crate::commands::Hint;
use crate::games::{Basis, Closure, Guard, Happening, Moment, Refusal, Request, TakenBack};
use crate::letters::data::{
    AccountNotice, Conflict, Doubtful, Frozen, Lack, Note, Notice, Query, Question, Report, Why,
};
use crate::rules::game::{Played, Seat};
use crate::rules::outcome;
use crate::rules::reason::Reason;
use crate::store::{GameId, LetterId, MailId, PlayerId};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);
const GAME: GameId = GameId(1);
const OTHER: GameId = GameId(2);

fn chain<T>(first: T, next: impl Fn(&T) -> Option<T>) -> Vec<T> {
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
    });
    one_of_each.into_iter().chain(closed).chain(turns).collect()
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
        Refusal::NoBeginning(_) => Refusal::WholeTurn(text("e2-e4")),
        Refusal::WholeTurn(_) => Refusal::NothingHeld,
        Refusal::NothingHeld => Refusal::OfferStands,
        Refusal::OfferStands => Refusal::NoOffer,
        Refusal::NoOffer => Refusal::NothingToDecline,
        Refusal::NothingToDecline => Refusal::ClaimOutOfTurn,
        Refusal::ClaimOutOfTurn => Refusal::ClaimFails(Box::new(unreadable())),
        Refusal::ClaimFails(_) => Refusal::NoSuchSeat(text("green")),
        Refusal::NoSuchSeat(_) => Refusal::NoWords,
        Refusal::NoWords => Refusal::TakenUp,
        Refusal::TakenUp => Refusal::NumberNeeded { due: text("3.") },
        Refusal::NumberNeeded { .. } => Refusal::NothingToUndo,
        Refusal::NothingToUndo => Refusal::NoResult {
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
    one_of_each.into_iter().chain(claims).collect()
}

fn next_happening(last: &Happening) -> Option<Happening> {
    let said = |by, to| Happening::Said {
        by,
        to,
        words: "Good luck!".to_owned(),
    };
    let back = |what, reopened| Happening::TakenBack {
        what,
        reopened,
        reason: "Entered by mistake.".to_owned(),
    };
    Some(match last {
        Happening::Turn { .. } => Happening::Resigned(WHITE),
        Happening::Resigned(_) => Happening::Offered(WHITE),
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
        Happening::Aborted { by: Some(_), .. } => return None,
    })
}

/// Every remark.
pub(super) fn notes() -> Vec<Note> {
    let address = || "anna@example.org".to_owned();
    let nothing = |empty| Note::NothingRead { empty, cut: true };
    let first = nothing(true);
    let conflicts = chain(Conflict::Seats, |last| match last {
        Conflict::Seats => Some(Conflict::TextAndSubject(GAME, OTHER)),
        Conflict::TextAndSubject(..) => Some(Conflict::NameAndLetter(GAME, OTHER)),
        Conflict::NameAndLetter(..) => None,
    });
    let one_of_each = chain(first, |last| {
        Some(match last {
            Note::NothingRead { empty: true, .. } => nothing(false),
            Note::NothingRead { empty: false, .. } => Note::TooManyLines(100),
            Note::TooManyLines(_) => Note::Unread(1),
            Note::Unread(1) => Note::Unread(2),
            Note::Unread(_) => Note::LastAnswer,
            Note::LastAnswer => Note::Conflict(Conflict::Seats),
            Note::Conflict(_) => Note::Repeated,
            Note::Repeated => Note::OtherGame {
                named: OTHER,
                about: None,
            },
            Note::OtherGame { about: None, .. } => Note::OtherGame {
                named: OTHER,
                about: Some(GAME),
            },
            Note::OtherGame { about: Some(_), .. } => Note::WhichGame,
            Note::WhichGame => Note::Unsubscribe {
                told: false,
                decline: None,
            },
            Note::Unsubscribe { told: false, .. } => Note::Unsubscribe {
                told: true,
                decline: Some(GAME),
            },
            Note::Unsubscribe { told: true, .. } => Note::Addresses(vec![address()]),
            Note::Addresses(all) if all.len() == 1 => Note::Addresses(vec![address(), address()]),
            Note::Addresses(_) => Note::CodeSent(address()),
            Note::CodeSent(_) => Note::CodeSentBefore(address()),
            Note::CodeSentBefore(_) => Note::AddressKnown(address()),
            Note::AddressKnown(_) => Note::AddressRefused(address()),
            Note::AddressRefused(_) => Note::AddressAdded(address()),
            Note::AddressAdded(_) => Note::AddressRemoved {
                address: address(),
                main: None,
            },
            Note::AddressRemoved { main: None, .. } => Note::AddressRemoved {
                address: address(),
                main: Some(address()),
            },
            Note::AddressRemoved { main: Some(_), .. } => Note::NotYourAddress(address()),
            Note::NotYourAddress(_) => Note::LastAddress,
            Note::LastAddress => Note::TooManyAddresses,
            Note::TooManyAddresses => Note::NeedsNewest,
            Note::NeedsNewest => Note::Format { plain: true },
            Note::Format { plain: true } => Note::Format { plain: false },
            Note::Format { plain: false } => Note::NothingToConfirm,
            Note::NothingToConfirm => Note::OfferLapsed(BLACK),
            Note::OfferLapsed(_) => Note::Confirmed,
            Note::Confirmed => Note::Declined,
            Note::Declined => Note::NothingAsked,
            Note::NothingAsked => Note::Seen("Nf3".to_owned()),
            Note::Seen(_) => Note::Signature(1),
            Note::Signature(1) => Note::Signature(2),
            Note::Signature(_) => Note::Doubtful(doubts()[0].clone()),
            Note::Doubtful(_) => return None,
        })
    });
    let conflicts = conflicts.into_iter().map(Note::Conflict);
    let doubts = doubts().into_iter().map(Note::Doubtful);
    one_of_each
        .into_iter()
        .chain(conflicts)
        .chain(doubts)
        .collect()
}

/// Every doubt, with no turn, one and two.
fn doubts() -> Vec<Doubtful> {
    let reasons = chain(Why::Sentence, |last| match last {
        Why::Sentence => Some(Why::Letters),
        Why::Letters => Some(Why::Others),
        Why::Others => Some(Why::Words),
        Why::Words => Some(Why::NoTurnNext),
        Why::NoTurnNext => None,
    });
    let turns = ["d2-d4".to_owned(), "e2-e4".to_owned()];
    let reasons = reasons.into_iter();
    let all = reasons.flat_map(|why| {
        let turns = turns.clone();
        (0..=2).map(move |count| Doubtful {
            turns: turns[..count].to_vec(),
            why,
        })
    });
    all.collect()
}

/// Every notice, with every question.
pub(super) fn notices() -> Vec<Notice> {
    let lines = || vec!["Ng1-f3".to_owned(), "Good luck!".to_owned()];
    let address = || "anna@example.org".to_owned();
    let asked = |lack| Question::OtherAddress {
        from: address(),
        lines: vec![("resign".to_owned(), vec![Request::Resign])],
        lack,
        count: 1,
    };
    let question = || asked(Lack::Address(address()));
    let lacks = chain(Lack::Key, |last| {
        Some(match last {
            Lack::Key => Lack::Address(address()),
            Lack::Address(_) => Lack::Voucher { fails: false },
            Lack::Voucher { fails: false } => Lack::Voucher { fails: true },
            Lack::Voucher { fails: true } => Lack::Sender,
            Lack::Sender => return None,
        })
    });
    let unproven = lacks.iter().cloned().map(|lack| Notice::Unproven {
        lines: lines(),
        lack,
    });
    let unproven: Vec<Notice> = unproven.collect();
    let questions = lacks.into_iter().flat_map(|lack| {
        chain(asked(lack), |last| match last {
            Question::OtherAddress { .. } => Some(Question::Doubt {
                doubt: doubts()[0].clone(),
                lines: vec![("resign".to_owned(), vec![Request::Resign])],
            }),
            Question::Doubt { .. } => None,
        })
    });
    let undeliverable = |told| Notice::Undeliverable { seat: BLACK, told };
    let one_of_each = chain(Notice::NewGame, |last| {
        Some(match last {
            Notice::NewGame => Notice::SentAgain,
            Notice::SentAgain => Notice::NewAddress,
            Notice::NewAddress => undeliverable(false),
            Notice::Undeliverable { told: false, .. } => undeliverable(true),
            Notice::Undeliverable { told: true, .. } => Notice::Unproven {
                lines: lines(),
                lack: Lack::Key,
            },
            Notice::Unproven { .. } => Notice::Asked(question()),
            Notice::Asked(_) => return None,
        })
    });
    let questions = questions.map(Notice::Asked);
    one_of_each
        .into_iter()
        .chain(unproven)
        .chain(questions)
        .collect()
}

/// Everything that a player is told about his addresses and his name.
pub(super) fn account_notices() -> Vec<AccountNotice> {
    let text = str::to_owned;
    let first = AccountNotice::Confirm {
        name: text("Anna"),
        address: text("anna@example.com"),
        player: PlayerId(1),
        nonce: text("0102"),
        generation: 1,
    };
    chain(first, |last| {
        Some(match last {
            AccountNotice::Confirm { .. } => AccountNotice::Confirmed {
                address: text("anna@example.com"),
            },
            AccountNotice::Confirmed { .. } => AccountNotice::NotConfirmed,
            AccountNotice::NotConfirmed => AccountNotice::Added {
                address: text("anna@example.com"),
                umpire: false,
            },
            AccountNotice::Added { umpire: false, .. } => AccountNotice::Added {
                address: text("anna@example.com"),
                umpire: true,
            },
            AccountNotice::Added { umpire: true, .. } => AccountNotice::Removed {
                name: text("Anna"),
                address: text("anna@example.com"),
            },
            AccountNotice::Removed { .. } => AccountNotice::Moved {
                former: text("anna@example.org"),
                address: text("anna@example.com"),
            },
            AccountNotice::Moved { .. } => AccountNotice::Renamed {
                former: text("Anna"),
                name: text("Annette"),
            },
            AccountNotice::Renamed { .. } => return None,
        })
    })
}

/// Every report to the umpire.
pub(super) fn reports() -> Vec<Report> {
    let reason = || "the disk is full".to_owned();
    let frozen = |reason| Report::Frozen { game: GAME, reason };
    let first = Report::NoSense {
        game: GAME,
        seat: WHITE,
        count: 5,
    };
    chain(first, |last| {
        Some(match last {
            Report::NoSense { .. } => Report::Unsubscribe {
                game: GAME,
                seat: WHITE,
            },
            Report::Unsubscribe { .. } => Report::Declined {
                game: GAME,
                seat: WHITE,
            },
            Report::Declined { .. } => Report::MailQuarantined {
                mail: MailId(1),
                reason: reason(),
            },
            Report::MailQuarantined { .. } => Report::LetterQuarantined {
                letter: LetterId(1),
                reason: reason(),
            },
            Report::LetterQuarantined { .. } => Report::Undeliverable {
                address: "anna@example.org".to_owned(),
                count: 3,
                reason: reason(),
            },
            Report::Undeliverable { .. } => frozen(Frozen::Difference("event 3".to_owned())),
            Report::Frozen {
                reason: Frozen::Difference(_),
                ..
            } => frozen(Frozen::UnknownRules {
                variant: "chess".to_owned(),
                version: 9,
            }),
            Report::Frozen {
                reason: Frozen::UnknownRules { .. },
                ..
            } => return None,
        })
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
            Query::History => Query::Games,
            Query::Games => Query::Help(None),
            Query::Help(None) => Query::Help(text("nothing")),
            Query::Help(Some(_)) => Query::Rules(None),
            Query::Rules(None) => Query::Rules(text("nothing")),
            Query::Rules(Some(_)) => Query::Variants,
            Query::Variants => Query::Resend,
            Query::Resend => return None,
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
