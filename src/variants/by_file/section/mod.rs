//! A section with everything that holds in it: what its parents say, and what it says itself
//! (docs/variants/file-board-fen.md, 3 to 5 and 8).

mod old;
mod pieces;
mod reader;

pub use self::reader::resolve;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::rules::Seat;

use super::ini;
use super::keys::kinds::{Kinds, Word};
use super::keys::lists::{self, Letters};
use super::keys::read;
use super::keys::readers::{About, OTHER};
use super::keys::squares::Size;
use super::keys::table::{Sides, TABLE};
use super::keys::value::{Squares, Value};

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The value.
    pub value: Value,
    /// The line that gives it, if it is one of the section itself.
    pub line: Option<u32>,
}

/// How a piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Movement {
    /// As this type does.
    As(Word),
    /// As the section writes it.
    Written(String),
}

/// A piece of the section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its letter, in lower case; `None`: it is not in the game, and a child may bring it back.
    pub letter: Option<char>,
    /// A second letter that position texts may have for it, which no file can give.
    pub synonym: Option<char>,
    /// How it moves.
    pub movement: Movement,
    /// Where it may arrive, by seat; empty: anywhere.
    pub region: [Squares; 2],
}

impl Figure {
    /// How it moves, in the format's notation.
    pub fn notation(&self) -> &str {
        match &self.movement {
            Movement::As(kind) => kind.movement(),
            Movement::Written(notation) => notation,
        }
    }
}

/// A section with everything that holds in it.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Its name.
    pub name: Arc<str>,
    /// The line on which it begins.
    pub line: u32,
    /// Its parent.
    pub parent: Option<String>,
    /// The section that it takes over from.
    pub from: Option<Arc<Resolved>>,
    /// The section before it in its file in whose list of ratings its games count.
    pub rated_with: Option<Arc<Resolved>>,
    /// The pieces, those that are not in the game included.
    pub figures: BTreeMap<Word, Figure>,
    /// What captured promoted pieces are in hand, by the seat that they are taken from: of several types of pawn the
    /// one that was written last.
    pub main_pawn: [Option<Word>; 2],
    /// What it says to readers.
    pub about: About,
    /// The keys and values as the section itself writes them.
    pub said: Vec<ini::Entry>,
    /// The values of [`TABLE`], by name and seat.
    settings: BTreeMap<(&'static str, u8), Setting>,
}

/// What a name that is no key has.
static OFF: Value = Value::Flag(false);

/// A section without parent and keys.
static TEMPLATE: LazyLock<Resolved> = LazyLock::new(|| {
    let mut settings = BTreeMap::new();
    let kept = TABLE.iter().filter(|key| key.is_kept());
    for key in kept {
        let colours = if key.sides == Sides::Same { 1 } else { 2 };
        let (white, black) = key
            .initial
            .split_once(" / ")
            .unwrap_or((key.initial, key.initial));
        for (seat, text) in (0..colours).zip([white, black]) {
            let value = read::initial(key.form, text);
            settings.insert((key.name, seat), Setting { value, line: None });
        }
    }
    let figure = |kind: Word| Figure {
        letter: None,
        synonym: None,
        movement: match kind.is_custom() {
            true => Movement::Written(String::new()),
            false => Movement::As(kind),
        },
        region: [Squares::EMPTY; 2],
    };
    Resolved {
        name: Arc::from(""),
        line: 0,
        parent: None,
        from: None,
        rated_with: None,
        figures: Word::all().map(|kind| (kind, figure(kind))).collect(),
        main_pawn: [Some(Word::PAWN); 2],
        about: About::default(),
        said: Vec::new(),
        settings,
    }
});

impl Resolved {
    /// The value of a key of the table, for a seat; keys without colours have one for both.
    ///
    /// Names that are not in the table are errors of the program; they have the value `false`.
    pub fn get(&self, name: &'static str, seat: Seat) -> &Value {
        debug_assert!(self.setting(name, seat).is_some(), "{name} is no key");
        self.setting(name, seat)
            .map_or(&OFF, |setting| &setting.value)
    }

    fn setting(&self, name: &'static str, seat: Seat) -> Option<&Setting> {
        let of = |seat| self.settings.get(&(name, seat));
        of(seat.0).or_else(|| of(0))
    }

