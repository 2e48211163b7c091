//! The log: one line for each event, on standard error.
//!
//! No line holds a token: whatever has the form of one is blanked when the line is written. Under
//! systemd's journal, which stores time and level itself, lines have no time.

use std::fmt::{self, Write as _};
use std::io;

use chrono::SecondsFormat;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::clock::{Clock, SystemClock};
use crate::commands;
use crate::text::keys;
use crate::text::printable;

/// The format of a line.
struct Lines {
    journal: bool,
}

/// From now on writes events up to `level`, and panics, to standard error. Later calls in the same
/// process do nothing.
pub fn start(level: Level) {
    let lines = Lines {
        journal: is_journal(std::env::var("JOURNAL_STREAM").ok().as_deref()),
    };
    let started = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .log_internal_errors(false)
        .event_format(lines)
        .try_init();
    if started.is_ok() {
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    }
}

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut text = String::new();
        context.format_fields(Writer::new(&mut text), event)?;
        let line = self.line(*event.metadata().level(), &text, &SystemClock);
        writer.write_str(&line)
    }
}

impl Lines {
    fn line(&self, level: Level, text: &str, clock: &dyn Clock) -> String {
        let mut line = String::new();
        if self.journal {
            // sd-daemon(3): the level as in syslog, before the text.
            let number = match level {
                Level::ERROR => 3,
                Level::WARN => 4,
                Level::INFO => 6,
                _ => 7,
            };
            let _ = write!(line, "<{number}>");
        } else {
            let now = clock.now().to_rfc3339_opts(SecondsFormat::Millis, true);
            let _ = write!(line, "{now} {level:5} ");
        }
        let shown = |c: char| if printable(c) { c } else { ' ' };
        let text = commands::without_plans(&keys::blanked(text));
        line.extend(text.chars().map(shown));
        line.push('\n');
        line
    }
}

/// Whether standard error is the journal: the variable names device and inode of the stream, and may
/// have been inherited by a process that writes elsewhere (systemd.exec(5)).
fn is_journal(variable: Option<&str>) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Some((device, inode)) = variable.and_then(|v| v.split_once(':')) else {
        return false;
    };
    std::fs::metadata("/proc/self/fd/2")
        .is_ok_and(|ours| device.parse() == Ok(ours.dev()) && inode.parse() == Ok(ours.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::FixedClock;

    #[test]
    fn a_line_has_no_key_and_is_one_line() {
        let clock = FixedClock::new(chrono::DateTime::UNIX_EPOCH);
        let key = format!("aaaaaaab{}", "c".repeat(24));
        let text = format!("mail to play+{key}@example.org\nand\x1b more");
        let plain = Lines { journal: false }.line(Level::INFO, &text, &clock);
        assert_eq!(
            plain,
            "1970-01-01T00:00:00.000Z INFO  mail to play+[key]@example.org and  more\n"
        );
        let journal = Lines { journal: true }.line(Level::WARN, "x", &clock);
        assert_eq!(journal, "<4>x\n");
    }

    #[test]
    fn an_inherited_variable_is_no_journal() {
        assert!(!is_journal(None) && !is_journal(Some("1:1")) && !is_journal(Some("x")));
    }
}
