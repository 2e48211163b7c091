//! Answers to challenges and seeks.

use anyhow::Result;

use crate::ids::{ChallengeId, PlayerId};
use crate::letters::{AccountQuestion, ChallengeLimit, ChallengeNews, ChallengeNote, Part};
use crate::meeting::{self, Base, challenge};
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{Asked, ChallengeRow, ChallengeWrite};
use crate::text;

use crate::office::MailSession;
use crate::office::act::challenges::play::seat_of;
use crate::office::act::challenges::{Noted, make, open_of, part, shown};
use crate::office::close::challenge::ChallengeReaders;

/// At most so many characters of the words with which somebody declines are sent on.
const MOST_WORDS: usize = 1000;

impl MailSession<'_> {
    /// `accept`: of terms that the author has not seen, or without enough proof, it is asked back.
    pub(super) fn accept(&mut self, number: Option<ChallengeId>) -> Noted {
        let row = match self.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let Some(at) = challenge::place_of(&row, self.player.id) else {
            return match row.kind {
                ChallengeKind::Seek => self.join_seek(row.id),
                _ => Ok(ChallengeNote::NoSuch(row.id)),
            };
        };
        if has_agreed(&row, at) {
            return own(self, &row);
        }
        let seen = self.shown_version(row.id);
        if seen != Some(row.version) {
            let changed = row.version > 1 || seen.is_some();
            let sure = self.account.vouched || self.has_confirmed();
            if changed || !sure {
                return self.ask_terms(&row, changed);
            }
        }
        self.agree(row, at, false)
    }

    /// Carries out the `yes` to an answer that has shown this version of the terms of a challenge. Without one he has
    /// blocked somebody in it and wants to see it all the same: the answer shows the terms, and a `yes` to it accepts
    /// them.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn accept_version(
        &mut self,
        id: ChallengeId,
        version: Option<i64>,
    ) -> Result<Vec<Part>> {
        let row = match self.meant(Some(id))? {
            Ok(row) => row,
            Err(note) => return Ok(vec![part(note)]),
        };
        let note = match challenge::place_of(&row, self.player.id) {
            None => ChallengeNote::NoSuch(id),
            Some(at) if has_agreed(&row, at) => own(self, &row)?,
            Some(at) if version == Some(row.version) => self.agree(row, at, false)?,
            Some(_) => self.ask_terms(&row, version.is_some())?,
        };
        Ok(vec![part(note)])
    }

    /// Shows the present terms; `yes` to the answer accepts them.
    fn ask_terms(&mut self, row: &ChallengeRow, changed: bool) -> Noted {
        if !self.draft.decision.account_asks.is_empty() {
            return Ok(ChallengeNote::OneGame(row.id));
        }
        let question = AccountQuestion::Accept {
            challenge: row.id,
            version: row.version,
        };
        let of = (Asked::Player(self.player.id), Some(self.mail.id));
        let asked = self.draft.office.question(of.0, &question, of.1);
        self.draft.decision.account_asks.push(asked);
        let shown = self.shown(row)?;
        Ok(ChallengeNote::Ask { shown, changed })
    }

    /// Notes the author's yes to the present terms; the last one begins the game.
    pub(super) fn agree(&mut self, mut row: ChallengeRow, at: usize, crossed: bool) -> Noted {
        if let Some(note) = self.may_not_play(row.id)? {
            return Ok(note);
        }
        let now = self.draft.decision.now.clone();
        if challenge::agree(&mut row, at, &now) {
            return self.play_agreed(row, crossed);
        }
        self.wait(row, at)
    }

    /// Why the author's yes would begin no game.
    fn may_not_play(&self, id: ChallengeId) -> Result<Option<ChallengeNote>> {
        if let Some(limit) = self.plays_too_many()? {
            return Ok(Some(ChallengeNote::Limit(limit)));
        }
        let another = self.draft.decision.new_game.is_some();
        Ok(another.then_some(ChallengeNote::OneGame(id)))
    }

    /// Begins the game: all have said yes.
    pub(super) fn play_agreed(&mut self, row: ChallengeRow, crossed: bool) -> Noted {
        let by = self.author_mark();
        let number = row.id;
        let begun = self.draft.play_challenge(row.clone(), &[], &by)?;
        Ok(match begun {
            Some(begun) => ChallengeNote::Begins {
                number,
                seat: seat_of(&begun, &row, self.player.id),
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
    fn wait(&mut self, row: ChallengeRow, at: usize) -> Noted {
        let number = row.id;
        let (missing, free) = missing(self, &row)?;
        let maker = row.places.iter().position(|p| p.player == Some(row.maker));
        let readers = match maker.filter(|maker| *maker != at) {
            Some(maker) => {
                let by = shown::name(self.draft.store, &row, at, row.maker)?;
                ChallengeReaders::Place(maker, ChallengeNews::Agreed { by })
            }
            None => ChallengeReaders::Nobody,
        };
        let mail = Some(self.mail.id);
        self.draft
            .close_challenge(ChallengeWrite::new(row), mail, readers)?;
        Ok(ChallengeNote::Waits {
            number,
            missing,
            free,
        })
    }

    /// `join`: takes a free place of a seek.
    pub(super) fn join_seek(&mut self, id: ChallengeId) -> Noted {
        let mut row = match self.meant(Some(id))? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = self.player.id;
        match (challenge::place_of(&row, player), row.kind) {
            (Some(_), ChallengeKind::Seek) => return own(self, &row),
            (Some(_), _) => return self.accept(Some(id)),
            (None, ChallengeKind::Seek) => {}
            (None, _) => return Ok(ChallengeNote::NoSuch(id)),
        }
        for place in &row.places {
            // Nobody learns who has blocked him.
            if let Some(other) = place.player
                && self.draft.store.is_blocked(other, player)?
            {
                return Ok(no_longer_open(id));
            }
        }
        if let Some(note) = self.may_not_play(id)? {
            return Ok(note);
        }
        let now = self.draft.decision.now.clone();
        match challenge::join(&mut row, player, &now) {
            None => Ok(no_longer_open(id)),
            Some(true) => self.play_agreed(row, false),
            Some(false) => {
                let at = challenge::place_of(&row, player).unwrap_or(0);
                self.wait(row, at)
            }
        }
    }

    /// `decline`: ends a challenge, with words to the others.
    pub(super) fn decline(&mut self, number: Option<ChallengeId>, words: &str) -> Noted {
        let mut row = match self.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = self.player.id;
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        if row.kind == ChallengeKind::Seek || row.maker == player {
            return self.withdraw(Some(row.id));
        }
        let (by, now) = (self.author_mark(), self.draft.decision.now.clone());
        if let Some(place) = row.places.get_mut(at) {
            place.answer = Some(false);
            place.answered_at = Some(now.clone());
        }
        challenge::close(&mut row, ChallengeStatus::Declined, &by, &now);
        let words: String = words.chars().take(MOST_WORDS).collect();
        let store = self.draft.store;
        let news = |reader: PlayerId| {
            let hears = !store.is_muted(reader, player)? && !store.is_blocked(reader, player)?;
            let words = Some(words.clone()).filter(|words| hears && !words.trim().is_empty());
            Ok(ChallengeNews::Declined {
                by: shown::name(store, &row, at, reader)?,
                words,
            })
        };
        let readers = ChallengeReaders::AllBut(Some(player), &news);
        let write = ChallengeWrite::new(row.clone());
        self.draft
            .close_challenge(write, Some(self.mail.id), readers)?;
        Ok(ChallengeNote::Declined(row.id))
    }

    /// `counter`: the same challenge with other terms, to which all others have to answer again.
    pub(super) fn counter(
        &mut self,
        number: Option<ChallengeId>,
        (typed, below): (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let mut row = match self.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = self.player.id;
        if row.kind == ChallengeKind::Seek {
            return Ok(ChallengeNote::SeekCountered(row.id));
        }
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        let seen = self.shown_version(row.id);
        if seen.is_some_and(|seen| seen != row.version) {
            return self.ask_terms(&row, true);
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
        if let Some(limit) = self.may_write_to_places(&row, at)? {
            return Ok(ChallengeNote::Limit(limit));
        }
        let (now, expires_at) = (
            self.draft.decision.now.clone(),
            self.draft.office.expiry(line.expires),
        );
        let times = (now.as_str(), expires_at.as_str());
        challenge::counter(&mut row, at, &line.terms, line.wish, times);
        self.draft.keep_challenge(&row)?;
        let to = self.send_challenge(&row, at, true, None)?;
        Ok(ChallengeNote::Sent {
            shown: self.shown(&row)?,
            to,
            counter: true,
        })
    }

    /// Why letters about a challenge may not go to the others today.
    pub(super) fn may_write_to_places(
        &self,
        row: &ChallengeRow,
        own: usize,
    ) -> Result<Option<ChallengeLimit>> {
        let player = &self.player;
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let Some(key) = make::key_of(row, at) else {
                continue;
            };
            let name = shown::name(self.draft.store, row, at, player.id)?;
            let to = (key.as_str(), name.as_str());
            if let Some(limit) = self.draft.writes_too_much(player, to)? {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }

    /// `withdraw`: takes a challenge or a seek back, or gives a place of a seek back.
    pub(super) fn withdraw(&mut self, number: Option<ChallengeId>) -> Noted {
        let number = match number {
            None if self.account.challenges.is_empty() => match own_open(self)? {
                Ok(number) => Some(number),
                Err(note) => return Ok(note),
            },
            number => number,
        };
        let row = match self.meant(number)? {
            Ok(row) => row,
            Err(note) => return Ok(note),
        };
        let player = self.player.id;
        let Some(at) = challenge::place_of(&row, player) else {
            return Ok(ChallengeNote::NoSuch(row.id));
        };
        let first = row.places.first().and_then(|place| place.player) == Some(player);
        match row.kind {
            ChallengeKind::Seek if !first => self.leave_seek(row, at),
            _ if first || row.maker == player => self.take_back(row, at),
            _ => self.decline(Some(row.id), ""),
        }
    }

    fn leave_seek(&mut self, mut row: ChallengeRow, at: usize) -> Noted {
        challenge::leave(&mut row, at);
        let (id, by) = (row.id, self.player.name.clone());
        let readers = ChallengeReaders::Place(0, ChallengeNews::Left { by });
        let mail = Some(self.mail.id);
        self.draft
            .close_challenge(ChallengeWrite::new(row), mail, readers)?;
        Ok(ChallengeNote::Left(id))
    }

    fn take_back(&mut self, mut row: ChallengeRow, own: usize) -> Noted {
        let (by, now) = (self.author_mark(), self.draft.decision.now.clone());
        challenge::close(&mut row, ChallengeStatus::Withdrawn, &by, &now);
        // They count, but none is left out: the reader would wait for a game, or answer for nothing. There are no
        // more of them than of challenges.
        for at in (0..row.places.len()).filter(|at| *at != own) {
            let told = row.places[at].player.is_some();
            if let Some(key) = make::key_of(&row, at).filter(|_| told) {
                self.draft.count_letter(&self.player, &key)?;
            }
        }
        let store = self.draft.store;
        let news = |reader| {
            let by = shown::name(store, &row, own, reader)?;
            Ok(ChallengeNews::Withdrawn { by })
        };
        let readers = ChallengeReaders::AllBut(Some(self.player.id), &news);
        let write = ChallengeWrite::new(row.clone());
        self.draft
            .close_challenge(write, Some(self.mail.id), readers)?;
        Ok(ChallengeNote::Withdrawn(row.id))
    }
}

impl MailSession<'_> {
    /// Whether the author has answered in this mail that what waited is his.
    fn has_confirmed(&self) -> bool {
        !self.draft.decision.close_account_questions.is_empty()
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
        let name = shown::name(session.draft.store, row, at, session.player.id)?;
        names.push(text::clean(&name, 80));
    }
    Ok((names, free))
}

/// The only open challenge or seek that the author has made.
fn own_open(session: &MailSession<'_>) -> Result<Result<ChallengeId, ChallengeNote>> {
    let player = session.player.id;
    let mut open = open_of(session.draft.store, session.draft.decision, player)?;
    open.retain(|row| row.maker == player);
    if let [only] = open.as_slice() {
        return Ok(Ok(only.id));
    }
    if open.is_empty() {
        return Ok(Err(ChallengeNote::NoneOpen));
    }
    let shown = open.iter();
    let shown = shown.map(|row| shown::shown(session.draft.store, row, player));
    Ok(Err(ChallengeNote::Which(shown.collect::<Result<_>>()?)))
}

/// What lines are read with; see [`meeting::line::read`].
pub(super) use meeting::line::read as read_line;
