//! Reads drawings as their readers do. Nothing here is used to make them.

use std::collections::{BTreeMap, BTreeSet};

use zugpost::drawings::Style;
use zugpost::rules::seat::Seat;
use zugpost::rules::view::{BoardView, CellView, Fact, Form, PieceView, Surface};

use super::Men;

/// The chess signs of White and Black, kings first.
const CHESS: [(&str, &str); 2] = [("White", "♔♕♖♗♘♙"), ("Black", "♚♛♜♝♞♟")];
const CHESS_NAMES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// Reads a board of letters: what is between the numbers or letters on both sides of a line.
pub fn board(view: &BoardView, style: Style, lines: &[String]) -> Men {
    let lines: Vec<String> = lines
        .iter()
        .map(|line| line.replace('\u{fe0e}', ""))
        .collect();
    let first = lines
        .iter()
        .position(|line| line.trim_start().len() < 60 && is_names(line))
        .expect("a line of coordinates");
    let columns: Vec<&str> = lines[first].split_whitespace().collect();
    let mut men = Men::new();
    for line in &lines[first + 1..] {
        // The bracket of a promoted piece may be right behind the number.
        let Some(row) = line
            .split([' ', '['])
            .find(|word| !word.is_empty())
            .filter(|_| line.starts_with("  "))
        else {
            continue;
        };
        let is_row = line.get(2..4).is_some_and(|start| start.trim() == row) && row.len() <= 2;
        if !is_row || line.trim_start().starts_with(['|', '\\']) {
            continue;
        }
        if is_names(line) {
            break;
        }
        for (column, sign) in columns.iter().zip(signs(view, style, line)) {
            let square = match column.starts_with(|c: char| c.is_ascii_digit()) {
                true => format!("{row}{column}"),
                false => format!("{column}{row}"),
            };
            if let Some(man) = man(view, &sign) {
                men.insert(square, man);
            }
        }
    }
    men
}

/// Whether a line holds coordinates alone: `a b c` or `1 2 3`.
fn is_names(line: &str) -> bool {
    let names: Vec<&str> = line.split_whitespace().collect();
    let all = |of: fn(&str) -> bool| names.iter().all(|name| of(name));
    let letter = |name: &str| name.len() == 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
    let number = |name: &str| name.parse::<u8>().is_ok();
    names.len() >= 3 && (all(letter) || all(number))
}

/// What is in each cell of a line, without the signs around it.
fn signs(view: &BoardView, style: Style, line: &str) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().skip(5).collect();
    rest.extend(" ".repeat(60).chars());
    let several = view.seats.len() > 2;
    let mut all = Vec::new();
    let mut at = 0;
    for _ in 0..view.files {
        let points = matches!(view.surface, Surface::Points { .. });
        let wide = !rest[at + 1].is_ascii() && points;
        let (sign, width) = match view.surface {
            Surface::Squares if several => (rest[at + 1..at + 3].iter().collect::<String>(), 4),
            // A promoted piece has a plus where others have a blank or a bracket.
            Surface::Squares if rest[at] == '+' && rest[at + 1].is_ascii_alphabetic() => {
                (rest[at..at + 2].iter().collect::<String>(), 3)
            }
            // Chinese characters, with a `v` before the second player's, and room for it everywhere.
            Surface::Squares if is_wide(view, style) => {
                let long = usize::from(rest[at + 2].is_ascii());
                (rest[at + 1..at + 3].iter().collect::<String>(), 4 + long)
            }
            Surface::Squares => (rest[at + 1].to_string(), 3),
            Surface::Points { .. } if wide && rest[at] == 'v' => {
                (rest[at..at + 2].iter().collect::<String>(), 3)
            }
            Surface::LooseSquares => (rest[at + 1].to_string(), 4),
            Surface::Points { .. } => (rest[at + 1].to_string(), if wide { 3 } else { 4 }),
        };
        let further = match view.surface {
            _ if style != Style::Large => 0,
            // As many as fit into a line.
            Surface::Squares if several => 64 / usize::from(view.files) - width,
            Surface::Points { .. } => 3,
            Surface::Squares | Surface::LooseSquares => {
                width.min(64 / usize::from(view.files) - width)
            }
        };
        all.push(sign.trim().to_owned());
        at += width + further;
    }
    all
}

