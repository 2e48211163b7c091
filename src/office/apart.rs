//! Mails and letters in whose hands the process has ended twice: a process of its own works on them first.
//!
//! Somebody may have killed the process, or the machine has lost its power: that says nothing about a mail. So only what
//! a process of its own comes to counts: it gets the mail, a snapshot of what is stored and limits, and writes
//! nothing. If it ends by itself, the mail or letter is to blame; if not, the work is done as always.

use std::fs::File;
use std::io::{Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};
use serde::{Deserialize, Serialize};

use crate::clock::Deadline;
use crate::ids::LetterId;
use crate::mail::child::wait;
use crate::store::{self, ClaimedMail, Snapshot};

use crate::office::Office;
use crate::office::judge::caught;

/// The hidden command of the program that does such work.
pub const COMMAND: &str = "apart";
/// After so many ends of the process with a mail or a letter in hand, at least the last of them with it alone, the
/// work is tried in a process of its own.
pub(in crate::office) const UNCLEAN_ENDS: i64 = 2;
/// Work that was killed from outside so often in a row counts as work that ends the process: the system may be the one
/// who kills it, for want of memory.
const KILLED: usize = 3;
/// The pause after it was killed: what is short of memory now may not be then.
const PAUSE: Duration = Duration::from_secs(2);
/// Seconds of computing time. No mail is known that takes a tenth of one.
const CPU_SECONDS: u64 = 10;
/// Bytes of memory. No mail is known that takes a tenth of it.
const MEMORY: u64 = 1 << 30;
/// The longest time. Who waits so long without computing waits for the machine.
const LONGEST: Duration = Duration::from_secs(30);
/// The exit status of a Rust program that has panicked.
const PANICKED: i32 = 101;

/// Work that is tried apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Judging a mail during which a process has ended before.
    Mail(Box<ClaimedMail>),
    /// Rendering a letter during which a process has ended before.
    Letter(LetterId),
}

/// How a process has ended.
enum Ended {
    /// It has done its work.
    Well,
    /// By itself, or at a limit.
    Itself(String),
    /// Somebody has ended it.
    Killed(String),
}

/// Does work by this program again, with the same settings.
fn run(settings: &Path, task: &Task) -> Result<Ended> {
    let cannot = "cannot start a process of its own for a mail or letter";
    // The file of this program, even if another one has taken its place meanwhile.
    let own = Path::new("/proc/self/exe");
    let program = match own.exists() {
        true => own.to_owned(),
        false => std::env::current_exe().context(cannot)?,
    };
    let mut child = Command::new(program)
        .arg0("zugpost")
        .args([COMMAND, "--config"])
        .arg(settings)
        .stdin(input(task).context(cannot)?)
        .stdout(Stdio::null())
        // Signals from a terminal are for this process.
        .process_group(0)
        .spawn()
        .context(cannot)?;
    if let Some(status) = wait(&mut child, Deadline::after(LONGEST))? {
        return ended(status);
    }
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    child.wait()?;
    Ok(Ended::Killed("it did not end in time".to_owned()))
}

/// The work as a file without a name, from which the process reads it: a pipe would have to be filled meanwhile.
fn input(task: &Task) -> Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(&serde_json::to_vec(task)?)?;
    file.rewind()?;
    Ok(file)
}

/// What the end of the process says.
fn ended(status: ExitStatus) -> Result<Ended> {
    let own = [
        (Signal::ABORT, "it has aborted (SIGABRT)"),
        (Signal::SEGV, "it has crashed (SIGSEGV)"),
        (Signal::BUS, "it has crashed (SIGBUS)"),
        (Signal::ILL, "it has crashed (SIGILL)"),
        (Signal::FPE, "it has crashed (SIGFPE)"),
        (Signal::TRAP, "it has crashed (SIGTRAP)"),
        (Signal::SYS, "it has crashed (SIGSYS)"),
        (Signal::XCPU, "it has computed for too long (SIGXCPU)"),
    ];
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(Ended::Well),
        (Some(PANICKED), _) => Ok(Ended::Itself("it has panicked".to_owned())),
        (None, Some(signal)) => {
            let how = own.iter().find(|(known, _)| known.as_raw() == signal);
            Ok(match how {
                Some((_, how)) => Ended::Itself((*how).to_owned()),
                None => Ended::Killed(format!("it was killed (signal {signal})")),
            })
        }
        _ => bail!("a process of its own for a mail or letter could not begin: {status}"),
    }
}

/// Sets the limits of a process that works apart.
///
/// # Errors
/// They are not allowed.
pub fn limit_process() -> Result<()> {
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Cpu, CPU_SECONDS)] {
        let present = getrlimit(resource);
        let current = present.current.map_or(most, |present| present.min(most));
        let limit = Rlimit {
            current: Some(current),
            ..present
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}

impl Office {
    /// From now on, mails and letters in whose hands the process has ended twice are tried apart first, by this program
    /// with the same settings.
    pub fn try_apart(&mut self, settings: &Path) {
        self.apart = Some(settings.to_owned());
    }

    /// Why this work ends the process, if it does, after so many unclean ends with it in hand.
    ///
    /// # Errors
    /// The process that tries it cannot be started, or cannot begin.
    pub(in crate::office) fn fault(
        &self,
        ends: i64,
        task: impl FnOnce() -> Task,
    ) -> Result<Option<String>> {
        let Some(settings) = self.apart.as_ref().filter(|_| ends >= UNCLEAN_ENDS) else {
            return Ok(None);
        };
        let task = task();
        for killed in 1.. {
            match run(settings, &task)? {
                Ended::Well => break,
                Ended::Itself(how) => return Ok(Some(how)),
                Ended::Killed(how) if killed == KILLED => {
                    return Ok(Some(format!("{how}, {KILLED} times")));
                }
                Ended::Killed(_) => thread::sleep(PAUSE),
            }
        }
        let task = match task {
            Task::Mail(mail) => format!("mail i{}", mail.id),
            Task::Letter(letter) => format!("letter o{letter}"),
        };
        tracing::info!(
            "{task}: {ends} processes have ended with it in hand; it was tried apart, and is well"
        );
        Ok(None)
    }

    /// Does work as a process of its own: nothing is written.
    ///
    /// # Errors
    /// The store is in trouble.
    pub fn work_apart(&mut self, store: &dyn Snapshot, task: &Task) -> Result<()> {
        match task {
            Task::Mail(mail) => self.judge_one(store, mail).map(drop),
            Task::Letter(letter) => {
                let Some(row) = store.letter(*letter)? else {
                    return Ok(());
                };
                // What is no end of the process is found again when the letter is rendered.
                match caught(|| self.compose(store, &row)) {
                    Err(error) if store::is_trouble(&error) => Err(error),
                    _ => Ok(()),
                }
            }
        }
    }
}
