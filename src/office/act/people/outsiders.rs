//! Letters to people who are no members, and their limits (`docs/settings.md`, 'Limits').
//!
//! Anybody can write a mail that seems to come from somebody else's address, and every member can
//! name any address. So a mailbox of which nothing shows that its owner writes to us gets hardly
//! any letters, and all of these together are few. Anyone who reads our letters, and anyone for
//! whom the mail host vouches, has nothing to do with that budget. What is known about a mailbox is
//! kept under a salted hash.

use anyhow::Result;
use chrono::{DurationRound, TimeDelta};

use crate::config::Registration;
use crate::games::instant;
use crate::ids::{LetterId, MailId, PlayerId};
use crate::letters::{AccountQuestion, Content, LetterData, OutsiderNotice};
use crate::mail::{Address, ParsedMessage, Vouched};
use crate::store::{
    AccountQuestionRow, Asked, Budget, LetterKind, MailboxChange, NewAccountQuestion, NewLetter,
    NewScope, PeopleChange, PlayerRow, Snapshot,
};

use crate::office::close::questions::question_timer;
use crate::office::load::mailboxes::mailbox as of_address;
use crate::office::load::tokens::name_in;
use crate::office::route::newcomers::Wanted;
use crate::office::{Author, Draft, InboxMail, Office, stamp};

/// So many letters a mailbox gets that has never answered one.
pub(in crate::office) const MOST_UNANSWERED: i64 = 2;
/// Two answers to a mailbox of which nothing is shown are so far apart.
const APART: TimeDelta = TimeDelta::days(7);
/// So many letters a day to a mailbox whose owner writes to us.
const MOST_ANSWERS: i64 = 5;
/// For so long a mail waits for its answer.
const KEPT: TimeDelta = TimeDelta::days(7);
/// Of all letters to people who have not shown who they are, one in so many may be an invitation of a member's. They
/// have a budget of their own, so that nobody can use it up from outside.
const INVITATIONS: i64 = 5;

/// What a mail shows about its author, who is no member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::office) enum Standing {
    /// Nothing: anybody can have written it.
    Unproven,
    /// The mail host vouches for it, and it is addressed to us.
    Vouched,
    /// It answers a letter to its author's mailbox.
    Reader,
}

/// Whether somebody who is no member may get a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::office) enum Outlet {
    Now,
    /// Not before others have had theirs.
    Later,
    /// No, for this reason.
    No(&'static str),
}

/// The language of a letter to somebody who is no member: that of the mail that it answers.
pub(in crate::office) fn write_in(letter: Option<&mut NewLetter>, language: Option<String>) {
    if let (Some(letter), Some(language)) = (letter, language)
        && let Ok(mut data) = LetterData::from_json(&letter.data)
    {
        data.language = Some(language);
        letter.data = data.to_json();
    }
}

