//! How somebody becomes a member: he asks from an address, and answers the letter that goes there.

use anyhow::Result;

use crate::commands::{self, Command, Meeting, NoGame, People, Script};
use crate::config::Registration;
use crate::ids::{MailId, PlayerId};
use crate::letters::{AccountQuestion, Answer, Content, LetterData, PlayerNotice};
use crate::mail::{Address, Vouched};
use crate::meeting::NameFault;
use crate::meeting::names;
use crate::store::{
    AccountQuestionRow, Asked, Decision, Judgement, LetterKind, NewLetter, NewScope, PeopleChange,
    PlayerChange, PlayerRef, PlayerRow, Snapshot, Verdict,
};

use super::super::Office;
use super::super::author::Author;
use super::super::session::{InboxMail, silent};
use super::outsiders::{Outlet, Standing};

/// Within so many lines the answer has to stand.
const FIRST_LINES: usize = 5;

/// What somebody answers who is asked to join, or to play.
pub(in crate::office) enum Reply {
    /// Yes, with a name or without.
    Yes(Option<String>),
    /// No.
    No,
    /// No, and no letters ever again.
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
        self.note_outsider(decision, &from.address, Standing::Reader);
        let Some(reply) = reply(mail.lines, &script) else {
            return Ok(None);
        };
        self.note_script(&script);
        let (mut decision, verdict) = (std::mem::take(decision), std::mem::take(verdict));
        let name = match reply {
            Reply::Yes(name) => name.or(wanted),
            Reply::No | Reply::Never => {
                decision.close_account_questions.push(asked);
                if matches!(reply, Reply::Never) {
                    let hash = self.mailbox_of(&from.address);
                    decision.people.push(PeopleChange::Never(hash));
                }
                let why = "does not want to join";
                return Ok(Some(silent(decision, mail.id, verdict, "silent", why)));
            }
        };
        let newcomer = (author.player.as_ref(), Standing::Reader);
        self.admit(store, mail, newcomer, name, (decision, verdict))
            .map(Some)
    }

    /// Makes the author of a mail a player, who is none and has shown that he owns its address; or says why that
    /// cannot be.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn admit(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (before, standing): (Option<&PlayerRow>, Standing),
        name: Option<String>,
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        let Ok(from) = &mail.message.from else {
            return Ok(silent(decision, mail.id, verdict, "silent", "no address"));
        };
        let (address, id) = (&from.address, before.map(|player| player.id));
        let free = match (&name, before) {
            (Some(name), _) => self.free_name(store, name, id)?,
            (None, Some(before)) => Ok(before.name.clone()),
            (None, None) => Ok(self.usual_name(store)?),
        };
        let open = self.settings.joining.registration == Registration::Open;
        if let (Ok(name), true) = (free, open) {
            for row in store.account_questions(&Asked::Address(address.normalized()))? {
                decision.close_account_questions.push(row.id);
            }
            note_joined(&mut decision, mail.id, verdict);
            let newcomer = Newcomer {
                address,
                vouched: mail.message.is_vouched(),
                before,
            };
            self.join(&mut decision, newcomer, &name);
            if let Some(welcome) = decision.letters.last_mut() {
                answer_with(welcome, mail.message.message_id.clone());
            }
            return Ok(decision);
        }
        if let Outlet::No(why) = self.outlet(store, &decision, address, standing)? {
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        let about = (Some(mail.id), mail.message.message_id.clone());
        let to = (address, standing);
        self.ask_newcomer(store, &mut decision, to, about, (name.as_deref(), id))?;
        verdict.word = "stranger".to_owned();
        verdict.reason = Some("the name is not possible".to_owned());
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        Ok(decision)
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
fn asked_to_join(author: &Author) -> Option<(crate::ids::AccountQuestionId, Option<String>)> {
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

/// What somebody answers: `yes`, `yes NAME`, `register NAME`, `no`, `never`, or the usual words for them.
pub(in crate::office) fn reply(lines: &[String], script: &Script) -> Option<Reply> {
    let written = lines.iter().map(|line| line.trim());
    let mut first = written.filter(|line| !line.is_empty()).take(FIRST_LINES);
    let named = first.find_map(|line| {
        let (yes, name) = line.split_once(' ')?;
        let name = name.trim().trim_end_matches(['.', '!']);
        let one = !name.is_empty() && !name.contains(char::is_whitespace);
        let yes = yes.trim_end_matches(',');
        (yes.eq_ignore_ascii_case("yes") && one).then(|| name.to_owned())
    });
    if named.is_some() {
        return Some(Reply::Yes(named));
    }
    let first = lines.iter().find(|line| !line.trim().is_empty());
    let thanks = |line: &String| line.trim().to_lowercase().starts_with("no thank");
    if first.is_some_and(thanks) {
        return Some(Reply::No);
    }
    script.lines.iter().find_map(|line| match &line.command {
        Command::Yes | Command::YesAdd => Some(Reply::Yes(None)),
        Command::Meeting(Meeting::Accept(_)) => Some(Reply::Yes(None)),
        Command::People(People::Register(name)) => Some(Reply::Yes(Some(name.clone()))),
        Command::No => Some(Reply::No),
        Command::Meeting(Meeting::Decline { .. }) => Some(Reply::No),
        Command::People(People::Never) | Command::Unsubscribe => Some(Reply::Never),
        _ => None,
    })
}
