//! What the lines of a mail ask of a game: queries and requests.

use crate::commands::{self, Command, Draw, Extra, Line, Meeting, Script};
use crate::games::{Guard, Request};
use crate::ids::GameId;
use crate::letters::Query;
use crate::text;

use crate::office::act::consent;
use crate::office::act::lines::LONGEST_LINE;

/// What a command wants.
enum Wanted {
    Shown(Query),
    /// To have something done in a game, in order.
    Done(Vec<Request>),
    Other,
}

/// What a command wants to see; `None`: it wants something else.
pub(in crate::office) fn query(command: &Command) -> Option<Query> {
    match wanted(command) {
        Wanted::Shown(query) => Some(query),
        Wanted::Done(_) | Wanted::Other => None,
    }
}

/// What a line wants done, in order.
pub(in crate::office) fn requests(line: &Line) -> Vec<Request> {
    let mut all = match &line.command {
        Command::Turn { turn, .. } => return requests_of_turn(line, turn),
        command => match wanted(command) {
            Wanted::Done(requests) => requests,
            Wanted::Shown(_) | Wanted::Other => Vec::new(),
        },
    };
    all.extend(said(line));
    all
}

/// The words below a line.
pub(in crate::office) fn said(line: &Line) -> Option<Request> {
    let words = line.words.clone().filter(|words| !words.trim().is_empty());
    words.map(|words| Request::Say { to: None, words })
}

/// What a line with a turn wants done, if this turn is meant.
pub(in crate::office) fn requests_of_turn(line: &Line, turn: &str) -> Vec<Request> {
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

/// What a command that is no turn wants.
fn wanted(command: &Command) -> Wanted {
    match command {
        Command::Preview(turn) => Wanted::Shown(Query::Preview(turn.clone())),
        Command::Legal(what) => Wanted::Shown(Query::Legal(what.clone())),
        Command::Show { at, game } => Wanted::Shown(Query::Show {
            at: at.map(|at| at.number),
            second: at.is_some_and(|at| at.dots >= 3),
            game: game.map(GameId),
        }),
        Command::History => Wanted::Shown(Query::History),
        Command::Clock => Wanted::Shown(Query::Clock),
        Command::Export(game) => Wanted::Shown(Query::Export(game.map(GameId))),
        Command::Games => Wanted::Shown(Query::Games),
        Command::Help(topic) => Wanted::Shown(Query::Help(topic.clone())),
        Command::Commands => Wanted::Shown(Query::Help(None)),
        Command::Rules(variant) => Wanted::Shown(Query::Rules(variant.clone())),
        Command::Variants => Wanted::Shown(Query::Variants),
        Command::Resend => Wanted::Shown(Query::Resend),
        Command::Legend => Wanted::Shown(Query::Legend),
        Command::Settings => Wanted::Shown(Query::Settings),
        Command::Meeting(Meeting::Seeks(variant)) => Wanted::Shown(Query::Seeks(variant.clone())),
        Command::Hold(beginning) => Wanted::Done(vec![Request::Hold(beginning.clone())]),
        Command::Drop => Wanted::Done(vec![Request::Drop]),
        Command::Finish => Wanted::Done(vec![Request::Finish]),
        Command::Plan(lines) => Wanted::Done(vec![Request::Plan(lines.clone())]),
        Command::ClearPlans(number) => Wanted::Done(vec![Request::ClearPlans(*number)]),
        Command::Resign => Wanted::Done(vec![Request::Resign]),
        Command::Draw(Draw::Offer) => Wanted::Done(vec![Request::OfferDraw]),
        Command::Draw(Draw::Accept) => Wanted::Done(vec![Request::AcceptDraw]),
        Command::Draw(Draw::Decline) => Wanted::Done(vec![Request::DeclineDraw]),
        Command::Draw(Draw::Claim(turn)) => {
            let play = turn
                .clone()
                .map(|turn| Request::Play { turn, number: None });
            Wanted::Done([Request::ClaimDraw].into_iter().chain(play).collect())
        }
        Command::Undo(_)
        | Command::Pause(_)
        | Command::Resume
        | Command::Time(_)
        | Command::Forgive
        | Command::AddTime(_) => Wanted::Done(consent::request(command).into_iter().collect()),
        Command::Say { to, text } => Wanted::Done(vec![Request::Say {
            to: to.clone(),
            words: text.clone(),
        }]),
        Command::Plans
        | Command::TestPlans(_)
        | Command::Turn { .. }
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
        | Command::Unrecognised => Wanted::Other,
    }
}

/// What of a mail could be carried out later, with the lines; at most so many. What is planned in it stays
/// secret, and is not kept.
pub(in crate::office) fn waiting(script: &Script, most: usize) -> Vec<(String, Vec<Request>)> {
    // What is doubtful is asked about when the players themselves write it.
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