impl Draft<'_> {
    /// What a mail shows about its author.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn standing(
        &self,
        message: &ParsedMessage,
        author: &Author,
    ) -> Result<Standing> {
        let (Ok(from), false) = (&message.from, message.vouched == Vouched::Fails) else {
            return Ok(Standing::Unproven);
        };
        // Neither a key nor the Message-ID of a letter can be guessed; anyone who has got a
        // letter knows those of that one.
        let mut letters = Vec::new();
        for token in &author.tokens {
            letters.extend(self.store.letter_of_token(*token)?);
        }
        let secret = &self.office.secret;
        let ids = message.in_reply_to.iter().chain(&message.references);
        let names = ids.filter_map(|id| name_in(id));
        let named = names.filter_map(|name| secret.letter_of_message_name(name));
        letters.extend(named.map(LetterId));
        for letter in letters {
            let recipient = self.store.letter(letter)?.map(|letter| letter.recipient);
            let recipient = recipient.and_then(|to| Address::parse(&to).ok());
            if recipient.is_some_and(|to| mailbox(&to) == mailbox(&from.address)) {
                return Ok(Standing::Reader);
            }
        }
        Ok(
            match message.is_vouched() && self.office.is_addressed(message) {
                true => Standing::Vouched,
                false => Standing::Unproven,
            },
        )
    }

    /// Whether a mail may be answered now that comes from an address that is no member's, in view of what `decision`
    /// writes already.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn outlet(
        &self,
        address: &Address,
        standing: Standing,
    ) -> Result<Outlet> {
        let row = self.store.outsider(&self.office.mailbox_of(address))?;
        let row = row.unwrap_or_default();
        if row.never || row.banned {
            return Ok(Outlet::No("wants no letters, or is banned"));
        }
        let mut full = false;
        for (budget, key, most) in self.office.budgets_of(address, standing) {
            full |= self.spent_so_far((budget, Some(&key)))? >= most;
        }
        if standing != Standing::Unproven {
            return Ok(match full {
                true => Outlet::No("answered often enough today"),
                false => Outlet::Now,
            });
        }
        if row.unanswered >= MOST_UNANSWERED {
            return Ok(Outlet::No("unproven, and has answered none of our letters"));
        }
        // What cannot be read counts as just now.
        let lately = |at: &str| instant(at).map_or(true, |at| self.office.now() - at < APART);
        if row.last_letter.as_deref().is_some_and(lately) {
            return Ok(Outlet::No("unproven, and answered in the last seven days"));
        }
        let (joining, limits) = (&self.office.settings.joining, self.office.settings.limits);
        let none_of_domain = joining.letters_of_domain == 0 && !joining.is_large(&domain(address));
        let most = self.office.most_strangers();
        if most <= 0 || limits.strangers_hour == 0 || none_of_domain {
            return Ok(Outlet::No("unproven, and nobody unproven is answered"));
        }
        let all = self.spent_so_far((Budget::Strangers, None))?;
        Ok(match full || all >= most {
            true => Outlet::Later,
            false => Outlet::Now,
        })
    }

    /// Counts the answer to a mail of somebody who is no member.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn count_outsider(
        &mut self,
        address: &Address,
        standing: Standing,
    ) -> Result<()> {
        self.note_mailbox(address, MailboxChange::Written);
        for (budget, key, most) in self.office.budgets_of(address, standing) {
            self.spend_within((budget, key), most)?;
        }
        if standing == Standing::Unproven {
            let all = (Budget::Strangers, None);
            self.limit(all, self.office.most_strangers())?;
        }
        Ok(())
    }

    /// Keeps what a mail wants that may not be answered yet; why it is not kept, otherwise. In a day as many are kept as
    /// letters may go. A newer mail of the same address takes the place of an older one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn keep_waiting(
        &mut self,
        (mail, address): (&InboxMail, &Address),
        wanted: Wanted,
    ) -> Result<Option<&'static str>> {
        let asked = Asked::Address(address.normalized());
        let Wanted {
            mut name,
            mut challenge,
        } = wanted;
        let next_hour = self.office.next_hour();
        let (mut due, mut is_new) = (next_hour.clone(), true);
        for row in self.store.account_questions(&asked)? {
            if let Some((before, _)) = waiting(&row) {
                name = name.or(before.name);
                challenge = challenge.or(before.challenge);
                due = row.due_at.unwrap_or(due);
                is_new = false;
                self.decision.close_account_questions.push(row.id);
            }
        }
        if is_new {
            let domain = domain(address);
            let all = self.spent_so_far((Budget::Kept, None))?;
            let of_domain = self.spent_so_far((Budget::Kept, Some(&domain)))?;
            let (office, settings) = (&self.office, &self.office.settings);
            let most = settings.limits.strangers;
            let most_of_domain = office.most_of_domain(&domain, settings.joining.letters_of_domain);
            if all >= most || of_domain >= most_of_domain {
                return Ok(Some("unproven, and as many wait as may"));
            }
            self.spend_within((Budget::Kept, domain), most_of_domain)?;
            self.limit((Budget::Kept, None), most)?;
        }
        let question = AccountQuestion::Waiting {
            name,
            challenge,
            in_reply_to: mail.message.message_id.clone(),
        };
        self.decision.account_asks.push(NewAccountQuestion {
            expires_at: stamp(self.office.now() + KEPT),
            due_at: Some(due),
            ..self.office.question(asked, &question, Some(mail.id))
        });
        self.decision.timers.push(question_timer(next_hour));
        Ok(None)
    }

    /// Answers a mail that has waited, if that may be done now; else it goes on waiting. Returns whether it does.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_waiting(&mut self, row: &AccountQuestionRow) -> Result<bool> {
        let (Some((wanted, in_reply_to)), Asked::Address(to)) = (waiting(row), &row.asked) else {
            return Ok(false);
        };
        let player = self.store.player_by_address(to)?;
        let member = |player: &PlayerRow| player.membership.is_member();
        let lapsed = player.as_ref().is_some_and(member) || row.expires_at <= self.office.stamp();
        let (Ok(address), false) = (Address::parse(to), lapsed) else {
            return Ok(false);
        };
        let standing = Standing::Unproven;
        match self.outlet(&address, standing)? {
            Outlet::No(_) => return Ok(false),
            Outlet::Later => {
                self.decision.account_asks.push(NewAccountQuestion {
                    asked: row.asked.clone(),
                    data: row.data.clone(),
                    mail: row.mail,
                    expires_at: row.expires_at.clone(),
                    due_at: Some(self.office.next_hour()),
                    letter: None,
                });
                return Ok(true);
            }
            Outlet::Now => {}
        }
        let (about, before) = ((row.mail, in_reply_to), player.map(|player| player.id));
        self.ask_newcomer((&address, standing), about, (wanted, before))?;
        Ok(false)
    }

    /// Asks somebody who is no member whether they want to be one, and under which name. Whether a
    /// letter may be written has to be asked before ([`Draft::outlet`]).
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_newcomer(
        &mut self,
        (address, standing): (&Address, Standing),
        (mail, in_reply_to): (Option<MailId>, Option<String>),
        (wanted, before): (Wanted, Option<PlayerId>),
    ) -> Result<()> {
        let registration = self.office.settings.joining.registration;
        self.count_outsider(address, standing)?;
        if registration != Registration::Open {
            let invited = registration == Registration::Invited;
            let notice = OutsiderNotice::Closed { invited };
            self.post_outsider(address, (mail, in_reply_to), vec![notice], None);
            return Ok(());
        }
        let Wanted { name, challenge } = wanted;
        let name = name.map(|name| self.free_name(&name, before)).transpose()?;
        let (notice, name) = match name {
            Some(Ok(name)) => (OutsiderNotice::Register, Some(name)),
            // Anyone who has not shown that they read our letters gets nothing of their mail back.
            Some(Err(fault)) if standing != Standing::Unproven => {
                (OutsiderNotice::NameRefused(fault), None)
            }
            _ => (OutsiderNotice::Join, None),
        };
        let program = match (&notice, &challenge) {
            (_, Some(_)) => Some(OutsiderNotice::FirstGame),
            (OutsiderNotice::Join, None) => {
                let partner = self.office.settings.partner.word();
                partner.map(|partner| OutsiderNotice::Program { partner })
            }
            _ => None,
        };
        let notices = [notice].into_iter().chain(program).collect();
        let token = NewScope::Question(self.decision.account_asks.len());
        let asked = Asked::Address(address.normalized());
        let question = AccountQuestion::Register {
            name,
            language: self.language.clone(),
            challenge,
        };
        let question = self.office.question(asked, &question, mail);
        self.decision.account_asks.push(question);
        self.post_outsider(address, (mail, in_reply_to), notices, Some(token));
        Ok(())
    }

    /// Adds a letter to somebody who is no member, which has to be counted, too. `token` is
    /// what their answer proves.
    pub(in crate::office) fn post_outsider(
        &mut self,
        address: &Address,
        (mail, in_reply_to): (Option<MailId>, Option<String>),
        notices: Vec<OutsiderNotice>,
        token: Option<NewScope>,
    ) {
        let token = token.map(|scope| self.office.new_token(scope));
        // Who is invited by somebody else has not written yet.
        let language = self.language.clone().filter(|_| in_reply_to.is_some());
        let content = Content::Outsider {
            notices,
            in_reply_to,
        };
        let recipient = address.to_string();
        let letter = self.post_to(LetterKind::Outsider, &recipient, mail, token, content);
        write_in(letter, language);
    }

    /// Notes that the owner of a mailbox writes to us.
    pub(in crate::office) fn note_outsider(&mut self, address: &Address, standing: Standing) {
        if standing != Standing::Unproven {
            self.note_mailbox(address, MailboxChange::Answered);
        }
    }

    /// Notes something about the mailbox of an address.
    pub(in crate::office) fn note_mailbox(&mut self, address: &Address, change: MailboxChange) {
        let mailbox = self.office.mailbox_of(address);
        let change = PeopleChange::Mailbox(mailbox, change);
        self.decision.people.push(change);
    }
}

