//! Which games a mail without a key is about, whose author its host vouches for
//! (`docs/mail-protocol.md`, rule 4).

use anyhow::Result;
use serde::Serialize;

use crate::commands::{self, Command, Line, NoGame, Scope};
use crate::ids::{GameId, PlayerId};
use crate::letters::Conflict;
use crate::rules::game::Seat;
use crate::store::{PlayerRow, Snapshot};

use crate::office::load::reader::Reader;
use crate::office::{InboxMail, stored_game};

/// At most this many games that are named are looked at.
const READ_LINES: usize = 200;
/// At most this many games are looked for that a mail names.
pub const MAX_NAMED: usize = 20;
/// At most this many running games of a player are looked at.
const MAX_RUNNING: usize = 200;

/// What says which game a mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NamedBy {
    /// The key of a letter.
    Key,
    /// A line of the mail.
    Line,
    /// The Message-ID of the letter that it answers.
    Letter,
    /// The number of a game in the Subject.
    Subject,
    /// It is the only game in which its author is to move.
    OnlyDue,
    /// It asks for nothing in a game; this is the newest one.
    Newest,
}

/// The games of a mail, with the author's seats; how the mail contradicts itself, if it does; and what says
/// which games they are.
pub type Found = (Vec<(GameId, Seat)>, Option<Conflict>, Option<NamedBy>);

/// Finds the games: those that lines name; else that of the letter that is answered; else that of the
/// Subject; else the only one in which the author is to move. A mail that asks for nothing in a game is about
/// the newest one, with which it is answered; one that is about events alone is about none.
pub fn games_of(
    store: &dyn Snapshot,
    player: &PlayerRow,
    mail: &InboxMail,
    domain: &str,
) -> Result<Found> {
    let seat_in = |game: GameId| -> Result<Option<(GameId, Seat)>> {
        Ok(seat_in(store, game, player.id)?.map(|seat| (game, seat)))
    };
    let (mut in_lines, at_once) = named_in_lines(store, player.id, mail)?;
    let answered = answered_game(mail, domain);
    let in_subject = commands::subject_game(&mail.message.subject).map(GameId);
    if let ([only], false) = (in_lines.as_slice(), at_once) {
        // Lines above the first number are about another game, if there is one that they may be about.
        let only = *only;
        let others = match answered.or(in_subject) {
            None => only_due(store, player.id)?.map(|(game, _)| game),
            other => other,
        };
        in_lines.extend(others.filter(|game| *game != only));
    }
    if let [first, _, ..] = in_lines.as_slice() {
        let mut games = Vec::new();
        for game in &in_lines {
            games.extend(seat_in(*game)?);
        }
        let conflict = in_subject.filter(|named| !in_lines.contains(named));
        let conflict = conflict.map(|named| Conflict::TextAndSubject(*first, named));
        return Ok((games, conflict, Some(NamedBy::Line)));
    }
    let in_text = in_lines.first().copied();
    use Conflict::{NameAndLetter, TextAndSubject};
    let conflict = match (in_text, answered, in_subject) {
        (Some(text), Some(letter), _) if text != letter => Some(NameAndLetter(text, letter)),
        (Some(text), _, Some(subject)) if text != subject => Some(TextAndSubject(text, subject)),
        (_, Some(letter), Some(subject)) if subject != letter => {
            Some(NameAndLetter(subject, letter))
        }
        _ => None,
    };
    // A mail that contradicts itself is answered in the first of the games in which its author has a seat.
    let named = [
        (in_text, NamedBy::Line),
        (answered, NamedBy::Letter),
        (in_subject, NamedBy::Subject),
    ];
    for (game, by) in named {
        if let Some(found) = game.map(seat_in).transpose()?.flatten() {
            return Ok((vec![found], conflict, Some(by)));
        }
    }
    if named.iter().any(|(game, _)| game.is_some()) {
        return Ok((Vec::new(), None, None));
    }
    if is_about_events(store, mail) {
        return Ok((Vec::new(), None, None));
    }
    let due = only_due(store, player.id)?;
    if due.is_some() || !asks_for_no_game(mail) {
        let by = due.is_some().then_some(NamedBy::OnlyDue);
        return Ok((Vec::from_iter(due), None, by));
    }
    let newest = store.games_of(player.id, false, 1)?;
    let newest = newest.into_iter().map(|(game, seat)| (game.id, Seat(seat)));
    Ok((newest.collect(), None, Some(NamedBy::Newest)))
}

/// The games that a mail names: in its lines, by the letter that it answers, and in its Subject.
pub fn named_games(mail: &InboxMail, domain: &str) -> Vec<GameId> {
    let in_subject = commands::subject_game(&mail.message.subject);
    let mut games: Vec<GameId> = in_lines(mail).take(MAX_NAMED).collect();
    games.extend(answered_game(mail, domain));
    games.extend(in_subject.map(GameId));
    games
}

