//! Writes a decision.

use rusqlite::Connection;

use super::{
    Result, StoreError, View, acts, budgets, challenges, clocks, delivery, digests, events,
    forgetting, games, inbox, outbox, people, players, questions, subjects, timers, tokens,
    watchers,
};
use crate::ids::{GameId, LetterId, PlayerId, TokenId};
use crate::store::snapshot::ReadBudgets;
use crate::store::{
    Budget, ChallengeWrite, Committed, Decision, GameChange, GameRef, LetterKind, LogOf, NewGame,
    NewLetter, NewScope, PlayerChange, PlayerRef, Spent, Subject, TokenScope,
};

/// Writes a decision in a transaction, which has to be rolled back if an error is returned.
pub(super) fn commit(
    connection: &Connection,
    decision: &Decision,
    keep_sent: bool,
) -> Result<Committed> {
    let now = &*decision.now;
    let mut made = Committed::default();
    for change in &decision.games {
        require_unchanged(connection, change)?;
    }
    subjects::change(connection, decision)?;
    let mut changed = acts::Changed::by_players(connection, decision)?;
    change_players(connection, decision, &mut made)?;
    for new in &decision.player_acts {
        let of = LogOf::Player(games::player_of(&new.player, &made.players)?);
        for act in &new.acts {
            acts::note(connection, decision, of, act.clone())?;
        }
    }
    if let Some(new) = &decision.new_game {
        let players = players_of(new, &made.players)?;
        made.game = Some(games::add(connection, new, &players, now)?);
    }
    for write in &decision.challenges {
        write_challenge(connection, decision, write, &made)?;
    }
    for change in &decision.games {
        change_game(connection, change, &made.players, now)?;
    }
    for token in &decision.void_tokens {
        tokens::void(connection, *token)?;
    }
    for question in &decision.close_questions {
        questions::close(connection, "questions", question.0)?;
    }
    for question in &decision.close_account_questions {
        questions::close(connection, "account_questions", question.0)?;
    }
    for new in &decision.account_asks {
        made.account_questions
            .push(questions::ask_account(connection, new, now)?);
    }
    for new in &decision.asks {
        made.questions.push(questions::ask(connection, new)?);
    }
    if let Some((mail, judgement)) = &decision.mail {
        inbox::judge(connection, *mail, judgement)?;
    }
    // Before the new letters, which are not to be dropped with the earlier ones.
    for change in &decision.letter_changes {
        made.changed += delivery::change(connection, change, keep_sent, now)?;
    }
    // Before the new letters: one to a player who is forgotten is still to reach them.
    let forgotten = forgetting::forgotten(connection, &decision.people)?;
    for change in &decision.people {
        changed.add(connection, decision, change)?;
        people::change(connection, change, now)?;
    }
    changed.note(connection, decision, &made.players)?;
    add_letters(connection, decision, &mut made)?;
    for player in &forgotten {
        player.in_new_letters(&made.letters)?;
    }
    for told in &decision.close_digests {
        digests::close(connection, told)?;
    }
    for new in &decision.digests {
        digests::wait(connection, new, now)?;
    }
    for change in &decision.watches {
        watchers::change(connection, *change, now)?;
    }
    for spending in &decision.spends {
        let of = (spending.budget, budgets::day(now), &*spending.key);
        let count = spending.count;
        budgets::spend(connection, of, Spent { count, bytes: 0 })?;
    }
    subjects::require_room(connection, decision)?;
    for (kind, game) in &decision.clear_timers {
        timers::clear(connection, *kind, *game)?;
    }
    for change in &decision.clock_changes {
        clocks::change(connection, change, now)?;
    }
    for timer in &decision.timers {
        let game = timer
            .game
            .map(|game| game_of(game, made.game))
            .transpose()?;
        timers::set(connection, timer, game)?;
    }
    Ok(made)
}

/// Adds players and changes them, with their log.
fn change_players(
    connection: &Connection,
    decision: &Decision,
    made: &mut Committed,
) -> Result<()> {
    let now = &*decision.now;
    for change in &decision.players {
        if let PlayerChange::LanguageOfNew(nth, language) = change {
            let player = added(&made.players, *nth)?;
            let change = PlayerChange::Language(player, Some(language.clone()));
            players::change(connection, &change, now)?;
            continue;
        }
        let added = players::change(connection, change, now)?;
        made.players.extend(added);
        if let (Some(player), PlayerChange::Add { address, .. }, Some(by)) =
            (added, change, decision.umpire())
        {
            players::note(connection, player, ("added", address), by, now)?;
        }
        let by = match &decision.mail {
            Some((mail, _)) => format!("i{mail}"),
            None => decision.by.clone(),
        };
        players::log(connection, change, &by, now)?;
    }
    Ok(())
}

