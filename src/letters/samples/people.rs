//! One of everything about people.

use crate::ids::{LetterId, PlayerId};
use crate::letters::data::{
    AccountQuestion, LeaveAsked, OutsiderNotice, PeopleNote, PlayerNotice, Report, Said,
};
use crate::meeting::NameFault;

use super::lists::{GAME, OTHER, chain};

/// Every reason not to take a name.
pub(super) fn name_faults() -> Vec<NameFault> {
    chain(NameFault::Length, |last| match last {
        NameFault::Length => Some(NameFault::Sign),
        NameFault::Sign => Some(NameFault::Scripts),
        NameFault::Scripts => Some(NameFault::Digits),
        NameFault::Digits => Some(NameFault::Word),
        NameFault::Word => Some(NameFault::Office),
        NameFault::Office => Some(NameFault::Taken),
        NameFault::Taken => None,
    })
}

/// Everything that somebody is told who is no member.
pub(super) fn outsider_notices() -> Vec<OutsiderNotice> {
    let one_of_each = chain(OutsiderNotice::Join, |last| match last {
        OutsiderNotice::Join => Some(OutsiderNotice::Register),
        OutsiderNotice::Register => Some(OutsiderNotice::NameRefused(NameFault::Length)),
        OutsiderNotice::NameRefused(_) => Some(OutsiderNotice::Closed { invited: false }),
        OutsiderNotice::Closed { invited: false } => Some(OutsiderNotice::Closed { invited: true }),
        OutsiderNotice::Closed { invited: true } => Some(invited("chess", 2)),
        OutsiderNotice::Invited { players: 2, .. } => Some(invited("yonin-bishogi", 4)),
        OutsiderNotice::Invited { .. } => Some(OutsiderNotice::InvitationOver),
        OutsiderNotice::InvitationOver => None,
    });
    let faults = name_faults().into_iter().map(OutsiderNotice::NameRefused);
    one_of_each.into_iter().chain(faults).collect()
}

fn invited(variant: &str, players: usize) -> OutsiderNotice {
    OutsiderNotice::Invited {
        by: "Anna".to_owned(),
        variant: variant.to_owned(),
        line: format!("{variant} random time 3d/move grace 2d"),
        players,
        until: "2026-01-31T12:00:00Z".to_owned(),
    }
}

/// A letter to a newcomer.
pub(super) fn welcome(back: bool) -> PlayerNotice {
    let name = "Anna".to_owned();
    PlayerNotice::Welcome { name, back }
}

/// A message of another player.
pub(super) fn message() -> PlayerNotice {
    PlayerNotice::Message {
        from: "Boris".to_owned(),
        text: "Shall we play?".to_owned(),
    }
}

fn asked(number: u8) -> LeaveAsked {
    LeaveAsked {
        forget: number > 1,
        games: if number == 0 {
            Vec::new()
        } else {
            vec![GAME, OTHER]
        },
        again: number % 2 == 1,
    }
}

/// The questions to somebody who wants to leave.
pub(super) fn leaves(number: u8) -> AccountQuestion {
    AccountQuestion::Leave {
        asked: asked(number),
        waits: false,
    }
}

