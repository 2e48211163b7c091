//! People who are no players yet: invitations, and the answers to them. Whoever invites somebody learns nothing of what
//! becomes of it but by a yes or a no.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::ids::{MailId, PlayerId};
use crate::letters::{AccountQuestion, Answer, ChallengeNews, Note, OutsiderNotice, PeopleNote};
use crate::mail::Address;
use crate::meeting::challenge;
use crate::status::ChallengeStatus;
use crate::store::{
    Asked, ChallengeRow, ChallengeWrite, Decision, NewAccountQuestion, NewScope, PeopleChange,
    PlayerRow, Snapshot, Verdict,
};

use crate::office::act::challenges::shown;
use crate::office::act::people::joining::{Newcomer, answer_with, joined};
use crate::office::act::people::outsiders::{MOST_UNANSWERED, Outlet, Standing};
use crate::office::act::session::of_mail;
use crate::office::act::umpire::account::Player;
use crate::office::close::answer::answer_by_first_letter;
use crate::office::close::challenge::ChallengeReaders;
use crate::office::route::newcomers::{Invitation, Reply};
use crate::office::{Draft, InboxMail, Office, silent, stamp, verdict};

/// A mailbox is invited once in so long.
const APART: TimeDelta = TimeDelta::days(30);
/// Whoever has declined an invitation gets none for so long.
const REFUSED: TimeDelta = TimeDelta::days(90);
impl Draft<'_> {
    /// Invites somebody by his address, if that may be done: nobody learns whether it was.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn invite(
        &mut self,
        (row, at): (&ChallengeRow, usize),
        player: &PlayerRow,
        mail: Option<MailId>,
    ) -> Result<()> {
        let address = row.places.get(at).and_then(|place| place.address.clone());
        let Some(Ok(address)) = address.map(|address| Address::parse(&address)) else {
            return Ok(());
        };
        if !self.office.may_invite(self.store, &address)? {
            return Ok(());
        }
        let mailbox = self.office.mailbox_of(&address);
        self.decision
            .people
            .push(PeopleChange::Written(mailbox.clone()));
        self.decision.people.push(PeopleChange::Invited(mailbox));
        self.post_invitation((row, at), (&address, &player.name), (mail, None))
    }

    /// Writes an invitation, whose answer counts from that very address.
    fn post_invitation(
        &mut self,
        (row, at): (&ChallengeRow, usize),
        (address, by): (&Address, &str),
        (mail, in_reply_to): (Option<MailId>, Option<String>),
    ) -> Result<()> {
        let token = ask_invited(self.decision, (row, at), address, mail);
        // As nobody sees it who has a place: without names but that of whoever asks.
        let shown = shown::shown(self.store, row, PlayerId(0))?;
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
        self.post_outsider(address, (mail, in_reply_to), notice, Some(token));
        Ok(())
    }
}

impl Office {
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
}

