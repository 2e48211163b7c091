//! The game in whose list of ratings the games of a section count (docs/ratings.md).

use std::sync::Arc;

use crate::rules::Reason;

use super::catalogue::Catalogue;
use super::fault::Faults;
use super::ini;
use super::keys::near::hint;
use super::names::OURS;
use super::section::Resolved;
use super::{kept, section_hash, source};

/// The key that names it.
pub const KEY: &str = "zugpost.rated_as";
/// Those games of the server that are for four.
pub const OF_FOUR: [&str; 1] = ["yonin-bishogi"];

/// A game that has a list of ratings: its name, and by which its section is known if it is one of a file.
pub type Listed = (String, Option<String>);

/// The section that this one names, which is before it in its file; `None`: it names none, or a game that comes with the
/// program. `sections` are those of the whole file, `read` those before it.
///
/// # Errors
/// It names what has no list, or no list of games for two.
pub(super) fn find(
    section: &Resolved,
    sections: &[ini::Section],
    read: &[Arc<Resolved>],
    faults: &Faults,
) -> Result<Option<Arc<Resolved>>, Reason> {
    let Some(name) = section.about.rated_as.as_deref() else {
        return Ok(None);
    };
    let refused = |code| Err(Reason::new(code).text("name", ini::shown(name)));
    if OF_FOUR.contains(&name) {
        return refused("rated-as-of-four");
    }
    if is_with_program(name) {
        return Ok(None);
    }
    if *section.name == *name {
        return refused("rated-as-itself");
    }
    if let Some(other) = read.iter().find(|other| *other.name == *name) {
        if faults.stop(name) {
            return refused("rated-as-at-fault");
        }
        return match &other.about.rated_as {
            None => Ok(Some(Arc::clone(other))),
            Some(third) => {
                let reason = Reason::new("rated-as-another").text("name", name);
                Err(reason.text("other", ini::shown(third)))
            }
        };
    }
    if let Some(later) = sections.iter().find(|other| other.name == name) {
        let code = match later.line > section.line {
            true => "rated-as-later",
            false => "rated-as-at-fault",
        };
        return refused(code).map_err(|reason: Reason| reason.number("line", later.line));
    }
    let of_two = OURS.into_iter().filter(|name| !OF_FOUR.contains(name));
    let earlier = read.iter().map(|other| &*other.name);
    let known = earlier.chain(of_two).chain(Catalogue::built_in().names());
    Err(hint(Reason::new("rated-as-unknown"), name, known))
}

/// The game in whose list the games of a section count; `None`: they have a list of their own.
pub fn of(section: &Resolved) -> Option<Listed> {
    if let Some(other) = &section.rated_with {
        let hash = section_hash(&source(other));
        return Some((other.name.to_string(), Some(hash)));
    }
    let name = section.about.rated_as.as_deref();
    let name = name.filter(|name| is_with_program(name));
    name.map(|name| (name.to_owned(), None))
}

/// The same of a section that was kept as text.
pub fn of_kept(text: &str) -> Option<Listed> {
    of(&*kept(text)?)
}

/// Whether a game for two with this name comes with the program.
fn is_with_program(name: &str) -> bool {
    let ours = OURS.contains(&name) && !OF_FOUR.contains(&name);
    ours || Catalogue::built_in().find(name).is_some()
}

#[cfg(test)]
mod tests {
    use crate::variants::by_file::{read, reread};

    use super::*;

    /// The sections of a file without faults, by name.
    fn sections(file: &str) -> Vec<Arc<Resolved>> {
        let (sections, faults) = read(file.as_bytes(), Catalogue::built_in());
        assert!(faults.iter().all(|fault| fault.remark), "{faults:?}");
        sections
    }

    const CLUB: &str = "[clubhouse:crazyhouse]\nnMoveRule = 30\n";

    #[test]
    fn the_list_follows_from_the_text_that_is_kept() {
        let child = "[other:clubhouse]\nnMoveRule = 20\nzugpost.rated_as = clubhouse\n\
                     [third:clubhouse]\nnMoveRule = 10\nzugpost.rated_as = chess\n\
                     [fourth:other]\nnMoveRule = 40\n";
        let file = format!("{CLUB}{child}");
        let [club, other, third, fourth] = &sections(&file)[..] else {
            panic!("{file}");
        };
        let hash = section_hash(&source(club));
        assert_eq!(of(club), None);
        assert_eq!(of(other), Some(("clubhouse".to_owned(), Some(hash))));
        assert_eq!(of(third), Some(("chess".to_owned(), None)));
        // A child has a list of its own.
        assert_eq!(of(fourth), None);
        for section in [club, other, third, fourth] {
            let text = source(section);
            assert_eq!(of_kept(&text), of(section), "{text}");
            let again = reread(&section.name, &text).map(|again| source(&again));
            assert_eq!(again.as_deref(), Some(&*text));
        }
        // A file that changes later changes the list of new games alone.
        let changed = file.replace("= 30", "= 31");
        let now = sections(&changed);
        assert_ne!(of(&now[1]), of(other));
        assert_ne!(source(&now[1]), source(other));
    }

    #[test]
    fn a_section_that_it_does_not_take_over_from_is_kept_with_it() {
        let file = format!("{CLUB}[alone:chess]\nnMoveRule = 9\nzugpost.rated_as = clubhouse\n");
        let found = sections(&file);
        let text = source(&found[1]);
        assert!(
            text.contains("[crazyhouse") && text.contains("[clubhouse:crazyhouse]"),
            "{text}"
        );
        assert_eq!(of_kept(&text), of(&found[1]));
    }
}
