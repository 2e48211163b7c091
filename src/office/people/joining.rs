//! How somebody becomes a member: he asks from an address, and answers the letter that goes there.

use anyhow::Result;

use crate::commands::{self, Command, NoGame, People, Script};
use crate::config::Registration;
use crate::letters::{AccountQuestion, Answer, Content, LetterData, OutsiderNotice, PlayerNotice};
use crate::mail::{Address, Vouched};
use crate::meeting::NameFault;
use crate::meeting::names;
use crate::store::{
    AccountQuestionRow, Asked, Decision, Judgement, LetterKind, MailId, NewAccountQuestion,
    NewLetter, NewScope, PeopleChange, PlayerChange, PlayerId, PlayerRef, PlayerRow, Snapshot,
    Verdict,
};

use super::super::author::Author;
use super::super::member::WAITS;
use super::super::session::{InboxMail, silent};
use super::super::{Office, stamp};

/// What a newcomer answers.
enum Reply {
    /// He agrees.
    Yes,
    /// He wants this name.
    Name(String),
    /// He does not want to join.
    No,
    /// He wants no letters at all.
    Never,
}

/// Who joins, and from where.
#[derive(Clone, Copy)]
pub(in crate::office) struct Newcomer<'a> {
    /// The address that he has written from.
    pub address: &'a Address,
    /// Whether the host vouches for it.
    pub vouched: bool,
    /// Who he was, if he comes back.
    pub before: Option<&'a PlayerRow>,
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

    /// Makes somebody a player, or one again, and welcomes him. The name has to be free.
    pub(in crate::office) fn join(
        &mut self,
        decision: &mut Decision,
        newcomer: Newcomer<'_>,
        name: &str,
    ) -> PlayerRef {
        let address = newcomer.address.to_string();
        let (player, scope, shown) = match newcomer.before {
            Some(before) => {
                decision.people.push(PeopleChange::Left(before.id, false));
                if before.name != name {
                    let renamed = PlayerChange::Rename(before.id, name.to_owned());
                    decision.players.push(renamed);
                }
                let (id, scope) = (before.id, NewScope::Player(before.id));
                (PlayerRef::Known(id), scope, id)
            }
            None => {
                let added = |change: &&PlayerChange| matches!(change, PlayerChange::Add { .. });
                let nth = decision.players.iter().filter(added).count();
                decision.players.push(PlayerChange::Add {
                    name: name.to_owned(),
                    address: address.clone(),
                });
                // Who he is, is not known before it is written; the letter goes to his address.
                (PlayerRef::New(nth), NewScope::NewPlayer(nth), PlayerId(0))
            }
        };
        if newcomer.vouched {
            let vouched = PlayerChange::Vouched(newcomer.address.normalized(), true);
            decision.players.push(vouched);
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
        decision.letters.push(NewLetter {
            kind: LetterKind::Player,
            recipient: address,
            seat: None,
            first_event: 0,
            last_event: 0,
            mail: decision.mail.as_ref().map(|(mail, _)| *mail),
            tokens: vec![self.new_token(scope)],
            data: LetterData::new(content).to_json(),
            supersedes: false,
            once: None,
        });
        player
    }

    /// Answers `register NAME` of somebody who is no member, if a letter may be written to him: whether it was. `answers`:
    /// his mail answers a letter of ours.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_newcomer(
        &mut self,
        store: &dyn Snapshot,
        (mail, address): (InboxMail<'_>, &Address),
        (name, before): (&str, Option<PlayerId>),
        answers: bool,
        decision: &mut Decision,
    ) -> Result<bool> {
        let may = match answers {
            true => self.may_answer(store, decision, address)?,
            false => self.may_write_to(store, decision, address)?,
        };
        if !may {
            return Ok(false);
        }
        let registration = self.settings.joining.registration;
        let about = (Some(mail.id), mail.message.message_id.clone());
        if registration != Registration::Open {
            let invited = registration == Registration::Invited;
            let notice = OutsiderNotice::Closed { invited };
            self.post_outsider(decision, address, about, notice, None);
            return Ok(true);
        }
        let (notice, name) = match self.free_name(store, name, before)? {
            Ok(name) => (OutsiderNotice::Register, Some(name)),
            Err(fault) => (OutsiderNotice::NameRefused(fault), None),
        };
        let token = NewScope::Question(decision.account_asks.len());
        decision.account_asks.push(NewAccountQuestion {
            asked: Asked::Address(address.normalized()),
            data: AccountQuestion::Register { name }.to_json(),
            mail: Some(mail.id),
            expires_at: stamp(self.now() + WAITS),
            due_at: None,
            letter: None,
        });
        self.post_outsider(decision, address, about, notice, Some(token));
        Ok(true)
    }

    /// Carries out the answer to a letter that has asked somebody whether he wants to join; `None`: the mail is no
    /// such answer.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn answer_newcomer(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        (decision, verdict): (&mut Decision, &mut Verdict),
    ) -> Result<Option<Decision>> {
        let Some((asked, wanted)) = asked_to_join(author) else {
            return Ok(None);
        };
        let (Ok(from), false) = (&mail.message.from, mail.message.vouched == Vouched::Fails) else {
            return Ok(None);
        };
        let script = commands::read(mail.lines, &mail.message.subject, &NoGame);
        self.note_outsider(decision, mail.message, true);
        let name = match (reply(&script), wanted) {
            (Some(Reply::Name(name)), _) | (Some(Reply::Yes), Some(name)) => name,
            (Some(Reply::No | Reply::Never), _) => {
                self.note_script(&script);
                let (mut decision, verdict) = (std::mem::take(decision), std::mem::take(verdict));
                decision.close_account_questions.push(asked);
                if matches!(reply(&script), Some(Reply::Never)) {
                    let hash = self.mailbox_of(&from.address);
                    decision.people.push(PeopleChange::Never(hash));
                }
                let why = "does not want to join";
                return Ok(Some(silent(decision, mail.id, verdict, "silent", why)));
            }
            _ => return Ok(None),
        };
        self.note_script(&script);
        let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
        let before = author.player.as_ref();
        for row in store.account_questions(&Asked::Address(from.address.normalized()))? {
            decision.close_account_questions.push(row.id);
        }
        let free = self.free_name(store, &name, before.map(|player| player.id))?;
        let open = self.settings.joining.registration == Registration::Open;
        let (Ok(name), true) = (free, open) else {
            let of = (mail, &from.address);
            let about = (&*name, before.map(|player| player.id));
            // The letters that were answered can be answered again, with another name.
            decision.close_account_questions.clear();
            if self.ask_newcomer(store, of, about, true, &mut decision)? {
                verdict.word = "stranger".to_owned();
                verdict.reason = Some("the name is not possible".to_owned());
                decision.mail = Some((mail.id, Judgement::Done(verdict)));
                return Ok(Some(decision));
            }
            let why = "the name is not possible; answered before today";
            return Ok(Some(silent(decision, mail.id, verdict, "silent", why)));
        };
        note_joined(&mut decision, mail.id, verdict);
        let newcomer = Newcomer {
            address: &from.address,
            vouched: mail.message.is_vouched(),
            before,
        };
        self.join(&mut decision, newcomer, &name);
        if let Some(welcome) = decision.letters.last_mut() {
            answer_with(welcome, mail.message.message_id.clone());
        }
        Ok(Some(decision))
    }
}

