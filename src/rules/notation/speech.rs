//! What the things of a game are called, and typed text cut into words and signs.

use super::letters::figurine;
use super::vocabulary::{Word, meaning, meanings};
use crate::reading;
use crate::rules::{PieceSet, Wing};

/// The most words and signs of a turn.
const MOST_PARTS: usize = 60;

/// A kind of piece as people call it.
#[derive(Clone, Copy, Debug)]
pub struct Called<'a> {
    /// Its letter, in upper case.
    pub letter: char,
    /// Other letters by which it may be typed.
    pub also: &'a str,
    /// Its name in a sentence.
    pub name: &'a str,
}

/// What people call the things of a game.
#[derive(Clone, Debug)]
pub struct Speech<'a> {
    /// The kinds of piece.
    pub kinds: Vec<Called<'a>>,
    /// The letter of the royal piece; of any other one in a game without.
    pub royal: char,
    /// The letter of the kind that is written without a letter, if there is one.
    pub plain: Option<char>,
    /// Whether there are pawns as in chess.
    pub pawns: bool,
    /// Whether pieces come from hands.
    pub drops: bool,
    /// The files of the board.
    pub files: u8,
    /// Further names of pieces, with their letters; also what pieces of chess stand for here.
    pub names: &'static [(&'static str, char)],
    /// Whether squares are placed and moved, so that words may say so.
    pub squares: bool,
    /// Whether pieces are selected, as from a bin: `Q@d4`.
    pub selects: bool,
}

/// Names of pieces with their letters, from the sections that hold the names.
pub fn names_of(sections: &[(&str, char)]) -> Vec<(&'static str, char)> {
    let all = sections.iter().flat_map(|(section, letter)| {
        let names = reading::phrases(section).iter();
        names.map(|name| (*name, *letter))
    });
    all.collect()
}

impl<'a> Speech<'a> {
    /// What these pieces are called, and nothing else.
    pub fn of(pieces: &'a PieceSet) -> Self {
        let kinds = pieces.types.iter().map(|kind| Called {
            letter: kind.letter,
            also: kind.also,
            name: kind.name,
        });
        Self {
            kinds: kinds.collect(),
            royal: pieces.about(pieces.royal).letter,
            plain: pieces.plain.map(|role| pieces.about(role).letter),
            pawns: pieces.pawns.is_some(),
            drops: pieces.drops,
            files: pieces.size.0,
            names: &[],
            squares: false,
            selects: false,
        }
    }

    /// Whether there is a kind that is typed with this letter, in upper case.
    pub fn has(&self, letter: char) -> bool {
        let mut kinds = self.kinds.iter();
        kinds.any(|kind| kind.letter == letter || kind.also.contains(letter))
    }

    /// The letter here of a piece of chess, given by its English letter.
    pub fn letter(&self, chess: char) -> Option<char> {
        let name = match chess {
            'K' => "king",
            'Q' => "queen",
            'R' => "rook",
            'B' => "bishop",
            'N' => "knight",
            'P' => "pawn",
            _ => return None,
        };
        self.called(name)
    }

    /// What the pieces are called, with their letters.
    pub fn all_names(&self) -> impl Iterator<Item = (&str, char)> {
        let own = self.kinds.iter().map(|kind| (kind.name, kind.letter));
        own.chain(self.names.iter().copied())
    }

    /// The letter of the piece that has this name.
    pub fn called(&self, name: &str) -> Option<char> {
        let found = self.all_names().find(|(known, _)| *known == name);
        found.map(|(_, letter)| letter)
    }

    /// The letter of the piece that a word of any language names.
    pub fn piece(&self, says: Word) -> Option<char> {
        match says {
            Word::Piece(chess) => self.letter(chess),
            Word::Kind(name) => self.called(name),
            _ => None,
        }
    }

