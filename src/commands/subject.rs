//! Reads the Subject: the game it names, and the text that may be a command.

use crate::reading::phrases;
use crate::variants::Games;

/// The game that a Subject names by the tag `[#17]`, which may be anywhere in it.
#[must_use]
pub fn subject_game(subject: &str) -> Option<i64> {
    subject.match_indices("[#").find_map(|(at, tag)| {
        let (digits, _) = subject[at + tag.len()..].split_once(']')?;
        super::line::game_number(digits)
    })
}

/// Whether a Subject is that of an answer to one of our letters about no game: `Re: Zugpost: help`. These are our words.
#[must_use]
pub fn answers_letter_of(server: &str, subject: &str) -> bool {
    let (rest, answers) = without_beginnings(subject);
    let behind = rest.strip_prefix(server);
    answers && behind.is_some_and(|behind| behind.starts_with(": "))
}

/// A Subject without `Re:` and its translations, and without tags in brackets at its start; and whether there was such
/// a word.
fn without_beginnings(subject: &str) -> (&str, bool) {
    let (mut rest, mut answers) = (subject.trim(), false);
    loop {
        let shorter = match (without_tag(rest), without_prefix(rest)) {
            (Some(shorter), _) => shorter,
            (None, Some(shorter)) => {
                answers = true;
                shorter
            }
            (None, None) => return (rest, answers),
        };
        rest = shorter.trim_start();
    }
}

/// The part of a Subject that may be a command: without `Re:` and its translations, and without tags in
/// brackets at its start. It is empty for the Subject of one of our letters about one of `games`.
#[must_use]
pub fn subject_text(subject: &str, games: &Games) -> String {
    let (rest, _) = without_beginnings(subject);
    let is_of_game = subject_game(subject).is_some();
    if let Some(behind) = behind_ours(rest, games, is_of_game) {
        return behind.trim_start_matches([':', ' ', '-']).to_owned();
    }
    // Letters of before version 0.2: our words end with the number of the turn; what a player has
    // written follows it. `to_ascii_lowercase` keeps byte positions.
    const OURS: &str = ": your turn";
    match rest.to_ascii_lowercase().find(OURS) {
        Some(at) => {
            let behind = rest[at + OURS.len()..].trim_start();
            let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
            behind.trim_start_matches([':', ' ', '-']).to_owned()
        }
        None => rest.to_owned(),
    }
}

/// What follows our own subject, `Hans38 Chess: Anna – Boris`: the names of players have no blank.
/// A game that is played may not be in the list any more: beside its number, any name counts.
fn behind_ours<'a>(text: &'a str, games: &Games, is_of_game: bool) -> Option<&'a str> {
    let known = games.all().find_map(|variant| {
        let rest = text.strip_prefix(variant.name())?;
        rest.strip_prefix(": ")
    });
    let any = || Some(text.split_once(": ").filter(|_| is_of_game)?.1);
    let players = known.or_else(any)?;
    let (_, last) = players.rsplit_once(" – ")?;
    Some(last.split_once(' ').map_or("", |(_, behind)| behind))
}

/// `[#17] rest`, `[EXT] rest` → ` rest`.
fn without_tag(text: &str) -> Option<&str> {
    let (_, rest) = text.strip_prefix('[')?.split_once(']')?;
    Some(rest)
}

/// `Re: rest`, `RE[2]: rest`, `Re (3): rest`, `AW : rest` → ` rest`.
fn without_prefix(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once([':', '：'])?;
    let word = word.trim_end();
    let word = word
        .strip_suffix([']', ')'])
        .map_or(word, |w| w.trim_end_matches(|c: char| c.is_ascii_digit()))
        .trim_end_matches(['[', '(', '^', ' ']);
    let word = word.to_lowercase();
    phrases("mail/subject-prefixes")
        .contains(&word.as_str())
        .then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_letters_about_no_game_say_nothing_with_their_subject() {
        for (subject, answers) in [
            ("Re: Zugpost: help", true),
            ("[EXT] AW: Re: Zugpost: lessons", true),
            ("Zugpost: help", false),
            ("Re: help", false),
            ("Re: Zugpost", false),
        ] {
            assert_eq!(answers_letter_of("Zugpost", subject), answers, "{subject}");
        }
    }

    #[test]
    fn our_own_subjects_are_no_commands() {
        for ours in [
            "[#17] Hans38 Chess: Anna – Boris",
            "Re: [#17] Yonin Bishogi: Anna – Boris – Cleo – Dora",
            "AW: Re: [#2] 8-Piece Chess: Anna – Boris",
            "[#17] Chess: your turn 3",
            "Re: [#17] Taken Away Chess: Anna – Boris",
        ] {
            assert_eq!(subject_text(ours, Games::built_in()), "", "{ours}");
            assert!(subject_game(ours).is_some(), "{ours}");
        }
    }

    #[test]
    fn what_is_written_behind_them_is_read() {
        assert_eq!(
            subject_text("Re: [#1] Chess: Anna – Boris e4", Games::built_in()),
            "e4"
        );
        assert_eq!(
            subject_text("Re: [#1] Chess: Anna – Boris: Nf3", Games::built_in()),
            "Nf3"
        );
        assert_eq!(
            subject_text("Re: [#1] Chess: your turn 3 Nf3", Games::built_in()),
            "Nf3"
        );
        assert_eq!(
            subject_text("Re: [#1] Chess: Nf3", Games::built_in()),
            "Chess: Nf3"
        );
    }
}
