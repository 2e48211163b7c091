//! Leave: days on which the clocks of a player stand still. He books and cancels them; opponents are told.

use std::collections::BTreeMap;
use std::rc::Rc;

use anyhow::Result;
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

use crate::commands;
use crate::games::StoredGame;
use crate::ids::{GameId, MailId, PlayerId};
use crate::letters::{
    LeaveChange, LeaveDays, LeaveFault, LeaveLeft, LeaveNote, LeaveNotice, Notice,
};
use crate::rules::game::Seat;
use crate::store::{Decision, LeaveRow, LetterKind, PlayerChange};
use crate::time::account::Span;
use crate::time::dates::{self, DateError};
use crate::time::leave::{Leave, LeaveRefusal};

use crate::office::act::times::{MOST_GAMES, bare};
use crate::office::{Draft, MailSession, Office, OpenGame, SeatLetter, stamp, stored_game};

/// Leave that ended longer ago counts for nothing: it is of another year, and near to none that may be booked.
const LOOKED_BACK: TimeDelta = TimeDelta::days(400);

/// An opponent who is told about leave.
pub(in crate::office) struct Told {
    game: Rc<StoredGame>,
    seat: Seat,
    notice: LeaveNotice,
}

/// A leave that is booked.
struct Entry {
    /// `None`: this mail has booked it.
    id: Option<i64>,
    span: Span,
    leave: Leave,
}

impl MailSession<'_> {
    /// Carries out a command about leave.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub(in crate::office) fn of_leave(&mut self, what: &commands::Leave) -> Result<LeaveNote> {
        let entries = self.entries()?;
        match what {
            commands::Leave::List => Ok(LeaveNote::List {
                all: ahead(&entries, self.draft.office.now())
                    .map(days_of)
                    .collect(),
                left: self.draft.office.left(&entries, None),
            }),
            commands::Leave::Book(typed) => self.book(entries, &bare(typed)),
            commands::Leave::Cancel(number) => self.cancel(&entries, *number),
        }
    }

    /// The leaves of the author as the lines so far have changed them, in order.
    fn entries(&self) -> Result<Vec<Entry>> {
        let player = self.player.id;
        let since = stamp(self.draft.office.now() - LOOKED_BACK);
        let mut rows = self.draft.store.leaves(player, &since)?;
        for change in &self.draft.decision.players {
            match change {
                PlayerChange::BookLeave(whose, from, to) if *whose == player => {
                    rows.push(booked_now(player, from, to));
                }
                PlayerChange::CutLeave(_, id, to) => {
                    let mut cut = rows.iter_mut().filter(|row| row.id == *id);
                    if let Some(row) = cut.next() {
                        row.to_at.clone_from(to);
                    }
                }
                _ => {}
            }
        }
        let entry = |row: LeaveRow| {
            let instant = |text: &str| DateTime::parse_from_rfc3339(text).ok();
            let (from, to) = (instant(&row.from_at)?, instant(&row.to_at)?);
            let span = Span::new(from.to_utc(), to.to_utc());
            Some(Entry {
                id: Some(row.id).filter(|id| *id > 0),
                span,
                leave: Leave::of_span(span)?,
            })
        };
        let mut entries: Vec<Entry> = rows.into_iter().filter_map(entry).collect();
        entries.sort_by_key(|entry| entry.span.from);
        Ok(entries)
    }
}

impl Office {
    /// The days that are left in this year, in the next one, and in those of `leave`.
    fn left(&self, entries: &[Entry], leave: Option<Leave>) -> Vec<LeaveLeft> {
        let booked: Vec<Leave> = entries.iter().map(|entry| entry.leave).collect();
        let year = self.now().year();
        let last = leave.map_or(year, |leave| leave.last.year());
        let years = (year..=year + 1).chain(Some(last).filter(|last| *last > year + 1));
        let left = years.map(|year| LeaveLeft {
            year,
            days: self.settings.time.leave.left(&booked, year),
        });
        left.collect()
    }
}

