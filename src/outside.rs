//! Runs programs of others: without network, with limits, and ended with all that they have started.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::clock::Deadline;

/// At most so many bytes of what a program says are read,
const MOST: usize = 64 << 10;
/// and so many of a line.
const LONGEST_LINE: usize = 4 << 10;
/// How often a program that is waited for may be stopped.
const TICK: Duration = Duration::from_millis(100);

/// Ways to take the network from a program, the best first: with the first it can write nowhere but in its own folder,
/// with the first two the kernel ends what it has started.
const WAYS: &[&[&str]] = &[
    &[
        "bwrap",
        "--unshare-user",
        "--unshare-net",
        "--unshare-pid",
        "--unshare-ipc",
        "--die-with-parent",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--bind",
        FOLDER,
        FOLDER,
        "--",
    ],
    &[
        "unshare",
        "--user",
        "--map-current-user",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "--",
    ],
    &["unshare", "--user", "--map-current-user", "--net", "--"],
    // Where nobody may make user namespaces, as in a chroot, root may make the others. A program that is root could leave
    // them, so that this is the last.
    &["unshare", "--net", "--pid", "--fork", "--kill-child", "--"],
];
/// By this the kernel ends a program when the thread ends that has started it. Without it a program could go on when we are
/// killed.
const BOUND: &[&str] = &["setpriv", "--pdeathsig", "KILL", "--"];
/// Stands for the folder of the program.
const FOLDER: &str = "{folder}";

/// What a program is run by, so that it has no network; `None`: nothing of this works on this machine.
fn way() -> Option<&'static [&'static str]> {
    static FOUND: OnceLock<Option<&'static [&'static str]>> = OnceLock::new();
    let find = || WAYS.iter().copied().find(|words| works(words));
    *FOUND.get_or_init(find)
}

/// [`BOUND`], where it works.
fn bound() -> &'static [&'static str] {
    static FOUND: OnceLock<&'static [&'static str]> = OnceLock::new();
    FOUND.get_or_init(|| if works(BOUND) { BOUND } else { &[] })
}

/// Whether programs are run without network.
pub fn is_confined() -> bool {
    way().is_some()
}

