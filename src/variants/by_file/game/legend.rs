//! How pieces move, for the legend below a board.

use crate::rules::composed::army::{Kind, Word};
use crate::rules::composed::{Game, Set};
use crate::rules::{Reason, Role, Seat};
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

/// How a piece moves, with the bounds of its region and the lines of palaces; `None` for the pieces of chess.
pub fn moves(
    game: &Game,
    role: Role,
    (figure, word): (&Figure, Word),
    seats: [String; 2],
) -> Option<Reason> {
    let army = &game.parts.army;
    let kind = army.about(role);
    let mut moves = of_kind(figure, word);
    let of_chess = || Reason::new("movement-of-chess");
    let lines = army.diagonal_lines & game.area();
    if lines.any() && goes_along_lines(kind, army.palace_king) {
        let usual = moves.unwrap_or_else(of_chess);
        let reason = Reason::new("movement-along-lines").with("moves", usual);
        moves = Some(reason.list("squares", lines));
    }
    let bounds = [0, 1].map(|seat| bounds(game, kind.region[seat]));
    if bounds.iter().any(Option::is_some) {
        let usual = moves.unwrap_or_else(of_chess);
        let mut reason = Reason::new("movement-within").with("moves", usual);
        let places = [("first", "first_region"), ("second", "second_region")];
        for (seat, (name, region)) in Seat::BOTH.into_iter().zip(places) {
            reason = reason.name(name, &seats[seat.index()]);
            let everywhere = Reason::new("region-everywhere");
            let bounds = bounds[seat.index()].clone();
            reason = reason.with(region, bounds.unwrap_or(everywhere));
        }
        moves = Some(reason);
    }
    moves
}

/// Whether a kind moves along the lines of palaces, too.
fn goes_along_lines(kind: &Kind, palace_king: bool) -> bool {
    let always = [Word::WAZIR, Word::ROOK, Word::JANGGI_CANNON, Word::SOLDIER];
    always.contains(&kind.word) || kind.word == Word::KING && palace_king
}

/// Where a piece may arrive: ranks, a rectangle or squares; `None`: anywhere.
fn bounds(game: &Game, region: Set) -> Option<Reason> {
    let area = game.area();
    let region = region & area;
    if region == area {
        return None;
    }
    let ends = |all: Vec<u8>| Some((*all.iter().min()?, *all.iter().max()?));
    let files = ends(region.map(|square| square.file()).collect());
    let ranks = ends(region.map(|square| square.rank()).collect());
    let (Some((left, right)), Some((low, high))) = (files, ranks) else {
        return Some(Reason::new("region-nowhere"));
    };
    let within = |set: &Set| {
        let inside = area.filter(|square| {
            (left..=right).contains(&square.file()) && (low..=high).contains(&square.rank())
        });
        inside.collect::<Set>() == *set
    };
    if !within(&region) || !region.many() {
        return Some(Reason::new("region-squares").list("squares", region));
    }
    let whole = left == 0 && right + 1 == game.parts.size.0;
    Some(match whole {
        true => {
            let reason = Reason::new("region-ranks").number("first", low + 1);
            reason.number("last", high + 1)
        }
        false => {
            let corner = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
            let reason = Reason::new("region-rectangle").text("first", corner(left, low));
            reason.text("last", corner(right, high))
        }
    })
}

/// How a piece moves where nothing bounds it; `None` for the pieces of chess.
pub fn of_kind(figure: &Figure, kind: Word) -> Option<Reason> {
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
