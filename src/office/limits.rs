//! What is limited, so that no sender can take the server from the others (`docs/operations.md`, 'Limits').
//!
//! Mails are counted when they are claimed, in a transaction of its own, so that they count even if judging
//! them fails. Letters, words and notes are counted with the decision that writes them.

use anyhow::Result;

use crate::games::{Event, Request};
use crate::ids::GameId;
use crate::letters::{AccountNotice, Note, Report};
use crate::rules::game::Seat;
use crate::store::{
    Answers, Budget, ClaimedMail, Counted, Decision, SeatChange, Snapshot, Spending, Spent,
};

use super::Office;
use super::author::Author;
use super::session::{MailSession, OpenGame};

/// Whether a mail is answered, in view of the answers before that have changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// It is answered.
    Yes,
    /// It is answered, and the answer says that there are few more.
    LastTime,
    /// It is not answered.
    No,
}

impl Office {
    /// Why a mail is not read: its author, or all together, have written too much today. Of a player's mails
    /// that prove who has written them, as many again are read, since others may have sent the rest in his
    /// name. He is told, once a day, and so is the umpire.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn limited(
        &mut self,
        store: &dyn Snapshot,
        mail: &ClaimedMail,
        author: &Author,
        decision: &mut Decision,
    ) -> Result<Option<String>> {
        let limits = self.settings.limits;
        let (one, all) = (&mail.of_sender, &mail.of_all);
        let too_many = self.is_over_limit(one);
        let flood = all.count > limits.all_mails || all.bytes > bytes(limits.all_megabytes);
        if !too_many && !flood {
            return Ok(None);
        }
        let sender = author.sender.clone();
        if flood {
            let count = all.count;
            self.tell_umpire(
                decision,
                Report::Flood {
                    sender: None,
                    count,
                },
            );
        }
        if too_many {
            let count = one.count;
            self.tell_umpire(decision, Report::Flood { sender, count });
        }
        if let (Some(player), true) = (&author.player, author.is_proven()) {
            let key = player.id.to_string();
            let read = store.spent(Budget::Proven, &self.today(), &key)?;
            if !too_many || read.count < limits.mails {
                self.spend_within(store, decision, (Budget::Proven, key), limits.mails)?;
                return Ok(None);
            }
        }
        if !too_many && author.foreign.is_some_and(|(_, _, current)| current) {
            return Ok(None);
        }
        if let (Some(_), true, Some(address)) = (&author.player, too_many, &author.sender) {
            let limit = limits.mails;
            let notice = AccountNotice::TooManyMails { limit };
            if let Some(letter) = self.post_account(decision, address, notice) {
                letter.once = Some(format!("too many mails {address}"));
            }
        }
        Ok(Some(if too_many {
            format!(
                "more than is read of one sender in a day: {} mails",
                one.count
            )
        } else {
            format!("more than is read in a day: {} mails", all.count)
        }))
    }

    /// Whether a sender has sent more today than is read.
    pub(super) fn is_over_limit(&self, sent: &Spent) -> bool {
        let limits = self.settings.limits;
        sent.count > limits.mails || sent.bytes > bytes(limits.megabytes)
    }

    /// Counts the answers to a seat that have changed nothing in its game. Without a limit, the server and an
    /// automatic responder that does not mark its mails would answer each other for ever.
    pub(super) fn count_answer(&mut self, session: &mut MailSession<'_>) -> Answered {
        let met = !session.decision.challenges.is_empty();
        if met || session.games.iter().any(OpenGame::has_changed) {
            return Answered::Yes;
        }
        let (most, today) = (self.settings.limits.answers, self.today());
        let Some(game) = session.games.first_mut() else {
            return self.count_account_answer(session);
        };
        let row = game.stored.seats.get(game.seat.index());
        let mut answers = row.map(|row| row.answers.clone()).unwrap_or_default();
        if answers.state != game.stored.state || answers.count < most && answers.day != today {
            answers = Answers::default();
        }
        let used_up = answers.count >= most;
        if used_up && answers.day == today {
            return Answered::No;
        }
        let count = answers.count + i64::from(!used_up);
        let answers = Answers {
            count,
            state: game.stored.state,
            day: today,
        };
        game.changes
            .of_seat(SeatChange::Answers(game.seat.0, answers));
        if count < most {
            return Answered::Yes;
        }
        if used_up {
            return Answered::LastTime;
        }
        let report = Report::NoSense {
            game: game.stored.row.id,
            seat: game.seat,
            count,
        };
        self.tell_umpire(&mut session.decision, report);
        Answered::LastTime
    }

    /// The same for a mail that is about no game: a player gets so many such answers in a day.
    fn count_account_answer(&mut self, session: &mut MailSession<'_>) -> Answered {
        let key = session.player.id.to_string();
        let Ok(before) = session.store.spent(Budget::Account, &self.today(), &key) else {
            return Answered::Yes;
        };
        session.decision.spend(Budget::Account, key);
        match before.count + 1 - self.settings.limits.answers {
            ..0 => Answered::Yes,
            0 => Answered::LastTime,
            1.. => Answered::No,
        }
    }

    /// Counts something against a limit of today; the decision is made again if others use the limit up before it is
    /// written.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn spend_within(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (budget, key): (Budget, String),
        most: i64,
    ) -> Result<()> {
        decision.spend(budget, key.clone());
        self.limit(store, decision, (budget, Some(key)), most)
    }

    /// The decision is made again if others use up before it is written what may be spent today under this key, or
    /// under all.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn limit(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (budget, key): (Budget, Option<String>),
        most: i64,
    ) -> Result<()> {
        // What is let through although there is no room for it would be decided in the same way again.
        let known = self.spent_so_far(store, decision, (budget, key.as_deref()))?;
        let counted = match key {
            Some(key) => Counted::Spent(budget, key),
            None => Counted::SpentByAll(budget),
        };
        decision.limits.insert(counted, most.max(known));
        Ok(())
    }

    /// How many more messages a seat may send to others today.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn talk_left(&self, store: &dyn Snapshot, game: GameId, seat: Seat) -> Result<i64> {
        let spent = store.spent(Budget::Talk, &self.today(), &talk_key(game, seat))?;
        Ok((self.settings.limits.talk - spent.count).max(0))
    }
}

