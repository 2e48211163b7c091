//! Mails from the address of an umpire: commands, and answers to questions about some.

use anyhow::Result;

use crate::commands::umpire::{UmpireScript, is_of_umpire, read_variant_line, umpire_lines};
use crate::commands::{self, Line, NoGame};
use crate::letters::AccountQuestion;
use crate::mail::{Address, Vouched};
use crate::store::{AccountQuestionRow, LetterKind, LetterRow, Snapshot, TokenScope};
use crate::variants::Games;

use crate::office::act::contests::directors::directs;
use crate::office::close::questions::WAITS;
use crate::office::load::doubt::agrees;
use crate::office::{Author, InboxMail, Office, stamp};

/// At most this many lines of a mail are repeated that are no commands of the umpire's.
const MOST_UNREAD: usize = 5;

/// A mail of an umpire that is about their office.
#[derive(Debug)]
pub struct UmpireMail {
    /// The umpire's address, as the settings have it.
    pub umpire: Address,
    /// What the mail wants.
    pub wants: UmpireWants,
}

/// What a mail of an umpire wants.
#[derive(Debug)]
pub enum UmpireWants {
    /// Commands, and other lines that may be meant for the server.
    Commands(Vec<String>, Vec<String>),
    /// It answers a question about commands: its row, the commands, who has written them, and
    /// whether the umpire agrees.
    Answers(AccountQuestionRow, Vec<String>, Option<String>, bool),
    /// It answers a question that was answered before.
    AnswersAgain,
}

impl UmpireMail {
    /// What a mail wants of the umpire's office; `None`: it is not an umpire's, or is not about that.
    pub(super) fn of(
        office: &Office,
        store: &dyn Snapshot,
        mail: &InboxMail,
        author: &Author,
    ) -> Result<Option<Self>> {
        let script = umpire_lines(&mail.above, &mail.message.subject);
        let umpire = match office.umpire_of(mail) {
            Some(umpire) => Some(umpire),
            None => director(store, mail, (&script, author))?,
        };
        let Some(umpire) = umpire else {
            return Ok(None);
        };
        let wants = if !script.commands.is_empty() {
            UmpireWants::Commands(script.commands, unread(&script.others, &mail.games))
        } else if let Some(answers) = answered(mail, author) {
            answers
        } else if office.was_answered(store, mail, (author, &umpire))? {
            UmpireWants::AnswersAgain
        } else {
            return Ok(None);
        };
        Ok(Some(Self { umpire, wants }))
    }
}

impl Office {
    /// The address of the settings that a mail seems to come from.
    fn umpire_of(&self, mail: &InboxMail) -> Option<Address> {
        let from = mail.message.from.as_ref().ok()?;
        let mut umpires = self.settings.umpires.iter();
        let same = |known: &&Address| known.normalized() == from.address.normalized();
        umpires.find(same).cloned()
    }

    /// Whether a mail says `yes` or `no` to a letter that has asked this umpire something, and was answered before.
    fn was_answered(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
        (author, umpire): (&Author, &Address),
    ) -> Result<bool> {
        if !author.account.asked {
            return Ok(false);
        }
        for token in &author.tokens {
            let scope = store.token(*token)?.map(|token| token.scope);
            let letter = match (scope, store.letter_of_token(*token)?) {
                (Some(TokenScope::Question(asked)), Some(letter))
                    if store.account_question(asked)?.is_none() =>
                {
                    store.letter(letter)?
                }
                _ => None,
            };
            // After its time a question has gone, too.
            let asked_him = |letter: &LetterRow| {
                letter.kind == LetterKind::Ruling
                    && letter.created_at > stamp(self.now() - WAITS)
                    && letter.recipient.eq_ignore_ascii_case(&umpire.to_string())
            };
            if letter.as_ref().is_some_and(asked_him) {
                return Ok(says(mail).is_some());
            }
        }
        Ok(false)
    }
}

/// The address of a director of an event, if a mail from there has commands, or answers a question about some.
fn director(
    store: &dyn Snapshot,
    mail: &InboxMail,
    (script, author): (&UmpireScript, &Author),
) -> Result<Option<Address>> {
    let Ok(from) = &mail.message.from else {
        return Ok(None);
    };
    // Questions are asked of one address, and only answers from there have them.
    let answers = script.commands.is_empty() && answered(mail, author).is_some();
    let of_files = |line: &String| read_variant_line(line).is_some();
    // Reading what a mail says takes as long as all else, so that it is read where it can make a difference.
    let writes = match script.commands.is_empty() {
        true => {
            author.account.asked && says(mail).is_some() && directs(store, &from.address, false)?
        }
        // Whoever has directed an event that is over is answered so.
        false => {
            (!script.commands.iter().all(of_files) || says(mail).is_some())
                && directs(store, &from.address, true)?
        }
    };
    Ok((answers || writes).then(|| from.address.clone()))
}

/// The question about commands of an umpire that a mail answers.
fn answered(mail: &InboxMail, author: &Author) -> Option<UmpireWants> {
    let mut asked = author.account.questions.iter().rev();
    let (row, lines, by) = asked.find_map(|row| match serde_json::from_str(&row.data) {
        Ok(AccountQuestion::Umpire { lines, by, .. }) => Some((row.clone(), lines, by)),
        _ => None,
    })?;
    Some(UmpireWants::Answers(row, lines, by, says(mail)?))
}

/// Whether a mail says `yes`; `None`: neither `yes` nor `no`. More is at stake than a player's seat: the key alone does
/// not do where the host calls the mail forged.
fn says(mail: &InboxMail) -> Option<bool> {
    agrees(mail).filter(|_| mail.message.vouched != Vouched::Fails)
}

/// Those of the lines that name a game or are commands of players.
fn unread(lines: &[String], games: &Games) -> Vec<String> {
    let meant = |line: &&String| {
        let script = commands::read(std::slice::from_ref(*line), "", &NoGame(games));
        let known = |line: &Line| line.command.verb().is_some();
        is_of_umpire(line) || commands::named_game(line).is_some() || script.lines.iter().any(known)
    };
    let lines = lines.iter().filter(meant).take(MOST_UNREAD);
    lines.cloned().collect()
}
