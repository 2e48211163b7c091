//! How moves are written and read: canonical text, and what a typed word may mean.

use crate::rules::notation::{castling, promotion, readings};
use crate::rules::turns::ruleset::Word;
use crate::rules::{PieceSet, Reading, Reason, Refusal, Role, Square, Wing, echo};

use super::{Move, Position};
use crate::rules::turns::listing::sorted;

/// A typed word, before it meets a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A piece move in all its readings, at least one.
    Step(Vec<Reading>),
    /// Castling by its own sign.
    Castle(Wing),
}

/// How the moves of one game are written.
impl PieceSet {
    /// The canonical text: `Ng1-f3`, `e4xd5`, `e7-e8=Q`, `O-O`. Pawns go without a letter.
    pub fn write(&self, mv: &Move) -> String {
        let (role, from, to) = match *mv {
            Move::Castle(wing) => return wing.text().to_owned(),
            Move::Step { role, from, to, .. } => (role, from, to),
        };
        let mut text = String::with_capacity(8);
        if !self.is_pawn(role) {
            text.push(self.about(role).letter);
        }
        from.write(&mut text);
        text.push(mv.captured().map_or('-', |_| self.capture));
        to.write(&mut text);
        if let Some(role) = mv.promotion() {
            text.push('=');
            text.push(self.about(role).letter);
        }
        text
    }

    /// Reads the canonical text of a move by the side to move in `position`. It must go as its
    /// piece goes, so that the board stays whole whatever the text; what becomes of the king is
    /// not looked at.
    pub fn read(&self, position: &Position, text: &str) -> Option<Move> {
        let seat = position.to_move;
        if let Some(wing) = Wing::ALL.into_iter().find(|w| w.text() == text) {
            position.castling[seat.index()][wing as usize]?;
            return Some(Move::Castle(wing));
        }
        let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let (from, rest) = Square::lex(bare)?;
        let (to, tail) = Square::lex(rest.strip_prefix([self.capture, '-'])?)?;
        let piece = position.board.at(from).filter(|p| p.owner == Some(seat))?;
        let becomes = match tail.strip_prefix('=') {
            None => None,
            Some(letter) => Some(self.by_letter(letter.chars().next()?)?),
        };
        let step = position.step(self, piece.role, from, to);
        let mv = step.promoted_to(becomes);
        let passing = mv.captured().is_some_and(|at| at != to);
        let targets = position.targets(self, piece.role, from);
        let goes = (passing || targets.has(to)) && !position.board.role(self.royal).has(to);
        let promoted = self.promotes(position, piece.role, to);
        let fits = becomes.is_some() == promoted && becomes.is_none_or(|role| self.becomes(role));
        (goes && fits && self.write(&mv) == text).then_some(mv)
    }

    /// Whether a pawn may become a piece of this kind.
    fn becomes(&self, role: Role) -> bool {
        let pawns = self.pawns.as_ref();
        pawns.is_some_and(|pawns| pawns.promotions.contains(&role))
    }

    /// Whether a piece of the side to move is promoted on `to`.
    pub fn promotes(&self, position: &Position, role: Role, to: Square) -> bool {
        let pawns = self.pawns_of(role);
        pawns.is_some_and(|pawns| pawns.zone(position.to_move).has(to))
    }

    /// All readings of `word` as a move on this board; `first` where it begins the line.
    pub fn readings(&self, word: &str, first: bool) -> Vec<Reading> {
        let (files, ranks) = self.size;
        let mut all = readings(word, &|letter| self.by_letter(letter).is_some(), first);
        let promotes = self.pawns.is_some();
        all.retain(|r| {
            let on_board = |file: u8, rank: u8| file < files && rank < ranks;
            on_board(r.to.file(), r.to.rank())
                && r.file.is_none_or(|file| on_board(file, 0))
                && r.rank.is_none_or(|rank| on_board(0, rank))
                && (r.tail.is_empty() || promotes && promotion(&r.tail).is_some())
        });
        all
    }

    /// The kind of piece that a reading names, where it does.
    pub fn named(&self, reading: &Reading) -> Option<Role> {
        self.by_letter(reading.piece?)
    }

    /// Reads a word as a move; `first` where it begins the line.
    pub fn lex(&self, word: &str, first: bool) -> Option<Typed> {
        let castles = self.castling.is_some();
        if let Some(wing) = castling(word).filter(|_| castles) {
            return Some(Typed::Castle(wing));
        }
        let readings = self.readings(word, first);
        (!readings.is_empty()).then_some(Typed::Step(readings))
    }

