//! Letters about events to all who read of them, written in portions.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Result;

use crate::contests::{Contest, ContestAct, LETTERS};
use crate::ids::PlayerId;
use crate::letters::ContestNews;

use crate::office::Draft;
use crate::office::load::challenges::member;
use crate::office::load::contests::{pairings, shown};
use crate::office::load::mailboxes::mailbox;

impl Draft<'_> {
    /// Those who follow a contest and are to read of it: one account of each mailbox, and nobody whose mailbox gets the letter
    /// of these others.
    pub(in crate::office) fn following(
        &self,
        contest: &Contest,
        others: &[PlayerId],
    ) -> Result<Vec<PlayerId>> {
        let mut mailboxes = BTreeSet::new();
        let mut following = Vec::new();
        let others = others.iter().map(|player| (*player, false));
        let followers = contest.followers.iter().map(|player| (*player, true));
        for (player, follows) in others.chain(followers) {
            let reader = member(self.store, player)?;
            let new = reader.is_some_and(|row| mailboxes.insert(mailbox(&row.address)));
            following.extend(Some(player).filter(|_| follows && new));
        }
        Ok(following)
    }

    /// Whether letters to another account of the same mailbox are about this event already.
    pub(super) fn is_followed_by_twin(&self, contest: &Contest, player: PlayerId) -> Result<bool> {
        let mailbox_of = |player| -> Result<Option<String>> {
            Ok(member(self.store, player)?.map(|row| mailbox(&row.address)))
        };
        let own = mailbox_of(player)?;
        for other in contest.followers.iter().filter(|other| **other != player) {
            if own.is_some() && mailbox_of(*other)? == own {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells some of those who follow a contest of the round that begins.
    pub(super) fn tell_followers_of_round(
        &mut self,
        contest: &Contest,
        some: Range<usize>,
    ) -> Result<()> {
        if some.is_empty() {
            return Ok(());
        }
        let mut games = pairings(self.store, contest)?;
        games.retain(|game| contest.rounds.is_empty() || game.round == contest.rounds.len());
        let shown = Box::new(shown(self.store, contest)?);
        let news = ContestNews::Round { shown, games };
        let playing = contest.entrants.iter().map(|one| one.player);
        let playing = playing.filter(|player| contest.has_in_it(*player));
        let following = self.following(contest, &playing.collect::<Vec<_>>())?;
        for follower in contest.followers.get(some).unwrap_or_default() {
            if following.contains(follower) {
                self.tell_of_contest(*follower, news.clone())?;
            }
        }
        Ok(())
    }

    /// Sends the table of a contest that is over to some who have none yet; returns how many have theirs then, `None`: all.
    pub(super) fn tell_of_end(&mut self, contest: &Contest) -> Result<Option<usize>> {
        let ended = contest.after(&[ContestAct::End]);
        let news = ContestNews::Ended(Box::new(shown(self.store, &ended)?));
        self.tell_readers(contest, &news)
    }

    /// Tells some who do not know it yet that a contest is called off; returns how many know it then, `None`: all.
    pub(in crate::office) fn tell_of_cancelling(
        &mut self,
        contest: &Contest,
    ) -> Result<Option<usize>> {
        let reason = contest.reason.clone();
        let news = ContestNews::Cancelled {
            event: contest.name.clone(),
            reason: reason.filter(|reason| !reason.is_empty()),
            begun: !contest.order.is_empty(),
        };
        self.tell_readers(contest, &news)
    }

    /// Writes a letter to the next of those who get one when a contest ends; returns how many have theirs then, `None`: all.
    fn tell_readers(&mut self, contest: &Contest, news: &ContestNews) -> Result<Option<usize>> {
        let (own, followers) = contest.readers();
        let following = self.following(contest, &own)?;
        let all: Vec<PlayerId> = own.iter().chain(followers).copied().collect();
        let portion = all.iter().enumerate().skip(contest.letters).take(LETTERS);
        for (at, player) in portion {
            if at < own.len() || following.contains(player) {
                self.tell_of_contest(*player, news.clone())?;
            }
        }
        let told = contest.letters + LETTERS;
        Ok((told < all.len()).then_some(told))
    }
}
