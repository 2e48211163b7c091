//! What is said to programs that speak the protocol of XBoard.

use crate::partner::Level;

use super::{CHESS, Fault, Offer, Result, Session, Told};

/// Seconds and depths of the levels.
const BUDGETS: [(i64, u8); 5] = [(1, 1), (1, 2), (2, 4), (5, 7), (8, 30)];

/// The name of a game there.
pub(super) fn name(id: &str) -> &str {
    match id {
        CHESS => "normal",
        other => other,
    }
}

pub(super) fn offer(session: &mut Session<'_>) -> Result<Offer> {
    session.talk.say("xboard");
    session.talk.say("protover 2");
    let mut offer = Offer::default();
    loop {
        let line = session.line()?;
        let Some(said) = line.strip_prefix("feature ") else {
            continue;
        };
        if let Some((_, rest)) = said.split_once("variants=\"") {
            let names = rest.split('"').next().unwrap_or_default();
            let names = names.split(',').map(|name| name.trim().to_owned());
            offer.games = names.collect();
        }
        if said.contains("done=0") {
            session.thinks();
        }
        if said.contains("done=1") {
            return Ok(offer);
        }
    }
}

pub(super) fn play(
    session: &mut Session<'_>,
    told: &Told,
    level: Level,
) -> Result<(String, Option<i64>)> {
    let name = name(&told.variant);
    if told.section.is_some()
        || told.placed
        || !offer(session)?.games.iter().any(|known| known == name)
    {
        return Err(Fault::Unknown);
    }
    let number = Level::ALL.iter().position(|known| *known == level);
    let (seconds, depth) = BUDGETS[number.unwrap_or(0)];
    session.talk.say("new");
    if name != "normal" {
        session.talk.say(&format!("variant {name}"));
    }
    for line in ["easy", "post", "force"] {
        session.talk.say(line);
    }
    let by = |by: i8| move |turn: &str| shifted(turn, by);
    let ten = told.variant == "xiangqi";
    for turn in &told.turns {
        let turn = if ten {
            by(-1)(turn)
        } else {
            Some(turn.clone())
        };
        session.talk.say(&turn.ok_or(Fault::Unknown)?);
    }
    let most = (session.engine.seconds - 1).max(1);
    session.talk.say(&format!("st {}", seconds.min(most)));
    session.talk.say(&format!("sd {depth}"));
    session.talk.say("go");
    session.thinks();
    let (mut score, mut stopped) = (None, false);
    loop {
        let Some(line) = session.line_or("?", &mut stopped)? else {
            continue;
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["move", turn] => {
                let turn = if ten {
                    by(1)(turn)
                } else {
                    Some(turn.to_owned())
                };
                return Ok((turn.ok_or(Fault::Illegal)?, score));
            }
            ["resign" | "1-0" | "0-1" | "1/2-1/2", ..] => return Err(Fault::NoTurn),
            // Depth, score, time, positions.
            [depth, said, _, _, ..] if depth.parse::<u32>().is_ok() => {
                score = said.parse().ok().or(score);
            }
            _ => {}
        }
    }
}

/// A turn on ranks whose numbers begin with 1 in place of 0, or the other way round.
fn shifted(turn: &str, by: i8) -> Option<String> {
    let mut out = String::new();
    let mut rest = turn;
    while let Some(file) = rest.chars().next() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let number: i8 = rest.get(1..=digits)?.parse().ok()?;
        out = format!("{out}{file}{}", number.checked_add(by)?);
        rest = rest.get(1 + digits..)?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_xiangqi_begin_with_0_there() {
        assert_eq!(shifted("h3h10", -1).as_deref(), Some("h2h9"));
        assert_eq!(shifted("h2h9", 1).as_deref(), Some("h3h10"));
        for odd in ["é", "h", "hh", "resign"] {
            assert_eq!(shifted(odd, 1), None, "{odd}");
        }
    }
}
