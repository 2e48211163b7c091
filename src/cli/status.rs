//! `status`: shows numbers of games, queues with their last success and failure, and what is wrong.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;

use super::lock::{DAEMON, Holder, Lock};
use super::{Server, doctor::disk, installed, stored};
use crate::config::{Config, StoreSettings};
use crate::daemon::presence;
use crate::games::LONGEST_PAUSE;
use crate::office::send::Sending;
use crate::office::stamp;
use crate::office::umpire::unknown_rules;
use crate::status::GameStatus;
use crate::store::{ClockCounts, Counts, HostRow, Queue, QueueRow, Snapshot};
use crate::text::counted;

/// A source that was not read for so long is named.
const UNREAD: TimeDelta = TimeDelta::minutes(15);
/// At most so many domains are in a line.
const DOMAINS: usize = 5;

#[derive(serde::Serialize)]
struct Status {
    #[serde(flatten)]
    counts: Counts,
    /// The process that works on the database at present.
    at_work: Option<Holder>,
    /// Where mail is handed over by LMTP.
    #[serde(skip)]
    lmtp: Option<String>,
    /// When mail was last fetched.
    last_poll: Option<String>,
    /// The newest failure that is not mended, with its time.
    last_error: Option<String>,
    /// The last success and the last failure of each queue.
    queues: Vec<QueueRow>,
    /// What is wrong at this moment with the database and the disk.
    troubles: Vec<String>,
    /// How many games have clocks, and the state of these.
    timed_games: ClockCounts,
    /// The next flag that may fall: the game, and when.
    next_deadline: Option<(i64, String)>,
    /// Since when, and why, the clock is not trusted: that of this machine, or of a database that hosts share.
    clock_stopped: Option<(String, String)>,
    /// The hosts that work on the database, if it is one that hosts share.
    hosts: Vec<HostStatus>,
    /// The sources of these hosts that were not read for long, and until when they were.
    unread: Vec<(String, String)>,
    /// Versions of rules that this program does not know: variant, version, number of games.
    unknown_rules: Vec<(String, u32, i64)>,
    /// What is spent of the limits of `[outbox]` today.
    sending: Vec<Sending>,
    /// How many addresses there are to which letters cannot be delivered, by domain; the most first.
    failed_domains: Vec<(String, i64)>,
    /// How many letters were marked as spam, by the domain of their readers; the most first.
    complaints: Vec<(String, i64)>,
    /// Faults that keep sections of files of variants out: each names the file, the line and the section.
    variants_off: Vec<String>,
}

/// A host that works on the database with others.
#[derive(serde::Serialize)]
struct HostStatus {
    #[serde(flatten)]
    host: HostRow,
    /// The sources that it alone reads.
    reads: Vec<String>,
    /// Whether it has a secret that was prepared and is not used yet.
    has_prepared_secret: bool,
    /// Whether it has neither ended nor given a sign of life within its lease.
    is_silent: bool,
}

impl HostStatus {
    fn line(&self) -> String {
        let HostRow {
            name,
            version,
            process,
            since,
            alive_at,
            differs,
            ..
        } = &self.host;
        let state = match alive_at.as_str() {
            "" => "has ended".to_owned(),
            at if self.is_silent => {
                format!("process {process}, GIVES NO SIGN OF LIFE since {at}")
            }
            at => format!("process {process} since {since}, last sign of life {at}"),
        };
        let reads = match self.reads.is_empty() {
            true => String::new(),
            false => format!(", reads {}", self.reads.join(", ")),
        };
        let secret = match self.has_prepared_secret {
            true => ", has the prepared secret",
            false => "",
        };
        let differs: Vec<&str> = differs
            .split(", ")
            .filter(|part| !part.is_empty())
            .collect();
        let why = |part: &&str| match *part {
            presence::SECRET => "its file lacks the newest secret".to_owned(),
            presence::PROGRAM => "its program lacks what the others use".to_owned(),
            presence::TAKEN => {
                "another host works as the same one, by its file zugpost.host or its name"
                    .to_owned()
            }
            part => format!("its settings differ from the club's in {part}"),
        };
        let differs = match differs.is_empty() {
            true => String::new(),
            false => {
                let why: Vec<String> = differs.iter().map(why).collect();
                format!(", DOES NOT WORK: {}", why.join("; "))
            }
        };
        format!("host     {name}: zugpost {version}, {state}{reads}{secret}{differs}")
    }
}

