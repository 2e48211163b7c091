//! A mail of the inbox, as far as it can be read without the store, and whether it repeats another one.

use anyhow::Result;

use crate::commands::umpire::{is_of_file, read_variant_line, umpire_lines};
use crate::commands::{Command, Script, answers_letter_of};
use crate::ids::MailId;
use crate::mail::{
    self, AttachedFile, AuthorLines, Envelope, Nature, ParsedMessage, attached_files,
};
use crate::store::{MailBytes, MailRow, Snapshot};
use crate::text::keys::{self, REPLY_TOKEN_LEN};
use crate::variants::Games;

use crate::office::Office;

/// A mail of the inbox with what was read of it. Its content depends on the mail's bytes and the settings alone.
pub struct InboxMail {
    /// The number of the mail, by which its verdict is stored: `i12`.
    pub id: MailId,
    /// When it arrived; empty until that is known.
    pub arrived_at: String,
    /// The parsed message; reply tokens in its Subject and Message-ID are blanked.
    pub message: ParsedMessage,
    /// The author's own lines, without quotes and signature; empty for mails of programs.
    pub lines: Vec<String>,
    /// Those of them that are above the first quoted line.
    pub above: Vec<String>,
    /// Lines that may be the author's or quoted.
    pub unsure: Vec<String>,
    /// How many lines below those were not looked at, because the mail is too long.
    pub unread: usize,
    /// Words that have the form of a reply token, in the order of [`mail::token_candidates`]; empty for
    /// mails of programs, unless others got them, too.
    pub tokens: Vec<String>,
    /// Whether the mail went to other addresses than the server's, whose readers have seen its tokens.
    pub shared: bool,
    /// The files of games that it has, if it has a command about files.
    pub files: Vec<AttachedFile>,
    /// Whether the file stands in the mail itself, and some of it was not read.
    pub file_is_cut: bool,
    /// The games that can be played when it is read.
    pub games: Games,
    /// The form of a page of this server that has written it.
    pub form: Option<Form>,
}

/// A form on a page of this server. What is sent with it becomes a mail, which may do this and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plays a turn.
    Turn,
    /// Ends the letters that need not be.
    Unsubscribe,
}

impl Form {
    /// The form of a mail by its source key. Keys of mail hosts do not begin so: those of a Maildir have no colon, those of IMAP are
    /// URLs.
    pub fn of_source(key: &str) -> Option<Self> {
        [Self::Turn, Self::Unsubscribe]
            .into_iter()
            .find(|form| key.starts_with(form.prefix()))
    }

    /// With which the source keys of its mails begin.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Turn => "form-turn:",
            Self::Unsubscribe => "form-unsubscribe:",
        }
    }

    fn allows(self, command: &Command) -> bool {
        match self {
            Self::Turn => matches!(command, Command::Turn { .. }),
            Self::Unsubscribe => *command == Command::Unsubscribe,
        }
    }
}

impl InboxMail {
    /// What its lines ask for, as far as the form allows it that has written them.
    pub fn allowed(&self, mut script: Script) -> Script {
        if let Some(form) = self.form {
            script.lines.retain(|line| form.allows(&line.command));
        }
        script
    }
}

impl Office {
    /// Reads a mail: whose lines it has, which words may be tokens, who else got it.
    pub(in crate::office) fn read_mail(&self, id: MailId, mail: &MailBytes) -> InboxMail {
        let ours = &self.ours();
        let envelope = Envelope {
            sender: mail.sender.clone(),
            recipients: mail.recipients.clone(),
        };
        let mut message = mail::read(&mail.raw, &envelope, ours);
        message.vouch(&mail.raw, self.settings.authserv_id.as_deref());
        let foreign = |address| !self.is_ours(address);
        let mut named = message.recipients.iter().chain(&message.blind);
        let shared = message.more_recipients || named.any(foreign);
        let by_person = matches!(message.nature, Nature::Player | Nature::BulkUnlessToken(_));
        let (mut own, mut tokens) = (AuthorLines::default(), Vec::new());
        if by_person || shared {
            let like = &keys::has_token_form;
            tokens = mail::token_candidates(&mail.raw, &message, &envelope, REPLY_TOKEN_LEN, like);
        }
        if by_person {
            own = message.author_lines(ours);
        }
        // What is stored and told of a mail holds no token: neither its lines nor a Message-ID of ours
        // with which it came back.
        let above = blanked(&own.lines[..own.above]);
        let (lines, unsure) = (blanked(&own.lines), blanked(&own.unsure));
        let is_about = |line: &String| read_variant_line(line).is_some();
        let mut files = match above.iter().any(is_about) || is_about(&message.subject) {
            true => attached_files(&mail.raw, ".ini"),
            false => Vec::new(),
        };
        let mut file_is_cut = false;
        if files.is_empty()
            && let Some(text) = umpire_lines(&above, &message.subject).file
        {
            // Lines that are not taken for the author's would be lost without a word.
            let of_file = |line: &&str| !line.starts_with('>') && is_of_file(line);
            let all = message.body.lines().filter(of_file).count();
            let read = above.iter().map(String::as_str).filter(of_file).count();
            file_is_cut = own.unread > 0 || message.truncated || all > read;
            files.push(AttachedFile {
                name: "mail.ini".to_owned(),
                content: text.into_bytes(),
            });
        }
        message.subject = keys::blanked(&message.subject);
        if answers_letter_of(&self.settings.name, &message.subject) {
            message.subject.clear();
        }
        message.message_id = message.message_id.map(|id| keys::blanked(&id));
        InboxMail {
            id,
            arrived_at: String::new(),
            message,
            lines,
            above,
            unsure,
            unread: own.unread,
            tokens,
            shared,
            files,
            file_is_cut,
            games: self.games().clone(),
            form: None,
        }
    }
}

/// Lines without tokens. A token alone on a line comes from the letter, not from the player.
fn blanked(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| keys::blanked(line));
    lines.filter(|line| line.trim() != keys::BLANK).collect()
}

/// A proven mail that this one repeats: with the same Message-ID and body, or from the same address with the same date
/// and body, since the Message-ID is no part of many signatures.
///
/// # Errors
/// The store fails.
pub fn earlier_copy(store: &dyn Snapshot, mail: &InboxMail) -> Result<Option<MailRow>> {
    let (message, hash) = (&mail.message, &mail.message.body_hash);
    if let Some(id) = &message.message_id
        && let Some(earlier) = store.same_mail(mail.id, id, hash)?
    {
        return Ok(Some(earlier));
    }
    let (Ok(from), Some(date)) = (&message.from, message.date) else {
        return Ok(None);
    };
    // A mail that is not stored is the newest one.
    let than = match mail.id {
        MailId(0) => MailId(i64::MAX),
        id => id,
    };
    let sender = keys::blanked(&from.address.to_string());
    for earlier in store.same_bodies(than, &sender, (hash, date.timestamp()))? {
        if earlier.verdict.as_ref().is_some_and(|v| v.sent_at != 0) {
            return Ok(Some(earlier));
        }
        // Its date was not noted by the versions before.
        let bytes = store.mail_bytes(earlier.id)?;
        if bytes.is_some_and(|bytes| mail::date_of(&bytes.raw) == Some(date)) {
            return Ok(Some(earlier));
        }
    }
    Ok(None)
}
