//! The format's own games, which sections may have as parents: `chess` and `xiangqi` here are the format's, not the
//! games of the server.

use std::sync::{Arc, LazyLock, OnceLock};

use super::fault::Faults;
use super::ini::{self, Section};
use super::section::{Resolved, resolve};

/// The games, each behind its parent.
const TEXT: &str = include_str!("base.ini");

/// Each of them is read when it is first asked for.
static GAMES: LazyLock<Vec<(Section, OnceLock<Arc<Resolved>>)>> = LazyLock::new(|| {
    let sections = ini::read(TEXT.as_bytes(), &mut Faults::default());
    let unread = sections.into_iter();
    unread.map(|section| (section, OnceLock::new())).collect()
});

/// The names of the format's own games.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    GAMES.iter().map(|(section, _)| section.name.as_str())
}

/// The format's game with this name; games for two boards are not there.
pub fn find(name: &str) -> Option<Arc<Resolved>> {
    let (section, game) = GAMES.iter().find(|(section, _)| section.name == name)?;
    let game = game.get_or_init(|| Arc::new(read(section, &mut Faults::default())));
    Some(game.clone())
}

/// Whether a section is one of these games, and no section of a file with the same name.
pub fn is_own(section: &Arc<Resolved>) -> bool {
    let mut games = GAMES.iter().filter_map(|(_, game)| game.get());
    games.any(|game| Arc::ptr_eq(game, section))
}

/// Reads a game, and those that it comes from, which are earlier in the text.
fn read(section: &Section, faults: &mut Faults) -> Resolved {
    let parent = section.parent.as_deref().and_then(find);
    resolve(section, parent.as_deref(), true, faults).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::variants::by_file::check::start;
    use crate::variants::by_file::keys::kinds::Word;
    use crate::variants::by_file::{self, catalogue::Catalogue};

    #[test]
    fn all_are_read_without_faults_and_their_positions_too() {
        let mut faults = Faults::default();
        let sections = ini::read(TEXT.as_bytes(), &mut faults);
        for section in sections {
            let game = read(&section, &mut faults);
            let start = start::read(&game);
            assert!(start.is_ok(), "{}: {start:?}", game.name);
            let parent = game.parent.as_deref();
            assert!(parent.is_none_or(|name| find(name).is_some()));
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
        assert!(!dobutsu.has(Word::ROOK));
        let chess = find("chess").expect("a game");
        assert_eq!(
            chess.kinds("promotionPieceTypes", Seat(1)).iter().count(),
            4
        );
        let makruk = find("makruk").expect("a game");
        assert!(!makruk.flag("doubleStep"));
        assert!(makruk.squares("doubleStepRegion", Seat(0)).is_empty());
        let janggi = find("janggi").expect("a game");
        let fers = Word::find("fers").expect("a piece");
        assert!(!janggi.has(fers) && janggi.figures[&fers].region[0].any());
    }
}
