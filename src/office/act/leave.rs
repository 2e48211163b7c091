//! Leave: days on which the clocks of a player stand still. Players book and cancel
//! them; opponents are told.

use anyhow::{Result, bail};
use chrono::Datelike;

use crate::commands;
use crate::letters::{LeaveDays, LeaveFault, LeaveLeft, LeaveNote, Note};
use crate::meeting::person::{LeaveRefused, Person, PersonAct, PersonRequest};
use crate::time::dates::{self, DateError};
use crate::time::leave::{Leave, LeaveRefusal};

use crate::office::act::times::bare;
use crate::office::close::leave::days;
use crate::office::{MailSession, Office};

impl MailSession<'_> {
    /// Carries out a command about leave.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub(super) fn of_leave(&mut self, what: &commands::Leave) -> Result<Note> {
        let request = match what {
            commands::Leave::List => {
                let person = self.oneself()?;
                return Ok(Note::Leave(LeaveNote::List {
                    all: all(&person.leaves_ahead(self.draft.office.now())),
                    left: self.draft.office.left(&person, None),
                }));
            }
            commands::Leave::Book(typed) => {
                let (typed, today) = (bare(typed), self.draft.office.now().date_naive());
                match dates::read_range(&typed, today) {
                    Ok((first, last)) => PersonRequest::BookLeave { first, last },
                    Err(why) => return Ok(Note::Leave(not_dates(why, &typed))),
                }
            }
            commands::Leave::Cancel(number) => PersonRequest::CutLeave(*number),
        };
        let acts = match self.change_oneself(&request)? {
            Ok(acts) => acts,
            Err(note) => return Ok(note),
        };
        let note = match acts.as_slice() {
            [PersonAct::CutLeave { leave, left }] => {
                let back = leave.days() - left.map_or(0, Leave::days);
                let leave = days_of(left.unwrap_or(*leave));
                match left {
                    Some(_) => LeaveNote::Shortened { leave, back },
                    None => LeaveNote::Cancelled { leave, back },
                }
            }
            [PersonAct::BookLeave(leave)] => LeaveNote::Booked {
                leave: days_of(*leave),
                left: self.draft.office.left(&self.oneself()?, Some(*leave)),
                told: self.draft.opponents(self.player.id)?.len(),
            },
            _ => bail!("leave was asked for, and something else has happened"),
        };
        Ok(Note::Leave(note))
    }
}

impl Office {
    /// The days that are left in this year, in the next one, and in those of `leave`.
    fn left(&self, person: &Person, leave: Option<Leave>) -> Vec<LeaveLeft> {
        let year = self.now().year();
        let last = leave.map_or(year, |leave| leave.last.year());
        let years = (year..=year + 1).chain(Some(last).filter(|last| *last > year + 1));
        let left = years.map(|year| LeaveLeft {
            year,
            days: self.settings.time.leave.left(&person.leaves, year),
        });
        left.collect()
    }
}

fn days_of(leave: Leave) -> LeaveDays {
    days(leave.first, leave.last)
}

fn all(leaves: &[Leave]) -> Vec<LeaveDays> {
    leaves.iter().copied().map(days_of).collect()
}

/// What is said of leave that is not booked or does not end.
pub(super) fn not_booked(refusal: LeaveRefused) -> LeaveNote {
    match refusal {
        LeaveRefused::Rule { first, last, why } => LeaveNote::Refused {
            leave: days(first, last),
            why: fault(why),
        },
        LeaveRefused::Nothing => LeaveNote::NothingBooked,
        LeaveRefused::Which(several) => LeaveNote::Which { all: all(&several) },
        LeaveRefused::NoSuch { number, count } => LeaveNote::NoEntry { number, count },
        LeaveRefused::EndsAnyway(leave) => LeaveNote::EndsAnyway {
            leave: days_of(leave),
        },
    }
}

fn not_dates(why: DateError, typed: &str) -> LeaveNote {
    let typed = typed.to_owned();
    match why {
        DateError::Unreadable => LeaveNote::NoDates { typed },
        DateError::NoSuchDay(typed) => LeaveNote::NoSuchDay { typed },
        DateError::TwoReadings {
            text,
            first,
            second,
        } => LeaveNote::TwoDates {
            typed: text,
            readings: [first.to_string(), second.to_string()],
        },
    }
}

fn fault(why: LeaveRefusal) -> LeaveFault {
    let of = days_of;
    match why {
        LeaveRefusal::Backwards => LeaveFault::Backwards,
        LeaveRefusal::TooEarly { earliest } => LeaveFault::TooSoon {
            earliest: earliest.to_string(),
        },
        LeaveRefusal::TooShort { shortest } => LeaveFault::TooShort { least: shortest },
        LeaveRefusal::Overlaps { with } => LeaveFault::Overlaps { other: of(with) },
        LeaveRefusal::TooNear { with, apart } => LeaveFault::TooNear {
            other: of(with),
            apart,
        },
        LeaveRefusal::TooMany { ahead } => LeaveFault::TooMany { most: ahead },
        LeaveRefusal::UsedUp { year, left, wanted } => LeaveFault::UsedUp {
            left: LeaveLeft { year, days: left },
            needed: wanted,
        },
    }
}