fn works(words: &[&str]) -> bool {
    let words = words.iter().map(|word| word.replace(FOLDER, "/tmp"));
    let words: Vec<String> = words.collect();
    let mut command = Command::new(&words[0]);
    let command = command.args(&words[1..]).arg("true");
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let done = quiet.stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

/// The environment of a program has a mark by this name, and what it starts inherits it.
const MARK: &str = "ZUGPOST_RUN";
/// How many programs were run.
static RUNS: AtomicU64 = AtomicU64::new(0);
/// So often at most processes with a mark are looked for: a process may start others while it is being ended.
const ROUNDS: usize = 20;

/// A program that runs. When this is dropped, it ends, and so does what it has started.
pub struct Running {
    /// The program, or what runs it.
    pub child: Child,
    mark: String,
}

impl Running {
    /// Whether the program itself has ended; what it has started may go on.
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
        // What has left the group, where the kernel does not end it with the program.
        for _ in 0..ROUNDS {
            let left = marked(&self.mark);
            if left.is_empty() {
                break;
            }
            for process in left {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

/// The processes that have this in their environment; none where there is no `/proc`.
fn marked(mark: &str) -> Vec<Pid> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = all.filter_map(|entry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let environment = fs::read(entry.path().join("environ")).ok()?;
        let mut values = environment.split(|byte| *byte == 0);
        values.find(|value| *value == mark.as_bytes())?;
        Pid::from_raw(number)
    });
    found.collect()
}

/// Runs a program in its folder, with limits in the words of `prlimit`. If it `talks`, there are pipes to it and from it.
///
/// # Errors
/// It cannot be run.
pub fn run(words: &[String], folder: &Path, limits: &[&str], talks: bool) -> Result<Running> {
    let own = Path::new(words.first().context("no program")?);
    ensure!(
        own.components().count() < 2 || own.exists(),
        "{} is not there",
        own.display()
    );
    let limits: Vec<&str> = [&["prlimit"], limits, &["--core=0", "--"]].concat();
    let limits = match works(&limits) {
        true => limits,
        false => Vec::new(),
    };
    let bound = bound();
    let of_folder = folder.to_string_lossy();
    let before = bound.iter().chain(way().unwrap_or_default());
    let before = before.copied().chain(limits);
    let before = before.map(|word| if word == FOLDER { &*of_folder } else { word });
    let words: Vec<&str> = before.chain(words.iter().map(String::as_str)).collect();
    let value = format!(
        "{}-{}",
        std::process::id(),
        RUNS.fetch_add(1, Ordering::Relaxed)
    );
    let pipe = || if talks { Stdio::piped() } else { Stdio::null() };
    let child = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("TMPDIR", folder)
        .env(MARK, &value)
        .stdin(pipe())
        .stdout(pipe())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    let child = child.with_context(|| format!("{} cannot be run", words[0]))?;
    let mark = format!("{MARK}={value}");
    Ok(Running { child, mark })
}

/// Why a program says nothing more that is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It has ended.
    Ended,
    /// It has said too much, too long a line, or what is no text.
    Flood,
    /// The time is over.
    Late,
}

/// A program that is talked to line by line.
pub struct Talk {
    running: Running,
    lines: Receiver<Result<String, Silence>>,
}

impl Talk {
    /// # Errors
    /// It has no pipes.
    pub fn with(mut running: Running) -> Result<Self> {
        let pipe = running.child.stdout.take().context("no pipe")?;
        let (sender, lines) = mpsc::sync_channel(64);
        thread::spawn(move || read(pipe, &sender));
        Ok(Self { running, lines })
    }

    /// Says a line to it, which is short. If it has ended, its next line is missing.
    pub fn say(&mut self, line: &str) {
        if let Some(pipe) = &mut self.running.child.stdin {
            let _ = pipe.write_all(format!("{line}\n").as_bytes());
            let _ = pipe.flush();
        }
    }

    /// Its next line.
    ///
    /// # Errors
    /// There is none until the deadline, or until `stop` says yes.
    pub fn line(&mut self, until: Deadline, stop: &dyn Fn() -> bool) -> Result<String, Silence> {
        loop {
            let left = until.left().filter(|_| !stop()).ok_or(Silence::Late)?;
            // What it has started may hold the pipe open.
            let ended = self.running.has_ended();
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) if ended => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }
}

/// Reads lines until nobody wants them any more.
fn read(mut pipe: impl Read, lines: &SyncSender<Result<String, Silence>>) {
    let (mut left, mut held, mut part) = (MOST, Vec::new(), [0; 4096]);
    loop {
        let count = pipe.read(&mut part).unwrap_or(0);
        if count == 0 {
            let _ = lines.send(Err(Silence::Ended));
            return;
        }
        for byte in &part[..count] {
            left = left.saturating_sub(1);
            held.push(*byte);
            let whole = *byte == b'\n';
            let line = whole.then(|| String::from_utf8(std::mem::take(&mut held)));
            let said = match line {
                Some(Ok(line)) if left > 0 => Ok(line.trim().to_owned()),
                None if left > 0 && held.len() <= LONGEST_LINE => continue,
                _ => Err(Silence::Flood),
            };
            let over = said.is_err();
            if lines.send(said).is_err() || over {
                return;
            }
        }
    }
}

/// The first bytes of a file that a program has written, if it is one.
///
/// # Errors
/// It is none, is longer than may be read, or is no text.
pub fn written(file: &Path) -> Result<String> {
    let length = fs::symlink_metadata(file).context("it has written no answer")?;
    ensure!(length.is_file(), "its answer is no file");
    ensure!(
        usize::try_from(length.len()).is_ok_and(|length| length <= MOST),
        "its answer is longer than {MOST} bytes"
    );
    fs::read_to_string(file).context("its answer is no text")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::thread;
    use std::time::Duration;

    /// Whether a process with this word goes on. One that is killed with the first process of its own process
    /// numbers ends a little after that.
    pub(crate) fn goes_on(word: &str) -> bool {
        (0..500).all(|_| {
            thread::sleep(Duration::from_millis(20));
            runs(word)
        })
    }

    /// Whether any process has this word.
    fn runs(word: &str) -> bool {
        let all = std::fs::read_dir("/proc").expect("processes").flatten();
        let mut said = all.filter_map(|of| std::fs::read(of.path().join("cmdline")).ok());
        let is_it = |said: &[u8]| said == word.as_bytes();
        said.any(|said| said.split(|byte| *byte == 0).any(is_it))
    }
}
