//! The one way in which a challenge is closed to which something has happened: it is written, its timer is set while it is
//! open, and those are told whom it concerns.

use anyhow::Result;

use crate::ids::{MailId, PlayerId};
use crate::letters::{ChallengeNews, ChallengeNotice, PlayerNotice};
use crate::meeting::{Challenge, ChallengeAct};
use crate::status::ChallengeStatus;
use crate::store::{ChallengeWrite, Decision, GameRef, NewScope, PlayerRef, TimerKind};

use crate::office::Draft;
use crate::office::act::challenges::end::unanswered_at;
use crate::office::act::umpire::account::Player;
use crate::office::close::due::timer;
use crate::office::close::log;
use crate::office::load::challenges::{self, member};
use crate::office::load::people::hides;

/// What has happened to a challenge, and by whom.
pub struct Happened<'a> {
    /// What has happened to it, in the order of its log.
    pub acts: &'a [ChallengeAct],
    /// By whom, for the row: the umpire, the time, or the mail.
    pub by: &'a str,
    /// The mail that letters about it are caused by.
    pub mail: Option<MailId>,
    /// Places whose players the same decision adds.
    pub newcomers: &'a [(usize, Player)],
}

impl<'a> Happened<'a> {
    /// This, without a mail.
    pub const fn by(by: &'a str, acts: &'a [ChallengeAct]) -> Self {
        Self {
            acts,
            by,
            mail: None,
            newcomers: &[],
        }
    }
}

impl Draft<'_> {
    /// Closes a challenge to which something has happened, and returns it as it is now.
    ///
    /// # Errors
    /// The store fails.
    pub fn close_challenge(
        &mut self,
        before: &Challenge,
        happened: &Happened<'_>,
    ) -> Result<Challenge> {
        let after = before.after(happened.acts, &self.decision.now, happened.by);
        let begins = happened.acts.contains(&ChallengeAct::Accept);
        let newcomers = happened.newcomers.iter();
        let mut written = self.decision.challenges.iter();
        let new = before.revision == 0 && !written.any(|write| write.row.id == before.id);
        let write = ChallengeWrite {
            row: challenges::row(after.clone()),
            acts: log::of_challenge(before, new, happened),
            game: begins.then_some(GameRef::New),
            newcomers: newcomers.map(|(at, player)| (*at, player.at)).collect(),
        };
        put(self.decision, write);
        if after.status == ChallengeStatus::Open {
            let due = match unanswered_at(&after)? {
                told if after.is_seek() && told > self.decision.now => told,
                _ => after.expires_at.clone(),
            };
            let timer = timer(TimerKind::Challenge, due, true);
            self.decision.timers.push(timer);
        }
        let Some(act) = happened.acts.last() else {
            return Ok(after);
        };
        let author = act.place();
        let author = author.and_then(|at| after.player_at(at).or(before.player_at(at)));
        let mut told: Vec<PlayerId> = author.into_iter().collect();
        for (at, place) in after.places.iter().enumerate() {
            let Some(reader) = place.player.filter(|player| !told.contains(player)) else {
                continue;
            };
            told.push(reader);
            if let Some(news) = self.news((before, &after), act, reader)? {
                self.post_challenge((&after, at), happened.mail, news)?;
            }
        }
        Ok(after)
    }

    /// What a reader is told of what somebody else has done.
    fn news(
        &self,
        (before, after): (&Challenge, &Challenge),
        act: &ChallengeAct,
        reader: PlayerId,
    ) -> Result<Option<ChallengeNews>> {
        let place = act.place().unwrap_or(0);
        let author = before.player_at(place);
        let of = author.map_or(after, |_| before);
        let by = self.name_at(of, place, reader)?;
        Ok(Some(match act {
            ChallengeAct::Agree(_) | ChallengeAct::Join { .. } if reader == after.maker => {
                ChallengeNews::Agreed { by }
            }
            ChallengeAct::Leave(_) if Some(reader) == after.player_at(0) => {
                ChallengeNews::Left { by }
            }
            ChallengeAct::Decline { words, .. } => {
                let hides = |author| hides(self.store, reader, author);
                let hidden = author.map(hides).transpose()? == Some(true);
                let words = words.clone();
                let words = Some(words).filter(|words| !hidden && !words.trim().is_empty());
                ChallengeNews::Declined {
                    by,
                    words,
                    gone: false,
                }
            }
            ChallengeAct::Withdraw(_) | ChallengeAct::Depart(0) => ChallengeNews::Withdrawn { by },
            // It is the challenge of another player. Nobody learns that somebody was not told.
            ChallengeAct::Depart(at) if !before.places[*at].hidden => ChallengeNews::Declined {
                by,
                words: None,
                gone: true,
            },
            ChallengeAct::Unanswered => ChallengeNews::Unanswered {
                program: self.office.settings.partner.name.to_lowercase(),
            },
            ChallengeAct::Expire => ChallengeNews::Expired,
            ChallengeAct::Cancel(reason) => {
                let reason = reason.clone();
                ChallengeNews::Cancelled { reason }
            }
            // Others are asked by letters of their own, or get the first letter of the game.
            ChallengeAct::Agree(_)
            | ChallengeAct::Join { .. }
            | ChallengeAct::Leave(_)
            | ChallengeAct::Depart(_)
            | ChallengeAct::Open
            | ChallengeAct::Counter { .. }
            | ChallengeAct::Accept
            | ChallengeAct::Number { .. }
            | ChallengeAct::Merge { .. } => return Ok(None),
        }))
    }

    /// Writes a letter about a challenge to a player who has a place in it; none where they were
    /// not told of it. While it is open, the answer to the letter is about it.
    ///
    /// # Errors
    /// The store fails.
    pub fn post_challenge(
        &mut self,
        (challenge, at): (&Challenge, usize),
        mail: Option<MailId>,
        news: ChallengeNews,
    ) -> Result<()> {
        let place = challenge.places.get(at).filter(|place| !place.hidden);
        let player = match place.and_then(|place| place.player) {
            Some(player) => member(self.store, player)?,
            None => None,
        };
        let Some(player) = player else {
            return Ok(());
        };
        let scope = match (challenge.status, u8::try_from(at)) {
            (ChallengeStatus::Open, Ok(place)) => NewScope::Challenge {
                challenge: challenge.id,
                place,
                version: challenge.version,
            },
            _ => NewScope::Player(PlayerRef::Known(player.id)),
        };
        let shown = self.shown(challenge, player.id)?;
        let notice = PlayerNotice::Challenge(Box::new(ChallengeNotice { shown, news }));
        let to = (player.id, player.address.as_str());
        self.post_personal(to, scope, mail, (vec![notice], None));
        Ok(())
    }
}

/// Writes a challenge in place of what the decision has made of it so far, and what has happened
/// after the rest.
fn put(decision: &mut Decision, mut write: ChallengeWrite) {
    let mut made = decision.challenges.iter_mut();
    match made.find(|made| made.row.id == write.row.id) {
        Some(made) => {
            let before = std::mem::take(&mut made.acts);
            write.acts.splice(..0, before);
            *made = write;
        }
        None => decision.challenges.push(write),
    }
}
