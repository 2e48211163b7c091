//! What pieces are drawn as, by their types in the format: Chinese characters, shapes, and what the board is made of.

use crate::rules::composed::Game;
use crate::rules::composed::army::Word;
use crate::rules::view::Form;
use crate::rules::{Name, Place, Role, Seat, Surface};

/// Where the pieces of a game come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Chess,
    Shogi,
    Xiangqi,
    Janggi,
}

/// The signs of a type in shogi, xiangqi and janggi, one for both sides or one for each; and the name of its shape, where
/// the type's own name is none.
type Row = (&'static str, [&'static str; 3], &'static str);

const SIGNS: [Row; 25] = [
    ("king", ["玉王", "帥將", "楚漢"], ""),
    ("commoner", ["玉王", "", ""], ""),
    ("rook", ["飛", "俥車", "車"], "rook"),
    ("bishop", ["角", "", ""], "bishop"),
    ("queen", ["奔", "", ""], "queen"),
    ("bers", ["竜", "", ""], ""),
    ("dragonHorse", ["馬", "", ""], ""),
    ("gold", ["金", "", ""], "gold"),
    ("silver", ["銀", "", ""], "silver"),
    ("shogiKnight", ["桂", "", ""], "knight"),
    ("lance", ["香", "", ""], "lance"),
    ("shogiPawn", ["歩", "", ""], "pawn"),
    ("fers", ["象", "仕士", ""], "ferz"),
    ("wazir", ["麒", "", "士"], "wazir"),
    ("horse", ["", "傌馬", "馬"], "knight"),
    ("elephant", ["", "相象", ""], "elephant"),
    ("janggiElephant", ["", "", "象"], "elephant"),
    ("cannon", ["", "炮砲", ""], "cannon"),
    ("janggiCannon", ["", "", "包"], "cannon"),
    ("soldier", ["", "兵卒", "卒兵"], "pawn"),
    ("archbishop", ["", "", ""], "cardinal"),
    ("chancellor", ["", "", ""], "chancellor"),
    ("breakthrough", ["", "", ""], "pawn"),
    ("alfil", ["", "", ""], "elephant"),
    ("fersAlfil", ["", "", ""], "elephant"),
];

/// Those that have a sign of their own once they are golds.
const GOLDS: [(&str, char); 4] = [
    ("shogiPawn", 'と'),
    ("lance", '杏'),
    ("shogiKnight", '圭'),
    ("silver", '全'),
];

/// What the pieces of a game are drawn as.
pub struct Signs<'a> {
    game: &'a Game,
    family: Family,
    /// Whether most kinds have a Chinese character. Where few have one, letters alone are easier to read.
    characters: bool,
}

impl<'a> Signs<'a> {
    /// Of this game.
    pub fn of(game: &'a Game) -> Self {
        let has = |name| Word::find(name).is_some_and(|word| game.parts.army.role(word).is_some());
        let family = match () {
            // Games with armies of several kinds are played on the board of chess.
            () if has("pawn") => Family::Chess,
            () if has("shogiPawn") => Family::Shogi,
            () if has("janggiCannon") || has("janggiElephant") => Family::Janggi,
            () if has("soldier") => Family::Xiangqi,
            () => Family::Chess,
        };
        let mut signs = Self {
            game,
            family,
            characters: true,
        };
        let kinds = || game.parts.army.roles();
        let with_one = kinds().filter(|kind| signs.character(*kind, None, Some(Seat(0))).is_some());
        signs.characters = 2 * with_one.count() > kinds().count();
        signs
    }

    fn row(&self, role: Role) -> Option<&'static Row> {
        let name = self.game.parts.army.about(role).word.name();
        SIGNS.iter().find(|(known, ..)| *known == name)
    }

    /// The Chinese character of a kind that was another one before it was promoted, or was none.
    pub fn character(&self, role: Role, was: Option<Role>, seat: Option<Seat>) -> Option<char> {
        if !self.characters {
            return None;
        }
        let army = &self.game.parts.army;
        let (name, signs, _) = self.row(role)?;
        let column = match self.family {
            Family::Chess => return None,
            Family::Shogi => 0,
            Family::Xiangqi => 1,
            Family::Janggi => 2,
        };
        let was = was.map(|was| army.about(was).word.name());
        let gold = GOLDS
            .iter()
            .find(|(known, _)| was.as_deref() == Some(*known));
        if let Some((_, sign)) = gold.filter(|_| *name == "gold") {
            return Some(*sign);
        }
        let signs = signs[column].chars();
        signs.take(1 + seat?.index()).last()
    }

    /// The name of the shape of a kind.
    pub fn shape(&self, role: Role) -> Option<Name> {
        let (.., shape) = self.row(role)?;
        (!shape.is_empty()).then_some(Name::Borrowed(shape))
    }

    /// What the pieces are made of.
    pub fn form(&self) -> Form {
        match self.family {
            Family::Shogi => Form::Wedge,
            Family::Janggi => Form::Octagon,
            Family::Chess | Family::Xiangqi => Form::Usual,
        }
    }

    /// What the board is made of. The palaces are where kings stay, the river is where soldiers begin to go sideways.
    pub fn surface(&self) -> Surface {
        let (parts, area) = (&self.game.parts, self.game.area());
        // Walls are drawn on squares alone.
        let walls = parts.walls.rule.is_some()
            || !parts.captures.petrify.is_empty()
            || parts.captures.petrify_blast
            || parts.start.contains('*');
        if walls || !matches!(self.family, Family::Xiangqi | Family::Janggi) {
            return Surface::Squares;
        }
        let middle = |seat: Seat| {
            let king = parts.army.about(parts.army.role(Word::KING)?);
            let palace = king.region[seat.index()] & area;
            let is_middle = |one: &Place| palace.map(Place::from).all(|of| one.distance(of) < 2);
            { palace }
                .map(Place::from)
                .find(|one| palace.count() == 9 && is_middle(one))
        };
        let palaces = Seat::BOTH.into_iter().filter_map(middle);
        Surface::Points {
            river: parts.army.soldier_rank.checked_sub(1),
            palaces: palaces.collect(),
        }
    }
}