/// Every remark about people.
pub(super) fn notes() -> Vec<PeopleNote> {
    let name = || "Boris".to_owned();
    let related = |relation, on| PeopleNote::Related {
        name: name(),
        relation,
        on,
    };
    let left = |forgotten: Option<&str>| PeopleNote::Left {
        games: if forgotten.is_some() {
            vec![GAME]
        } else {
            Vec::new()
        },
        forgotten: forgotten.map(str::to_owned),
    };
    let one_of_each = chain(PeopleNote::AlreadyMember { name: name() }, |last| {
        Some(match last {
            PeopleNote::AlreadyMember { .. } => PeopleNote::NoMember,
            PeopleNote::NoMember => PeopleNote::NameRefused(NameFault::Taken),
            PeopleNote::NameRefused(_) => PeopleNote::NameTooSoon {
                from: "2026-02-28".to_owned(),
            },
            PeopleNote::NameTooSoon { .. } => PeopleNote::Named { name: name() },
            PeopleNote::Named { .. } => PeopleNote::Nobody { typed: name() },
            PeopleNote::Nobody { .. } => PeopleNote::Oneself,
            PeopleNote::Oneself => related(Said::Mute, true),
            PeopleNote::Related {
                relation: Said::Mute,
                on: true,
                ..
            } => related(Said::Mute, false),
            PeopleNote::Related {
                relation: Said::Mute,
                ..
            } => related(Said::Block, true),
            PeopleNote::Related { on: true, .. } => related(Said::Block, false),
            PeopleNote::Related { .. } => PeopleNote::MessageTaken { name: name() },
            PeopleNote::MessageTaken { .. } => PeopleNote::MessageEmpty,
            PeopleNote::MessageEmpty => PeopleNote::SubstituteAsked {
                game: GAME,
                name: "Cleo".to_owned(),
            },
            PeopleNote::SubstituteAsked { .. } => PeopleNote::SubstituteNoSeat { game: None },
            PeopleNote::SubstituteNoSeat { game: None } => {
                PeopleNote::SubstituteNoSeat { game: Some(GAME) }
            }
            PeopleNote::SubstituteNoSeat { game: Some(_) } => PeopleNote::SubstituteNot {
                game: GAME,
                name: "Cleo".to_owned(),
            },
            PeopleNote::SubstituteNot { .. } => PeopleNote::SubstituteAgreed {
                game: GAME,
                left: 2,
            },
            PeopleNote::SubstituteAgreed { left: 0, .. } => {
                PeopleNote::SubstituteOver { game: GAME }
            }
            PeopleNote::SubstituteAgreed { left, .. } => PeopleNote::SubstituteAgreed {
                game: GAME,
                left: left - 1,
            },
            PeopleNote::SubstituteOver { .. } => PeopleNote::MessagesUsedUp { most: 5, all: 20 },
            PeopleNote::MessagesUsedUp { .. } => PeopleNote::NoteKept { game: GAME },
            PeopleNote::NoteKept { .. } => PeopleNote::NotesFull { most: 500 },
            PeopleNote::NotesFull { .. } => PeopleNote::Reported,
            PeopleNote::Reported => PeopleNote::ReportKept,
            PeopleNote::ReportKept => PeopleNote::Joined {
                name: "Carla".to_owned(),
            },
            PeopleNote::Joined { .. } => PeopleNote::ReportsUsedUp,
            PeopleNote::ReportsUsedUp => PeopleNote::LeaveAsked(asked(0)),
            PeopleNote::LeaveAsked(_) => PeopleNote::LeaveWaits { forget: false },
            PeopleNote::LeaveWaits { .. } => left(None),
            PeopleNote::Left {
                forgotten: None, ..
            } => left(Some("player 12")),
            PeopleNote::Left { .. } => PeopleNote::NotNever,
            PeopleNote::NotNever => return None,
        })
    });
    let asked = (1..4).map(asked).map(PeopleNote::LeaveAsked);
    one_of_each.into_iter().chain(asked).collect()
}

/// A letter about the new name of another player.
pub(super) fn renamed() -> PlayerNotice {
    PlayerNotice::Renamed {
        former: "Anna".to_owned(),
        name: "Annette".to_owned(),
        games: vec![GAME, OTHER],
    }
}

/// What the umpire is told of somebody who complains.
pub(super) fn complaint(letter: Option<LetterId>) -> Report {
    Report::Complaint {
        player: PlayerId(1),
        name: "Anna".to_owned(),
        number: 0,
        text: "He insults me.".to_owned(),
        letter,
    }
}

/// Somebody who wants to watch a private game.
pub(super) fn watch_asked() -> crate::letters::WatchAsked {
    let player = crate::ids::PlayerId;
    crate::letters::WatchAsked {
        game: GAME,
        variant: "Chess".to_owned(),
        by: player(3),
        by_name: "Cleo".to_owned(),
        asked: vec![player(1), player(2)],
    }
}

/// A seat for another player.
pub(super) fn substitute() -> crate::letters::Substitute {
    let player = crate::ids::PlayerId;
    crate::letters::Substitute {
        game: GAME,
        variant: "Chess".to_owned(),
        seat: 0,
        by: player(1),
        by_name: "Anna".to_owned(),
        who: player(3),
        name: "Cleo".to_owned(),
        asked: vec![player(2), player(3)],
    }
}
