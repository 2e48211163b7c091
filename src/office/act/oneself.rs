//! What the author of a mail wants to change about themselves is decided, closed, and answered.

use anyhow::Result;

use crate::games::Cause;
use crate::letters::{Note, PeopleNote};
use crate::meeting::Concluded;
use crate::meeting::person::{PersonAct, PersonFacts, PersonRefusal, PersonRequest, decide};
use crate::text::clean;

use crate::office::act::leave::not_booked;
use crate::office::{Draft, MailSession};

impl MailSession<'_> {
    /// Decides about what the author wants to change about themselves, and closes what follows; the
    /// inner error: what they are answered if nothing does.
    ///
    /// # Errors
    /// The store fails, or a game of the player's cannot be loaded.
    pub(super) fn change_oneself(
        &mut self,
        request: &PersonRequest,
    ) -> Result<Result<Vec<PersonAct>, Note>> {
        let before = self.oneself()?;
        let acts = match decide(&before, request, &self.draft.person_facts()) {
            Concluded::Done(acts) => acts,
            Concluded::Ask(_) => Vec::new(),
            Concluded::Refused(refusal) => return Ok(Err(not_changed(refusal))),
        };
        let cause = Cause::Mail(self.mail.id, &self.mail.arrived_at);
        self.draft.close_person(&before, &acts, &cause)?;
        self.changed.extend(acts.iter().cloned());
        let after = before.after(&acts, self.draft.office.now());
        self.player.name = after.name;
        if !after.left {
            self.player.membership.left_at = None;
        }
        Ok(Ok(acts))
    }
}

impl Draft<'_> {
    /// What decisions about players depend on.
    pub(super) fn person_facts(&self) -> PersonFacts {
        PersonFacts {
            now: self.office.now(),
            leave: self.office.settings.time.leave,
        }
    }
}

/// What is said of a change that is not made.
pub(super) fn not_changed(refusal: PersonRefusal) -> Note {
    match refusal {
        PersonRefusal::TooMany => Note::TooManyAddresses,
        PersonRefusal::SentBefore(address) => Note::CodeSentBefore(address),
        PersonRefusal::NotTheirs(typed) => Note::NotYourAddress(clean(&typed, 80)),
        PersonRefusal::Last => Note::LastAddress,
        PersonRefusal::NameTooSoon(from) => {
            let from = from.format("%Y-%m-%d").to_string();
            Note::People(PeopleNote::NameTooSoon { from })
        }
        PersonRefusal::Member(name) => Note::People(PeopleNote::AlreadyMember { name }),
        PersonRefusal::Leave(why) => Note::Leave(not_booked(why)),
        PersonRefusal::Name(fault) => Note::People(PeopleNote::NameRefused(fault)),
    }
}