    /// Joins the letter of what a pawn becomes to the move that it follows: `e7-e8 Q`.
    pub fn with_promotions(&self, words: Vec<String>) -> Vec<String> {
        let becomes = |word: &str| {
            let mut letters = word.trim_start_matches('/').chars();
            let letter = letters.next().map(|c| c.to_ascii_uppercase());
            let role = letter.and_then(|c| self.by_letter(c));
            letters.next().is_none() && role.is_some_and(|role| self.becomes(role))
        };
        // Only where a pawn may have come to its last rank: other letters stand for themselves.
        let last_rank = self.size.1.to_string();
        let arrives = |word: &str| word.ends_with('1') || word.ends_with(&last_rank);
        let mut joined: Vec<String> = Vec::new();
        for word in words {
            match joined.last_mut() {
                Some(last) if becomes(&word) && arrives(last) => last.push_str(&word),
                _ => joined.push(word),
            }
        }
        joined
    }

    /// A turn that is one word, with what it means.
    ///
    /// # Errors
    /// There is no word or more than one, or it means nothing; `writing` tells how moves are written.
    pub fn only_word<T>(
        &self,
        words: &[String],
        typed: &str,
        writing: Reason,
        means: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Vec<Word<T>>, Refusal> {
        let why = match words {
            [] => Reason::new("no-turn-here"),
            [text] => match means(text) {
                Some(means) => {
                    let text = text.clone();
                    return Ok(vec![Word { text, means }]);
                }
                None => Reason::new("no-move-at-all").text("typed", echo(text)),
            },
            _ => {
                let why = Reason::new("more-than-one-move").text("typed", echo(typed));
                why.number("parts", words.len())
            }
        };
        Err(self.unreadable(why, writing))
    }

    /// That a text is no turn, why, and how moves are written here.
    pub fn unreadable(&self, why: Reason, writing: Reason) -> Refusal {
        let (files, ranks) = self.size;
        let last = char::from(b'a' + files - 1);
        let lettered = self.roles().rev().filter(|role| !self.is_pawn(*role));
        let letters = lettered.map(|role| self.about(role).letter);
        let reason = Reason::new("unreadable-move").with("why", why);
        let reason = reason.with("writing", writing).list("letters", letters);
        let reason = reason.text("last", format!("{last}{ranks}"));
        Refusal::Unreadable { reason }
    }

    /// What a move leaves open that is typed without saying what its pawn becomes; a sentence.
    pub fn left_open(&self, typed: &Typed, fitting: &[Move]) -> Option<Reason> {
        let Typed::Step(readings) = typed else {
            return None;
        };
        let unnamed = readings.iter().all(|r| r.tail.is_empty());
        let first = fitting.first()?;
        let one = |mv: &Move| mv.promotion().is_some() && mv.route() == first.route();
        if !unnamed || !fitting.iter().all(one) {
            return None;
        }
        let texts = sorted(fitting.iter().map(|mv| self.write(mv)));
        let bare = texts[0].split('=').next().unwrap_or_default();
        let open = Reason::new("promotion-open").text("step", bare);
        Some(open.list("turns", &texts))
    }

    /// Whether a typed move may mean this one. A promotion left out is asked for later.
    pub fn fits(&self, position: &Position, mv: &Move, typed: &Typed) -> bool {
        match typed {
            Typed::Castle(wing) => *mv == Move::Castle(*wing),
            Typed::Step(readings) => readings.iter().any(|r| self.reading_fits(position, mv, r)),
        }
    }

    /// Whether one reading of a typed move may mean this one; see [`PieceSet::fits`].
    pub fn reading_fits(&self, position: &Position, mv: &Move, reading: &Reading) -> bool {
        let (role, from, to) = match *mv {
            Move::Castle(wing) => return self.fits_castling(position, wing, reading),
            Move::Step { role, from, to, .. } => (role, from, to),
        };
        let (captured, becomes) = (mv.captured().is_some(), mv.promotion());
        let whole = reading.file.is_some() && reading.rank.is_some();
        let unnamed = self.plain == Some(role) || whole;
        let role_fits = self.named(reading).map_or(unnamed, |named| named == role);
        let letter = promotion(&reading.tail).flatten();
        // A square alone means the pawn in front of it, never one that captures.
        let aside = self.is_pawn(role) && captured && reading.file.is_none() && !reading.capture;
        role_fits
            && !aside
            && to == reading.to
            && letter.is_none_or(|c| becomes.is_some() && becomes == self.by_letter(c))
            && reading.is_from(from)
            && (captured || !reading.capture)
    }

    /// Castling written as the king's move of two squares or more (`Ke1-g1`, `e1g1`, `Kg1`).
    fn fits_castling(&self, position: &Position, wing: Wing, reading: &Reading) -> bool {
        let Some(attempt) = position.castling_attempt(self, wing) else {
            return false;
        };
        let whole = reading.file.is_some() && reading.rank.is_some();
        let named = self.named(reading).map_or(whole, |role| role == self.royal);
        let king = attempt.king;
        named
            && reading.to == attempt.goals.king
            && king.distance(reading.to) > 1
            && reading.is_from(king)
            && !reading.capture
            && reading.tail.is_empty()
    }
}
