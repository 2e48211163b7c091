//! A second thread for work that touches nothing but what it is handed: reading mails and writing
//! letters out, while the first thread judges and stores.

use std::io;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Does jobs one by one, in the order in which it was asked.
#[derive(Debug)]
pub struct Helper<J, D> {
    jobs: Sender<J>,
    done: Receiver<D>,
}

impl<J, D> Helper<J, D> {
    /// Asks for a further job to be done; it need not be waited for.
    pub fn ask(&self, job: J) {
        // If the helper is gone, `take` will tell.
        let _ = self.jobs.send(job);
    }

    /// What the oldest job has come to that was not taken yet, as soon as it is done; `None` if the
    /// helper has panicked. To be called once for each job.
    #[must_use]
    pub fn take(&self) -> Option<D> {
        self.done.recv().ok()
    }
}

/// Whether a second thread finds a processor of its own.
#[must_use]
pub fn is_useful() -> bool {
    // Asked once: the answer is looked up in several files.
    static USEFUL: OnceLock<bool> = OnceLock::new();
    *USEFUL.get_or_init(|| thread::available_parallelism().is_ok_and(|count| count.get() > 1))
}

/// Runs `main` here, while a second thread does `work` on whatever `main` asks of it. A panic of
/// `work` ends the helper and nothing else.
///
/// # Errors
/// The thread could not be started; then nothing has been done.
pub fn with_helper<J: Send, D: Send, T>(
    work: impl Fn(J) -> D + Send,
    main: impl FnOnce(&Helper<J, D>) -> T,
) -> io::Result<T> {
    let (jobs, asked) = channel();
    let (finished, done) = channel();
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("helper".to_owned())
            .spawn_scoped(scope, move || {
                for job in asked {
                    if finished.send(work(job)).is_err() {
                        return;
                    }
                }
            })?;
        let helper = Helper { jobs, done };
        let result = main(&helper);
        // Ends the helper, whatever it has been asked for and was not taken.
        drop(helper);
        let _ = thread.join();
        Ok(result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_come_back_in_order() {
        let numbers = with_helper(
            |n: u32| n * 2,
            |helper| {
                (0..100).for_each(|n| helper.ask(n));
                (0..100)
                    .map(|_| helper.take().expect("done"))
                    .collect::<Vec<_>>()
            },
        );
        let doubled: Vec<u32> = (0..100).map(|n| n * 2).collect();
        assert_eq!(numbers.expect("a thread"), doubled);
    }

    #[test]
    fn a_helper_that_panics_is_gone_and_no_more() {
        let taken = with_helper(
            |n: u32| {
                assert!(n < 2, "on purpose");
                n
            },
            |helper| {
                (0..4).for_each(|n| helper.ask(n));
                [(); 4].map(|()| helper.take())
            },
        );
        assert_eq!(taken.expect("a thread"), [Some(0), Some(1), None, None]);
    }
}
