//! Reads terms.

use super::{Control, MOST_TURNS, Part, Terms, TermsError, TermsFault};
use crate::time::lengths::{Length, Sum, number, unit};

/// The pieces of `text`: numbers, words, and single other characters; blanks and commas part them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| match first.is_ascii_digit() {
            true => c.is_ascii_digit(),
            false => first.is_alphabetic() && c.is_alphabetic(),
        };
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end.max(first.len_utf8()));
        rest = after;
        if !first.is_whitespace() && first != ',' {
            tokens.push(piece);
        }
    }
    tokens
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_sign(token: &str) -> bool {
    !is_number(token) && !token.starts_with(char::is_alphabetic)
}

/// The pieces of a text, and how many of them were read.
struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
}

/// The terms that `text` says.
pub(super) fn terms(text: &str) -> Result<Terms, TermsError> {
    let lower = text.to_lowercase();
    let (tokens, at) = (&*tokens(&lower), 0);
    let mut reader = Reader { tokens, at };
    let terms = reader.terms();
    terms.map_err(|fault| TermsError {
        read: reader.read(),
        fault,
    })
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.tokens.get(self.at + ahead).copied()
    }

    /// The number that is next.
    fn number(&self) -> Option<&'a str> {
        self.peek(0).filter(|token| is_number(token))
    }

    fn next(&mut self) -> Option<&'a str> {
        let token = self.peek(0)?;
        self.at += 1;
        Some(token)
    }

    /// Takes the next piece if it is `text`.
    fn take(&mut self, text: &str) -> bool {
        let found = self.peek(0) == Some(text);
        self.at += usize::from(found);
        found
    }

    /// What was read, with one blank between words.
    fn read(&self) -> String {
        let mut text = String::new();
        let mut before = "";
        for token in &self.tokens[..self.at] {
            // `1d12h`
            let of_length = is_number(before) && unit(token).is_some()
                || unit(before).is_some() && is_number(token);
            if !(before.is_empty() || is_sign(before) || is_sign(token) || of_length) {
                text.push(' ');
            }
            text.push_str(token);
            before = token;
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
                Part::Max => cap(&mut terms.control, self.some_length(part)?)?,
                Part::PerMove | Part::Bank | Part::Increment | Part::Turns => {}
            }
        }
        Ok(terms)
    }

    /// What is at the beginning, without `max`.
    fn control(&mut self) -> Result<Control, TermsFault> {
        let Some(digits) = self.number() else {
            self.next();
            return Err(TermsFault::NoControl);
        };
        if self.peek(1) == Some("/") {
            self.at += 2;
            return self.turns(digits);
        }
        let part = match self.tokens.iter().find(|token| is_sign(token)) {
            Some(&"+") => Part::Bank,
            _ => Part::PerMove,
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
        Ok(Some(match token {
            "grace" => Part::Grace,
            "max" => Part::Max,
            "weekdays" => Part::Weekdays,
            "turn" if self.take("max") => Part::TurnMax,
            "no" if self.take("leave") => Part::NoLeave,
            word => {
                let word = word.to_owned();
                return Err(TermsFault::Unknown { word });
            }
        }))
    }

    /// A length, which may not be none.
    fn some_length(&mut self, part: Part) -> Result<Length, TermsFault> {
        match self.length(part)? {
            length if length.is_zero() => Err(TermsFault::Zero { part }),
            length => Ok(length),
        }
    }

    /// A length: numbers with units, each unit once.
    fn length(&mut self, part: Part) -> Result<Length, TermsFault> {
        let mut sum = Sum::default();
        let begun = self.at;
        while let Some(digits) = self.number() {
            self.at += 1;
            let unit = self.peek(0).and_then(unit);
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
        let found = self.tokens.get(at).copied().unwrap_or_default().to_owned();
        TermsFault::NoLength { part, found }
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
