//! One of each answer about settings and leave, and of each notice about leave.

use crate::commands::Choice;
use crate::letters::data::{
    LeaveChange, LeaveDays, LeaveFault, LeaveLeft, LeaveNote, LeaveNotice, RemindFault,
    SettingNote, WatchNote,
};

use super::lists::{OTHER, chain};

fn text(text: &str) -> String {
    text.to_owned()
}

/// Every answer about a setting.
pub(super) fn settings() -> Vec<SettingNote> {
    let zone = |zone: Option<&str>, set| SettingNote::Zone {
        zone: zone.map(text),
        at: text("2026-12-24T12:00:00Z"),
        set,
    };
    let quiet = |hours: Option<&str>, set| SettingNote::Quiet {
        hours: hours.map(text),
        zone: hours.map(|_| text("Europe/Rome")),
        set,
    };
    let remind = |before: &[i64], chosen| SettingNote::Remind {
        before: before.to_vec(),
        chosen,
        set: chosen,
    };
    let no_remind = |why| SettingNote::NoRemind {
        typed: text("daily"),
        why,
    };
    let calendar = |on| SettingNote::Calendar { on, set: on };
    chain(zone(None, false), |last| {
        Some(match last {
            SettingNote::Zone { zone: None, .. } => zone(Some("Europe/Rome"), true),
            SettingNote::Zone { zone: Some(_), .. } => SettingNote::NoZone {
                typed: text("Rom"),
                near: Vec::new(),
            },
            SettingNote::NoZone { near, .. } if near.is_empty() => SettingNote::NoZone {
                typed: text("Rom"),
                near: vec![text("Europe/Rome"), text("Europe/Riga")],
            },
            SettingNote::NoZone { .. } => quiet(None, false),
            SettingNote::Quiet { hours: None, .. } => quiet(Some("22:00-07:00"), true),
            SettingNote::Quiet { hours: Some(_), .. } => SettingNote::NoQuiet {
                typed: text("night"),
            },
            SettingNote::NoQuiet { .. } => remind(&[], true),
            SettingNote::Remind { before, .. } if before.is_empty() => remind(&[86_400], false),
            SettingNote::Remind { chosen: false, .. } => remind(&[259_200, 21_600], true),
            SettingNote::Remind { chosen: true, .. } => no_remind(RemindFault::Unreadable),
            SettingNote::NoRemind { why, .. } => match why {
                RemindFault::Unreadable => no_remind(RemindFault::TooMany(6)),
                RemindFault::TooMany(_) => no_remind(RemindFault::OutOfRange),
                RemindFault::OutOfRange => calendar(false),
            },
            SettingNote::Calendar { on: false, .. } => calendar(true),
            SettingNote::Calendar { on: true, .. } => choice(0),
            SettingNote::Choice { choice: last, .. } => {
                let at = Choice::ALL.iter().position(|one| one == last);
                match at.filter(|at| at + 1 < Choice::ALL.len()) {
                    Some(at) => choice(at + 1),
                    None => no_choice(),
                }
            }
            SettingNote::NoChoice { .. } => return None,
        })
    })
}

fn choice(at: usize) -> SettingNote {
    let choice = Choice::ALL.get(at).copied().unwrap_or(Choice::Mail);
    let value = match choice {
        Choice::Mail => "digest 07:00",
        _ => "on",
    };
    SettingNote::Choice {
        choice,
        value: text(value),
        set: true,
    }
}

fn no_choice() -> SettingNote {
    SettingNote::NoChoice {
        choice: Choice::Board,
        typed: text("hologram"),
        known: vec![text("ascii"), text("unicode")],
    }
}

/// Every answer about games that are watched.
pub(super) fn watches() -> Vec<WatchNote> {
    let agreed = |left| WatchNote::Agreed {
        game: OTHER,
        name: "Boris".to_owned(),
        left,
    };
    chain(WatchNote::Begun(OTHER), |last| {
        Some(match last {
            WatchNote::Begun(_) => WatchNote::Already(OTHER),
            WatchNote::Already(_) => WatchNote::Ended(OTHER),
            WatchNote::Ended(_) => WatchNote::NotWatched(OTHER),
            WatchNote::NotWatched(_) => WatchNote::Asked(OTHER),
            WatchNote::Asked(_) => WatchNote::NotToday(OTHER),
            WatchNote::NotToday(_) => agreed(1),
            WatchNote::Agreed { left: 1, .. } => agreed(0),
            WatchNote::Agreed { .. } => WatchNote::Lapsed(OTHER),
            WatchNote::Lapsed(_) => WatchNote::Over(OTHER),
            WatchNote::Over(_) => WatchNote::Own(OTHER),
            WatchNote::Own(_) => WatchNote::Full {
                game: OTHER,
                most: 20,
            },
            WatchNote::Full { .. } => WatchNote::TooMany(50),
            WatchNote::TooMany(_) => WatchNote::Which(vec![OTHER]),
            WatchNote::Which(_) => WatchNote::Nothing,
            WatchNote::Nothing => return None,
        })
    })
}