impl Decision {
    /// Counts something against a limit of today.
    pub(super) fn spend(&mut self, budget: Budget, key: String) {
        self.spends.push(Spending {
            budget,
            key,
            count: 1,
        });
    }
}

impl OpenGame {
    /// Whether the lines so far have changed the game, talk aside, or what the author plans.
    fn has_changed(&self) -> bool {
        self.stored.state != self.opened || self.changes.plans_changed()
    }

    /// Why a request is not even decided about: the seat has sent as many messages as it may in a day.
    pub(super) fn talks_too_much(&self, request: &Request) -> Option<Note> {
        let talks = matches!(request, Request::Say { .. });
        (talks && self.talk_left <= 0).then_some(Note::TalkUsedUp)
    }

    /// Counts messages to others.
    pub(super) fn count_talk(&mut self, event: &Event) {
        if matches!(event, Event::Say { .. }) {
            self.talk_left -= 1;
            self.talked += 1;
        }
    }

    /// Counts the messages of this mail, of which there are at most so many in a day.
    pub(super) fn spend_talk(&self, decision: &mut Decision, most: i64) {
        if self.talked > 0 {
            let (budget, key) = (Budget::Talk, talk_key(self.stored.row.id, self.seat));
            let of = Counted::Spent(budget, key.clone());
            decision.limits.insert(of, most);
            decision.spends.push(Spending {
                budget,
                key,
                count: self.talked,
            });
        }
    }
}

fn bytes(megabytes: i64) -> i64 {
    megabytes.saturating_mul(1 << 20)
}

fn talk_key(game: GameId, seat: Seat) -> String {
    format!("g{game}.{}", seat.0)
}
