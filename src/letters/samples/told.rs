//! One of each remark, notice, question and report.

use crate::games::{Refusal, Request};
use crate::ids::{ChallengeId, LetterId, MailId, PlayerId};
use crate::letters::data::{
    AccountNotice, AccountQuestion, Conflict, Doubtful, Either, Frozen, Lack, Note, Notice,
    PlayerNotice, Question, Report, RulingEcho, RulingReply, Why,
};

use super::lists::{BLACK, GAME, OTHER, WHITE, chain};
use super::{people, personal};

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
            Note::TooManyLines(_) => Note::TooMuchText,
            Note::TooMuchText => Note::Unread(1),
            Note::Unread(1) => Note::Unread(2),
            Note::Unread(_) => Note::TooLong(1),
            Note::TooLong(1) => Note::TooLong(2),
            Note::TooLong(_) => Note::TooManyTurns,
            Note::TooManyTurns => Note::LastAnswer,
            Note::LastAnswer => Note::TalkUsedUp,
            Note::TalkUsedUp => Note::AskedAbove,
            Note::AskedAbove => Note::Conflict(Conflict::Seats),
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
            Note::WhichGame => Note::NoGame {
                games: Vec::new(),
                more: false,
            },
            Note::NoGame { more: false, .. } => Note::NoGame {
                games: vec![(GAME, "chess".to_owned()), (OTHER, "hans38".to_owned())],
                more: true,
            },
            Note::NoGame { .. } => Note::SeatTaken(GAME),
            Note::SeatTaken(_) => Note::OneQuestion,
            Note::OneQuestion => Note::Unsubscribe {
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
            Note::AddressRefused(_) => Note::AddressRemoved {
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
            Note::NeedsNewest => Note::NeedsRunningGame,
            Note::NeedsRunningGame => Note::Format { plain: true },
            Note::Format { plain: true } => Note::Format { plain: false },
            Note::Format { plain: false } => Note::Setting(personal::settings()[0].clone()),
            Note::Setting(_) => Note::Watch(personal::watches()[0].clone()),
            Note::Watch(_) => Note::ChatOff,
            Note::ChatOff => Note::Strict {
                line: "3. Ng1-f3".to_owned(),
            },
            Note::Strict { .. } => Note::StrictPlan {
                turns: vec!["e7-e5".to_owned(), "Ng1-f3".to_owned()],
            },
            Note::StrictPlan { .. } => Note::Leave(personal::leaves()[0].clone()),
            Note::Leave(_) => Note::NothingToConfirm,
            Note::NothingToConfirm => Note::OfferLapsed(BLACK),
            Note::OfferLapsed(_) => Note::Confirmed,
            Note::Confirmed => Note::Declined,
            Note::Declined => Note::NothingAsked,
            Note::NothingAsked => which_answer(true),
            Note::WhichAnswer { agrees: true, .. } => which_answer(false),
            Note::WhichAnswer { agrees: false, .. } => Note::Either(eithers()[0].clone()),
            Note::Either(_) => Note::AskedElsewhere,
            Note::AskedElsewhere => Note::Seen("Nf3".to_owned()),
            Note::Seen(_) => Note::Signature(1),
            Note::Signature(1) => Note::Signature(2),
            Note::Signature(_) => {
                Note::Helps(vec!["clock".to_owned(), "leave 24 Dec to 2 Jan".to_owned()])
            }
            Note::Helps(_) => Note::Doubtful(doubts()[0].clone()),
            Note::Doubtful(_) => Note::People(people::notes()[0].clone()),
            Note::People(_) => return None,
        })
    });
    let conflicts = conflicts.into_iter().map(Note::Conflict);
    let doubts = doubts().into_iter().map(Note::Doubtful);
    let settings = personal::settings().into_iter().map(Note::Setting);
    let leaves = personal::leaves().into_iter().map(Note::Leave);
    let watches = personal::watches().into_iter().map(Note::Watch);
    one_of_each
        .into_iter()
        .chain(conflicts)
        .chain(settings)
        .chain(leaves)
        .chain(watches)
        .chain(people::notes().into_iter().map(Note::People))
        .chain(doubts)
        .chain(eithers().into_iter().map(Note::Either))
        .collect()
}

