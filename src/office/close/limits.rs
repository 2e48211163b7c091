//! What is limited, so that no sender can take the server from the others (`docs/settings.md`, 'Limits').
//!
//! Mails are counted when they are claimed, in a transaction of its own, so that they count even if judging
//! them fails. Letters, words and notes are counted with the decision that writes them.

use anyhow::Result;

use crate::games::{Event, Request};
use crate::ids::GameId;
use crate::letters::{AccountNotice, Note, Report};
use crate::rules::game::Seat;
use crate::store::{Budget, ClaimedMail, Counted, Decision, Snapshot, Spending};

use crate::office::load::author::Author;
use crate::office::{Draft, Office, OpenGame};

impl Draft<'_> {
    /// Counts something against a limit of today; the decision is made again if others use the limit up before it is
    /// written.
    ///
    /// # Errors
    /// The store fails.
    pub fn spend_within(&mut self, (budget, key): (Budget, String), most: i64) -> Result<()> {
        self.decision.spend(budget, key.clone());
        self.limit((budget, Some(key)), most)
    }

    /// The decision is made again if others use up before it is written what may be spent today under this key, or
    /// under all.
    ///
    /// # Errors
    /// The store fails.
    pub fn limit(&mut self, (budget, key): (Budget, Option<String>), most: i64) -> Result<()> {
        // What is let through although there is no room for it would be decided in the same way again.
        let known = self.spent_so_far((budget, key.as_deref()))?;
        let counted = match key {
            Some(key) => Counted::Spent(budget, key),
            None => Counted::SpentByAll(budget),
        };
        self.decision.limits.insert(counted, most.max(known));
        Ok(())
    }

    /// What was spent today under a key, or under all, with what `decision` adds.
    ///
    /// # Errors
    /// The store fails.
    pub fn spent_so_far(&self, (budget, key): (Budget, Option<&str>)) -> Result<i64> {
        let before = match key {
            Some(key) => self.store.spent(budget, &self.office.today(), key)?,
            None => self.store.spent_by_all(budget, &self.office.today())?,
        };
        let same = |one: &&Spending| one.budget == budget && key.is_none_or(|key| one.key == key);
        let now = self.decision.spends.iter().filter(same);
        Ok(before.count + now.map(|one| one.count).sum::<i64>())
    }

    /// Tells the umpire, once a day, that a sender or all together have written too much, and so the player whose mail
    /// is not read because of it.
    ///
    /// # Errors
    /// The store fails.
    pub fn note_flood(
        &mut self,
        (mail, author): (&ClaimedMail, &Author),
        limited: bool,
    ) -> Result<()> {
        let (too_many, flood) = self.office.floods(mail);
        let all = flood.then_some((None, mail.of_all.count));
        let one = too_many.then(|| (author.sender.clone(), mail.of_sender.count));
        for (sender, count) in all.into_iter().chain(one) {
            self.tell_umpire(Report::Flood { sender, count });
        }
        let most = self.office.settings.limits.mails;
        match (&author.player, &author.sender) {
            (Some(player), _) if !limited && (too_many || flood) && author.is_proven() => {
                let key = player.id.to_string();
                self.spend_within((Budget::Proven, key), most)?;
            }
            (Some(_), Some(address)) if limited && too_many => {
                let notice = AccountNotice::TooManyMails { limit: most };
                if let Some(letter) = self.post_account(address, notice) {
                    letter.once = Some(format!("too many mails {address}"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Office {
    /// How many more messages a seat may send to others today.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn talk_left(
        &self,
        store: &dyn Snapshot,
        game: GameId,
        seat: Seat,
    ) -> Result<i64> {
        let spent = store.spent(Budget::Talk, &self.today(), &talk_key(game, seat))?;
        Ok((self.settings.limits.talk - spent.count).max(0))
    }
}

impl Decision {
    /// Counts something against a limit of today.
    pub(in crate::office) fn spend(&mut self, budget: Budget, key: String) {
        self.spends.push(Spending {
            budget,
            key,
            count: 1,
        });
    }
}

impl OpenGame {
    /// Whether the lines so far have changed the game, talk aside, or what the author plans.
    pub fn has_changed(&self) -> bool {
        self.stored.state != self.opened || self.changes.plans_changed()
    }

    /// Why a request is not even decided about: the seat has sent as many messages as it may in a day.
    pub fn talks_too_much(&self, request: &Request) -> Option<Note> {
        let talks = matches!(request, Request::Say { .. });
        (talks && self.talk_left <= 0).then_some(Note::TalkUsedUp)
    }

    /// Counts messages to others.
    pub fn count_talk(&mut self, event: &Event) {
        if matches!(event, Event::Say { .. }) {
            self.talk_left -= 1;
            self.talked += 1;
        }
    }

    /// Counts the messages of this mail, of which there are at most so many in a day.
    pub fn spend_talk(&self, decision: &mut Decision, most: i64) {
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

fn talk_key(game: GameId, seat: Seat) -> String {
    format!("g{game}.{}", seat.0)
}
