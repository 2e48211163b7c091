//! Programs of others that play.

use crate::config::EngineProgram;
use crate::engines::{Told, play, tried};
use crate::outside::is_confined;
use crate::partner::Level;
use crate::rules::Options;
use crate::variants::Games;

use super::super::Server;
use super::Finding;

const PART: &str = "engines";

/// Tries which games each program can play, and lets it play a turn.
pub(super) fn check(server: &Server) -> Vec<Finding> {
    let games = server.office.games();
    let engines = server.office.settings().engines.iter();
    engines.flat_map(|engine| found(engine, games)).collect()
}

fn found(engine: &EngineProgram, games: &Games) -> Vec<Finding> {
    let name = &engine.name;
    let wrong = |why: &str| Finding::wrong(PART, format!("{name}: {why}"), MEND);
    let all = match tried(engine, games.all(), &|| false, &|| false) {
        Ok(all) => all,
        Err(fault) => return vec![wrong(fault.told())],
    };
    let ids = |word: &str| -> Vec<&str> {
        let all = all.iter().filter(|(_, verdict)| verdict.as_str() == word);
        all.map(|(game, _)| game.id()).collect()
    };
    let plays = ids("plays");
    let first = plays.first().and_then(|id| games.find(id));
    let begun = first.and_then(|game| Some((game, game.start(&Options::new(), None).ok()?)));
    let Some((variant, game)) = begun else {
        return vec![wrong("it plays no game of this server")];
    };
    let told = Told::begun(variant, game.as_ref());
    if let Err(fault) = play(engine, &told, game.as_ref(), Level::ALL[0], &|| false) {
        return vec![wrong(fault.told())];
    }
    let confined = match is_confined() {
        true => "without network",
        false => "with network",
    };
    let count = plays.len();
    let mut findings = vec![Finding::ok(
        PART,
        format!("{name} plays {count} games, {confined}"),
    )];
    for (word, what) in [
        ("differs", "has other rules for"),
        ("uncounted", "cannot count turns of"),
        ("fails", "does not work in"),
    ] {
        let ids = ids(word);
        if !ids.is_empty() {
            let text = format!("{name} {what} {}", ids.join(", "));
            findings.push(Finding::note(PART, text, NOT_OFFERED));
        }
    }
    findings
}

const MEND: &str = "correct [[engines]] in the settings; until then the house player takes the seats of this program";
const NOT_OFFERED: &str = "nothing has to be done: members cannot challenge it to these games";
