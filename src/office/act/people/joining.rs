//! How somebody becomes a member: they ask from an address, and answer the letter that goes there.

use anyhow::{Result, bail};

use crate::commands::{Command, People, Script};
use crate::config::Registration;
use crate::games::Cause;
use crate::ids::{MailId, PlayerId};
use crate::letters::{Answer, Content, LetterData, PlayerNotice};
use crate::mail::Address;
use crate::meeting::person::{Person, PersonRequest, decide};
use crate::meeting::{Concluded, NameFault, names};
use crate::store::{
    Asked, LetterKind, MailboxChange, NewLetter, NewScope, PlayerChange, PlayerRef, PlayerRow,
    Snapshot, Verdict,
};

use crate::office::act::people::outsiders::{Outlet, Standing};
use crate::office::route::newcomers::{Replied, Reply};
use crate::office::{Draft, InboxMail, Office, silent, verdict};

/// Who joins, and from where.
#[derive(Clone, Copy)]
pub(in crate::office) struct Newcomer<'a> {
    /// The address that they have written from.
    pub address: &'a Address,
    /// Who they were, if they come back.
    pub before: Option<&'a PlayerRow>,
    /// Their mail, which the letter to them answers.
    pub mail: &'a InboxMail,
}

impl Office {
    /// A name in the form in which it is stored, if nobody but `but` has one that looks like it.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn free_name(
        &self,
        store: &dyn Snapshot,
        name: &str,
        but: Option<PlayerId>,
    ) -> Result<std::result::Result<String, NameFault>> {
        let name = match names::checked(name) {
            Ok(name) => name,
            Err(fault) => return Ok(Err(fault)),
        };
        Ok(match store.player_taking(&name, but)? {
            Some(_) => Err(NameFault::Taken),
            None => Ok(name),
        })
    }

    /// The name of somebody who has chosen none: `Player 12`.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn usual_name(&self, store: &dyn Snapshot) -> Result<String> {
        let newest = store.newest_player()?.map_or(0, |player| player.0);
        for number in newest + 1.. {
            let name = format!("Player {number}");
            if store.player_alike(&name, None)?.is_none() {
                return Ok(name);
            }
        }
        anyhow::bail!("no number is left")
    }
}

