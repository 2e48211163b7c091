//! The clocks of a game: what every seat has left, and how long the open turn has taken. They follow the events:
//! the account of a turn is made once, and is kept in its event.

mod account;
mod known;
mod rollback;
mod stored;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::rules::Seat;
use crate::time::{Balance, Control, Terms, account::Span};

use super::event::{CreditReason, Event, EventKind, ReopenReason};

use rollback::Stand;

pub use account::{Account, Settling};
pub use known::{EventTime, Known, instant};
pub use stored::Deadline;

/// A pause by consent ends after so long.
pub const LONGEST_PAUSE: TimeDelta = TimeDelta::days(60);
/// A player who wants to go on says so this long before.
pub const NOTICE: TimeDelta = TimeDelta::days(1);

/// The clocks of a game.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// The terms; `None`: there are no clocks.
    pub terms: Option<Terms>,
    /// Terms that hold from the next turn on.
    pub next_terms: Option<Option<Terms>>,
    /// By seat; empty without terms.
    balances: Vec<Balance>,
    /// For each turn that stands and was played since the game has clocks.
    turns: Vec<TurnTime>,
    /// How many turns were played before these.
    skipped: usize,
    /// When the open turn was given, and by which event.
    pub given: (DateTime<Utc>, i64),
    pauses: Vec<Pause>,
    /// The flag that has fallen, if it is not taken back.
    pub fallen: Option<Fallen>,
    /// Seconds that `addtime` has given each seat.
    pub(super) added: Vec<i64>,
    /// Whether the players know that the grace of the open turn runs.
    pub grace_told: bool,
}

/// The time of a turn that stands.
#[derive(Clone, Debug)]
struct TurnTime {
    seat: Seat,
    /// What was left in the bank when it was played.
    had: i64,
    /// What it has brought.
    gained: i64,
    /// The clocks when it was to be played.
    before: Box<Stand>,
}

/// A time in which the clocks stand still because somebody wants that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The instant from which the clocks stand still.
    pub from: DateTime<Utc>,
    /// To here; `None`: until the umpire ends it.
    pub to: Option<DateTime<Utc>>,
    /// Whether the umpire has ordered it.
    pub umpire: bool,
    /// Whether its end was announced by a player.
    pub resumed: bool,
}

/// A flag that has fallen, and what there was before.
#[derive(Clone, Debug)]
pub struct Fallen {
    /// The seat whose time is over.
    pub seat: Seat,
    /// The instant at which the time was over.
    pub deadline: DateTime<Utc>,
    /// When the letter that gave the turn left.
    pub left: Option<DateTime<Utc>>,
    before: Balance,
    given: (DateTime<Utc>, i64),
}

/// What a game is like after an event, as far as clocks depend on it.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// Position of the event in the log.
    pub seq: i64,
    /// How many turns stand.
    pub turns: usize,
    /// The seat to move.
    pub to_move: Seat,
    /// The seat to move before it.
    pub moved: Seat,
}

impl Clocks {
    /// The clocks of a new game.
    pub fn new(terms: Option<Terms>, seats: usize, begun: DateTime<Utc>) -> Self {
        let balances = balances(terms.as_ref(), seats);
        Self {
            terms,
            next_terms: None,
            balances,
            turns: Vec::new(),
            skipped: 0,
            given: (begun, 0),
            pauses: Vec::new(),
            fallen: None,
            added: vec![0; seats],
            grace_told: false,
        }
    }

    /// What a seat has left; `None`: there are no clocks.
    pub fn balance(&self, seat: Seat) -> Option<&Balance> {
        self.balances.get(seat.index())
    }

    /// The pause at a moment; of several, the one that lasts longest.
    pub fn paused(&self, at: DateTime<Utc>) -> Option<&Pause> {
        let stands = |pause: &&Pause| pause.from <= at && pause.to.is_none_or(|to| at < to);
        let pauses = self.pauses.iter().filter(stands);
        pauses.max_by_key(|pause| pause.to.unwrap_or(DateTime::<Utc>::MAX_UTC))
    }

    /// The pauses as spans; one without an end lasts for ever.
    pub fn pauses(&self) -> Vec<Span> {
        let end = |pause: &Pause| pause.to.unwrap_or(DateTime::<Utc>::MAX_UTC);
        let spans = self
            .pauses
            .iter()
            .map(|pause| Span::new(pause.from, end(pause)));
        spans.collect()
    }

    /// The pauses of which nobody has said that they shall end, as of a moment; `None`: it is not known.
    pub fn lasting_pauses(&self, at: Option<DateTime<Utc>>) -> impl Iterator<Item = &Pause> {
        let lasts = move |pause: &&Pause| {
            let over = |to: DateTime<Utc>| at.is_some_and(|at| to <= at);
            !pause.resumed && !pause.to.is_some_and(over)
        };
        self.pauses.iter().filter(lasts)
    }

    /// Whether time that is left after a turn is kept, so that what an earlier turn was charged is missed.
    pub fn saves_up(&self) -> bool {
        let control = self.terms.as_ref().map(|terms| terms.control);
        !matches!(control, None | Some(Control::PerMove { .. }))
    }