/// Whose piece of which kind a sign is.
fn man(view: &BoardView, sign: &str) -> Option<(String, String)> {
    let mut signs = sign.chars();
    let first = signs.next()?;
    for (owner, chess) in CHESS {
        if let Some(at) = chess.chars().position(|c| c == first) {
            return Some((owner.to_owned(), CHESS_NAMES[at].to_owned()));
        }
    }
    if !first.is_ascii() {
        return chinese(view, first, Seat(0));
    }
    if let ('v', Some(sign)) = (first, sign.chars().nth(1).filter(|sign| !sign.is_ascii())) {
        return chinese(view, sign, Seat(1));
    }
    if let ('+', Some(letter)) = (first, sign.chars().nth(1)) {
        return promoted(view, letter);
    }
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let (owner, letter) = match signs.next() {
        Some(kind) => {
            let initial = first.to_ascii_uppercase();
            let seat = view
                .seats
                .iter()
                .find(|seat| seat.name.starts_with(initial))?;
            // A small second letter: a queen that was something else.
            if kind.is_ascii_lowercase() {
                return Some((seat.name.to_string(), "queen".to_owned()));
            }
            (&*seat.name, kind)
        }
        None => {
            let seat = Seat(u8::from(first.is_ascii_lowercase()));
            (view.seat(seat), first.to_ascii_uppercase())
        }
    };
    let kind = view.kinds.iter().find(|kind| kind.letter == letter)?;
    Some((owner.to_owned(), kind.name.to_string()))
}

/// Whose piece of which kind `+P` is: all promoted pieces of a kind are the same.
fn promoted(view: &BoardView, letter: char) -> Option<(String, String)> {
    let seat = Seat(u8::from(letter.is_ascii_lowercase()));
    let was = letter.to_ascii_uppercase();
    let mut pieces = view.cells.iter().filter_map(|cell| cell.piece.as_ref());
    let one = pieces.find(|piece| {
        let of = piece.was.as_ref().is_some_and(|(letter, _)| *letter == was);
        piece.plus && of && piece.owner == Some(seat)
    })?;
    Some((view.seat(seat).to_owned(), one.name.to_string()))
}

/// Whether there is room for Chinese characters in the cells of a board of squares.
fn is_wide(view: &BoardView, style: Style) -> bool {
    let mut pieces = view.cells.iter().filter_map(|cell| cell.piece.as_ref());
    style == Style::Unicode && view.form == Form::Wedge && pieces.any(|it| it.character.is_some())
}

/// The pieces of shogi and janggi, whose players have the same characters but for the kings; some have another name in
/// other games.
const SHARED: [(Form, &str, &str); 20] = [
    (Form::Wedge, "king|lion", "玉王"),
    (Form::Wedge, "elephant", "象"),
    (Form::Wedge, "giraffe", "麒"),
    (Form::Wedge, "rook", "飛"),
    (Form::Wedge, "bishop", "角"),
    (Form::Wedge, "gold|general|hen", "金と杏圭全"),
    (Form::Wedge, "queen", "奔"),
    (Form::Wedge, "silver", "銀"),
    (Form::Wedge, "knight", "桂"),
    (Form::Wedge, "lance", "香"),
    (Form::Wedge, "pawn|chick", "歩"),
    (Form::Wedge, "promoted rook", "竜"),
    (Form::Wedge, "promoted bishop", "馬"),
    (Form::Octagon, "king", "楚漢"),
    (Form::Octagon, "guard", "士"),
    (Form::Octagon, "horse", "馬"),
    (Form::Octagon, "elephant", "象"),
    (Form::Octagon, "chariot", "車"),
    (Form::Octagon, "cannon", "包"),
    (Form::Octagon, "soldier", "卒兵"),
];

