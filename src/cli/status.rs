//! `status`: how the server is.

use anyhow::Result;

use super::server::Server;

#[derive(serde::Serialize)]
struct Status {
    #[serde(flatten)]
    counts: crate::store::Counts,
    last_poll: Option<String>,
    last_error: Option<String>,
}

/// # Errors
/// Trouble with the file.
pub fn run(server: &mut Server, json: bool) -> Result<()> {
    let status = server.look(|_, tx| {
        let text = |key: &str| -> Result<Option<String>> {
            Ok(tx
                .meta(key)?
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        };
        Ok(Status {
            counts: tx.counts()?,
            last_poll: text("last poll")?,
            last_error: text("last error")?,
        })
    })?;
    let counts = &status.counts;
    let lines = [
        format!(
            "games    {} playing, {} finished, {} called off, {} frozen",
            counts.playing, counts.finished, counts.aborted, counts.frozen
        ),
        format!(
            "mails    {} to read, {} put aside",
            counts.new_mails, counts.parked_mails
        ),
        format!(
            "letters  {} waiting, {} given up",
            counts.waiting_letters, counts.failed_letters
        ),
        format!(
            "poll     {}",
            status.last_poll.as_deref().unwrap_or("never")
        ),
        format!(
            "error    {}",
            status.last_error.as_deref().unwrap_or("none")
        ),
    ];
    super::print(json, &status, &lines)
}
