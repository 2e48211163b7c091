//! Turns in words, and with blanks inside: `knight to f3`, `N f3`, `castle kingside`, `♘f3`.
//!
//! Text is cut into words and signs. Each is a part of the notation already, or says one; anything
//! else makes the text no turn. The parts of one action are put together and handed to the game's own
//! reader, which knows what an action looks like.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::draft::Draft;
use super::speech::{Part, Speech, is_and, parts, phrases, side};
use super::vocabulary::{LATER, REFLEXIVE, WITH};
use super::vocabulary::{Word, listed, meaning, meanings, nearest_piece};
use super::{castling, letters::bare, letters::latin};
use crate::rules::{Square, Wing};

/// The most actions of a turn.
const MOST_ACTIONS: usize = 4;
/// What may mean more turns than this is not read: each of them is judged.
const MOST_MEANT: usize = 64;

/// A text as the game's reader may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// In notation; several texts where castling was said without a side, or a capture without the piece.
    pub turns: Vec<String>,
    /// The letter of the piece that was named first, where that was no letter.
    pub piece: Option<char>,
    /// Whether words name a piece or castling, so that it is meant as a turn even if it is not legal.
    pub worded: bool,
    /// The wing of the piece that was named first: `queen's knight`, `cavalier roi`.
    pub wing: Option<Wing>,
    /// Whether a word was taken for the name of a piece that is written a little otherwise, or it is not said what captures, or
    /// whether a square or a piece goes.
    pub guessed: bool,
}

/// Reads cleaned text (see [`super::clean`]).
pub fn spoken(text: &str, speech: &Speech<'_>) -> Option<Spoken> {
    let text = text.replace("e.p", " ");
    let parts = parts(&text)?;
    // `Después muevo el caballo a f3`, `e4 luego`: what is done later, unless it stands between two actions.
    let later = |part: &Part<'_>| matches!(part, Part::Word(word) if LATER.contains(&bare(word)));
    if [parts.first(), parts.last()]
        .into_iter()
        .flatten()
        .any(later)
    {
        return None;
    }
    let mut all = Spoken {
        turns: vec![String::new()],
        piece: None,
        worded: false,
        wing: None,
        guessed: false,
    };
    let mut actions = 0;
    for phrase in phrases(&parts, speech) {
        let nothing = phrase.iter().all(|part| part.says() == Some(Word::Filler));
        if nothing || says_marks(phrase) || speech.squares && announces(phrase) {
            continue;
        }
        let action = match castle(phrase) {
            Some(castle) => castle,
            None => one_action(&piece_first(phrase, speech), speech)?,
        };
        actions += 1;
        all.worded |= action.worded;
        all.piece = all.piece.or(action.piece);
        all.wing = all.wing.or(action.wing);
        all.guessed |= action.guessed;
        let so_far = std::mem::take(&mut all.turns);
        let longer = |begun: &String| -> Vec<String> {
            let joined = |next: &String| format!("{begun} {next}").trim().to_owned();
            action.turns.iter().map(joined).collect()
        };
        all.turns = so_far.iter().flat_map(longer).collect();
        let many = actions > MOST_ACTIONS || all.turns.len() > MOST_MEANT;
        if many || actions > 1 && !speech.squares {
            return None;
        }
    }
    (actions > 0).then_some(all)
}

