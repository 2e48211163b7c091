//! What is known about the open turn besides the events: when its letter left, leave, outages.

use anyhow::{Context, Result};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use serde::{Deserialize, Serialize};

use crate::games::consent::Topic;
use crate::ids::PlayerId;
use crate::store::{LoggedEvent, OpenTurn, Snapshot};
use crate::time::account::Span;

use super::stored::given_before;

/// When an event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTime {
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// When the mail came that has caused it; else as `at`. It is never later.
    pub came: DateTime<Utc>,
    /// A longer time without a complete reading of all mail is an outage.
    pub longest_gap: TimeDelta,
}

impl EventTime {
    /// The moment of an entry of the log.
    ///
    /// # Errors
    /// A time cannot be read.
    pub fn of(row: &LoggedEvent<'_>) -> Result<Self> {
        let at = instant(row.at)?;
        let came = row.arrived_at.map(instant).transpose()?;
        Ok(Self {
            at,
            came: came.map_or(at, |came| came.min(at)),
            longest_gap: TimeDelta::MAX,
        })
    }
}

/// What is known about the open turn of a game besides its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Known {
    /// When the letter that gives it first left.
    pub left: Option<DateTime<Utc>>,
    /// When the mail came whose turn was first asked back.
    pub asked: Option<DateTime<Utc>>,
    /// When a delivery report came last that a letter with it has come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came_back: Option<DateTime<Utc>>,
    /// When no mail was read.
    pub outages: Vec<Span>,
    /// The leave of its player.
    pub leave: Vec<Span>,
    /// The last complete reading of every source.
    pub heartbeat: Option<DateTime<Utc>>,
    /// The machine's clock is not trusted.
    pub untrusted: bool,
    /// When the mail came that is being judged.
    pub came: Option<DateTime<Utc>>,
    /// When the last day of the game's event is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_day: Option<DateTime<Utc>>,
    /// Whether outages do not make that later.
    #[serde(skip)]
    pub last_day_fixed: bool,
    /// Whether its event has begun it anew for another player.
    #[serde(skip)]
    pub renewed: bool,
    /// What its players can agree on, although it is one of an event.
    #[serde(skip)]
    pub allowed: Vec<Topic>,
    /// When it is judged, and how long a time without reading is an outage.
    pub judged: Option<(DateTime<Utc>, TimeDelta)>,
}

impl Known {
    /// Reads what is stored about a turn that was given at `given` by the event `seq`.
    ///
    /// # Errors
    /// The store cannot be read, or a time in it.
    pub fn load(
        store: &dyn Snapshot,
        (given, seq): (DateTime<Utc>, i64),
        player: PlayerId,
        open: &OpenTurn,
        on_leave: bool,
    ) -> Result<Self> {
        let span = |from: &str, to: &str| Ok(Span::new(instant(from)?, instant(to)?));
        let of_turn = open.seq == Some(seq);
        // An empty text: the wait for a `yes` is used up.
        let known = |text: &&str| of_turn && !text.is_empty();
        let stored = |text: &Option<String>| text.as_deref().filter(known).map(instant);
        let left = stored(&open.left_at).transpose()?;
        let since = given_before(given, left);
        let since = since.to_rfc3339_opts(SecondsFormat::Secs, true);
        let leave = match on_leave {
            true => store.leaves(player, &since)?,
            false => Vec::new(),
        };
        let leave = leave.iter().map(|row| span(&row.from_at, &row.to_at));
        let outages = store.outages(&since)?;
        let outages = outages.iter().map(|row| span(&row.from_at, &row.to_at));
        Ok(Self {
            left,
            asked: stored(&open.asked_at).transpose()?,
            came_back: stored(&open.came_back_at).transpose()?,
            outages: outages.collect::<Result<_>>()?,
            leave: leave.collect::<Result<_>>()?,
            heartbeat: store.heartbeat()?.as_deref().map(instant).transpose()?,
            untrusted: store.flags_rest()?,
            came: None,
            last_day: None,
            last_day_fixed: false,
            renewed: false,
            allowed: Vec::new(),
            judged: None,
        })
    }

    /// The outages up to `now`, with the one that has not ended, if there is one.
    pub fn outages_until(&self, now: DateTime<Utc>, longest_gap: TimeDelta) -> Vec<Span> {
        let mut outages = self.outages.clone();
        let open = self.open_outage(now, longest_gap);
        outages.extend(open.map(|from| Span::new(from, now)));
        outages
    }

    /// When the outage began that has not ended, if there is one.
    pub fn open_outage(&self, now: DateTime<Utc>, longest_gap: TimeDelta) -> Option<DateTime<Utc>> {
        self.heartbeat
            .filter(|heartbeat| now - *heartbeat > longest_gap)
    }
}

/// A stored time.
///
/// # Errors
/// It cannot be read.
pub fn instant(text: &str) -> Result<DateTime<Utc>> {
    let time = DateTime::parse_from_rfc3339(text).with_context(|| format!("{text:?} is no time"));
    Ok(time?.to_utc())
}
