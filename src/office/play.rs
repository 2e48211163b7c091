//! Commands about turns: play, preview, list, and hold a beginning.

use anyhow::Result;

use crate::commands::{Draw, Extra, Guard, Line};
use crate::games::{EventKind, StoredGame, Talk};
use crate::rules::game::{Game, Listing, Played};
use crate::rules::outcome::Refusal;
use crate::text;
use crate::words::Words;

use super::lines::Reply;
use super::session::MailSession;
use super::views;

/// `legal` lists at most this many turns (`docs/mail-protocol.md`).
const LISTED: usize = 200;

impl MailSession {
    /// Why this mail cannot change the game, if it cannot: the game is over, or the mail answers an old
    /// letter.
    pub(super) fn why_locked(&self) -> Option<String> {
        if let Some(end) = self.stored.end_sentence() {
            return Some(format!("Not done. {end}"));
        }
        if self.current {
            return None;
        }
        let then = StoredGame::turn_number(&self.stored.label_at(self.token_state));
        let now = StoredGame::turn_number(&self.stored.game.label());
        let what = if then == now {
            format!("That was not my newest letter; {now} is still to be played.")
        } else {
            format!("That letter was about {then}; now {now} is to be played.")
        };
        Some(format!("Not done. {what} Answer this letter instead."))
    }

    fn not_your_turn(&self) -> Option<String> {
        let mover = self.stored.game.to_move();
        (mover != self.seat).then(|| {
            let number = StoredGame::turn_number(&self.stored.game.label());
            format!(
                "Not played: it is {}'s turn ({number}). You will get a letter when it is your turn.",
                self.stored.player_name(mover)
            )
        })
    }

    fn wrong_number(&self, guard: Option<Guard>) -> Option<String> {
        let guard = guard?;
        let label = self.stored.game.label();
        let number = StoredGame::number(&label);
        let dots_fit = guard.dots < 3 || label.ends_with("...");
        (guard.number != number || !dots_fit).then(|| {
            let dots = if guard.dots >= 3 { "..." } else { "." };
            format!(
                "Not played: you wrote {}{dots}, but the turn to be played is {label}",
                guard.number
            )
        })
    }

    /// Plays a turn, with a draw offer or claim and a comment if the line has them.
    pub(super) fn turn(
        &mut self,
        line: &Line,
        guard: Option<Guard>,
        turn: &str,
        then: Option<Extra>,
        comment: Option<&str>,
    ) -> Result<Reply> {
        let refused = self
            .why_locked()
            .or_else(|| self.not_your_turn())
            .or_else(|| self.wrong_number(guard));
        if let Some(refused) = refused {
            return Ok(Reply::plain(&refused));
        }
        if then == Some(Extra::DrawClaim) {
            return self.draw(line, &Draw::Claim(Some(turn.to_owned())));
        }
        let played = match self.resolve(turn) {
            Ok((_, played)) => played,
            Err(refused) => return Ok(refused),
        };
        self.record(&played, &line.text)?;
        let mut reply = Reply::plain(&format!("Played: {played}"));
        if then == Some(Extra::DrawOffer) {
            let offer = self.draw(line, &Draw::Offer)?;
            reply.text = format!("{}\n{}", reply.text, offer.text);
        }
        if let Some(comment) = comment.filter(|comment| !comment.trim().is_empty()) {
            let said = Talk {
                by: Some(self.seat),
                to: None,
                text: comment.to_owned(),
            };
            self.changes.say(&mut self.stored, said)?;
            reply.text.push_str("\nYour message goes with it:");
            reply.words = Some(comment.to_owned());
        }
        Ok(reply)
    }

    /// Applies a legal turn, and adds it to the news for the others.
    pub(super) fn record(&mut self, played: &Played, typed: &str) -> Result<()> {
        let who = self.stored.player_name(self.seat);
        self.changes.apply(
            &mut self.stored,
            EventKind::Turn,
            Some(self.seat),
            &played.canonical,
            Some(typed),
        )?;
        if self.held().is_some() {
            self.drop_prefix();
        }
        self.changes.news.push(format!("{who} played {played}"));
        Ok(())
    }

