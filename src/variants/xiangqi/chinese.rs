//! Turns in Chinese characters, such as 炮二平五: the same signs as those of WXF, one for one.

/// What players call the pieces apart from their names here, and what names of chess mean.
pub const NAMES: &[(&str, char)] = &[
    ("pawn", 'P'),
    ("foot soldier", 'P'),
    ("foot-soldier", 'P'),
    ("soldat", 'P'),
    ("rook", 'R'),
    ("car", 'R'),
    ("wagen", 'R'),
    ("char", 'R'),
    ("carro", 'R'),
    ("knight", 'H'),
    ("pferd", 'H'),
    ("cheval", 'H'),
    ("bishop", 'E'),
    ("minister", 'E'),
    ("elefant", 'E'),
    ("éléphant", 'E'),
    ("elephant", 'E'),
    ("elefante", 'E'),
    ("advisor", 'A'),
    ("adviser", 'A'),
    ("guard", 'A'),
    ("mandarin", 'A'),
    ("berater", 'A'),
    ("general", 'K'),
    ("general", 'K'),
    ("governor", 'K'),
    ("kanone", 'C'),
    ("canon", 'C'),
    ("cañón", 'C'),
    ("cannone", 'C'),
    ("пушка", 'C'),
];

/// The sign of WXF for a character, in simplified or traditional form.
const fn sign(c: char) -> Option<char> {
    Some(match c {
        '車' | '车' | '俥' | '伡' => 'R',
        '馬' | '马' | '傌' | '㐷' => 'H',
        '相' | '象' => 'E',
        '仕' | '士' => 'A',
        '帥' | '帅' | '將' | '将' => 'K',
        '炮' | '砲' | '包' => 'C',
        '兵' | '卒' => 'P',
        // The pieces of Unicode, Red's and Black's.
        '\u{1fa60}' | '\u{1fa67}' => 'K',
        '\u{1fa61}' | '\u{1fa68}' => 'A',
        '\u{1fa62}' | '\u{1fa69}' => 'E',
        '\u{1fa63}' | '\u{1fa6a}' => 'H',
        '\u{1fa64}' | '\u{1fa6b}' => 'R',
        '\u{1fa65}' | '\u{1fa6c}' => 'C',
        '\u{1fa66}' | '\u{1fa6d}' => 'P',
        '一' => '1',
        '二' => '2',
        '三' => '3',
        '四' => '4',
        '五' => '5',
        '六' => '6',
        '七' => '7',
        '八' => '8',
        '九' => '9',
        '平' => '=',
        '進' | '进' | '前' => '+',
        '退' | '後' | '后' => '-',
        '中' => '=',
        _ => return None,
    })
}

/// Text with the signs of WXF for Chinese characters; `None` where there are none.
pub fn transcribed(text: &str) -> Option<String> {
    let chinese = text.chars().any(|c| sign(c).is_some());
    chinese.then(|| text.chars().map(|c| sign(c).unwrap_or(c)).collect())
}

#[cfg(test)]
mod tests {
    use super::transcribed;

    #[test]
    fn characters_become_signs() {
        let of = |text| transcribed(text).unwrap_or_default();
        assert_eq!(of("炮二平五"), "C2=5");
        assert_eq!(of("马8进7"), "H8+7");
        assert_eq!(of("前車退一"), "+R-1");
        assert_eq!(of("炮h3-e3"), "Ch3-e3");
        assert_eq!(transcribed("C2=5"), None);
    }
}
