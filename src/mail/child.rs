//! Programs that are run for a letter or a password: with time limits the standard library lacks.

use std::io::Read;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::clock::Deadline;

/// The first bytes of what the program says; the rest is read and dropped, so that it never blocks.
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

/// The exit status, or `None` at the deadline. The standard library has no wait with a time limit; the
/// pauses grow from one millisecond, since handing over to a local queue takes a few.
pub(super) fn wait(child: &mut Child, deadline: Deadline) -> std::io::Result<Option<ExitStatus>> {
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
