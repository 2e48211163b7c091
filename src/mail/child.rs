//! Time limits for child processes (`sendmail`, password commands), which the standard library lacks.

use std::io::Read;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::clock::Deadline;

/// Reads a pipe in a thread of its own; the receiver gets the first 16 KB. The rest is read and dropped,
/// so that the child never blocks on a full pipe.
pub(super) fn listen(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut first = Vec::new();
        let _ = pipe.by_ref().take(16_384).read_to_end(&mut first);
        let _ = sender.send(first);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    });
    receiver
}

/// Waits for the exit status; `None` at the deadline. It polls, with pauses that grow from one
/// millisecond, since handing a letter to a local queue takes a few milliseconds.
pub(crate) fn wait(child: &mut Child, deadline: Deadline) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let Some(left) = deadline.left() else {
            return Ok(None);
        };
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
