//! Which names players may have.
//!
//! A name appears in headers, in sentences, and in commands that others type: it has to be
//! one word that is no other word of the grammar. Names that look alike would let one
//! player be taken for another.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, MixedScript};

use crate::commands::table;
use crate::text::Skeleton;
use crate::variants::{Games, VARIANTS};

/// A name has at least so many letters.
const SHORTEST: usize = 2;
/// A name has at most so many signs.
const LONGEST: usize = 30;
/// A name has at most so many digits.
const MOST_DIGITS: usize = 2;
/// The name of a team has at most so many, as those of a year.
const TEAM_DIGITS: usize = 4;

/// Words that appear in commands and settings besides the verbs, or mean somebody.
const WORDS: &str = "
    accept add again all and anybody anyone as at both cancel chess claim clear casual digest end
    endpress everybody everyone expires from full game games me myself next nobody none off offer
    on or player private public random rated remove replace seat short signoff signon test thanks
    then to user white black red with you";

/// Words for those who run a server.
const OFFICES: &str = "
    admin administrator arbiter arbitrator daemon director host judge mailerdaemon moderator
    noreply operator owner postmaster referee robot root server support sysop system umpire
    webmaster zugpost";

/// Why a name cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameFault {
    /// It is too short or too long.
    Length,
    /// There is a sign in it that may not be there.
    Sign,
    /// Its letters are of several scripts.
    Scripts,
    /// It has more than two digits.
    Digits,
    /// It is a word of commands, a seat, a game or a number.
    Word,
    /// It is a word for somebody who runs the server, or looks like one.
    Office,
    /// It is the name of a player, or looks like one.
    Taken,
}

/// A name in the form in which it is stored.
///
/// # Errors
/// Nobody may have such a name.
pub fn checked(name: &str, games: &Games) -> Result<String, NameFault> {
    let name: String = name.trim().nfc().collect();
    let name = name.replace(['\u{2019}', '\u{2018}', '`'], "'");
    let name = name.replace(['\u{2010}', '\u{2011}'], "-");
    if name.contains(|c: char| !is_of_name(c))
        || name.starts_with(is_inner)
        || name.ends_with(is_inner)
    {
        return Err(NameFault::Sign);
    }
    let doubled = |pair: &[char]| pair.iter().all(|c| is_inner(*c));
    let signs: Vec<char> = name.chars().collect();
    if signs.windows(2).any(doubled) {
        return Err(NameFault::Sign);
    }
    let letters = signs.iter().filter(|c| c.is_alphabetic()).count();
    if signs.iter().filter(|c| c.is_ascii_digit()).count() > MOST_DIGITS {
        return Err(NameFault::Digits);
    }
    if letters < SHORTEST || signs.len() > LONGEST {
        return Err(NameFault::Length);
    }
    if !name.is_single_script() {
        return Err(NameFault::Scripts);
    }
    if is_office(&name) {
        return Err(NameFault::Office);
    }
    match is_word(&name, games) {
        true => Err(NameFault::Word),
        false => Ok(name),
    }
}

/// The name of a team in the form in which it is stored: words as names of players are, and numbers. `None`: no team can have it.
pub fn of_team(name: &str) -> Option<String> {
    let name: String = name.nfc().collect();
    let name = name.replace(['\u{2019}', '\u{2018}', '`'], "'");
    let name = name.replace(['\u{2010}', '\u{2011}'], "-");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = name.split(' ').all(|word| {
        word.chars().all(is_of_name) && !word.starts_with(is_inner) && !word.ends_with(is_inner)
    });
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let fits = letters >= SHORTEST && digits <= TEAM_DIGITS && name.chars().count() <= LONGEST;
    let plain = fits && name.is_single_script() && !is_office(&name.replace(' ', "-"));
    (words && plain).then_some(name)
}

/// Whether two names of teams look alike, also with other letters and digits that look like their own.
#[must_use]
pub fn are_alike(one: &str, other: &str) -> bool {
    looks(&one.to_lowercase()) == looks(&other.to_lowercase())
}

/// Whether a name is a word for somebody who runs a server, or looks like one: with `the` before it, a digit behind it, or
/// with other letters and digits that look like its own.
pub fn is_office(name: &str) -> bool {
    let lower = name.to_lowercase();
    let inner = |c: char| c.is_ascii_digit() || is_inner(c) || c == ' ';
    let mut forms = vec![looks(&lower)];
    let bare = lower.trim_matches(inner);
    let the = bare.strip_prefix("the").unwrap_or(bare);
    for form in [bare, the.trim_matches(inner)] {
        forms.extend([looks(form), looks(form.strip_suffix('s').unwrap_or(form))]);
    }
    let mut offices = OFFICES.split_whitespace();
    offices.any(|office| forms.contains(&looks(office)))
}

/// Whether a name is that of a program that members can challenge, or looks like one of its players.
pub fn is_of_program<'a>(name: &str, mut programs: impl Iterator<Item = &'a str>) -> bool {
    let letters = |name: &str| -> String { name.chars().filter(|c| c.is_alphabetic()).collect() };
    let name = looks(&letters(name).to_lowercase());
    programs.any(|program| {
        let program = program.to_lowercase();
        [looks(&program), looks(&format!("{program}program"))].contains(&name)
    })
}

