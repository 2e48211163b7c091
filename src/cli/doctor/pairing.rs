//! Programs that pair the rounds of Swiss events.

use crate::contests::rounds::by_program::sample;
use crate::office::pairing::{answer, version};
use crate::outside::is_confined;

use super::super::Server;
use super::Finding;

const PART: &str = "pairing";

/// Lets each program pair the first round of four players.
pub(super) fn check(server: &Server) -> Vec<Finding> {
    let programs = server.office.settings().pairing.iter();
    let findings = programs.map(|program| {
        let name = &program.name;
        match answer(program, &sample(4, version(program))) {
            Ok(said) if said.split_whitespace().next() == Some("2") => {
                let confined = match is_confined() {
                    true => "without network",
                    false => "with network, since neither `bwrap` nor `unshare` works here",
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
