//! The umpire by mail: `umpire #17 ACT` from an address of the settings (`docs/mail-protocol.md`).
//!
//! Where the mail host vouches for the mail, it is carried out at once; else the address is asked for a `yes`. In a game
//! in which its umpire plays, another umpire is asked.

use anyhow::Result;

use crate::letters::{AccountQuestion, Content, RulingEcho, RulingReply};
use crate::mail::{Address, Vouched};
use crate::store::{Asked, Budget, LetterKind, NewAccountQuestion, NewScope, Snapshot, Verdict};
use crate::text::{clean, keys};

use crate::office::act::umpire::rulings::Rulings;
use crate::office::load::mail::earlier_copy;
use crate::office::route::umpire::{UmpireMail, UmpireWants};
use crate::office::{Draft, InboxMail, Office, silent, verdict};

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
        let (lines, others) = match wants {
            UmpireWants::AnswersAgain => {
                let line = mail.lines.iter().find(|line| !line.trim().is_empty());
                let line = clean(line.map_or("", |line| line.trim()), 80);
                let reply = RulingReply::AnsweredBefore;
                return Ok(self.tell_of_repeated(mail, &umpire, line, reply));
            }
            UmpireWants::Answers(row, lines, by, agrees) => {
                self.decision.by = umpire.normalized();
                self.decision.close_account_questions.push(row.id);
                return self.answer_umpire(mail, umpire, (lines, by, agrees));
            }
            UmpireWants::Commands(lines, others) => (lines, others),
        };
        self.decision.by = umpire.normalized();
        let typed: Vec<String> = lines.iter().map(|line| keys::blanked(line)).collect();
        if !self.office.vouches_for_umpire(mail) {
            return self.ask_umpire(mail, &umpire, typed);
        }
        if self.office.repeats(self.store, mail, &umpire)? {
            let line = typed.into_iter().next().unwrap_or_default();
            let reply = RulingReply::Repeated;
            return Ok(self.tell_of_repeated(mail, &umpire, line, reply));
        }
        let mut rulings = Rulings::new(umpire, None);
        rulings.unread = others;
        self.carry_out_rulings(mail, (rulings, &lines))
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
}

impl Office {
    /// Whether the host vouches for the umpire, and the mail is to us alone: one that is sent on is no command.
    fn vouches_for_umpire(&self, mail: &InboxMail) -> bool {
        let to_us = |address| {
            self.settings
                .address
                .covers(address, self.settings.delimiter)
        };
        mail.message.is_vouched() && !mail.shared && mail.message.recipients.iter().any(to_us)
    }

    /// Whether this mail of an umpire was carried out before.
    fn repeats(&self, store: &dyn Snapshot, mail: &InboxMail, umpire: &Address) -> Result<bool> {
        let earlier = earlier_copy(store, mail)?;
        let sender = earlier.and_then(|row| row.verdict?.sender);
        let sender = sender.and_then(|sender| Address::parse(&sender).ok());
        Ok(sender.is_some_and(|sender| sender.normalized() == umpire.normalized()))
    }
}

impl Draft<'_> {
    /// Asks an umpire whether commands for which nobody vouches are theirs.
    fn ask_umpire(
        &mut self,
        mail: &InboxMail,
        umpire: &Address,
        lines: Vec<String>,
    ) -> Result<Verdict> {
        let question = AccountQuestion::Umpire {
            lines,
            by: None,
            much: false,
            shared: mail.shared && mail.message.is_vouched(),
        };
        let waiting = self
            .store
            .account_questions(&Asked::Address(umpire.normalized()))?;
        if waiting.iter().any(|row| row.data == question.to_json()) {
            let why = "unproven, and the same question waits for its answer";
            return Ok(silent(why));
        }
        // Mails that the host calls forged do not use up the questions about others.
        let forged = match mail.message.vouched {
            Vouched::Fails => "forged ",
            Vouched::No | Vouched::Yes(_) => "",
        };
        let key = format!("umpire {forged}{}", umpire.normalized());
        let asked = self
            .store
            .spent(Budget::Account, &self.office.today(), &key)?;
        if asked.count >= MOST_ASKED {
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
    pub(in crate::office) fn ask_of_umpire(
        &mut self,
        mail: &InboxMail,
        umpire: &Address,
        question: AccountQuestion,
    ) {
        let token = self
            .office
            .new_token(NewScope::Question(self.decision.account_asks.len()));
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
        mail: &InboxMail,
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
        let mut rulings = match by {
            // Somebody who was an umpire then need not be one now.
            Some(by)
                if self
                    .office
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
        self.carry_out_rulings(mail, (rulings, &lines))
    }
}
