//! `status`: shows numbers of games, queues, the last poll and the last error.

use anyhow::Result;

use super::lock::{Holder, Lock};
use super::server::Server;
use crate::office::umpire::unknown_rules;

#[derive(serde::Serialize)]
struct Status {
    #[serde(flatten)]
    counts: crate::store::Counts,
    /// The process that works on the database at present.
    at_work: Option<Holder>,
    last_poll: Option<String>,
    last_error: Option<String>,
    /// Versions of rules that this program does not know: variant, version, number of games.
    unknown_rules: Vec<(String, u32, i64)>,
}

/// # Errors
/// The database fails.
pub fn run(server: &mut Server, json: bool) -> Result<()> {
    let at_work = Lock::holder(&server.config.server.data);
    let status = server.look(|_, tx| {
        let text = |name: &str| -> Result<Option<String>> {
            Ok(tx
                .meta(name)?
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        };
        Ok(Status {
            counts: tx.counts()?,
            at_work,
            last_poll: text("last poll")?,
            last_error: text("last error")?,
            unknown_rules: unknown_rules(&tx.rules_versions(&["playing", "frozen"])?),
        })
    })?;
    let counts = &status.counts;
    let mut lines = vec![
        match &status.at_work {
            None => "running  nobody is at work".to_owned(),
            Some(holder) if holder.role.is_empty() => "running  another process".to_owned(),
            Some(holder) => format!("running  {}, process {}", holder.role, holder.process),
        },
        format!(
            "games    {} playing, {} finished, {} called off, {} frozen",
            counts.playing, counts.finished, counts.aborted, counts.frozen
        ),
        format!(
            "mails    {} to read, {} quarantined",
            counts.new_mails, counts.quarantined_mails
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
    for (variant, version, games) in &status.unknown_rules {
        lines.push(format!(
            "rules    version {version} of {variant} is not known to this program: {games} frozen; \
             run the program that began them"
        ));
    }
    super::print(json, &status, &lines)
}
