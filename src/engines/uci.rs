//! What is said to programs that speak UCI, or USI, which is UCI for shogi.

use std::fs;

use crate::clock::Deadline;
use crate::config::Protocol;
use crate::partner::Level;
use crate::rules::Game;

use super::{ANSWERS, CHESS, Fault, Offer, Result, Session, Told, written};

/// As good as a game that is won.
const WON: i64 = 100_000;

/// The names of the protocol, as commands have them.
fn word(session: &Session<'_>) -> &'static str {
    match session.engine.protocol {
        Protocol::Usi => "usi",
        _ => "uci",
    }
}

pub(super) fn offer(session: &mut Session<'_>) -> Result<Offer> {
    let word = word(session);
    session.talk.say(word);
    let mut offer = Offer::default();
    loop {
        let line = session.line()?;
        if line == format!("{word}ok") {
            break;
        }
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            continue;
        }
        let words: Vec<&str> = words.collect();
        match words.get(1) {
            Some(&"VariantPath") => offer.by_file = true,
            Some(&("UCI_Variant" | "USI_Variant")) => {
                let names = words.windows(2).filter(|pair| pair[0] == "var");
                offer.games = names.map(|pair| pair[1].to_owned()).collect();
            }
            _ => {}
        }
    }
    if offer.games.is_empty() {
        // Without a choice of games it plays that for which the protocol was made.
        let only = if word == "usi" { "shogi" } else { "chess" };
        offer.games.push(only.to_owned());
    }
    Ok(offer)
}

/// Chooses a game.
///
/// # Errors
/// It does not know it.
pub(super) fn choose(session: &mut Session<'_>, told: &Told) -> Result<()> {
    let mut offer = offer(session)?;
    if let Some(section) = &told.section
        && offer.by_file
        && !offer.games.contains(&told.variant)
    {
        let file = session.folder.path().join("variants.ini");
        fs::write(&file, section).map_err(|_| Fault::NotRun)?;
        let path = format!("setoption name VariantPath value {}", file.display());
        session.talk.say(&path);
        offer = self::offer(session)?;
    }
    if !offer.games.contains(&told.variant) {
        return Err(Fault::Unknown);
    }
    if offer.games.len() > 1 {
        let name = format!("setoption name UCI_Variant value {}", told.variant);
        session.talk.say(&name);
    }
    session.talk.say("isready");
    while session.line()? != "readyok" {}
    Ok(())
}

/// Tells it the position of a game.
fn place(session: &mut Session<'_>, told: &Told, size: Option<(u8, u8)>) -> Result<()> {
    let start = match (&told.section, size) {
        (None, _) if !told.placed => "startpos".to_owned(),
        (None, _) if told.variant != CHESS => return Err(Fault::Unknown),
        (_, None) => format!("fen {}", told.start),
        (_, Some(_)) => {
            let sfen = written::sfen(&told.start).ok_or(Fault::Unknown)?;
            format!("sfen {sfen}")
        }
    };
    let mut line = format!("position {start}");
    if !told.turns.is_empty() {
        line.push_str(" moves");
    }
    for turn in &told.turns {
        let turn = match size {
            Some(size) => written::usi(turn, size).ok_or(Fault::Unknown)?,
            None => turn.clone(),
        };
        line.push(' ');
        line.push_str(&turn);
    }
    session.talk.say(&line);
    Ok(())
}

/// Files and ranks of the board, if turns are written as USI does.
fn size(session: &Session<'_>, told: &Told) -> Option<(u8, u8)> {
    let ranks: Vec<&str> = told.start.split(['[', ' ']).next()?.split('/').collect();
    let (mut files, mut free) = (0_u8, 0_u8);
    for c in ranks.first()?.chars() {
        match c.to_digit(10).and_then(|digit| u8::try_from(digit).ok()) {
            Some(digit) => free = free.saturating_mul(10).saturating_add(digit),
            None => {
                files = files
                    .saturating_add(free)
                    .saturating_add(u8::from(c != '+'));
                free = 0;
            }
        }
    }
    let of_usi = session.engine.protocol == Protocol::Usi;
    of_usi.then(|| {
        (
            files.saturating_add(free),
            u8::try_from(ranks.len()).unwrap_or(0),
        )
    })
}

pub(super) fn play(
    session: &mut Session<'_>,
    told: &Told,
    level: Level,
) -> Result<(String, Option<i64>)> {
    choose(session, told)?;
    let size = size(session, told);
    place(session, told, size)?;
    session.talk.say(&format!("go nodes {}", level.budget()));
    session.thinks();
    let (mut score, mut stopped) = (None, false);
    loop {
        let Some(line) = session.line_or("stop", &mut stopped)? else {
            continue;
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["bestmove", turn, ..] => {
                let turn = match size {
                    Some(size) => written::usi(turn, size),
                    None => Some(turn.to_owned()),
                };
                let none = ["resign", "win", "(none)", "0000", "draw"];
                return match turn.filter(|turn| !none.contains(&turn.as_str())) {
                    Some(turn) => Ok((turn, score)),
                    None => Err(Fault::NoTurn),
                };
            }
            ["info", ..] => score = score_of(&words).or(score),
            _ => {}
        }
    }
}

/// How good it finds the position, if the line says that.
fn score_of(words: &[&str]) -> Option<i64> {
    let at = words.iter().position(|word| *word == "score")?;
    let number: i64 = words.get(at + 2)?.parse().ok()?;
    match words[at + 1] {
        "cp" => Some(number.clamp(-WON, WON)),
        "mate" => Some(if number > 0 { WON } else { -WON }),
        _ => None,
    }
}

/// The turns of a position as it writes them, and the number of turns two deep.
///
/// # Errors
/// It cannot count them.
pub(super) fn count(
    session: &mut Session<'_>,
    told: &Told,
    game: &dyn Game,
) -> Result<(Vec<String>, u64)> {
    let size = size(session, told);
    let here = Told {
        start: game.position(),
        turns: Vec::new(),
        ..told.clone()
    };
    place(session, &here, size)?;
    session.talk.say("go perft 2");
    // It counts some thousand positions.
    session.until = Deadline::after(ANSWERS);
    let mut turns = Vec::new();
    loop {
        let line = session.line()?;
        let Some((name, number)) = line.rsplit_once(':') else {
            // A program that cannot count thinks instead.
            if line.starts_with("bestmove") {
                return Err(Fault::NoTurn);
            }
            continue;
        };
        let Ok(number) = number.trim().parse() else {
            continue;
        };
        if name == "Nodes searched" {
            turns.sort_unstable();
            return Ok((turns, number));
        }
        let turn = match size {
            Some(size) => written::usi(name, size),
            None => Some(name.to_owned()),
        };
        turns.extend(turn);
    }
}
