//! The games: [`VARIANTS`], which are of our own, and those that come from files. [`Games`] is the only list of those
//! that can be played.

pub mod by_file;
pub mod chess;
pub mod eight_piece;
pub mod in_the_bin;
pub mod limited_squares;
pub mod search;
pub mod xiangqi;
pub mod yonin_bishogi;

use std::collections::VecDeque;
use std::iter;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::rules::{Reason, Variant};

use self::by_file::catalogue::Catalogue;
use self::by_file::game::ByFile;
use self::by_file::section::Resolved;
use self::chess::CHESS;
use self::eight_piece::{EIGHT_PIECE, EIGHT_PIECE_RANDOM};
use self::in_the_bin::IN_THE_BIN;
use self::limited_squares::{HANS38, HANS38_NEUTRAL, INFINITE_RESERVES, MOVING_SQUARES};
use self::xiangqi::XIANGQI;
use self::yonin_bishogi::YONIN_BISHOGI;

/// So many games of sections that were kept are remembered.
const MOST_REMEMBERED: usize = 64;

/// Every game of our own, in the order in which lists show them.
pub static VARIANTS: &[&dyn Variant] = &[
    &CHESS,
    &HANS38,
    &HANS38_NEUTRAL,
    &INFINITE_RESERVES,
    &MOVING_SQUARES,
    &IN_THE_BIN,
    &XIANGQI,
    &EIGHT_PIECE,
    &EIGHT_PIECE_RANDOM,
    &YONIN_BISHOGI,
];

/// The games that can be played: those of our own, those that come with the program as sections of files, and those of
/// further files. Copies share the games.
#[derive(Clone)]
pub struct Games {
    own: Arc<[&'static dyn Variant]>,
    with_program: WithProgram,
    added: Arc<[ByFile]>,
}

/// Games that come with the program as sections of files.
#[derive(Clone)]
enum WithProgram {
    /// Every one of them. They are read when one is first asked for: a run without mail asks for none.
    All,
    /// Those that were chosen.
    Chosen(Arc<[ByFile]>),
}

impl WithProgram {
    fn games(&self) -> &[ByFile] {
        static ALL: LazyLock<Vec<ByFile>> = LazyLock::new(|| {
            let sections = Catalogue::built_in().iter().cloned();
            sections.map(ByFile::new).collect()
        });
        match self {
            Self::All => &ALL,
            Self::Chosen(games) => games,
        }
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl Default for Games {
    fn default() -> Self {
        Self::built_in().clone()
    }
}

impl Games {
    /// Those that come with the program.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Games> = LazyLock::new(|| Games {
            own: VARIANTS.into(),
            with_program: WithProgram::All,
            added: Arc::default(),
        });
        &BUILT_IN
    }

    /// These games and those of sections that have no faults.
    #[must_use]
    pub fn with(&self, sections: impl Iterator<Item = Arc<Resolved>>) -> Self {
        let known = self.added.iter().cloned();
        Self {
            added: known.chain(sections.map(ByFile::new)).collect(),
            ..self.clone()
        }
    }

    /// Those of these games that `keep` wants.
    #[must_use]
    pub fn only(&self, keep: impl Fn(&dyn Variant) -> bool) -> Self {
        let own = self.own.iter().filter(|game| keep(**game));
        let with_program = self.with_program.games().iter().filter(|game| keep(*game));
        Self {
            own: own.copied().collect(),
            with_program: WithProgram::Chosen(with_program.cloned().collect()),
            ..self.only_added(&keep)
        }
    }

    /// These games but for those added ones that `keep` does not want.
    #[must_use]
    pub fn only_added(&self, keep: impl Fn(&dyn Variant) -> bool) -> Self {
        let added = self.added.iter().filter(|game| keep(*game));
        Self {
            added: added.cloned().collect(),
            ..self.clone()
        }
    }

    /// Those that do not come with the program.
    pub fn added(&self) -> impl Iterator<Item = &dyn Variant> {
        self.added.iter().map(|game| -> &dyn Variant { game })
    }

