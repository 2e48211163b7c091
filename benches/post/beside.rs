//! Judging while another thread renders letters and hands them over.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use zugpost::mail::source::MaildirSource;
use zugpost::mail::transport::Delivery;
use zugpost::office::send::Lane;
use zugpost::store::SqliteStore;

use super::game::{self, SampleGame};
use super::transport::MemoryTransport;
use super::world::World;
use super::{SMALL, mails, median, micros};

/// Letters that are wanted a second beside judging.
const WANTED: u32 = 200;

/// One round.
struct Beside {
    /// From the first look into the Maildir until all letters are in the outbox.
    judging: Duration,
    /// Letters that have left in this time.
    meanwhile: usize,
    /// Until the other letters have left.
    rest: Duration,
    /// How many they are.
    late: usize,
}

/// Judges the mails that wait, with a thread beside it that sends letters.
fn round(world: &World, game: &SampleGame) -> Result<Beside> {
    let waiting = mails::waiting(game, world, SMALL)?;
    world.deliver(waiting.mails.iter().map(|(_, mail)| mail.as_str()))?;
    let mut source = MaildirSource::new(&world.inbox(), "Processed");
    let mut store = SqliteStore::open(&world.database)?;
    let mut office = game::office(&mut store, &world.secret)?;
    let (sent, judged) = (AtomicUsize::new(0), AtomicBool::new(false));
    let begun = Instant::now();
    let beside = thread::scope(|scope| {
        let deliverer = scope.spawn(|| deliver(world, &sent, &judged));
        let done = office
            .take_in(&mut store, &mut source)
            .and_then(|_| office.judge(&mut store));
        let (judging, meanwhile) = (begun.elapsed(), sent.load(Ordering::SeqCst));
        judged.store(true, Ordering::SeqCst);
        let ended = deliverer.join().map_err(|_| anyhow!("the deliverer"))?;
        let (done, ended) = (done?, ended?);
        ensure!(done.handled == waiting.mails.len(), "{done:?}");
        Ok(Beside {
            judging,
            meanwhile,
            rest: (ended - begun).saturating_sub(judging),
            late: sent.load(Ordering::SeqCst) - meanwhile,
        })
    })?;
    let letters = beside.meanwhile + beside.late;
    ensure!(letters == 2 * waiting.mails.len(), "{letters} letters");
    Ok(beside)
}

/// Sends letters until everything is judged and none is left; returns when the last one has left.
fn deliver(world: &World, sent: &AtomicUsize, judged: &AtomicBool) -> Result<Instant> {
    let mut store = SqliteStore::open(&world.database)?;
    let mut office = game::office(&mut store, &world.secret)?;
    office.work_as("deliverer");
    let mut transport = MemoryTransport::new(Delivery::Sent);
    loop {
        let all = judged.load(Ordering::SeqCst);
        let handed = office.send_some(
            &mut store,
            &mut transport,
            Lane::Normal,
            usize::MAX,
            &|| false,
        )?;
        match handed {
            Some(handed) => {
                sent.fetch_add(handed.work.sent, Ordering::SeqCst);
            }
            None if all => return Ok(Instant::now()),
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Prints the medians of some rounds.
pub fn print(room: &Path, game: &SampleGame, small: &World, rounds: usize) -> Result<()> {
    let mut done = Vec::new();
    for number in 0..rounds {
        let folder = room.join(format!("beside{number}"));
        done.push(round(&small.copy(&folder)?, game)?);
        std::fs::remove_dir_all(&folder)?;
    }
    let of = |value: fn(&Beside) -> f64| median(done.iter().map(value));
    let mails = (2 * SMALL) as f64;
    println!(
        "\njudging, and letters rendered and handed over beside it; medians of {rounds} rounds\n\
         {:<34}{:>9.0} µs per mail\n\
         {:<34}{:>9.0} letters/s (wanted: at least {WANTED})\n\
         {:<34}{:>9.0} letters/s",
        "judging",
        of(|one| micros(one.judging)) / mails,
        "letters meanwhile",
        of(|one| one.meanwhile as f64 / one.judging.as_secs_f64()),
        "letters after it, alone",
        of(|one| one.late as f64 / one.rest.as_secs_f64()),
    );
    Ok(())
}
