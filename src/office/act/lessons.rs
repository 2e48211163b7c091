//! Lessons: which position is shown, and what an answer to one is (`docs/lessons.md`).
//!
//! How far a player is stands in the settings of the player: for each lesson, which position is open. It changes in the
//! decision about the mail that has the right answer, and only if that answers the open position. So a mail that is judged
//! once more, or comes once more, skips none.

use anyhow::Result;

use crate::commands::{Command, Line};
use crate::games::{Running, StoredGame};
use crate::lessons::{self, Judged, Lesson, Step};
use crate::letters::{Answer, Echo, LessonPart, Mistake, Part, PlayerSettings, Query};
use crate::rules::game::Seat;
use crate::store::{GameRow, LetterKind, SeatRow};
use crate::text::clean;
use crate::variants::Playable;

use crate::office::MailSession;
use crate::office::act::plans;
use crate::office::act::quiz::stands_in;
use crate::office::close::answer::own_scope;

/// At most so many lessons of a player are kept.
const MOST: usize = 400;

/// What a mail answers that has the token of a lesson.
pub(in crate::office) struct AnsweredLesson {
    pub(super) from: Origin,
    /// The position as a game that is stored nowhere, so that answers are read as turns are.
    pub(super) stored: StoredGame,
    /// Whether the mail has a turn as an answer.
    pub has_turn: bool,
}

/// Where the position comes from that a mail answers.
#[derive(Clone)]
pub(super) enum Origin {
    /// The lesson of a game.
    Lesson {
        lesson: Lesson,
        variant: Playable,
        /// Which of its positions the letter showed, from 0.
        shown: usize,
    },
    /// A mistake of the player, as the one position of a lesson.
    Mistake(Mistake),
}

impl AnsweredLesson {
    /// As the reader of the mail asks games.
    pub fn as_game(&self) -> (&StoredGame, Seat, i64, bool) {
        (&self.stored, self.stored.game.to_move(), 0, false)
    }
}

