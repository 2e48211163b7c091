//! What is said of challenges and seeks.

use crate::ids::ChallengeId;
use crate::letters::challenges::ChallengeWords;
use crate::letters::data::{
    ChallengeNews, ChallengeNote, ChallengeNotice, Notice, PlayerNotice, ShownChallenge,
    ShownPlace, ShownWho,
};
use crate::meeting::{ChallengeLimit, LineError, LineFault};
use crate::rules::reason::Reason;
use crate::status::ChallengeStatus;
use crate::words::Voice;

use super::lists::{GAME, chain};

const NUMBER: ChallengeId = ChallengeId(12);

/// Lines of the list of seeks.
pub(super) fn seeks(voice: Voice<'_>) -> Vec<String> {
    let words = ChallengeWords { voice, zone: None };
    let row = |free: usize| crate::letters::shown::ShownSeek {
        number: NUMBER.0,
        variant: "yonin-bishogi".to_owned(),
        who: "Anna".to_owned(),
        line: "yonin-bishogi time 3d/move".to_owned(),
        free,
    };
    let lines = [1, 3].map(|free| words.seek(&row(free)));
    lines.to_vec()
}

/// The first letter of a game that a challenge has made.
pub(super) fn agreed(practice: bool) -> Notice {
    Notice::Agreed {
        number: NUMBER,
        seek: false,
        drawn: !practice,
        practice,
    }
}

fn shown(places: usize) -> ShownChallenge {
    let all = chain(ShownWho::You, |last| {
        Some(match last {
            ShownWho::You => ShownWho::Named("Anna".to_owned()),
            ShownWho::Named(_) => ShownWho::Somebody,
            ShownWho::Somebody => ShownWho::Free,
            ShownWho::Free => return None,
        })
    });
    let places = all.into_iter().take(places).enumerate();
    let places = places.map(|(at, who)| ShownPlace {
        who,
        seat: (at == 1).then(|| "white".to_owned()),
        yes: at == 1,
    });
    ShownChallenge {
        number: NUMBER,
        line: "challenge Anna chess random time 3d/move grace 2d".to_owned(),
        variant: "chess".to_owned(),
        seek: false,
        places: places.collect(),
        until: "2026-01-31T12:00:00Z".to_owned(),
    }
}

fn seek() -> ShownChallenge {
    ShownChallenge {
        seek: true,
        line: "seek chess random time 3d/move grace 2d".to_owned(),
        ..shown(4)
    }
}

fn by() -> String {
    "Anna".to_owned()
}

/// Everything that a player is told of challenges.
pub(super) fn notices() -> Vec<PlayerNotice> {
    let asked = |counter, rematch| ChallengeNews::Asked {
        by: by(),
        counter,
        rematch,
    };
    let words = || Some("No time, sorry.".to_owned());
    let one_of_each = chain(asked(false, None), |last| {
        Some(match last {
            ChallengeNews::Asked { counter: false, .. } => asked(true, Some(GAME)),
            ChallengeNews::Asked { .. } => ChallengeNews::Agreed { by: by() },
            ChallengeNews::Agreed { .. } => ChallengeNews::Left { by: by() },
            ChallengeNews::Left { .. } => ChallengeNews::Declined {
                by: by(),
                words: None,
            },
            ChallengeNews::Declined { words: None, .. } => ChallengeNews::Declined {
                by: by(),
                words: words(),
            },
            ChallengeNews::Declined { .. } => ChallengeNews::Withdrawn { by: by() },
            ChallengeNews::Withdrawn { .. } => ChallengeNews::Expired,
            ChallengeNews::Expired => ChallengeNews::Cancelled { reason: None },
            ChallengeNews::Cancelled { reason: None } => {
                ChallengeNews::Cancelled { reason: words() }
            }
            ChallengeNews::Cancelled { .. } => return None,
        })
    });
    let more = [asked(true, None)];
    let news = one_of_each.into_iter().chain(more);
    let both = news.flat_map(|news| {
        [shown(2), seek()].map(|shown| ChallengeNotice {
            shown,
            news: news.clone(),
        })
    });
    both.map(|notice| PlayerNotice::Challenge(Box::new(notice)))
        .collect()
}

