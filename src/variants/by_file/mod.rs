//! Games that come from a file in the format `variants.ini` (docs/variants/README.md).
//!
//! | file or folder | what is there |
//! |---|---|
//! | [`ini`] | the form of the file: sections, keys and values |
//! | [`keys`] | all keys, and values read strictly |
//! | [`betza`] | movements in the format's notation |
//! | [`names`] | names that a game may not have |
//! | [`section`] | a section with everything that its parents say |
//! | [`check`] | contradictions, and what would never come about |
//! | [`base`] | the format's own games, from which sections may start |
//! | [`catalogue`] | the sections that come with the program |
//! | [`compile`] | a section made into the parts of a game |
//! | [`beginning`] | what a game says, as lines of a file for a new game |
//! | [`diff`] | what differs between two games |
//! | [`game`] | a section as a game that the server plays |
//! | [`fault`] | what is wrong with a file, and what its author should know |

pub mod base;
pub mod beginning;
pub mod betza;
pub mod catalogue;
pub mod check;
pub mod compile;
pub mod diff;
pub mod fault;
pub mod game;
pub mod ini;
pub mod keys;
pub mod names;
pub mod rated_as;
pub mod section;

use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::rules::Reason;

use self::catalogue::Catalogue;
use self::fault::Faults;
use self::keys::near::hint;
use self::section::{Resolved, resolve};

/// By which a section is known: the first 8 bytes of the SHA-256 of its text, in hexadecimal digits.
pub fn section_hash(section: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(section.as_bytes())[..8])
}

/// Reads a file: its sections with everything that their parents say, and all that was found, in one run, in the order
/// of the lines. A section can be played if no fault [stops](Faults::stop) it.
///
/// Parents are earlier in the file, or in `catalogue`, or are the format's own games; a section has the name of
/// none of these.
pub fn read(file: &[u8], catalogue: &Catalogue) -> (Vec<Arc<Resolved>>, Faults) {
    let named = |name: &str| names::fault(name, catalogue);
    let mut left = check::MOST_COUNTED;
    read_as(file, catalogue, named, Checked::Played(&mut left))
}

/// The same without playing examples and counting lines of play, which takes longer than all the rest: for a file that
/// is loaded, not checked.
pub fn load(file: &[u8], catalogue: &Catalogue) -> (Vec<Arc<Resolved>>, Faults) {
    let named = |name: &str| names::fault(name, catalogue);
    read_as(file, catalogue, named, Checked::Keys)
}

/// How far sections are checked.
enum Checked<'a> {
    /// Not at all.
    Nothing,
    /// What the keys say together.
    Keys,
    /// Examples are played, too, and lines of play are counted: so many at most.
    Played(&'a mut u64),
}

