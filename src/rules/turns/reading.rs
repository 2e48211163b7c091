//! How a text that a person has typed reads as a turn, in the position on the board.

use super::ruleset::{Ruleset, State};
use super::{captures, followers::Followers, listing::sorted};
use crate::rules::notation::{
    Spoken, descriptive, foreign, garbled, heard, latin, spoken, steps, with_files,
};
use crate::rules::{PieceLetters, Refusal, Speech, TurnReading, Wing};

/// What comes of a text as the game's own reader has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The legal turns that it means: one, or several if it is ambiguous.
    Legal(Vec<String>),
    /// The beginning of a legal turn.
    Begun,
    /// A turn that is not legal, or any turn once the game is over.
    Illegal,
    /// It is not written as a turn of this game.
    Unreadable,
}

impl Judged {
    /// Whether it is legal turns or begins one.
    fn plays(&self) -> bool {
        matches!(self, Self::Legal(_) | Self::Begun)
    }
}

/// A game that texts are read for. Once it is `over`, no turn of it is legal.
pub struct Reader<'a, R: Ruleset> {
    /// The rules of the game, by which texts are read.
    pub ruleset: &'a R,
    /// The position in which a turn would be played, with its history and the options in force.
    pub state: &'a State<R>,
    /// What is known of it from earlier texts.
    pub followers: &'a Followers<R>,
    /// Whether the game has ended.
    pub over: bool,
}