/// Adds the letters, and notes which of them ask the questions.
fn add_letters(connection: &Connection, decision: &Decision, made: &mut Committed) -> Result<()> {
    let now = &*decision.now;
    let day = budgets::day(now);
    let mut letters = Vec::with_capacity(decision.letters.len());
    for new in &decision.letters {
        let written = is_due(connection, new, day)?;
        let letter = written.then(|| add_letter(connection, new, made, now));
        letters.push(letter.transpose()?);
    }
    let asks = decision.asks.iter().zip(&made.questions);
    let asks = asks.map(|(new, question)| ("questions", question.0, new.letter));
    let of_accounts = decision.account_asks.iter().zip(&made.account_questions);
    let of_accounts = of_accounts.map(|(new, id)| ("account_questions", id.0, new.letter));
    for (table, question, letter) in asks.chain(of_accounts) {
        let letter = letter.and_then(|nth| letters.get(nth).copied()).flatten();
        if let Some(letter) = letter {
            questions::asked_by(connection, table, question, letter)?;
        }
    }
    made.letters = letters.into_iter().flatten().collect();
    Ok(())
}

/// Writes a challenge with the game and the players that the same decision has made, and what has
/// happened to it.
fn write_challenge(
    connection: &Connection,
    decision: &Decision,
    write: &ChallengeWrite,
    made: &Committed,
) -> Result<()> {
    if write.acts.is_empty() {
        let why = format!("nothing has happened to challenge {}", write.row.id);
        return Err(StoreError::Constraint(why));
    }
    let game = match write.game {
        Some(game) => Some(game_of(game, made.game)?),
        None => write.row.game,
    };
    let newcomers = write.newcomers.iter();
    let newcomers = newcomers
        .map(|(place, player)| Ok((*place, games::player_of(player, &made.players)?)))
        .collect::<Result<Vec<_>>>()?;
    challenges::write(connection, write, game, &newcomers)?;
    let of = LogOf::Challenge(write.row.id);
    for act in &write.acts {
        acts::append(connection, decision, of, act)?;
    }
    if write.game.is_some() || !newcomers.is_empty() {
        let game = write.game.and(game);
        acts::note_numbers(connection, decision, write.row.id, game, &newcomers)?;
    }
    Ok(())
}

/// Checks that a game has no event that the decision does not know of.
fn require_unchanged(connection: &Connection, change: &GameChange) -> Result<()> {
    if !games::exists(connection, change.id)? {
        return Err(StoreError::Constraint(format!(
            "there is no game #{}",
            change.id
        )));
    }
    if events::last(connection, change.id)? != change.expected_seq {
        return Err(StoreError::Conflict(Subject::Game(change.id)));
    }
    Ok(())
}

fn change_game(
    connection: &Connection,
    change: &GameChange,
    added: &[PlayerId],
    now: &str,
) -> Result<()> {
    for (seq, event) in (change.expected_seq + 1..).zip(&change.events) {
        events::append(connection, change.id, seq, event, now)?;
    }
    if let Some(course) = &change.course {
        games::set_course(connection, change.id, course)?;
    }
    for seat in &change.seats {
        games::change_seat(connection, change.id, seat, added)?;
    }
    Ok(())
}

fn players_of(new: &NewGame, added: &[PlayerId]) -> Result<Vec<PlayerId>> {
    let players = new.players.iter();
    players
        .map(|player| games::player_of(player, added))
        .collect()
}

fn added(players: &[PlayerId], nth: usize) -> Result<PlayerId> {
    games::player_of(&PlayerRef::New(nth), players)
}

fn game_of(game: GameRef, new: Option<GameId>) -> Result<GameId> {
    match game {
        GameRef::Known(id) => Ok(id),
        GameRef::New => {
            new.ok_or_else(|| StoreError::Constraint("the decision begins no game".to_owned()))
        }
    }
}

/// Whether a letter is to be written: not if one about the same matter was written today.
fn is_due(connection: &Connection, new: &NewLetter, day: &str) -> Result<bool> {
    let Some(matter) = &new.once else {
        return Ok(true);
    };
    let of = (Budget::Once, day, matter.as_str());
    let before = View(connection).spent(Budget::Once, day, matter)?;
    let once = Spent { count: 1, bytes: 0 };
    budgets::spend(connection, of, once)?;
    Ok(before.count == 0)
}

/// Adds a letter after its tokens.
fn add_letter(
    connection: &Connection,
    new: &NewLetter,
    decided: &Committed,
    now: &str,
) -> Result<LetterId> {
    let new_game = decided.game;
    let mut made: Vec<TokenId> = Vec::with_capacity(new.tokens.len());
    for token in &new.tokens {
        let scope = match token.scope {
            NewScope::Seat { game, seat, state } => TokenScope::Seat {
                game: game_of(game, new_game)?,
                seat,
                state,
            },
            NewScope::Player(player) => TokenScope::Player(player),
            NewScope::NewPlayer(nth) => TokenScope::Player(added(&decided.players, nth)?),
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
                let asked = decided.account_questions.get(nth).copied();
                TokenScope::Question(asked.ok_or_else(|| {
                    StoreError::Constraint(format!("the decision asks no question number {nth}"))
                })?)
            }
            NewScope::List(player) => TokenScope::List(player),
        };
        made.push(tokens::add(connection, scope, token)?);
    }
    let seat = match new.seat {
        Some((game, seat)) => Some((game_of(game, new_game)?, seat)),
        None => None,
    };
    let id = outbox::add(connection, new, seat, &made, now)?;
    // The first letter of a game answers the mail that it names.
    let answers = matches!(new.kind, LetterKind::Answer | LetterKind::First);
    if let Some(mail) = new.mail.filter(|_| answers) {
        inbox::set_answer(connection, mail, id)?;
    }
    Ok(id)
}