/// What a name looks like: further than its skeleton goes, since `i` and `l`, `5` and `s` are taken for each other, too.
fn looks(name: &str) -> String {
    let bare = Skeleton::of(name).bare.replace("vv", "w");
    let look = |c: char| match c {
        'i' | 'j' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '9' => 'g',
        other => other,
    };
    bare.chars().map(look).collect()
}

/// Whether a sign may be in a name.
fn is_of_name(c: char) -> bool {
    let letter = c.is_alphabetic() || is_combining_mark(c);
    letter && c.identifier_allowed() || c.is_ascii_digit() || is_inner(c)
}

/// Whether a sign may be between letters only.
fn is_inner(c: char) -> bool {
    c == '-' || c == '\''
}

/// Whether a name is a word of commands or of settings.
pub fn is_command_word(name: &str) -> bool {
    let mut words = WORDS.split_whitespace();
    table::find(name).is_some() || words.any(|word| word.eq_ignore_ascii_case(name))
}

/// Whether a name means something else in a command.
fn is_word(name: &str, games: &Games) -> bool {
    let by_file = |word: &str| {
        games.by_file().any(|game| {
            [game.id(), game.name()]
                .iter()
                .any(|one| one.eq_ignore_ascii_case(word))
        })
    };
    let of_games = |word: &str| {
        by_file(word)
            || VARIANTS.iter().any(|game| {
                let words = game.name().split(|c: char| !c.is_alphanumeric());
                let mut words = words.chain([game.id()]).chain(game.seats());
                words.any(|one| one.len() > 1 && one.eq_ignore_ascii_case(word))
            })
    };
    // `Player 12` is the name of somebody who has chosen none.
    let lower = name.to_lowercase();
    let numbered = lower.strip_prefix("player");
    let numbered = numbered.is_some_and(|rest| {
        let rest = rest.trim_start_matches(is_inner);
        rest.bytes().all(|b| b.is_ascii_digit())
    });
    numbered || is_command_word(name) || of_games(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_teams_are_words_of_one_script() {
        for (name, stored) in [
            ("  Blue   Rooks ", Some("Blue Rooks")),
            ("King\u{2019}s Men 1904", Some("King's Men 1904")),
            ("Слоны", Some("Слоны")),
            ("", None),
            ("1904", None),
            ("Team 19041", None),
            ("Blue \u{430}nts", None),
            ("The Umpire", None),
            ("Rooks, Kings", None),
            ("#17 resign", None),
            ("- Rooks", None),
            ("Rooks\u{202e}", None),
            ("<b>Rooks</b>", None),
            ("A team with a name that is too long", None),
        ] {
            assert_eq!(of_team(name).as_deref(), stored, "{name:?}");
        }
    }

    #[test]
    fn names_are_one_word_of_one_script() {
        for good in [
            "Anna",
            "Jean-Luc",
            "O'Hara",
            "Bo",
            "Ünal",
            "Олег",
            "Ζωή",
            "李明",
            "Hans39",
            "Xa-12",
            "Anna-Maria-Magdalena-Theresia1",
            "Theodor",
            "Roberta",
            "Hostetter",
        ] {
            assert_eq!(checked(good, Games::built_in()).as_deref(), Ok(good));
        }
        assert_eq!(
            checked(" D\u{2019}Arcy ", Games::built_in()).as_deref(),
            Ok("D'Arcy")
        );
        for (bad, fault) in [
            ("", NameFault::Length),
            ("A", NameFault::Length),
            ("A1", NameFault::Length),
            ("12", NameFault::Length),
            ("Anna-Maria-Magdalena-Theresia12", NameFault::Length),
            ("Anna Maria", NameFault::Sign),
            ("Anna,", NameFault::Sign),
            ("#Anna", NameFault::Sign),
            ("anna@x", NameFault::Sign),
            ("a.b", NameFault::Sign),
            ("a/b", NameFault::Sign),
            ("a:b", NameFault::Sign),
            ("-Anna", NameFault::Sign),
            ("Anna'", NameFault::Sign),
            ("An--na", NameFault::Sign),
            ("An\u{200b}na", NameFault::Sign),
            ("An\u{202e}na", NameFault::Sign),
            ("Anna123", NameFault::Digits),
            ("\u{430}nna", NameFault::Scripts),
            ("White", NameFault::Word),
            ("hans38-neutral", NameFault::Word),
            ("xiangqi", NameFault::Word),
            ("resign", NameFault::Word),
            ("Board", NameFault::Word),
            ("everyone", NameFault::Word),
            ("Player12", NameFault::Word),
            ("Player-7", NameFault::Word),
            ("Umpire", NameFault::Office),
            ("UMPIRE", NameFault::Office),
            ("Umplre", NameFault::Office),
            ("Urnpire", NameFault::Office),
            ("Umpire1", NameFault::Office),
            ("TheUmpire", NameFault::Office),
            ("the-umpires", NameFault::Office),
            ("Zugp0st", NameFault::Office),
            ("Referee", NameFault::Office),
            ("Arbiter", NameFault::Office),
            ("Director", NameFault::Office),
            ("Support", NameFault::Office),
            ("5upport", NameFault::Office),
            ("System", NameFault::Office),
            ("\u{405}ystem", NameFault::Scripts),
            ("\u{dc}mpire", NameFault::Office),
        ] {
            assert_eq!(checked(bad, Games::built_in()), Err(fault), "{bad}");
        }
    }
}
