//! An action of a turn in words, while its words are gone through.

use super::speech::Speech;
use crate::rules::{Square, Wing};

/// An action that is being put together.
#[derive(Default)]
pub struct Draft {
    pub piece: Option<char>,
    /// Whether the piece was named by a word that is not English.
    pub foreign: bool,
    /// Origin, sign and destination.
    pub body: String,
    /// A promotion was announced.
    pub promotes: bool,
    pub becomes: Option<char>,
    /// How many `@` it has so far: one moves a square, two place one.
    pub at: usize,
    /// `square` or `place` was said.
    pub square: bool,
    pub place: bool,
    /// The square carries a piece, which need not be named.
    pub carries: bool,
    /// A hand was said, or what comes from it.
    pub drop: bool,
    pub worded: bool,
    /// The wing of the piece.
    pub wing: Option<Wing>,
    /// A word was taken for the name of a piece.
    pub guessed: bool,
    /// What is captured was named, and nothing was said of what captures.
    pub captured: bool,
    /// A hand is named, from which pieces are taken, too.
    pub from_hand: bool,
    /// An article is in front of the next word.
    pub article: bool,
}

impl Draft {
    pub fn capture(&mut self) {
        let joined = self.body.trim_end_matches('-').len();
        self.body.truncate(joined);
        if !self.body.ends_with('x') {
            self.body.push('x');
        }
    }

    /// The wing of the piece that is named next; that of a captured one does not matter.
    pub fn stands_on(&mut self, wing: Wing) {
        if self.piece.is_none() && self.body.is_empty() {
            self.wing = Some(wing);
        }
    }

    /// Whether all that is known is a piece.
    pub fn is_named_alone(&self) -> bool {
        self.piece.is_some() && self.body.is_empty() && self.at == 0 && !self.drop
    }

    pub fn dash(&mut self) {
        if !self.body.is_empty() && !self.body.ends_with(['-', 'x']) {
            self.body.push('-');
        }
    }

    /// A piece is named; `more` tells that a square follows.
    pub fn name(&mut self, letter: char, more: bool) -> Option<()> {
        let arrived = self.body.ends_with(|c: char| c.is_ascii_digit()) && !more;
        // `Me como el peón de d5`: what is captured, if nothing is said of what captures. In languages without articles the
        // form of the word would say which of both is named.
        let alone = self.body == "x" && self.piece.is_none() && more;
        let captured = alone && self.article && !self.from_hand;
        self.captured |= captured;
        if self.carries || captured {
            self.worded |= captured;
            return Some(());
        }
        // `B5 with the bishop`; on a last rank a pawn becomes one.
        let whole = Square::lex(&self.body).is_some_and(|(to, rest)| {
            let to = Square::parse(rest.trim_start_matches('-')).unwrap_or(to);
            (1..7).contains(&to.rank())
        });
        if arrived && whole && self.piece.is_none() && !self.promotes {
            self.piece = Some(letter);
        } else if self.promotes || arrived && self.becomes.is_none() {
            self.becomes = Some(letter);
        } else if self.piece.is_none() && (more || self.body.is_empty()) && self.at == 0 {
            self.piece = Some(letter);
        } else if !self.body.ends_with('x') {
            // A capture is followed by what is captured.
            return None;
        }
        self.worded = true;
        Some(())
    }

    pub fn finish(mut self, speech: &Speech<'_>) -> Option<String> {
        let body = self.body.trim_end_matches('-').to_owned();
        if self.drop {
            return self.dropped(&body, speech);
        }
        let becomes = self.becomes.map_or(String::new(), |c| format!("={c}"));
        // `Coloco el caballo en f3` moves a piece: only squares are placed.
        if !self.square && (!self.place || self.piece.is_some()) {
            let piece = self.piece.take().map_or(String::new(), String::from);
            return Some(format!("{}{piece}{body}{becomes}", "@".repeat(self.at)));
        }
        if self.piece.is_some() || self.at > 0 {
            return None;
        }
        let (from, rest) = Square::lex(&body)?;
        match (rest.trim_start_matches('-'), self.place) {
            ("", _) if becomes.is_empty() => Some(format!("@@{from}")),
            (to, false) => Some(format!("@{from}-{to}{becomes}")),
            _ => None,
        }
    }
}

impl Draft {
    /// A piece from a hand: `N*f5`. It goes without an origin, and its letter may come before the
    /// square.
    fn dropped(&self, body: &str, speech: &Speech<'_>) -> Option<String> {
        let mut rest = body.chars();
        let (letter, to) = match (self.piece, Square::parse(body)) {
            (Some(letter), _) => (letter, body),
            (None, Some(_)) => return None,
            (None, None) => (rest.next().filter(char::is_ascii_uppercase)?, rest.as_str()),
        };
        let to = Square::parse(to.trim_start_matches(['x', '-']))?;
        let plain = self.becomes.is_none() && self.at < 2;
        let sign = if speech.selects { '@' } else { '*' };
        plain.then(|| format!("{letter}{sign}{to}"))
    }
}
