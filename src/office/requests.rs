//! What the lines of a mail ask of a game: queries and requests.

use crate::commands::{self, Command, Draw, Extra, Line, Meeting, Script};
use crate::games::{Guard, Request};
use crate::ids::GameId;
use crate::letters::Query;
use crate::text;

use super::consent;
use super::lines::LONGEST_LINE;

/// What a command wants to see; `None` if it wants something done.
pub(super) fn query(command: &Command) -> Option<Query> {
    Some(match command {
        Command::Preview(turn) => Query::Preview(turn.clone()),
        Command::Legal(what) => Query::Legal(what.clone()),
        Command::Show { at, game } => Query::Show {
            at: at.map(|at| at.number),
            second: at.is_some_and(|at| at.dots >= 3),
            game: game.map(GameId),
        },
        Command::History => Query::History,
        Command::Clock => Query::Clock,
        Command::Export(game) => Query::Export(game.map(GameId)),
        Command::Games => Query::Games,
        Command::Help(topic) => Query::Help(topic.clone()),
        Command::Commands => Query::Help(None),
        Command::Rules(variant) => Query::Rules(variant.clone()),
        Command::Variants => Query::Variants,
        Command::Resend => Query::Resend,
        Command::Legend => Query::Legend,
        Command::Settings => Query::Settings,
        Command::Meeting(Meeting::Seeks(variant)) => Query::Seeks(variant.clone()),
        Command::Plan(_)
        | Command::Plans
        | Command::ClearPlans(_)
        | Command::TestPlans(_)
        | Command::Turn { .. }
        | Command::Hold(_)
        | Command::Drop
        | Command::Finish
        | Command::Resign
        | Command::Draw(_)
        | Command::Undo(_)
        | Command::Pause(_)
        | Command::Resume
        | Command::Time(_)
        | Command::Forgive
        | Command::AddTime(_)
        | Command::Say { .. }
        | Command::Yes
        | Command::YesAdd
        | Command::No
        | Command::Address(_)
        | Command::Confirm
        | Command::Decline(_)
        | Command::Unsubscribe
        | Command::Format { .. }
        | Command::Setting(_)
        | Command::Choice(..)
        | Command::Watch(_)
        | Command::Unwatch(_)
        | Command::Leave(_)
        | Command::Meeting(_)
        | Command::People(_)
        | Command::Misused { .. }
        | Command::Unrecognised => return None,
    })
}

/// What a line wants done, in order.
pub(super) fn requests(line: &Line) -> Vec<Request> {
    let mut all = match &line.command {
        Command::Turn { turn, .. } => return requests_of_turn(line, turn),
        command => requests_of(command),
    };
    all.extend(said(line));
    all
}

/// The words that stand below a line.
pub(super) fn said(line: &Line) -> Option<Request> {
    let words = line.words.clone().filter(|words| !words.trim().is_empty());
    words.map(|words| Request::Say { to: None, words })
}

/// What a line with a turn wants done, if this turn is meant.
pub(super) fn requests_of_turn(line: &Line, turn: &str) -> Vec<Request> {
    let Command::Turn { guard, then, .. } = &line.command else {
        return Vec::new();
    };
    let play = Request::Play {
        turn: turn.to_owned(),
        number: guard.map(|guard| Guard {
            number: guard.number,
            second: guard.dots >= 3,
        }),
    };
    let mut all = match then {
        None => vec![play],
        Some(Extra::DrawOffer) => vec![play, Request::OfferDraw],
        Some(Extra::DrawClaim) => vec![Request::ClaimDraw, play],
    };
    all.extend(said(line));
    all
}

/// What a command wants done that is no turn.
fn requests_of(command: &Command) -> Vec<Request> {
    match command {
        Command::Hold(beginning) => vec![Request::Hold(beginning.clone())],
        Command::Drop => vec![Request::Drop],
        Command::Finish => vec![Request::Finish],
        Command::Plan(lines) => vec![Request::Plan(lines.clone())],
        Command::ClearPlans(number) => vec![Request::ClearPlans(*number)],
        Command::Resign => vec![Request::Resign],
        Command::Draw(Draw::Offer) => vec![Request::OfferDraw],
        Command::Draw(Draw::Accept) => vec![Request::AcceptDraw],
        Command::Draw(Draw::Decline) => vec![Request::DeclineDraw],
        Command::Draw(Draw::Claim(turn)) => {
            let play = turn
                .clone()
                .map(|turn| Request::Play { turn, number: None });
            [Request::ClaimDraw].into_iter().chain(play).collect()
        }
        Command::Undo(_)
        | Command::Pause(_)
        | Command::Resume
        | Command::Time(_)
        | Command::Forgive
        | Command::AddTime(_) => consent::request(command).into_iter().collect(),
        Command::Say { to, text } => vec![Request::Say {
            to: to.clone(),
            words: text.clone(),
        }],
        Command::Preview(_)
        | Command::Legal(_)
        | Command::Show { .. }
        | Command::History
        | Command::Clock
        | Command::Export(_)
        | Command::Games
        | Command::Help(_)
        | Command::Commands
        | Command::Rules(_)
        | Command::Variants
        | Command::Resend
        | Command::Plans
        | Command::TestPlans(_)
        | Command::Yes
        | Command::YesAdd
        | Command::No
        | Command::Address(_)
        | Command::Confirm
        | Command::Decline(_)
        | Command::Unsubscribe
        | Command::Format { .. }
        | Command::Setting(_)
        | Command::Choice(..)
        | Command::Settings
        | Command::Legend
        | Command::Watch(_)
        | Command::Unwatch(_)
        | Command::Leave(_)
        | Command::Meeting(_)
        | Command::People(_)
        | Command::Misused { .. }
        | Command::Turn { .. }
        | Command::Unrecognised => Vec::new(),
    }
}

/// What of a mail could be carried out later, with the lines; at most so many. What is planned in it stays
/// secret, and is not kept.
pub(super) fn waiting(script: &Script, most: usize) -> Vec<(String, Vec<Request>)> {
    // What is doubtful is asked about when the player himself writes it.
    let sure = script.lines.iter().filter(|line| line.doubt.is_none());
    let lines = sure.take(most);
    let lines = lines.map(|line| match &line.command {
        Command::Plan(_) => (
            commands::PLAN_BLANK.to_owned(),
            vec![Request::Plan(Vec::new())],
        ),
        _ => (text::clean(&line.text, LONGEST_LINE), requests(line)),
    });
    lines.filter(|(_, requests)| !requests.is_empty()).collect()
}
