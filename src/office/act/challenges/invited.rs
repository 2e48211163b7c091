//! People who are not players yet: invitations, and the answers to them. A player who invites
//! somebody learns nothing of what becomes of it except by a yes or a no.

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::instant;
use crate::ids::MailId;
use crate::letters::{AccountQuestion, Answer, Note, OutsiderNotice, PeopleNote};
use crate::mail::Address;
use crate::meeting::{
    Challenge, ChallengeAct, ChallengeActor, ChallengeFacts, ChallengeRequest, Concluded, decide,
};
use crate::store::{Asked, MailboxChange, NewAccountQuestion, NewScope, PlayerRow, Verdict};

use crate::office::act::people::joining::{answer_with, joined};
use crate::office::act::people::outsiders::{MOST_UNANSWERED, Outlet, Standing};
use crate::office::act::session::of_mail;
use crate::office::close::answer::answer_by_first_letter;
use crate::office::close::challenge::Happened;
use crate::office::route::newcomers::{Invitation, Replied, Reply};
use crate::office::{Draft, InboxMail, silent, stamp, verdict};

/// A mailbox is invited once in so long.
const APART: TimeDelta = TimeDelta::days(30);
/// Somebody who has declined an invitation gets none for so long.
const REFUSED: TimeDelta = TimeDelta::days(90);

