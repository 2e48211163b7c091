//! The operator's files of variants, and games that came by mail.

use crate::text::clean;

use super::super::{Server, installed};
use super::Finding;

const PART: &str = "variants";

/// Reports files that cannot be read, sections that are off, and names that players have, too.
pub(super) fn check(server: &mut Server) -> Vec<Finding> {
    let mut findings = Vec::new();
    let files = server.office.settings().variants.now();
    for why in installed::troubles(&files) {
        let mend = "correct [variants] in the settings";
        findings.push(Finding::wrong(PART, why, mend));
    }
    let mend = "correct the file (`zugpost variant check FILE` tells all); its other games are played, and games that were \
                begun go on";
    let off = server.office.games_off().iter().take(20);
    let off = off.map(|off| Finding::wrong(PART, installed::told(off), mend));
    findings.extend(off);
    let names = server.look(|office, store| {
        let players = store.players()?.into_iter();
        let members = players.filter(|one| one.membership.is_member());
        let named = members.filter(|one| office.games().find(&one.name).is_some());
        Ok(named.map(|one| clean(&one.name, 60)).collect::<Vec<_>>())
    });
    match names {
        Ok(names) if !names.is_empty() => {
            let text = format!("players have the names of games: {}", names.join(", "));
            let mend = "they keep them; `zugpost player rename NAME OTHER` gives another one";
            findings.push(Finding::note(PART, text, mend));
        }
        _ => {}
    }
    if findings.is_empty() {
        let count = server.office.games().all().count();
        findings.push(Finding::ok(PART, format!("{count} games can be played")));
    }
    findings
}
