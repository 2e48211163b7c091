//! Programs that pair the rounds of Swiss events.

use crate::contests::trf::{self, Player, Report};
use crate::office::pairing::{answer, confinement};

use super::super::Server;
use super::Finding;

const PART: &str = "pairing";

/// Lets each program pair the first round of four players.
pub(super) fn check(server: &Server) -> Vec<Finding> {
    let programs = server.office.settings().pairing.iter();
    let findings = programs.map(|program| {
        let name = &program.name;
        match answer(program, &sample()) {
            Ok(said) if said.split_whitespace().next() == Some("2") => {
                let confined = match confinement().contains(&"unshare") {
                    true => "without network",
                    false => "with network, since `unshare` does not work here",
                };
                Finding::ok(PART, format!("{name} pairs players, {confined}"))
            }
            Ok(_) => Finding::wrong(
                PART,
                format!("{name}: its answer is no list of pairs"),
                MEND,
            ),
            Err(error) => Finding::wrong(PART, format!("{name}: {error:#}"), MEND),
        }
    });
    findings.collect()
}

const MEND: &str = "correct [[pairing]] in the settings; until then `zugpost event pair NAME --simple` pairs a round";

/// A report of four players before the first round.
fn sample() -> String {
    let players = (1..=4).map(|number| Player {
        number,
        name: format!("Player {number}"),
        place: Some(number),
        ..Player::default()
    });
    let report = Report {
        name: "Event".to_owned(),
        kind: "Individual: Swiss-System".to_owned(),
        rounds: Some(3),
        players: players.collect(),
        next: Some(1),
        ..Report::default()
    };
    let lines = trf::lines(&report).into_iter();
    let lines = lines.chain(["XXC white1".to_owned()]);
    lines.map(|line| line + "\n").collect()
}