/// What may be meant: an agreement or words; an agreement, a turn or another line.
fn eithers() -> [Either; 2] {
    let agree = vec!["draw accept".to_owned()];
    [
        Either {
            agree: agree.clone(),
            say: Some("say Yes, gladly!".to_owned()),
            ..Either::default()
        },
        Either {
            agree,
            turns: vec!["Bf1-b5".to_owned()],
            play: vec!["3. Bf1-b5".to_owned()],
            others: vec!["resign".to_owned()],
            say: None,
        },
    ]
}

fn which_answer(agrees: bool) -> Note {
    Note::WhichAnswer {
        draw: true,
        asked: super::time::proposals(),
        agrees,
    }
}

/// Every doubt, with no turn, one and two.
fn doubts() -> Vec<Doubtful> {
    let reasons = chain(Why::Sentence, |last| match last {
        Why::Sentence => Some(Why::Letters),
        Why::Letters => Some(Why::Others),
        Why::Others => Some(Why::Words),
        Why::Words => Some(Why::Final),
        Why::Final => Some(Why::Shared),
        Why::Shared => Some(Why::Quoted),
        Why::Quoted => Some(Why::Fast),
        Why::Fast => Some(Why::NoTurnNext),
        Why::NoTurnNext => Some(Why::FinalPlan),
        Why::FinalPlan => Some(Why::Chosen),
        Why::Chosen => Some(Why::ChosenPlan),
        Why::ChosenPlan => Some(Why::WithTurn),
        Why::WithTurn => None,
    });
    let turns = ["d2-d4".to_owned(), "e2-e4".to_owned()];
    let reasons = reasons.into_iter();
    let all = reasons.flat_map(|why| {
        let turns = turns.clone();
        (0..=2).map(move |count| Doubtful {
            turns: turns[..count].to_vec(),
            why,
            command: (count == 0).then(|| "resign".to_owned()),
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
            Question::Doubt { .. } => Some(Question::Either(eithers()[1].clone())),
            Question::Either(_) => None,
        })
    });
    let undeliverable = |told| Notice::Undeliverable {
        seat: BLACK,
        told,
        next: told,
    };
    let takes_seat = |reason: &str| Notice::TakesSeat {
        former: "Anna".to_owned(),
        reason: reason.to_owned(),
    };
    let address = || "anna@example.org".to_owned();
    let one_of_each = chain(Notice::NewGame, |last| {
        Some(match last {
            Notice::NewGame => Notice::ByUmpire,
            Notice::ByUmpire => super::challenges::agreed(false),
            Notice::Agreed {
                practice: false, ..
            } => super::challenges::agreed(true),
            Notice::Agreed { .. } => takes_seat(""),
            Notice::TakesSeat { reason, .. } if reason.is_empty() => takes_seat("Anna is ill."),
            Notice::TakesSeat { .. } => Notice::UmpirePlays { seat: BLACK },
            Notice::UmpirePlays { .. } => Notice::SentAgain,
            Notice::SentAgain => Notice::NewAddress,
            Notice::NewAddress => undeliverable(false),
            Notice::Undeliverable { told: false, .. } => undeliverable(true),
            Notice::Undeliverable { told: true, .. } => Notice::OtherAddress { former: address() },
            Notice::OtherAddress { .. } => Notice::AddressWorks { address: address() },
            Notice::AddressWorks { .. } => Notice::Unproven {
                lines: lines(),
                lack: Lack::Key,
            },
            Notice::Unproven { .. } => Notice::Asked(question()),
            Notice::Asked(_) => Notice::Leave(personal::notices()[0].clone()),
            Notice::Leave(_) => Notice::Reminder,
            Notice::Reminder => Notice::PauseEnds {
                at: "2026-01-31T12:00:00Z".to_owned(),
            },
            Notice::PauseEnds { .. } => Notice::Outage {
                from: "2026-01-30T12:00:00Z".to_owned(),
                to: "2026-01-31T12:00:00Z".to_owned(),
            },
            Notice::Outage { .. } => Notice::Idle,
            Notice::Idle => Notice::MayOfferTerms,
            Notice::MayOfferTerms => return None,
        })
    });
    let questions = questions.map(Notice::Asked);
    let leaves = personal::notices().into_iter().map(Notice::Leave);
    one_of_each
        .into_iter()
        .chain(leaves)
        .chain(unproven)
        .chain(questions)
        .collect()
}

