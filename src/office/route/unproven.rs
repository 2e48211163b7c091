//! Mails that prove nothing: what they ask of a member, and for which seat they seem to come.

use anyhow::Result;

use crate::commands::{self, Command, Line, Meeting, NoGame, People, Scope, Script, phrases};
use crate::ids::{ChallengeId, GameId};
use crate::rules::game::Seat;
use crate::store::Snapshot;
use crate::variants::Games;

use crate::office::load::scope::{self, NamedBy};
use crate::office::{Author, InboxMail};

/// What a mail asks for that only the player in whose name it comes may ask for; `None`:
/// nothing, or it is about a game.
pub(super) fn asked_of_member(mail: &InboxMail, author: &Author) -> Option<Script> {
    if author.player.is_none() || author.foreign.is_some() {
        return None;
    }
    let mut script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
    // The key of a challenge proves nothing where the host does not vouch for the mail as it used to.
    if let [(number, ..)] = author.account.challenges.as_slice() {
        script
            .lines
            .iter_mut()
            .for_each(|line| name(line, *number, &mail.games));
    }
    let of_player = |line: &Line| {
        line.doubt.is_none()
            && line.game.is_none()
            && line.command.verb().is_some()
            && line.command.scope() == Scope::Player
    };
    if !script.lines.iter().any(of_player) {
        return None;
    }
    let of_a_game = |line: &Line| line.command.scope() == Scope::Game;
    let says = |line: &Line| matches!(line.command, Command::People(People::Message { .. }));
    // What is in a message casts no doubt on it.
    let doubted = || mail.lines.iter().any(|line| phrases::casts_doubt(line));
    let says = script.lines.iter().any(says);
    let unclear = script.lines.iter().any(of_a_game) || !says && doubted();
    (!unclear).then_some(script)
}

/// Gives an answer to a challenge the number of that challenge, without which it belongs to the letter that it answers.
fn name(line: &mut Line, number: ChallengeId, games: &Games) {
    let behind = |text: &str| text.split_once(' ').map_or("", |(_, rest)| rest).to_owned();
    let text = match &line.command {
        Command::Yes | Command::YesAdd | Command::Meeting(Meeting::Accept(None)) => {
            format!("accept {number}")
        }
        Command::No => format!("decline {number}"),
        Command::Meeting(Meeting::Decline { number: None, .. }) => {
            format!("decline {number} {}", behind(&line.text))
        }
        Command::Meeting(Meeting::Counter { number: None, .. }) => {
            format!("counter {number} {}", behind(&line.text))
        }
        _ => return,
    };
    let named = commands::read(&[text.trim_end().to_owned()], "", &NoGame(games));
    if let Some(named) = named.lines.into_iter().next() {
        *line = named;
    }
}

/// The seat in whose name a mail comes that proves nothing.
pub(super) fn claimed_seat(
    store: &dyn Snapshot,
    mail: &InboxMail,
    author: &Author,
) -> Result<Option<(GameId, Seat, NamedBy)>> {
    let keyed = |(game, seat, _)| (game, seat, NamedBy::Key);
    let foreign = author.foreign.map(keyed);
    let player = match &author.player {
        Some(player) if author.doubt.is_none() => player,
        _ => return Ok(foreign),
    };
    let in_text = || {
        let game = scope::in_lines(mail).next()?;
        Some((game, NamedBy::Line))
    };
    let in_subject = || {
        let game = commands::subject_game(&mail.message.subject)?;
        Some((GameId(game), NamedBy::Subject))
    };
    // A player may have quoted a letter of somebody else's: they write for their own seat.
    let named = foreign.map(|(game, _, by)| (game, by)).or_else(in_text);
    if let Some((game, by)) = named.or_else(in_subject) {
        let own = scope::seat_in(store, game, player.id)?;
        return Ok(own.map(|seat| (game, seat, by)));
    }
    let due = scope::only_due(store, player.id)?;
    Ok(due.map(|(game, seat)| (game, seat, NamedBy::OnlyDue)))
}