/// Notes of a mail that its author is a player now.
pub(in crate::office) fn note_joined(decision: &mut Decision, mail: MailId, mut verdict: Verdict) {
    verdict.word = "answered".to_owned();
    verdict.reason = Some("is a player now".to_owned());
    verdict.proven = true;
    decision.mail = Some((mail, Judgement::Done(verdict)));
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

/// The newest question whether somebody wants to join that the mail answers, with the name that it is about. Members
/// are asked nothing of the kind.
fn asked_to_join(author: &Author) -> Option<(crate::store::AccountQuestionId, Option<String>)> {
    if author
        .player
        .as_ref()
        .is_some_and(|player| player.membership.is_member())
    {
        return None;
    }
    let register = |row: &AccountQuestionRow| match (&row.asked, serde_json::from_str(&row.data)) {
        (Asked::Address(_), Ok(AccountQuestion::Register { name })) => Some((row.id, name)),
        _ => None,
    };
    author.account.questions.iter().rev().find_map(register)
}

/// The name in `register NAME`, if a mail asks for that.
pub(in crate::office) fn registers(script: &Script) -> Option<&str> {
    let mut lines = script.lines.iter();
    lines.find_map(|line| match &line.command {
        Command::People(People::Register(name)) => Some(name.as_str()),
        _ => None,
    })
}

fn reply(script: &Script) -> Option<Reply> {
    let mut lines = script.lines.iter();
    lines.find_map(|line| match &line.command {
        Command::Yes | Command::YesAdd => Some(Reply::Yes),
        Command::No => Some(Reply::No),
        Command::People(People::Register(name)) => Some(Reply::Name(name.clone())),
        Command::People(People::Never) | Command::Unsubscribe => Some(Reply::Never),
        _ => None,
    })
}
