//! The daemon as a process.

use std::fs::{self, File};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::place::Place;

/// How long anything may take before a test fails, unless the test is about time.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// `zugpost run`, killed at the end of the test if it still runs.
pub struct Running {
    child: Child,
    log: String,
}

impl Running {
    /// Starts it and waits until it works.
    pub fn start(place: &Place) -> Self {
        let mut running = Self::spawn(place, place.command(&["run"]));
        running.until("at work", |running| {
            running.log().contains("answers mail to")
        });
        running
    }

    /// Starts a command whose standard error is the log.
    pub fn spawn(place: &Place, mut command: Command) -> Self {
        let log = place.path("log");
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .expect("a log");
        let child = command.stderr(file).spawn().expect("it starts");
        Self { child, log }
    }

    /// The log since the first start in this folder.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("a log")
    }

    /// Waits until something is so, and returns after how long it was.
    pub fn until(&mut self, what: &str, so: impl FnMut(&mut Self) -> bool) -> Duration {
        self.until_within(PATIENCE, what, so)
    }

    /// Waits until something is so that takes longer than most.
    pub fn until_within(
        &mut self,
        patience: Duration,
        what: &str,
        mut so: impl FnMut(&mut Self) -> bool,
    ) -> Duration {
        let begun = Instant::now();
        while !so(self) {
            let ended = self.child.try_wait().expect("a child");
            assert!(ended.is_none(), "{what}: it ended: {}", self.log());
            assert!(begun.elapsed() < patience, "never {what}: {}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
        begun.elapsed()
    }

    /// Waits until there are this many letters in all mailboxes of players.
    pub fn letters(&mut self, place: &Place, count: usize) -> Duration {
        self.until(&format!("{count} letters"), |_| {
            place.letters().len() >= count
        })
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The same for system calls.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Sends a signal: `TERM`, `KILL`.
    pub fn signal(&self, name: &str) {
        signal(self.pid(), name);
    }

    /// Its exit status, if it has ended.
    #[allow(dead_code, reason = "some programs wait for the end")]
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child")
    }

    /// Waits for its end; returns the exit status and how long that took.
    pub fn end(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "it never ends: {}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Sends a signal to a process: `TERM`, `HUP`, `KILL`, `STOP`, `CONT`.
pub fn signal(process: Pid, name: &str) {
    let signal = match name {
        "TERM" => Signal::TERM,
        "HUP" => Signal::HUP,
        "KILL" => Signal::KILL,
        "STOP" => Signal::STOP,
        "CONT" => Signal::CONT,
        _ => panic!("no test sends {name}"),
    };
    kill_process(process, signal).expect("sent");
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