    fn held(&self) -> Option<&str> {
        self.stored
            .seats
            .get(usize::from(self.seat.0))
            .and_then(|row| row.held.as_deref())
    }

    /// Reads a turn as the continuation of the held beginning, if there is one, and as a whole turn. If
    /// both readings are legal and differ, it is refused.
    pub(super) fn resolve(&self, turn: &str) -> Result<(Box<dyn Game>, Played), Reply> {
        let attempt = |text: &str| {
            let mut fork = self.stored.game.fork();
            fork.play(text).map(|played| (fork, played))
        };
        let whole = attempt(turn);
        let Some(held) = self.held() else {
            return whole.map_err(|refusal| self.refused(&refusal));
        };
        match (attempt(&format!("{held} {turn}")), whole) {
            (Ok(one), Ok(other)) if one.1 != other.1 => Err(Reply::plain(&format!(
                "Not played: you are holding {held}, so this could mean the turn {} or the turn {}. \
                 Write the whole turn, or `drop` what you are holding.",
                one.1.canonical, other.1.canonical
            ))),
            (Ok(found), _) | (Err(_), Ok(found)) => Ok(found),
            (Err(one), Err(other)) => {
                let voice = Words::built_in().english();
                let (one, other) = (voice.refusal(&one), voice.refusal(&other));
                Err(Reply {
                    text: format!(
                        "After {held}, which you are holding: {one}\nAs a whole turn: {other}"
                    ),
                    ..Reply::default()
                })
            }
        }
    }

    /// A refusal, with a hint if its legal beginning could be held.
    fn refused(&self, refusal: &Refusal) -> Reply {
        let mut text = refused(refusal);
        if let Refusal::Illegal { good, .. } | Refusal::Incomplete { good, .. } = refusal
            && self.stored.game.to_move() == self.seat
            && !good.is_empty()
            && self
                .stored
                .game
                .begin(good)
                .is_ok_and(|begun| !begun.next.is_empty())
        {
            text.push_str(&format!("\n`hold {good}` would keep this beginning."));
        }
        Reply::plain(&text)
    }

    /// Shows the board after a turn, without playing it.
    pub(super) fn preview(&self, turn: &str) -> Result<Reply> {
        if let Some(end) = self.stored.end_sentence() {
            return Ok(Reply::plain(&end));
        }
        let mover = self.stored.game.to_move();
        Ok(match self.resolve(turn) {
            Err(refused) if mover != self.seat => Reply::plain(&format!(
                "It is {}'s turn, so I read this as a turn for {}.\n{}",
                self.stored.player_name(mover),
                self.stored.seat_name(mover),
                refused.text
            )),
            Err(refused) => refused,
            Ok((fork, played)) => {
                let mut text = format!("Preview only, not played: {played}");
                if let Some(outcome) = fork.outcome() {
                    let result = outcome.result(self.stored.variant.seats());
                    text.push_str(&format!(
                        "\nThe game would be over: {result}, {}.",
                        outcome.reason
                    ));
                }
                Reply {
                    text,
                    words: None,
                    block: views::render_board(fork.as_ref(), Some(self.seat)),
                }
            }
        })
    }

    /// Lists the legal turns, all or those of a piece or square. If a beginning is held, turns that
    /// go on with it are looked for first.
    pub(super) fn legal(&self, what: Option<&str>) -> Reply {
        if let Some(end) = self.stored.end_sentence() {
            return Reply::plain(&end);
        }
        let game = &self.stored.game;
        let held = self.held().filter(|_| game.to_move() == self.seat);
        let none = |listing: &_| matches!(listing, Ok(Listing::All(turns)) if turns.is_empty());
        let going_on = held.zip(what).and_then(|(held, what)| {
            let listing = game.legal_of(what, held, LISTED);
            (listing.is_ok() && !none(&listing)).then_some((held, listing))
        });
        let (held, listing) = match (going_on, what) {
            (Some((held, listing)), _) => (held, listing),
            (None, Some(what)) => ("", game.legal_of(what, "", LISTED)),
            (None, None) => ("", Ok(game.legal(LISTED))),
        };
        let mover = self.stored.seat_name(game.to_move());
        let mut of = what
            .map(|what| format!(" with {}", text::clean(what, 40)))
            .unwrap_or_default();
        if !held.is_empty() {
            of = format!(" that begin with {held} and go on{of}");
        }
        match listing {
            Err(refusal) => self.refused(&refusal),
            Ok(Listing::All(turns)) if turns.is_empty() => {
                Reply::plain(&format!("{mover} has no legal turn{of}."))
            }
            Ok(Listing::All(turns)) => Reply {
                text: format!("{mover}'s legal turns{of}, {} in all:", turns.len()),
                words: None,
                block: views::columns(&turns),
            },
            Ok(Listing::Over(count)) => self.too_many(what, held, &of, count),
        }
    }