fn days() -> LeaveDays {
    LeaveDays {
        from: text("2026-12-24"),
        to: text("2027-01-02"),
        days: 10,
    }
}

fn left() -> Vec<LeaveLeft> {
    let one = |year, days| LeaveLeft { year, days };
    vec![one(2026, 22), one(2027, 1)]
}

/// Every reason for which leave is not booked.
fn faults() -> Vec<LeaveFault> {
    let day = || text("2026-12-01");
    chain(LeaveFault::Backwards, |last| {
        Some(match last {
            LeaveFault::Backwards => LeaveFault::TooSoon { earliest: day() },
            LeaveFault::TooSoon { .. } => LeaveFault::Overlaps { other: days() },
            LeaveFault::Overlaps { .. } => LeaveFault::TooShort { least: 2 },
            LeaveFault::TooShort { .. } => LeaveFault::TooNear {
                other: days(),
                apart: 3,
            },
            LeaveFault::TooNear { .. } => LeaveFault::TooMany { most: 3 },
            LeaveFault::TooMany { .. } => LeaveFault::UsedUp {
                left: left()[1],
                needed: 5,
            },
            LeaveFault::UsedUp { .. } => return None,
        })
    })
}

/// Every answer about leave.
pub(super) fn leaves() -> Vec<LeaveNote> {
    let list = |count: usize| LeaveNote::List {
        all: vec![days(); count],
        left: left(),
    };
    let refused = |why| LeaveNote::Refused { leave: days(), why };
    let booked = |told| LeaveNote::Booked {
        leave: days(),
        left: left(),
        told,
    };
    let one_of_each = chain(list(0), |last| {
        Some(match last {
            LeaveNote::List { all, .. } if all.len() < 2 => list(all.len() + 1),
            LeaveNote::List { .. } => booked(0),
            LeaveNote::Booked { told, .. } if *told < 2 => booked(told + 1),
            LeaveNote::Booked { .. } => refused(LeaveFault::Backwards),
            LeaveNote::Refused { .. } => LeaveNote::NoDates {
                typed: text("soon"),
            },
            LeaveNote::NoDates { .. } => LeaveNote::TwoDates {
                typed: text("12/11"),
                readings: [text("2026-12-11"), text("2026-11-12")],
            },
            LeaveNote::TwoDates { .. } => LeaveNote::NoSuchDay {
                typed: text("30 Feb"),
            },
            LeaveNote::NoSuchDay { .. } => LeaveNote::Cancelled {
                leave: days(),
                back: 10,
            },
            LeaveNote::Cancelled { .. } => LeaveNote::Shortened {
                leave: days(),
                back: 1,
            },
            LeaveNote::Shortened { .. } => LeaveNote::EndsAnyway { leave: days() },
            LeaveNote::EndsAnyway { .. } => LeaveNote::NothingBooked,
            LeaveNote::NothingBooked => LeaveNote::Which {
                all: vec![days(); 2],
            },
            LeaveNote::Which { .. } => LeaveNote::NoEntry {
                number: 3,
                count: 1,
            },
            LeaveNote::NoEntry { .. } => return None,
        })
    });
    let faults = faults().into_iter().map(refused);
    one_of_each.into_iter().chain(faults).collect()
}

/// Every notice about an opponent's leave.
pub(super) fn notices() -> Vec<LeaveNotice> {
    let notice = |change| LeaveNotice {
        name: text("Boris"),
        leave: days(),
        change,
        also: vec![OTHER],
    };
    chain(notice(LeaveChange::Booked), |last| {
        Some(notice(match last.change {
            LeaveChange::Booked => LeaveChange::Shortened,
            LeaveChange::Shortened => LeaveChange::Cancelled,
            LeaveChange::Cancelled => return None,
        }))
    })
}
