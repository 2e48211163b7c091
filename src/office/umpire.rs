//! Commands of the umpire about games. The players are told of each.

use anyhow::{Result, anyhow, bail};

use crate::games::{Cause, Changes, EventKind, StoredGame, seat_at};
use crate::ids;
use crate::letters::{LetterKind, UmpireLetter};
use crate::rules::game::Seat;
use crate::rules::variant::Options;
use crate::store::{NewGame, Tx};
use crate::text::{WIDTH, clean, wrapped};
use crate::variants;
use crate::words::Words;

use super::post::LetterContent;
use super::{Office, replay};

/// A game that the umpire wants to create.
#[derive(Clone, Debug)]
pub struct GameRequest {
    /// Variant id.
    pub variant: String,
    /// Seats with their players (`NAME <address>` or a known name), in any order.
    pub seats: Vec<(String, String)>,
    /// Options of the variant.
    pub options: Options,
    /// The start position, if it is not that of the variant.
    pub position: Option<String>,
}

impl Office {
    /// Creates a game and posts the first letters.
    ///
    /// # Errors
    /// Variant, options, position or players are wrong; the message says what would be right.
    pub fn new_game(
        &mut self,
        tx: &Tx<'_>,
        asked: &GameRequest,
        actor: &str,
    ) -> Result<StoredGame> {
        let Some(game) = variants::find(&asked.variant) else {
            let known: Vec<&str> = variants::VARIANTS.iter().map(|game| game.id()).collect();
            bail!(
                "no variant {:?}; there are {}",
                clean(&asked.variant, 40),
                known.join(", ")
            );
        };
        let chance = &mut self.chance;
        let said = |error| anyhow!(Words::built_in().english().setup_error(&error));
        let options = game
            .settle(&asked.options, &mut |n| ids::sample_below(chance, n))
            .map_err(said)?;
        let start = game
            .start(&options, asked.position.as_deref())
            .map_err(said)?;
        let mut players = Vec::new();
        for seat in game.seats() {
            let mut given = asked
                .seats
                .iter()
                .filter(|(name, _)| name.eq_ignore_ascii_case(seat));
            match (given.next(), given.next()) {
                (Some((_, who)), None) => players.push(self.player_for_seat(tx, who)?.id),
                (Some(_), Some(_)) => bail!("two players for {seat}"),
                (None, _) => bail!("nobody plays {seat}; add --seat {seat}=\"NAME <address>\""),
            }
        }
        let seats = game.seats();
        if let Some((odd, _)) = asked
            .seats
            .iter()
            .find(|(name, _)| !seats.iter().any(|s| s.eq_ignore_ascii_case(name)))
        {
            bail!(
                "{} has no seat {:?}, only {}",
                game.name(),
                clean(odd, 40),
                seats.join(", ")
            );
        }
        let position = asked.position.is_some().then(|| start.position());
        let id = tx.add_game(&NewGame {
            variant: game.id(),
            rules_version: game.rules_version(),
            options: &serde_json::to_string(&options)?,
            position: position.as_deref(),
            to_move: start.to_move().0,
            players: &players,
            actor,
            now: &self.stamp(),
        })?;
        let mut stored = self.stored_game(tx, id)?;
        if stored.game.outcome().is_some() {
            bail!("that position is the end of a game already");
        }
        let given = describe(&options);
        for index in 0..stored.seats.len() {
            let seat = seat_at(index);
            let news = vec![
                format!(
                    "A new game has been set up: #{id}, {}{given}. You play {}.",
                    game.name(),
                    stored.seat_name(seat)
                ),
                format!(
                    "You play by answering these letters. `rules {}` gets you the rules.",
                    game.id()
                ),
            ];
            self.post_seat(tx, &mut stored, seat, LetterContent::told(news))?;
        }
        Ok(stored)
    }

    /// Plays a turn for the seat to move.
    ///
    /// # Errors
    /// The game is not being played, or the turn is refused.
    pub fn play_for(
        &mut self,
        tx: &Tx<'_>,
        game: i64,
        turn: &str,
        actor: &str,
    ) -> Result<StoredGame> {
        let mut stored = self.stored_game(tx, game)?;
        require_on(&stored)?;
        let seat = stored.game.to_move();
        let said = |refusal| anyhow!(Words::built_in().english().refusal(&refusal));
        let played = stored.game.fork().play(turn).map_err(said)?;
        let who = stored.player_name(seat);
        let mut changes = Changes::default();
        changes.apply(
            &mut stored,
            EventKind::Turn,
            Some(seat),
            &played.canonical,
            Some(turn),
        )?;
        changes.held = Some((seat, None));
        let news = format!("The umpire has entered a turn for {who}: {played}");
        changes.news.push(news);
        self.settle(tx, stored, &changes, actor)
    }