    /// Follows an event, which `account` belongs to if it is a turn or a flag.
    ///
    /// # Errors
    /// The terms of an event cannot be read.
    pub fn follow(
        &mut self,
        event: &Event,
        moment: &EventTime,
        account: Option<&Account>,
        after: After,
    ) -> Result<()> {
        match event {
            Event::Turn { seat, .. } => self.play(*seat, account, after),
            Event::Flag { seat, .. } => self.fall(*seat, account, moment),
            Event::Reopen { seat, why } => self.reopen(*seat, *why, moment, after),
            Event::Undo { .. } | Event::TakeBack(_) => self.take_back(after),
            Event::Rollback { .. } => self.roll_back(after),
            Event::Grace(_) => self.grace_told = true,
            Event::Credit { seat, seconds, why } => {
                self.credit(*seat, *seconds, *why);
                self.grace_told = false;
            }
            Event::Pause { by, .. } => self.pauses.push(Pause {
                from: moment.came,
                to: by.map(|_| moment.came + LONGEST_PAUSE),
                umpire: by.is_none(),
                resumed: false,
            }),
            Event::Resume { by } => self.resume(by.is_some(), moment),
            Event::Terms(text) => {
                let terms = Terms::read(text).map_err(|why| anyhow::anyhow!("{text:?}: {why:?}"));
                self.next_terms = Some(terms.context("terms of time")?);
            }
            _ => {}
        }
        let kind = event.kind();
        let back = kind.takes_back() && kind != EventKind::Reopen;
        if kind == EventKind::Turn || back || after.to_move != after.moved {
            self.given = (moment.at, after.seq);
            self.grace_told = false;
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, account: Option<&Account>, after: After) {
        if self.turns.is_empty() {
            self.skipped = after.turns.saturating_sub(1);
        }
        let seats = self.added.len();
        let charge = account.map_or(0, |account| account.parts.charge);
        let mut turn = TurnTime {
            seat,
            had: 0,
            gained: 0,
            before: Box::new(self.stand()),
        };
        if let (Some(terms), Some(balance)) = (&self.terms, self.balances.get_mut(seat.index())) {
            let planned = account.is_some_and(|account| account.planned);
            let before = balance.bank;
            let settled = balance.settle(terms, charge, planned);
            turn.had = before - settled.taken;
            turn.gained = settled.gained;
        }
        // A turn without a clock gives back nothing when it is undone.
        self.turns.push(turn);
        self.fallen = None;
        if let Some(next) = self.next_terms.take() {
            match (&self.terms, &next) {
                (Some(old), Some(new)) => {
                    for balance in &mut self.balances {
                        balance.change(old, new);
                    }
                }
                (_, new) => self.balances = balances(new.as_ref(), seats),
            }
            self.terms = next;
        }
    }

    fn fall(&mut self, seat: Seat, account: Option<&Account>, moment: &EventTime) {
        let (Some(terms), Some(balance)) = (&self.terms, self.balances.get_mut(seat.index()))
        else {
            return;
        };
        self.fallen = Some(Fallen {
            seat,
            deadline: account.map_or(moment.at, |account| account.came),
            left: account.and_then(|account| account.left),
            before: *balance,
            given: self.given,
        });
        let charge = account.map_or(0, |account| account.parts.charge);
        run_out(balance, terms, charge);
    }

    fn reopen(&mut self, seat: Seat, why: ReopenReason, moment: &EventTime, after: After) {
        let Some(fallen) = self.fallen.take() else {
            return;
        };
        match why {
            ReopenReason::InTime => {
                if let Some(balance) = self.balances.get_mut(seat.index()) {
                    *balance = fallen.before;
                }
                self.given = fallen.given;
            }
            // What there was is used up: the event that gives more follows.
            ReopenReason::Forgiven => self.given = (moment.at, after.seq),
        }
    }

    /// Charges of turns that are taken back stay; what these turns have given goes.
    fn take_back(&mut self, after: After) {
        let removed = self.turns.split_off(after.turns.min(self.turns.len()));
        let Some(terms) = &self.terms else { return };
        for turn in removed.iter().rev() {
            if let Some(balance) = self.balances.get_mut(turn.seat.index()) {
                balance.unplay(terms, turn.gained);
            }
        }
        let mut again = removed.iter().filter(|turn| turn.seat == after.to_move);
        let fallen = self.fallen.take();
        let had = match (again.next(), &fallen) {
            (Some(turn), _) => turn.had,
            // The flag fell in the turn that is open again.
            (None, Some(fallen)) if fallen.seat == after.to_move => 0,
            _ => return,
        };
        if let Some(balance) = self.balances.get_mut(after.to_move.index()) {
            balance.take_back(terms, had);
        }
    }

    /// The event says how much was really given, so that it is not above the `max` of the terms.
    fn credit(&mut self, seat: Seat, seconds: i64, why: CreditReason) {
        if let Some(balance) = self.balances.get_mut(seat.index()) {
            balance.bank = balance.bank.saturating_add(seconds.max(0));
            balance.credited = balance.credited.saturating_add(seconds.max(0));
        }
        if why == CreditReason::AddTime
            && let Some(added) = self.added.get_mut(seat.index())
        {
            *added += seconds;
        }
    }

    /// The umpire ends every pause at once, a player one of the players after the notice.
    fn resume(&mut self, by_player: bool, moment: &EventTime) {
        let end = match by_player {
            true => moment.came + NOTICE,
            false => moment.came,
        };
        for pause in &mut self.pauses {
            let over = pause.to.is_some_and(|to| to <= moment.came);
            if over || by_player && pause.umpire {
                continue;
            }
            pause.to = Some(pause.to.map_or(end, |to| to.min(end)));
            pause.resumed = true;
        }
    }
}

/// Takes off what a seat had left when its flag fell; returns how much grace was used.
pub(super) fn run_out(balance: &mut Balance, terms: &Terms, charge: i64) -> i64 {
    let grace_used = (charge - balance.zero(terms)).clamp(0, balance.grace);
    balance.bank = (balance.bank - (charge - grace_used)).max(0);
    balance.grace -= grace_used;
    balance.credited = 0;
    grace_used
}

fn balances(terms: Option<&Terms>, seats: usize) -> Vec<Balance> {
    terms.map_or_else(Vec::new, |terms| vec![Balance::new(terms); seats])
}
