//! A second thread for work that needs nothing but its input: parsing mails and composing letters,
//! while the first thread judges and stores.

use std::io;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The second thread. It does jobs one by one, in the order of asking.
#[derive(Debug)]
pub struct Helper<J, D> {
    jobs: Sender<J>,
    done: Receiver<D>,
}

impl<J, D> Helper<J, D> {
    /// Hands over a job; returns at once.
    pub fn ask(&self, job: J) {
        // If the helper has panicked, `take` returns `None`.
        let _ = self.jobs.send(job);
    }

    /// Waits for the result of the oldest job that was not taken yet; `None` if the helper has
    /// panicked. To be called once for each job.
    #[must_use]
    pub fn take(&self) -> Option<D> {
        self.done.recv().ok()
    }
}

/// Whether the machine has a processor for a second thread.
#[must_use]
pub fn is_useful() -> bool {
    // Asked once, since the standard library reads several files for it.
    static USEFUL: OnceLock<bool> = OnceLock::new();
    *USEFUL.get_or_init(|| thread::available_parallelism().is_ok_and(|count| count.get() > 1))
}

/// Runs `main` on this thread, while a second one does `work` on each job that `main` hands over. A
/// panic of `work` ends the helper and nothing else.
///
/// # Errors
/// The thread cannot be started; then `main` has not been called.
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
        // Ends the helper, even if results were not taken.
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
    fn a_panic_ends_only_the_helper() {
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