impl Draft<'_> {
    /// Makes somebody a player, or one again, and welcomes them. The name has to be free.
    ///
    /// # Errors
    /// The store fails, or they are a member.
    pub(in crate::office) fn join(
        &mut self,
        newcomer: Newcomer<'_>,
        name: &str,
    ) -> Result<PlayerRef> {
        let address = newcomer.address.to_string();
        let person = match newcomer.before {
            Some(before) => self.person(before)?,
            None => Person::default(),
        };
        let request = PersonRequest::Join {
            name: Ok(name.to_owned()),
            address: address.clone(),
        };
        let Concluded::Done(acts) = decide(&person, &request, &self.person_facts()) else {
            bail!("{} is a member", person.name);
        };
        let (player, scope) = match person.id {
            PlayerId(0) => {
                let nth = self.decision.added().count();
                (PlayerRef::New(nth), NewScope::NewPlayer(nth))
            }
            id => (PlayerRef::Known(id), NewScope::Player(id)),
        };
        let mail = newcomer.mail;
        let cause = Cause::Mail(mail.id, &mail.arrived_at);
        self.close_person(&person, &acts, &cause)?;
        if mail.message.is_vouched() {
            let vouched = PlayerChange::Vouched(newcomer.address.normalized(), true);
            self.decision.players.push(vouched);
        }
        let to = (scope, address.as_str());
        let greeting = (name, newcomer.before.is_some());
        self.welcome((person.id, to), greeting, Some(mail.id));
        Ok(player)
    }

    /// Writes the letter to a new player, or to one who is back. Who is new has no number before it is written.
    pub(super) fn welcome(
        &mut self,
        (player, (scope, address)): (PlayerId, (NewScope, &str)),
        (name, back): (&str, bool),
        mail: Option<MailId>,
    ) {
        let notice = PlayerNotice::Welcome {
            name: name.to_owned(),
            back,
        };
        self.post_personal((player, address), scope, mail, (vec![notice], None));
    }

    /// Carries out the answer to a letter that has asked somebody whether they want to
    /// join. `before`: who they were.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn answer_newcomer(
        &mut self,
        mail: &InboxMail,
        before: Option<&PlayerRow>,
        joining: Replied<Option<String>>,
    ) -> Result<Verdict> {
        self.office.note_script(&joining.script);
        self.note_outsider(&joining.from, Standing::Reader);
        let name = match joining.reply {
            Reply::Yes(name) => name.or(joining.about),
            Reply::No | Reply::Never => {
                self.decision.close_account_questions.push(joining.question);
                if matches!(joining.reply, Reply::Never) {
                    self.note_mailbox(&joining.from, MailboxChange::Never);
                }
                return Ok(silent("does not want to join"));
            }
        };
        self.admit((mail, &joining.from), (before, Standing::Reader), name)
    }

    /// Makes the author of a mail a player, who is none and has shown that they own its address;
    /// or says why that cannot be.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn admit(
        &mut self,
        (mail, address): (&InboxMail, &Address),
        (before, standing): (Option<&PlayerRow>, Standing),
        name: Option<String>,
    ) -> Result<Verdict> {
        let id = before.map(|player| player.id);
        let free = self.office.name_for(self.store, name.as_deref(), before)?;
        let open = self.office.settings.joining.registration == Registration::Open;
        if let (Ok(name), true) = (free, open) {
            for row in self
                .store
                .account_questions(&Asked::Address(address.normalized()))?
            {
                self.decision.close_account_questions.push(row.id);
            }
            let newcomer = Newcomer {
                address,
                before,
                mail,
            };
            self.join(newcomer, &name)?;
            if let Some(welcome) = self.decision.letters.last_mut() {
                answer_with(welcome, mail.message.message_id.clone());
            }
            return Ok(joined());
        }
        if let Outlet::No(why) = self.outlet(address, standing)? {
            return Ok(silent(why));
        }
        let about = (Some(mail.id), mail.message.message_id.clone());
        let to = (address, standing);
        self.ask_newcomer(to, about, (name.as_deref(), id))?;
        Ok(Verdict {
            reason: Some("the name is not possible".to_owned()),
            ..verdict("stranger")
        })
    }
}

impl Office {
    /// The name of somebody who joins: the one that they ask for, else the one that they
    /// had, else the next usual one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn name_for(
        &self,
        store: &dyn Snapshot,
        wanted: Option<&str>,
        before: Option<&PlayerRow>,
    ) -> Result<std::result::Result<String, NameFault>> {
        match (wanted, before) {
            (Some(name), _) => self.free_name(store, name, before.map(|player| player.id)),
            (None, Some(before)) => Ok(Ok(before.name.clone())),
            (None, None) => Ok(Ok(self.usual_name(store)?)),
        }
    }
}

/// What is noted of a mail whose author is a player now.
pub(in crate::office) fn joined() -> Verdict {
    Verdict {
        reason: Some("is a player now".to_owned()),
        proven: true,
        ..verdict("answered")
    }
}

/// Makes a letter to a player the answer to the mail with this Message-ID.
pub(in crate::office) fn answer_with(letter: &mut NewLetter, in_reply_to: Option<String>) {
    let Ok(mut data) = LetterData::from_json(&letter.data) else {
        return;
    };
    if let Content::Player { answer, .. } = &mut data.content {
        *answer = Some(Answer {
            in_reply_to,
            ..Answer::default()
        });
        letter.kind = LetterKind::Answer;
        letter.data = data.to_json();
    }
}

/// The name in `register NAME`, if a mail asks for that.
pub(in crate::office) fn registers(script: &Script) -> Option<&str> {
    let mut lines = script.lines.iter();
    lines.find_map(|line| match &line.command {
        Command::People(People::Register(name)) => Some(name.as_str()),
        _ => None,
    })
}