impl Draft<'_> {
    /// Carries out the answer to an invitation. `before`: who its author was.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn answer_invitation(
        &mut self,
        mail: InboxMail<'_>,
        before: Option<&PlayerRow>,
        invitation: Invitation,
    ) -> Result<Verdict> {
        self.office.note_script(&invitation.script);
        let from = &invitation.from;
        self.note_outsider(from, Standing::Reader);
        self.decision
            .close_account_questions
            .push(invitation.question);
        let row = self.store.challenge(invitation.challenge)?;
        let open = |row: &ChallengeRow| {
            row.status == ChallengeStatus::Open && row.expires_at > self.decision.now
        };
        let row = row.filter(open);
        let name = match invitation.reply {
            Reply::Yes(name) => self.office.name_for(self.store, name.as_deref(), before)?,
            Reply::No | Reply::Never => {
                let never = matches!(invitation.reply, Reply::Never);
                self.refuse_invitation(from, never);
                if let Some(row) = row {
                    let at = invitation.place;
                    self.decline_invitation(row, at, mail.id)?;
                }
                return Ok(silent("does not want to join"));
            }
        };
        let notice = match (&row, name) {
            (None, _) => Some(OutsiderNotice::InvitationOver),
            (Some(_), Err(fault)) => Some(OutsiderNotice::NameRefused(fault)),
            (Some(row), _) if row.version != invitation.version => None,
            (Some(row), Ok(name)) => {
                let newcomer = Newcomer {
                    address: from,
                    vouched: mail.message.is_vouched(),
                    before,
                    mail: Some(mail.id),
                };
                let at = self.decision.letters.len();
                let place = (row.clone(), invitation.place);
                self.accept_invitation(place, newcomer, &name)?;
                let in_reply_to = mail.message.message_id.clone();
                let joins = PeopleNote::Joined { name };
                let answer = Answer {
                    in_reply_to: in_reply_to.clone(),
                    echoes: vec![of_mail(Note::People(joins))],
                    repeats: None,
                };
                let to = from.to_string();
                let first = answer_by_first_letter(self.decision, &to, mail.id, &answer);
                match self.decision.letters.get_mut(at) {
                    // The game begins, and one letter says both.
                    Some(_) if first.is_some() => {
                        self.decision.letters.remove(at);
                    }
                    Some(welcome) => answer_with(welcome, in_reply_to),
                    None => {}
                }
                return Ok(joined());
            }
        };
        let of = (row, invitation.place);
        self.answer_again((mail, from), of, notice)
    }

    /// Answers a yes that could not be carried out, if a letter may be written: with the reason, or with the terms that
    /// have changed. Where the challenge is open, the answer to that counts.
    fn answer_again(
        &mut self,
        (mail, address): (InboxMail<'_>, &Address),
        (row, at): (Option<ChallengeRow>, usize),
        notice: Option<OutsiderNotice>,
    ) -> Result<Verdict> {
        // The invitation can be answered once more.
        self.decision.close_account_questions.clear();
        let standing = Standing::Reader;
        if let Outlet::No(why) = self.outlet(address, standing)? {
            return Ok(silent(why));
        }
        self.count_outsider(address, standing)?;
        let id = Some(mail.id);
        let about = (id, mail.message.message_id.clone());
        match (notice, row) {
            (None, Some(row)) => {
                let maker = self.store.player(row.maker)?;
                let by = maker.map(|maker| maker.name).unwrap_or_default();
                let to = (address, by.as_str());
                self.post_invitation((&row, at), to, about)?;
            }
            (Some(notice), row) => {
                let token = row.map(|row| ask_invited(self.decision, (&row, at), address, id));
                self.post_outsider(address, about, notice, token);
            }
            (None, None) => {}
        }
        Ok(verdict("stranger"))
    }

    /// Makes whoever was invited a player, and notes his yes; the last one begins the game.
    fn accept_invitation(
        &mut self,
        (mut row, at): (ChallengeRow, usize),
        newcomer: Newcomer<'_>,
        name: &str,
    ) -> Result<()> {
        let address = newcomer.address.to_string();
        let by = newcomer
            .mail
            .map_or_else(String::new, |mail| format!("i{mail}"));
        let player = self.join(newcomer, name);
        let now = self.decision.now.clone();
        let complete = challenge::agree(&mut row, at, &now);
        let joined = Player {
            at: player,
            name: name.to_owned(),
            address,
        };
        if complete {
            let newcomers = [(at, joined)];
            // One who has left meanwhile leaves the newcomer a player without this game.
            self.play_challenge(row, &newcomers, &by)?;
            return Ok(());
        }
        let maker = row.places.iter().position(|p| p.player == Some(row.maker));
        let readers = match maker {
            Some(maker) => {
                let by = shown::name(self.store, &row, at, row.maker)?;
                ChallengeReaders::Place(maker, ChallengeNews::Agreed { by })
            }
            None => ChallengeReaders::Nobody,
        };
        let write = ChallengeWrite {
            newcomers: vec![(at, player)],
            ..ChallengeWrite::new(row)
        };
        self.close_challenge(write, None, readers)
    }

    /// Notes that somebody wants no invitations: for a while, or never again.
    fn refuse_invitation(&mut self, address: &Address, never: bool) {
        let hash = self.office.mailbox_of(address);
        self.decision.people.push(match never {
            true => PeopleChange::Never(hash),
            false => PeopleChange::RefusedUntil(hash, stamp(self.office.now() + REFUSED)),
        });
    }

    fn decline_invitation(&mut self, mut row: ChallengeRow, at: usize, mail: MailId) -> Result<()> {
        let now = self.decision.now.clone();
        if let Some(place) = row.places.get_mut(at) {
            place.answer = Some(false);
            place.answered_at = Some(now.clone());
        }
        let by = format!("i{mail}");
        challenge::close(&mut row, ChallengeStatus::Declined, &by, &now);
        let store = self.store;
        let news = |reader: PlayerId| {
            Ok(ChallengeNews::Declined {
                by: shown::name(store, &row, at, reader)?,
                words: None,
            })
        };
        let readers = ChallengeReaders::AllBut(None, &news);
        self.close_challenge(ChallengeWrite::new(row.clone()), Some(mail), readers)
    }
}

/// Asks the owner of an address whether he takes his place in a challenge; what the answer to the letter proves.
fn ask_invited(
    decision: &mut Decision,
    (row, at): (&ChallengeRow, usize),
    address: &Address,
    mail: Option<MailId>,
) -> NewScope {
    let question = AccountQuestion::Invited {
        challenge: row.id,
        place: at,
        version: row.version,
    };
    decision.account_asks.push(NewAccountQuestion {
        asked: Asked::Address(address.normalized()),
        data: question.to_json(),
        mail,
        expires_at: row.expires_at.clone(),
        due_at: None,
        letter: None,
    });
    NewScope::Question(decision.account_asks.len() - 1)
}
