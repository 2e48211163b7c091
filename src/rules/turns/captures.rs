//! Captures that are named by what takes and what is taken: `exd`, `NxN`, `pawn takes pawn`,
//! `I take en passant`.

use super::reading::{Judged, Reader};
use super::{listing::sorted, ruleset::Ruleset};
use crate::reading::phrases;
use crate::rules::notation::{REFLEXIVE, Says, WITH, bare, foreign, says};
use crate::rules::{Capture, Speech, TurnReading};

/// What is said of a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    /// The letter of what takes.
    by: Option<char>,
    /// The file from which a pawn takes.
    from: Option<u8>,
    /// The letter of what is taken.
    taken: Option<char>,
    /// The file on which it takes.
    to: Option<u8>,
    passing: bool,
    /// Whether a letter is that of another language.
    foreign: bool,
}

impl Said {
    fn fits(&self, capture: &Capture) -> bool {
        let (from, to) = capture.route;
        let by_pawn = |file| capture.pawn && file == from.file();
        self.by.is_none_or(|by| by == capture.by)
            && self.from.is_none_or(by_pawn)
            && self.taken.is_none_or(|taken| taken == capture.taken)
            && self.to.is_none_or(|file| file == to.file())
            && (capture.passing || !self.passing)
    }

    /// Whether it says what takes.
    fn is_sure(&self) -> bool {
        !self.foreign && (self.by.is_some() || self.from.is_some() || self.passing)
    }
}

/// The reading of a text whose first action is a capture without a square; `None` for other texts, and where
/// no legal capture fits.
pub fn reading<R: Ruleset>(
    reader: &Reader<'_, R>,
    text: &str,
    speech: &Speech<'_>,
) -> Option<TurnReading> {
    let (head, rest) = apart(text);
    if reader.over || !rest.is_empty() && !speech.squares {
        return None;
    }
    let mut said = said(head, speech);
    if said.is_empty() {
        return None;
    }
    let actions = reader.following(&[]).into_iter();
    let captures = actions.filter_map(|action| {
        let capture = reader.ruleset.capture(reader.state, &action)?;
        Some((action, capture))
    });
    let captures: Vec<_> = captures.collect();
    // Letters of other languages are read where those of this one fit nothing.
    let fits_here = |said: &Said| !said.foreign && captures.iter().any(|(_, it)| said.fits(it));
    if said.iter().any(fits_here) {
        said.retain(|said| !said.foreign);
    }
    let fitting = captures
        .into_iter()
        .filter(|(_, capture)| said.iter().any(|said| said.fits(capture)));
    let fitting = fitting.map(|(action, _)| action);
    let readings = fitting.filter_map(|action| {
        let text = format!("{} {rest}", reader.text(&[action]));
        // What follows it may be said in words, too.
        match reader.reading(text.trim_end()) {
            TurnReading::Turn(text) => match reader.judge(&text) {
                Judged::Legal(turns) => Some((text, turns)),
                Judged::Begun => Some((text, Vec::new())),
                _ => None,
            },
            TurnReading::Doubtful(turns) => Some((String::new(), turns)),
            TurnReading::No => None,
        }
    });
    let readings: Vec<(String, Vec<String>)> = readings.collect();
    let sure = said.iter().all(Said::is_sure) && !text.contains('?');
    match &readings[..] {
        [] => None,
        [(turn, _)] if sure && !turn.is_empty() => Some(TurnReading::Turn(turn.clone())),
        _ => {
            let mut turns = sorted(readings.into_iter().flat_map(|(_, turns)| turns));
            turns.dedup();
            Some(TurnReading::Doubtful(turns))
        }
    }
}

/// The first action, and what follows it.
fn apart(text: &str) -> (&str, &str) {
    let end = text.find([',', ';', '&', '@']).unwrap_or(text.len());
    let (head, rest) = text.split_at(end);
    let rest = rest.trim_start_matches([',', ';', '&', ' ']);
    let marks = rest.trim_end_matches(['!', '.', ' ']).to_lowercase();
    let passing = phrases("turns/in-passing").iter().chain(&["e.p", "ep"]);
    if passing.copied().any(|passing| passing == marks) {
        return (text, "");
    }
    (head.trim_end(), rest)
}

