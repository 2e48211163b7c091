//! The log: one line for each event, on standard error, as text or as a JSON object (`log` of the settings).
//!
//! No line holds a token: whatever has the form of one is blanked when the line is written. Under
//! systemd's journal, which stores time and level itself, lines have no time.

use std::fmt::{self, Write as _};
use std::io;

use chrono::SecondsFormat;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::clock::{Clock, SystemClock};
use crate::commands;
use crate::config::LogForm;
use crate::text::keys;
use crate::text::printable;

/// The format of a line.
struct Lines {
    journal: bool,
    form: LogForm,
}

/// From now on writes events up to `level`, and panics, to standard error. Later calls in the same
/// process do nothing.
pub fn start(level: Level, form: LogForm) {
    let lines = Lines {
        form,
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
        let level = *event.metadata().level();
        let line = match self.form {
            LogForm::Text => {
                let mut text = String::new();
                context.format_fields(Writer::new(&mut text), event)?;
                self.line(level, &text, &SystemClock)
            }
            LogForm::Json => {
                let mut fields = Fields::default();
                event.record(&mut fields);
                self.object(level, fields, &SystemClock)
            }
        };
        writer.write_str(&line)
    }
}

impl Lines {
    fn line(&self, level: Level, text: &str, clock: &dyn Clock) -> String {
        let mut line = self.priority(level);
        if !self.journal {
            let _ = write!(line, "{} {level:5} ", time(clock));
        }
        line.push_str(&shown(text));
        line.push('\n');
        line
    }

    /// The same as a JSON object. It has the time in the journal, too: a program reads one form of object.
    fn object(&self, level: Level, fields: Fields, clock: &dyn Clock) -> String {
        let mut line = self.priority(level);
        let own = [("time", time(clock)), ("level", level.to_string())];
        let own = own.map(|(name, value)| (name.to_owned(), Value::from(value)));
        // The last one of a name counts: no event may hide its time and level.
        let object: Map<String, Value> = fields.0.into_iter().chain(own).collect();
        let _ = writeln!(line, "{}", Value::from(object));
        line
    }

    /// What precedes a line in the journal: the level as in syslog (sd-daemon(3)), which the journal takes off.
    fn priority(&self, level: Level) -> String {
        let number = match level {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            _ => 7,
        };
        match self.journal {
            true => format!("<{number}>"),
            false => String::new(),
        }
    }
}

fn time(clock: &dyn Clock) -> String {
    clock.now().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// A text in one line, without tokens, plans and characters that cannot be seen.
fn shown(text: &str) -> String {
    let shown = |c: char| if printable(c) { c } else { ' ' };
    let text = commands::without_plans(&keys::blanked(text));
    text.chars().map(shown).collect()
}

/// The fields of an event, for JSON; what was said is its field `message`.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, shown(&format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, shown(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
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
        let lines = |journal| Lines {
            journal,
            form: LogForm::Text,
        };
        let plain = lines(false).line(Level::INFO, &text, &clock);
        assert_eq!(
            plain,
            "1970-01-01T00:00:00.000Z INFO  mail to play+[key]@example.org and  more\n"
        );
        let journal = lines(true).line(Level::WARN, "x", &clock);
        assert_eq!(journal, "<4>x\n");
    }

    /// What a subscriber with these lines writes about the events of `work`.
    fn logged(lines: Lines, work: impl FnOnce()) -> String {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let writer = std::sync::Mutex::new(file.reopen().expect("the same file"));
        let subscriber = tracing_subscriber::fmt()
            .with_writer(writer)
            .event_format(lines)
            .finish();
        tracing::subscriber::with_default(subscriber, work);
        std::fs::read_to_string(file.path()).expect("a log")
    }

    #[test]
    fn an_object_has_the_fields_of_the_text_and_no_key() {
        let key = format!("aaaaaaab{}", "c".repeat(24));
        for journal in [false, true] {
            let lines = Lines {
                journal,
                form: LogForm::Json,
            };
            let log = logged(lines, || {
                tracing::warn!(
                    tries = 3,
                    time = "never",
                    recipient = format!("play+{key}@example.org"),
                    "\"to\" {key}\nand\x1b more"
                );
                tracing::info!("{}", "\u{202e}right to left");
            });
            let objects: Vec<Value> = log
                .lines()
                .map(|line| {
                    let line = line.trim_start_matches(|c| journal && "<46>".contains(c));
                    serde_json::from_str(line).expect("one object a line")
                })
                .collect();
            let said = |at: usize, field: &str| objects[at][field].clone();
            assert_eq!(objects.len(), 2, "{log}");
            assert_eq!(said(0, "message"), "\"to\" [key] and  more");
            assert_eq!(said(0, "recipient"), "play+[key]@example.org");
            assert_eq!(
                (said(0, "tries"), said(0, "level")),
                (3.into(), "WARN".into())
            );
            assert!(
                said(0, "time")
                    .as_str()
                    .is_some_and(|time| time.ends_with('Z'))
            );
            assert_eq!(said(1, "message"), " right to left");
            assert_eq!(log.starts_with("<4>{"), journal, "{log}");
        }
    }

    #[test]
    fn an_inherited_variable_is_no_journal() {
        assert!(!is_journal(None) && !is_journal(Some("1:1")) && !is_journal(Some("x")));
    }
}
