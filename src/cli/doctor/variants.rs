//! The operator's files of variants, and games that came by mail.

use crate::text::{clean, counted};
use crate::variants::{Off, by_file, by_file::catalogue::Catalogue};

use super::super::variant::bytes;
use super::super::{Server, installed};
use super::Finding;

const PART: &str = "variants";

/// Reports files that cannot be read, sections that are off, and names that players have, too.
pub(super) fn check(server: &mut Server) -> Vec<Finding> {
    let mut findings = Vec::new();
    let settings = server.config.variants.clone();
    let (_, unread) = installed::read(&settings);
    for why in unread {
        let mend = "correct [variants] in the settings";
        findings.push(Finding::wrong(PART, why, mend));
    }
    for path in &settings.files {
        // The whole check, which also plays the examples: at the start the files are only read.
        let Ok(bytes) = bytes(path) else { continue };
        let (_, faults) = by_file::read(&bytes, Catalogue::built_in());
        let count = faults.iter().filter(|fault| !fault.remark).count();
        if count > 0 {
            let path = path.display();
            let text = format!(
                "{path} has {}: the sections that have them are off",
                counted(count, "fault", "faults")
            );
            let mend = format!("`zugpost variant check {path}` tells them");
            findings.push(Finding::wrong(PART, text, &mend));
        }
    }
    // What is wrong with files of the settings is told above, but for names.
    let configured = |off: &Off| {
        let mut files = settings.files.iter();
        files.any(|path| path.display().to_string() == off.file)
    };
    let others = server.office.games_off().iter();
    let others = others.filter(|off| !configured(off) || off.reason.code.starts_with("name-"));
    let mend = "correct the file; its other games are played, and games that were begun go on";
    let others = others.take(20).map(installed::told);
    findings.extend(others.map(|text| Finding::wrong(PART, text, mend)));
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
