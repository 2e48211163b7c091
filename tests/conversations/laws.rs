//! Laws: what is true in every conversation.

use anyhow::{Result, bail, ensure};
use zugpost::ids::{ENVELOPE_TOKEN_LEN, REPLY_TOKEN_LEN, Secret, TokenScope, public_id};
use zugpost::store::ReplyTokenRow;

use super::letter::Letter;
use super::server::{Done, Server};

/// Verdicts after which the author gets exactly one answer.
const ANSWERED: [&str; 5] = ["played", "answered", "refused", "duplicate", "stranger"];
/// Verdicts after which the author gets no answer.
const SILENT: [&str; 3] = ["robot", "bounce", "silent"];

/// The laws that are checked after every step.
pub fn of_a_step(server: &Server, done: &Done) -> Result<()> {
    for mail in &done.judged {
        let verdict = mail.verdict.as_deref().unwrap_or_default();
        let of_it = |letter: &&Letter| letter.header("Auto-Submitted") == "auto-replied";
        let answers = done.letters.iter().filter(of_it).count();
        let answered = done
            .judged
            .iter()
            .filter(|mail| ANSWERED.contains(&mail.verdict.as_deref().unwrap_or_default()))
            .count();
        ensure!(
            answers == answered,
            "{answers} answers to {answered} mails that ask for one"
        );
        if verdict == "unproven" {
            ensure!(
                done.letters.len() == 1,
                "an unproven mail has set off {} letters",
                done.letters.len()
            );
        } else if !ANSWERED.contains(&verdict) {
            ensure!(
                SILENT.contains(&verdict),
                "a mail was {verdict:?}: {:?}",
                mail.reason
            );
        }
    }
    for letter in &done.letters {
        let name = format!("{} {}", letter.who, letter.number);
        form(letter, &server.written).map_err(|e| e.context(format!("letter {name}")))?;
    }
    Ok(())
}

/// The form of every letter.
fn form(letter: &Letter, written: &str) -> Result<()> {
    for line in letter.text.lines() {
        ensure!(
            line.chars().count() <= 72,
            "wider than 72 columns: {line:?}"
        );
        ensure!(!line.ends_with([' ', '\t']), "a trailing blank: {line:?}");
        ensure!(
            !line.starts_with('>') && !line.starts_with("From "),
            "relays change {line:?}"
        );
        let foreign = |c: char| !c.is_ascii() && !written.contains(c);
        ensure!(!line.contains(foreign), "not 7-bit: {line:?}");
        ensure!(
            !line.chars().any(char::is_control),
            "a control character: {line:?}"
        );
        ensure!(
            !line.contains(['\u{202e}', '\u{200b}']),
            "a hidden character: {line:?}"
        );
    }
    ensure!(letter.raw.is_ascii(), "raw bytes above 127");
    ensure!(!letter.text.contains("\n\n\n"), "two empty lines in a row");
    let bytes = letter.raw.len();
    match letter.row.kind.as_str() {
        "public" => ensure!(bytes < 2048, "{bytes} bytes for a stranger"),
        "umpire" => {}
        _ => {
            let game = letter.row.game.unwrap_or_default();
            let marker = format!("--- #{game}: answer above this line, or below the quote ---");
            ensure!(
                letter.text.lines().next() == Some(&marker),
                "it does not begin with the marker"
            );
            ensure!(
                letter.text.contains("Signs on the board:"),
                "no signs explained"
            );
            ensure!(
                letter.text.contains(&format!("\nGame #{game}, ")),
                "no heading"
            );
            ensure!(
                letter.text.trim_end().ends_with(&letter.reply_token()),
                "no token at the end"
            );
            ensure!(
                letter.header("Message-ID").contains(&letter.reply_token()),
                "no token in the Message-ID"
            );
            ensure!(
                letter.header("List-Id").contains(&format!("game-{game}.")),
                "no List-Id"
            );
            ensure!(letter.raw.contains("text/html"), "no HTML part");
        }
    }
    Ok(())
}

/// The laws that are checked at the end.
pub fn of_a_conversation(server: &mut Server) -> Result<()> {
    tokens(server)?;
    let found = server
        .office
        .replay(&mut server.store, false, &mut |_| {})?;
    ensure!(
        found.differences.is_empty(),
        "replay: {:?}",
        found.differences
    );
    let complaints = server.store.check()?;
    ensure!(complaints.is_empty(), "the database: {complaints:?}");
    let (waiting, quarantined) = server
        .store
        .read(|tx| Ok((tx.letters("waiting", 10)?, tx.mails("parked", 10)?)))?;
    ensure!(waiting.is_empty(), "letters wait: {waiting:?}");
    ensure!(
        quarantined.is_empty(),
        "mails were put aside: {quarantined:?}"
    );
    Ok(())
}

/// Each letter to a seat has a reply token of that seat, and no letter has one of another seat.
fn tokens(server: &mut Server) -> Result<()> {
    let letters = &server.letters;
    server.store.read(|tx| {
        let Some(secret) = tx.meta("secret")? else {
            bail!("no secret")
        };
        let secret = Secret::new(secret);
        let row = |token: &str| -> Result<Option<ReplyTokenRow>> {
            let Some(id) = public_id(token) else {
                return Ok(None);
            };
            Ok(tx
                .reply_token(id)?
                .filter(|row| secret.verifies(token, &scope(row))))
        };
        for letter in letters {
            let place = letter.row.game.zip(letter.row.seat);
            if place.is_some() {
                let own = row(&letter.reply_token())?.map(|row| (row.game, row.seat));
                ensure!(
                    own == place,
                    "letter o{}: its key opens {own:?}",
                    letter.row.id
                );
            } else {
                ensure!(
                    letter.header("Reply-To").is_empty(),
                    "o{} has a Reply-To",
                    letter.row.id
                );
            }
            let token = letter.bracketed("Return-Path");
            let token = token.split(['+', '@']).nth(1).unwrap_or_default();
            ensure!(
                token.len() == ENVELOPE_TOKEN_LEN,
                "no token in the envelope"
            );
            ensure!(
                secret.letter_of_envelope_token(token) == Some(letter.row.id),
                "another letter's token"
            );
            for run in runs(&letter.raw.replace("=\r\n", "")) {
                if let Some(row) = row(&run)? {
                    let opens = Some((row.game, row.seat));
                    ensure!(
                        opens == place,
                        "o{} has a key of {opens:?} in it",
                        letter.row.id
                    );
                }
            }
        }
        Ok(())
    })
}

/// Every substring of letters and digits that is as long as a reply token.
fn runs(raw: &str) -> Vec<String> {
    raw.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= REPLY_TOKEN_LEN)
        .flat_map(|run| {
            (0..=run.len() - REPLY_TOKEN_LEN).map(|at| run[at..at + REPLY_TOKEN_LEN].to_lowercase())
        })
        .collect()
}

fn scope(row: &ReplyTokenRow) -> TokenScope<'_> {
    TokenScope {
        id: row.id,
        game: row.game,
        seat: row.seat,
        state: row.state,
        nonce: &row.nonce,
    }
}
