//! People who are no players yet: invitations, and the answers to them. Whoever invites somebody learns nothing of what
//! becomes of it but by a yes or a no.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::commands::{self, NoGame};
use crate::ids::{AccountQuestionId, ChallengeId, MailId, PlayerId};
use crate::letters::{
    AccountQuestion, Answer, ChallengeNews, Echo, Note, OutsiderNotice, Part, PeopleNote,
};
use crate::mail::{Address, Vouched};
use crate::meeting::challenge;
use crate::status::ChallengeStatus;
use crate::store::{
    Asked, ChallengeRow, ChallengeWrite, Decision, Judgement, NewAccountQuestion, NewScope,
    PeopleChange, PlayerRow, Snapshot, Verdict,
};

use super::super::account::Player;
use super::super::author::Author;
use super::super::begin::answer_by_first_letter;
use super::super::people::joining::{Newcomer, Reply, answer_with, note_joined, reply};
use super::super::people::outsiders::{MOST_UNANSWERED, Outlet, Standing};
use super::super::session::{InboxMail, silent};
use super::super::{Office, stamp};
use super::{put, shown};

/// A mailbox is invited once in so long.
const APART: TimeDelta = TimeDelta::days(30);
/// Whoever has declined an invitation gets none for so long.
const REFUSED: TimeDelta = TimeDelta::days(90);
/// An invitation that a mail answers.
struct Invitation {
    question: AccountQuestionId,
    challenge: ChallengeId,
    place: usize,
    version: i64,
}

