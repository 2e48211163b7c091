//! A look back at games that are over (`docs/partner.md`). What is asked for is a row; the thread in which programs think
//! works on it in pieces of a few seconds, outside every transaction, and keeps what it has found after each. The last piece
//! becomes a decision that writes the letter.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::clock::{Deadline, Stopwatch};
use crate::commands;
use crate::games::{Closure, Running, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{PlayerNotice, PlayerSettings, ReviewFound, ReviewNote};
use crate::partner::{Moment, Review};
use crate::rules::Seat;
use crate::store::{self, PlayerChange, ReviewChange, ReviewRow, Store};

use super::programs::{LONGEST, TRIED, spent};
use super::quiz;
use crate::office::knowledge::{Known, all_know};
use crate::office::{Draft, MailSession, Office, stored_game};

/// So many games of a player may wait.
const MOST_WAITING: usize = 10;
/// At most so many that wait are looked at, to find one that can go on.
const LOOKED_AT: usize = 1_000;
/// A letter has so many mistakes at most.
const MOMENTS: usize = 5;

impl MailSession<'_> {
    /// The author wants to look back at a game: the one that the line names, or that the mail is about.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_review(
        &mut self,
        index: Option<usize>,
        named: Option<i64>,
    ) -> Result<ReviewNote> {
        if !self.draft.office.looks_back() {
            return Ok(ReviewNote::Off);
        }
        let about = index.map(|index| self.games[index].stored.row.id);
        let answered = commands::subject_game(&self.mail.message.subject);
        let game = named.map(GameId).or(about).or(answered.map(GameId));
        let Some(game) = game else {
            return Ok(ReviewNote::Which);
        };
        let (store, player) = (self.draft.store, self.player.id);
        // As the lines above have left it.
        let open = self.games.iter().find(|one| one.stored.row.id == game);
        let loaded;
        let stored = match open {
            Some(open) => &open.stored,
            None => {
                let seats = store.seats(game)?;
                let own = seats.iter().any(|seat| seat.player == player);
                let row = store.game(game)?;
                if row.is_none_or(|row| row.private && !own) {
                    return Ok(ReviewNote::NoGame { game });
                }
                loaded = stored_game(store, game)?;
                &loaded
            }
        };
        if stored.is_on() {
            return Ok(ReviewNote::Running { game });
        }
        if !is_over(stored) {
            return Ok(ReviewNote::NoTurns { game });
        }
        let mut waiting: BTreeSet<GameId> = BTreeSet::new();
        let stored_rows = store.reviews(Some(player), LOOKED_AT)?;
        waiting.extend(stored_rows.iter().map(|row| row.game));
        waiting.extend(self.draft.decision.reviews.iter().filter_map(|change| {
            let ReviewChange::Ask(row) = change else {
                return None;
            };
            (row.player == player).then_some(row.game)
        }));
        if waiting.contains(&game) {
            return Ok(ReviewNote::Asked { game, again: true });
        }
        if waiting.len() >= MOST_WAITING {
            let most = MOST_WAITING;
            return Ok(ReviewNote::TooMany { most });
        }
        let row = asked(&self.draft.decision.now, player, game);
        self.draft.decision.reviews.push(ReviewChange::Ask(row));
        Ok(ReviewNote::Asked { game, again: false })
    }
}

/// What is asked for.
fn asked(now: &str, player: PlayerId, game: GameId) -> ReviewRow {
    ReviewRow {
        player,
        game,
        asked_at: now.to_owned(),
        ..ReviewRow::default()
    }
}

/// Whether a game has ended and has turns that can be looked at.
pub(super) fn is_over(stored: &StoredGame) -> bool {
    let over = matches!(
        stored.closure(),
        Some(Closure::Over { .. } | Closure::Aborted)
    );
    over && stored.rules_known && !stored.turns.is_empty()
}

impl Office {
    /// Whether programs look back at games here.
    pub(super) fn looks_back(&self) -> bool {
        let partner = &self.settings.partner;
        partner.reviews && partner.minutes > 0 && all_know(Known::Reviews, self.lacking())
    }

    /// Does a piece of the work on a game that a player looks back at. Returns whether there was anything to do.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn look_back(
        &mut self,
        store: &mut dyn Store,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        for row in store::read(store, |store| Ok(store.reviews(None, LOOKED_AT)?))? {
            if stop() {
                return Ok(false);
            }
            match self.look_back_at(store, &row, stop) {
                Ok(false) => {}
                Err(error) if !store::is_trouble(&error) => {
                    tracing::error!("no look back at game #{}: {error:#}", row.game);
                    self.end_review(store, &row)?;
                }
                done => return done,
            }
        }
        Ok(false)
    }

    fn look_back_at(
        &mut self,
        store: &mut dyn Store,
        row: &ReviewRow,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        if row.begun >= TRIED {
            self.end_review(store, row)?;
            return Ok(true);
        }
        let player = Some(row.player);
        if store::read(store, |store| self.has_thought_enough(store, player))? {
            if row.waits {
                return Ok(false);
            }
            self.decided(store, |draft| {
                let waits = ReviewRow {
                    waits: true,
                    ..row.clone()
                };
                let game = row.game;
                draft.keep_review(waits)?;
                draft.tell_of_review(row, PlayerNotice::ReviewWaits { game })
            })?;
            return Ok(true);
        }
        let stored = store::read(store, |store| stored_game(store, row.game))?;
        if !is_over(&stored) {
            // It goes on, since its end was corrected.
            self.decided(store, |draft| {
                let end = ReviewChange::End(row.player, row.game);
                draft.decision.reviews.push(end);
                Ok(())
            })?;
            return Ok(true);
        }
        let mut review = Review::default();
        if row.state == stored.state && !row.found.is_empty() {
            review = serde_json::from_str(&row.found)?;
        }
        let mut kept = ReviewRow {
            state: stored.state,
            begun: row.begun + 1,
            found: serde_json::to_string(&review)?,
            ..row.clone()
        };
        // Before it thinks: if that ends the process, the next one knows.
        self.decided(store, |draft| draft.keep_review(kept.clone()))?;
        let watch = Stopwatch::start();
        let deadline = Deadline::after(LONGEST);
        let turns: Vec<String> = stored.turns.iter().map(|turn| turn.text.clone()).collect();
        let at = |count| stored.at(count);
        let late = || deadline.left().is_none();
        let complete = review.go_on(&turns, &at, (&late, stop))?;
        kept.begun = 0;
        kept.waits = false;
        kept.found = serde_json::to_string(&review)?;
        let spent = spent(&watch, player);
        self.decided(store, |draft| {
            draft.decision.spends.push(spent.clone());
            match complete {
                true => draft.hand_in(&kept, &review),
                false => draft.keep_review(kept.clone()),
            }
        })?;
        Ok(!stop())
    }

    /// Gives up, and says so.
    fn end_review(&mut self, store: &mut dyn Store, row: &ReviewRow) -> Result<()> {
        let game = row.game;
        self.decided(store, |draft| {
            let end = ReviewChange::End(row.player, game);
            draft.decision.reviews.push(end);
            draft.tell_of_review(row, PlayerNotice::ReviewFailed { game })
        })?;
        Ok(())
    }
}

