//! `mail parse`: what would be decided about a mail, and why, line by line.
//!
//! | file | contents |
//! |---|---|
//! | `report` | everything that is said, to programs and to people |
//! | `reading` | lines of a mail beside what they were read as |
//! | `outcome` | what comes of each line, in words |

mod outcome;
mod reading;
mod report;

use std::fs::File;
use std::io::{self, Read};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::ids::MailId;
use crate::mail::source::read_stdin;
use crate::store::{MailBytes, MailStatus, Snapshot};
use crate::text::harmless;

use super::server::Server;
use report::{Before, Report};

/// A longer file is no mail: no mail server takes one, and it need not have an end.
const MAX_FILE: u64 = 256 << 20;

/// Arguments of `mail parse`.
#[derive(Debug, Args)]
pub struct ParseArgs {
    /// A file with a mail, - for standard input, or i12 for a stored mail
    #[arg(value_name = "FILE")]
    mail: String,
    /// The address that the mail server delivered it to, if no header of the file says it
    #[arg(long, value_name = "ADDRESS")]
    recipient: Option<String>,
    #[command(flatten)]
    json: super::Json,
}

/// Prints what would be decided about a mail. Nothing is written, and nothing is locked.
///
/// # Errors
/// There is no such mail, or the database cannot be read.
pub fn run(server: &mut Server, args: &ParseArgs) -> Result<()> {
    let stored = stored_id(&args.mail);
    ensure!(
        stored.is_none() || args.recipient.is_none(),
        "--recipient is for files: a stored mail has its recipients"
    );
    let from_file = match stored {
        Some(_) => None,
        None => Some(read_file(&args.mail, args.recipient.as_deref())?),
    };
    let (report, _) = server.change(true, |draft| {
        let (office, store) = (&mut *draft.office, draft.store);
        let (bytes, before) = match &from_file {
            Some(bytes) => (bytes.clone(), None),
            None => of_store(store, stored.context("there is no mail")?)?,
        };
        let before = before.as_ref();
        let times = before.map(|before| (before.id, before.arrived_at.as_str()));
        let explained = office.explain(store, times, &bytes)?;
        Report::new(office, store, &explained, before, &bytes)
    })?;
    let Report { mut value, lines } = report;
    let lines: Vec<String> = lines.iter().map(|line| harmless(line)).collect();
    make_harmless(&mut value);
    super::print(args.json.json, &value, &lines)
}

/// `i12` → mail 12; a file of this name is `./i12`.
fn stored_id(text: &str) -> Option<MailId> {
    let digits = text.strip_prefix('i')?;
    let number = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| number).map(MailId)
}

/// A mail from a file or standard input, as `receive` reads it, but without its variables.
fn read_file(name: &str, recipient: Option<&str>) -> Result<MailBytes> {
    let called = match name {
        "-" => "standard input".to_owned(),
        name => format!("{name:?}"),
    };
    let input: Box<dyn Read> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(name).with_context(|| format!("cannot open {name:?}"))?;
        let about = file.metadata()?;
        ensure!(!about.is_dir(), "{name:?} is a folder, and no mail");
        ensure!(
            about.len() <= MAX_FILE,
            "{name:?} is too large to be a mail: {} bytes",
            about.len()
        );
        Box::new(file)
    };
    let environment = |name: &str| match name {
        "RECIPIENT" => recipient.map(str::to_owned),
        _ => None,
    };
    let mail = match read_stdin(input.take(MAX_FILE), environment) {
        Ok(mail) => mail,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            bail!("{called} holds no mail")
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {called}")),
    };
    Ok(MailBytes {
        sender: mail.envelope.sender,
        recipients: mail.envelope.recipients,
        truncated: mail.truncated,
        raw: mail.raw,
    })
}

/// A stored mail, and what was decided about it.
fn of_store(store: &dyn Snapshot, id: MailId) -> Result<(MailBytes, Option<Before>)> {
    let row = store.mail(id)?;
    let row = row.with_context(|| format!("there is no mail i{id}"))?;
    let bytes = store.mail_bytes(id)?;
    let bytes = bytes.with_context(|| format!("the text of i{id} is no longer kept"))?;
    let verdict = row.verdict.unwrap_or_default();
    let before = Before {
        id,
        arrived_at: row.arrived_at,
        result: match row.status {
            MailStatus::New => None,
            MailStatus::Done => Some(verdict.word),
            MailStatus::Quarantined => Some("quarantined".to_owned()),
        },
    };
    Ok((bytes, Some(before)))
}

/// Blanks keys in all texts, and takes out what a terminal would act upon.
fn make_harmless(value: &mut Value) {
    match value {
        Value::String(text) => {
            let lines: Vec<String> = text.split('\n').map(harmless).collect();
            *text = lines.join("\n");
        }
        Value::Array(values) => values.iter_mut().for_each(make_harmless),
        Value::Object(fields) => fields.values_mut().for_each(make_harmless),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
