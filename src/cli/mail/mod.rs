//! `mail`: lists mails and letters, shows one whole with its keys blanked, and tries or drops them.

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde::Serialize;

use crate::ids::{LetterId, MailId};
use crate::mail::{self, Envelope};
use crate::store::{LetterChange, LetterRow, LetterStatus, MailRow, MailStatus, Snapshot};
use crate::text::{clean, counted, harmless};

use super::shown::{foreign, without_secrets};
use super::{Change, Json, Server};
use list::ListArgs;

mod list;
mod rescan;
mod retry;

/// `queue` lists at most this many rows of each status.
const LISTED: usize = 500;

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List letters that wait or were given up, and mails that wait or were quarantined
    Queue(Json),
    /// List mails and letters, the newest first
    List(ListArgs),
    /// Show a mail (i12) or a letter (o34) whole, with its keys blanked
    Show {
        /// i and a number for a mail, o and a number for a letter
        id: String,
        /// Only what its reader reads: the text, decoded
        #[arg(long)]
        text: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Say what would be decided about a mail now, and why, line by line; nothing is written
    #[command(after_help = "Example: zugpost mail parse letter.eml    (a file)\n\
                            zugpost mail parse -             (standard input)\n\
                            zugpost mail parse i12           (a stored mail)")]
    Parse(super::parse::ParseArgs),
    /// Send a letter no more
    #[command(after_help = "Example: zugpost mail drop o34")]
    Drop {
        /// o and a number
        id: String,
        #[command(flatten)]
        change: Change,
    },
    /// Try waiting letters now, or those that were given up, or a quarantined mail
    #[command(
        after_help = "Example: zugpost mail retry               (all waiting letters)\n\
                            zugpost mail retry i12           (a quarantined mail)\n\
                            zugpost mail retry --given-up    (all letters that were given up)"
    )]
    Retry(retry::RetryArgs),
    /// Take in mails of the copies that LMTP keeps, if the database does not know them
    #[command(
        after_help = "Example: zugpost mail rescan --dry-run    (how many there are)\n\
                            After a failover or a restored backup that lacks the last mails."
    )]
    Rescan(rescan::RescanArgs),
}

#[derive(Serialize)]
struct Row {
    id: String,
    what: &'static str,
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
        MailCommand::List(args) => list::run(server, &args),
        MailCommand::Show { id, text, json } => show(server, &id, text, json.json),
        MailCommand::Parse(args) => super::parse::run(server, &args),
        MailCommand::Drop { id, change } => drop_letter(server, &id, &change),
        MailCommand::Retry(args) => retry::run(server, &args),
        MailCommand::Rescan(args) => rescan::run(server, &args),
    }
}

/// `i12` → mail 12, `o34` → letter 34.
enum Id {
    Mail(MailId),
    Letter(LetterId),
}

fn parse(id: &str) -> Result<Id> {
    let number = |prefix| id.strip_prefix(prefix)?.parse::<i64>().ok();
    let mail = number('i').map(|mail| Id::Mail(MailId(mail)));
    let letter = number('o').map(|letter| Id::Letter(LetterId(letter)));
    mail.or(letter).with_context(|| {
        format!(
            "{id:?} is neither a mail (i12) nor a letter (o34); `zugpost mail queue` lists them"
        )
    })
}

fn queue(server: &mut Server, json: bool) -> Result<()> {
    let rows = server.look(|_, store| {
        let mut rows = Vec::new();
        for status in [MailStatus::New, MailStatus::Quarantined] {
            for mail in store.mails(status, LISTED)? {
                // The sender in the envelope is stored with the bytes.
                let bytes = store.mail_bytes(mail.id)?;
                rows.push(of_mail(mail, bytes.and_then(|bytes| bytes.sender)));
            }
        }
        for status in [
            LetterStatus::Waiting,
            LetterStatus::Failed,
            LetterStatus::Quarantined,
        ] {
            rows.extend(store.letters(status, LISTED)?.into_iter().map(of_letter));
        }
        Ok(rows)
    })?;
    super::print_list(json, &rows, line, "Nothing waits.")
}

fn of_mail(mail: MailRow, envelope: Option<String>) -> Row {
    let verdict = mail.verdict.unwrap_or_default();
    Row {
        id: format!("i{}", mail.id),
        what: match mail.status {
            MailStatus::New => "to read",
            MailStatus::Done | MailStatus::Quarantined => "quarantined",
        },
        who: foreign(&verdict.sender.or(envelope).unwrap_or_default()),
        game: verdict.game.map(|game| game.0),
        since: mail.received_at,
        tries: mail.attempts,
        next_try: None,
        reason: verdict.reason.as_deref().map(foreign),
    }
}

fn of_letter(letter: LetterRow) -> Row {
    Row {
        id: format!("o{}", letter.id),
        what: match letter.status {
            LetterStatus::Waiting => "waiting",
            LetterStatus::Quarantined => "quarantined",
            // A report for an umpire whom the settings do not name.
            _ if letter.recipient.is_empty() => "kept",
            _ => "given up",
        },
        who: foreign(&letter.recipient),
        game: letter.about.map(|about| about.game.0),
        since: letter.created_at,
        tries: letter.tries,
        next_try: (letter.status == LetterStatus::Waiting).then_some(letter.next_try),
        reason: letter.last_error.as_deref().map(foreign),
    }
}