    /// The letter of the piece whose name begins `parts`, and how many of them the name takes.
    pub(super) fn named(&self, parts: &[Part<'_>]) -> Option<(char, usize)> {
        let all = self.all_names();
        let found = all.filter_map(|(name, letter)| Some((letter, takes(parts, name)?)));
        found.max_by_key(|(_, length)| *length)
    }

    /// Whether a word begins the name of a piece of this game.
    pub fn begins(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let mut all = self.all_names().map(|(name, _)| name);
        all.any(|name| name.split([' ', '-']).next() == Some(&word) || name == word)
    }

    /// Whether a single letter may stand for a file or a piece.
    pub(super) fn is_letter(&self, c: char) -> bool {
        let file = c.to_ascii_lowercase();
        let file = file.is_ascii_lowercase() && (file as u8 - b'a') < self.files;
        file || c.is_ascii_uppercase() && self.has(c)
    }
}

/// How many parts a name takes, whose words a dash may join.
fn takes(parts: &[Part<'_>], name: &str) -> Option<usize> {
    let mut taken = 0;
    for (index, wanted) in name.split([' ', '-']).enumerate() {
        if index > 0 && parts.get(taken) == Some(&Part::Sign('-')) {
            taken += 1;
        }
        match parts.get(taken)? {
            Part::Word(word) if word.to_lowercase() == wanted => taken += 1,
            _ => return None,
        }
    }
    Some(taken)
}

/// A part of typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A word of letters and digits, without signs.
    Word(&'a str),
    /// A figurine, by its English letter.
    Figure(char),
    /// A sign of the notation, made one of few.
    Sign(char),
    /// What is between actions.
    Break,
}

impl Part<'_> {
    /// What a word says outside castling.
    pub fn says(&self) -> Option<Word> {
        match self {
            Part::Word(word) => meaning(word),
            _ => None,
        }
    }
}

/// The side of castling that a part may say.
pub fn side(part: &Part<'_>) -> Option<Wing> {
    let Part::Word(word) = part else { return None };
    meanings(word).find_map(|says| match says {
        Word::Side(wing) => Some(wing),
        _ => None,
    })
}

/// Cuts text apart; `None` where it holds a character that no turn has, or too much.
pub fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c);
        let length = match rest.find(|c: char| !word(c)) {
            Some(0) => c.len_utf8(),
            Some(length) => length,
            None => rest.len(),
        };
        let (head, tail) = rest.split_at(length);
        rest = tail;
        parts.push(match c {
            _ if word(c) => Part::Word(head),
            ' ' | '+' | '#' | '!' | '?' | '.' | '(' | ')' | '>' => continue,
            ',' | ';' | '&' => Part::Break,
            ':' if tail.starts_with(char::is_whitespace) && announces(parts.last()) => continue,
            ':' => Part::Sign('x'),
            '*' => Part::Sign(c),
            '/' => Part::Sign('='),
            '-' | '_' => Part::Sign('-'),
            '=' | '@' => Part::Sign(c),
            c => Part::Figure(figurine(c)?),
        });
        if parts.len() > MOST_PARTS {
            return None;
        }
    }
    Some(without_asides(parts))
}

/// The parts without what says nothing between two signs: `la casilla de g1, que quedó vacía, a h3`.
fn without_asides(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let says_nothing = |part: &Part<'_>| part.says() == Some(Word::Filler);
    let mut kept: Vec<Part<'_>> = Vec::with_capacity(parts.len());
    let mut rest = &parts[..];
    while let [part, after @ ..] = rest {
        let aside = after.iter().take_while(|part| says_nothing(part)).count();
        rest = match after.get(aside) {
            Some(Part::Break) if *part == Part::Break && aside > 0 => &after[aside + 1..],
            _ => {
                kept.push(*part);
                after
            }
        };
    }
    kept
}

/// Whether a colon behind this part announces what follows, as in `My pawn: e3`, and captures nothing.
fn announces(before: Option<&Part<'_>>) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    matches!(before, Some(Part::Word(word)) if is_word(word))
}

/// Cuts the parts into actions: at what is between them, and where a square action begins.
pub fn phrases<'a, 'b>(parts: &'b [Part<'a>], speech: &Speech<'_>) -> Vec<&'b [Part<'a>]> {
    let mut phrases = Vec::new();
    let mut begin = 0;
    let mut holds_square = false;
    for (at, part) in parts.iter().enumerate() {
        let between = *part == Part::Break || part.says() == Some(Word::And);
        let behind = at.checked_sub(1).map(|before| parts[before]);
        let between = between || is_and(part, behind, parts.get(at + 1));
        // What a pawn becomes belongs to its move: `a8, promoting to queen`.
        // `Take the queen from the bin and put it on d4`.
        let mut behind_it = parts[at + 1..].iter().map(Part::says);
        let put = behind_it.find(|says| *says != Some(Word::Filler)) == Some(Some(Word::Place));
        let put = put && (speech.selects || speech.drops);
        // `Rochade, kurz`.
        let sides = parts[at + 1..].iter().all(|part| side(part).is_some());
        let joined = put || at + 1 < parts.len() && sides;
        let joined = joined || *part == Part::Break && arrives(&parts[begin..at], &parts[at + 1..]);
        let between = between && !joined && !becomes(&parts[begin..at], &parts[at + 1..], speech);
        // `N@f5` is one action, where pieces come from hands.
        let sign = *part == Part::Sign('@')
            && !speech.drops
            && !matches!(behind, Some(Part::Sign('@' | '-')));
        let named = speech.squares && matches!(part.says(), Some(Word::Square | Word::Place));
        let goes_on = named && places(&parts[begin..at], &parts[at..]);
        if between || sign || named && holds_square && !goes_on {
            phrases.push(&parts[begin..at]);
            begin = at + usize::from(between);
            holds_square = false;
        }
        holds_square |= holds_rank(part);
    }
    phrases.push(&parts[begin..]);
    phrases
}