    /// Legal turns that are too many to list: how many, and how they may begin.
    fn too_many(&self, what: Option<&str>, held: &str, of: &str, count: Option<u64>) -> Reply {
        let many = count.map_or("too many to count".to_owned(), |count| count.to_string());
        let mover = self.stored.seat_name(self.stored.game.to_move());
        let text = format!("{mover}'s legal turns{of}: {many}, too many to list.");
        let mut next = self
            .stored
            .game
            .begin(held)
            .map(|begun| begun.next)
            .unwrap_or_default();
        if let Some(what) = what {
            next.retain(|action| action.contains(what.trim()));
        }
        let Some(first) = next.first() else {
            return Reply::plain(&format!("{text} Name more of the turn."));
        };
        Reply {
            text: format!(
                "{text} `hold {first}` would keep this beginning and list what may follow. A turn \
                 may begin with:"
            ),
            words: None,
            block: views::columns(&next),
        }
    }

    /// Holds the beginning of a turn.
    pub(super) fn hold(&mut self, prefix: &str) -> Reply {
        if let Some(refused) = self.why_locked().or_else(|| self.not_your_turn()) {
            return Reply::plain(&refused);
        }
        let further = self.held().map(|held| format!("{held} {prefix}"));
        let begun = further
            .and_then(|further| self.stored.game.begin(&further).ok())
            .map_or_else(|| self.stored.game.begin(prefix), Ok);
        match begun {
            Err(refusal) => Reply::plain(&format!("Nothing held. {}", refused(&refusal))),
            Ok(begun) if begun.next.is_empty() => Reply::plain(&format!(
                "Nothing held: {} is a whole turn. Send it without `hold` to play it.",
                begun.made
            )),
            Ok(begun) => {
                let may_end = if begun.ends {
                    "It could also be played as it is. "
                } else {
                    ""
                };
                self.changes.held = Some((self.seat, Some(begun.made.clone())));
                if let Some(row) = self.stored.seats.get_mut(usize::from(self.seat.0)) {
                    row.held = Some(begun.made.clone());
                }
                Reply {
                    text: format!(
                        "Held, not played: {}\n{may_end}Reply with the rest of the turn, or \
                         `drop`. It may continue with:",
                        begun.made
                    ),
                    words: None,
                    block: views::columns(&begun.next[..begun.next.len().min(LISTED)]),
                }
            }
        }
    }

    /// Removes the held beginning.
    fn drop_prefix(&mut self) {
        self.changes.held = Some((self.seat, None));
        if let Some(row) = self.stored.seats.get_mut(usize::from(self.seat.0)) {
            row.held = None;
        }
    }

    /// Drops the held beginning.
    pub(super) fn drop_held(&mut self) -> Reply {
        match self.held().map(str::to_owned) {
            None => Reply::plain("There was nothing to drop."),
            Some(held) => {
                self.drop_prefix();
                Reply::plain(&format!("Dropped: {held}"))
            }
        }
    }
}

/// The sentence for a refusal.
fn refused(refusal: &Refusal) -> String {
    let said = Words::built_in().english().refusal(refusal);
    match refusal {
        Refusal::Unreadable { .. } => format!("Not understood: {said}"),
        Refusal::Illegal { .. } | Refusal::Ambiguous { .. } | Refusal::GameOver { .. } => {
            format!("Not played: {said}")
        }
        Refusal::Incomplete { .. } => format!("Not played, something is missing: {said}"),
    }
}
