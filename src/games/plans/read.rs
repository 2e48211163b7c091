//! Reads what a player writes behind `if`: `TURN then TURN; TURN then TURN; …`. The turns are not looked at.

use crate::text::clean;

use super::{Answer, PlanFault};

/// Longer turns are none.
const LONGEST: usize = 400;
/// At most this many characters of a piece are repeated.
const SHOWN: usize = 120;

/// A pair as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The whole of it, to be shown.
    pub text: String,
    /// The turn before `then`; `None`: any.
    pub when: Option<String>,
    /// What is written after `then`.
    pub answer: Answer,
}

/// Reads one line of play.
pub(super) fn pieces(line: &str) -> Result<Vec<Piece>, PlanFault> {
    if line.trim_end().ends_with(',') {
        // The rest of a turn is missing.
        return Err(PlanFault::Half(clean(line, SHOWN)));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let written = line.split(';').map(str::trim);
    for text in written.filter(|text| !text.is_empty()) {
        let before = pieces.last().map(|piece| piece.text.clone());
        pieces.push(piece(text, before)?);
    }
    match pieces.is_empty() {
        true => Err(PlanFault::Half(clean(line, SHOWN))),
        false => Ok(pieces),
    }
}

fn piece(text: &str, before: Option<String>) -> Result<Piece, PlanFault> {
    // Commas join the actions of a turn, as blanks do.
    let spaced = text.replace(',', " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if let (Some(before), Some((head, rest))) = (&before, text.split_once(' '))
        && head.eq_ignore_ascii_case("if")
    {
        // Either the next pair of this line, or another answer to the turn at its beginning.
        let (before, piece) = (before.clone(), clean(rest.trim(), SHOWN));
        return Err(PlanFault::SecondIf { before, piece });
    }
    let is_then = |word: &&str| word.trim_end_matches(':').eq_ignore_ascii_case("then");
    let shown = clean(text, SHOWN);
    let Some(then) = words.iter().position(is_then) else {
        let piece = shown;
        return Err(PlanFault::WithoutThen { piece, before });
    };
    let (when, answer) = (&words[..then], &words[then + 1..]);
    if answer.iter().any(is_then) {
        return Err(PlanFault::TwoThens(shown));
    }
    let long = |words: &[&str]| words.join(" ").len() > LONGEST;
    if when.is_empty() || answer.is_empty() || long(when) || long(answer) {
        return Err(PlanFault::Half(shown));
    }
    let when = match bare(when).as_str() {
        "any" | "any turn" | "any move" | "anything" => None,
        _ => Some(when.join(" ")),
    };
    let answer = answer_of(answer).ok_or_else(|| PlanFault::Half(shown.clone()))?;
    Ok(Piece {
        text: shown,
        when,
        answer,
    })
}

fn answer_of(words: &[&str]) -> Option<Answer> {
    let offer = |words: &[&str]| matches!(&*bare(words), "draw offer" | "offer draw");
    Some(match &*bare(words) {
        "ask" => Answer::Ask,
        "resign" => Answer::Resign,
        "draw accept" | "accept draw" | "accept the draw" => Answer::DrawAccept,
        "draw offer" | "offer draw" | "draw" | "offer" => return None,
        _ => match words {
            [one, two, turn @ ..] if offer(&[one, two]) => Answer::DrawOffer(turn.join(" ")),
            [turn @ .., one, two] if offer(&[one, two]) => Answer::DrawOffer(turn.join(" ")),
            _ => Answer::Turn(words.join(" ")),
        },
    })
}

/// Words in the form in which they are compared.
fn bare(words: &[&str]) -> String {
    let text = words.join(" ").to_ascii_lowercase();
    text.trim_end_matches(['.', '!', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(Option<String>, Answer)> {
        let pieces = pieces(line).expect("pieces");
        pieces
            .into_iter()
            .map(|piece| (piece.when, piece.answer))
            .collect()
    }

    #[test]
    fn pairs_are_read() {
        let turn = |text: &str| Answer::Turn(text.to_owned());
        let when = |text: &str| Some(text.to_owned());
        assert_eq!(
            read("e7-e5 then Ng1-f3; Nb8-c6 then draw offer Bf1-b5; any THEN ask."),
            [
                (when("e7-e5"), turn("Ng1-f3")),
                (when("Nb8-c6"), Answer::DrawOffer("Bf1-b5".to_owned())),
                (None, Answer::Ask),
            ]
        );
        assert_eq!(
            read("Nf6, @@e3 then Nf3,@@e6 draw offer; any then resign;"),
            [
                (when("Nf6 @@e3"), Answer::DrawOffer("Nf3 @@e6".to_owned())),
                (None, Answer::Resign),
            ]
        );
        assert_eq!(
            read("e5 then draw accept"),
            [(when("e5"), Answer::DrawAccept)]
        );
    }

    #[test]
    fn what_is_no_pair_is_refused() {
        let fault = |line: &str| pieces(line).expect_err("a fault");
        let piece = "d5".to_owned();
        assert_eq!(
            fault("e5 then Nf3; d5; d4 then c4"),
            PlanFault::WithoutThen {
                piece,
                before: Some("e5 then Nf3".to_owned())
            }
        );
        let fault_of_if = fault("e4 then e5; IF Nf3 then Nc6");
        let (before, piece) = ("e4 then e5".to_owned(), "Nf3 then Nc6".to_owned());
        assert_eq!(fault_of_if, PlanFault::SecondIf { before, piece });
        for half in ["then Nf3", "e5 then", "e5 then draw offer", ";;"] {
            assert!(matches!(fault(half), PlanFault::Half(_)), "{half}");
        }
        assert!(matches!(
            fault("e5 then Nf3 then d4"),
            PlanFault::TwoThens(_)
        ));
    }
}
