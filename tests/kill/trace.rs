//! The output of strace.

use std::collections::BTreeMap;

/// A system call that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The mail was read from its source, or is about to be.
    Fetched,
    /// Something was written to the write-ahead log of the database.
    Written,
    /// The log was synced.
    Synced,
    /// The log was made.
    Made,
    /// The folder of the database was synced, so that a new log has its name.
    Named,
    /// The mail is about to be marked at its source.
    Marked,
    /// The process has ended without a failure.
    Ended,
}

/// The calls of a trace as whole lines, without the thread. strace writes two lines where another thread made
/// a call meanwhile: syncs and reads, which count when they are done, are placed where they ended, others
/// where they began.
pub fn whole(trace: &str) -> Vec<String> {
    let mut waiting = BTreeMap::new();
    let mut lines = Vec::new();
    for line in trace.lines() {
        let (thread, line) = line.split_once(' ').unwrap_or(("", line));
        let line = line.trim_start();
        let counts_at_end = ["fsync(", "fdatasync(", "read("]
            .iter()
            .any(|call| line.starts_with(call));
        match (
            line.strip_suffix("<unfinished ...>"),
            line.split_once(" resumed>"),
        ) {
            (Some(begun), _) if counts_at_end => {
                waiting.insert(thread, begun);
            }
            (None, Some((call, end))) if call.starts_with("<... ") => {
                if let Some(begun) = waiting.remove(thread) {
                    lines.push(format!("{begun}{end}"));
                }
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// What a line of a trace says, if it matters here.
pub fn call(line: &str) -> Option<Call> {
    let (name, rest) = line.split_once('(').unwrap_or((line, ""));
    let on_log = rest.split(',').next()?.contains("zugpost.db-wal>");
    match name {
        "fsync" | "fdatasync" if !line.ends_with("= 0") => None,
        "fsync" | "fdatasync" if rest.contains("zugpost.db-wal>") => Some(Call::Synced),
        "fsync" | "fdatasync" if rest.contains("/data>") => Some(Call::Named),
        "pwrite64" | "write" if on_log => Some(Call::Written),
        "openat" if rest.contains("zugpost.db-wal\"") && rest.contains("O_CREAT") => {
            Some(Call::Made)
        }
        "openat" if rest.contains("/mail/in/new/") => Some(Call::Fetched),
        "rename" | "renameat" | "renameat2" | "linkat" if rest.contains("/mail/in/new/") => {
            Some(Call::Marked)
        }
        "write" | "sendto" if rest.contains("BODY.PEEK") => Some(Call::Fetched),
        "write" | "sendto" if rest.contains("UID MOVE") || rest.contains("UID STORE") => {
            Some(Call::Marked)
        }
        "read" if rest.starts_with("0<") && rest.contains("Reply-Marker") => Some(Call::Fetched),
        "exit_group" if rest.starts_with("0)") => Some(Call::Ended),
        _ => None,
    }
}

pub fn calls_that_others_interrupt_are_read_whole() {
    let trace = "7 fdatasync(5</d/zugpost.db-wal> <unfinished ...>\n\
                 8 write(3</d/x>, \"a\", 1 <unfinished ...>\n\
                 7 <... fdatasync resumed>)         = 0\n\
                 8 <... write resumed>)              = 1\n\
                 7 fsync(6</d/data> <unfinished ...>\n\
                 7 <... fsync resumed>) = -1 EIO (Input/output error)\n";
    let lines = whole(trace);
    assert_eq!(
        lines.iter().map(|line| call(line)).collect::<Vec<_>>(),
        [None, Some(Call::Synced), None]
    );
    assert!(lines[0].starts_with("write"), "{lines:?}");
}
