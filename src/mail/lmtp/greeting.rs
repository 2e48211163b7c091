//! Who listens for mail hosts, asked as a mail host would.

use std::io::{ErrorKind, Read};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::clock::Deadline;
use crate::listen::{Listen, Stream};

/// How long somebody who listens may take to greet.
const GREETING: Duration = Duration::from_secs(5);

/// The first line of who listens there; `None` if nobody does.
///
/// # Errors
/// Somebody does, but may not be asked, or says nothing.
pub fn greeting(listen: &Listen) -> Result<Option<String>> {
    let mut stream = match Stream::connect(listen, GREETING) {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::ConnectionRefused
            ) =>
        {
            return Ok(None);
        }
        stream => stream.context("it cannot be asked")?,
    };
    let deadline = Deadline::after(GREETING);
    let mut line = Vec::new();
    while !line.contains(&b'\n')
        && line.len() < 512
        && let Some(left) = deadline.left()
    {
        stream.within(left, GREETING)?;
        let mut piece = [0; 512];
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => line.extend_from_slice(&piece[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error).context("it says nothing"),
        }
    }
    if line.is_empty() {
        bail!("it says nothing");
    }
    let text = String::from_utf8_lossy(&line).into_owned();
    Ok(Some(text.lines().next().unwrap_or_default().to_owned()))
}
