//! The umpire by mail: `umpire #17 ACT` from an address of the settings (`docs/mail-protocol.md`).
//!
//! Where the mail host vouches for the mail, it is carried out at once; else the address is asked for a `yes`. In a game
//! in which its umpire plays, another umpire is asked.

use anyhow::Result;
use sha2::{Digest, Sha256};

use crate::commands::umpire::read_variant_line;
use crate::ids::MailId;
use crate::letters::{AccountQuestion, Content, RulingEcho, RulingReply};
use crate::mail::{Address, AttachedFile, Vouched};
use crate::store::{Asked, Budget, LetterKind, NewAccountQuestion, NewScope, Verdict};
use crate::text::{clean, keys};

use crate::office::act::contests::directors::Rights;
use crate::office::act::umpire::game_files::FilesOf;
use crate::office::act::umpire::rulings::Rulings;
use crate::office::load::mail::earlier_copy;
use crate::office::route::umpire::{UmpireMail, UmpireWants};
use crate::office::{Draft, InboxMail, silent, verdict};

/// An umpire is asked about at most so many mails of a day that nobody vouches for.
const MOST_ASKED: i64 = 5;

impl Draft<'_> {
    /// Carries out a mail of an umpire.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn umpire_mail(
        &mut self,
        mail: &InboxMail,
        UmpireMail { umpire, wants }: UmpireMail,
    ) -> Result<Verdict> {
        let (lines, unread) = match wants {
            UmpireWants::AnswersAgain => {
                let line = mail.lines.iter().find(|line| !line.trim().is_empty());
                let line = clean(line.map_or("", |line| line.trim()), 80);
                return Ok(self.tell_of_repeated(mail, &umpire, line, RulingReply::AnsweredBefore));
            }
            UmpireWants::Answers(row, lines, by, agrees) => {
                self.decision.by = umpire.normalized();
                self.decision.close_account_questions.push(row.id);
                // Files are in the mail that was asked about.
                let of = row.mail.unwrap_or(mail.id);
                return self.answer_umpire((mail, of), umpire, (lines, by, agrees));
            }
            UmpireWants::Commands(lines, unread) => (lines, unread),
        };
        self.decision.by = umpire.normalized();
        let typed = lines.iter().map(|line| keys::blanked(line));
        // One that is sent on is no command.
        let to_us_alone = !mail.shared && self.office.is_addressed(&mail.message);
        let Some(rights) = self.rights_of(&umpire)? else {
            return Ok(silent("a director is no member any more"));
        };
        if !mail.message.is_vouched() || !to_us_alone {
            let lines = typed.collect();
            return self.ask_umpire(mail, (&umpire, rights), lines);
        }
        // The files of a mail are no part of its text: with them, another mail may have the same text.
        let files = lines.iter().any(|line| read_variant_line(line).is_some());
        let earlier = match earlier_copy(self.store, mail)? {
            // If the bytes of the earlier one are deleted, it counts as the same.
            Some(row)
                if files
                    && self
                        .files_of(row.id)?
                        .is_some_and(|(of, _)| of != mail.files) =>
            {
                None
            }
            earlier => earlier,
        };
        let sender = earlier.and_then(|row| row.verdict?.sender);
        let sender = sender.and_then(|sender| Address::parse(&sender).ok());
        if sender.is_some_and(|sender| sender.normalized() == umpire.normalized()) {
            let line = typed.into_iter().next().unwrap_or_default();
            return Ok(self.tell_of_repeated(mail, &umpire, line, RulingReply::Repeated));
        }
        let rulings = Rulings {
            umpire,
            rights,
            agreed: None,
            confirmed: false,
            lines,
            unread,
            files: FilesOf::This(mail),
        };
        self.carry_out_rulings(mail, rulings)
    }

    /// Tells an umpire that a mail of theirs repeats an earlier one.
    fn tell_of_repeated(
        &mut self,
        mail: &InboxMail,
        umpire: &Address,
        line: String,
        reply: RulingReply,
    ) -> Verdict {
        let echoes = vec![RulingEcho { line, reply }];
        self.tell_of_rulings(Some(mail), umpire, echoes);
        Verdict {
            proven: true,
            ..verdict("duplicate")
        }
    }

    /// Asks an umpire whether commands for which nobody vouches are theirs.
    fn ask_umpire(
        &mut self,
        mail: &InboxMail,
        (umpire, rights): (&Address, Rights),
        lines: Vec<String>,
    ) -> Result<Verdict> {
        let rulings = Rulings {
            umpire: umpire.clone(),
            rights,
            agreed: None,
            confirmed: false,
            lines: lines.clone(),
            unread: Vec::new(),
            files: FilesOf::This(mail),
        };
        let question = AccountQuestion::Umpire {
            lines,
            by: None,
            by_name: None,
            plans: self.plans(&rulings)?,
            much: false,
            shared: mail.shared && mail.message.is_vouched(),
            files: mail.files.iter().map(described).collect(),
        };
        let asked = Asked::Address(umpire.normalized());
        let mut waiting = self.store.account_questions(&asked)?.into_iter();
        if waiting.any(|row| row.data == question.to_json()) {
            let why = "unproven, and the same question waits for its answer";
            return Ok(silent(why));
        }
        // Mails that the host calls forged do not use up the questions about others.
        let forged = match mail.message.vouched {
            Vouched::Fails => "forged ",
            Vouched::No | Vouched::Yes(_) => "",
        };
        let key = format!("umpire {forged}{}", umpire.normalized());
        if self.spent_so_far((Budget::Account, Some(&key)))? >= MOST_ASKED {
            let why = "unproven, and asked about several times today";
            return Ok(silent(why));
        }
        self.spend_within((Budget::Account, key), MOST_ASKED)?;
        let why = match mail.message.vouched {
            Vouched::Yes(_) => "commands of the umpire in a mail that is not to the server alone",
            Vouched::No | Vouched::Fails => "commands of the umpire that nobody vouches for",
        };
        self.ask_of_umpire(mail, umpire, question);
        Ok(Verdict {
            reason: Some(why.to_owned()),
            ..verdict("unproven")
        })
    }

    /// Asks an umpire something by a letter.
    pub(super) fn ask_of_umpire(
        &mut self,
        mail: &InboxMail,
        umpire: &Address,
        question: AccountQuestion,
    ) {
        let scope = NewScope::Question(self.decision.account_asks.len());
        let token = self.office.new_token(scope);
        let asked = Asked::Address(umpire.normalized());
        self.decision.account_asks.push(NewAccountQuestion {
            letter: Some(self.decision.letters.len()),
            ..self.office.question(asked, &question, Some(mail.id))
        });
        let content = Content::Ruling {
            echoes: Vec::new(),
            question: Some(question),
            in_reply_to: None,
        };
        let (to, mail) = (umpire.to_string(), Some(mail.id));
        self.post_to(LetterKind::Ruling, &to, mail, Some(token), content);
    }

    /// Carries out what an umpire was asked for, or drops it.
    fn answer_umpire(
        &mut self,
        (mail, of): (&InboxMail, MailId),
        umpire: Address,
        (lines, by, agrees): (Vec<String>, Option<String>, bool),
    ) -> Result<Verdict> {
        let by = by.and_then(|by| Address::parse(&by).ok());
        if !agrees {
            let dropped = lines.into_iter().map(|line| RulingEcho {
                line,
                reply: RulingReply::Dropped,
            });
            let echoes: Vec<RulingEcho> = dropped.collect();
            if let Some(by) = &by {
                self.tell_of_rulings(None, by, echoes.clone());
            }
            self.tell_of_rulings(Some(mail), &umpire, echoes);
            return Ok(Verdict {
                proven: true,
                ..verdict("answered")
            });
        }
        // Somebody who was an umpire then need not be one now.
        let of_writer = by.as_ref().map(|by| self.rights_of(by));
        let of_writer = of_writer.transpose()?.flatten();
        let (umpire, agreed) = match by.filter(|_| of_writer.is_some()) {
            Some(by) => (by, Some(umpire)),
            None => (umpire, None),
        };
        let Some(rights) = self.rights_of(&umpire)? else {
            return Ok(silent("a director is no member any more"));
        };
        let rulings = Rulings {
            umpire,
            rights,
            agreed,
            confirmed: true,
            lines,
            unread: Vec::new(),
            files: FilesOf::Earlier(of),
        };
        self.carry_out_rulings(mail, rulings)
    }
}

/// A file, so that an umpire who is asked about it knows which one it is: its name, its length, the beginning of its
/// SHA-256, and its first games.
fn described(file: &AttachedFile) -> String {
    let text = String::from_utf8_lossy(&file.content);
    let sections = text.lines().filter(|line| line.starts_with('['));
    let sections: Vec<String> = sections.take(8).map(|line| clean(line, 40)).collect();
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(&file.content)[..16]);
    let (name, length) = (clean(&file.name, 60), file.content.len());
    format!("{name}, {length} bytes, {hash}: {}", sections.join(" "))
}