/// The pieces in Chinese characters; in xiangqi they tell the side, elsewhere `seat` does.
fn chinese(view: &BoardView, sign: char, seat: Seat) -> Option<(String, String)> {
    if view.form != Form::Usual {
        let mut of = SHARED.iter().filter(|(form, ..)| *form == view.form);
        let (_, names, _) = of.find(|(_, _, signs)| signs.contains(sign))?;
        return Some((view.seat(seat).to_owned(), one_of(view, names)));
    }
    let kinds = [
        ("king", "帥將"),
        ("mandarin|guard", "仕士"),
        ("elephant", "相象"),
        ("horse", "傌馬"),
        ("chariot", "俥車"),
        ("cannon", "炮砲"),
        ("soldier", "兵卒"),
    ];
    kinds.into_iter().find_map(|(names, signs)| {
        let side = signs.chars().position(|c| c == sign)?;
        let seat = view.seat(Seat(side as u8));
        Some((seat.to_owned(), one_of(view, names)))
    })
}

/// The name that a kind of this game has, of several.
fn one_of(view: &BoardView, names: &str) -> String {
    let known = |name: &&str| view.kinds.iter().any(|kind| kind.name == *name);
    let mut all = names.split('|');
    let first = all.clone().find(known).or_else(|| all.next());
    first.unwrap_or_default().to_owned()
}

/// What the words of a cell say.
pub struct Said {
    /// Whether there is a square.
    pub exists: bool,
    /// Owner and kind of what stands there.
    pub man: Option<(String, String)>,
    /// What else is said.
    pub marks: BTreeSet<String>,
}

/// Reads `White lancer, looks ne, held`. Where squares come and go, a cell without words is a hole; elsewhere it is an
/// empty square.
pub fn said(view: &BoardView, words: &str) -> Said {
    let mut parts = words.split(", ");
    let first = parts.next().unwrap_or_default();
    let marks = parts.map(str::to_owned);
    let mut said = Said {
        exists: !first.is_empty() || view.surface != Surface::LooseSquares,
        man: None,
        marks: marks.collect(),
    };
    match first {
        "" | "empty" => {}
        "a hole" | "the bin" | "a wall" | "the duck" => said.exists = false,
        man => {
            let (owner, kind) = man.split_once(' ').expect("an owner");
            let kind = match kind.split_once(" (was a ") {
                Some((kind, was)) => {
                    let was = format!("was {}", was.trim_end_matches(')'));
                    said.marks.insert(was);
                    kind
                }
                None => kind,
            };
            said.man = Some((owner.to_owned(), kind.to_owned()));
        }
    }
    said
}

/// What has to be said of a cell besides what stands on it.
pub fn marks(view: &BoardView, cell: &CellView) -> BTreeSet<String> {
    let mut marks = BTreeSet::new();
    if let Some(facing) = cell.piece.as_ref().and_then(|piece| piece.facing) {
        marks.insert(format!("looks {}", format!("{facing:?}").to_lowercase()));
    }
    if let Some((_, was)) = cell.piece.as_ref().and_then(|piece| piece.was.as_ref()) {
        marks.insert(format!("was {was}"));
    }
    if let Some(owner) = cell.owner.filter(|_| cell.exists) {
        let kind = match view.surface {
            Surface::LooseSquares => "square",
            _ => "hot spot",
        };
        marks.insert(format!("{kind} of {}'s", view.seat(owner)));
    }
    let flags = [
        (is_checked(view, cell) && !view.checkmate, "in check"),
        (is_checked(view, cell) && view.checkmate, "checkmated"),
        (cell.held, "held"),
        (cell.barred, "barred"),
        (cell.mark.is_some(), "last turn"),
    ];
    marks.extend(
        flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, name)| (*name).to_owned()),
    );
    marks
}