/// # Errors
/// The database cannot be read.
pub fn run(server: &mut Server, json: bool) -> Result<()> {
    let at_work = Lock::holder(&server.config.server.data);
    let troubles = troubles(&server.config);
    let config = &server.config.clone();
    let lmtp = config.inbox.lmtp();
    let lmtp = lmtp.map(|lmtp| lmtp.listen.to_string());
    let status = server.look(|office, store| {
        let queues = store.queues()?;
        let statuses = [GameStatus::Playing, GameStatus::Frozen];
        Ok(Status {
            counts: store.counts()?,
            at_work,
            lmtp,
            last_poll: last_poll(&queues),
            last_error: last_error(&queues).or_else(|| troubles.first().cloned()),
            queues,
            troubles,
            timed_games: store.clock_counts(&office.stamp(), LONGEST_PAUSE.num_seconds())?,
            next_deadline: office.next_deadline(store)?,
            clock_stopped: store.clock_stopped()?,
            hosts: hosts(store, &silent(config, office.now()))?,
            unread: unread(store, config, office.now())?,
            sending: office.sent_today(store)?,
            failed_domains: store.failed_domains()?,
            complaints: store.complaints()?,
            unknown_rules: unknown_rules(&store.rules_versions(&statuses)?),
            variants_off: {
                let off = office.games_off().iter().map(installed::told);
                let files = office.settings().variants.now();
                let troubles = installed::troubles(&files).into_iter();
                troubles.chain(off).collect()
            },
        })
    })?;
    super::print(json, &status, &status.lines())
}

/// A host whose last sign of life is earlier is silent.
pub(super) fn silent(config: &Config, now: DateTime<Utc>) -> String {
    stamp(match &config.store {
        StoreSettings::Sqlite {} => now,
        StoreSettings::Postgres(shared) => now - TimeDelta::seconds(shared.lease.into()),
    })
}

/// The sources of hosts that share the database that were not read for long: clocks wait for their mail.
pub(super) fn unread(
    store: &dyn Snapshot,
    config: &Config,
    now: DateTime<Utc>,
) -> Result<Vec<(String, String)>> {
    if config.store == (StoreSettings::Sqlite {}) {
        return Ok(Vec::new());
    }
    let (mut sources, before) = (store.sources()?, stamp(now - UNREAD));
    sources.retain(|(_, complete_at)| *complete_at < before);
    Ok(sources)
}

/// The hosts that work on the database, with what they alone read.
fn hosts(store: &dyn Snapshot, silent: &str) -> Result<Vec<HostStatus>> {
    let leases = store.leases()?;
    let check = store.secret_check()?.unwrap_or_default();
    let check = HEXLOWER.encode(&check);
    let all = store.hosts()?.into_iter().map(|host| HostStatus {
        reads: {
            let own = leases.iter().filter(|lease| lease.holder == host.id);
            let sources = own.filter_map(|lease| lease.name.strip_prefix("source:"));
            sources.map(str::to_owned).collect()
        },
        is_silent: host.is_silent(silent),
        has_prepared_secret: *host.alive_at >= *silent
            && host.differs != presence::SECRET
            && host.secret != check,
        host,
    });
    Ok(all.collect())
}

/// What is wrong with the database and the disk at this moment: queues cannot note it there.
fn troubles(config: &Config) -> Vec<String> {
    let opened = stored::open(config);
    let written = opened.and_then(|mut store| Ok(store.try_write()?));
    let database = written.err().map(|error| {
        let why = error.to_string();
        let why = why
            .strip_prefix("the database cannot be used: ")
            .unwrap_or(&why);
        format!("the database cannot be written: {why}")
    });
    let disk = disk::scarce(&config.server.data);
    database.into_iter().chain(disk).collect()
}

fn last_poll(queues: &[QueueRow]) -> Option<String> {
    let fetch = queues.iter().find(|row| row.queue == Queue::Fetch)?;
    fetch.last_success.clone()
}

fn last_error(queues: &[QueueRow]) -> Option<String> {
    let failing = queues.iter().filter(|row| row.fails());
    let newest = failing.max_by(|a, b| a.last_failure.cmp(&b.last_failure))?;
    let why = newest.failure.as_deref().unwrap_or_default();
    let at = newest.last_failure.as_deref().unwrap_or_default();
    Some(format!("{at} {why}"))
}