impl Office {
    /// Whether a mail names the server's address in To or Cc. One that does not may have been sent on.
    pub(in crate::office) fn is_addressed(&self, message: &ParsedMessage) -> bool {
        let mut recipients = message.recipients.iter();
        recipients.any(|address| self.is_ours(address))
    }

    /// What a letter to somebody who is no member is counted against, with how much there may be today.
    fn budgets_of(&self, address: &Address, standing: Standing) -> Vec<(Budget, String, i64)> {
        let (joining, limits) = (&self.settings.joining, self.settings.limits);
        let (one, domain, readers) = (mailbox(address), domain(address), Budget::Readers);
        match standing {
            Standing::Unproven => {
                let of_domain = self.most_of_domain(&domain, joining.letters_of_domain);
                let hour = self.now().format("%H").to_string();
                vec![
                    (Budget::Strangers, one, i64::MAX),
                    (Budget::Domains, domain, of_domain),
                    (Budget::Hours, hour, limits.strangers_hour),
                ]
            }
            Standing::Vouched => {
                let of_domain = self.most_of_domain(&domain, limits.strangers);
                vec![
                    (readers, one, MOST_ANSWERS),
                    (readers, format!("@{domain}"), of_domain),
                ]
            }
            Standing::Reader => vec![(readers, one, MOST_ANSWERS)],
        }
    }