/// Castling, in words or by its sign with blanks inside.
fn castle(phrase: &[Part<'_>]) -> Option<Spoken> {
    let mut sign = String::new();
    let (mut castles, mut signs) = (false, true);
    let mut sides: Vec<Wing> = Vec::new();
    for part in phrase {
        match part {
            Part::Sign('-') | Part::Break => {}
            Part::Word(word) => {
                let plain: String = word.chars().map(latin).collect();
                signs &= plain.chars().all(|c| matches!(c, 'o' | 'O' | '0'));
                sign.push_str(&plain);
                if signs {
                    continue;
                }
                // Spanish: `enroco por el lado del rey`, with the word that also captures.
                let fills = |says| {
                    let little = matches!(says, Word::Flank | Word::Filler | Word::To | Word::Mark);
                    little || castles && says == Word::Capture
                };
                if meanings(word).any(|says| says == Word::Castle) {
                    castles = true;
                } else if let Some(wing) = side(part) {
                    sides.push(wing);
                } else if !meanings(word).any(fills) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    sides.dedup();
    let wings = match (castling(&sign).filter(|_| signs), castles, sides.len()) {
        (Some(wing), ..) => vec![wing],
        (None, true, 0) => Wing::ALL.to_vec(),
        (None, true, 1) => sides,
        _ => return None,
    };
    Some(Spoken {
        turns: wings.iter().map(|wing| wing.text().to_owned()).collect(),
        piece: None,
        worded: castles,
        wing: None,
        guessed: false,
    })
}

/// Whether parts say check, mate or en passant and nothing else.
fn says_marks(phrase: &[Part<'_>]) -> bool {
    let en = phrase.first() == Some(&Part::Word("en")) && phrase.len() > 1;
    let mut rest = phrase[usize::from(en)..].iter();
    rest.all(|part| part.says() == Some(Word::Mark))
}

/// Whether parts say that a square is placed, and not where: `Pongo una casilla, @f3`.
fn announces(phrase: &[Part<'_>]) -> bool {
    let says = || phrase.iter().map(Part::says);
    let little = |says| matches!(says, Some(Word::Filler | Word::Place | Word::Square));
    says().any(|says| says == Some(Word::Square)) && says().all(little)
}

/// Whether a part is a word behind which stands what captures.
fn leads_to_captor(part: &Part<'_>) -> bool {
    matches!(part, Part::Word(word) if WITH.contains(&bare(word)))
}

/// The parts of a capture with its own piece in front, where that is named at the end: `I take on d5 with the queen`.
fn piece_first<'a, 'b>(phrase: &'b [Part<'a>], speech: &Speech<'_>) -> Cow<'b, [Part<'a>]> {
    let names = |parts: &[Part<'_>]| {
        (0..parts.len()).any(|at| {
            let word = || speech.piece(parts[at].says()?);
            speech.named(&parts[at..]).is_some() || word().is_some()
        })
    };
    let takes = |part: &Part<'_>| *part == Part::Sign('x') || part.says() == Some(Word::Capture);
    let reordered = || {
        let with = phrase.iter().rposition(leads_to_captor)?;
        let (told, piece) = (&phrase[..with], &phrase[with + 1..]);
        let capture = told.iter().position(takes)?;
        let arrives = told[capture..].iter().any(on_board);
        let is_named_behind = arrives && !names(&told[..capture]) && names(piece);
        is_named_behind.then(|| [piece, told].concat())
    };
    reordered().map_or(Cow::Borrowed(phrase), Cow::Owned)
}

/// Puts one action together.
fn one_action(phrase: &[Part<'_>], speech: &Speech<'_>) -> Option<Spoken> {
    let hand = |part: &Part<'_>| matches!(part.says(), Some(Word::Hand | Word::Place));
    let mut draft = Draft {
        from_hand: (speech.drops || speech.selects) && phrase.iter().any(hand),
        ..Draft::default()
    };
    let mut at = 0;
    while let Some(part) = phrase.get(at) {
        // `Ich schlage mit dem Bauern auf d5` names what captures.
        let before = phrase[..at].iter().rev();
        let mut before =
            before.take_while(|part| matches!(part.says(), Some(Word::Filler | Word::Your)));
        draft.article = before.clone().next().is_some() && !before.any(leads_to_captor);
        // `King's knight`.
        if let Some(wing) = side(part)
            && phrase.get(at + 1) == Some(&Part::Word("s"))
        {
            draft.stands_on(wing);
            at += 2;
            continue;
        }
        // `El alfil de rey`, `le cavalier dame`.
        if draft.is_named_alone() && is_wing(phrase, at, speech) {
            draft.wing = royal_wing(part);
            at += 1;
            continue;
        }
        // `Damenspringer`.
        if let Part::Word(word) = part
            && let Some((wing, chess)) = joined(word).filter(|_| speech.pawns)
        {
            draft.stands_on(wing);
            let more = phrase[at + 1..].iter().any(on_board);
            draft.name(speech.letter(chess)?, more)?;
            at += 1;
            continue;
        }
        let after = &phrase[at + 1..];
        let more = after.iter().any(on_board);
        match part {
            Part::Break => {}
            _ if is_and(part, at.checked_sub(1).map(|at| phrase[at]), after.first()) => {}
            // `@g1-@h3`: a square, as said before.
            Part::Sign('@') if draft.at > 0 && draft.body.ends_with('-') => {}
            Part::Sign('@') => draft.at += 1,
            // In `N*f5` it drops.
            Part::Sign('*') if speech.drops => draft.drop = true,
            Part::Sign('x' | '*') => draft.capture(),
            // `Le4=up`: what it becomes is not known.
            Part::Sign('=') if after.first().and_then(Part::says) == Some(Word::Filler) => {
                return None;
            }
            Part::Sign('=') => draft.promotes = true,
            Part::Sign(_) => draft.dash(),
            Part::Figure(chess) => draft.name(speech.letter(*chess)?, more)?,
            Part::Word(word) => {
                if let Some((letter, taken)) = speech.named(&phrase[at..]) {
                    draft.name(letter, phrase[at + taken..].iter().any(on_board))?;
                    at += taken;
                    continue;
                }
                add(&mut draft, word, after, speech)?;
            }
        }
        at += 1;
    }
    let (piece, worded, wing, guessed) = (draft.piece, draft.worded, draft.wing, draft.guessed);
    let by_any = draft.captured && piece.is_none();
    // `La de g1 a h3` may be the square.
    let bare = speech.squares && draft.at == 0 && !draft.square && !draft.place && piece.is_none();
    let turn = draft.finish(speech)?;
    let mut turns = vec![turn.clone()];
    let little = |part: &Part<'_>| part.says() == Some(Word::Filler);
    let squares = || {
        turn.split_once('-')
            .is_some_and(|(from, to)| is_square(from) && is_square(to))
    };
    let may_be_square = bare && phrase.iter().any(little) && squares();
    if may_be_square {
        turns.insert(0, format!("@{turn}"));
    }
    if by_any {
        let kinds = speech.kinds.iter().map(|kind| kind.letter);
        let pieces = kinds.filter(|letter| Some(*letter) != speech.plain);
        turns.extend(pieces.map(|letter| format!("{letter}{turn}")));
    }
    Some(Spoken {
        piece,
        guessed: guessed || may_be_square || by_any,
        turns,
        worded,
        wing,
    })
}

/// The wing of the king or the queen, where a part names one.
fn royal_wing(part: &Part<'_>) -> Option<Wing> {
    match part.says()? {
        Word::Piece('K') => Some(Wing::King),
        Word::Piece('Q') => Some(Wing::Queen),
        _ => None,
    }
}

/// What is said of a piece's wing in the languages that join the words, with the wing.
static JOINED: LazyLock<Vec<(String, Wing)>> = LazyLock::new(|| {
    let sections = [
        ("turns/kings-pawn", Wing::King),
        ("turns/queens-pawn", Wing::Queen),
    ];
    let all = sections.iter().flat_map(|(section, wing)| {
        let pawns = listed(section).into_iter();
        pawns.filter_map(|pawn| {
            let ends = pawn.char_indices().skip(1).map(|(at, _)| at);
            let mut ends = ends.filter(|at| meaning(&pawn[*at..]) == Some(Word::Piece('P')));
            Some((pawn[..ends.next()?].to_owned(), *wing))
        })
    });
    all.collect()
});

/// The wing and the piece, by its English letter, of a word such as `Damenspringer`.
pub(super) fn joined(word: &str) -> Option<(Wing, char)> {
    let word = bare(word);
    JOINED.iter().find_map(
        |(begin, wing)| match meaning(word.strip_prefix(begin.as_str())?)? {
            Word::Piece(chess @ ('R' | 'B' | 'N')) => Some((*wing, chess)),
            _ => None,
        },
    )
}

/// Whether a part names the king or the queen and says whose piece the one in front of it is, beside it or with little
/// words between them: `el caballo de la dama`.
fn is_wing(phrase: &[Part<'_>], at: usize, speech: &Speech<'_>) -> bool {
    let royal = matches!(phrase[at].says(), Some(Word::Piece('K' | 'Q')));
    let mut before = phrase[..at].iter().rev().map(Part::says);
    let owned = before.find(|says| *says != Some(Word::Filler)).flatten();
    let piece = matches!(owned, Some(Word::Piece('R' | 'B' | 'N' | 'P')));
    royal && piece && phrase[at + 1..].iter().any(on_board) && speech.pawns
}

/// Whether a part holds a rank, as a digit or in words.
fn on_board(part: &Part<'_>) -> bool {
    let digit = |word: &str| word.contains(|c: char| latin(c).is_ascii_digit());
    matches!(part.says(), Some(Word::Rank(_))) || matches!(part, Part::Word(word) if digit(word))
}

/// Adds a word that is no name of the game's own.
fn add(draft: &mut Draft, word: &str, after: &[Part<'_>], speech: &Speech<'_>) -> Option<()> {
    let plain: String = word.chars().map(latin).collect();
    let more = after.iter().any(on_board);
    let begins = draft.body.is_empty() && draft.piece.is_none() && !draft.promotes;
    // `A f3`, `a efe tres`.
    let before_square = match after {
        [Part::Word(next), ..] if is_square(next) => true,
        [Part::Word(file), rank, ..] => {
            let named = matches!(meaning(file), Some(Word::File(_)));
            let file = named || file.len() == 1 && speech.is_letter(file.chars().next()?);
            file && matches!(rank.says(), Some(Word::Rank(_)))
        }
        _ => false,
    };
    let one = plain.chars().next().filter(|c| plain.len() == c.len_utf8());
    // Spanish, Italian: `a f3`; French: `à f3`; Russian, Polish: `с g1`, `z g1`. And `a queen`.
    let arrived = draft.body.ends_with(|c: char| c.is_ascii_digit());
    let leads = arrived || draft.body.ends_with('-');
    let little =
        matches!(word, "с" | "à" | "z") || word == "a" && (draft.foreign || leads || draft.square);
    let next = after.first().and_then(Part::says);
    let named = speech.named(after).map(|(letter, _)| letter);
    let named = named.or_else(|| speech.piece(next?));
    // `A knight`; but `a pawn` is that of the a-file.
    if word.eq_ignore_ascii_case("a")
        && begins
        && named.is_some_and(|letter| draft.drop || Some(letter) != speech.letter('P'))
    {
        return Some(());
    }
    let thing = matches!(next, Some(Word::Square | Word::Place)) || draft.square || draft.place;
    // `And I add a square`.
    let goes_on = matches!(
        next,
        Some(Word::Place | Word::Capture | Word::To | Word::Filler)
    );
    let reflexive =
        || matches!(after.first(), Some(Part::Word(next)) if REFLEXIVE.contains(&bare(next)));
    let says_nothing = match word {
        "se" => reflexive(),
        "l" | "L" => named.is_some(),
        // French; in Dutch `je` is the opponent's.
        "I" | "je" | "Je" => goes_on,
        "с" => !before_square,
        // Portuguese: `o cavalo`, `os`.
        "o" | "O" | "os" => named.is_some() || thing && !before_square,
        "a" if little && before_square => false,
        "a" | "A" => draft.promotes || thing && !before_square,
        _ => false,
    };
    if says_nothing {
        return Some(());
    }
    if little && before_square {
        draft.dash();
        return Some(());
    }
    match one {
        Some('x' | 'X') => {
            draft.capture();
            return Some(());
        }
        // A small letter begins a move.
        Some(c) if begins && speech.is_letter(c.to_ascii_uppercase()) && !speech.is_letter(c) => {
            draft.body.push(c.to_ascii_uppercase());
            return Some(());
        }
        Some(c) if speech.is_letter(c) => {
            match c.is_ascii_uppercase() && (draft.promotes || arrived && !more) {
                true => draft.becomes = Some(c),
                false => draft.body.push(c),
            }
            return Some(());
        }
        _ => {}
    }
    // The knight's older letters.
    let knight = speech.letter('N').filter(|_| begins);
    let plain = match (plain.strip_prefix("Kt"), knight) {
        (Some(rest), Some(knight)) if !rest.is_empty() => format!("{knight}{rest}"),
        _ => plain,
    };
    let written = plain.chars().all(|c| c.is_ascii_alphanumeric());
    if written && plain.len() <= 8 && plain.contains(|c: char| c.is_ascii_digit()) {
        draft.body.push_str(&plain);
        return Some(());
    }
    // `La sentinelle`, where there are lancers.
    if named.is_some() && meaning(word) == Some(Word::Filler) {
        return Some(());
    }
    if is_origin(&plain, speech) {
        draft.body.push_str(&plain);
        return Some(());
    }
    let ranked = matches!(next, Some(Word::Rank(_)));
    let is_begun = draft.piece.is_some() || draft.body == "x";
    let says = match meaning(word) {
        Some(says) => says,
        // `Sprinegr f3`.
        None => {
            let near = nearest_piece(word).filter(|_| more || arrived)?;
            draft.guessed = true;
            near
        }
    };
    match says {
        Word::Piece(_) | Word::Kind(_) => {
            // The subject of an answer begins with `Re:`.
            let answer = word.eq_ignore_ascii_case("re")
                && matches!(after.first(), Some(Part::Sign('x' | '*')));
            let letter = speech.piece(says).filter(|_| !answer)?;
            draft.foreign = true;
            draft.name(letter, more)?;
        }
        Word::Your if draft.body.ends_with('x') => {}
        Word::To if !draft.promotes => draft.dash(),
        Word::Capture => draft.capture(),
        Word::Promote => draft.promotes = true,
        Word::Mark if draft.body.is_empty() => return None,
        Word::Square if speech.squares => draft.square = true,
        // `Con el caballo encima`: the piece was named before.
        Word::Carry if speech.squares => {
            (draft.square, draft.carries, draft.piece) = (true, true, None);
        }
        // `A new queen`.
        Word::Place if arrived && named.is_some() || draft.becomes.is_some() => {}
        Word::Place if speech.squares => draft.place = true,
        Word::Place | Word::Hand if speech.drops || speech.selects => {
            draft.drop = true;
            draft.worded = true;
        }
        Word::Rank(rank) => {
            let file = |c: char| c.is_ascii_alphabetic() && c != 'x';
            draft.body.ends_with(file).then_some(())?;
            draft.body.push_str(&rank.to_string());
        }
        Word::File(file) => {
            let ranked = matches!(after.first(), Some(Part::Word(next))
                if next.chars().all(|c| c.is_ascii_digit()) || on_board(&Part::Word(next)));
            ranked.then_some(())?;
            draft.body.push(char::from(b'a' + file));
        }
        // `Dama por de cinco`.
        Word::Filler if word.eq_ignore_ascii_case("de") && ranked && is_begun => {
            draft.body.push('d');
        }
        // `A las 3` is no square.
        Word::Filler if is_file(&draft.body) => return None,
        // Where nothing is placed, a piece is: `pongo el alfil en c4`.
        Word::Place if !draft.promotes => draft.dash(),
        Word::To | Word::Mark | Word::Filler | Word::And | Word::Carry => {}
        _ => return None,
    }
    Some(())
}

/// Whether the last thing that was written is a file without its rank.
fn is_file(body: &str) -> bool {
    let last = body.rsplit(['-', 'x']).next().unwrap_or_default();
    last.len() == 1 && last.starts_with(|c: char| c.is_ascii_lowercase())
}

fn is_square(word: &str) -> bool {
    let plain: String = word.chars().map(latin).collect();
    Square::parse(&plain).is_some()
}

/// Whether a word without a digit begins a move: `Nb` before `d2`, `Nx` before `e5`, `ex` before `d5`.
fn is_origin(plain: &str, speech: &Speech<'_>) -> bool {
    let named = plain.starts_with(|c: char| c.is_ascii_uppercase());
    let letters = plain.strip_suffix('x').unwrap_or(plain);
    let known = letters.chars().all(|c| speech.is_letter(c));
    let takes = letters.len() < plain.len();
    plain.is_ascii() && known && letters.len() <= 2 && (takes || named && letters.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::notation::languages::tests::{pieces, speech};

    #[test]
    fn what_is_done_later_is_no_turn() {
        let pieces = pieces(6);
        let said = |text: &str| spoken(text, &speech(&pieces)).map(|said| said.turns);
        for later in ["e4 luego", "luego e4", "después caballo a f3"] {
            assert_eq!(said(later), None, "{later}");
        }
        let both = said("caballo a f3 y luego una casilla en e3");
        assert_eq!(both, Some(vec!["Nf3 @@e3".to_owned()]));
    }

    #[test]
    fn what_may_mean_too_many_turns_is_not_read() {
        let pieces = pieces(6);
        let said = |text: &str| spoken(text, &speech(&pieces)).map(|said| said.turns.len());
        let takes = "takes the pawn on d5";
        assert_eq!(said(takes), Some(1 + pieces.types.len()));
        assert_eq!(said(&[takes; 3].join(", ")), None);
    }
}