impl MailSession<'_> {
    fn book(&mut self, mut entries: Vec<Entry>, typed: &str) -> Result<LeaveNote> {
        let today = self.draft.office.now().date_naive();
        let (first, last) = match dates::read_range(typed, today) {
            Ok(both) => both,
            Err(why) => return Ok(not_dates(why, typed)),
        };
        let booked: Vec<Leave> = entries.iter().map(|entry| entry.leave).collect();
        let leave = match self
            .draft
            .office
            .settings
            .time
            .leave
            .book(&booked, first, last, today)
        {
            Ok(leave) => leave,
            Err(why) => {
                return Ok(LeaveNote::Refused {
                    leave: days(first, last),
                    why: fault(why),
                });
            }
        };
        let span = leave.span();
        let change = PlayerChange::BookLeave(self.player.id, stamp(span.from), stamp(span.to));
        self.draft.decision.players.push(change);
        entries.push(Entry {
            id: None,
            span,
            leave,
        });
        Ok(LeaveNote::Booked {
            leave: days(first, last),
            left: self.draft.office.left(&entries, Some(leave)),
            told: tell(self, leave, LeaveChange::Booked)?,
        })
    }

    fn cancel(&mut self, entries: &[Entry], number: Option<usize>) -> Result<LeaveNote> {
        let now = self.draft.office.now();
        let all: Vec<&Entry> = ahead(entries, now).collect();
        let entry = match (all.as_slice(), number) {
            ([], _) => return Ok(LeaveNote::NothingBooked),
            ([only], None) => *only,
            (_, None) => {
                let all = all.into_iter().map(days_of).collect();
                return Ok(LeaveNote::Which { all });
            }
            (several, Some(number)) => {
                let at = number.checked_sub(1);
                match at.and_then(|at| several.get(at)) {
                    Some(entry) => *entry,
                    None => {
                        let count = several.len();
                        return Ok(LeaveNote::NoEntry { number, count });
                    }
                }
            }
        };
        let cancelled = entry.leave.cancel(now);
        let back = cancelled.given_back;
        if back == 0 {
            let leave = days_of(entry);
            return Ok(LeaveNote::EndsAnyway { leave });
        }
        let to = cancelled
            .left
            .map_or(entry.span.from, |left| left.span().to);
        cut(self.draft.decision, self.player.id, entry, to);
        // Deadlines are earlier again.
        self.look_again()?;
        // Nobody is told of what this mail has booked itself.
        let untold = entry.id.is_none();
        if untold {
            let booked = days_of(entry);
            self.told.retain(|told| told.notice.leave != booked);
        }
        Ok(match cancelled.left {
            None => {
                if !untold {
                    tell(self, entry.leave, LeaveChange::Cancelled)?;
                }
                let leave = days_of(entry);
                LeaveNote::Cancelled { leave, back }
            }
            Some(left) => {
                let change = match untold {
                    true => LeaveChange::Booked,
                    false => LeaveChange::Shortened,
                };
                tell(self, left, change)?;
                let leave = days(left.first, left.last);
                LeaveNote::Shortened { leave, back }
            }
        })
    }
}

impl Draft<'_> {
    /// Writes the letters to opponents, one for each with all that this mail has changed. `games` are those of
    /// the mail, as its lines have changed them.
    pub(in crate::office) fn tell_of_leave(
        &mut self,
        games: &[OpenGame],
        told: Vec<Told>,
        mail: MailId,
    ) {
        let mut letters: BTreeMap<(GameId, Seat), (Rc<StoredGame>, Vec<Notice>)> = BTreeMap::new();
        for Told { game, seat, notice } in told {
            let letter = letters.entry((game.row.id, seat));
            let (_, notices) = letter.or_insert_with(|| (game, Vec::new()));
            notices.push(Notice::Leave(notice));
        }
        for ((game, seat), (stored, notices)) in letters {
            let mut open = games.iter().map(|open| &open.stored);
            let stored = open.find(|open| open.row.id == game).unwrap_or(&*stored);
            let letter = SeatLetter::told(LetterKind::Again, notices, Some(mail));
            self.post_seat(stored, seat, letter);
        }
    }
}

