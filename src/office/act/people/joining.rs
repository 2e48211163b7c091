//! How somebody becomes a member: they ask from an address, and answer the letter that goes there.

use anyhow::{Result, bail};

use crate::commands::{self, Command, Line, Meeting, NoGame, People, Script};
use crate::config::Registration;
use crate::games::Cause;
use crate::ids::{MailId, PlayerId};
use crate::letters::{Answer, Content, Echo, LetterData, Note, Part, PeopleNote, PlayerNotice};
use crate::mail::Address;
use crate::meeting::person::{Person, PersonRequest, decide};
use crate::meeting::{Concluded, NameFault, names};
use crate::store::{
    Asked, LetterKind, MailboxChange, NewLetter, NewScope, PlayerChange, PlayerRef, PlayerRow,
    Verdict,
};

use crate::office::act::lines::LONGEST_LINE;
use crate::office::act::people::outsiders::{Outlet, Standing};
use crate::office::act::plans;
use crate::office::act::session::of_mail;
use crate::office::act::umpire::account::Player;
use crate::office::close::answer::answer_by_first_letter;
use crate::office::load::language::language_asked;
use crate::office::route::newcomers::{Replied, Reply, Wanted};
use crate::office::{Draft, InboxMail, silent, verdict};

impl Draft<'_> {
    /// A name in the form in which it is stored, if nobody but `but` has one that looks like it.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn free_name(
        &self,
        name: &str,
        but: Option<PlayerId>,
    ) -> Result<Result<String, NameFault>> {
        let name = names::checked(name, self.office.games());
        if name
            .as_ref()
            .is_ok_and(|name| names::is_of_program(name, self.office.settings.programs()))
        {
            return Ok(Err(NameFault::Office));
        }
        if let Ok(name) = &name
            && (self.store.player_taking(name, but)?.is_some()
                // Of what is written with it, it would not be known who or what is meant.
                || self.store.contest_named(name)?.is_some())
        {
            return Ok(Err(NameFault::Taken));
        }
        Ok(name)
    }

    /// The name of somebody who joins: the one that they ask for, else the one that they
    /// had, else the next usual one, such as `Player 12`.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn name_for(
        &self,
        wanted: Option<&str>,
        before: Option<&PlayerRow>,
    ) -> Result<Result<String, NameFault>> {
        match (wanted, before) {
            (Some(name), _) => self.free_name(name, before.map(|player| player.id)),
            (None, Some(before)) => Ok(Ok(before.name.clone())),
            (None, None) => {
                let newest = self.store.newest_player()?;
                let mut number = newest.map_or(1, |player| player.0 + 1);
                let usual = |number: i64| format!("Player {number}");
                while self.store.player_alike(&usual(number), None)?.is_some() {
                    number += 1;
                }
                Ok(Ok(usual(number)))
            }
        }
    }

    /// Makes the author of a mail a player, or one again, and welcomes them. The name has to be free. `before`: who they
    /// were, if they come back.
    ///
    /// # Errors
    /// The store fails, or they are a member.
    pub(in crate::office) fn join(
        &mut self,
        (mail, address): (&InboxMail, &Address),
        before: Option<&PlayerRow>,
        name: String,
    ) -> Result<Player> {
        let person = match before {
            Some(before) => self.person(before)?,
            None => Person::default(),
        };
        let request = PersonRequest::Join {
            name: Ok(name.clone()),
            address: address.to_string(),
        };
        let Concluded::Done(acts) = decide(&person, &request, &self.person_facts()) else {
            bail!("{} is a member", person.name);
        };
        let player = Player {
            at: match person.id {
                PlayerId(0) => PlayerRef::New(self.decision.added().count()),
                id => PlayerRef::Known(id),
            },
            name,
            address: address.to_string(),
        };
        let cause = Cause::Mail(mail.id, &mail.arrived_at);
        self.close_person(&person, &acts, &cause)?;
        if let (PlayerRef::New(nth), Some(language)) = (player.at, &self.language) {
            let choice = PlayerChange::LanguageOfNew(nth, language.clone());
            self.decision.players.push(choice);
        }
        if mail.message.is_vouched() {
            let vouched = PlayerChange::Vouched(address.normalized(), true);
            self.decision.players.push(vouched);
        }
        self.welcome(&player, before.is_some(), Some(mail.id));
        Ok(player)
    }

    /// Writes the letter to a new player, or to one who is back. Who is new has no number before it is written.
    pub(super) fn welcome(&mut self, player: &Player, back: bool, mail: Option<MailId>) {
        let notice = PlayerNotice::Welcome {
            name: player.name.clone(),
            back,
            partner: self.office.settings.partner.word(),
        };
        let to = (player.id(), player.address.as_str());
        self.post_personal(to, NewScope::Player(player.at), mail, (vec![notice], None));
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
        joining: Replied<Wanted>,
    ) -> Result<Verdict> {
        self.office.note_script(&joining.script);
        self.note_outsider(&joining.from, Standing::Reader);
        let Wanted { name, challenge } = joining.about;
        let name = match joining.reply {
            Reply::Yes(another) => another.or(name),
            reply => {
                self.decision.close_account_questions.push(joining.question);
                if matches!(reply, Reply::Never) {
                    self.note_mailbox(&joining.from, MailboxChange::Never);
                }
                return Ok(silent("does not want to join"));
            }
        };
        let mut script = joining.script;
        let challenges =
            |line: &Line| matches!(line.command, Command::Meeting(Meeting::Challenge(_)));
        if let Some(kept) = challenge.filter(|_| !script.lines.iter().any(challenges)) {
            let line = format!("challenge {kept}");
            let read = commands::read(&[line], "", &NoGame(&mail.games));
            script.lines.extend(read.lines);
        }
        let of = (before, Standing::Reader);
        self.admit((mail, &joining.from, &script), of, name)
    }

    /// What a mail of somebody wants who is no member.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn wanted(&self, script: &Script) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        for line in &script.lines {
            match &line.command {
                Command::People(People::Register(name)) if wanted.name.is_none() => {
                    wanted.name = Some(name.clone());
                }
                Command::Meeting(Meeting::Challenge(typed))
                    if wanted.challenge.is_none()
                        && typed.len() <= LONGEST_LINE
                        && self.program_named(typed)?.is_some() =>
                {
                    wanted.challenge = Some(typed.clone());
                }
                _ => {}
            }
        }
        Ok(wanted)
    }

    /// Makes the author of a mail a player, who is none and has shown that they own its address;
    /// or says why that cannot be.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn admit(
        &mut self,
        (mail, address, script): (&InboxMail, &Address, &Script),
        (before, standing): (Option<&PlayerRow>, Standing),
        name: Option<String>,
    ) -> Result<Verdict> {
        let free = self.name_for(name.as_deref(), before)?;
        let open = self.office.settings.joining.registration == Registration::Open;
        if let (Ok(name), true) = (free, open) {
            let asked = Asked::Address(address.normalized());
            let asked = self.store.account_questions(&asked)?;
            // They may write their name in a mail that answers no letter.
            if self.language.is_none() {
                self.language = language_asked(&asked);
            }
            let asked = asked.into_iter();
            let closed = &mut self.decision.close_account_questions;
            closed.extend(asked.map(|row| row.id));
            let at = self.decision.letters.len();
            let player = self.join((mail, address), before, name.clone())?;
            let others = self.lines_of_newcomer((&player, mail), script)?;
            let joins = of_mail(Note::People(PeopleNote::Joined { name }));
            let mut answer = Answer {
                in_reply_to: mail.message.message_id.clone(),
                echoes: [joins].into_iter().chain(others.clone()).collect(),
                repeats: None,
            };
            let to = address.to_string();
            match answer_by_first_letter(self.decision, &to, mail.id, &answer) {
                // The game begins, and one letter says both.
                Some(_) => drop(self.decision.letters.remove(at)),
                None => {
                    answer.echoes = others;
                    if let Some(welcome) = self.decision.letters.get_mut(at) {
                        answer_with(welcome, answer);
                    }
                }
            }
            return Ok(joined());
        }
        if let Outlet::No(why) = self.outlet(address, standing)? {
            return Ok(silent(why));
        }
        let about = (Some(mail.id), mail.message.message_id.clone());
        let challenge = self.wanted(script)?.challenge;
        let wanted = (Wanted { name, challenge }, before.map(|player| player.id));
        self.ask_newcomer((address, standing), about, wanted)?;
        Ok(Verdict {
            reason: Some("the name is not possible".to_owned()),
            ..verdict("stranger")
        })
    }

    /// What somebody asks for in the mail by which they become a player: `register Anna`, and below it
    /// `challenge partner chess`, which begins a game. Other commands are to be sent again.
    ///
    /// # Errors
    /// The store fails, or the game cannot be begun.
    fn lines_of_newcomer(
        &mut self,
        by: (&Player, &InboxMail),
        script: &Script,
    ) -> Result<Vec<Echo>> {
        let mut echoes = Vec::new();
        for line in &script.lines {
            let engine = match &line.command {
                // These say that they join, and the others below may be no commands at all.
                Command::Yes | Command::YesAdd | Command::No => continue,
                Command::People(People::Register(_) | People::Never) => continue,
                Command::Meeting(Meeting::Accept(_) | Meeting::Decline { .. }) => continue,
                Command::Turn { sure: false, .. } => continue,
                Command::Misused { .. } | Command::Unrecognised => continue,
                Command::Meeting(Meeting::Challenge(typed)) if self.decision.new_game.is_none() => {
                    self.program_named(typed)?.map(|engine| (engine, typed))
                }
                _ => None,
            };
            let part = match engine {
                Some((engine, typed)) => {
                    let note = self.challenge_program(by, &engine, (typed, None), &mut false)?;
                    Part::Challenge(Box::new(note))
                }
                None => Part::Note(Note::People(PeopleNote::SendAgain)),
            };
            echoes.push(Echo {
                line: Some(plans::shown(line)),
                parts: vec![part],
                ..Echo::default()
            });
        }
        Ok(echoes)
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

/// Makes a letter to a player the answer to their mail.
pub(in crate::office) fn answer_with(letter: &mut NewLetter, says: Answer) {
    let Ok(mut data) = LetterData::from_json(&letter.data) else {
        return;
    };
    if let Content::Player { answer, .. } = &mut data.content {
        *answer = Some(says);
        letter.kind = LetterKind::Answer;
        letter.data = data.to_json();
    }
}
