//! What the lines of a mail ask of a game: queries and requests.

use crate::commands::{self, Command, Draw, Extra, Line, Meeting, Script};
use crate::games::{Guard, Request};
use crate::ids::GameId;
use crate::letters::Query;
use crate::text;

use crate::office::act::consent;
use crate::office::act::lines::LONGEST_LINE;

/// What a command wants to see; `None`: it wants something else.
pub(in crate::office) fn query(command: &Command) -> Option<Query> {
    Some(match command {
        Command::Preview(turn) => Query::Preview(turn.clone()),
        Command::Legal(what) => Query::Legal(what.clone()),
        Command::Show { at, game } => Query::Show {
            at: at.map(|at| at.number),
            second: at.is_some_and(|at| at.dots >= 3),
            game: game.map(GameId),
        },
        Command::Film { turns, game } => Query::Film {
            from: turns.map(|(first, _)| first),
            to: turns.map(|(_, last)| last),
            game: game.map(GameId),
        },
        Command::History => Query::History,
        Command::Clock => Query::Clock,
        Command::Export(game) => Query::Export(game.map(GameId)),
        Command::Games => Query::Games,
        Command::Help(topic) => Query::Help(topic.clone()),
        Command::Commands => Query::Commands,
        Command::Rules(variant) => Query::Rules(variant.clone()),
        Command::Variants(None) => Query::Variants,
        Command::Variants(Some(words)) => Query::FindVariants(words.clone()),
        Command::Resend => Query::Resend,
        Command::Legend => Query::Legend,
        Command::Settings => Query::Settings,
        Command::Meeting(Meeting::Seeks(variant)) => Query::Seeks(variant.clone()),
        _ => return None,
    })
}

/// What a line wants done in a game, in order.
pub(super) fn requests(line: &Line) -> Vec<Request> {
    let mut all = match &line.command {
        Command::Turn { turn, .. } => return requests_of_turn(line, turn),
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
            let turn = turn.clone();
            let play = turn.map(|turn| Request::Play { turn, number: None });
            [Request::ClaimDraw].into_iter().chain(play).collect()
        }
        Command::Say { to, text } => vec![Request::Say {
            to: to.clone(),
            words: text.clone(),
        }],
        other => consent::request(other).into_iter().collect(),
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