impl MailSession<'_> {
    /// The lesson that the mail answers; `None`: it answers none, or one that has changed.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answered_lesson(&self) -> Result<Option<AnsweredLesson>> {
        match self.account.lesson {
            Some((mark, _)) if mark < 0 => self.answered_mistake(mark),
            Some((mark, shown)) => Ok(self.answered_step(mark, shown)),
            None => Ok(None),
        }
    }

    fn answered_step(&self, mark: i64, shown: u8) -> Option<AnsweredLesson> {
        let shown = usize::from(shown);
        let settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        settings.lessons().keys().find_map(|id| {
            let variant = self.mail.games.get(id)?;
            // The positions of all of them would take too long to make.
            let is_it = lessons::mark(&*variant) == Some(mark);
            let lesson = is_it.then(|| lessons::of(&*variant)).flatten()?;
            let stored = self.as_stored(&variant, lesson.steps.get(shown)?)?;
            Some(AnsweredLesson {
                from: Origin::Lesson {
                    lesson,
                    variant,
                    shown,
                },
                stored,
                has_turn: false,
            })
        })
    }

    fn as_stored(&self, variant: &Playable, step: &Step) -> Option<StoredGame> {
        let row = GameRow {
            variant: variant.id().to_owned(),
            rules_version: variant.rules_version(),
            options: serde_json::to_string(&step.options).ok()?,
            position: Some(step.position.clone()),
            section: variant.section().map(str::to_owned),
            ..GameRow::default()
        };
        let seats = (0..).zip(variant.seats()).map(|(seat, _)| SeatRow {
            settings: self.player.settings.clone(),
            ..SeatRow::new(seat, self.player.id, String::new(), String::new())
        });
        StoredGame::begin(row, seats.collect()).ok()
    }

    /// `lesson GAME`: shows the position that is open, or another one.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn begin_lesson(
        &mut self,
        line: &Line,
        typed: &str,
        position: Option<usize>,
    ) -> Result<Vec<Part>> {
        let games = &self.mail.games;
        let meant = match games.find(typed) {
            Some(game) => vec![game],
            None => games.meant(typed),
        };
        let [variant] = meant.as_slice() else {
            let typed = clean(typed, 40);
            let meant = meant.iter().map(|game| game.id().to_owned()).collect();
            return Ok(vec![said(LessonPart::WhichGame { typed, meant })]);
        };
        if self.shows_lesson.is_some() {
            return Ok(vec![said(LessonPart::OneLesson)]);
        }
        let Some((variant, lesson)) = games.get(variant.id()).zip(lessons::of(*variant)) else {
            let variant = variant.id().to_owned();
            return Ok(vec![said(LessonPart::None { variant })]);
        };
        let steps = lesson.steps.len();
        let mut parts = Vec::new();
        let open = match position {
            Some(number @ 1..) if number <= steps => number - 1,
            Some(_) => {
                parts.push(said(LessonPart::NoPosition { steps }));
                self.open_step(&lesson) % steps
            }
            // A lesson that is done begins anew.
            None => self.open_step(&lesson) % steps,
        };
        if !self.set_open_step(&lesson, open) {
            return Ok(vec![said(LessonPart::TooMany)]);
        }
        parts.push(self.position(&variant, &lesson, open)?);
        Ok(self.in_own_letter(line, parts))
    }

    /// What answers a line that has begun a lesson. In a mail about games it is a letter of its own, which is sent.
    pub(super) fn in_own_letter(&mut self, line: &Line, parts: Vec<Part>) -> Vec<Part> {
        if self.games.is_empty() || self.shows_lesson.is_none() {
            return parts;
        }
        // The answer to a letter of a game goes on with the game.
        let answer = Answer {
            echoes: vec![Echo {
                line: Some(plans::shown(line)),
                parts,
                ..Echo::default()
            }],
            ..Answer::default()
        };
        let scope = own_scope(self.player.id, self.shows_lesson);
        let (player, mail) = (self.player.clone(), Some(self.mail.id));
        let to = (player.id, player.address.as_str());
        let said_there = (Vec::new(), Some(answer));
        if let Some(letter) = self.draft.post_personal(to, scope, mail, said_there) {
            letter.kind = LetterKind::Player;
        }
        vec![said(LessonPart::Sent)]
    }

    /// What a line is as an answer to the position of the letter; `None`: the letter shows none, or the line has nothing to
    /// do with it.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_lesson(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
        let Some((mark, _)) = self.account.lesson else {
            return Ok(None);
        };
        let turns = match &line.command {
            Command::Turn { turn, means, .. } => {
                let doubted = line.doubt.as_ref().map(|doubt| doubt.turns.clone());
                let meant = doubted.filter(|turns| !turns.is_empty()).or(means.clone());
                meant.unwrap_or_else(|| vec![turn.clone()])
            }
            Command::Unrecognised => Vec::new(),
            Command::Rules(None) => {
                let rules = |lesson: &AnsweredLesson| lesson.stored.variant.id().to_owned();
                let of = self.lesson.as_ref().map(rules);
                return Ok(of.map(|of| vec![self.look_up(Query::Rules(Some(of)))]));
            }
            Command::Resend | Command::Show { game: None, .. } => Vec::new(),
            _ => return Ok(None),
        };
        let Some(mut answered) = self.lesson.take() else {
            return Ok(Some(match mark {
                ..0 => vec![said(LessonPart::Solved), self.next_mistake(false)?],
                _ => vec![said(LessonPart::Changed)],
            }));
        };
        let parts = self.judge_answer(&mut answered, line, &turns);
        self.lesson = Some(answered);
        parts.map(Some)
    }

    fn judge_answer(
        &mut self,
        answered: &mut AnsweredLesson,
        line: &Line,
        turns: &[String],
    ) -> Result<Vec<Part>> {
        answered.has_turn |= !turns.is_empty();
        let from = answered.from.clone();
        let step = match &from {
            Origin::Lesson {
                lesson,
                variant,
                shown,
            } => {
                let open = self.open_step(lesson);
                if *shown != open {
                    let shown = shown + 1;
                    let not_open = said(LessonPart::NotOpen { shown });
                    return Ok(vec![
                        not_open,
                        self.position_or_end((lesson, variant), open)?,
                    ]);
                }
                lesson.steps.get(open).cloned()
            }
            Origin::Mistake(mistake) => self.is_open(mistake).then(|| mistake.step()),
        };
        let Some(step) = step else {
            let part = match &from {
                Origin::Lesson { .. } => LessonPart::Changed,
                Origin::Mistake(_) => LessonPart::Solved,
            };
            return Ok(vec![said(part)]);
        };
        let running = self.running()?;
        let stands = match &from {
            Origin::Lesson { .. } => running.stands_in(&*answered.stored.game),
            Origin::Mistake(mistake) => stands_in(&running, mistake, &*answered.stored.game),
        };
        if let Some(game) = stands {
            return Ok(vec![said(LessonPart::InGame { game })]);
        }
        let came = match (turns, &line.command) {
            ([turn], _) => match (step.judge(&*answered.stored.game, turn), &from) {
                (Judged::Right(turn), _) => {
                    let right = said(LessonPart::Right { turn });
                    return Ok(vec![right, self.next(&from)?]);
                }
                (Judged::NotIt(turn), Origin::Lesson { .. }) => Some(LessonPart::NotIt { turn }),
                (Judged::NotIt(turn), Origin::Mistake(mistake)) => Some(LessonPart::NotBetter {
                    turn,
                    mistake: Box::new(mistake.clone()),
                }),
                (Judged::Refused(why), _) => Some(LessonPart::Refused { why }),
            },
            ([], Command::Unrecognised) => Some(LessonPart::NoTurn),
            ([], _) => None,
            (turns, _) => Some(LessonPart::Which {
                turns: turns.to_vec(),
            }),
        };
        let mut parts: Vec<Part> = came.map(said).into_iter().collect();
        // Another line of the mail may have shown it.
        if self.shows_lesson.is_none() {
            parts.push(match &from {
                Origin::Lesson {
                    lesson,
                    variant,
                    shown,
                } => self.position(variant, lesson, *shown)?,
                Origin::Mistake(mistake) => self.mistake(mistake),
            });
        }
        Ok(parts)
    }

    /// What comes after a position that was solved.
    fn next(&mut self, from: &Origin) -> Result<Part> {
        match from {
            Origin::Lesson {
                lesson,
                variant,
                shown,
            } => {
                self.set_open_step(lesson, shown + 1);
                self.position_or_end((lesson, variant), shown + 1)
            }
            Origin::Mistake(mistake) => {
                self.solve(mistake);
                self.next_mistake(true)
            }
        }
    }

    fn position_or_end(
        &mut self,
        (lesson, variant): (&Lesson, &Playable),
        open: usize,
    ) -> Result<Part> {
        match open < lesson.steps.len() {
            true => self.position(variant, lesson, open),
            false => Ok(said(LessonPart::End {
                variant: lesson.variant.clone(),
                partner: self.draft.office.settings.partner.word(),
            })),
        }
    }

    /// A position of a lesson, which the answer shows, with the token for it.
    fn position(&mut self, variant: &Playable, lesson: &Lesson, open: usize) -> Result<Part> {
        let game = lesson
            .steps
            .get(open)
            .and_then(|step| step.game(&**variant));
        if let Some(game) = game
            && let Some(game) = self.running()?.stands_in(&*game)
        {
            return Ok(said(LessonPart::InGame { game }));
        }
        self.shows_lesson = u8::try_from(open).ok().map(|open| (lesson.mark, open));
        Ok(said(LessonPart::Position {
            variant: lesson.variant.clone(),
            position: open + 1,
            of: lesson.steps.len(),
        }))
    }

    /// Which position of a lesson is open, from 0; after the last one it is done.
    fn open_step(&self, lesson: &Lesson) -> usize {
        let settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        let open = settings.lessons().get(&lesson.variant).copied();
        open.unwrap_or(0).min(lesson.steps.len())
    }

    /// The position of a lesson for which the answer has a token: the one that it shows, or the one that
    /// is open in the lesson that the mail answers.
    pub fn open_lesson(&self) -> Option<(i64, u8)> {
        let answered = self
            .lesson
            .as_ref()
            .and_then(|answered| match &answered.from {
                Origin::Lesson { lesson, .. } => {
                    let open = self.open_step(lesson);
                    let waits = open < lesson.steps.len();
                    let open = u8::try_from(open).ok().filter(|_| waits)?;
                    Some((lesson.mark, open))
                }
                Origin::Mistake(mistake) => self.is_open(mistake).then(|| (mistake.mark(), 0)),
            });
        self.shows_lesson.or(answered)
    }

    fn set_open_step(&mut self, lesson: &Lesson, open: usize) -> bool {
        let mut settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        let mut all = settings.lessons();
        if all.len() >= MOST && !all.contains_key(&lesson.variant) {
            return false;
        }
        all.insert(lesson.variant.clone(), open);
        settings.set_lessons(&all);
        self.keep(&settings);
        true
    }

    /// The positions of running games, about which nothing is said.
    pub(super) fn running(&self) -> Result<Running> {
        Running::load(self.draft.store, self.player.id, None)
    }
}

pub(super) fn said(part: LessonPart) -> Part {
    Part::Lesson(Box::new(part))
}
