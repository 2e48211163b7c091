//! What a server counts about itself, as OpenMetrics text for whoever watches it from outside.
//!
//! There is no global: one value is cloned into all threads and offices. Nothing in it names a person, an address, a game
//! or a key; labels are words of the program and the domains that the settings list.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// The media type of [`Metrics::text`] (OpenMetrics 1.0, 'Protocol Negotiation').
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The domain of all that the settings do not list.
const OTHER: &str = "other";

/// Upper ends of the buckets for times, in seconds: a turn takes a millisecond, a relay up to a minute.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0,
];

type Labels = [(&'static str, Cow<'static, str>); 1];
type Level = Gauge<f64, AtomicU64>;

/// Work whose time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Deciding about one mail.
    Judging,
    /// Making the bytes of one letter.
    Rendering,
    /// Handing one letter to the relay.
    HandingOver,
    /// Writing the decisions about some mails.
    Commit,
}

impl Work {
    const ALL: [Self; 4] = [
        Self::Judging,
        Self::Rendering,
        Self::HandingOver,
        Self::Commit,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Judging => "judging",
            Self::Rendering => "rendering",
            Self::HandingOver => "handing_over",
            Self::Commit => "commit",
        }
    }
}

/// What the whole server has at one moment, whichever process asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Club {
    /// How many wait, by queue: `mails_new`, `letters_waiting` ….
    pub queues: Vec<(&'static str, i64)>,
    /// For how many seconds the oldest one waits, by queue; none: the queue is empty.
    pub ages: Vec<(&'static str, i64)>,
    /// Games, by status.
    pub games: Vec<(&'static str, i64)>,
    /// Games with clocks, by the state of their clocks.
    pub clocks: Vec<(&'static str, i64)>,
    /// Addresses to which letters cannot be delivered, by domain.
    pub failed_addresses: Vec<(String, i64)>,
    /// Letters that were marked as spam since the server exists, by domain.
    pub complaints: Vec<(String, i64)>,
}

/// Counts into the values that all its clones share. The default counts nothing, and costs one comparison.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Option<Arc<Values>>);

#[derive(Debug)]
struct Values {
    registry: Registry,
    mails: Family<Labels, Counter>,
    verdicts: Family<Labels, Counter>,
    letters: Family<Labels, Counter>,
    store_errors: Family<Labels, Counter>,
    seconds: Family<Labels, Histogram>,
    club: Levels,
    /// Held while the values about the club are replaced or read, so that nobody reads half of them.
    replaced: Mutex<()>,
    domains: BTreeSet<String>,
}

/// The values about the club.
#[derive(Debug, Default)]
struct Levels {
    queues: Family<Labels, Level>,
    ages: Family<Labels, Level>,
    games: Family<Labels, Level>,
    clocks: Family<Labels, Level>,
    failed_addresses: Family<Labels, Level>,
    complaints: Family<Labels, Counter>,
}

impl Metrics {
    /// Counts from now on, for a process that began at `started`, in seconds since 1970. Domains that are not among
    /// `domains` are counted together.
    pub fn new(started: f64, domains: &[String]) -> Self {
        let values = Values {
            registry: Registry::default(),
            mails: Family::default(),
            verdicts: Family::default(),
            letters: Family::default(),
            store_errors: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            club: Levels::default(),
            replaced: Mutex::default(),
            domains: domains.iter().map(|name| name.to_lowercase()).collect(),
        };
        for work in Work::ALL {
            drop(values.seconds.get_or_create(&label("work", work.word())));
        }
        Self(Some(Arc::new(values.registered(started))))
    }

    fn count(&self, family: impl Fn(&Values) -> &Family<Labels, Counter>, labels: &Labels) {
        if let Some(values) = &self.0 {
            family(values).get_or_create(labels).inc();
        }
    }

    /// A mail was taken in from a source: `new`, `known`, `renamed`.
    pub fn mail(&self, result: &'static str) {
        self.count(|values| &values.mails, &label("result", result));
    }

    /// A verdict was written; its word is one of the program's.
    pub fn verdict(&self, word: &str) {
        if self.0.is_some() {
            self.count(
                |values| &values.verdicts,
                &label("verdict", word.to_owned()),
            );
        }
    }

    /// A letter was handed over, with this result: `sent`, `failed`, `deferred` ….
    pub fn letter(&self, result: &'static str) {
        self.count(|values| &values.letters, &label("result", result));
    }

    /// The store has failed in this way.
    pub fn store_error(&self, kind: &'static str) {
        self.count(|values| &values.store_errors, &label("kind", kind));
    }

    /// Work took so long.
    pub fn took(&self, work: Work, time: Duration) {
        if let Some(values) = &self.0 {
            let labels = label("work", work.word());
            let histogram = values.seconds.get_or_create(&labels);
            histogram.observe(time.as_secs_f64());
        }
    }

    /// Replaces what is known about the club; `None`: nothing is.
    pub fn show(&self, club: Option<&Club>) {
        if let Some(values) = &self.0 {
            let _replaced = values.replaced();
            values.club.clear();
            if let Some(club) = club {
                values.club.set(club, &values.domains);
            }
        }
    }

    /// All values as OpenMetrics text, which ends with `# EOF`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(values) = &self.0 {
            let _replaced = values.replaced();
            // Writing into a string does not fail.
            let _ = text::encode(&mut text, &values.registry);
        }
        text
    }
}

impl Values {
    fn replaced(&self) -> MutexGuard<'_, ()> {
        self.replaced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives every value its name.
    fn registered(mut self, started: f64) -> Self {
        let started_at = Level::default();
        started_at.set(started);
        let all = &mut self.registry;
        all.register_with_unit(
            "process_start_time",
            "When the process began, in seconds since 1970",
            Unit::Seconds,
            started_at,
        );
        let all = all.sub_registry_with_prefix("zugpost");
        let version = Info::new(label("version", env!("CARGO_PKG_VERSION")));
        all.register("build", "The program", version);
        for (name, help, family) in [
            ("mails", "Mails taken in, by what they were", &self.mails),
            (
                "verdicts",
                "Mails judged, by the word of the verdict",
                &self.verdicts,
            ),
            (
                "letters",
                "Tries to hand a letter over, by what came of them; given_up: after the last one",
                &self.letters,
            ),
            (
                "store_errors",
                "Failures of the database, by kind",
                &self.store_errors,
            ),
        ] {
            all.register(name, help, family.clone());
        }
        all.register_with_unit(
            "work",
            "How long one piece of work took",
            Unit::Seconds,
            self.seconds.clone(),
        );
        self.club.register(all);
        self
    }
}

impl Levels {
    fn register(&self, all: &mut Registry) {
        for (name, help, family) in [
            ("queue_length", "Mails and letters by queue", &self.queues),
            ("games", "Games by status", &self.games),
            (
                "clocks",
                "Games with clocks by the state of these",
                &self.clocks,
            ),
            (
                "failed_addresses",
                "Addresses to which letters cannot be delivered, by domain",
                &self.failed_addresses,
            ),
        ] {
            all.register(name, help, family.clone());
        }
        let help = "Letters that were marked as spam, by domain";
        all.register("complaints", help, self.complaints.clone());
        let help = "How long the oldest one of a queue waits";
        all.register_with_unit("queue_age", help, Unit::Seconds, self.ages.clone());
    }

    fn clear(&self) {
        for family in [
            &self.queues,
            &self.ages,
            &self.games,
            &self.clocks,
            &self.failed_addresses,
        ] {
            family.clear();
        }
        self.complaints.clear();
    }

    fn set(&self, club: &Club, domains: &BTreeSet<String>) {
        for (family, name, values) in [
            (&self.queues, "queue", &club.queues),
            (&self.ages, "queue", &club.ages),
            (&self.games, "status", &club.games),
            (&self.clocks, "state", &club.clocks),
        ] {
            for (value, number) in values {
                family
                    .get_or_create(&label(name, *value))
                    .set(*number as f64);
            }
        }
        // Each domain has a value from the start, so that a first failure is seen as a rise.
        let known = domains.iter().cloned().chain([OTHER.to_owned()]);
        for labels in known.map(|domain| label("domain", domain)) {
            drop(self.failed_addresses.get_or_create(&labels));
            drop(self.complaints.get_or_create(&labels));
        }
        let of = |domain: &str| {
            let listed = domains.get(&domain.to_lowercase());
            let domain = listed.map_or(Cow::Borrowed(OTHER), |known| Cow::Owned(known.clone()));
            label("domain", domain)
        };
        for (domain, number) in &club.failed_addresses {
            let level = self.failed_addresses.get_or_create(&of(domain));
            level.inc_by(*number as f64);
        }
        for (domain, number) in &club.complaints {
            let counter = self.complaints.get_or_create(&of(domain));
            counter.inc_by((*number).try_into().unwrap_or_default());
        }
    }
}

fn label(name: &'static str, value: impl Into<Cow<'static, str>>) -> Labels {
    [(name, value.into())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_counted_without_settings() {
        let none = Metrics::default();
        none.mail("new");
        none.took(Work::Judging, Duration::from_secs(1));
        none.show(Some(&Club::default()));
        assert_eq!(none.text(), "");
    }

    #[test]
    fn clones_count_together_and_domains_that_are_not_listed_too() {
        let metrics = Metrics::new(1.5e9, &["Example.org".to_owned()]);
        metrics.clone().letter("sent");
        metrics.letter("sent");
        metrics.store_error("busy");
        metrics.took(Work::HandingOver, Duration::from_millis(30));
        let club = Club {
            queues: vec![("mails_new", 3)],
            ages: vec![("mails_new", 61)],
            failed_addresses: [("example.org", 2), ("b.example", 1), ("c.example", 4)]
                .map(|(domain, number)| (domain.to_owned(), number))
                .to_vec(),
            complaints: vec![("Example.org".to_owned(), 3), ("b.example".to_owned(), 1)],
            ..Club::default()
        };
        for club in [None, Some(&club), Some(&club)] {
            metrics.show(club);
        }
        let text = metrics.text();
        for line in [
            "process_start_time_seconds 1500000000.0",
            "zugpost_letters_total{result=\"sent\"} 2",
            "zugpost_store_errors_total{kind=\"busy\"} 1",
            "# UNIT zugpost_work_seconds seconds",
            "# UNIT zugpost_queue_age_seconds seconds",
            "zugpost_queue_age_seconds{queue=\"mails_new\"} 61.0",
            "zugpost_work_seconds_count{work=\"handing_over\"} 1",
            "zugpost_queue_length{queue=\"mails_new\"} 3.0",
            "zugpost_failed_addresses{domain=\"example.org\"} 2.0",
            "zugpost_failed_addresses{domain=\"other\"} 5.0",
            "zugpost_complaints_total{domain=\"example.org\"} 3",
            "zugpost_complaints_total{domain=\"other\"} 1",
        ] {
            assert!(text.lines().any(|had| had == line), "{line}: {text}");
        }
        assert!(text.ends_with("\n# EOF\n"), "{text}");
        metrics.show(None);
        assert!(!metrics.text().contains("mails_new"));
    }
}