    /// How many letters may go to a domain: as many as needed to a large one.
    fn most_of_domain(&self, domain: &str, most: i64) -> i64 {
        match self.settings.joining.is_large(domain) {
            true => i64::MAX,
            false => most,
        }
    }

    /// How many letters may go in a day to people who are no members and have proven nothing.
    fn most_strangers(&self) -> i64 {
        self.settings.limits.strangers - self.club_invitations()
    }

    /// How many invitations of members may go in a day.
    pub(in crate::office) fn club_invitations(&self) -> i64 {
        self.settings.limits.strangers / INVITATIONS
    }

    /// When the next hour begins.
    pub(super) fn next_hour(&self) -> String {
        let hour = TimeDelta::hours(1);
        let now = self.now();
        stamp(now.duration_trunc(hour).unwrap_or(now) + hour)
    }

    /// Whether a mail comes from an address of somebody whom the umpire has banned.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn is_banned(
        &self,
        store: &dyn Snapshot,
        author: &Author,
        message: &ParsedMessage,
    ) -> Result<bool> {
        Ok(match (&author.player, &message.from) {
            (Some(player), _) => player.membership.banned_at.is_some(),
            (None, Err(_)) => false,
            (None, Ok(from)) => {
                let row = store.outsider(&self.mailbox_of(&from.address))?;
                row.is_some_and(|row| row.banned)
            }
        })
    }

    /// The salted hash of the mailbox of an address.
    pub(in crate::office) fn mailbox_of(&self, address: &Address) -> Vec<u8> {
        self.secret.mailbox(&mailbox(address))
    }
}

/// The mailbox of an address, in lower case, without the detail of a sub-address.
pub(in crate::office) fn mailbox(address: &Address) -> String {
    of_address(&address.normalized())
}

/// What a mail wants that waits for its answer, and its Message-ID.
fn waiting(row: &AccountQuestionRow) -> Option<(Wanted, Option<String>)> {
    match serde_json::from_str(&row.data) {
        Ok(AccountQuestion::Waiting {
            name,
            challenge,
            in_reply_to,
        }) => Some((Wanted { name, challenge }, in_reply_to)),
        _ => None,
    }
}

fn domain(address: &Address) -> String {
    address.domain().to_ascii_lowercase()
}
