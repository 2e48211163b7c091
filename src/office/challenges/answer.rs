//! Answers to challenges and seeks.

use anyhow::Result;

use crate::ids::{ChallengeId, PlayerId};
use crate::letters::{AccountQuestion, ChallengeLimit, ChallengeNews, ChallengeNote, Part};
use crate::meeting::{self, Base, challenge};
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{ChallengeRow, ChallengeWrite};
use crate::text;

use super::super::Office;
use super::super::session::MailSession;
use super::play::seat_of;
use super::{Noted, make, open_of, part, put, shown};

/// At most so many characters of the words with which somebody declines are sent on.
const MOST_WORDS: usize = 1000;

impl Office {
    /// `accept`: of terms that the author has not seen, or without enough proof, it is asked back.
    pub(super) fn accept(
        &mut self,
        session: &mut MailSession<'_>,
        number: Option<ChallengeId>,
    ) -> Noted {
        let row = match session.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let Some(at) = challenge::place_of(&row, session.player.id) else {
            return match row.kind {
                ChallengeKind::Seek => self.join_seek(session, row.id),
                _ => Ok(ChallengeNote::NoSuch(row.id)),
            };
        };
        if has_agreed(&row, at) {
            return own(session, &row);
        }
        let seen = session.shown_version(row.id);
        if seen != Some(row.version) {
            let changed = row.version > 1 || seen.is_some();
            let sure = session.account.vouched || session.has_confirmed();
            if changed || !sure {
                return self.ask_terms(session, &row, changed);
            }
        }
        self.agree(session, row, at, false)
    }

