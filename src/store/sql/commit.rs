//! Writes a decision.

use super::{
    Connection, Dialect, Result, StoreError, View, acts::Changed, budgets, delivery, digests,
    forgetting, inbox, outbox, statements::Statements, subjects, times,
};
use std::collections::BTreeSet;

use crate::ids::{GameId, LetterId, PlayerId};
use crate::store::snapshot::ReadBudgets;
use crate::store::{
    Budget, ChallengeWrite, Committed, Decision, GameChange, GameRef, LetterKind, LogOf, NewLetter,
    NewScope, PlayerChange, PlayerRef, Spent, Subject, TimerKind, TokenScope,
};

/// A decision that is being written, in a transaction that has to be rolled back if anything fails.
pub(super) struct Writing<'a> {
    connection: &'a dyn Connection,
    pub decision: &'a Decision,
    pub now: &'a str,
    /// Whether the bytes of letters are kept after they were sent.
    pub keep_sent: bool,
    /// What it has made so far.
    pub made: Committed,
}

impl Statements for Writing<'_> {
    fn connection(&self) -> &dyn Connection {
        self.connection
    }
}

/// Asks what writing these decisions will ask.
pub(super) fn ahead(connection: &dyn Connection, decisions: &[Decision]) -> Result<()> {
    connection.ahead(&|connection| {
        let letters = decisions.iter().flat_map(|decision| &decision.letters);
        let tokens = letters.clone().map(|letter| letter.tokens.len()).sum();
        let _ = connection.reserve("tokens", tokens);
        let _ = connection.reserve("outbox", letters.clone().count());
        // What waits, if none of them changes that before its new letters are added.
        let mut all = decisions.iter();
        let unchanged = all.all(|one| one.letter_changes.is_empty() && one.people.is_empty());
        for decision in decisions {
            for change in &decision.games {
                let _ = is_game(connection, change.id);
                let _ = last_event(connection, change.id);
            }
            let _ = subjects::changed(connection, decision);
            delivery::changes_ahead(connection, decision);
            for (game, seat) in superseded(decision).filter(|_| unchanged) {
                let _ = outbox::untold(connection, game, seat);
                let _ = digests::first_event(connection, game, Some(seat));
            }
        }
    })
}

/// The seats whose news that wait are told by new letters.
fn superseded(decision: &Decision) -> impl Iterator<Item = (GameId, u8)> {
    let telling = decision.letters.iter().filter(|letter| letter.supersedes);
    telling.filter_map(|letter| match letter.seat? {
        (GameRef::Known(game), seat) => Some((game, seat)),
        (GameRef::New, _) => None,
    })
}

fn is_game(connection: &dyn Connection, game: GameId) -> Result<bool> {
    connection.is_there("SELECT 1 FROM games WHERE id = ?1", [game.0])
}

fn last_event(connection: &dyn Connection, game: GameId) -> Result<i64> {
    let sql = "SELECT coalesce(max(seq), 0) FROM events WHERE game_id = ?1";
    connection.one(sql, [game.0])
}

/// Writes a decision in a transaction, which has to be rolled back if an error is returned.
pub(super) fn commit(
    connection: &dyn Connection,
    decision: &Decision,
    keep_sent: bool,
) -> Result<Committed> {
    let mut writing = Writing {
        connection,
        decision,
        now: &decision.now,
        keep_sent,
        made: Committed::default(),
    };
    writing.write()?;
    Ok(writing.made)
}