impl Draft<'_> {
    /// Invites the holder of a place by their address, if that may be done: nobody learns whether it was.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn invite(
        &mut self,
        (challenge, at): (&Challenge, usize),
        player: &PlayerRow,
        mail: Option<MailId>,
    ) -> Result<()> {
        let address = challenge.places[at].address.as_deref();
        let Some(Ok(address)) = address.map(Address::parse) else {
            return Ok(());
        };
        if self.may_invite(&address)? {
            self.note_mailbox(&address, MailboxChange::Written);
            self.note_mailbox(&address, MailboxChange::Invited);
            let (to, about) = ((&address, player.name.as_str()), (mail, None));
            self.post_invitation((challenge, at), to, about);
        }
        Ok(())
    }

    /// Writes an invitation, whose answer counts from that very address. It has no names except that of the player who
    /// asks.
    fn post_invitation(
        &mut self,
        (challenge, at): (&Challenge, usize),
        (address, by): (&Address, &str),
        (mail, in_reply_to): (Option<MailId>, Option<String>),
    ) {
        let token = self.ask_invited((challenge, at), address, mail);
        let terms = &challenge.terms;
        let seats = terms
            .variant(self.office.games())
            .map_or_else(Vec::new, |v| v.seats());
        let seat = challenge.places[at].seat;
        let seat = seat.and_then(|seat| seats.get(usize::from(seat)).copied());
        let notice = OutsiderNotice::Invited {
            by: by.to_owned(),
            variant: terms.variant.clone(),
            line: terms.line("", seat),
            players: challenge.places.len(),
            until: challenge.expires_at.clone(),
        };
        self.post_outsider(address, (mail, in_reply_to), vec![notice], Some(token));
    }

    /// Asks the owner of an address whether they take their place in a challenge; what the
    /// answer to the letter proves.
    fn ask_invited(
        &mut self,
        (challenge, at): (&Challenge, usize),
        address: &Address,
        mail: Option<MailId>,
    ) -> NewScope {
        let question = AccountQuestion::Invited {
            challenge: challenge.id,
            place: at,
            version: challenge.version,
        };
        let asked = Asked::Address(address.normalized());
        self.decision.account_asks.push(NewAccountQuestion {
            expires_at: challenge.expires_at.clone(),
            ..self.office.question(asked, &question, mail)
        });
        NewScope::Question(self.decision.account_asks.len() - 1)
    }

    /// Whether a mailbox may be invited now: it was not lately, has answered if it ever was, and has not refused.
    fn may_invite(&self, address: &Address) -> Result<bool> {
        let row = self.store.outsider(&self.office.mailbox_of(address))?;
        let row = row.unwrap_or_default();
        let unanswered =
            row.invited_at.is_some() && row.unanswered > 0 || row.unanswered >= MOST_UNANSWERED;
        let at = |time: Option<String>| instant(&time?).ok();
        let now = self.office.now();
        let lately = at(row.invited_at).is_some_and(|at| now - at < APART);
        let refused = at(row.refused_until).is_some_and(|until| now < until);
        Ok(!row.never && !row.banned && !unanswered && !lately && !refused)
    }

    /// Carries out the answer to an invitation. `before`: who its author was.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn answer_invitation(
        &mut self,
        mail: &InboxMail,
        before: Option<&PlayerRow>,
        invited: Replied<Invitation>,
    ) -> Result<Verdict> {
        self.office.note_script(&invited.script);
        let from = &invited.from;
        self.note_outsider(from, Standing::Reader);
        self.decision.close_account_questions.push(invited.question);
        let invitation = invited.about;
        let challenge = self.challenge(invitation.challenge)?;
        let challenge = challenge.filter(|challenge| challenge.is_open(&self.decision.now));
        let request = match invited.reply {
            Reply::Yes(_) => ChallengeRequest::Accept,
            Reply::No | Reply::Never => ChallengeRequest::Decline {
                words: String::new(),
            },
        };
        let actor = ChallengeActor::Invited {
            place: invitation.place,
            version: invitation.version,
        };
        let facts = ChallengeFacts {
            now: self.decision.now.clone(),
            ..ChallengeFacts::default()
        };
        let decide = |of| (of, decide(of, &actor, &request, &facts));
        let decided = challenge.as_ref().map(decide);
        let by = format!("i{}", mail.id);
        let name = match invited.reply {
            Reply::Yes(name) => self.name_for(name.as_deref(), before)?,
            reply => {
                // No invitations for a while, or no letters ever again.
                let change = match reply {
                    Reply::Never => MailboxChange::Never,
                    _ => MailboxChange::RefusedUntil(stamp(self.office.now() + REFUSED)),
                };
                self.note_mailbox(from, change);
                if let Some((challenge, Concluded::Done(acts))) = decided {
                    let happened = Happened {
                        mail: Some(mail.id),
                        ..Happened::by(&by, &acts)
                    };
                    self.close_challenge(challenge, &happened)?;
                }
                return Ok(silent("does not want to join"));
            }
        };
        let notice = match (decided, name) {
            (None | Some((_, Concluded::Refused(_))), _) => Some(OutsiderNotice::InvitationOver),
            (Some(_), Err(fault)) => Some(OutsiderNotice::NameRefused(fault)),
            (Some((challenge, Concluded::Done(acts))), Ok(_))
                if acts.contains(&ChallengeAct::Accept)
                    && !self.can_be_played(&challenge.terms) =>
            {
                Some(OutsiderNotice::InvitationOver)
            }
            (Some((_, Concluded::Ask(_))), _) => None,
            (Some((challenge, Concluded::Done(acts))), Ok(name)) => {
                let at = self.decision.letters.len();
                let player = self.join((mail, from), before, name.clone())?;
                let newcomers = [(invitation.place, player)];
                let happened = Happened {
                    newcomers: &newcomers,
                    ..Happened::by(&by, &acts)
                };
                // One who has left meanwhile leaves the newcomer a player without this game.
                match acts.contains(&ChallengeAct::Accept) {
                    true => drop(self.play_challenge(challenge, &happened)?),
                    false => drop(self.close_challenge(challenge, &happened)?),
                }
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
                    Some(welcome) => answer_with(
                        welcome,
                        Answer {
                            in_reply_to,
                            ..Answer::default()
                        },
                    ),
                    None => {}
                }
                return Ok(joined());
            }
        };
        self.answer_again((mail, from), (challenge, invitation.place), notice)
    }

    /// Answers a yes that could not be carried out, if a letter may be written: with the reason, or with the terms that
    /// have changed. Where the challenge is open, the answer to that counts.
    fn answer_again(
        &mut self,
        (mail, address): (&InboxMail, &Address),
        (challenge, at): (Option<Challenge>, usize),
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
        match (notice, challenge) {
            (None, Some(challenge)) => {
                let maker = self.store.player(challenge.maker)?;
                let by = maker.map(|maker| maker.name).unwrap_or_default();
                let to = (address, by.as_str());
                self.post_invitation((&challenge, at), to, about);
            }
            (Some(notice), of) => {
                let token = of.map(|of| self.ask_invited((&of, at), address, id));
                self.post_outsider(address, about, vec![notice], token);
            }
            (None, None) => {}
        }
        Ok(verdict("stranger"))
    }
}