impl Draft<'_> {
    /// Keeps what was found, if it is still wanted.
    fn keep_review(&mut self, row: ReviewRow) -> Result<()> {
        if self.is_wanted(&row)? {
            self.decision.reviews.push(ReviewChange::Keep(row));
        }
        Ok(())
    }

    fn is_wanted(&self, row: &ReviewRow) -> Result<bool> {
        let rows = self.store.reviews(Some(row.player), LOOKED_AT)?;
        Ok(rows.iter().any(|one| one.game == row.game))
    }

    fn tell_of_review(&mut self, row: &ReviewRow, notice: PlayerNotice) -> Result<()> {
        if let Some(player) = self.store.player(row.player)? {
            self.tell_player(&player, None, notice);
        }
        Ok(())
    }

    /// Writes the letter about what was found, if it is still wanted and the game is still the same.
    fn hand_in(&mut self, row: &ReviewRow, review: &Review) -> Result<()> {
        let stored = stored_game(self.store, row.game)?;
        if !self.is_wanted(row)? || stored.state != row.state || !is_over(&stored) {
            return Ok(());
        }
        let end = ReviewChange::End(row.player, row.game);
        self.decision.reviews.push(end);
        let own = stored.seats.iter();
        let own = own.filter(|seat| seat.player == row.player);
        let own: Vec<Seat> = own.map(|seat| Seat(seat.seat)).collect();
        // Another player may have taken the seat meanwhile.
        if stored.row.private && own.is_empty() {
            return Ok(());
        }
        let mut moments = review.moments(&own, MOMENTS);
        let all = moments.len();
        self.note_mistakes(row.player, (&stored, &own), &moments)?;
        for moment in &mut moments {
            moment.also.clear();
        }
        // Nobody gets help about a position of a running game.
        let running = Running::load(self.store, row.player, None)?;
        let mut help = BTreeSet::new();
        let turns = 0..=stored.turns.len();
        // Each of these positions is played anew from the beginning.
        for count in turns.filter(|_| !running.is_empty()) {
            if running.stands_in(&*stored.at(count)?).is_some() {
                help.insert(count);
            }
        }
        // Of the position after a mistake is told what is best there, too.
        let told = |moment: &Moment| [moment.turn, moment.turn + 1];
        moments.retain(|moment| told(moment).iter().all(|count| !help.contains(count)));
        // How such a position stands is help, too.
        let curve = stored.seats.len() == 2 && help.is_empty();
        let found = ReviewFound {
            game: row.game,
            after: stored.seq,
            hidden: all - moments.len(),
            quiz: moments
                .iter()
                .filter(|moment| own.contains(&moment.seat))
                .count(),
            moments,
            blunders: (stored.all_seats())
                .map(|seat| (seat, review.blunders(seat)))
                .collect(),
            curve: if curve { review.curve() } else { Vec::new() },
        };
        self.tell_of_review(row, PlayerNotice::Review(Box::new(found)))
    }

    /// Notes the mistakes of a player for the quiz.
    fn note_mistakes(
        &mut self,
        player: PlayerId,
        seats: (&StoredGame, &[Seat]),
        moments: &[Moment],
    ) -> Result<()> {
        let Some(row) = self.store.player(player)? else {
            return Ok(());
        };
        let mut settings = PlayerSettings::of_stored(row.settings.as_deref());
        quiz::note(&mut settings, seats, moments);
        let (before, settings) = (row.settings, settings.to_stored());
        if settings != before {
            let change = PlayerChange::Settings(player, settings);
            self.decision.players.push(change);
        }
        Ok(())
    }

    /// Players who have chosen that look back at a game that has ended now.
    pub(in crate::office) fn look_back_later(&mut self, stored: &StoredGame) {
        if !self.office.looks_back() || !is_over(stored) {
            return;
        }
        let chosen = stored.seats.iter().filter(|seat| {
            let settings = PlayerSettings::of_stored(seat.settings.as_deref());
            seat.program == 0 && settings.review()
        });
        for seat in chosen {
            let row = asked(&self.decision.now, seat.player, stored.row.id);
            self.decision.reviews.push(ReviewChange::Ask(row));
        }
    }
}
