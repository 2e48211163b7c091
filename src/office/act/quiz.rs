//! `quiz`: positions in which a player has made mistakes, each as the one position of a lesson (`docs/lessons.md`). They come
//! from looks back at games, and are kept in the settings of the player until they are solved.

use anyhow::Result;

use crate::commands::Line;
use crate::games::{Running, StoredGame};
use crate::ids::GameId;
use crate::lessons::{Deed, Idea, Right, Step};
use crate::letters::{LessonPart, Mistake, Note, Part, PlayerSettings, ReviewNote};
use crate::partner::Moment;
use crate::rules::game::Seat;
use crate::rules::{Game, Options};
use crate::store;

use crate::office::MailSession;
use crate::office::act::lessons::{AnsweredLesson, Origin, said};
use crate::office::act::reviews::is_over;
use crate::office::stored_game;

/// At most so many mistakes of a player are kept: the newest ones.
const MOST: usize = 12;

impl Mistake {
    /// What is asked. The position is that of the game.
    pub(super) fn step(&self) -> Step {
        let moment = &self.moment;
        let turns = std::iter::once(&moment.better).chain(&moment.also);
        let mut right: Vec<Right> = turns.cloned().map(Right::Turn).collect();
        right.push(Right::Does(vec![Deed::Win]));
        Step {
            idea: Idea::Text(String::new()),
            options: Options::new(),
            position: String::new(),
            right,
            answers: Vec::new(),
            wrong: Vec::new(),
        }
    }
}

/// Notes what the holder of these seats has done wrong in a game, instead of what was noted of it before.
pub(super) fn note(
    settings: &mut PlayerSettings,
    (stored, own): (&StoredGame, &[Seat]),
    moments: &[Moment],
) {
    let mut all = settings.mistakes();
    all.retain(|mistake| mistake.game != stored.row.id);
    let own = moments.iter().filter(|moment| own.contains(&moment.seat));
    let new = own.filter_map(|moment| {
        Some(Mistake {
            game: stored.row.id,
            after: stored.seq,
            played: stored.turns.get(moment.turn)?.text.clone(),
            moment: moment.clone(),
        })
    });
    all.extend(new);
    all.drain(..all.len().saturating_sub(MOST));
    settings.set_mistakes(&all);
}

/// The running game in which the position before a mistake stands, or the one after it, of which is told what is best there.
pub(super) fn stands_in(running: &Running, mistake: &Mistake, before: &dyn Game) -> Option<GameId> {
    let mut after = before.fork();
    let played = after.play(&mistake.played).is_ok();
    let after = || running.stands_in(&*after).filter(|_| played);
    running.stands_in(before).or_else(after)
}

impl MailSession<'_> {
    /// `quiz`: shows a position in which the author has made a mistake.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn begin_quiz(&mut self, line: &Line) -> Result<Vec<Part>> {
        if self.shows_lesson.is_some() {
            return Ok(vec![said(LessonPart::OneLesson)]);
        }
        if self.mistakes().is_empty() && !self.draft.office.looks_back() {
            return Ok(vec![Part::Note(Note::Review(ReviewNote::Off))]);
        }
        let parts = vec![self.next_mistake(false)?];
        Ok(self.in_own_letter(line, parts))
    }

    /// The mistake that the mail answers, if it is not solved.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answered_mistake(&self, mark: i64) -> Result<Option<AnsweredLesson>> {
        let mistake = self.mistakes().into_iter().find(|one| one.mark() == mark);
        let Some(mistake) = mistake else {
            return Ok(None);
        };
        let stored = self.before(&mistake)?;
        Ok(stored.map(|stored| AnsweredLesson {
            from: Origin::Mistake(mistake),
            stored,
            has_turn: false,
        }))
    }

    /// The next position that does not stand in a running game.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn next_mistake(&mut self, solved: bool) -> Result<Part> {
        let running = self.running()?;
        let mut waits: Option<GameId> = None;
        for mistake in self.mistakes() {
            let Some(stored) = self.before(&mistake)? else {
                continue;
            };
            match stands_in(&running, &mistake, &*stored.game) {
                Some(game) => waits = waits.or(Some(game)),
                None => return Ok(self.mistake(&mistake)),
            }
        }
        Ok(said(LessonPart::NoMistakes { solved, waits }))
    }

    /// A position, which the answer shows, with the token for it.
    pub(super) fn mistake(&mut self, mistake: &Mistake) -> Part {
        self.shows_lesson = Some((mistake.mark(), 0));
        said(LessonPart::Mistake {
            mistake: Box::new(mistake.clone()),
            left: self.mistakes().len(),
        })
    }

    /// Whether a mistake is not solved.
    pub(super) fn is_open(&self, mistake: &Mistake) -> bool {
        self.mistakes().contains(mistake)
    }

    /// Forgets a mistake that is solved.
    pub(super) fn solve(&mut self, mistake: &Mistake) {
        let mut settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        let mut all = settings.mistakes();
        all.retain(|one| one != mistake);
        settings.set_mistakes(&all);
        self.keep(&settings);
    }

    fn mistakes(&self) -> Vec<Mistake> {
        PlayerSettings::of_stored(self.player.settings.as_deref()).mistakes()
    }

    /// The game before a mistake; `None`: the author has no seat in it any more, or it is not what it was.
    fn before(&self, mistake: &Mistake) -> Result<Option<StoredGame>> {
        let now = match stored_game(self.draft.store, mistake.game) {
            Err(error) if store::is_trouble(&error) => return Err(error),
            now => now.ok(),
        };
        let turn = mistake.moment.turn;
        let now = now.filter(|now| {
            let own = now.seats.get(mistake.moment.seat.index());
            let played = now.turns.get(turn);
            own.is_some_and(|row| row.player == self.player.id)
                && played.is_some_and(|played| played.text == mistake.played)
                && is_over(now)
        });
        let Some(now) = now else {
            return Ok(None);
        };
        let mut stored = StoredGame::begin(now.row.clone(), now.seats.clone())?;
        stored.game = now.at(turn)?;
        stored.turns = now.turns;
        stored.turns.truncate(turn);
        Ok(Some(stored))
    }
}
