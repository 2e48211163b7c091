//! Games that come from a file in the format `variants.ini` (docs/variants/README.md).
//!
//! | file or folder | what is there |
//! |---|---|
//! | [`ini`] | the form of the file: sections, keys and values |
//! | [`keys`] | all keys, and values read strictly |
//! | [`betza`] | movements in the format's notation |
//! | [`section`] | a section with everything that its parents say |
//! | [`check`] | contradictions, and what would never come about |
//! | [`base`] | the format's own games, from which sections may start |
//! | [`catalogue`] | the sections that come with the program |
//! | [`compile`] | a section made into the parts of a game |
//! | [`game`] | a section as a game that the server plays |
//! | [`fault`] | what is wrong with a file, and what its author should know |

pub mod base;
pub mod betza;
pub mod catalogue;
pub mod check;
pub mod compile;
pub mod fault;
pub mod game;
pub mod ini;
pub mod keys;
pub mod section;

use std::sync::Arc;

use crate::rules::Reason;

use self::catalogue::Catalogue;
use self::fault::{Fault, Faults};
use self::keys::Target;
use self::keys::near::nearest;
use self::section::{Resolved, resolve};

/// Reads a file: its sections with everything that their parents say, and all that was found, in one run. A section
/// can be played if no fault [stops](Faults::stop) it.
///
/// Parents stand earlier in the file, or are in `catalogue`, or are the format's own games.
pub fn read(file: &[u8], catalogue: &Catalogue) -> (Vec<Arc<Resolved>>, Faults) {
    let mut faults = Faults::default();
    let sections = ini::read(file, &mut faults);
    let mut read: Vec<Arc<Resolved>> = Vec::new();
    for section in &sections {
        let mut found = None;
        if let Some(name) = &section.parent {
            let earlier = read.iter().find(|game| *game.name == **name);
            found = earlier.cloned();
            if found.is_some() && faults.stop(name) {
                let reason = Reason::new("parent-at-fault").text("name", name);
                faults.add(Fault::new(&section.name, section.line, reason));
            }
            let other = || catalogue.find(name).or_else(|| base::find(name));
            found = found.or_else(other);
            if found.is_none() {
                let reason = unknown_parent(name, section, &sections, catalogue);
                faults.add(Fault::new(&section.name, section.line, reason));
                // Without it, all that the section takes over would be told as missing.
                for entry in &section.entries {
                    if keys::find(&entry.key).is_none() {
                        let reason = keys::unknown(&entry.key);
                        faults.add(Fault::new(&section.name, entry.line, reason));
                    }
                }
                continue;
            }
        }
        let resolved = resolve(section, found.as_deref(), false, &mut faults);
        check::check(&resolved, is_shaky(section, &faults), &mut faults);
        read.push(Arc::new(resolved));
    }
    (read, faults)
}

/// Whether a section's board or pieces are at fault, or seem to be misspelt, or its parent is: what does not fit them
/// would be told a second time.
fn is_shaky(section: &ini::Section, faults: &Faults) -> bool {
    let basic = |key: &str| {
        let near = keys::find(key).or_else(|| keys::find(&keys::nearest(key)?));
        match near {
            Some(Target::Piece(_)) => true,
            Some(Target::Key(key, _)) => ["maxRank", "maxFile", "startFen"].contains(&key.name),
            _ => false,
        }
    };
    let own = faults
        .iter()
        .filter(|fault| !fault.remark && fault.section.as_deref() == Some(section.name.as_str()));
    own.into_iter().any(|fault| {
        let mut entries = section.entries.iter();
        let entry = entries.find(|entry| entry.line == fault.line);
        entry.is_none_or(|entry| basic(&entry.key))
    })
}

/// What to say of a parent that is not there.
fn unknown_parent(
    name: &str,
    section: &ini::Section,
    sections: &[ini::Section],
    catalogue: &Catalogue,
) -> Reason {
    match sections.iter().find(|other| other.name == name) {
        Some(later) if later.line >= section.line => {
            let reason = Reason::new("parent-later").text("name", name);
            return reason.number("line", later.line);
        }
        Some(_) => return Reason::new("parent-at-fault").text("name", name),
        None => {}
    }
    let reason = Reason::new("parent-unknown").text("name", ini::shown(name));
    let mut known: Vec<String> = catalogue.names().map(str::to_owned).collect();
    known.extend(base::names().map(str::to_owned));
    let earlier = sections.iter().filter(|other| other.line < section.line);
    known.extend(earlier.map(|other| other.name.clone()));
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => reason.text("near", near),
        None => reason,
    }
}