/// Whether one square is named in front of a sign, and where something goes from there behind it: `la casilla g1, a h3`.
fn arrives(before: &[Part<'_>], behind: &[Part<'_>]) -> bool {
    let [to, square, ..] = behind else {
        return false;
    };
    let leads = to.says() == Some(Word::To) || matches!(to, Part::Word("a" | "à"));
    let named = before.iter().filter(|part| holds_rank(part)).count() == 1;
    leads && named && before.len() > 1 && holds_rank(square)
}

/// Whether a square is named in front of what says that it is placed: `en d3 pongo casilla`.
fn places(before: &[Part<'_>], rest: &[Part<'_>]) -> bool {
    let little = |part: &Part<'_>| matches!(part.says(), Some(Word::Filler | Word::To));
    let is_end = |part: &&Part<'_>| **part == Part::Break || part.says() == Some(Word::And);
    let [first, square] = before else {
        return false;
    };
    let mut rest = rest.iter().take_while(|part| !is_end(part));
    little(first) && holds_rank(square) && !rest.any(holds_rank)
}

/// Whether a part is a word with a digit.
fn holds_rank(part: &Part<'_>) -> bool {
    matches!(part, Part::Word(word) if word.contains(char::is_numeric))
}

/// Whether a letter is the `and` of another language, which follows a square: `Cf3 e casa em e3`.
pub(super) fn is_and(part: &Part<'_>, behind: Option<Part<'_>>, next: Option<&Part<'_>>) -> bool {
    let rank = |part: &Part<'_>| matches!(part, Part::Word(word) if word.starts_with(|c: char| c.is_numeric()));
    let arrived =
        matches!(behind, Some(Part::Word(word)) if word.ends_with(|c: char| c.is_numeric()));
    arrived
        && !next.is_some_and(rank)
        && matches!(part, Part::Word(word) if reading::phrases("turns/and-letters").contains(word))
}

/// Whether parts behind a pawn's last square say what it becomes, and nothing more: `and becomes …`, `Dame`, `a new queen`.
fn becomes(before: &[Part<'_>], parts: &[Part<'_>], speech: &Speech<'_>) -> bool {
    let said: Vec<Option<Word>> = parts.iter().map(Part::says).collect();
    let little = |says: &&Option<Word>| {
        matches!(
            says,
            Some(Word::Filler | Word::Place | Word::And | Word::To)
        )
    };
    let first = said.iter().find(|says| !little(says));
    if matches!(first, Some(Some(Word::Promote))) {
        return true;
    }
    let piece = |says: &Option<Word>| says.is_some_and(|says| speech.piece(says).is_some());
    let last = |part: &Part<'_>| matches!(part, Part::Word(word) if word.ends_with(|c: char| c.is_numeric()) && !word.ends_with(['2', '3', '4', '5', '6', '7']));
    let pawn = speech.letter('P');
    let other = |part: &Part<'_>| {
        let letter = part.says().and_then(|says| speech.piece(says));
        letter.is_some() && letter != pawn
    };
    let arrived = before.iter().rfind(|part| **part != Part::Break);
    if !arrived.is_some_and(last) || before.iter().any(other) {
        return false;
    }
    let article = |part: &Part<'_>| matches!(part, Part::Word("a" | "o"));
    let rest = said
        .iter()
        .zip(parts)
        .filter(|(says, part)| !little(says) && !article(part));
    let rest: Vec<bool> = rest.map(|(says, _)| piece(says)).collect();
    rest == [true]
}