impl<'a> Writing<'a> {
    pub(super) fn view(&self) -> View<'a> {
        View(self.connection)
    }

    fn write(&mut self) -> Result<()> {
        let decision = self.decision;
        for change in &decision.games {
            self.require_unchanged(change)?;
        }
        self.change_subjects()?;
        let mut changed = Changed::by_players(self)?;
        self.change_players()?;
        for new in &decision.player_acts {
            let of = LogOf::Player(self.player_of(new.player)?);
            for act in &new.acts {
                self.note_act(of, act)?;
            }
        }
        if let Some(new) = &decision.new_game {
            self.made.game = Some(self.add_game(new)?);
        }
        for write in &decision.challenges {
            self.write_challenge(write)?;
        }
        for write in &decision.contests {
            self.write_contest(write)?;
        }
        for change in &decision.games {
            self.change_game(change)?;
        }
        for token in &decision.void_tokens {
            self.run("UPDATE tokens SET void = 1 WHERE id = ?1", [token.0])?;
        }
        for question in &decision.close_questions {
            self.run("DELETE FROM questions WHERE id = ?1", [question.0])?;
        }
        for question in &decision.close_account_questions {
            self.run("DELETE FROM account_questions WHERE id = ?1", [question.0])?;
        }
        for new in &decision.account_asks {
            let question = self.ask_account(new)?;
            self.made.account_questions.push(question);
        }
        for new in &decision.asks {
            let question = self.ask(new)?;
            self.made.questions.push(question);
        }
        if let Some((mail, judgement)) = &decision.mail {
            let claimant = decision.claimant.as_deref();
            inbox::judge(self.connection, (*mail, judgement), claimant)?;
        }
        // Before the new letters, which are not to be dropped with the earlier ones.
        for change in &decision.letter_changes {
            self.made.changed += self.change_letter(change)?;
        }
        // Before the new letters: one to a player who is forgotten is still to reach them.
        let forgotten = forgetting::forgotten(self.connection, &decision.people)?;
        for change in &decision.people {
            changed.add(self, change)?;
            self.change_people(change)?;
        }
        changed.note(self)?;
        self.add_letters()?;
        for player in &forgotten {
            player.in_new_letters(&self.made.letters)?;
        }
        for told in &decision.close_digests {
            self.close_digest(told)?;
        }
        for new in &decision.digests {
            self.wait_for_digest(new)?;
        }
        for thought in &decision.thoughts {
            self.note_thought(thought)?;
        }
        for tried in &decision.engine_games {
            self.note_engine_game(tried)?;
        }
        for change in &decision.reviews {
            self.change_review(change)?;
        }
        for change in &decision.variants {
            self.change_variants(change)?;
        }
        for change in &decision.watches {
            self.change_watch(*change)?;
        }
        for spending in &decision.spends {
            let of = (spending.budget, times::day(self.now), &*spending.key);
            let count = spending.count;
            budgets::spend(self.connection, of, Spent { count, bytes: 0 })?;
        }
        self.require_room()?;
        for (kind, game) in &decision.clear_timers {
            self.clear_timer(*kind, *game)?;
        }
        for change in &decision.clock_changes {
            self.change_clock(change)?;
        }
        let mut timers = decision.timers.iter();
        timers.try_for_each(|timer| self.set_timer(timer))?;
        if self.connection.dialect() == Dialect::Sqlite {
            return Ok(());
        }
        let set = decision.timers.iter().map(|timer| timer.kind);
        let cleared = decision.clear_timers.iter().map(|(kind, _)| *kind);
        let kinds: BTreeSet<TimerKind> = set.chain(cleared).collect();
        kinds
            .into_iter()
            .try_for_each(|kind| self.keep_waking(kind))
    }

    /// Adds players and changes them, with their log.
    fn change_players(&mut self) -> Result<()> {
        let decision = self.decision;
        for change in &decision.players {
            if let PlayerChange::LanguageOfNew(nth, language) = change {
                let player = self.player_of(PlayerRef::New(*nth))?;
                self.change_player(&PlayerChange::Language(player, Some(language.clone())))?;
                continue;
            }
            let added = self.change_player(change)?;
            self.made.players.extend(added);
            if let (Some(player), PlayerChange::Add { address, .. }, Some(by)) =
                (added, change, decision.umpire())
            {
                self.note_player(player, "added", address, by)?;
            }
            self.log_player(change)?;
        }
        Ok(())
    }

    /// Adds the letters, and notes which of them ask the questions.
    fn add_letters(&mut self) -> Result<()> {
        let decision = self.decision;
        let mut letters = Vec::with_capacity(decision.letters.len());
        for new in &decision.letters {
            let letter = self.is_due(new)?.then(|| self.add_letter(new));
            letters.push(letter.transpose()?);
        }
        let asks = decision.asks.iter().zip(&self.made.questions);
        let asks = asks.map(|(new, question)| ("questions", question.0, new.letter));
        let of_accounts = decision.account_asks.iter();
        let of_accounts = of_accounts.zip(&self.made.account_questions);
        let of_accounts = of_accounts.map(|(new, id)| ("account_questions", id.0, new.letter));
        for (table, question, letter) in asks.chain(of_accounts) {
            let letter = letter.and_then(|nth| letters.get(nth).copied()).flatten();
            if let Some(letter) = letter {
                let sql = format!("UPDATE {table} SET letter_id = ?2 WHERE id = ?1");
                self.run(&sql, [question, letter.0])?;
            }
        }
        self.made.letters = letters.into_iter().flatten().collect();
        Ok(())
    }

    /// Writes a challenge with the game and the players that the same decision has made, and what has
    /// happened to it.
    fn write_challenge(&self, write: &ChallengeWrite) -> Result<()> {
        if write.acts.is_empty() {
            let why = format!("nothing has happened to challenge {}", write.row.id);
            return Err(StoreError::Constraint(why));
        }
        let made = write.game.map(|game| self.game_of(game)).transpose()?;
        let newcomers = write.newcomers.iter();
        let newcomers = newcomers.map(|(place, of)| Ok((*place, self.player_of(*of)?)));
        let newcomers = newcomers.collect::<Result<Vec<_>>>()?;
        self.write_challenge_row(&write.row, made.or(write.row.game), &newcomers)?;
        let of = LogOf::Challenge(write.row.id);
        for new in &write.acts {
            self.append_act(of, &new.by, &new.act)?;
        }
        if made.is_some() || !newcomers.is_empty() {
            self.note_numbers(write.row.id, made, &newcomers)?;
        }
        Ok(())
    }

    /// Checks that a game has no event that the decision does not know of.
    fn require_unchanged(&self, change: &GameChange) -> Result<()> {
        let id = change.id;
        if !is_game(self.connection, id)? {
            return Err(StoreError::Constraint(format!("there is no game #{id}")));
        }
        if last_event(self.connection, id)? != change.expected_seq {
            return Err(StoreError::Conflict(Subject::Game(id)));
        }
        Ok(())
    }

    fn change_game(&self, change: &GameChange) -> Result<()> {
        for (seq, event) in (change.expected_seq + 1..).zip(&change.events) {
            self.append_event(change.id, seq, event)?;
        }
        if let Some(course) = &change.course {
            self.set_course(change.id, course)?;
        }
        let mut seats = change.seats.iter();
        seats.try_for_each(|seat| self.change_seat(change.id, seat))
    }

    /// The player, who may be the nth that the decision has added.
    pub(super) fn player_of(&self, player: PlayerRef) -> Result<PlayerId> {
        match player {
            PlayerRef::Known(id) => Ok(id),
            PlayerRef::New(nth) => self.made.players.get(nth).copied().ok_or_else(|| {
                StoreError::Constraint(format!("the decision adds no player number {nth}"))
            }),
        }
    }

    /// The game, which may be the one that the decision has begun.
    pub(super) fn game_of(&self, game: GameRef) -> Result<GameId> {
        let new = || StoreError::Constraint("the decision begins no game".to_owned());
        match game {
            GameRef::Known(id) => Ok(id),
            GameRef::New => self.made.game.ok_or_else(new),
        }
    }

    /// Whether a letter is to be written: not if one about the same matter was written today.
    fn is_due(&self, new: &NewLetter) -> Result<bool> {
        match &new.once {
            None => Ok(true),
            Some(matter) => self.is_first_today(Budget::Once, matter),
        }
    }

    /// Counts something, and says whether it was the first of today.
    pub(super) fn is_first_today(&self, budget: Budget, key: &str) -> Result<bool> {
        let day = times::day(self.now);
        // It is counted first: another host that writes about the same waits for that.
        let once = Spent { count: 1, bytes: 0 };
        budgets::spend(self.connection, (budget, day, key), once)?;
        Ok(self.view().spent(budget, day, key)?.count == 1)
    }

    /// What a token proves, with the numbers that the decision has given out.
    fn scope(&self, new: NewScope) -> Result<TokenScope> {
        Ok(match new {
            NewScope::Seat { game, seat, state } => {
                let game = self.game_of(game)?;
                TokenScope::Seat { game, seat, state }
            }
            NewScope::Player(player) => TokenScope::Player(self.player_of(player)?),
            NewScope::Challenge {
                challenge,
                place,
                version,
            } => TokenScope::Challenge {
                challenge,
                place,
                version,
            },
            NewScope::Question(nth) => {
                let asked = self.made.account_questions.get(nth).copied();
                TokenScope::Question(asked.ok_or_else(|| {
                    StoreError::Constraint(format!("the decision asks no question number {nth}"))
                })?)
            }
            NewScope::List(player) => TokenScope::List(player),
            NewScope::Lesson {
                player,
                lesson,
                step,
            } => TokenScope::Lesson {
                player: self.player_of(player)?,
                lesson,
                step,
            },
        })
    }

    /// Adds a letter after its tokens.
    fn add_letter(&self, new: &NewLetter) -> Result<LetterId> {
        let mut tokens = Vec::with_capacity(new.tokens.len());
        for token in &new.tokens {
            tokens.push(self.add_token(self.scope(token.scope)?, token)?);
        }
        let game = new.seat.map(|(game, _)| self.game_of(game)).transpose()?;
        let seat = game.zip(new.seat.map(|(_, seat)| seat));
        let id = self.add_to_outbox(new, seat, &tokens)?;
        // The first letter of a game answers the mail that it names.
        let answers = matches!(new.kind, LetterKind::Answer | LetterKind::First);
        if let Some(mail) = new.mail.filter(|_| answers) {
            let sql = "UPDATE inbox SET answer_id = ?2 WHERE id = ?1 AND answer_id IS NULL";
            self.run(sql, [mail.0, id.0])?;
        }
        Ok(id)
    }
}