    /// Takes back the end of the game, if that was no turn (a resignation, a decision), else the last
    /// turn.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn undo(
        &mut self,
        tx: &Tx<'_>,
        game: i64,
        reason: &str,
        actor: &str,
    ) -> Result<StoredGame> {
        let mut stored = self.stored_game(tx, game)?;
        let Some(last) = stored.undo_words() else {
            bail!("game #{game}: there is nothing to take back")
        };
        let mut changes = Changes::default();
        let was_over = !stored.is_on();
        changes.apply(
            &mut stored,
            EventKind::Undo,
            None,
            &clean(reason, 500),
            None,
        )?;
        changes.news.push(with_reason(
            &format!("The umpire has taken back {last}."),
            reason,
        ));
        if was_over {
            changes.news.push("The game goes on.".to_owned());
        }
        let cleared: Vec<u8> = stored.seats.iter().map(|row| row.seat).collect();
        for seat in cleared {
            tx.set_held(game, seat, None)?;
        }
        for row in &mut stored.seats {
            row.held = None;
        }
        self.settle(tx, stored, &changes, actor)
    }

    /// Ends a game with a result.
    ///
    /// # Errors
    /// The game is not being played, or the text is no result of it.
    pub fn adjudicate(
        &mut self,
        tx: &Tx<'_>,
        game: i64,
        result: &str,
        reason: &str,
        actor: &str,
    ) -> Result<StoredGame> {
        let mut stored = self.stored_game(tx, game)?;
        require_on(&stored)?;
        stored.read_result(result)?;
        let mut changes = Changes::default();
        let text = format!("{result} {}", clean(reason, 500));
        changes.apply(&mut stored, EventKind::Adjudicate, None, text.trim(), None)?;
        changes
            .news
            .push(with_reason("The umpire has decided the game.", reason));
        self.settle(tx, stored, &changes, actor)
    }

    /// Calls a game off. Letters about it that still wait are dropped.
    ///
    /// # Errors
    /// The game is not being played.
    pub fn abort(
        &mut self,
        tx: &Tx<'_>,
        game: i64,
        reason: &str,
        actor: &str,
    ) -> Result<StoredGame> {
        let mut stored = self.stored_game(tx, game)?;
        require_on(&stored)?;
        let mut changes = Changes::default();
        changes.apply(
            &mut stored,
            EventKind::Abort,
            None,
            &clean(reason, 500),
            None,
        )?;
        if !reason.trim().is_empty() {
            changes.news.push(with_reason("The umpire says:", reason));
        }
        changes
            .news
            .push(format!("Game #{game} ends here without a result."));
        tx.drop_letters(game, "the game was called off", &self.stamp())?;
        self.settle(tx, stored, &changes, actor)
    }

    /// Posts the present letter to a seat again.
    ///
    /// # Errors
    /// There is no such game or seat.
    pub fn send_again(&mut self, tx: &Tx<'_>, game: i64, seat: &str) -> Result<StoredGame> {
        let mut stored = self.stored_game(tx, game)?;
        let Some(seat) = stored.seat_named(seat) else {
            bail!(
                "game #{game} has no seat {:?}, only {}",
                clean(seat, 40),
                stored.variant.seats().join(", ")
            );
        };
        let news = vec!["The umpire has asked me to send you this letter again.".to_owned()];
        self.post_seat(tx, &mut stored, seat, LetterContent::told(news))?;
        Ok(stored)
    }

    /// Freezes the games that are being played by rules of a version that is not known here: a newer
    /// program began them. A program that knows the version unfreezes them with `db replay --compare`.
    ///
    /// # Errors
    /// The database fails.
    pub(super) fn freeze_unknown_rules(&mut self, tx: &Tx<'_>) -> Result<()> {
        for (variant, version, _) in unknown_rules(&tx.rules_versions(&["playing"])?) {
            for game in tx.games_by_rules(&variant, version)? {
                self.freeze(tx, game, &replay::unknown_rules(&variant, version))?;
            }
        }
        Ok(())
    }

    /// Freezes a game after a replay has found an error, and tells the umpire.
    ///
    /// # Errors
    /// The database fails.
    pub fn freeze(&mut self, tx: &Tx<'_>, game: i64, why: &str) -> Result<()> {
        let Some(row) = tx.game(game)? else {
            return Ok(());
        };
        let mut course = row.course;
        "frozen".clone_into(&mut course.status);
        tx.set_status(game, &course)?;
        self.tell_umpire(
            tx,
            &format!("game #{game} is frozen"),
            &format!("Nobody can play on in game #{game}: {why}"),
        )
    }

    fn settle(
        &mut self,
        tx: &Tx<'_>,
        mut stored: StoredGame,
        changes: &Changes,
        actor: &str,
    ) -> Result<StoredGame> {
        let now = self.stamp();
        changes.write(tx, &mut stored, Cause::Umpire(actor), &now)?;
        for index in 0..stored.seats.len() {
            let seat: Seat = seat_at(index);
            let content = LetterContent::news(None, changes, &stored, seat);
            self.post_seat(tx, &mut stored, seat, content)?;
        }
        Ok(stored)
    }

    /// Posts a note to the umpire, if the settings have an address.
    ///
    /// # Errors
    /// The database fails.
    pub fn tell_umpire(&mut self, tx: &Tx<'_>, subject: &str, note: &str) -> Result<()> {
        let Some(umpire) = self.settings.umpire.clone() else {
            return Ok(());
        };
        let letter = UmpireLetter {
            server: self.settings.name.clone(),
            subject: clean(subject, 100),
            lines: wrapped(note, WIDTH),
        };
        self.post_plain(tx, LetterKind::Umpire, &letter, &umpire, None)
    }
}

fn require_on(stored: &StoredGame) -> Result<()> {
    match stored.end_sentence() {
        Some(end) => bail!("game #{}: {end}", stored.row.id),
        None => Ok(()),
    }
}

fn with_reason(sentence: &str, reason: &str) -> String {
    let reason = clean(reason, 500);
    if reason.is_empty() {
        sentence.to_owned()
    } else {
        format!("{sentence} {reason}")
    }
}

fn describe(options: &Options) -> String {
    let given: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if given.is_empty() {
        String::new()
    } else {
        format!(" ({})", given.join(", "))
    }
}

/// Those of the versions of rules (variant, version, number of games) that are not known here.
#[must_use]
pub fn unknown_rules(versions: &[(String, u32, i64)]) -> Vec<(String, u32, i64)> {
    let known = |variant: &str, version: u32| {
        variants::find(variant).is_some_and(|v| (1..=v.rules_version()).contains(&version))
    };
    let unknown = versions
        .iter()
        .filter(|(variant, version, _)| !known(variant, *version));
    unknown.cloned().collect()
}