    /// Carries out the `yes` to an answer that has shown the terms of a challenge.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn accept_version(
        &mut self,
        session: &mut MailSession<'_>,
        id: ChallengeId,
        version: i64,
    ) -> Result<Vec<Part>> {
        let row = match session.meant(Some(id))? {
            Ok(row) => row,
            Err(note) => return Ok(vec![part(note)]),
        };
        let note = match challenge::place_of(&row, session.player.id) {
            None => ChallengeNote::NoSuch(id),
            Some(at) if has_agreed(&row, at) => own(session, &row)?,
            Some(at) if row.version == version => self.agree(session, row, at, false)?,
            Some(_) => self.ask_terms(session, &row, true)?,
        };
        Ok(vec![part(note)])
    }

    /// Carries out the `yes` of a player who wants to see a challenge although he has blocked somebody in it: the
    /// answer shows the terms, and a `yes` to it accepts them.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn show_challenge(
        &mut self,
        session: &mut MailSession<'_>,
        id: ChallengeId,
    ) -> Result<Vec<Part>> {
        let row = match session.meant(Some(id))? {
            Ok(row) => row,
            Err(note) => return Ok(vec![part(note)]),
        };
        let note = match challenge::place_of(&row, session.player.id) {
            None => ChallengeNote::NoSuch(id),
            Some(at) if has_agreed(&row, at) => own(session, &row)?,
            Some(_) => self.ask_terms(session, &row, false)?,
        };
        Ok(vec![part(note)])
    }

    /// Shows the present terms; `yes` to the answer accepts them.
    fn ask_terms(
        &mut self,
        session: &mut MailSession<'_>,
        row: &ChallengeRow,
        changed: bool,
    ) -> Noted {
        if !session.decision.account_asks.is_empty() {
            return Ok(ChallengeNote::OneGame(row.id));
        }
        let question = AccountQuestion::Accept {
            challenge: row.id,
            version: row.version,
        };
        let asked = self.account_question(&session.player, &question, Some(session.mail));
        session.decision.account_asks.push(asked);
        let shown = shown::shown(session.store, row, session.player.id)?;
        Ok(ChallengeNote::Ask { shown, changed })
    }

    /// Notes the author's yes to the present terms; the last one begins the game.
    pub(super) fn agree(
        &mut self,
        session: &mut MailSession<'_>,
        mut row: ChallengeRow,
        at: usize,
        crossed: bool,
    ) -> Noted {
        if let Some(note) = self.may_not_play(session, row.id)? {
            return Ok(note);
        }
        let now = session.decision.now.clone();
        if challenge::agree(&mut row, at, &now) {
            return self.play_agreed(session, row, crossed);
        }
        self.wait(session, row, at)
    }

    /// Why the author's yes would begin no game.
    fn may_not_play(
        &self,
        session: &MailSession<'_>,
        id: ChallengeId,
    ) -> Result<Option<ChallengeNote>> {
        if let Some(limit) = self.plays_too_many(session.store, &session.player)? {
            return Ok(Some(ChallengeNote::Limit(limit)));
        }
        let another = session.decision.new_game.is_some();
        Ok(another.then_some(ChallengeNote::OneGame(id)))
    }

    /// Begins the game: all have said yes.
    pub(super) fn play_agreed(
        &mut self,
        session: &mut MailSession<'_>,
        row: ChallengeRow,
        crossed: bool,
    ) -> Noted {
        let by = session.author_mark();
        let (store, number) = (session.store, row.id);
        let begun = self.play_challenge(store, &mut session.decision, row.clone(), &[], &by)?;
        Ok(match begun {
            Some(begun) => ChallengeNote::Begins {
                number,
                seat: seat_of(&begun, &row, session.player.id),
                drawn: begun.drawn,
                crossed,
            },
            // One of them has left meanwhile.
            None => ChallengeNote::Closed {
                number,
                how: None,
                game: None,
            },
        })
    }

    /// Stores a yes after which others are missing, and tells whoever has made the challenge.
    fn wait(&mut self, session: &mut MailSession<'_>, row: ChallengeRow, at: usize) -> Noted {
        let (store, number) = (session.store, row.id);
        let (missing, free) = missing(session, &row)?;
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        let maker = row.places.iter().position(|p| p.player == Some(row.maker));
        if let Some(maker) = maker.filter(|maker| *maker != at) {
            let by = shown::name(store, &row, at, row.maker)?;
            let news = ChallengeNews::Agreed { by };
            let mail = Some(session.mail.id);
            self.post_challenge(store, &mut session.decision, (&row, maker), mail, news)?;
        }
        Ok(ChallengeNote::Waits {
            number,
            missing,
            free,
        })
    }

    /// `join`: takes a free place of a seek.
    pub(super) fn join_seek(&mut self, session: &mut MailSession<'_>, id: ChallengeId) -> Noted {
        let mut row = match session.meant(Some(id))? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = session.player.id;
        match (challenge::place_of(&row, player), row.kind) {
            (Some(_), ChallengeKind::Seek) => return own(session, &row),
            (Some(_), _) => return self.accept(session, Some(id)),
            (None, ChallengeKind::Seek) => {}
            (None, _) => return Ok(ChallengeNote::NoSuch(id)),
        }
        for place in &row.places {
            // Nobody learns who has blocked him.
            if let Some(other) = place.player
                && session.store.is_blocked(other, player)?
            {
                return Ok(no_longer_open(id));
            }
        }
        if let Some(note) = self.may_not_play(session, id)? {
            return Ok(note);
        }
        let now = session.decision.now.clone();
        match challenge::join(&mut row, player, &now) {
            None => Ok(no_longer_open(id)),
            Some(true) => self.play_agreed(session, row, false),
            Some(false) => {
                let at = challenge::place_of(&row, player).unwrap_or(0);
                self.wait(session, row, at)
            }
        }
    }

    /// `decline`: ends a challenge, with words to the others.
    pub(super) fn decline(
        &mut self,
        session: &mut MailSession<'_>,
        number: Option<ChallengeId>,
        words: &str,
    ) -> Noted {
        let mut row = match session.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = session.player.id;
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        if row.kind == ChallengeKind::Seek || row.maker == player {
            return self.withdraw(session, Some(row.id));
        }
        let (by, now) = (session.author_mark(), session.decision.now.clone());
        if let Some(place) = row.places.get_mut(at) {
            place.answer = Some(false);
            place.answered_at = Some(now.clone());
        }
        challenge::close(&mut row, ChallengeStatus::Declined, &by, &now);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        let words: String = words.chars().take(MOST_WORDS).collect();
        let mut news = |store: &dyn crate::store::Snapshot, reader: PlayerId| {
            let hears = !store.is_muted(reader, player)? && !store.is_blocked(reader, player)?;
            let words = Some(words.clone()).filter(|words| hears && !words.trim().is_empty());
            Ok(ChallengeNews::Declined {
                by: shown::name(store, &row, at, reader)?,
                words,
            })
        };
        let mail = Some(session.mail.id);
        let (store, decision) = (session.store, &mut session.decision);
        self.tell_places(store, decision, &row, Some(player), mail, &mut news)?;
        Ok(ChallengeNote::Declined(row.id))
    }

    /// `counter`: the same challenge with other terms, to which all others have to answer again.
    pub(super) fn counter(
        &mut self,
        session: &mut MailSession<'_>,
        number: Option<ChallengeId>,
        (typed, below): (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let mut row = match session.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = session.player.id;
        if row.kind == ChallengeKind::Seek {
            return Ok(ChallengeNote::SeekCountered(row.id));
        }
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        let seen = session.shown_version(row.id);
        if seen.is_some_and(|seen| seen != row.version) {
            return self.ask_terms(session, &row, true);
        }
        let before = shown::terms(&row)?;
        let base = Base::Changes(&before);
        let line = match make::read_wrapped(typed, below, false, base, unsent) {
            Ok(line) => line,
            Err(error) => return Ok(ChallengeNote::Fault(error)),
        };
        let mut places = row.places.clone();
        if let Some(wish) = line.wish {
            challenge::wish_seat(&mut places, at, wish);
        }
        if line.terms == before && places == row.places {
            return Ok(ChallengeNote::NoChange(row.id));
        }
        if let Some(limit) = self.may_write_to_places(session, &row, at)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        let (now, expires_at) = (session.decision.now.clone(), self.expiry(line.expires));
        let times = (now.as_str(), expires_at.as_str());
        challenge::counter(&mut row, at, &line.terms, line.wish, times);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        session.decision.timers.push(super::end::timer(&row));
        let to = self.send_challenge(session, &row, at, true, None)?;
        Ok(ChallengeNote::Sent {
            shown: shown::shown(session.store, &row, player)?,
            to,
            counter: true,
        })
    }

    /// Why letters about a challenge may not go to the others today.
    pub(super) fn may_write_to_places(
        &self,
        session: &MailSession<'_>,
        row: &ChallengeRow,
        own: usize,
    ) -> Result<Option<ChallengeLimit>> {
        let (store, decision, player) = (session.store, &session.decision, &session.player);
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let Some(key) = make::key_of(row, at) else {
                continue;
            };
            let name = shown::name(store, row, at, player.id)?;
            let to = (key.as_str(), name.as_str());
            if let Some(limit) = self.writes_too_much(store, decision, player, to)? {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }

    /// `withdraw`: takes a challenge or a seek back, or gives a place of a seek back.
    pub(super) fn withdraw(
        &mut self,
        session: &mut MailSession<'_>,
        number: Option<ChallengeId>,
    ) -> Noted {
        let number = match number {
            None if session.account.challenges.is_empty() => match own_open(session)? {
                Ok(number) => Some(number),
                Err(note) => return Ok(note),
            },
            number => number,
        };
        let row = match session.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = session.player.id;
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        let first = row.places.first().and_then(|place| place.player) == Some(player);
        match row.kind {
            ChallengeKind::Seek if !first => self.leave_seek(session, row, at),
            _ if first || row.maker == player => self.take_back(session, row, at),
            _ => self.decline(session, Some(row.id), ""),
        }
    }

    fn leave_seek(
        &mut self,
        session: &mut MailSession<'_>,
        mut row: ChallengeRow,
        at: usize,
    ) -> Noted {
        challenge::leave(&mut row, at);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        let news = ChallengeNews::Left {
            by: session.player.name.clone(),
        };
        let (store, mail) = (session.store, Some(session.mail.id));
        self.post_challenge(store, &mut session.decision, (&row, 0), mail, news)?;
        Ok(ChallengeNote::Left(row.id))
    }

    fn take_back(
        &mut self,
        session: &mut MailSession<'_>,
        mut row: ChallengeRow,
        own: usize,
    ) -> Noted {
        let (by, now) = (session.author_mark(), session.decision.now.clone());
        challenge::close(&mut row, ChallengeStatus::Withdrawn, &by, &now);
        put(&mut session.decision, ChallengeWrite::new(row.clone()));
        let (store, mail) = (session.store, Some(session.mail.id));
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let (Some(key), Some(reader)) = (make::key_of(&row, at), row.places[at].player) else {
                continue;
            };
            // It counts, but is never left out: the reader would wait for a game, or answer for nothing. There are no
            // more of them than of challenges.
            let (decision, player) = (&mut session.decision, &session.player);
            self.count_letter(store, decision, player, &key)?;
            let by = shown::name(store, &row, own, reader)?;
            let news = ChallengeNews::Withdrawn { by };
            self.post_challenge(store, decision, (&row, at), mail, news)?;
        }
        Ok(ChallengeNote::Withdrawn(row.id))
    }
}

