//! What is answered about settings, about leave, and about games that are watched. Days are written `2026-12-24`.

use serde::{Deserialize, Serialize};

use crate::commands::Choice;
use crate::ids::GameId;

/// An answer about a setting of the reader's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingNote {
    /// The time zone in which letters tell times.
    Zone {
        /// Its name; `None`: UTC.
        zone: Option<String>,
        /// The moment of the answer, in UTC: the time in that zone is shown.
        at: String,
        /// Whether it was set now.
        set: bool,
    },
    /// There is no such time zone.
    NoZone {
        /// The zone as typed.
        typed: String,
        /// The three IANA names that are nearest to it, the nearest first.
        near: Vec<String>,
    },
    /// The hours without reminders.
    Quiet {
        /// `22:00-07:00`; `None`: there are none.
        hours: Option<String>,
        /// The zone that they are meant in; `None`: UTC.
        zone: Option<String>,
        /// Whether they were set now.
        set: bool,
    },
    /// This says no hours.
    NoQuiet {
        /// The hours as typed.
        typed: String,
    },
    /// How long before a deadline reminders go.
    Remind {
        /// How long before a deadline, in seconds, the longest first; empty: never.
        before: Vec<i64>,
        /// Whether the reader has chosen it.
        chosen: bool,
        /// Whether it was set now.
        set: bool,
    },
    /// This says no times of reminders.
    NoRemind {
        /// The times as typed.
        typed: String,
        /// Why these are no times of reminders.
        why: RemindFault,
    },
    /// Whether the reader wants to answer on pages of the server, too: what that means, and that a `yes` is needed.
    WebAsked,
    /// This server has no pages on which players answer.
    NoWeb,
    /// Whether deadlines come as calendar entries.
    Calendar {
        /// Whether deadlines come so.
        on: bool,
        /// Whether it was set now.
        set: bool,
    },
    /// One of a few values.
    Choice {
        /// Which setting has this value.
        choice: Choice,
        /// The value, as it is written.
        value: String,
        /// Whether it was set now.
        set: bool,
    },
    /// A setting has no such value.
    NoChoice {
        /// The setting that was to be changed.
        choice: Choice,
        /// The value as typed.
        typed: String,
        /// The values that it may have.
        known: Vec<String>,
    },
}

/// An answer about games that the reader watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WatchNote {
    /// The reader watches it from now on.
    Begun(GameId),
    /// The reader watches it already.
    Already(GameId),
    /// The reader no longer watches it.
    Ended(GameId),
    /// The reader does not watch it.
    NotWatched(GameId),
    /// There is no such game, or it is private: if it is, its players are asked.
    Asked(GameId),
    /// The same, but that was asked today already.
    NotToday(GameId),
    /// The reader, who plays in a private game, agrees that another player watches it.
    Agreed {
        /// The private game in which the reader plays.
        game: GameId,
        /// Who wants to watch it.
        name: String,
        /// How many others have not answered.
        left: usize,
    },
    /// The reader agrees, but it is no longer possible.
    Lapsed(GameId),
    /// The game is over, so there is nothing to watch.
    Over(GameId),
    /// The reader plays in it.
    Own(GameId),
    /// As many watch it as may.
    Full {
        /// The game that the reader cannot watch for now.
        game: GameId,
        /// How many players may watch a game.
        most: usize,
    },
    /// The reader watches as many games as they may.
    TooMany(usize),
    /// The reader has to say which of these.
    Which(Vec<GameId>),
    /// The reader watches nothing.
    Nothing,
}

/// What is wrong with the times of reminders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemindFault {
    /// They are no lengths of time.
    Unreadable,
    /// There are more than this many.
    TooMany(usize),
    /// One is shorter than an hour, or longer than a year.
    OutOfRange,
}

/// A leave: its days, the first and the last one included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveDays {
    /// The first day, such as `2026-01-31`, in UTC.
    pub from: String,
    /// The last day, such as `2026-02-03`, in UTC; it belongs to the leave.
    pub to: String,
    /// How many days these are.
    pub days: u32,
}

/// Days of leave that are left in a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveLeft {
    /// The calendar year, such as 2026.
    pub year: i32,
    /// How many days can still be booked in that year.
    pub days: u32,
}

/// An answer about the reader's leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaveNote {
    /// What is booked, in order.
    List {
        /// The entries that are not over, the earliest first.
        all: Vec<LeaveDays>,
        /// The days that are left.
        left: Vec<LeaveLeft>,
    },
    /// The leave is booked as it was asked for.
    Booked {
        /// The days that are booked.
        leave: LeaveDays,
        /// The days that are left.
        left: Vec<LeaveLeft>,
        /// How many opponents are told.
        told: usize,
    },
    /// It is not booked.
    Refused {
        /// The days as understood.
        leave: LeaveDays,
        /// Why they are not booked.
        why: LeaveFault,
    },
    /// No two dates were found.
    NoDates {
        /// The dates as typed.
        typed: String,
    },
    /// A date can mean two days.
    TwoDates {
        /// The date as typed, such as `03/04/2026`.
        typed: String,
        /// The two days that it may mean.
        readings: [String; 2],
    },
    /// There is no such day.
    NoSuchDay {
        /// The date as typed, such as `2026-02-30`.
        typed: String,
    },
    /// A leave that had not begun is cancelled as a whole.
    Cancelled {
        /// The days that were booked.
        leave: LeaveDays,
        /// How many days are given back.
        back: u32,
    },
    /// A leave ends earlier.
    Shortened {
        /// The days that are left of it.
        leave: LeaveDays,
        /// How many days are given back.
        back: u32,
    },
    /// A leave ends so soon that it cannot end earlier.
    EndsAnyway {
        /// The days that are booked.
        leave: LeaveDays,
    },
    /// There is no leave to cancel.
    NothingBooked,
    /// There are several; the list follows.
    Which {
        /// The entries, in the order of their numbers, which begin with 1.
        all: Vec<LeaveDays>,
    },
    /// There is no entry with this number.
    NoEntry {
        /// The number that was asked for, as typed.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

/// Why a leave is not booked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaveFault {
    /// It ends before it begins.
    Backwards,
    /// It begins before this day.
    TooSoon {
        /// The first day on which it may begin, which is tomorrow: `2026-01-31`.
        earliest: String,
    },
    /// Some of its days are booked already.
    Overlaps {
        /// The leave that has them.
        other: LeaveDays,
    },
    /// It has fewer days than this.
    TooShort {
        /// How many days a leave has to have.
        least: u32,
    },
    /// Fewer days than this are between it and another one.
    TooNear {
        /// The leave that is booked already and is too near.
        other: LeaveDays,
        /// How many there have to be.
        apart: u32,
    },
    /// So many are booked ahead.
    TooMany {
        /// How many may be booked ahead.
        most: u32,
    },
    /// It needs more days than are left in a year.
    UsedUp {
        /// The year, and the days that are left in it.
        left: LeaveLeft,
        /// The days that it needs in that year.
        needed: u32,
    },
}

/// What an opponent is told about a leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveNotice {
    /// The name of the player.
    pub name: String,
    /// The days of the leave as it is now; of a cancelled one, as it was.
    pub leave: LeaveDays,
    /// Whether it is booked, shorter than it was, or cancelled.
    pub change: LeaveChange,
    /// The games in which the reader meets the player, without that of the letter.
    pub also: Vec<GameId>,
}

/// What has happened to a leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaveChange {
    /// A new leave is booked.
    Booked,
    /// It ends earlier: the days are those that are left.
    Shortened,
    /// It is cancelled as a whole.
    Cancelled,
}