/// Takes the end of a leave forward.
fn cut(decision: &mut Decision, player: PlayerId, entry: &Entry, to: DateTime<Utc>) {
    let changes = &mut decision.players;
    if let Some(id) = entry.id {
        changes.push(PlayerChange::CutLeave(player, id, stamp(to)));
        return;
    }
    let (from, former) = (stamp(entry.span.from), stamp(entry.span.to));
    let booked = PlayerChange::BookLeave(player, from.clone(), former);
    changes.retain(|change| *change != booked);
    if to > entry.span.from {
        changes.push(PlayerChange::BookLeave(player, from, stamp(to)));
    }
}

/// Has each opponent told about a leave, in the newest game with him whose clocks it stops; how many these are.
fn tell(session: &mut MailSession<'_>, leave: Leave, change: LeaveChange) -> Result<usize> {
    let player = session.player.id;
    let mut found: BTreeMap<PlayerId, Told> = BTreeMap::new();
    for (row, seat) in session.draft.store.games_of(player, true, MOST_GAMES)? {
        let game = row.id;
        let stored = Rc::new(stored_game(session.draft.store, game)?);
        let playing = stored.game.playing();
        if !stops_clocks(&stored) || !playing.contains(&Seat(seat)) {
            continue;
        }
        for other in playing {
            let Some(row) = stored.seats.get(other.index()) else {
                continue;
            };
            if row.player == player {
                continue;
            }
            if let Some(told) = found.get_mut(&row.player) {
                if told.game.row.id != game && !told.notice.also.contains(&game) {
                    told.notice.also.push(game);
                }
                continue;
            }
            let told = Told {
                game: Rc::clone(&stored),
                seat: other,
                notice: LeaveNotice {
                    name: session.player.name.clone(),
                    leave: days(leave.first, leave.last),
                    change,
                    also: Vec::new(),
                },
            };
            found.insert(row.player, told);
        }
    }
    let count = found.len();
    session.told.extend(found.into_values());
    Ok(count)
}

/// Whether leave stops the clocks of a game: it has clocks, and its terms allow leave.
fn stops_clocks(stored: &StoredGame) -> bool {
    let terms = stored.clocks.terms.as_ref();
    terms.is_some_and(|terms| !terms.no_leave)
}

/// Those that are not over, in order: what a list shows.
fn ahead(entries: &[Entry], now: DateTime<Utc>) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(move |entry| entry.span.to > now)
}

fn booked_now(player: PlayerId, from: &str, to: &str) -> LeaveRow {
    LeaveRow {
        id: 0,
        player,
        from_at: from.to_owned(),
        to_at: to.to_owned(),
        booked_at: String::new(),
        cancelled_at: None,
    }
}

fn days_of(entry: &Entry) -> LeaveDays {
    days(entry.leave.first, entry.leave.last)
}

fn days(first: NaiveDate, last: NaiveDate) -> LeaveDays {
    LeaveDays {
        from: first.to_string(),
        to: last.to_string(),
        days: Leave::new(first, last).map_or(0, Leave::days),
    }
}

fn not_dates(why: DateError, typed: &str) -> LeaveNote {
    let typed = typed.to_owned();
    match why {
        DateError::Unreadable(_) | DateError::NoEnd(_) => LeaveNote::NoDates { typed },
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
    let of = |leave: Leave| days(leave.first, leave.last);
    match why {
        LeaveRefusal::Backwards { .. } => LeaveFault::Backwards,
        LeaveRefusal::TooEarly { earliest, .. } => LeaveFault::TooSoon {
            earliest: earliest.to_string(),
        },
        LeaveRefusal::TooShort { shortest, .. } => LeaveFault::TooShort { least: shortest },
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
