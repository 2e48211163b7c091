//! Letters to people who are no members, and their limits (`docs/operations.md`, 'Limits').
//!
//! Anybody can write a mail that seems to come from somebody else's address, and every member can name any address.
//! So all such letters are counted together, whatever they are for: by mailbox, by domain and in all. A mailbox
//! that answers none of them is left alone. What is known about a mailbox is kept under a salted hash.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::letters::{Content, OutsiderNotice};
use crate::mail::{Address, ParsedMessage};
use crate::store::{
    Budget, Decision, LetterKind, MailId, NewLetter, NewScope, OutsiderRow, PeopleChange, Snapshot,
};

use super::super::Office;
use super::super::author::Author;

/// After so many letters without an answer a mailbox gets none for [`SILENCE`].
const MOST_UNANSWERED: i64 = 2;
/// So many letters a day to a mailbox whose mails answer ours.
const MOST_ANSWERS: i64 = 5;
/// How long a mailbox that does not answer is left alone.
const SILENCE: TimeDelta = TimeDelta::days(90);

impl Office {
    /// Whether a letter may be written now to an address that is no member's, in view of what `decision` writes
    /// already.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn may_write_to(
        &self,
        store: &dyn Snapshot,
        decision: &Decision,
        address: &Address,
    ) -> Result<bool> {
        self.may_write(store, decision, address, 1)
    }

    /// The same for the answer to a mail that answers a letter of ours: whoever writes it reads what is sent to that
    /// address, so that he may get a few letters a day.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn may_answer(
        &self,
        store: &dyn Snapshot,
        decision: &Decision,
        address: &Address,
    ) -> Result<bool> {
        self.may_write(store, decision, address, MOST_ANSWERS)
    }

    fn may_write(
        &self,
        store: &dyn Snapshot,
        decision: &Decision,
        address: &Address,
        most: i64,
    ) -> Result<bool> {
        let day = self.today();
        let (mailbox, domain) = (mailbox(address), domain(address));
        let joining = &self.settings.joining;
        let now_spent = |budget: Budget, key: Option<&str>| -> i64 {
            let spends = decision.spends.iter().filter(|one| one.budget == budget);
            let spends = spends.filter(|one| key.is_none_or(|key| one.key == key));
            spends.map(|one| one.count).sum()
        };
        let own = store.spent(Budget::Strangers, &day, &mailbox)?.count
            + now_spent(Budget::Strangers, Some(&mailbox));
        let all =
            store.spent_by_all(Budget::Strangers, &day)?.count + now_spent(Budget::Strangers, None);
        let of_domain = store.spent(Budget::Domains, &day, &domain)?.count
            + now_spent(Budget::Domains, Some(&domain));
        let large = joining.is_large(&domain);
        if own >= most
            || all >= self.settings.limits.strangers
            || !large && of_domain >= joining.letters_of_domain
        {
            return Ok(false);
        }
        let row = store.outsider(&self.secret.mailbox(&mailbox))?;
        // A member's own address may be written to at any time: he cannot answer what he does not get.
        let member = store.player_by_address(&address.normalized())?;
        let member = member.is_some_and(|player| player.membership.is_member());
        Ok(match row {
            Some(row) if row.never || row.banned => false,
            Some(row) => member || !self.is_left_alone(&row),
            None => true,
        })
    }

    /// Whether a mailbox has answered none of the last letters, and the last one is not long ago.
    fn is_left_alone(&self, row: &OutsiderRow) -> bool {
        let last = row.last_letter.as_deref().map(DateTime::parse_from_rfc3339);
        let recent = match last {
            Some(Ok(last)) => self.now() - last.to_utc() < SILENCE,
            // What cannot be read counts as just now.
            Some(Err(_)) => true,
            None => false,
        };
        row.unanswered >= MOST_UNANSWERED && recent
    }

    /// Counts a letter to an address that is no member's.
    pub(in crate::office) fn count_outsider(&self, decision: &mut Decision, address: &Address) {
        let mailbox = mailbox(address);
        let hash = self.secret.mailbox(&mailbox);
        decision.people.push(PeopleChange::Written(hash));
        decision.spend(Budget::Strangers, mailbox);
        decision.spend(Budget::Domains, domain(address));
    }

    /// Adds a letter to somebody who is no member, and counts it; whether it may be written has to be asked before
    /// ([`Office::may_write_to`]). `token` is what his answer proves.
    pub(in crate::office) fn post_outsider<'d>(
        &mut self,
        decision: &'d mut Decision,
        address: &Address,
        (mail, in_reply_to): (Option<MailId>, Option<String>),
        notice: OutsiderNotice,
        token: Option<NewScope>,
    ) -> Option<&'d mut NewLetter> {
        self.count_outsider(decision, address);
        let tokens = token.map(|scope| self.new_token(scope));
        let content = Content::Outsider {
            notices: vec![notice],
            in_reply_to,
        };
        let recipient = address.to_string();
        let letter = self.post_to(decision, LetterKind::Outsider, &recipient, mail, content)?;
        letter.tokens.extend(tokens);
        Some(letter)
    }

    /// Notes that a mailbox answers our letters: the mail refers to one, or its host vouches for it. The Message-ID
    /// of a letter cannot be guessed. Returns whether it does.
    pub(in crate::office) fn note_outsider(
        &self,
        decision: &mut Decision,
        message: &ParsedMessage,
        proven: bool,
    ) -> bool {
        let Ok(from) = &message.from else {
            return false;
        };
        let ids = message.in_reply_to.iter().chain(&message.references);
        let mut names = ids.filter_map(|id| id.split('@').next()?.rsplit('.').next());
        let answers = proven
            || message.is_vouched()
            || names.any(|name| self.secret.letter_of_message_name(name).is_some());
        if answers {
            let hash = self.mailbox_of(&from.address);
            decision.people.push(PeopleChange::Answered(hash));
        }
        answers
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
        if let Some(player) = &author.player {
            return Ok(player.membership.banned_at.is_some());
        }
        let Ok(from) = &message.from else {
            return Ok(false);
        };
        let row = store.outsider(&self.mailbox_of(&from.address))?;
        Ok(row.is_some_and(|row| row.banned))
    }

    /// The salted hash of the mailbox of an address.
    pub(in crate::office) fn mailbox_of(&self, address: &Address) -> Vec<u8> {
        self.secret.mailbox(&mailbox(address))
    }
}

/// The mailbox of an address, in lower case: without the detail of a sub-address (`name+detail@`, RFC 5233).
pub(in crate::office) fn mailbox(address: &Address) -> String {
    let whole = address.normalized();
    match whole.rsplit_once('@') {
        Some((local, domain)) => {
            let name = local.split('+').next().filter(|name| !name.is_empty());
            format!("{}@{domain}", name.unwrap_or(local))
        }
        None => whole,
    }
}

fn domain(address: &Address) -> String {
    address.domain().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sub_address_is_the_same_mailbox() {
        for (address, expected) in [
            ("Anna@Example.org", "anna@example.org"),
            ("anna+chess@example.org", "anna@example.org"),
            ("anna+a+b@example.org", "anna@example.org"),
            ("a.n.n.a@example.org", "a.n.n.a@example.org"),
            ("+x@example.org", "+x@example.org"),
        ] {
            let address = Address::parse(address).expect("an address");
            assert_eq!(mailbox(&address), expected);
        }
    }
}
