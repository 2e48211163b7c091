//! One mail, judged in this process.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use zugpost::mail::Envelope;
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::{Delivery, Outgoing, Transport};
use zugpost::store::SqliteStore;

use super::points::{Point, Watch};
use super::{mails, world};

/// What a mail has cost.
#[derive(Serialize, Deserialize)]
pub struct Cost {
    /// Milliseconds of the processor for judging, without writing.
    pub judge_ms: f64,
    /// Milliseconds with the database, which syncs twice.
    pub all_ms: f64,
    /// Milliseconds of the letters that it causes.
    pub send_ms: f64,
    /// The largest letter.
    pub letter_kb: f64,
    /// The largest resident memory.
    pub peak_mb: f64,
    /// What was decided.
    pub verdict: String,
}

/// Notes how large letters are.
#[derive(Default)]
struct Scales(usize);

impl Transport for Scales {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        self.0 = self.0.max(letter.raw.len());
        Delivery::Sent
    }
}

/// Judges the mail of this name on a copy of the database, and prints what that costs.
pub fn judge(folder: &Path, name: &str) -> Result<()> {
    let room = tempfile::tempdir_in(folder)?;
    let file = room.path().join("copy.db");
    std::fs::copy(folder.join(world::FILE), &file)?;
    let keys = world::keys(folder)?;
    let all = mails::all();
    let mail = all
        .iter()
        .find(|mail| mail.name == name)
        .context("no such mail")?;

    let times = Arc::new(Mutex::new((cpu_time(), 0.0)));
    let watch = {
        let times = Arc::clone(&times);
        Watch::new(move |point| {
            let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(point, Point::Judged | Point::Begun) {
                times.1 = since(times.0);
                times.0 = cpu_time();
            }
        })
    };
    let mut store = watch.store(Box::new(SqliteStore::open(&file)?));
    let mut office = world::office(store.as_mut(), &world::secret(folder)?)?;
    let mut scales = Scales::default();
    let mut cost = None;
    for (number, raw) in [mails::ordinary(), (mail.make)(&keys)]
        .into_iter()
        .enumerate()
    {
        let mail = RawMessage {
            source_key: format!("mail{number}"),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            truncated: raw.len() >= zugpost::mail::MAX_MAIL,
            raw,
        };
        office.store_mails(store.as_mut(), &[mail])?;
        let begun = cpu_time();
        office.judge(store.as_mut())?;
        let all_ms = since(begun);
        let judge_ms = times.lock().unwrap_or_else(PoisonError::into_inner).1;
        scales.0 = 0;
        let begun = cpu_time();
        office.send(store.as_mut(), &mut scales)?;
        let send_ms = since(begun);
        cost = Some((judge_ms, all_ms, send_ms));
    }
    let (judge_ms, all_ms, send_ms) = cost.context("two mails were judged")?;
    let cost = Cost {
        judge_ms,
        all_ms,
        send_ms,
        letter_kb: scales.0 as f64 / 1e3,
        peak_mb: peak()?,
        verdict: verdict(&file)?,
    };
    println!("{}", serde_json::to_string(&cost)?);
    Ok(())
}

fn verdict(file: &Path) -> Result<String> {
    let (status, word): (String, Option<String>) = Connection::open(file)?.query_row(
        "SELECT status, verdict FROM inbox ORDER BY id DESC LIMIT 1",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(word.unwrap_or(status))
}

/// The largest resident memory of this process, in megabytes.
fn peak() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.split_whitespace().next());
    let kb: f64 = kb.context("no VmHWM")?.parse()?;
    ensure!(kb > 0.0, "VmHWM is 0");
    Ok(kb * 1024.0 / 1e6)
}

/// The time that the processor has spent in this process: what others do beside it does not count.
fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system's figures");
    let spent = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(spent.try_into().unwrap_or(0))
}

/// Milliseconds since then.
fn since(begun: Duration) -> f64 {
    (cpu_time() - begun).as_secs_f64() * 1e3
}
