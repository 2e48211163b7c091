//! One mail: it is loaded, gets its route, and is carried out.

use anyhow::Result;

use crate::games::EventTime;
use crate::mail::Nature;
use crate::mail::autoreply::EMPTY_PATH;
use crate::store::{ClaimedMail, Decision, Judgement, PlayerChange, Snapshot, Verdict};
use crate::text::{self, keys};

use crate::office::act::people::outsiders::Standing;
use crate::office::load::mail::Form;
use crate::office::route::Route;
use crate::office::route::facts::Loaded;
use crate::office::route::newcomers::is_asked_to_join;
use crate::office::{Author, Draft, InboxMail, Office, stamp};

impl Office {
    /// Decides about one mail.
    ///
    /// # Errors
    /// The store fails, or a stored game cannot be loaded.
    pub(in crate::office) fn decide_mail(
        &mut self,
        store: &dyn Snapshot,
        claimed: &ClaimedMail,
        mut mail: InboxMail,
    ) -> Result<Decision> {
        let mut decision = self.decision();
        let moment = self.arrival(store, claimed, &mail.message, &mut decision)?;
        mail.arrived_at = stamp(moment.came);
        mail.form = Form::of_source(&claimed.source);
        let (mail, message) = (&mail, &mail.message);
        if mail.shared {
            // Others have seen the tokens, whether the mail is answered or not.
            decision.void_tokens = self.valid_tokens(store, mail)?;
        }
        let author = match message.nature {
            Nature::Robot(_) | Nature::Bounce(_) | Nature::SpamComplaint(_) => Author::default(),
            Nature::Player | Nature::BulkUnlessToken(_) => {
                let author = self.recognise(store, mail)?;
                self.note_author(&author);
                author
            }
        };
        let route = Route::of(&Loaded {
            office: self,
            store,
            claimed,
            mail,
            author: &author,
        })?;
        let language = self.language_of(mail, &author);
        let mut draft = self.draft(store, &mut decision);
        draft.language = language;
        let verdict = draft.take_route((claimed, mail), author, moment, route)?;
        let sender = message.from.as_ref().ok();
        let verdict = Verdict {
            sender: sender.map(|from| keys::blanked(&from.address.to_string())),
            message_id: message.message_id.clone(),
            body_hash: Some(message.body_hash.clone()),
            sent_at: message.date.map_or(0, |date| date.timestamp()),
            ..verdict
        };
        decision.mail = Some((claimed.id, Judgement::Done(verdict)));
        Ok(decision)
    }
}

impl Draft<'_> {
    /// Carries out what a mail wants on its route.
    fn take_route(
        &mut self,
        (claimed, mail): (&ClaimedMail, &InboxMail),
        author: Author,
        moment: EventTime,
        route: Route,
    ) -> Result<Verdict> {
        let before = author.player.as_ref();
        match &route {
            Route::Program(_) | Route::Report(_) | Route::SpamComplaint(_) | Route::Banned => {}
            Route::Limited(_) => self.note_flood((claimed, &author), true)?,
            _ => {
                self.note_flood((claimed, &author), false)?;
                self.note_voucher(mail, &author)?;
            }
        }
        use Route::{Asks, Member, Player, Seat, SeatTaken, Stranger};
        if let Player(_) | Asks(..) | Seat(..) | SeatTaken(_) | Member(_) | Stranger = route {
            self.note_reader(mail, &author);
        }
        match route {
            Route::Program(why) => Ok(unanswered("robot", &why)),
            Route::Report(report) => Ok(
                match self.note_bounce(&report, mail.message.of_own_host, moment.came)? {
                    Some(why) => unanswered("bounce", &why),
                    None => unanswered("robot", EMPTY_PATH),
                },
            ),
            Route::SpamComplaint(complaint) => {
                let why = self.note_spam_complaint(&complaint)?;
                Ok(unanswered("complaint", &why))
            }
            Route::Banned => Ok(silent("a banned player")),
            Route::Limited(why) => Ok(unanswered("limited", &why)),
            Route::Responder(why) => Ok(unanswered("robot", why)),
            Route::Umpire(wanted) => self.umpire_mail(mail, wanted),
            Route::Confirms(confirming) => self.confirm(mail, confirming),
            Route::Joins(joining) => self.answer_newcomer(mail, before, joining),
            Route::Invited(invitation) => self.answer_invitation(mail, before, invitation),
            Route::Player(player) => self.answer_player(mail, (*player, author), moment),
            Route::Asks(player, script) => self.ask_member((mail, &author), &player, &script),
            Route::Seat(game, seat, by) => {
                self.office.note_game_by(by);
                self.answer_in_name_of((mail, &author), (game, seat))
            }
            Route::SeatTaken(player) | Route::Member(player) => {
                self.answer_in_name_of_member(mail, (&player, author.left))
            }
            Route::Stranger => self.answer_stranger(mail, &author),
        }
    }

    /// Notes that somebody who was asked whether they join reads our letters,
    /// although they do not answer that.
    fn note_reader(&mut self, mail: &InboxMail, author: &Author) {
        if let (Ok(from), true) = (&mail.message.from, is_asked_to_join(mail, author)) {
            self.note_outsider(&from.address, Standing::Reader);
        }
    }

    /// Notes whether the host vouches for the address of a player.
    fn note_voucher(&mut self, mail: &InboxMail, author: &Author) -> Result<()> {
        let (Ok(from), Some(_)) = (&mail.message.from, &author.player) else {
            return Ok(());
        };
        let address = from.address.normalized();
        let players = &mut self.decision.players;
        if author.vouched && !self.store.was_vouched(&address)? {
            players.push(PlayerChange::Vouched(address, true));
        } else if author.without_voucher {
            players.push(PlayerChange::Vouched(address, false));
        }
        Ok(())
    }
}

/// What is noted of a mail that gets no answer.
pub fn unanswered(word: &str, why: &str) -> Verdict {
    Verdict {
        word: word.to_owned(),
        reason: Some(text::clean(why, 300)),
        ..Verdict::default()
    }
}

/// The same of a mail that a person may have written.
pub fn silent(why: &str) -> Verdict {
    unanswered("silent", why)
}

/// What is noted of a mail that is answered.
pub fn verdict(word: &str) -> Verdict {
    Verdict {
        word: word.to_owned(),
        ..Verdict::default()
    }
}