impl Office {
    /// Invites somebody by his address, if that may be done: nobody learns whether it was.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn invite(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (row, at): (&ChallengeRow, usize),
        player: &PlayerRow,
        mail: Option<MailId>,
    ) -> Result<()> {
        let address = row.places.get(at).and_then(|place| place.address.clone());
        let Some(Ok(address)) = address.map(|address| Address::parse(&address)) else {
            return Ok(());
        };
        if !self.may_invite(store, &address)? {
            return Ok(());
        }
        let mailbox = self.mailbox_of(&address);
        decision.people.push(PeopleChange::Written(mailbox.clone()));
        decision.people.push(PeopleChange::Invited(mailbox));
        self.post_invitation(
            store,
            decision,
            (row, at),
            (&address, &player.name),
            (mail, None),
        )
    }

    /// Writes an invitation, whose answer counts from that very address.
    fn post_invitation(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (row, at): (&ChallengeRow, usize),
        (address, by): (&Address, &str),
        (mail, in_reply_to): (Option<MailId>, Option<String>),
    ) -> Result<()> {
        let question = AccountQuestion::Invited {
            challenge: row.id,
            place: at,
            version: row.version,
        };
        let token = NewScope::Question(decision.account_asks.len());
        decision.account_asks.push(NewAccountQuestion {
            asked: Asked::Address(address.normalized()),
            data: question.to_json(),
            mail,
            expires_at: row.expires_at.clone(),
            due_at: None,
            letter: None,
        });
        // As nobody sees it who has a place: without names but that of whoever asks.
        let shown = shown::shown(store, row, PlayerId(0))?;
        let seat = row.places.get(at).and_then(|place| place.seat);
        let seats = shown::terms(row)?.variant().map_or(&[][..], |v| v.seats());
        let seat = seat.and_then(|seat| seats.get(usize::from(seat)).copied());
        let notice = OutsiderNotice::Invited {
            by: by.to_owned(),
            variant: shown.variant,
            line: shown::terms(row)?.line("", seat),
            players: row.places.len(),
            until: row.expires_at.clone(),
        };
        self.post_outsider(decision, address, (mail, in_reply_to), notice, Some(token));
        Ok(())
    }

    /// Whether a mailbox may be invited now: it was not lately, has answered if it ever was, and has not refused.
    fn may_invite(&self, store: &dyn Snapshot, address: &Address) -> Result<bool> {
        let Some(row) = store.outsider(&self.mailbox_of(address))? else {
            return Ok(true);
        };
        let unanswered =
            row.invited_at.is_some() && row.unanswered > 0 || row.unanswered >= MOST_UNANSWERED;
        let at = |time: &Option<String>| {
            let time = time.as_deref().map(DateTime::parse_from_rfc3339);
            time.and_then(Result::ok).map(|time| time.to_utc())
        };
        let lately = at(&row.invited_at).is_some_and(|at| self.now() - at < APART);
        let refused = at(&row.refused_until).is_some_and(|until| self.now() < until);
        Ok(!row.never && !row.banned && !unanswered && !lately && !refused)
    }

    /// Carries out the answer to an invitation; `None`: the mail is no such answer.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn answer_invitation(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        (decision, verdict): (&mut Decision, &mut Verdict),
    ) -> Result<Option<Decision>> {
        let (Some(invitation), Ok(from)) = (invitation(author), &mail.message.from) else {
            return Ok(None);
        };
        if mail.message.vouched == Vouched::Fails {
            return Ok(None);
        }
        let script = commands::read(mail.lines, &mail.message.subject, &NoGame);
        let Some(reply) = reply(mail.lines, &script) else {
            return Ok(None);
        };
        self.note_script(&script);
        self.note_outsider(decision, &from.address, Standing::Reader);
        let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
        decision.close_account_questions.push(invitation.question);
        let row = store.challenge(invitation.challenge)?;
        let open = |row: &ChallengeRow| {
            row.status == ChallengeStatus::Open && row.expires_at > decision.now
        };
        let row = row.filter(open);
        let name = match reply {
            Reply::Yes(name) => name,
            Reply::No | Reply::Never => {
                let never = matches!(reply, Reply::Never);
                self.refuse_invitation(&mut decision, &from.address, never);
                if let Some(row) = row {
                    let at = invitation.place;
                    self.decline_invitation(store, &mut decision, row, at, mail.id)?;
                }
                let why = "does not want to join";
                return Ok(Some(silent(decision, mail.id, verdict, "silent", why)));
            }
        };
        let before = author.player.as_ref();
        let name = match name {
            Some(name) => self.free_name(store, &name, before.map(|player| player.id))?,
            None => match before {
                Some(before) => Ok(before.name.clone()),
                None => Ok(self.usual_name(store)?),
            },
        };
        verdict.word = "stranger".to_owned();
        let notice = match (&row, &name) {
            (None, _) => Some(OutsiderNotice::InvitationOver),
            (Some(_), Err(fault)) => Some(OutsiderNotice::NameRefused(*fault)),
            (Some(row), _) if row.version != invitation.version => None,
            (Some(_), Ok(_)) => {
                let (Some(row), Ok(name)) = (row, name) else {
                    return Ok(None);
                };
                note_joined(&mut decision, mail.id, verdict);
                let newcomer = Newcomer {
                    address: &from.address,
                    vouched: mail.message.is_vouched(),
                    before,
                };
                let at = decision.letters.len();
                let place = (row, invitation.place);
                self.accept_invitation(store, &mut decision, place, newcomer, &name)?;
                let in_reply_to = mail.message.message_id.clone();
                let joined = PeopleNote::Joined { name };
                let answer = Answer {
                    in_reply_to: in_reply_to.clone(),
                    echoes: vec![Echo {
                        parts: vec![Part::Note(Note::People(joined))],
                        ..Echo::default()
                    }],
                    repeats: None,
                };
                let to = from.address.to_string();
                let first = answer_by_first_letter(&mut decision, &to, mail.id, &answer);
                match decision.letters.get_mut(at) {
                    // The game begins, and one letter says both.
                    Some(_) if first.is_some() => {
                        decision.letters.remove(at);
                    }
                    Some(welcome) => answer_with(welcome, in_reply_to),
                    None => {}
                }
                return Ok(Some(decision));
            }
        };
        self.answer_again(
            store,
            mail,
            (decision, verdict),
            (row, invitation.place),
            notice,
        )
        .map(Some)
    }

    /// Answers a yes that could not be carried out, if a letter may be written: with the reason, or with the terms that
    /// have changed. Where the challenge is open, the answer to that counts.
    fn answer_again(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (mut decision, verdict): (Decision, Verdict),
        (row, at): (Option<ChallengeRow>, usize),
        notice: Option<OutsiderNotice>,
    ) -> Result<Decision> {
        let Ok(from) = &mail.message.from else {
            return Ok(silent(decision, mail.id, verdict, "silent", "no address"));
        };
        // The invitation can be answered once more.
        decision.close_account_questions.clear();
        let standing = Standing::Reader;
        if let Outlet::No(why) = self.outlet(store, &decision, &from.address, standing)? {
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        self.count_outsider(store, &mut decision, &from.address, standing)?;
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let id = Some(mail.id);
        match (notice, row) {
            (None, Some(row)) => {
                let maker = store.player(row.maker)?;
                let by = maker.map(|maker| maker.name).unwrap_or_default();
                let to = (&from.address, by.as_str());
                let about = (id, mail.message.message_id.clone());
                self.post_invitation(store, &mut decision, (&row, at), to, about)?;
            }
            (Some(notice), row) => {
                let token = row.map(|row| {
                    let question = AccountQuestion::Invited {
                        challenge: row.id,
                        place: at,
                        version: row.version,
                    };
                    decision.account_asks.push(NewAccountQuestion {
                        asked: Asked::Address(from.address.normalized()),
                        data: question.to_json(),
                        mail: id,
                        expires_at: row.expires_at,
                        due_at: None,
                        letter: None,
                    });
                    NewScope::Question(decision.account_asks.len() - 1)
                });
                let about = (id, mail.message.message_id.clone());
                self.post_outsider(&mut decision, &from.address, about, notice, token);
            }
            (None, None) => {}
        }
        Ok(decision)
    }

    /// Makes whoever was invited a player, and notes his yes; the last one begins the game.
    fn accept_invitation(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (mut row, at): (ChallengeRow, usize),
        newcomer: Newcomer<'_>,
        name: &str,
    ) -> Result<()> {
        let address = newcomer.address.to_string();
        let player = self.join(decision, newcomer, name);
        let now = decision.now.clone();
        let complete = challenge::agree(&mut row, at, &now);
        let joined = Player {
            at: player,
            name: name.to_owned(),
            address,
        };
        if complete {
            let by = joined_by(decision);
            let newcomers = [(at, joined)];
            // One who has left meanwhile leaves the newcomer a player without this game.
            self.play_challenge(store, decision, row, &newcomers, &by)?;
            return Ok(());
        }
        let maker = row.places.iter().position(|p| p.player == Some(row.maker));
        if let Some(maker) = maker {
            let by = shown::name(store, &row, at, row.maker)?;
            let news = ChallengeNews::Agreed { by };
            self.post_challenge(store, decision, (&row, maker), None, news)?;
        }
        let write = ChallengeWrite {
            newcomers: vec![(at, player)],
            ..ChallengeWrite::new(row)
        };
        put(decision, write);
        Ok(())
    }

    /// Notes that somebody wants no invitations: for a while, or never again.
    fn refuse_invitation(&self, decision: &mut Decision, address: &Address, never: bool) {
        let hash = self.mailbox_of(address);
        decision.people.push(match never {
            true => PeopleChange::Never(hash),
            false => PeopleChange::RefusedUntil(hash, stamp(self.now() + REFUSED)),
        });
    }

    fn decline_invitation(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        mut row: ChallengeRow,
        at: usize,
        mail: MailId,
    ) -> Result<()> {
        let now = decision.now.clone();
        if let Some(place) = row.places.get_mut(at) {
            place.answer = Some(false);
            place.answered_at = Some(now.clone());
        }
        let by = format!("i{mail}");
        challenge::close(&mut row, ChallengeStatus::Declined, &by, &now);
        put(decision, ChallengeWrite::new(row.clone()));
        let mut news = |store: &dyn Snapshot, reader: PlayerId| {
            Ok(ChallengeNews::Declined {
                by: shown::name(store, &row, at, reader)?,
                words: None,
            })
        };
        self.tell_places(store, decision, &row, None, Some(mail), &mut news)
    }
}

/// Who has ended a challenge by the mail of a decision.
fn joined_by(decision: &Decision) -> String {
    let mail = decision.mail.as_ref().map(|(mail, _)| *mail);
    mail.map_or_else(String::new, |mail| format!("i{mail}"))
}

/// The newest invitation that a mail answers. Members are invited to nothing: they are challenged.
fn invitation(author: &Author) -> Option<Invitation> {
    let member = author.player.as_ref();
    if member.is_some_and(|player| player.membership.is_member()) {
        return None;
    }
    let mut questions = author.account.questions.iter().rev();
    questions.find_map(|row| match (&row.asked, serde_json::from_str(&row.data)) {
        (
            Asked::Address(_),
            Ok(AccountQuestion::Invited {
                challenge,
                place,
                version,
            }),
        ) => Some(Invitation {
            question: row.id,
            challenge,
            place,
            version,
        }),
        _ => None,
    })
}