    /// The line of the section itself that gives this key, for any colour and under any name; or a piece, or a key for
    /// readers.
    pub fn own(&self, name: &'static str) -> Option<&ini::Entry> {
        let line = |seat| self.setting(name, seat)?.line;
        let line = Seat::BOTH.into_iter().find_map(line);
        self.said.iter().find(|entry| match line {
            Some(line) => entry.line == line,
            None => entry.key == name,
        })
    }

    /// Whether a key is as in a section without parent and keys.
    pub fn is_initial(&self, name: &'static str) -> bool {
        let same = |seat| self.get(name, seat) == TEMPLATE.get(name, seat);
        Seat::BOTH.into_iter().all(same)
    }

    /// A key that is `true` or `false`.
    pub fn flag(&self, name: &'static str) -> bool {
        self.flags(name)[0]
    }

    /// A key that is `true` or `false`, for each seat.
    pub fn flags(&self, name: &'static str) -> [bool; 2] {
        Seat::BOTH.map(|seat| *self.get(name, seat) == Value::Flag(true))
    }

    /// A key that is a number.
    pub fn number(&self, name: &'static str) -> u32 {
        match self.get(name, Seat(0)) {
            Value::Number(number) => *number,
            _ => 0,
        }
    }

    /// A key that is a rank or file, from 0.
    pub fn line_of(&self, name: &'static str) -> u8 {
        match self.get(name, Seat(0)) {
            Value::Line(line) => *line,
            _ => 0,
        }
    }

    /// A key that is a word; `none` for none.
    pub fn word(&self, name: &'static str) -> &'static str {
        match self.get(name, Seat(0)) {
            Value::Word(word) => word,
            _ => "none",
        }
    }

    /// A key that is a set of squares, off the board too.
    pub fn squares(&self, name: &'static str, seat: Seat) -> Squares {
        match self.get(name, seat) {
            Value::Squares(set) => *set,
            _ => Squares::EMPTY,
        }
    }

    /// A key that is a set of types.
    pub fn kinds(&self, name: &'static str, seat: Seat) -> Kinds {
        match self.get(name, seat) {
            Value::Pieces(kinds) => *kinds,
            _ => Kinds::NONE,
        }
    }

    /// A key that is one type, for a seat; `None` for none and for all.
    pub fn kind(&self, name: &'static str, seat: Seat) -> Option<Word> {
        match self.get(name, seat) {
            Value::Piece(kind) => *kind,
            _ => None,
        }
    }

    /// What pieces become by piece promotion.
    pub fn promotions(&self) -> BTreeMap<Word, Word> {
        match self.get("promotedPieceType", Seat(0)) {
            Value::Promotions(all) => all.clone(),
            _ => BTreeMap::new(),
        }
    }

    /// How many of a type there may be for one more by promotion.
    pub fn limits(&self) -> BTreeMap<Word, u32> {
        match self.get("promotionLimit", Seat(0)) {
            Value::Limits(all) => all.clone(),
            _ => BTreeMap::new(),
        }
    }

    /// The position text of the beginning.
    pub fn start(&self) -> &str {
        match self.get("startFen", Seat(0)) {
            Value::Position(text) => text,
            _ => "",
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        Size {
            files: self.line_of("maxFile") + 1,
            ranks: self.line_of("maxRank") + 1,
        }
    }

    /// The letters of the pieces that are in the game.
    pub fn letters(&self) -> Letters {
        let all = self.figures.iter();
        all.filter_map(|(kind, figure)| Some((*kind, figure.letter?)))
            .collect()
    }

    /// Whether a piece is in the game.
    pub fn has(&self, kind: Word) -> bool {
        self.figures.get(&kind).is_some_and(|f| f.letter.is_some())
    }

    /// What the game is called, if the section says it.
    pub fn title(&self) -> Option<&str> {
        self.about.title.as_deref()
    }

    /// Who invented it.
    pub fn by(&self) -> Option<&str> {
        self.about.by.as_deref()
    }

    /// In which year, as far as it is known: `about 1870`.
    pub fn year(&self) -> Option<&str> {
        self.about.year.as_deref()
    }

    /// Where it is described.
    pub fn source(&self) -> Option<&str> {
        self.about.source.as_deref()
    }

    /// A paragraph on its rules.
    pub fn rules(&self) -> Option<&str> {
        self.about.rules.as_deref()
    }

    /// The name of the piece with this letter, in either case: what the section or a parent calls it, else the
    /// format's word for it. `None`: no piece has the letter.
    pub fn piece_name(&self, letter: char) -> Option<Cow<'_, str>> {
        let kind = lists::find(&self.letters(), letter)?;
        let name = self.about.names.get(&kind);
        Some(name.map_or_else(|| kind.name(), |name| Cow::Borrowed(name)))
    }

    /// What White and Black are called: `["sente", "gote"]`, if the section or a parent says it.
    pub fn seats(&self) -> Option<[&str; 2]> {
        let [white, black] = self.about.seats.as_ref()?;
        Some([white, black])
    }

    /// The turns of a game to look at, as engines write them; empty without such a game.
    pub fn example(&self) -> &[String] {
        &self.about.example
    }

    /// How many lines of play of one turn, two turns … there are from the beginning, as far as the section says it.
    pub fn counts(&self) -> &[u64] {
        &self.about.counts
    }

    /// Whether too little material ends the game.
    pub const fn dead(&self) -> bool {
        self.about.dead
    }

    /// The group of games in which lists have it.
    pub fn group(&self) -> &'static str {
        self.about.group.unwrap_or(OTHER)
    }