impl Status {
    fn lines(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut lines = vec![
            match &self.at_work {
                None => "running  nobody is at work".to_owned(),
                Some(holder) if holder.role.is_empty() => "running  another process".to_owned(),
                Some(holder) => format!("running  {}, process {}", holder.role, holder.process),
            },
            format!(
                "games    {} playing, {} finished, {} called off, {} frozen",
                counts.playing, counts.finished, counts.aborted, counts.frozen
            ),
            format!(
                "mails    {} to read, {} quarantined",
                counts.new_mails, counts.quarantined_mails
            ),
            letters(counts),
        ];
        if let Some(listen) = &self.lmtp {
            let daemon = self.at_work.as_ref();
            let rests = match daemon.is_some_and(|holder| holder.role == DAEMON) {
                true => "",
                false => "; mail waits at the mail host until `zugpost run` takes it",
            };
            lines.push(format!("inbox    LMTP at {listen}{rests}"));
        }
        if counts.kept_reports > 0 {
            lines.push(format!(
                "reports  {} kept for the umpire, since the settings name none: `zugpost mail queue` lists \
                 them, `zugpost mail show oN` shows one",
                counts.kept_reports
            ));
        }
        if counts.failed_addresses > 0 {
            lines.push(format!(
                "address  {} to which letters cannot be delivered ({}): see `zugpost player list`",
                counts.failed_addresses,
                domains(&self.failed_domains)
            ));
        }
        if !self.complaints.is_empty() {
            let all: i64 = self.complaints.iter().map(|(_, count)| count).sum();
            let marked = counted(all, "letter was", "letters were");
            let domains = domains(&self.complaints);
            lines.push(format!("spam     {marked} marked as spam ({domains})"));
        }
        lines.extend(self.sending.iter().map(limit));
        for queue in Queue::ALL {
            let name = match queue {
                Queue::Fetch => "fetching",
                Queue::Judge => "judging",
                Queue::Send => "sending",
            };
            let row = self.queues.iter().find(|row| row.queue == *queue);
            lines.push(format!("{name:8} {}", row.map_or("never".to_owned(), how)));
        }
        lines.extend(self.hosts.iter().map(HostStatus::line));
        lines.extend(self.unread.iter().map(|(source, at)| {
            format!(
                "source   {source} was not read since {at}: flags wait for its mail; if it is gone for good, \
                 `zugpost source retire` forgets it"
            )
        }));
        lines.extend(self.troubles.iter().map(|why| format!("error    {why}")));
        if self.troubles.is_empty() {
            let error = self.last_error.as_deref().unwrap_or("none");
            lines.push(format!("error    {error}"));
        }
        let timed = &self.timed_games;
        if timed.clocks > 0 {
            lines.push(format!(
                "clocks   {} games, {} in grace, {} paused",
                timed.clocks, timed.grace, timed.paused
            ));
        }
        if let Some((game, at)) = &self.next_deadline {
            lines.push(format!("deadline the next one is at {at}, in game #{game}"));
        }
        if let Some((since, why)) = &self.clock_stopped {
            lines.push(format!(
                "clock    not trusted since {since}: {why}; `zugpost clock accept` if it is right now"
            ));
        }
        let off = self
            .variants_off
            .iter()
            .map(|fault| format!("variants {fault}"));
        lines.extend(off);
        for (variant, version, games) in &self.unknown_rules {
            lines.push(format!(
                "rules    version {version} of {variant} is not known to this program: {games} \
                 frozen; run the program that began them"
            ));
        }
        lines
    }
}

/// The first domains of a list, with their numbers.
fn domains(all: &[(String, i64)]) -> String {
    let shown = all.iter().take(DOMAINS);
    let shown = shown.map(|(domain, count)| format!("{domain} {count}"));
    let more = (all.len() > DOMAINS).then(|| "…".to_owned());
    Vec::from_iter(shown.chain(more)).join(", ")
}

/// How far a limit is used.
fn limit(limit: &Sending) -> String {
    let waits = match limit.sent >= limit.most {
        true => format!("; others wait until {}", limit.until),
        false => String::new(),
    };
    format!(
        "limit    {} of {} letters {} were sent{waits}",
        limit.sent, limit.most, limit.what
    )
}

fn letters(counts: &Counts) -> String {
    let deferred = match counts.deferred_letters {
        0 => String::new(),
        deferred => format!(", {deferred} of them deferred"),
    };
    format!(
        "letters  {} waiting{deferred}, {} given up, {} quarantined",
        counts.waiting_letters, counts.failed_letters, counts.quarantined_letters
    )
}

/// How a queue does.
fn how(row: &QueueRow) -> String {
    let success = match &row.last_success {
        Some(at) => format!("worked at {at}"),
        None => "never worked".to_owned(),
    };
    match (&row.last_failure, &row.failure) {
        (Some(at), Some(why)) if row.fails() => format!("FAILED at {at}: {why} ({success})"),
        (Some(at), _) => format!("{success}; failed at {at}, mended since"),
        (None, _) => success,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(queue: Queue, success: &str, failure: &str) -> QueueRow {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        QueueRow {
            queue,
            last_success: some(success),
            last_failure: some(failure),
            failure: some(failure).map(|_| "nobody answers".to_owned()),
        }
    }

    #[test]
    fn a_mended_failure_has_a_date_and_is_no_error() {
        let (early, late) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
        let mended = row(Queue::Send, late, early);
        assert_eq!(
            how(&mended),
            format!("worked at {late}; failed at {early}, mended since")
        );
        let fails = row(Queue::Fetch, early, late);
        assert_eq!(
            how(&fails),
            format!("FAILED at {late}: nobody answers (worked at {early})")
        );
        assert_eq!(how(&row(Queue::Judge, "", "")), "never worked");
        assert_eq!(last_error(std::slice::from_ref(&mended)), None);
        let error = last_error(&[mended, fails]);
        assert_eq!(
            error.as_deref(),
            Some("2026-01-02T00:00:00Z nobody answers")
        );
    }

    #[test]
    fn letters_that_are_deferred_are_said_to_be() {
        let mut counts = Counts {
            waiting_letters: 1,
            ..Counts::default()
        };
        assert_eq!(
            letters(&counts),
            "letters  1 waiting, 0 given up, 0 quarantined"
        );
        counts.deferred_letters = 1;
        assert!(letters(&counts).contains("1 waiting, 1 of them deferred,"));
    }
}