impl<R: Ruleset> Reader<'_, R> {
    /// Judges cleaned text without a number before it.
    pub fn judge(&self, text: &str) -> Judged {
        self.followers.read(text);
        if self.over {
            return match self.ruleset.lex(&self.state.rules, text) {
                Ok(_) => Judged::Illegal,
                Err(_) => Judged::Unreadable,
            };
        }
        match self.turn(text) {
            Ok(turn) => Judged::Legal(vec![self.text(&turn)]),
            Err(Refusal::Ambiguous { candidates, .. }) => Judged::Legal(candidates),
            Err(Refusal::Incomplete { .. }) => Judged::Begun,
            Err(Refusal::Unreadable { .. }) => Judged::Unreadable,
            Err(_) => Judged::Illegal,
        }
    }

    /// Whether text means legal turns or begins one.
    fn plays(&self, text: &str) -> bool {
        self.judge(text).plays()
    }

    fn lexes(&self, text: &str) -> bool {
        self.ruleset.lex(&self.state.rules, text).is_ok()
    }

    /// The legal turns among those that texts mean, each once.
    pub(super) fn legal(&self, texts: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut all = sorted(texts.into_iter().flat_map(|text| match self.judge(&text) {
            Judged::Legal(turns) => turns,
            _ => Vec::new(),
        }));
        all.dedup();
        all
    }

    /// See [`crate::rules::game::Game::reading`]; the text is cleaned and has lost its number.
    pub fn reading(&self, text: &str) -> TurnReading {
        self.read(text).0
    }

    /// The reading of a text with the letters of a player, if it has one; the text is cleaned and has lost its number.
    pub fn reading_by(&self, text: &str, letters: &PieceLetters) -> Option<TurnReading> {
        let speech = self.ruleset.speech(&self.state.rules);
        let TurnReading::Turn(turn) = self.reading(&letters.read(text, &speech)?) else {
            return None;
        };
        if !self.plays(&turn) {
            // What is not legal is judged with the player's letters, unless it is legal as it is: a
            // copied example.
            let copied = self.plays(text) || !self.lexes(&turn);
            return (!copied).then_some(TurnReading::Turn(turn));
        }
        if letters.is_own(text, &speech) {
            // Both pieces may be meant.
            let all = self.legal([turn.clone(), text.to_owned()]);
            if all.len() > 1 {
                return Some(TurnReading::Doubtful(all));
            }
        }
        Some(TurnReading::Turn(turn))
    }

    /// The reading, and whether words name a piece or castling in it.
    pub fn read(&self, text: &str) -> (TurnReading, bool) {
        self.followers.read(text);
        let transcribed = self.ruleset.transcribed(text);
        let text = transcribed.as_deref().unwrap_or(text);
        let turn = |text: &str| TurnReading::Turn(text.to_owned());
        let speech = self.ruleset.speech(&self.state.rules);
        if let Some(turns) = self.foreign_letter(text, &speech) {
            return (TurnReading::Doubtful(turns), false);
        }
        if let Some(reading) = self.own_letter(text, &speech) {
            return (reading, false);
        }
        if self.ruleset.is_exact(text) && self.lexes(text) {
            return (turn(text), false);
        }
        let itself = self.judge(text);
        if itself.plays() {
            return (turn(text), false);
        }
        if let Some((code, sure)) = self.ruleset.coded(self.state, text)
            && let Judged::Legal(turns) = self.judge(&code)
        {
            let reading = match sure {
                true => TurnReading::Turn(code),
                false => TurnReading::Doubtful(turns),
            };
            return (reading, false);
        }
        if let Some(reading) = captures::reading(self, text, &speech) {
            return (reading, false);
        }
        // Behind a sign at the end something is missing: what is in front of it may be another turn.
        let whole = !text.ends_with('=');
        let said = whole.then(|| spoken(text, &speech)).flatten();
        if let Some(reading) = said.as_ref().and_then(|said| self.said(said)) {
            let worded = said.as_ref().is_some_and(|said| said.worded);
            // Behind words a question mark is no annotation.
            let asks = worded && text.ends_with('?') && !text.ends_with("!?");
            let guessed = said.as_ref().is_some_and(|said| said.guessed);
            return match reading {
                TurnReading::Turn(turn) if asks || guessed => {
                    (TurnReading::Doubtful(self.legal([turn])), worded)
                }
                reading => (reading, worded),
            };
        }
        if let Some(turn) = self.signed_promotion(text) {
            return (TurnReading::Turn(turn), false);
        }
        let mut becomes = self.foreign_promotion(text, &speech);
        if let (true, Some(said)) = (becomes.is_empty(), &said) {
            becomes = self.foreign_promotion(&said.turns[0], &speech);
        }
        if !becomes.is_empty() {
            return (TurnReading::Doubtful(becomes), false);
        }
        let described = self.legal(descriptive(text, &speech));
        if !described.is_empty() {
            return (TurnReading::Doubtful(described), false);
        }
        if itself != Judged::Unreadable {
            // `Re2`: no rook can go there, and in Spanish the king is meant.
            return match self.other_piece(text, &speech) {
                turns if turns.is_empty() => (turn(text), false),
                turns => (TurnReading::Doubtful(turns), false),
            };
        }
        if let Some(said) = said
            && self.lexes(&said.turns[0])
        {
            return (turn(&said.turns[0]), said.worded);
        }
        let guessed = self.guessed(text);
        if !guessed.is_empty() {
            return (TurnReading::Doubtful(guessed), false);
        }
        // Words of another script around a turn in it are words.
        let plain = transcribed.is_none() || text.is_ascii();
        match plain && garbled(text) {
            true => (turn(text), false),
            false => (TurnReading::No, false),
        }
    }

    /// The legal turns that a text may mean which is not legal, and whose first letter is that of another piece in another
    /// language.
    fn other_piece(&self, text: &str, speech: &Speech<'_>) -> Vec<String> {
        let (Some(letter), Some(rest)) = (text.chars().next(), text.get(1..)) else {
            return Vec::new();
        };
        if !letter.is_ascii_uppercase() || !speech.pawns || !speech.has(letter) {
            return Vec::new();
        }
        let pieces = foreign(letter).chars();
        let meant = pieces.filter_map(|chess| speech.letter(chess));
        self.legal(meant.map(|meant| format!("{meant}{rest}")))
    }

    /// A promotion with another sign in front of what the pawn becomes: `a8:Q`, `a8-Q`.
    fn signed_promotion(&self, text: &str) -> Option<String> {
        let bare = text.trim_end_matches(['+', '#', '!', '.']);
        let (begin, letter) = bare.rsplit_once([':', '-'])?;
        let one = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase());
        let arrived = begin.ends_with(|c: char| c.is_ascii_digit());
        let turn = format!("{begin}={letter}");
        let legal = || matches!(self.judge(&turn), Judged::Legal(_));
        (one && arrived && legal()).then_some(turn)
    }

    /// The legal turns that a text may mean which is in no notation.
    fn guessed(&self, text: &str) -> Vec<String> {
        let files = Some(with_files(text)).filter(|files| files != text);
        self.legal(files.into_iter().chain(heard(text)).chain(steps(text)))
    }

    /// What was said in words, where it is a legal turn or begins one.
    fn said(&self, said: &Spoken) -> Option<TurnReading> {
        let plain = self.ruleset.speech(&self.state.rules).plain;
        if let (Some(letter), [text]) = (said.piece.filter(|c| Some(*c) != plain), &said.turns[..])
            && let Judged::Legal(mut turns) = self.judge(text)
        {
            // The letter of a piece may be that of a file, too: who says `bishop` means no pawn.
            // Promoted pieces are written with a sign before the letter of what they were.
            turns.retain(|turn| turn.starts_with([letter, '+']) || turn.starts_with("O-O"));
            if let Some(wing) = said.wing {
                let all = turns.clone();
                turns.retain(|turn| is_of_wing(turn, wing));
                // It has left its wing, or the other one is meant.
                if turns.len() != 1 {
                    return Some(TurnReading::Doubtful(all));
                }
            }
            return Some(match &turns[..] {
                [] => TurnReading::Doubtful(turns),
                [turn] => TurnReading::Turn(turn.clone()),
                _ => TurnReading::Turn(text.clone()),
            });
        }
        let good: Vec<&String> = said.turns.iter().filter(|text| self.plays(text)).collect();
        match good[..] {
            [] => None,
            [text] => Some(TurnReading::Turn(text.clone())),
            _ => Some(TurnReading::Doubtful(self.legal(said.turns.clone()))),
        }
    }

    /// The legal turns that a text may mean whose first letter is that of a piece in another language,
    /// or a file that nobody writes there (`Cc3` for a pawn's move); `None` for other texts.
    fn foreign_letter(&self, text: &str, speech: &Speech<'_>) -> Option<Vec<String>> {
        let typed = text.chars().next()?;
        // `Je prends en d5`.
        let is_word =
            |word: &str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        let (first, more) = text.split_once(' ').unwrap_or((text, ""));
        let begins = first.chars().count() > 1 && first.chars().all(char::is_alphabetic);
        if begins && more.split(' ').any(is_word) {
            return None;
        }
        let (mut letter, mut rest) = (upper(typed), &text[typed.len_utf8()..]);
        // The king's two letters in Russian.
        let king = letter == 'К' && rest.starts_with(['р', 'Р']);
        if king {
            rest = &rest['р'.len_utf8()..];
        }
        let mut rest: String = with_files(rest.trim_start()).chars().map(latin).collect();
        let mut chess = if king { "K" } else { foreign(letter) };
        if chess.is_empty() {
            // Other letters that look Latin are Latin.
            letter = latin(letter);
            chess = foreign(letter);
        }
        let english = latin(letter);
        let known = speech.has(english);
        let own = letter.is_ascii() && known;
        let pawn = own && english == 'P' && speech.pawns;
        // A pawn from the hand is written with its letter.
        let dropped = speech.drops && rest.starts_with(['*', '@']);
        if chess.is_empty() || own && (!pawn || dropped) {
            return None;
        }
        let file = english.to_ascii_lowercase();
        let on_board = file.is_ascii_lowercase() && file as u8 - b'a' < speech.files;
        // A file and a rank are where a piece stands; else the rank tells which piece is meant: `T1e3`.
        let ranked = rest.starts_with(|c: char| c.is_ascii_digit());
        if ranked && (pawn || on_board && (typed.is_lowercase() || self.plays(text))) {
            return None;
        }
        // A piece's letter takes the place of the foreign one; the king's shows that the rest is a move.
        let joined = self.joined(&rest, speech);
        let royal = speech.royal;
        if !self.lexes(&format!("{royal}{rest}")) {
            rest.clone_from(joined.as_ref()?);
        }
        let with = |letter: char| format!("{letter}{rest}");
        let pieces = chess.chars().filter_map(|chess| speech.letter(chess));
        let looks = (!letter.is_ascii() && known && !king).then_some(english);
        let letters: Vec<char> = pieces.chain(looks).collect();
        let mut meant = self.legal(letters.iter().map(|letter| with(*letter)));
        if let Some(joined) = joined.filter(|_| meant.is_empty()) {
            meant = self.legal(letters.iter().map(|letter| format!("{letter}{joined}")));
        }
        if ranked {
            return (!meant.is_empty()).then_some(meant);
        }
        if pawn {
            // A pawn, unless a knight goes there as well.
            let both = self.legal(meant.iter().cloned().chain([text.to_owned()]));
            return (!meant.is_empty()).then_some(both);
        }
        let twice = on_board && rest.to_ascii_lowercase().starts_with(file);
        if typed.is_lowercase() {
            // A small letter is a file, but for one that is none, that is there twice, or from which no pawn goes there.
            let is_pawn = on_board && self.plays(text);
            let doubtful = twice || !(meant.is_empty() || is_pawn);
            doubtful.then_some(())?;
        }
        let as_pawn = || self.legal([format!("{file}{rest}")]);
        if on_board && letter.is_ascii() && (!twice || meant.is_empty()) {
            meant.extend(as_pawn());
            meant.sort_unstable();
            meant.dedup();
        }
        Some(meant)
    }

    /// What follows the letter of a piece, with its blanks taken out: `g1 f3`.
    fn joined(&self, rest: &str, speech: &Speech<'_>) -> Option<String> {
        let royal = speech.royal;
        let said = spoken(&format!("{royal} {rest}"), speech)?;
        let text = said.turns.first().filter(|text| self.lexes(text))?;
        text.strip_prefix(royal).map(str::to_owned)
    }

    /// The reading of a text whose first letter is that of a piece here and of the file behind it (`Bb4`):
    /// the piece is meant, and a pawn only if nothing else is legal; `None` for other texts.
    fn own_letter(&self, text: &str, speech: &Speech<'_>) -> Option<TurnReading> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let file = letter.to_ascii_lowercase();
        let letter = letter.to_ascii_uppercase();
        let rest = text[1..].to_ascii_lowercase();
        let on_board = file as u8 - b'a' < speech.files;
        if !on_board || !rest.starts_with(file) || !speech.has(letter) {
            return None;
        }
        let Judged::Legal(turns) = self.judge(text) else {
            return None;
        };
        let by_piece = |turn: &&String| turn.starts_with([letter, '+']);
        let mut meant = turns.iter().filter(by_piece);
        Some(match (meant.next(), meant.next()) {
            (None, _) => TurnReading::Doubtful(turns),
            (Some(turn), None) => TurnReading::Turn(turn.clone()),
            _ => TurnReading::Turn(text.to_owned()),
        })
    }

    /// The legal turns of a text in which the letter, in another language, of what a pawn becomes ends a word.
    fn foreign_promotion(&self, text: &str, speech: &Speech<'_>) -> Vec<String> {
        let between = |c: char| c == ' ' || c == ',' || c == ';';
        let mut meant = Vec::new();
        for word in text.split(between) {
            let end = word.trim_end_matches(['+', '#', '!', '?', '.', ')']);
            let Some(typed) = end.chars().next_back().filter(|c| c.is_alphabetic()) else {
                continue;
            };
            let behind = word.as_ptr() as usize - text.as_ptr() as usize + end.len();
            let (begin, rest) = text.split_at(behind);
            let begin = &begin[..begin.len() - typed.len_utf8()];
            let begin = begin.trim_end_matches(['(', '=', '/', ' ']);
            if !begin.ends_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let rest = rest.trim_start_matches(')');
            let pieces = foreign(upper(typed)).chars();
            let pieces = pieces.filter_map(|chess| speech.letter(chess));
            meant.extend(self.legal(pieces.map(|letter| format!("{begin}={letter}{rest}"))));
        }
        meant
    }
}

/// Whether the piece of a turn stands on this wing.
fn is_of_wing(turn: &str, wing: Wing) -> bool {
    let squares = turn.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    let side = match wing {
        Wing::King => 'e'..='h',
        Wing::Queen => 'a'..='d',
    };
    squares.starts_with(|file| side.contains(&file))
}

fn upper(c: char) -> char {
    c.to_uppercase().next().unwrap_or(c)
}
