//! Turns in Chinese characters, such as 炮二平五: the same signs as those of WXF, one for one.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::reading::phrases;
use crate::rules::notation::names_of;

/// What players call the pieces apart from their names here, and what names of chess mean.
pub static NAMES: LazyLock<Vec<(&str, char)>> = LazyLock::new(|| {
    names_of(&[
        ("pieces/xiangqi-soldier", 'P'),
        ("pieces/xiangqi-chariot", 'R'),
        ("pieces/xiangqi-horse", 'H'),
        ("pieces/xiangqi-elephant", 'E'),
        ("pieces/xiangqi-advisor", 'A'),
        ("pieces/xiangqi-general", 'K'),
        ("pieces/xiangqi-cannon", 'C'),
    ])
});

/// The signs of WXF for characters, in simplified or traditional form.
static SIGNS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let all = phrases("pieces/xiangqi-signs").iter().flat_map(|row| {
        let mut signs = row.chars().filter(|c| *c != ' ');
        let sign = signs.next();
        signs.filter_map(move |c| Some((c, sign?)))
    });
    all.collect()
});

/// Text with the signs of WXF for Chinese characters; `None` where there are none.
pub fn transcribed(text: &str) -> Option<String> {
    let chinese = text.chars().any(|c| SIGNS.contains_key(&c));
    let signs = text.chars().map(|c| *SIGNS.get(&c).unwrap_or(&c));
    chinese.then(|| signs.collect())
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