/// The numbers of games with which lines begin.
pub fn in_lines(mail: &InboxMail) -> impl Iterator<Item = GameId> {
    let named = mail.lines.iter().map(|line| commands::named_game(line));
    named.flatten().map(GameId)
}

/// The first seat of a player in a game.
///
/// # Errors
/// The store fails.
pub fn seat_in(store: &dyn Snapshot, game: GameId, player: PlayerId) -> Result<Option<Seat>> {
    let mut seats = store.seats(game)?.into_iter();
    let own = seats.find(|row| row.player == player);
    Ok(own.map(|row| Seat(row.seat)))
}

/// The only running game in which a player is to move.
pub fn only_due(store: &dyn Snapshot, player: PlayerId) -> Result<Option<(GameId, Seat)>> {
    let mut due = store.games_of(player, true, MAX_RUNNING)?;
    due.retain(|(game, seat)| game.course.to_move == *seat);
    Ok(match due.as_slice() {
        [(game, seat)] => Some((game.id, Seat(*seat))),
        _ => None,
    })
}

/// The games for which lines are meant by the numbers with which they begin, each once; else the one that is
/// declined, or whose points are refused. The second value: whether the first of these lines is the first one of the mail.
fn named_in_lines(
    store: &dyn Snapshot,
    player: PlayerId,
    mail: &InboxMail,
) -> Result<(Vec<GameId>, bool)> {
    let mut named: Vec<GameId> = Vec::new();
    for game in in_lines(mail) {
        if !named.contains(&game) && named.len() < MAX_NAMED {
            named.push(game);
        }
    }
    let mut own = Vec::new();
    for game in &named {
        if let Some(seat) = seat_in(store, *game, player)? {
            own.push((stored_game(store, *game)?, seat));
        }
    }
    let games = own.iter();
    let games = games.map(|(stored, seat)| (stored, *seat, stored.state, false));
    let reader = Reader::new("", &mail.games, games);
    // `#2 was better` are words, and name no game.
    let mut found: Vec<GameId> = Vec::new();
    let open = |game: &GameId, found: &[GameId]| named.contains(game) && !found.contains(game);
    for line in mail.lines.iter().take(READ_LINES) {
        // Reading a line takes time: only those are read that can name one more game.
        let candidate = commands::named_game(line).map(GameId);
        if candidate.is_some_and(|game| open(&game, &found))
            && let Some(game) = commands::meant_game(line, &reader).map(GameId)
        {
            found.push(game);
        }
    }
    if found.is_empty() {
        let script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
        let declined = script.lines.iter().find_map(|line| match line.command {
            Command::Decline(game) => Some(GameId(game)),
            Command::RefusePoints => line.game.map(GameId),
            _ => None,
        });
        found.extend(declined);
        return Ok((found, true));
    }
    let mut written = mail.lines.iter();
    let first = written.find(|line| line.chars().any(char::is_alphanumeric));
    let at_once = first.is_some_and(|line| commands::named_game(line).is_some());
    Ok((found, at_once))
}

/// The game of the letter that is answered, from Message-IDs of ours such as `g17.white@example.org`: that of
/// In-Reply-To, else the last one in References.
fn answered_game(mail: &InboxMail, domain: &str) -> Option<GameId> {
    let of_id = |id: &String| {
        let (local, host) = id.rsplit_once('@')?;
        let digits = local.strip_prefix('g')?.split_once('.')?.0;
        let ours = host.eq_ignore_ascii_case(domain) && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| ours).map(GameId)
    };
    let message = &mail.message;
    let answered = message.in_reply_to.iter().find_map(of_id);
    answered.or_else(|| message.references.iter().rev().find_map(of_id))
}

/// Whether there is a command in the mail, and none that is about a game.
fn asks_for_no_game(mail: &InboxMail) -> bool {
    let script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
    let commands = script.lines.iter().map(|line| &line.command);
    let known = commands.filter(|command| **command != Command::Unrecognised);
    let mut known = known.peekable();
    known.peek().is_some() && known.all(|command| command.scope() != Scope::Game)
}

/// Whether there is a command in the mail, and all of them are about events.
fn is_about_events(store: &dyn Snapshot, mail: &InboxMail) -> bool {
    let mut reader = Reader::new("", &mail.games, std::iter::empty());
    reader.names = Some(store);
    let script = commands::read(&mail.lines, &mail.message.subject, &reader);
    let is_event = |line: &Line| matches!(line.command, Command::Event(_));
    !script.lines.is_empty() && script.lines.iter().all(is_event)
}
