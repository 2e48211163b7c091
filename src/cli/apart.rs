//! `apart`: a process of its own, which the program starts for a mail or a letter in whose hands it has ended twice.

use std::io::{self, Read};
use std::path::Path;
use std::thread;

use anyhow::Result;

use crate::config::Config;
use crate::office::apart::{Task, limit_process};
use crate::store;

use super::{Connect, Server};

/// Does the work that standard input describes, within limits, and writes nothing.
///
/// # Errors
/// The work cannot be begun, or the store is in trouble. That says nothing about the mail or letter.
pub fn run(config: Option<&Path>, connect: &'static dyn Connect) -> Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let task: Task = serde_json::from_slice(&input)?;
    let Server {
        mut office,
        mut store,
        ..
    } = Server::connected(Config::load(config)?, connect)?;
    limit_process()?;
    // A thread has the stack that those of the daemon have.
    let work = thread::Builder::new()
        .spawn(move || store::read(store.as_mut(), |store| office.work_apart(store, &task)))?;
    let panicked = |panic| -> Result<()> { std::panic::resume_unwind(panic) };
    work.join().unwrap_or_else(panicked)
}
