//! The format's own games, which sections may have as parents: `chess` and `xiangqi` here are the format's, not the
//! games of the server.

use std::sync::{Arc, LazyLock};

use super::fault::Faults;
use super::ini::{self, Section};
use super::section::{Resolved, resolve};

/// The games, each after its parent.
const TEXT: &str = include_str!("base.ini");

static SECTIONS: LazyLock<Vec<Section>> =
    LazyLock::new(|| ini::read(TEXT.as_bytes(), &mut Faults::default()));

/// The names of the format's own games.
pub fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|section| section.name.as_str())
}

/// The format's game with this name; games for two boards are not there.
pub fn find(name: &str) -> Option<Arc<Resolved>> {
    let at = SECTIONS.iter().position(|section| section.name == name)?;
    let game = read(at, &mut Faults::default());
    Some(Arc::new(game))
}

/// Reads a game and those that it comes from.
fn read(at: usize, faults: &mut Faults) -> Resolved {
    let section = &SECTIONS[at];
    // Parents stand earlier in the text, so this ends.
    let before = SECTIONS[..at].iter();
    let parent = section.parent.as_deref();
    let parent = parent.and_then(|name| before.clone().position(|other| other.name == name));
    let parent = parent.map(|at| read(at, faults));
    resolve(section, parent.as_ref(), true, faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::variants::by_file::check::start;
    use crate::variants::by_file::keys::kinds::Kind;
    use crate::variants::by_file::{self, catalogue::Catalogue};

    #[test]
    fn all_are_read_without_faults_and_their_positions_stand() {
        let mut faults = Faults::default();
        assert_eq!(
            ini::read(TEXT.as_bytes(), &mut faults).len(),
            SECTIONS.len()
        );
        for (at, section) in SECTIONS.iter().enumerate() {
            let game = read(at, &mut faults);
            let start = start::read(&game);
            assert!(start.is_ok(), "{}: {start:?}", section.name);
            assert!(
                section.parent.is_none() || game.parent.is_some(),
                "{}",
                section.name
            );
        }
        let wrong: Vec<_> = faults.iter().filter(|fault| !fault.remark).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Nothing that the format's own games do is a fault of a file that starts from them, but the rule on chases.
    #[test]
    fn files_may_start_from_all_of_them() {
        for name in names() {
            let file = format!("[copy:{name}]\n");
            let (_, faults) = by_file::read(file.as_bytes(), &Catalogue::default());
            let wrong = faults.iter().filter(|fault| !fault.remark);
            let codes: Vec<&str> = wrong.map(|fault| fault.reason.code.as_ref()).collect();
            let chases = name == "xiangqi";
            let expected: &[&str] = if chases { &["chasing-not-played"] } else { &[] };
            assert_eq!(codes, expected, "{name}");
        }
    }

    #[test]
    fn children_keep_what_their_parents_hide() {
        let dobutsu = find("dobutsu").expect("a game");
        assert!(!dobutsu.has(Kind::ROOK));
        let chess = find("chess").expect("a game");
        assert_eq!(
            chess.kinds("promotionPieceTypes", Seat(1)).iter().count(),
            4
        );
        let makruk = find("makruk").expect("a game");
        assert!(!makruk.flag("doubleStep"));
        assert!(makruk.squares("doubleStepRegion", Seat(0)).is_empty());
        let janggi = find("janggi").expect("a game");
        let fers = Kind::find("fers").expect("a piece");
        assert!(!janggi.has(fers) && janggi.figures[&fers].region[0].any());
    }
}
