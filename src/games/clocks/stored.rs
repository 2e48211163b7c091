//! The clocks of a stored game.

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::games::event::{Event, EventKind, ReopenReason};
use crate::games::stored_game::StoredGame;
use crate::rules::Seat;
use crate::store::{LoggedEvent, OpenTurn, SeatChange, Snapshot};
use crate::time::account::{Open, Parts};
use crate::time::{Balance, Terms};

use super::account::{Account, Settling};
use super::known::{EventTime, Known, instant};
use super::{After, Clocks, Fallen, run_out};

/// When the time of the seat to move is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// When its clock is at zero.
    pub zero: DateTime<Utc>,
    /// When its grace is over, too: its flag falls.
    pub falls: DateTime<Utc>,
    /// The letter that gives the turn has left: the clock runs.
    pub runs: bool,
}

impl StoredGame {
    /// The clocks before the first event.
    ///
    /// # Errors
    /// The terms or the time of the start cannot be read.
    pub(in crate::games) fn begin_clocks(
        time: Option<&str>,
        created_at: &str,
        seats: usize,
    ) -> Result<Clocks> {
        let Some(text) = time else {
            // When it was begun matters only for clocks.
            let begun = instant(created_at).unwrap_or(DateTime::UNIX_EPOCH);
            return Ok(Clocks::new(None, seats, begun));
        };
        let terms = Terms::read(text).map_err(|why| anyhow::anyhow!("{text:?}: {why:?}"))?;
        Ok(Clocks::new(terms, seats, instant(created_at)?))
    }

    /// Whether the game has clocks, or will have.
    pub fn has_clocks(&self) -> bool {
        self.clocks.terms.is_some() || self.clocks.next_terms.is_some()
    }

    /// Lets the clocks follow an entry of the log; `moved` was to move before it.
    pub(in crate::games) fn clocks_follow_row(
        &mut self,
        row: &LoggedEvent<'_>,
        event: &Event,
        moved: Seat,
    ) -> Result<()> {
        if !self.has_clocks() && !matches!(event, Event::Terms(_) | Event::Pause { .. }) {
            return Ok(());
        }
        let account = row.time.map(serde_json::from_str::<Account>).transpose()?;
        self.clocks_follow(event, &EventTime::of(row)?, account.as_ref(), moved)
    }

    /// The same for an event that happens now.
    pub(in crate::games) fn clocks_follow(
        &mut self,
        event: &Event,
        moment: &EventTime,
        account: Option<&Account>,
        moved: Seat,
    ) -> Result<()> {
        let after = After {
            seq: self.seq,
            turns: self.turns.len(),
            to_move: self.game.to_move(),
            moved,
        };
        let before = self.clocks.given;
        let fallen_left = self.clocks.fallen.as_ref().and_then(|fallen| fallen.left);
        self.clocks.follow(event, moment, account, after)?;
        if matches!(
            event,
            Event::Reopen {
                why: ReopenReason::InTime,
                ..
            }
        ) {
            self.known.left = fallen_left;
        } else if self.clocks.given != before {
            // Nothing is known yet about the turn that is open now.
            let known = std::mem::take(&mut self.known);
            self.known = Known {
                left: None,
                asked: None,
                came_back: None,
                outages: Vec::new(),
                leave: Vec::new(),
                ..known
            };
        }
        Ok(())
    }

