//! Commands to resign, about draws, and to send words to others.

use anyhow::Result;

use crate::commands::{Draw, Line};
use crate::games::{EventKind, Talk};
use crate::rules::game::Seat;
use crate::text;
use crate::words::Words;

use super::lines::Reply;
use super::session::MailSession;

/// At most this many characters of a message are passed on.
const LONGEST: usize = 4000;

impl MailSession {
    /// Resigns.
    pub(super) fn resign(&mut self, line: &Line) -> Result<Reply> {
        if let Some(refused) = self.why_locked() {
            return Ok(Reply::plain(&refused));
        }
        let who = self.stored.player_name(self.seat);
        self.changes.apply(
            &mut self.stored,
            EventKind::Resign,
            Some(self.seat),
            "",
            Some(&line.text),
        )?;
        self.changes.news.push(format!("{who} resigned."));
        Ok(Reply::plain("You have resigned."))
    }

    /// Offers, accepts, declines or claims a draw.
    pub(super) fn draw(&mut self, line: &Line, draw: &Draw) -> Result<Reply> {
        if let Some(refused) = self.why_locked() {
            return Ok(Reply::plain(&refused));
        }
        match draw {
            Draw::Offer => self.offer_draw(line),
            Draw::Accept => self.accept_draw(line),
            Draw::Decline => self.decline_draw(line),
            Draw::Claim(turn) => self.claim_draw(line, turn.as_deref()),
        }
    }

    fn offered_by_others(&self) -> bool {
        self.stored.offers.iter().any(|seat| *seat != self.seat)
    }

    fn offer_draw(&mut self, line: &Line) -> Result<Reply> {
        if self.stored.offers.contains(&self.seat) {
            return Ok(Reply::plain("Your draw offer already stands."));
        }
        if self.offered_by_others() {
            return self.accept_draw(line);
        }
        let who = self.stored.player_name(self.seat);
        self.changes.apply(
            &mut self.stored,
            EventKind::Offer,
            Some(self.seat),
            "",
            Some(&line.text),
        )?;
        self.changes.news.push(format!("{who} offers a draw."));
        Ok(Reply::plain(
            "Your draw offer is on its way. It lapses with your opponent's next turn.",
        ))
    }

    fn accept_draw(&mut self, line: &Line) -> Result<Reply> {
        if !self.offered_by_others() {
            return Ok(Reply::plain(
                "Not done: nobody is offering you a draw (an offer lapses when the player who got \
                 it plays a turn). `draw offer` offers one.",
            ));
        }
        let who = self.stored.player_name(self.seat);
        self.changes.apply(
            &mut self.stored,
            EventKind::Offer,
            Some(self.seat),
            "",
            Some(&line.text),
        )?;
        self.changes.news.push(format!("{who} agrees to a draw."));
        let more = if self.stored.is_on() {
            " The others have not agreed yet."
        } else {
            ""
        };
        Ok(Reply::plain(&format!("You have agreed to a draw.{more}")))
    }

    fn decline_draw(&mut self, line: &Line) -> Result<Reply> {
        if !self.offered_by_others() {
            return Ok(Reply::plain(
                "Nothing to decline: nobody is offering you a draw.",
            ));
        }
        let who = self.stored.player_name(self.seat);
        self.changes.apply(
            &mut self.stored,
            EventKind::Decline,
            Some(self.seat),
            "",
            Some(&line.text),
        )?;
        self.changes.news.push(format!("{who} declines the draw."));
        Ok(Reply::plain("You have declined the draw."))
    }

    /// Claims a draw, based on the position on the board (`docs/rules/chess.md`, C1). If the claim fails
    /// and the line has a turn, the turn is played.
    fn claim_draw(&mut self, line: &Line, turn: Option<&str>) -> Result<Reply> {
        if self.stored.game.to_move() != self.seat {
            return Ok(Reply::plain(
                "Not done: only the player to move may claim a draw.",
            ));
        }
        let mut fork = self.stored.game.fork();
        let refusal = match fork.claim_draw() {
            Ok(rests_on) => {
                let basis = self.basis(&rests_on);
                let who = self.stored.player_name(self.seat);
                let seat = Some(self.seat);
                self.changes.apply(
                    &mut self.stored,
                    EventKind::Claim,
                    seat,
                    "",
                    Some(&line.text),
                )?;
                self.changes
                    .news
                    .push(format!("{who} claimed a draw, correctly: {basis}"));
                return Ok(Reply::plain(&format!("Your claim is correct: {basis}")));
            }
            Err(refusal) => refusal,
        };
        let why = Words::built_in().english().refusal(&refusal);
        let mut reply = Reply::plain(&format!("The claim fails. {why}"));
        if let Some(turn) = turn {
            let played = match self.resolve(turn) {
                Ok((_, played)) => played,
                Err(refused) => {
                    reply.text = format!("{}\n{}", reply.text, refused.text);
                    return Ok(reply);
                }
            };
            self.record(&played, &line.text)?;
            reply.text = format!("{}\nPlayed: {played}", reply.text);
        }
        Ok(reply)
    }

    /// The basis of a claim, in words: the turns after which the position occurred, or since which there
    /// was no progress.
    fn basis(&self, rests_on: &[usize]) -> String {
        let turns = &self.stored.turns;
        let after = |ago: &usize| match turns.len().checked_sub(*ago) {
            _ if *ago == 0 => "now".to_owned(),
            None | Some(0) => "at the start".to_owned(),
            Some(count) => format!("after {} {}", turns[count - 1].label, turns[count - 1].text),
        };
        match rests_on {
            [since] => format!("{since} turns without progress, {} to now.", after(since)),
            times => {
                let when: Vec<String> = times.iter().map(after).collect();
                format!("this position occurred {}.", text::listed(&when))
            }
        }
    }

    /// Sends words to all the others, or to one.
    pub(super) fn say(&mut self, to: Option<&str>, words: &str) -> Result<Reply> {
        let to = match to {
            None => None,
            Some(word) => match self.stored.seat_named(word) {
                Some(seat) if seat != self.seat => Some(seat),
                _ => {
                    let seats = self.stored.variant.seats().join(", ");
                    return Ok(Reply::plain(&format!(
                        "Not sent: {:?} is not another seat (seats: {seats}).",
                        text::clean(word, 40)
                    )));
                }
            },
        };
        if words.trim().is_empty() {
            return Ok(Reply::plain(
                "Nothing sent: there was no text. Write `say` and your text.",
            ));
        }
        let words: String = words.chars().take(LONGEST).collect();
        self.changes.say(
            &mut self.stored,
            Talk {
                by: Some(self.seat),
                to,
                text: words.clone(),
            },
        )?;
        let only = match self.stored.seats.len() {
            2 => Some(Seat(1 - self.seat.0.min(1))),
            _ => to,
        };
        let whom = only.map_or("the others in this game".to_owned(), |to| {
            self.stored.player_name(to)
        });
        Ok(Reply {
            text: format!("Sent to {whom}:"),
            words: Some(words),
            block: Vec::new(),
        })
    }
}
