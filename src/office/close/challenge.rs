//! The one way in which a changed challenge is closed: it is written, its timer is set while it is open, and those who
//! have a place are told.

use anyhow::Result;

use crate::ids::{GameId, MailId, PlayerId};
use crate::letters::{ChallengeNews, ChallengeNotice, Content, PlayerNotice};
use crate::status::ChallengeStatus;
use crate::store::{ChallengeRow, ChallengeWrite, Decision, LetterKind, NewScope, TimerKind};

use crate::office::Draft;
use crate::office::act::challenges::{member, shown};
use crate::office::close::due::timer;

/// Who gets a letter about what has changed in a challenge.
pub(in crate::office) enum ChallengeReaders<'a> {
    /// Nobody more: they are asked, or get the first letter of the game.
    Nobody,
    /// Who has this place.
    Place(usize, ChallengeNews),
    /// All who have a place, but this player. The news are made for each.
    AllBut(
        Option<PlayerId>,
        &'a dyn Fn(PlayerId) -> Result<ChallengeNews>,
    ),
}

impl Draft<'_> {
    /// Closes a challenge that has changed.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn close_challenge(
        &mut self,
        write: ChallengeWrite,
        mail: Option<MailId>,
        readers: ChallengeReaders<'_>,
    ) -> Result<()> {
        let row = write.row.clone();
        put(self.decision, write);
        if row.status == ChallengeStatus::Open {
            self.set_challenge_timer(Some(row.expires_at.clone()), true);
        }
        match readers {
            ChallengeReaders::Nobody => {}
            ChallengeReaders::Place(at, news) => self.post_challenge((&row, at), mail, news)?,
            ChallengeReaders::AllBut(but, news) => {
                let mut told: Vec<PlayerId> = but.into_iter().collect();
                for (at, place) in row.places.iter().enumerate() {
                    let Some(player) = place.player.filter(|player| !told.contains(player)) else {
                        continue;
                    };
                    told.push(player);
                    self.post_challenge((&row, at), mail, news(player)?)?;
                }
            }
        }
        Ok(())
    }

    /// Closes a challenge of which nobody is told, or each reader by a letter of his own.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn keep_challenge(&mut self, row: &ChallengeRow) -> Result<()> {
        let write = ChallengeWrite::new(row.clone());
        self.close_challenge(write, None, ChallengeReaders::Nobody)
    }

    /// Sets the timer of the challenge that expires first, or takes it away.
    pub(in crate::office) fn set_challenge_timer(&mut self, due: Option<String>, keep: bool) {
        let kind = TimerKind::Challenge;
        match due {
            Some(due) => self.decision.timers.push(timer(kind, due, keep)),
            // 0: of no game.
            None => self.decision.clear_timers.push((kind, GameId(0))),
        }
    }

    /// Writes a letter about a challenge to a player who has a place in it; none where he was not told of it. While it
    /// is open, the answer to the letter is about it.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn post_challenge(
        &mut self,
        (row, at): (&ChallengeRow, usize),
        mail: Option<MailId>,
        news: ChallengeNews,
    ) -> Result<()> {
        let place = row.places.get(at).filter(|place| !place.hidden);
        let player = match place.and_then(|place| place.player) {
            Some(player) => member(self.store, player)?,
            None => None,
        };
        let Some(player) = player else {
            return Ok(());
        };
        let scope = match (row.status, u8::try_from(at)) {
            (ChallengeStatus::Open, Ok(place)) => NewScope::Challenge {
                challenge: row.id,
                place,
                version: row.version,
            },
            _ => NewScope::Player(player.id),
        };
        let notice = ChallengeNotice {
            shown: shown::shown(self.store, row, player.id)?,
            news,
        };
        let content = Content::Player {
            player: player.id,
            notices: vec![PlayerNotice::Challenge(Box::new(notice))],
            answer: None,
        };
        let token = self.office.new_token(scope);
        let kind = LetterKind::Player;
        if let Some(letter) = self.post_to(kind, &player.address, mail, content) {
            letter.tokens.push(token);
        }
        Ok(())
    }
}

/// Writes a challenge in place of what the decision has made of it so far.
fn put(decision: &mut Decision, write: ChallengeWrite) {
    let mut made = decision.challenges.iter_mut();
    match made.find(|made| made.row.id == write.row.id) {
        Some(made) => *made = write,
        None => decision.challenges.push(write),
    }
}
