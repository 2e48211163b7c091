//! The games: [`VARIANTS`], which are of our own, and those that come from files. [`Games`] is the only list of those
//! that can be played.

pub mod by_file;
pub mod chess;
pub mod eight_piece;
pub mod in_the_bin;
pub mod limited_squares;
pub mod xiangqi;
pub mod yonin_bishogi;

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use crate::rules::Variant;

use self::by_file::catalogue::Catalogue;
use self::by_file::game::ByFile;
use self::by_file::section::Resolved;
use self::chess::CHESS;
use self::eight_piece::{EIGHT_PIECE, EIGHT_PIECE_RANDOM};
use self::in_the_bin::IN_THE_BIN;
use self::limited_squares::{HANS38, HANS38_NEUTRAL, INFINITE_RESERVES, MOVING_SQUARES};
use self::xiangqi::XIANGQI;
use self::yonin_bishogi::YONIN_BISHOGI;

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
#[derive(Clone, Debug)]
pub struct Games {
    by_file: Vec<ByFile>,
}

impl Games {
    /// Those that come with the program.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Games> = LazyLock::new(|| {
            let none = Games {
                by_file: Vec::new(),
            };
            none.with(Catalogue::built_in().iter().cloned())
        });
        &BUILT_IN
    }

    /// These games and those of sections that have no faults.
    #[must_use]
    pub fn with(&self, sections: impl Iterator<Item = Arc<Resolved>>) -> Self {
        let mut all = self.clone();
        all.by_file.extend(sections.map(ByFile::new));
        all
    }

    /// All games, those of our own first, in the order in which lists show them.
    pub fn all(&self) -> impl Iterator<Item = &dyn Variant> {
        let by_file = self.by_file.iter().map(|game| -> &dyn Variant { game });
        VARIANTS.iter().copied().chain(by_file)
    }

    /// The game with this id, in any case, to be kept.
    pub fn get(&self, id: &str) -> Option<Playable> {
        let is_it = |game: &dyn Variant| game.id().eq_ignore_ascii_case(id);
        let mut own = VARIANTS.iter().copied();
        let own = own.find(|game| is_it(*game)).map(Playable::Own);
        own.or_else(|| {
            let game = self.by_file.iter().find(|game| is_it(*game))?;
            Some(Playable::ByFile(game.clone()))
        })
    }

    /// The section of the game by file with this id, in any case.
    pub fn section(&self, id: &str) -> Option<Arc<Resolved>> {
        let mut by_file = self.by_file.iter().map(ByFile::section);
        by_file
            .find(|section| section.name.eq_ignore_ascii_case(id))
            .cloned()
    }

    /// The game with this id, in any case.
    pub fn find(&self, id: &str) -> Option<&dyn Variant> {
        self.all().find(|game| game.id().eq_ignore_ascii_case(id))
    }
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
    /// The game with this id, of a section that was kept as text.
    pub fn of_text(id: &str, section: &str) -> Option<Self> {
        let mut known = Games::built_in().by_file.iter();
        // Most are still as they were.
        if let Some(game) = known.find(|game| game.source() == section) {
            return Some(Self::ByFile(game.clone()));
        }
        by_file::reread(id, section).map(|section| Self::ByFile(ByFile::new(section)))
    }

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