/// Everything that a line about challenges is answered.
pub(super) fn notes() -> Vec<ChallengeNote> {
    let who = || "Boris".to_owned();
    let sent = |count: usize| ChallengeNote::Sent {
        shown: shown(count + 1),
        to: vec![who(); count],
        counter: count > 1,
    };
    let begins = |crossed: bool| ChallengeNote::Begins {
        number: NUMBER,
        seat: "white".to_owned(),
        drawn: !crossed,
        crossed,
    };
    let waits = |free: usize, count: usize| ChallengeNote::Waits {
        number: NUMBER,
        missing: vec![who(); count],
        free,
    };
    let asks = |changed: bool| ChallengeNote::Ask {
        shown: shown(2),
        changed,
    };
    let own = |missing: Vec<String>| ChallengeNote::Own {
        number: NUMBER,
        missing,
    };
    let one_of_each = chain(ChallengeNote::Fault(faults()[0].clone()), |last| {
        Some(match last {
            ChallengeNote::Fault(_) => ChallengeNote::NoPlayer(who()),
            ChallengeNote::NoPlayer(_) => ChallengeNote::NoAddress(who()),
            ChallengeNote::NoAddress(_) => ChallengeNote::Twice(who()),
            ChallengeNote::Twice(_) => ChallengeNote::Count {
                variant: "chess".to_owned(),
                needed: 1,
                given: 2,
            },
            ChallengeNote::Count { .. } => sent(1),
            ChallengeNote::Sent { .. } => ChallengeNote::Seeking(seek()),
            ChallengeNote::Seeking(_) => ChallengeNote::Known(shown(2)),
            ChallengeNote::Known(_) => ChallengeNote::Practice,
            ChallengeNote::Practice => begins(false),
            ChallengeNote::Begins { .. } => waits(0, 1),
            ChallengeNote::Waits { .. } => asks(false),
            ChallengeNote::Ask { .. } => ChallengeNote::NoSuch(NUMBER),
            ChallengeNote::NoSuch(_) => ChallengeNote::Closed {
                number: NUMBER,
                how: None,
                game: Some(GAME),
            },
            ChallengeNote::Closed { .. } => own(vec![who()]),
            ChallengeNote::Own { .. } => ChallengeNote::Declined(NUMBER),
            ChallengeNote::Declined(_) => ChallengeNote::Withdrawn(NUMBER),
            ChallengeNote::Withdrawn(_) => ChallengeNote::Left(NUMBER),
            ChallengeNote::Left(_) => ChallengeNote::Which(vec![shown(2), shown(4)]),
            ChallengeNote::Which(_) => ChallengeNote::NoneOpen,
            ChallengeNote::NoneOpen => ChallengeNote::Limit(limits()[0].clone()),
            ChallengeNote::Limit(_) => ChallengeNote::NoChange(NUMBER),
            ChallengeNote::NoChange(_) => ChallengeNote::SeekCountered(NUMBER),
            ChallengeNote::SeekCountered(_) => ChallengeNote::OneGame(NUMBER),
            ChallengeNote::OneGame(_) => ChallengeNote::WordsUnsent,
            ChallengeNote::WordsUnsent => ChallengeNote::NotOver,
            ChallengeNote::NotOver => ChallengeNote::NoRematch,
            ChallengeNote::NoRematch => return None,
        })
    });
    let endings = ChallengeStatus::ALL.iter().skip(1);
    let endings = endings.map(|ending| ChallengeNote::Closed {
        number: NUMBER,
        how: Some(*ending),
        game: None,
    });
    let others = [
        sent(3),
        begins(true),
        waits(1, 0),
        waits(2, 2),
        asks(true),
        own(Vec::new()),
    ];
    one_of_each
        .into_iter()
        .chain(faults().into_iter().map(ChallengeNote::Fault))
        .chain(limits().into_iter().map(ChallengeNote::Limit))
        .chain(endings)
        .chain(others)
        .collect()
}

fn limits() -> Vec<ChallengeLimit> {
    chain(ChallengeLimit::Running(50), |last| {
        Some(match last {
            ChallengeLimit::Running(_) => ChallengeLimit::Open(10),
            ChallengeLimit::Open(_) => ChallengeLimit::Seeks(5),
            ChallengeLimit::Seeks(_) => ChallengeLimit::LettersTo("Boris".to_owned(), 5),
            ChallengeLimit::LettersTo(..) => ChallengeLimit::Letters(20),
            ChallengeLimit::Letters(_) => ChallengeLimit::Invitations(3),
            ChallengeLimit::Invitations(_) => ChallengeLimit::InvitationsOfAll(10),
            ChallengeLimit::InvitationsOfAll(_) => ChallengeLimit::ProveAddress,
            ChallengeLimit::ProveAddress => ChallengeLimit::MayNotInvite(7),
            ChallengeLimit::MayNotInvite(_) => ChallengeLimit::NobodyInvited,
            ChallengeLimit::NobodyInvited => return None,
        })
    })
}

/// Every fault of a line.
fn faults() -> Vec<LineError> {
    let text = || "blitz".to_owned();
    let faults = chain(LineFault::NoWho, |last| {
        Some(match last {
            LineFault::NoWho => LineFault::NoVariant(String::new()),
            LineFault::NoVariant(typed) if typed.is_empty() => LineFault::NoVariant(text()),
            LineFault::NoVariant(_) => LineFault::Unknown(text()),
            LineFault::Unknown(_) => LineFault::Rated,
            LineFault::Rated => LineFault::NoSeat(text(), vec!["white".to_owned()]),
            LineFault::NoSeat(..) => LineFault::NoTime(text()),
            LineFault::NoTime(_) => LineFault::NoExpiry(text()),
            LineFault::NoExpiry(_) => LineFault::NoPosition,
            LineFault::NoPosition => LineFault::Twice(text()),
            LineFault::Twice(_) => LineFault::Setup(Reason::new("no-turn-here")),
            LineFault::Setup(_) => LineFault::Over,
            LineFault::Over => LineFault::TooLong,
            LineFault::TooLong => return None,
        })
    });
    let read = |(at, fault)| LineError {
        read: if at == 0 {
            String::new()
        } else {
            "boris chess".to_owned()
        },
        fault,
    };
    faults.into_iter().enumerate().map(read).collect()
}