    /// Whether games are rated.
    pub const fn rated(&self) -> bool {
        self.about.rated
    }

    fn child(&self, section: &ini::Section) -> Self {
        let mut child = self.clone();
        child.name = Arc::from(section.name.as_str());
        child.line = section.line;
        child.parent.clone_from(&section.parent);
        child.rated_with = None;
        child.about = self.about.of_child();
        child.said.clone_from(&section.entries);
        for setting in child.settings.values_mut() {
            setting.line = None;
        }
        child
    }

    fn set(&mut self, name: &'static str, seat: Option<Seat>, value: Value, line: u32) {
        for of in Seat::BOTH
            .into_iter()
            .filter(|of| seat.is_none_or(|seat| seat == *of))
        {
            if let Some(setting) = self.settings.get_mut(&(name, of.0)) {
                setting.value = value.clone();
                setting.line = Some(line);
            }
        }
    }

    /// What follows from all keys together.
    fn conclude(&mut self) {
        let regions = Seat::BOTH.map(|seat| self.squares("doubleStepRegion", seat));
        if !self.flag("doubleStep") {
            for seat in Seat::BOTH {
                if let Some(setting) = self.settings.get_mut(&("doubleStepRegion", seat.0)) {
                    setting.value = Value::Squares(Squares::EMPTY);
                }
            }
        } else if regions.iter().all(|region| region.is_empty())
            && let Some(setting) = self.settings.get_mut(&("doubleStep", 0))
        {
            setting.value = Value::Flag(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::variants::by_file::{catalogue::Catalogue, read};

    #[test]
    fn readers_are_told_what_the_section_or_a_parent_says() {
        let file = b"[one:seirawan]\nzugpost.title = One\nzugpost.seats = red blue\n\
            zugpost.example = e2e4\nzugpost.counts = 28\nzugpost.rated = true\n\
            [two:one]\nzugpost.by = Me\nzugpost.year = 2026\nzugpost.source = here\nzugpost.rules = None.\n";
        let (sections, faults) = read(file, Catalogue::built_in());
        let codes: Vec<_> = faults.iter().map(|fault| &*fault.reason.code).collect();
        assert_eq!(codes, ["same-as-parent"], "{faults:?}");
        let [one, two] = &sections[..] else {
            panic!("{sections:?}");
        };
        assert_eq!(
            (one.title(), one.rated(), one.dead()),
            (Some("One"), true, false)
        );
        assert_eq!(
            (one.example(), one.counts()),
            (&["e2e4".to_owned()][..], &[28][..])
        );
        let texts = [two.title(), two.by(), two.year(), two.source(), two.rules()];
        assert_eq!(
            texts,
            [None, Some("Me"), Some("2026"), Some("here"), Some("None.")]
        );
        assert_eq!((two.seats(), two.rated()), (Some(["red", "blue"]), false));
        let name = |letter| two.piece_name(letter).map(|name| name.into_owned());
        assert_eq!(name('H').as_deref(), Some("hawk"));
        assert_eq!(name('q').as_deref(), Some("queen"));
        assert_eq!(name('z'), None);
        assert!(two.example().is_empty() && two.counts().is_empty());
    }
}
