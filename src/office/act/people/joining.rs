//! How somebody becomes a member: he asks from an address, and answers the letter that goes there.

use anyhow::Result;

use crate::commands::{Command, People, Script};
use crate::config::Registration;
use crate::ids::{MailId, PlayerId};
use crate::letters::{Answer, Content, LetterData, PlayerNotice};
use crate::mail::Address;
use crate::meeting::{NameFault, names};
use crate::store::{
    Asked, LetterKind, NewLetter, NewScope, PeopleChange, PlayerChange, PlayerRef, PlayerRow,
    Snapshot, Verdict,
};

use crate::office::act::people::outsiders::{Outlet, Standing};
use crate::office::route::newcomers::{Joining, Reply};
use crate::office::{Draft, InboxMail, Office, silent, verdict};

/// Who joins, and from where.
#[derive(Clone, Copy)]
pub(in crate::office) struct Newcomer<'a> {
    /// The address that he has written from.
    pub address: &'a Address,
    /// Whether the host vouches for it.
    pub vouched: bool,
    /// Who he was, if he comes back.
    pub before: Option<&'a PlayerRow>,
    /// The mail that the letter to him answers.
    pub mail: Option<MailId>,
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

    /// The name of who has chosen none: `Player 12`.
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
    /// Makes somebody a player, or one again, and welcomes him. The name has to be free.
    pub(in crate::office) fn join(&mut self, newcomer: Newcomer<'_>, name: &str) -> PlayerRef {
        let address = newcomer.address.to_string();
        let (player, scope, shown) = match newcomer.before {
            Some(before) => {
                self.decision
                    .people
                    .push(PeopleChange::Left(before.id, false));
                if before.name != name {
                    let renamed = PlayerChange::Rename(before.id, name.to_owned());
                    self.decision.players.push(renamed);
                }
                let (id, scope) = (before.id, NewScope::Player(before.id));
                (PlayerRef::Known(id), scope, id)
            }
            None => {
                let added = |change: &&PlayerChange| matches!(change, PlayerChange::Add { .. });
                let nth = self.decision.players.iter().filter(added).count();
                self.decision.players.push(PlayerChange::Add {
                    name: name.to_owned(),
                    address: address.clone(),
                });
                // Who he is, is not known before it is written; the letter goes to his address.
                (PlayerRef::New(nth), NewScope::NewPlayer(nth), PlayerId(0))
            }
        };
        if newcomer.vouched {
            let vouched = PlayerChange::Vouched(newcomer.address.normalized(), true);
            self.decision.players.push(vouched);
        }
        let notice = PlayerNotice::Welcome {
            name: name.to_owned(),
            back: newcomer.before.is_some(),
        };
        let content = Content::Player {
            player: shown,
            notices: vec![notice],
            answer: None,
        };
        let token = self.office.new_token(scope);
        let kind = LetterKind::Player;
        if let Some(letter) = self.post_to(kind, &address, newcomer.mail, content) {
            letter.tokens.push(token);
        }
        player
    }

    /// Carries out the answer to a letter that has asked somebody whether he wants to join. `before`: who he was.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn answer_newcomer(
        &mut self,
        mail: InboxMail<'_>,
        before: Option<&PlayerRow>,
        joining: Joining,
    ) -> Result<Verdict> {
        self.office.note_script(&joining.script);
        self.note_outsider(&joining.from, Standing::Reader);
        let name = match joining.reply {
            Reply::Yes(name) => name.or(joining.name),
            Reply::No | Reply::Never => {
                self.decision.close_account_questions.push(joining.question);
                if matches!(joining.reply, Reply::Never) {
                    let hash = self.office.mailbox_of(&joining.from);
                    self.decision.people.push(PeopleChange::Never(hash));
                }
                return Ok(silent("does not want to join"));
            }
        };
        self.admit((mail, &joining.from), (before, Standing::Reader), name)
    }

    /// Makes the author of a mail a player, who is none and has shown that he owns its address; or says why that
    /// cannot be.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn admit(
        &mut self,
        (mail, address): (InboxMail<'_>, &Address),
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
                vouched: mail.message.is_vouched(),
                before,
                mail: Some(mail.id),
            };
            self.join(newcomer, &name);
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
    /// The name of somebody who joins: the one that he asks for, else the one that he had, else the next usual one.
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