impl MailSession<'_> {
    /// Whether the author has answered in this mail that what waited is his.
    fn has_confirmed(&self) -> bool {
        !self.decision.close_account_questions.is_empty()
    }
}

fn has_agreed(row: &ChallengeRow, at: usize) -> bool {
    let place = row.places.get(at);
    place.is_some_and(|place| place.answer == Some(true))
}

fn no_longer_open(number: ChallengeId) -> ChallengeNote {
    ChallengeNote::Closed {
        number,
        how: None,
        game: None,
    }
}

/// What is said to somebody who has said yes already.
fn own(session: &MailSession<'_>, row: &ChallengeRow) -> Noted {
    let (missing, _) = missing(session, row)?;
    Ok(ChallengeNote::Own {
        number: row.id,
        missing,
    })
}

/// The names of those who have not said yes, and how many places are free.
fn missing(session: &MailSession<'_>, row: &ChallengeRow) -> Result<(Vec<String>, usize)> {
    let mut names = Vec::new();
    let mut free = 0;
    for at in challenge::missing(row) {
        if row.places.get(at).is_some_and(|place| place.is_free()) {
            free += 1;
            continue;
        }
        let name = shown::name(session.store, row, at, session.player.id)?;
        names.push(text::clean(&name, 80));
    }
    Ok((names, free))
}

/// The only open challenge or seek that the author has made.
fn own_open(session: &MailSession<'_>) -> Result<Result<ChallengeId, ChallengeNote>> {
    let player = session.player.id;
    let mut open = open_of(session.store, &session.decision, player)?;
    open.retain(|row| row.maker == player);
    if let [only] = open.as_slice() {
        return Ok(Ok(only.id));
    }
    if open.is_empty() {
        return Ok(Err(ChallengeNote::NoneOpen));
    }
    let shown = open.iter();
    let shown = shown.map(|row| shown::shown(session.store, row, player));
    Ok(Err(ChallengeNote::Which(shown.collect::<Result<_>>()?)))
}

/// What lines are read with; see [`meeting::line::read`].
pub(super) use meeting::line::read as read_line;