/// All that a first action may say of a capture; nothing where it says anything else or names a square.
fn said(head: &str, speech: &Speech<'_>) -> Vec<Said> {
    if head.contains(|c: char| c.is_numeric()) {
        return Vec::new();
    }
    let lower = head.to_lowercase().replace("e.p.", "ep");
    let passing = phrases("turns/in-passing").iter();
    let lower = passing.fold(lower, |lower, said| lower.replace(said, "ep"));
    let all = lower.split([' ', ',', '+', '#', '!', '?', '.']);
    let mut words: Vec<&str> = all.filter(|word| !word.is_empty()).collect();
    // `El alfil se come el caballo`.
    let behind: Vec<Option<&str>> = (1..=words.len()).map(|at| words.get(at).copied()).collect();
    let mut behind = behind.into_iter();
    words.retain(|word| {
        let next = behind.next().flatten();
        *word != "se" || !next.is_some_and(|next| REFLEXIVE.contains(&bare(next)))
    });
    let count = words.len();
    words.retain(|word| *word != "ep");
    let passing = words.len() < count;
    let more = |said: Said| Said { passing, ..said };
    let signed = match passing {
        true => head.split([' ', ',']).next().unwrap_or_default(),
        false => head.trim_end_matches(['+', '#', '!', '?', '.']),
    };
    if words.len() == 1 || !passing {
        let by_letters = letters(signed, speech);
        if !by_letters.is_empty() {
            return by_letters.into_iter().map(more).collect();
        }
    }
    let little = |word: &&str| {
        matches!(*word, "i" | "ll" | "ich" | "je" | "your" | "a")
            || says(word).any(|says| says == Says::Filler)
    };
    let takes = |word: &&str| *word == "x" || says(word).any(|says| says == Says::Capture);
    // `Retomo con la dama`: what captures is named behind.
    let with = words.iter().rposition(|word| WITH.contains(&bare(word)));
    let with = with.filter(|with| words[..*with].iter().any(takes));
    let behind = with.map_or(Vec::new(), |with| words.split_off(with));
    words.retain(|word| !little(word));
    let behind: Vec<&str> = behind.into_iter().filter(|word| !little(word)).collect();
    let takes = words.iter().position(takes);
    let (by, taken) = match takes {
        Some(at) if at == 0 && with.is_some() => (&behind[..], &words[at + 1..]),
        Some(_) if with.is_some() => return Vec::new(),
        Some(at) => (&words[..at], &words[at + 1..]),
        None if passing => (&words[..], &[][..]),
        None => return Vec::new(),
    };
    let kind = |words: &[&str]| match words.is_empty() {
        true => Some(None),
        false => named(words, speech).map(Some),
    };
    let (Some(by), Some(taken)) = (kind(by), kind(taken)) else {
        return Vec::new();
    };
    match by.is_some() || taken.is_some() || passing {
        true => vec![more(Said {
            by,
            taken,
            ..Said::default()
        })],
        false => Vec::new(),
    }
}

/// A capture in letters of pieces and files: `exd`, `NxN`, `B:c`.
fn letters(word: &str, speech: &Speech<'_>) -> Vec<Said> {
    let plain: Vec<char> = word.chars().filter(|c| *c != ' ').collect();
    let [first, 'x' | 'X' | ':', last] = plain[..] else {
        return Vec::new();
    };
    let file = |c: char| {
        let file = (c.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
        let file = u8::try_from(file).ok()?;
        (file < speech.files && c.is_ascii_alphabetic()).then_some(file)
    };
    let piece = |c: char| {
        let upper = c.to_ascii_uppercase();
        let known = speech.has(upper);
        (known && (c.is_ascii_uppercase() || file(c).is_none())).then_some(upper)
    };
    // `TxT`, `AxC`.
    let others = |c: char| -> Vec<char> {
        let own = piece(c).is_some() || !c.is_ascii_uppercase();
        let chess = if own { "" } else { foreign(c) };
        chess
            .chars()
            .filter_map(|chess| speech.letter(chess))
            .collect()
    };
    let each = |c: char| {
        let known = [(piece(c), None, false), (None, file(c), false)];
        let others = others(c).into_iter().map(|other| (Some(other), None, true));
        let all = known.into_iter().chain(others);
        all.filter(|(piece, file, _)| piece.is_some() || file.is_some())
    };
    let by = |(by, from, foreign): (Option<char>, Option<u8>, bool)| {
        // What is taken is a piece, and a file only if it is none.
        let taken = each(last).filter(move |(taken, ..)| piece(last).is_none() || taken.is_some());
        taken.map(move |(taken, to, also)| Said {
            by,
            from,
            taken,
            to,
            passing: false,
            foreign: foreign || also,
        })
    };
    each(first).flat_map(by).collect()
}

/// The letter of the piece that words name.
fn named(words: &[&str], speech: &Speech<'_>) -> Option<char> {
    let name = words.join(" ").replace('-', " ");
    let mut all = speech.all_names();
    let found = all.find(|(known, _)| known.replace('-', " ") == name);
    let of_chess = || {
        let [word] = words else { return None };
        says(word).find_map(|says| speech.piece(says))
    };
    found.map(|(_, letter)| letter).or_else(of_chess)
}