fn line(row: &Row) -> String {
    let game = row.game.map(|game| format!(" #{game}")).unwrap_or_default();
    let (id, what, since, who) = (&row.id, row.what, &row.since, clean(&row.who, 60));
    let tries = counted(row.tries, "try", "tries");
    let mut line = format!("{id} {what}{game} {who} since {since}, {tries}");
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
    /// The text is not the one that was sent: the letter was made anew.
    made_anew: bool,
}

fn show(server: &mut Server, id: &str, decoded: bool, json: bool) -> Result<()> {
    let (status, reason, raw, (made_anew, hide_plans)) =
        server.look(|office, store| match parse(id)? {
            Id::Mail(mail) => {
                let row = store.mail(mail)?;
                let row = row.with_context(|| format!("there is no mail {id}"))?;
                let verdict = row.verdict.unwrap_or_default();
                let hide = has_running_games(store, verdict.sender.as_deref())?;
                let status = match verdict.word.as_str() {
                    "" => row.status.to_string(),
                    word => format!("{} ({word})", row.status),
                };
                let raw = store.mail_bytes(mail)?.map(|bytes| bytes.raw);
                Ok((status, verdict.reason, raw, (false, hide)))
            }
            Id::Letter(letter) => {
                let row = store.letter(letter)?;
                let row = row.with_context(|| format!("there is no letter {id}"))?;
                let hide = has_running_games(store, Some(&row.recipient))?;
                let by = row.superseded_by.map(|by| format!("o{by} says it all"));
                let reason = row.last_error.clone().or(by);
                let text = office.letter_text(store, &row);
                let (raw, anew) = text.map_or((None, false), |(raw, anew)| (Some(raw), anew));
                Ok((row.status.to_string(), reason, raw, (anew, hide)))
            }
        })?;
    let ours = server.office.ours();
    let text = raw.map(|raw| {
        let shown = without_secrets(&raw, &ours, hide_plans);
        let shown = match decoded {
            true => mail::read(shown.as_bytes(), &Envelope::default(), &ours).body,
            false => shown,
        };
        // Marks of direction and the like could make a program show something else than what is there.
        let lines = shown.lines().map(|line| harmless(line) + "\n");
        lines.collect::<String>()
    });
    let reason = reason.as_deref().map(foreign);
    let mut lines = vec![format!("{id}: {status}")];
    lines.extend(reason.iter().map(|reason| clean(reason, 500)));
    if made_anew {
        let about = match status == LetterStatus::Waiting.as_str() {
            true => "It has not left yet. This is the letter as it would be now:",
            false => "The bytes that were sent are not kept. This is the letter made anew:",
        };
        lines.push(about.to_owned());
    }
    lines.push(String::new());
    match &text {
        None => lines.push("Its text is no longer kept.".to_owned()),
        Some(text) => lines.extend(text.lines().map(str::to_owned)),
    }
    let id = id.to_owned();
    let shown = Shown {
        id,
        status,
        reason,
        text,
        made_anew,
    };
    super::print(json, &shown, &lines)
}

/// Whether a player, by one of their addresses, or somebody who is not known, may have plans that nobody else may
/// see: some of their games are being played.
fn has_running_games(store: &dyn Snapshot, address: Option<&str>) -> Result<bool> {
    let player = address.map(|address| store.player_by_address(address));
    Ok(match player.transpose()?.flatten() {
        Some(player) => !store.games_of(player.id, true, 1)?.is_empty(),
        None => true,
    })
}

/// Carries out changes of letters and mails, or tries it; returns how many have changed.
fn apply(server: &mut Server, dry_run: bool, changes: &[LetterChange]) -> Result<usize> {
    let ((), committed) = server.change(dry_run, |draft| {
        draft.decision.letter_changes = changes.to_vec();
        Ok(())
    })?;
    Ok(committed.changed)
}

fn drop_letter(server: &mut Server, id: &str, change: &Change) -> Result<()> {
    let Id::Letter(letter) = parse(id)? else {
        bail!("{id} is a mail; only letters are dropped")
    };
    let row = server.look(|_, store| Ok(store.letter(letter)?))?;
    match row.map(|row| row.status) {
        None => bail!("there is no letter {id}"),
        Some(LetterStatus::Waiting) => {}
        Some(status) => bail!("{id} does not wait: it is {status}"),
    }
    let close = LetterChange::Close {
        letter,
        status: LetterStatus::Dropped,
        reason: Some(format!("dropped by {}", clean(&change.by, 60))),
    };
    let changed = apply(server, change.dry_run, &[close])?;
    if changed == 0 && !change.dry_run {
        bail!("{id} does not wait any more");
    }
    super::say([format!("{id} will not be sent{}", change.tried())])
}