/// Everything that a player is told in letters about no game.
pub(super) fn player_notices() -> Vec<PlayerNotice> {
    let one_of_each = chain(
        PlayerNotice::Asked(account_questions()[0].clone()),
        |last| match last {
            PlayerNotice::Asked(_) => Some(PlayerNotice::SubstituteDeclined {
                game: GAME,
                name: "Cleo".to_owned(),
            }),
            PlayerNotice::SubstituteDeclined { .. } => {
                Some(super::challenges::notices()[0].clone())
            }
            PlayerNotice::Challenge(_) => Some(PlayerNotice::Announced {
                words: "The server moves to another house.".to_owned(),
            }),
            PlayerNotice::Announced { .. } => Some(PlayerNotice::SeatTaken {
                game: GAME,
                variant: "Chess".to_owned(),
                newcomer: "Carla".to_owned(),
                reason: "Anna is ill.".to_owned(),
            }),
            PlayerNotice::SeatTaken { .. } => Some(people::welcome(false)),
            PlayerNotice::Welcome { back: false, .. } => Some(people::welcome(true)),
            PlayerNotice::Welcome { back: true, .. } => Some(people::renamed()),
            PlayerNotice::Renamed { .. } => Some(people::message()),
            PlayerNotice::Message { .. } => Some(PlayerNotice::MayWatch {
                game: OTHER,
                variant: "Chess".to_owned(),
            }),
            PlayerNotice::MayWatch { .. } => Some(PlayerNotice::Unproven { left: None }),
            PlayerNotice::Unproven { left: None } => {
                Some(PlayerNotice::Unproven { left: Some(GAME) })
            }
            PlayerNotice::Unproven { .. } => None,
        },
    );
    let challenges = super::challenges::notices();
    let questions = account_questions().into_iter().map(PlayerNotice::Asked);
    one_of_each
        .into_iter()
        .chain(questions)
        .chain(challenges)
        .collect()
}

/// Everything that an umpire is answered who writes by mail.
pub(super) fn rulings() -> Vec<RulingEcho> {
    let all = chain(RulingReply::NotUnderstood, |last| {
        Some(match last {
            RulingReply::NotUnderstood => RulingReply::Done {
                game: GAME,
                after: 1,
            },
            RulingReply::Done { .. } => RulingReply::Refused {
                game: GAME,
                after: 1,
                refusal: Refusal::NothingToUndo,
            },
            RulingReply::Refused { .. } => RulingReply::NoGame(OTHER),
            RulingReply::NoGame(_) => RulingReply::NoPlayer("Zoe".to_owned()),
            RulingReply::NoPlayer(_) => RulingReply::Waits(GAME),
            RulingReply::Waits(_) => RulingReply::Long,
            RulingReply::Long => RulingReply::Repeated,
            RulingReply::Repeated => RulingReply::AnsweredBefore,
            RulingReply::AnsweredBefore => RulingReply::NotRead,
            RulingReply::NotRead => RulingReply::Dropped,
            RulingReply::Dropped => return None,
        })
    });
    let echo = |reply| RulingEcho {
        line: "umpire #1 pause".to_owned(),
        reply,
    };
    all.into_iter().map(echo).collect()
}

