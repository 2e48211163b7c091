//! Letters that people type for those of the notation: figurines, letters of other scripts that look
//! the same, digits of other scripts, and the letters of the pieces in other languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::reading::phrases;

/// The Latin letter or digit that looks or counts the same; any other character stays.
pub fn latin(c: char) -> char {
    const SAME: [(&str, &str); 4] = [
        // Cyrillic.
        ("асеохруАВЕКМНОРСТХ", "aceoxpyABEKMHOPCTX"),
        // Greek.
        ("αεοχνΑΒΕΖΗΙΚΜΝΟΡΤΧ", "aeoxvABEZHIKMNOPTX"),
        // Further Cyrillic letters, and superscript digits.
        ("һԁɡјѕіʜ", "hdgjsih"),
        ("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890"),
    ];
    if c.is_ascii() {
        return c;
    }
    let mut same = SAME
        .iter()
        .flat_map(|(typed, plain)| typed.chars().zip(plain.chars()));
    let same = same.find(|(letter, _)| *letter == c);
    // Arabic, Persian and Indian digits.
    let digit = |zero| char::from_digit((c as u32).wrapping_sub(zero), 10);
    let digit = || [0x660, 0x6f0, 0x966].into_iter().find_map(digit);
    same.map(|(_, plain)| plain).or_else(digit).unwrap_or(c)
}

/// The text with the letters of files that sound like those of another script in front of digits: `Кф3`.
pub fn with_files(text: &str) -> String {
    const SOUNDS: &str = "абцдефгх";
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let ranked = chars.peek().is_some_and(char::is_ascii_digit);
        let mut files = SOUNDS.chars().zip('a'..);
        let file = files.find(|(sound, _)| ranked && *sound == c);
        plain.push(file.map_or(c, |(_, file)| file));
    }
    plain
}

/// The English letter of the piece of chess that a figurine shows, White's or Black's.
pub fn figurine(c: char) -> Option<char> {
    let figurines = ('\u{2654}'..='\u{265f}').zip("KQRBNPKQRBNP".chars());
    let mut meant = figurines.filter(|(figurine, _)| *figurine == c);
    meant.next().map(|(_, letter)| letter)
}

/// The English letters of the pieces of chess that a letter (upper case) means in other languages;
/// empty where it means none.
pub fn foreign(c: char) -> &'static str {
    static MEANT: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
        let mut meant: HashMap<char, String> = HashMap::new();
        for pair in phrases("pieces/letters-read") {
            if let [english, ' ', foreign] = pair.chars().collect::<Vec<_>>()[..] {
                let known = meant.entry(foreign).or_default();
                if !known.contains(english) {
                    known.push(english);
                }
            }
        }
        meant
    });
    MEANT.get(&c).map_or("", String::as_str)
}

/// A word as word lists have it: small letters without accents.
pub fn bare(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let mut plain = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        // Of Cyrillic letters with a sign, only `ё` is written without it.
        let of_word = |base: &char| base.is_ascii() || ('α'..='ω').contains(base) || c == 'ё';
        match c {
            // Accents that stand for themselves.
            '\u{300}'..='\u{36f}' => {}
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'đ' => plain.push('d'),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'ı' => plain.push('i'),
            'ς' => plain.push('σ'),
            c => plain.push(c.nfd().next().filter(of_word).unwrap_or(c)),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_latin() {
        let latin = |text: &str| text.chars().map(latin).collect::<String>();
        assert_eq!(latin("е4 Кхс3 Ο-Ο"), "e4 Kxc3 O-O");
        assert_eq!(latin("e٤ e۴ e²"), "e4 e4 e2");
        assert_eq!(latin("жЖ漢"), "жЖ漢");
    }

    #[test]
    fn figurines_of_both_sides_are_known() {
        let all: String = "♔♕♖♗♘♙♚♛♜♝♞♟".chars().filter_map(figurine).collect();
        assert_eq!(all, "KQRBNPKQRBNP");
        assert_eq!(figurine('N'), None);
    }

    #[test]
    fn words_lose_their_accents() {
        assert_eq!(bare("LÄUFER"), "laufer");
        assert_eq!(bare("Große"), "grosse");
        assert_eq!(bare("ферзём"), "ферзем");
        assert_eq!(bare("Πύργος"), "πυργοσ");
        assert_eq!(bare("pe\u{303}ao"), "peao");
    }
}
