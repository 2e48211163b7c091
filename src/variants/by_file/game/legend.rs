//! How pieces move, for the legend below a board.

use crate::rules::Reason;
use crate::rules::composed::army::Word;
use crate::variants::by_file::section::{Figure, Movement};

/// The format's types that chess has not, and the codes of their texts.
const TEXTS: [(&str, &str); 31] = [
    ("fers", "movement-fers"),
    ("alfil", "movement-alfil"),
    ("fersAlfil", "movement-fers-alfil"),
    ("silver", "movement-silver"),
    ("aiwok", "movement-aiwok"),
    ("bers", "movement-bers"),
    ("archbishop", "movement-cardinal"),
    ("chancellor", "movement-chancellor"),
    ("amazon", "movement-amazon"),
    ("knibis", "movement-knibis"),
    ("biskni", "movement-biskni"),
    ("kniroo", "movement-kniroo"),
    ("rookni", "movement-rookni"),
    ("shogiPawn", "movement-shogi-pawn"),
    ("lance", "movement-lance"),
    ("shogiKnight", "movement-shogi-knight"),
    ("gold", "movement-gold"),
    ("dragonHorse", "movement-dragon-horse"),
    ("clobber", "movement-clobber"),
    ("breakthrough", "movement-breakthrough"),
    ("immobile", "movement-immobile"),
    ("cannon", "movement-cannon"),
    ("janggiCannon", "movement-janggi-cannon"),
    ("soldier", "movement-soldier"),
    ("horse", "movement-horse"),
    ("elephant", "movement-elephant"),
    ("janggiElephant", "movement-janggi-elephant"),
    ("banner", "movement-banner"),
    ("wazir", "movement-wazir"),
    ("commoner", "movement-one-step"),
    ("centaur", "movement-centaur"),
];

/// How a piece moves; `None` for the pieces of chess.
pub fn moves(figure: &Figure, kind: Word) -> Option<Reason> {
    let word = match &figure.movement {
        Movement::Written(notation) => {
            return Some(Reason::new("movement-by-notation").text("notation", notation));
        }
        Movement::As(word) => *word,
    };
    let plain = [
        Word::PAWN,
        Word::KNIGHT,
        Word::BISHOP,
        Word::ROOK,
        Word::KING,
    ];
    if plain.contains(&word) && word == kind {
        return None;
    }
    let name = word.name();
    let known = TEXTS.iter().find(|(known, _)| *known == name);
    known.map(|(_, code)| Reason::new(code))
}