/// Whether a king that is in check stands on a cell.
fn is_checked(view: &BoardView, cell: &CellView) -> bool {
    // Some games call it otherwise, and views list it first.
    let first = view.kinds.first().map(|kind| kind.letter);
    let king = |piece: &&PieceView| piece.name == "king" || Some(piece.letter) == first;
    let Some(piece) = cell.piece.as_ref().filter(king) else {
        return false;
    };
    view.facts.iter().any(|fact| match fact {
        Fact::Check { seat, .. } => piece.owner == Some(*seat) && !cell.attackers.is_empty(),
        Fact::Threat { king, .. } => *king == cell.square,
        _ => false,
    })
}

/// Whether what is seen in a cell is what stands there.
pub fn seen(view: &BoardView, style: Style, cell: &CellView, text: &str) -> bool {
    let text = text.replace('\u{fe0e}', "");
    let Some(piece) = &cell.piece else {
        let dull = ["", "·", "#", "*", "+", "!"];
        return dull.contains(&text.as_str());
    };
    let checked = is_checked(view, cell);
    let check = if view.checkmate { '#' } else { '+' };
    let owner = piece.owner.map_or("nobody", |owner| view.seat(owner));
    if view.seats.len() > 2 {
        let initial = owner.chars().next().unwrap_or_default();
        let kind = match &piece.was {
            Some((was, _)) => was.to_ascii_lowercase(),
            None => piece.letter,
        };
        let sign = format!("{}{kind}", initial.to_ascii_lowercase());
        let check = if checked {
            check.to_string()
        } else {
            String::new()
        };
        return text == format!("{sign}{check}");
    }
    let first = text.chars().next().unwrap_or_default();
    // Both armies of chess have the same signs: a ring tells them apart.
    let by_sign = man(view, &first.to_string()).map(|(sign_owner, kind)| {
        let of_chess = CHESS[1].1.contains(first) || view.form != Form::Usual;
        (
            if of_chess {
                owner.to_owned()
            } else {
                sign_owner
            },
            kind,
        )
    });
    let rest: String = text.chars().skip(1).collect();
    let marks = rest.contains('!') == cell.barred
        && rest.contains('*') == cell.held
        && rest.contains(check) == checked;
    match by_sign {
        Some(man) if !first.is_ascii() => {
            (style == Style::Unicode || !matches!(view.surface, Surface::Points { .. }))
                && man == (owner.to_owned(), piece.name.to_string())
                && marks
        }
        _ if piece.plus => {
            let was = piece.was.as_ref().map(|(letter, _)| format!("+{letter}"));
            was.is_some_and(|was| {
                text.strip_prefix(&was)
                    .is_some_and(|rest| rest.contains(check) == checked)
            })
        }
        _ => first == piece.letter && marks,
    }
}

/// Reads `White: king e1; rooks a1, h1.`
pub fn spoken(view: &BoardView, lines: &[String]) -> Men {
    let mut men: Men = BTreeMap::new();
    let text = lines.join(" ");
    for seat in &view.seats {
        let Some((_, said)) = text.split_once(&format!("{}: ", seat.name)) else {
            continue;
        };
        let said = said.split_once('.').map_or(said, |(said, _)| said);
        for kind in said.split("; ") {
            let mut words = kind.split(", ");
            let first = words.next().expect("a kind");
            let known = view.kinds.iter().find(|kind| {
                first.strip_prefix(&*kind.name).is_some_and(|rest| {
                    rest.starts_with(' ') || rest.starts_with("s ") || rest.starts_with("es ")
                })
            });
            let Some(known) = known else { continue };
            let rest = first[known.name.len()..]
                .split_once(' ')
                .map_or("", |(_, rest)| rest);
            for place in std::iter::once(rest).chain(words) {
                let man = || (seat.name.to_string(), known.name.to_string());
                let square = place.split(' ').next().expect("a square");
                men.insert(square.to_owned(), man());
                if let Some((_, last)) = place.split_once(" to ") {
                    assert_eq!(square[1..], last[1..], "{place}");
                    let files = square.as_bytes()[0]..=last.as_bytes()[0];
                    men.extend(
                        files.map(|file| (format!("{}{}", char::from(file), &last[1..]), man())),
                    );
                }
            }
        }
    }
    men
}
