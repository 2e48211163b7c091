//! `mail`: lists waiting and quarantined mails and letters, and shows one whole, with tokens blanked.

use anyhow::{Result, bail};
use clap::Subcommand;
use serde::Serialize;

use crate::text::clean;

use super::server::Server;
use super::shown::without_tokens;
use super::{Change, Json};

/// `queue` lists at most this many rows of each status.
const LISTED: usize = 500;

/// Subcommands of `mail`.
#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List letters that wait or were given up, and mails that wait or were quarantined
    Queue(Json),
    /// Show a mail (i12) or a letter (o34) whole, with its keys blanked
    Show {
        /// i and a number for a mail, o and a number for a letter
        id: String,
        #[command(flatten)]
        json: Json,
    },
    /// Try waiting letters now, or one that was given up, or a quarantined mail
    #[command(
        after_help = "Example: zugpost mail retry        (all waiting letters)\n\
                            zugpost mail retry i12    (a quarantined mail)"
    )]
    Retry {
        /// i12 or o34; default: all waiting letters
        id: Option<String>,
        #[command(flatten)]
        change: Change,
    },
}

#[derive(Serialize)]
struct Row {
    id: String,
    what: String,
    who: String,
    game: Option<i64>,
    since: String,
    tries: i64,
    next_try: Option<String>,
    reason: Option<String>,
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: MailCommand) -> Result<()> {
    match command {
        MailCommand::Queue(json) => queue(server, json.json),
        MailCommand::Show { id, json } => show(server, &id, json.json),
        MailCommand::Retry { id, change } => retry(server, id.as_deref(), &change),
    }
}

/// `i12` → mail 12, `o34` → letter 34.
enum Id {
    Mail(i64),
    Letter(i64),
}

fn parse(id: &str) -> Result<Id> {
    let number = |text: &str| text.parse::<i64>().ok();
    if let Some(mail) = id.strip_prefix('i').and_then(number) {
        return Ok(Id::Mail(mail));
    }
    match id.strip_prefix('o').and_then(number) {
        Some(letter) => Ok(Id::Letter(letter)),
        None => bail!(
            "{id:?} is neither a mail (i12) nor a letter (o34); `zugpost mail queue` lists them"
        ),
    }
}

fn queue(server: &mut Server, json: bool) -> Result<()> {
    let rows = server.look(|_, tx| {
        let mut rows = Vec::new();
        for status in ["new", "parked"] {
            rows.extend(tx.mails(status, LISTED)?.into_iter().map(|mail| {
                Row {
                    id: format!("i{}", mail.id),
                    what: if mail.status == "new" {
                        "to read"
                    } else {
                        "quarantined"
                    }
                    .to_owned(),
                    who: mail.sender.or(mail.env_sender).unwrap_or_default(),
                    game: mail.game,
                    since: mail.received_at,
                    tries: mail.attempts,
                    next_try: None,
                    reason: mail.reason,
                }
            }));
        }
        for status in ["waiting", "failed"] {
            rows.extend(tx.letters(status, LISTED)?.into_iter().map(|letter| {
                Row {
                    id: format!("o{}", letter.id),
                    what: if letter.status == "waiting" {
                        "waiting"
                    } else {
                        "given up"
                    }
                    .to_owned(),
                    who: letter.recipient,
                    game: letter.game,
                    since: letter.created_at,
                    tries: letter.tries,
                    next_try: (letter.status == "waiting").then_some(letter.next_try),
                    reason: letter.last_error,
                }
            }));
        }
        Ok(rows)
    })?;
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("Nothing waits.".to_owned());
    }
    super::print(json, &rows, &lines)
}

fn line(row: &Row) -> String {
    let game = row.game.map(|game| format!(" #{game}")).unwrap_or_default();
    let mut line = format!(
        "{} {}{game} {} since {}, {} tries",
        row.id,
        row.what,
        clean(&row.who, 60),
        row.since,
        row.tries
    );
    if let Some(next) = &row.next_try {
        line.push_str(&format!(", next {next}"));
    }
    if let Some(reason) = &row.reason {
        line.push_str(&format!(": {}", clean(reason, 200)));
    }
    line
}

#[derive(Serialize)]
struct Shown {
    id: String,
    status: String,
    reason: Option<String>,
    text: Option<String>,
}

fn show(server: &mut Server, id: &str, json: bool) -> Result<()> {
    let (status, reason, raw) = match parse(id)? {
        Id::Mail(mail) => server.look(|_, tx| match tx.mail(mail)? {
            None => bail!("there is no mail {id}"),
            Some(row) => {
                let verdict = row
                    .verdict
                    .map(|word| format!(" ({word})"))
                    .unwrap_or_default();
                Ok((
                    format!("{}{verdict}", row.status),
                    row.reason,
                    tx.mail_bytes(mail)?,
                ))
            }
        })?,
        Id::Letter(letter) => server.look(|_, tx| match tx.letter(letter)? {
            None => bail!("there is no letter {id}"),
            Some(row) => Ok((row.status, row.last_error, tx.letter_bytes(letter)?)),
        })?,
    };
    let text = raw.map(|raw| without_tokens(&String::from_utf8_lossy(&raw)));
    let mut lines = vec![format!("{id}: {status}")];
    lines.extend(reason.iter().map(|reason| clean(reason, 500)));
    lines.push(String::new());
    match &text {
        None => lines.push("Its text is no longer kept.".to_owned()),
        Some(text) => lines.extend(text.lines().map(printable)),
    }
    let id = id.to_owned();
    super::print(
        json,
        &Shown {
            id,
            status,
            reason,
            text,
        },
        &lines,
    )
}

/// Foreign text as one line that is safe for a terminal.
fn printable(line: &str) -> String {
    line.chars()
        .map(|c| if c.is_control() && c != '\t' { '?' } else { c })
        .collect()
}

fn retry(server: &mut Server, id: Option<&str>, change: &Change) -> Result<()> {
    let parsed = id.map(parse).transpose()?;
    let what = server.change(change.dry_run, |office, tx| {
        let now = crate::office::stamp_now(office);
        Ok(match parsed {
            Some(Id::Mail(mail)) => match tx.retry_mail(mail)? {
                true => "1 mail will be read again".to_owned(),
                false => bail!("i{mail} is not quarantined"),
            },
            Some(Id::Letter(letter)) => match tx.retry_letters(Some(letter), &now)? {
                0 => bail!("o{letter} neither waits nor was given up"),
                _ => "1 letter will be tried".to_owned(),
            },
            None => format!("{} letters will be tried", tx.retry_letters(None, &now)?),
        })
    })?;
    let tried = if change.dry_run { " (only tried)" } else { "" };
    super::print(
        false,
        &(),
        &[format!(
            "{what}, at once if the daemon runs, else at the next `zugpost run --once`{tried}"
        )],
    )
}
