//! The umpire by mail: `umpire #17 ACT` from an address of the settings (`docs/mail-protocol.md`).
//!
//! Where the mail host vouches for the mail, it is carried out at once; else the address is asked for a `yes`. In a game
//! in which its umpire plays, another umpire is asked.

use anyhow::Result;

use crate::commands::{self, Command, NoGame, UmpireLine, read_umpire_line, umpire_lines};
use crate::letters::{AccountQuestion, Content, RulingEcho, RulingReply};
use crate::mail::{Address, Vouched};
use crate::store::{
    AccountQuestionRow, Asked, Budget, Decision, Judgement, LetterKind, LetterRow,
    NewAccountQuestion, NewScope, Snapshot, TokenScope, Verdict,
};
use crate::text::clean;
use crate::text::keys;

use super::Office;
use super::author::Author;
use super::member::WAITS;
use super::rulings::Rulings;
use super::session::{InboxMail, earlier_copy, silent};
use super::stamp;

/// Of so many mails of a day that nobody vouches for an umpire is asked.
const MOST_ASKED: i64 = 5;

/// At most this many lines of a mail are repeated that are no commands of the umpire's.
const MOST_UNREAD: usize = 5;

impl Office {
    /// Decides about a mail from an umpire's address that holds commands of his, or the answer to a question about
    /// some; `None`: it is none.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn umpire_mail(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        (decision, verdict): (&mut Decision, &mut Verdict),
    ) -> Result<Option<Decision>> {
        let Some(umpire) = self.umpire_of(mail) else {
            return Ok(None);
        };
        let script = umpire_lines(mail.above, &mail.message.subject);
        let lines = &script.lines;
        let asked = if lines.is_empty() {
            answered(mail, author)
        } else {
            None
        };
        if lines.is_empty() && asked.is_none() {
            if !self.was_answered(store, mail, (author, &umpire))? {
                return Ok(None);
            }
            let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
            let reply = RulingReply::AnsweredBefore;
            let line = mail.lines.iter().find(|line| !line.trim().is_empty());
            let line = clean(line.map_or("", |line| line.trim()), 80);
            let echoes = vec![RulingEcho { line, reply }];
            self.tell_of_rulings(&mut decision, Some(mail), &umpire, echoes);
            verdict.word = "duplicate".to_owned();
            verdict.proven = true;
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            return Ok(Some(decision));
        }
        let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
        decision.by = umpire.normalized();
        if let Some((row, lines, by)) = asked {
            verdict.proven = true;
            let asked = (row, lines, by);
            return self
                .answer_umpire(store, mail, umpire, asked, (decision, verdict))
                .map(Some);
        }
        let typed: Vec<String> = lines.iter().map(|line| keys::blanked(&line.text)).collect();
        if !self.vouches_for_umpire(mail) {
            return self
                .ask_umpire(store, mail, &umpire, typed, (decision, verdict))
                .map(Some);
        }
        verdict.proven = true;
        if self.repeats(store, mail, &umpire)? {
            verdict.word = "duplicate".to_owned();
            let reply = RulingReply::Repeated;
            let line = typed.into_iter().next().unwrap_or_default();
            let echoes = vec![RulingEcho { line, reply }];
            self.tell_of_rulings(&mut decision, Some(mail), &umpire, echoes);
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            return Ok(Some(decision));
        }
        let mut rulings = Rulings::new(umpire, None);
        rulings.unread = unread(&script.others);
        self.carry_out_rulings(store, mail, (rulings, lines), (decision, verdict))
            .map(Some)
    }

    /// The address of the settings that a mail seems to come from.
    fn umpire_of(&self, mail: InboxMail<'_>) -> Option<Address> {
        let from = mail.message.from.as_ref().ok()?;
        let mut umpires = self.settings.umpires.iter();
        let known = umpires.find(|known| known.normalized() == from.address.normalized());
        known.cloned()
    }

    /// Whether the host vouches for the umpire, and the mail is to us alone: one that is sent on is no command.
    fn vouches_for_umpire(&self, mail: InboxMail<'_>) -> bool {
        let to_us = |address| {
            self.settings
                .address
                .covers(address, self.settings.delimiter)
        };
        mail.message.is_vouched() && !mail.shared && mail.message.recipients.iter().any(to_us)
    }

    /// Whether a mail says `yes` or `no` to a letter that has asked this umpire something, and was answered before.
    fn was_answered(
        &self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (author, umpire): (&Author, &Address),
    ) -> Result<bool> {
        let first = first_command(mail);
        let answers = matches!(first, Some(Command::Yes | Command::YesAdd | Command::No));
        if !answers || mail.message.vouched == Vouched::Fails {
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
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether this mail of an umpire was carried out before.
    fn repeats(&self, store: &dyn Snapshot, mail: InboxMail<'_>, umpire: &Address) -> Result<bool> {
        let earlier = earlier_copy(store, mail)?;
        let sender = earlier.and_then(|row| row.verdict?.sender);
        let sender = sender.and_then(|sender| Address::parse(&sender).ok());
        Ok(sender.is_some_and(|sender| sender.normalized() == umpire.normalized()))
    }

    /// Asks an umpire whether commands are his for which nobody vouches.
    fn ask_umpire(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        umpire: &Address,
        lines: Vec<String>,
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        let question = AccountQuestion::Umpire {
            lines,
            by: None,
            much: false,
            shared: mail.shared && mail.message.is_vouched(),
        };
        let waiting = store.account_questions(&Asked::Address(umpire.normalized()))?;
        if waiting.iter().any(|row| row.data == question.to_json()) {
            let why = "unproven, and the same question waits for its answer";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        // Mails that the host calls forged do not use up the questions about others.
        let forged = match mail.message.vouched {
            Vouched::Fails => "forged ",
            Vouched::No | Vouched::Yes(_) => "",
        };
        let key = format!("umpire {forged}{}", umpire.normalized());
        let asked = store.spent(Budget::Account, &self.today(), &key)?;
        if asked.count >= MOST_ASKED {
            let why = "unproven, and asked about several times today";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        self.spend_within(store, &mut decision, (Budget::Account, key), MOST_ASKED)?;
        verdict.word = "unproven".to_owned();
        let why = match mail.message.vouched {
            Vouched::Yes(_) => "commands of the umpire in a mail that is not to the server alone",
            Vouched::No | Vouched::Fails => "commands of the umpire that nobody vouches for",
        };
        verdict.reason = Some(why.to_owned());
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        self.ask_of_umpire(&mut decision, mail, umpire, question);
        Ok(decision)
    }

    /// Asks an umpire something by a letter.
    pub(super) fn ask_of_umpire(
        &mut self,
        decision: &mut Decision,
        mail: InboxMail<'_>,
        umpire: &Address,
        question: AccountQuestion,
    ) {
        let token = self.new_token(NewScope::Question(decision.account_asks.len()));
        decision.account_asks.push(NewAccountQuestion {
            asked: Asked::Address(umpire.normalized()),
            data: question.to_json(),
            mail: Some(mail.id),
            expires_at: stamp(self.now() + WAITS),
            due_at: None,
            letter: Some(decision.letters.len()),
        });
        let content = Content::Ruling {
            echoes: Vec::new(),
            question: Some(question),
            in_reply_to: None,
        };
        let (kind, to) = (LetterKind::Ruling, umpire.to_string());
        if let Some(letter) = self.post_to(decision, kind, &to, Some(mail.id), content) {
            letter.tokens = vec![token];
        }
    }

    /// Carries out what an umpire was asked for, or drops it.
    fn answer_umpire(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        umpire: Address,
        (row, lines, by): (AccountQuestionRow, Vec<String>, Option<String>),
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        decision.close_account_questions.push(row.id);
        let by = by.and_then(|by| Address::parse(&by).ok());
        if !agrees(mail) {
            let dropped = lines.into_iter().map(|line| RulingEcho {
                line,
                reply: RulingReply::Dropped,
            });
            let echoes: Vec<RulingEcho> = dropped.collect();
            if let Some(by) = &by {
                self.tell_of_rulings(&mut decision, None, by, echoes.clone());
            }
            self.tell_of_rulings(&mut decision, Some(mail), &umpire, echoes);
            verdict.word = "answered".to_owned();
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            return Ok(decision);
        }
        let mut rulings = match by {
            // Who was an umpire then need not be one now.
            Some(by)
                if self
                    .settings
                    .umpires
                    .iter()
                    .any(|known| known.normalized() == by.normalized()) =>
            {
                Rulings::new(by, Some(umpire))
            }
            _ => Rulings::new(umpire, None),
        };
        rulings.confirmed = true;
        let lines: Vec<UmpireLine> = lines.iter().map(|line| read_umpire_line(line)).collect();
        self.carry_out_rulings(store, mail, (rulings, &lines), (decision, verdict))
    }
}

/// The question about commands of an umpire that a mail answers: its row, the commands, and who has written them.
fn answered(
    mail: InboxMail<'_>,
    author: &Author,
) -> Option<(AccountQuestionRow, Vec<String>, Option<String>)> {
    // More is at stake than a player's seat: the key alone does not do where the host calls the mail forged.
    if mail.message.vouched == Vouched::Fails {
        return None;
    }
    let first = first_command(mail);
    if !matches!(first, Some(Command::Yes | Command::YesAdd | Command::No)) {
        return None;
    }
    let asked = author.account.questions.iter().rev();
    let mut asked = asked.filter_map(|row| match serde_json::from_str(&row.data) {
        Ok(AccountQuestion::Umpire { lines, by, .. }) => Some((row.clone(), lines, by)),
        _ => None,
    });
    asked.next()
}

/// Those of the lines that name a game or are commands of players.
fn unread(lines: &[String]) -> Vec<String> {
    let meant = |line: &&String| {
        let read = || commands::read(std::slice::from_ref(*line), "", &NoGame);
        let known = || {
            read()
                .lines
                .iter()
                .any(|line| line.command.verb().is_some())
        };
        commands::named_game(line).is_some() || known()
    };
    let lines = lines.iter().filter(meant).take(MOST_UNREAD);
    lines.cloned().collect()
}

/// Whether a mail says `yes`.
fn agrees(mail: InboxMail<'_>) -> bool {
    matches!(first_command(mail), Some(Command::Yes | Command::YesAdd))
}

fn first_command(mail: InboxMail<'_>) -> Option<Command> {
    let script = commands::read(mail.lines, &mail.message.subject, &NoGame);
    script.lines.into_iter().next().map(|line| line.command)
}