    /// These games and those of a file, and the faults that keep others of its sections out. `reserved` says which names
    /// mean something else.
    #[must_use]
    pub fn with_file(
        &self,
        file: &str,
        text: &[u8],
        reserved: &dyn Fn(&str) -> bool,
    ) -> (Self, Vec<Off>) {
        let (sections, mut faults) = by_file::load(text, Catalogue::built_in());
        by_file::names::reserve(&sections, reserved, &mut faults);
        let off = |section: Option<String>, line: u32, reason: Reason| Off {
            file: file.to_owned(),
            section,
            line,
            reason,
        };
        let faults_of = faults.iter().filter(|fault| !fault.remark);
        let mut out: Vec<Off> = faults_of
            .map(|fault| off(fault.section.clone(), fault.line, fault.reason.clone()))
            .collect();
        let whole = out.iter().any(|fault| fault.section.is_none());
        let mut new = Vec::new();
        for section in sections {
            if whole || faults.stop(&section.name) {
                continue;
            }
            if self.find(&section.name).is_none() {
                new.push(section);
                continue;
            }
            let reason = Reason::new("name-taken").text("name", &*section.name);
            out.push(off(Some(section.name.to_string()), section.line, reason));
        }
        (self.with(new.into_iter()), out)
    }

    /// All games, those of our own first, in the order in which lists show them.
    pub fn all(&self) -> impl Iterator<Item = &dyn Variant> {
        let by_file = iter::once_with(|| self.by_file()).flatten();
        self.own.iter().copied().chain(by_file)
    }

    /// The ids of all games, in the same order.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.all().map(|game| game.id().to_owned())
    }

    /// All games by file.
    pub fn by_file(&self) -> impl Iterator<Item = &dyn Variant> {
        self.files().map(|game| -> &dyn Variant { game })
    }

    fn files(&self) -> impl Iterator<Item = &ByFile> {
        self.with_program.games().iter().chain(&*self.added)
    }

    /// A game as it was begun: one by file has the section that it was begun with.
    pub fn begun(&self, id: &str, section: Option<&str>) -> Option<Playable> {
        let Some(section) = section else {
            return self.get(id);
        };
        // Most are still as they were.
        let mut known = self.files();
        if let Some(game) = known.find(|game| game.id() == id && game.source() == section) {
            return Some(Playable::ByFile(game.clone()));
        }
        Some(Playable::ByFile(kept(id, section)?))
    }

    /// The game with this id, in any case, to be kept.
    pub fn get(&self, id: &str) -> Option<Playable> {
        let is_it = |game: &dyn Variant| game.id().eq_ignore_ascii_case(id);
        let mut own = self.own.iter().copied();
        let own = own.find(|game| is_it(*game)).map(Playable::Own);
        own.or_else(|| {
            let game = self.files().find(|game| is_it(*game))?;
            Some(Playable::ByFile(game.clone()))
        })
    }

    /// The section of the game by file with this id, in any case.
    pub fn section(&self, id: &str) -> Option<Arc<Resolved>> {
        let mut by_file = self.files().map(ByFile::section);
        by_file
            .find(|section| section.name.eq_ignore_ascii_case(id))
            .cloned()
    }

    /// The games that a part of a name may mean, or a name with slips ([`search::meant`]).
    pub fn meant(&self, typed: &str) -> Vec<&dyn Variant> {
        search::meant(&self.all().collect::<Vec<_>>(), typed)
    }

    /// The games that words find ([`search::search`]).
    pub fn search(&self, typed: &str) -> Vec<&dyn Variant> {
        search::search(&self.all().collect::<Vec<_>>(), typed)
    }

    /// The game with this id, in any case.
    pub fn find(&self, id: &str) -> Option<&dyn Variant> {
        self.all().find(|game| game.id().eq_ignore_ascii_case(id))
    }
}

/// What keeps a section of a file from being among the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Off {
    /// The file.
    pub file: String,
    /// The section; `None`: the fault is one of the whole file.
    pub section: Option<String>,
    /// The line of the fault, from 1.
    pub line: u32,
    /// The fault, a whole sentence.
    pub reason: Reason,
}

/// The game of a section that was kept as text. Those that were read last are remembered: a game is loaded several times
/// for each of its mails and letters.
fn kept(id: &str, section: &str) -> Option<ByFile> {
    static LAST: Mutex<VecDeque<ByFile>> = Mutex::new(VecDeque::new());
    let remembered = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |game: &&ByFile| game.id() == id && game.source() == section;
    if let Some(game) = remembered().iter().find(is_it) {
        return Some(game.clone());
    }
    let game = ByFile::new(by_file::reread(id, section)?);
    let mut last = remembered();
    last.truncate(MOST_REMEMBERED - 1);
    last.push_front(game.clone());
    Some(game)
}