/// The same, with a rule for names.
fn read_as(
    file: &[u8],
    catalogue: &Catalogue,
    named: impl Fn(&str) -> Option<Reason>,
    mut checked: Checked<'_>,
) -> (Vec<Arc<Resolved>>, Faults) {
    let mut faults = Faults::default();
    let sections = ini::read(file, &mut faults);
    let mut read: Vec<Arc<Resolved>> = Vec::new();
    for section in &sections {
        let mut wrong: Vec<Reason> = Vec::new();
        if !section.name.is_empty() {
            wrong.extend(named(&section.name));
        }
        let (mut parent, mut parent_at_fault) = (None, false);
        if let Some(name) = &section.parent {
            let earlier = read.iter().find(|game| *game.name == **name).cloned();
            let other = || catalogue.find(name).or_else(|| base::find(name));
            parent_at_fault = earlier.is_some() && faults.stop(name);
            parent = earlier.or_else(other);
            if parent.is_none() {
                wrong.push(unknown_parent(name, section, &sections, catalogue));
            } else if parent_at_fault {
                wrong.push(Reason::new("parent-at-fault").text("name", name));
            }
        }
        for reason in wrong {
            faults.add(section.fault(section.line, reason));
        }
        // Without a name or a parent, all that the section takes over would be told as missing.
        if section.name.is_empty() || section.parent.is_some() && parent.is_none() {
            for entry in section
                .entries
                .iter()
                .filter(|e| keys::find(&e.key).is_none())
            {
                let reason = keys::unknown(&entry.key, keys::nearest(&entry.key, &faults));
                faults.add(section.fault(entry.line, reason));
            }
            continue;
        }
        let (mut resolved, basics_at_fault) =
            resolve(section, parent.as_deref(), false, &mut faults);
        resolved.from = parent;
        match rated_as::find(&resolved, &sections, &read, &faults) {
            Ok(other) => resolved.rated_with = other,
            // What was kept is read again whatever the program has become since.
            Err(_) if matches!(checked, Checked::Nothing) => {}
            Err(reason) => {
                let line = resolved
                    .own(rated_as::KEY)
                    .map_or(section.line, |own| own.line);
                faults.add(section.fault(line, reason));
            }
        }
        let basics_at_fault = basics_at_fault || parent_at_fault;
        match &mut checked {
            Checked::Nothing => {}
            Checked::Keys => check::check(&resolved, basics_at_fault, None, &mut faults),
            Checked::Played(left) => {
                check::check(&resolved, basics_at_fault, Some(left), &mut faults);
            }
        }
        read.push(Arc::new(resolved));
    }
    faults.sort();
    (read, faults)
}

/// The text of a section, of those that it takes over from, but for the format's own games, and of the one in whose list
/// of ratings it counts: all that [`reread`] needs.
pub fn source(section: &Resolved) -> String {
    let mut text = String::new();
    write_source(section, &mut Vec::new(), &mut text);
    text
}

/// Writes what is not written yet.
fn write_source(section: &Resolved, written: &mut Vec<Arc<str>>, text: &mut String) {
    let from = section.from.iter().filter(|from| !base::is_own(from));
    for other in section.rated_with.iter().chain(from) {
        if !written.contains(&other.name) {
            write_source(other, written, text);
        }
    }
    written.push(section.name.clone());
    let parent = section.parent.as_ref().map(|name| format!(":{name}"));
    let _ = writeln!(text, "[{}{}]", section.name, parent.unwrap_or_default());
    for entry in &section.said {
        let _ = writeln!(text, "{} = {}", entry.key, entry.value);
    }
}

/// The section with this name whose text [`source`] has written. What its keys say together was checked when it was first
/// read; `None`: it cannot be read any more as it was.
pub fn reread(name: &str, text: &str) -> Option<Arc<Resolved>> {
    kept(text).filter(|last| *last.name == *name)
}

/// The section whose text [`source`] has written: the last one.
fn kept(text: &str) -> Option<Arc<Resolved>> {
    let (mut sections, faults) = read_as(
        text.as_bytes(),
        &Catalogue::default(),
        |_| None,
        Checked::Nothing,
    );
    let right = faults.iter().all(|fault| fault.remark);
    sections.pop().filter(|_| right)
}

/// What to say of a parent that is not there.
fn unknown_parent(
    name: &str,
    section: &ini::Section,
    sections: &[ini::Section],
    catalogue: &Catalogue,
) -> Reason {
    match sections.iter().find(|other| other.name == name) {
        Some(other) if other.line == section.line => {
            return Reason::new("parent-itself").text("name", name);
        }
        Some(later) if later.line > section.line => {
            let reason = Reason::new("parent-later").text("name", name);
            return reason.number("line", later.line);
        }
        Some(_) => return Reason::new("parent-at-fault").text("name", name),
        None => {}
    }
    let earlier = sections.iter().filter(|other| other.line < section.line);
    let earlier = earlier.map(|other| other.name.as_str());
    let known = earlier.chain(catalogue.names()).chain(base::names());
    hint(Reason::new("parent-unknown"), name, known)
}