/// Every question about no game.
pub(super) fn account_questions() -> Vec<AccountQuestion> {
    let first = AccountQuestion::Lines {
        lines: vec!["leave 24 Dec to 2 Jan".to_owned()],
        lack: Lack::Key,
    };
    let umpire = |by: Option<&str>, much, shared| AccountQuestion::Umpire {
        lines: vec!["umpire #1 pause".to_owned()],
        by: by.map(str::to_owned),
        much,
        shared,
    };
    chain(first, |last| match last {
        AccountQuestion::Lines { .. } => Some(AccountQuestion::Accept {
            challenge: ChallengeId(12),
            version: 2,
        }),
        AccountQuestion::Accept { .. } => Some(AccountQuestion::Invited {
            challenge: ChallengeId(12),
            place: 1,
            version: 2,
        }),
        AccountQuestion::Invited { .. } => Some(AccountQuestion::Blocked {
            challenge: ChallengeId(12),
            by: "Boris".to_owned(),
            variant: "yonin-bishogi".to_owned(),
            blocked: vec!["Dora".to_owned()],
        }),
        AccountQuestion::Blocked { .. } => Some(AccountQuestion::Register { name: None }),
        AccountQuestion::Register { .. } => Some(AccountQuestion::Waiting {
            name: None,
            in_reply_to: None,
        }),
        AccountQuestion::Waiting { .. } => Some(people::leaves(0)),
        AccountQuestion::Leave { asked, .. } => match (asked.forget, asked.again) {
            (false, false) => Some(people::leaves(1)),
            (false, true) => Some(people::leaves(2)),
            (true, false) => Some(people::leaves(3)),
            (true, true) => Some(umpire(None, false, false)),
        },
        AccountQuestion::Umpire {
            by: None,
            much: false,
            shared: false,
            ..
        } => Some(umpire(None, true, false)),
        AccountQuestion::Umpire {
            by: None,
            much: true,
            ..
        } => Some(umpire(None, false, true)),
        AccountQuestion::Umpire { by: None, .. } => {
            Some(umpire(Some("max@example.org"), false, false))
        }
        AccountQuestion::Umpire { by: Some(_), .. } => {
            Some(AccountQuestion::Substitute(people::substitute()))
        }
        AccountQuestion::Substitute(_) => Some(AccountQuestion::Watch(people::watch_asked())),
        AccountQuestion::Watch(_) => None,
    })
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
            AccountNotice::Renamed { .. } => AccountNotice::TooManyMails { limit: 200 },
            AccountNotice::TooManyMails { .. } => AccountNotice::MailQuarantined {
                mail: MailId(12),
                day: "2026-01-31".to_owned(),
            },
            AccountNotice::MailQuarantined { .. } => return None,
        })
    })
}

/// A delivery report that gives a seat no time.
fn no_time_given(fell: bool) -> Report {
    Report::NoTimeGiven {
        letter: LetterId(1),
        game: GAME,
        seat: WHITE,
        seconds: 72_000,
        fell,
        reason: "550 5.1.1 no such user".to_owned(),
    }
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
            Report::NoSense { .. } => Report::Flood {
                sender: Some("anna@example.org".to_owned()),
                count: 201,
            },
            Report::Flood {
                sender: Some(_), ..
            } => Report::Flood {
                sender: None,
                count: 20_001,
            },
            Report::Flood { .. } => Report::Unsubscribe {
                game: GAME,
                seat: WHITE,
            },
            Report::Unsubscribe { .. } => people::complaint(Some(LetterId(1))),
            Report::Complaint {
                letter: Some(_), ..
            } => people::complaint(None),
            Report::Complaint { .. } => Report::Declined {
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
            Report::LetterQuarantined { .. } => Report::LetterRefused {
                letter: LetterId(1),
                address: "anna@example.org".to_owned(),
                reason: reason(),
            },
            Report::LetterRefused { .. } => Report::Undeliverable {
                address: "anna@example.org".to_owned(),
                count: 3,
                reason: reason(),
                next: None,
            },
            Report::Undeliverable { next: None, .. } => Report::Undeliverable {
                address: "anna@example.org".to_owned(),
                count: 1,
                reason: reason(),
                next: Some("anna@example.com".to_owned()),
            },
            Report::Undeliverable { .. } => Report::Refused { reason: reason() },
            Report::Refused { .. } => frozen(Frozen::Difference("event 3".to_owned())),
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
            } => Report::OddArrival { mail: MailId(1) },
            Report::OddArrival { .. } => no_time_given(false),
            Report::NoTimeGiven { fell: false, .. } => no_time_given(true),
            Report::NoTimeGiven { .. } => Report::ClockStopped {
                why: "it says 2026-01-01T00:00:00Z, after 2026-01-02T00:00:00Z".to_owned(),
            },
            Report::ClockStopped { .. } => Report::TermsUnanswered { game: GAME },
            Report::TermsUnanswered { .. } => return None,
        })
    })
}