/// A game that can be played, as a game that is being played holds it.
#[derive(Clone)]
pub enum Playable {
    /// One of our own.
    Own(&'static dyn Variant),
    /// One that comes from a file.
    ByFile(ByFile),
}

impl Playable {
    /// The section of a game by file, and those that it takes over from, as text.
    pub fn section(&self) -> Option<&str> {
        match self {
            Self::Own(_) => None,
            Self::ByFile(game) => Some(game.source()),
        }
    }
}

impl Deref for Playable {
    type Target = dyn Variant;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Own(game) => *game,
            Self::ByFile(game) => game,
        }
    }
}

/// Every game that comes with the program.
pub fn all() -> impl Iterator<Item = &'static dyn Variant> {
    Games::built_in().all()
}

/// The game that comes with the program and has this id, in any case.
pub fn find(id: &str) -> Option<&'static dyn Variant> {
    Games::built_in().find(id)
}

#[cfg(test)]
mod tests {
    use super::by_file::keys::readers::GROUPS;
    use super::search::{group, not_played};
    use super::*;

    fn ids(games: Vec<&dyn Variant>) -> Vec<&str> {
        games.iter().map(|game| game.id()).collect()
    }

    #[test]
    fn a_name_a_part_of_it_and_one_with_a_slip_are_found() {
        let games = Games::built_in();
        assert_eq!(ids(games.meant("Shogi")), ["shogi"]);
        assert_eq!(ids(games.meant("king of the hill")), ["kingofthehill"]);
        assert_eq!(ids(games.meant("hill")), ["kingofthehill"]);
        assert_eq!(ids(games.meant("3 check")), ["3check"]);
        assert_eq!(ids(games.meant("Los Alamos")), ["losalamos"]);
        assert_eq!(ids(games.meant("mini shogi")), ["minishogi"]);
        assert_eq!(ids(games.meant("crayzhouse")), ["crazyhouse"]);
        let hans = ["hans38", "hans38-neutral"];
        assert_eq!(ids(games.meant("hans")), hans);
        let kyoto = ids(games.meant("kyoto"));
        assert_eq!(kyoto, ["kyotoshogi"]);
        assert_eq!(ids(games.meant("ches")), ["chess"]);
        for nothing in ["", "?", "backgammon", "x", "clubhouse"] {
            let found = ids(games.meant(nothing));
            assert!(found.is_empty(), "{nothing}: {found:?}");
        }
    }

    #[test]
    fn groups_names_inventors_and_rules_are_searched() {
        let games = Games::built_in();
        let shogi = ids(games.search("shogi"));
        assert_eq!(shogi[0], "shogi");
        assert!(shogi.contains(&"minishogi"), "{shogi:?}");
        assert!(ids(games.search("parton")).contains(&"racingkings"));
        assert!(ids(games.search("cannon")).contains(&"shako"));
        assert!(games.search("backgammon").is_empty());
    }

    #[test]
    fn games_that_are_not_played_are_named_with_the_reason() {
        let why = |typed| not_played(typed).map(|reason| format!("{reason:?}"));
        for known in [
            "kriegspiel",
            "Marseillais",
            "marseillais chess",
            "Fog of War",
            "Chess, Dark",
        ] {
            assert_eq!(why(known).is_some(), known != "Chess, Dark", "{known}");
        }
        assert_eq!(why("chess"), None);
        assert_eq!(why(""), None);
        let page = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/",
            "docs/variants/not-played.md"
        ));
        let lines = include_str!("../../templates/variants/not-played.txt").lines();
        let mut seen = 0;
        for (why, names) in lines.filter_map(|line| line.split_once(": ")) {
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `{why}` |")));
            let first = names.split(", ").next().expect("a name");
            let row = row.unwrap_or_else(|| panic!("{why}"));
            assert!(row.contains(first), "{first}");
            let found = Games::built_in().meant(first);
            assert!(found.is_empty(), "{first} is played");
            seen += 1;
        }
        assert!(seen > 30, "{seen}");
    }

    #[test]
    fn every_game_of_the_catalogue_has_a_group() {
        for game in Games::built_in().by_file() {
            let group = group(game);
            let known = group.is_some_and(|group| GROUPS.contains(&group));
            assert!(known, "{}: {group:?}", game.id());
        }
        for known in GROUPS {
            let mut all = Games::built_in().by_file();
            assert!(all.any(|game| group(game) == Some(known)), "{known}");
        }
    }
}
