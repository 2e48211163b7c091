//! Reads terms.

use super::{Control, MOST_TURNS, Part, Terms, TermsError, TermsFault};
use crate::time::lengths::{Length, Sum, Unit, number};

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Number(&'a str),
    Word(&'a str),
    Sign(&'a str),
}

impl<'a> Token<'a> {
    const fn text(self) -> &'a str {
        match self {
            Self::Number(text) | Self::Word(text) | Self::Sign(text) => text,
        }
    }

    fn is(self, text: &str) -> bool {
        self.text() == text
    }

    fn unit(self) -> Option<Unit> {
        match self {
            Self::Word(word) => Unit::find(word),
            Self::Number(_) | Self::Sign(_) => None,
        }
    }

    fn digits(self) -> Option<&'a str> {
        match self {
            Self::Number(digits) => Some(digits),
            Self::Word(_) | Self::Sign(_) => None,
        }
    }
}

/// The pieces of `text`: numbers, words, and single other characters; blanks and commas part them.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| {
            if first.is_ascii_digit() {
                c.is_ascii_digit()
            } else {
                first.is_alphabetic() && c.is_alphabetic()
            }
        };
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end.max(first.len_utf8()));
        rest = after;
        if first.is_ascii_digit() {
            tokens.push(Token::Number(piece));
        } else if first.is_alphabetic() {
            tokens.push(Token::Word(piece));
        } else if !first.is_whitespace() && first != ',' {
            tokens.push(Token::Sign(piece));
        }
    }
    tokens
}

/// The pieces of a text, and how many of them were read.
struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

/// The terms that `text` says.
pub(super) fn terms(text: &str) -> Result<Terms, TermsError> {
    let lower = text.to_lowercase();
    let tokens = tokens(&lower);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
    };
    let terms = reader.terms();
    terms.map_err(|fault| TermsError {
        read: reader.read(),
        fault,
    })
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek(0)?;
        self.at += 1;
        Some(token)
    }

    /// Takes the next piece if it is `text`.
    fn take(&mut self, text: &str) -> bool {
        let found = self.peek(0).is_some_and(|token| token.is(text));
        self.at += usize::from(found);
        found
    }

    /// What was read, with one blank between words.
    fn read(&self) -> String {
        let mut text = String::new();
        let mut before: Option<Token<'a>> = None;
        for token in self.tokens.iter().take(self.at) {
            let joined = match (before, token) {
                (None, _) | (Some(Token::Sign(_)), _) | (_, Token::Sign(_)) => true,
                // `1d12h`
                (Some(Token::Number(_)), Token::Word(_)) => token.unit().is_some(),
                (Some(Token::Word(word)), Token::Number(_)) => Unit::find(word).is_some(),
                _ => false,
            };
            if !joined {
                text.push(' ');
            }
            text.push_str(token.text());
            before = Some(*token);
        }
        text
    }

    fn terms(&mut self) -> Result<Terms, TermsFault> {
        let mut terms = Terms::new(self.control()?);
        let mut seen = Vec::new();
        while let Some(part) = self.part()? {
            if seen.contains(&part) {
                return Err(TermsFault::Twice { part });
            }
            seen.push(part);
            match part {
                Part::NoLeave => terms.no_leave = true,
                Part::Weekdays => terms.weekdays = true,
                Part::Grace => terms.grace = Some(self.some_length(part)?),
                Part::TurnMax => terms.turn_max = Some(self.some_length(part)?),
                Part::Max => {
                    let length = self.some_length(part)?;
                    cap(&mut terms.control, length)?;
                }
                Part::PerMove | Part::Bank | Part::Increment | Part::Turns => {}
            }
        }
        Ok(terms)
    }

    /// What is at the beginning, without `max`.
    fn control(&mut self) -> Result<Control, TermsFault> {
        let Some(digits) = self.peek(0).and_then(Token::digits) else {
            self.next();
            return Err(TermsFault::NoControl);
        };
        if self.peek(1).is_some_and(|token| token.is("/")) {
            self.at += 2;
            return self.turns(digits);
        }
        let signs = self.tokens.iter().filter(|t| matches!(t, Token::Sign(_)));
        let part = match signs.take(1).any(|sign| sign.is("+")) {
            true => Part::Bank,
            false => Part::PerMove,
        };
        let length = self.some_length(part)?;
        let increment = match self.take("+") {
            true => Some(self.length(Part::Increment)?),
            false => None,
        };
        if !(self.take("/") && self.take("move")) {
            self.next();
            return Err(TermsFault::NoControl);
        }
        Ok(match increment {
            None => Control::PerMove { length },
            Some(increment) => Control::Bank {
                bank: length,
                increment,
                max: None,
            },
        })
    }

    /// The control `N/D`, of which `N/` is taken.
    fn turns(&mut self, digits: &str) -> Result<Control, TermsFault> {
        let count = u32::try_from(number(digits)).unwrap_or(u32::MAX);
        if !(1..=MOST_TURNS).contains(&count) {
            return Err(TermsFault::Count { most: MOST_TURNS });
        }
        let length = self.some_length(Part::Turns)?;
        Ok(Control::Turns { count, length })
    }

    /// The words that begin the next part; `None` at the end of the text.
    fn part(&mut self) -> Result<Option<Part>, TermsFault> {
        let Some(token) = self.next() else {
            return Ok(None);
        };
        let part = match token.text() {
            "grace" => Some(Part::Grace),
            "max" => Some(Part::Max),
            "weekdays" => Some(Part::Weekdays),
            "turn" if self.take("max") => Some(Part::TurnMax),
            "no" if self.take("leave") => Some(Part::NoLeave),
            _ => None,
        };
        let unknown = || TermsFault::Unknown {
            word: token.text().to_owned(),
        };
        part.map(Some).ok_or_else(unknown)
    }

    /// A length, which may not be none.
    fn some_length(&mut self, part: Part) -> Result<Length, TermsFault> {
        let length = self.length(part)?;
        if length.is_zero() {
            return Err(TermsFault::Zero { part });
        }
        Ok(length)
    }

    /// A length: numbers with units, each unit once.
    fn length(&mut self, part: Part) -> Result<Length, TermsFault> {
        let mut sum = Sum::default();
        let begun = self.at;
        while let Some(digits) = self.peek(0).and_then(Token::digits) {
            self.at += 1;
            let unit = self.peek(0).and_then(Token::unit);
            self.at += usize::from(unit.is_some());
            if !unit.is_some_and(|unit| sum.add(number(digits), unit)) {
                return Err(self.no_length(part, self.at - 1));
            }
        }
        if self.at == begun {
            self.next();
            return Err(self.no_length(part, begun));
        }
        sum.length().ok_or(TermsFault::TooLong { part })
    }

    fn no_length(&self, part: Part, at: usize) -> TermsFault {
        let found = self.tokens.get(at).map_or("", |token| token.text());
        TermsFault::NoLength {
            part,
            found: found.to_owned(),
        }
    }
}

/// Sets what the bank of `control` may grow to.
fn cap(control: &mut Control, length: Length) -> Result<(), TermsFault> {
    match control {
        Control::Bank { bank, .. } if length < *bank => Err(TermsFault::MaxBelowBank {
            bank: *bank,
            max: length,
        }),
        Control::Bank { max, .. } => {
            *max = Some(length);
            Ok(())
        }
        Control::PerMove { .. } | Control::Turns { .. } => Err(TermsFault::MaxWithoutBank),
    }
}