    /// Reads what is known about the open turn.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn load_known(&mut self, store: &dyn Snapshot) -> Result<()> {
        if !self.has_clocks() || !self.rules_known {
            return Ok(());
        }
        let on_leave = self.clocks.terms.is_none_or(|terms| !terms.no_leave);
        if let Some(row) = self.seats.get(self.game.to_move().index()) {
            let given = self.clocks.given;
            self.known = Known::load(store, given, row.player, &row.open_turn, on_leave)?;
        }
        Ok(())
    }

    /// The account of the open turn if it is played, or its flag falls, at `moment`; `None`: it has no clock.
    pub(in crate::games) fn account(
        &self,
        moment: &EventTime,
        settling: Settling,
    ) -> Option<Account> {
        let planned = settling == Settling::Planned;
        let terms = self.clocks.terms.as_ref()?;
        let balance = self.clocks.balance(self.game.to_move())?;
        let left = self.known.left.filter(|_| !planned);
        let given = given_before(self.clocks.given.0, left);
        let came = match planned {
            true => given,
            false => moment.came.max(given),
        };
        let mut parts = self.parts(came, moment.at, moment.longest_gap);
        if self.known.untrusted {
            parts.outage += parts.charge;
            parts.charge = 0;
        }
        let flag = settling == Settling::Flag;
        // It says something of the rating only where the time was over.
        let came_back = self.known.came_back.filter(|_| flag);
        let (grace, bank) = settled(balance, terms, parts.charge, flag, planned);
        Some(Account {
            given,
            left,
            came,
            parts,
            zero: balance.zero(terms),
            grace,
            bank,
            planned,
            untrusted: self.known.untrusted,
            came_back,
        })
    }

    /// Where the time of the open turn goes until `until`.
    fn parts(&self, until: DateTime<Utc>, now: DateTime<Utc>, longest_gap: TimeDelta) -> Parts {
        self.with_open(self.known.left, now, longest_gap, |open| open.parts(until))
            .unwrap_or_default()
    }

    /// What is charged for the open turn so far.
    pub fn charged(&self, now: DateTime<Utc>, longest_gap: TimeDelta) -> i64 {
        self.parts(now, now, longest_gap).charge
    }

    /// Calls `ask` with the open turn, as if its letter had left at `left`.
    fn with_open<T>(
        &self,
        left: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
        longest_gap: TimeDelta,
        ask: impl FnOnce(&Open<'_>) -> T,
    ) -> Option<T> {
        let terms = self.clocks.terms.as_ref()?;
        let zero = self.clocks.balance(self.game.to_move())?.zero(terms);
        let outages = self.known.outages_until(now, longest_gap);
        let pauses = self.clocks.pauses();
        Some(ask(&Open {
            given: given_before(self.clocks.given.0, left),
            left,
            outages: &outages,
            pauses: &pauses,
            leave: &self.known.leave,
            weekdays: terms.weekdays,
            zero,
        }))
    }

    /// When the time of the seat to move is over: as known now, or, if its letter has not left, at the
    /// earliest; `None`: it has no clock, or the clock stands still without an end.
    pub fn deadline(&self, now: DateTime<Utc>, longest_gap: TimeDelta) -> Option<Deadline> {
        if !self.is_on() || self.known.untrusted {
            return None;
        }
        let terms = self.clocks.terms.as_ref()?;
        let balance = self.clocks.balance(self.game.to_move())?;
        let (zero, limit) = (balance.zero(terms), balance.limit(terms));
        let left = self.known.left.unwrap_or(now);
        let (zero, falls) = self.with_open(Some(left), now, longest_gap, |open| {
            (open.when(zero), open.when(limit))
        })?;
        Some(Deadline {
            zero: zero?,
            falls: falls?,
            runs: self.known.left.is_some(),
        })
    }

    /// How much a seat gets if it is given so many seconds: what it has left is never above the `max` of the
    /// terms; `None`: there are no clocks.
    pub fn creditable(
        &self,
        seat: Seat,
        seconds: i64,
        now: DateTime<Utc>,
        longest_gap: TimeDelta,
    ) -> Option<i64> {
        let terms = self.clocks.terms.as_ref()?;
        let mut balance = *self.clocks.balance(seat)?;
        let charge = match self.is_on() && seat == self.game.to_move() {
            true => self.charged(now, longest_gap),
            false => 0,
        };
        Some(balance.credit(terms, charge, seconds))
    }

    /// What is stored about the open turn of each seat, where that has changed: a turn was given, or the game
    /// is over.
    pub(in crate::games) fn open_turns(
        &self,
        at: Option<DateTime<Utc>>,
    ) -> impl Iterator<Item = SeatChange> {
        let mover = self.game.to_move();
        // A flag may be taken back.
        let clock = self.has_clocks() && (self.is_on() || self.clocks.fallen.is_some());
        let seats = self.all_seats().zip(&self.seats);
        seats.filter_map(move |(seat, row)| {
            let seq = (clock && seat == mover).then_some(self.clocks.given.1);
            let turn = OpenTurn {
                seq,
                returned: row.open_turn.returned,
                // A program gets no letter: its time begins at once.
                left_at: at
                    .filter(|_| row.program > 0 && seq.is_some())
                    .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)),
                ..OpenTurn::default()
            };
            (row.open_turn.seq != seq).then_some(SeatChange::OpenTurn(seat.0, turn))
        })
    }

    /// Checks that the account in an entry of the log adds up again.
    ///
    /// # Errors
    /// It does not; the message says how.
    pub(in crate::games) fn check_account(
        &self,
        row: &LoggedEvent<'_>,
        event: &Event,
    ) -> Result<()> {
        let timed = [EventKind::Turn, EventKind::Flag].contains(&event.kind());
        let Some(terms) = self.clocks.terms.as_ref().filter(|_| timed) else {
            ensure!(row.time.is_none(), "an account where there is no clock");
            return Ok(());
        };
        let text = row.time.context("no account of its time")?;
        let account: Account = serde_json::from_str(text)?;
        ensure!(account.adds_up(), "its time does not add up: {text}");
        ensure!(
            account.given == given_before(self.clocks.given.0, account.left),
            "its time begins when another turn was given: {text}"
        );
        if let Some(balance) = self.clocks.balance(self.game.to_move()) {
            let zero = balance.zero(terms);
            let (charge, flag) = (account.parts.charge, event.kind() == EventKind::Flag);
            let (grace, bank) = settled(balance, terms, charge, flag, account.planned);
            ensure!(
                (zero, grace, bank) == (account.zero, account.grace, account.bank),
                "what is left of the time is not {text}, but {bank} of {zero}"
            );
        }
        Ok(())
    }

    /// Notes when the mail came, or the command was given, about which the game is asked from now on.
    pub fn judged_at(&mut self, moment: &EventTime) {
        self.known.came = Some(moment.came);
        self.known.judged = Some((moment.at, moment.longest_gap));
    }

    /// The fall of the flag of the seat to move. Where none of the others can win, the game is drawn.
    pub fn flag(&self) -> Event {
        let seat = self.game.to_move();
        let playing = self.game.playing();
        let mut others = playing.iter().filter(|other| **other != seat);
        let drawn = playing.len() == 2 && others.all(|other| self.game.cannot_win(*other));
        Event::Flag { seat, drawn }
    }

    /// When the time of the seat to move was over, if the mail that is judged came after that. Nothing depends on
    /// whether the flag has fallen yet, which it does only when all mail was read.
    pub fn time_was_over(&self) -> Option<DateTime<Utc>> {
        let (now, longest_gap) = self.known.judged?;
        let deadline = self.deadline(now, longest_gap)?;
        let late = deadline.runs && self.known.came? > deadline.falls;
        let falls = late && !self.is_closed_before(deadline.falls);
        falls.then_some(deadline.falls)
    }

    /// Whether the last day of its event is over by a moment, so that nothing that is due then happens any more.
    pub fn is_closed_before(&self, moment: DateTime<Utc>) -> bool {
        self.known.last_day.is_some_and(|end| end <= moment)
    }

    /// When the last day of its event was over, if the mail that is judged came after that, and the game goes on.
    pub fn was_closed(&self) -> Option<DateTime<Utc>> {
        let end = self.known.last_day.filter(|_| self.is_on());
        // An outage that is not over, or not noted yet, makes it longer, too.
        let outage = self.known.judged.and_then(|(now, longest_gap)| {
            let open = self.known.open_outage(now, longest_gap)?;
            Some((open, now)).filter(|_| !self.known.last_day_fixed)
        });
        let end = end.map(|end| match outage {
            Some((from, now)) if from < end => end + (now - from),
            _ => end,
        });
        end.filter(|end| self.known.came.is_some_and(|came| came >= *end))
    }

    /// What is stored about the open turn of a seat when the mail that is being judged has its turn asked back;
    /// `None`: nothing changes.
    pub fn asked_back(&mut self, seat: Seat) -> Option<OpenTurn> {
        let came = self.known.came?;
        let due = self.clocks.given.1;
        let row = self.seats.get_mut(seat.index())?;
        if row.open_turn.seq != Some(due) || seat != self.game.to_move() {
            return None;
        }
        let (text, asked) = match row.open_turn.asked_at {
            None => (came.to_rfc3339_opts(SecondsFormat::Secs, true), Some(came)),
            Some(_) => (String::new(), None),
        };
        row.open_turn.asked_at = Some(text);
        self.known.asked = asked;
        Some(row.open_turn.clone())
    }

    /// Whether a seat may play the turn in which its flag fell: its mail came in time, and nothing was played since.
    pub fn may_play_late(&self, seat: Seat, shown: i64) -> bool {
        let came_until = |end| self.known.came.is_some_and(|came| came <= end);
        let in_time = |fallen: &Fallen| fallen.seat == seat && came_until(fallen.deadline);
        let last = self.turns.last().map_or(0, |turn| turn.state);
        self.clocks.fallen.as_ref().is_some_and(in_time) && self.flag_fell_last() && last <= shown
    }
}

/// When a turn was given whose letter left at `left`. A letter that left earlier than the event says was sent by a clock
/// that was right again.
pub(super) fn given_before(given: DateTime<Utc>, left: Option<DateTime<Utc>>) -> DateTime<Utc> {
    left.map_or(given, |left| left.min(given))
}

/// The grace that a turn or a fallen flag takes, and what is left in the bank.
fn settled(before: &Balance, terms: &Terms, charge: i64, flag: bool, planned: bool) -> (i64, i64) {
    let mut after = *before;
    let grace = match flag {
        true => run_out(&mut after, terms, charge),
        false => after.settle(terms, charge, planned).grace_used,
    };
    (grace, after.bank)
}
