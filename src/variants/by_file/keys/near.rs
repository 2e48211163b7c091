//! The known word that is nearest to an unknown one.

use crate::rules::Reason;

use super::super::ini::shown;

/// The nearest of some words, if it is near enough to be meant: one letter in three may differ, and one in short
/// words. Capitals do not matter.
pub fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let low: String = typed.to_ascii_lowercase().chars().take(64).collect();
    let most = (low.len() / 3).max(1);
    let words = words.filter(|word| word.len().abs_diff(low.len()) <= most);
    let near = words.map(|word| (strsim::osa_distance(&low, &word.to_ascii_lowercase()), word));
    let best = near.min_by_key(|(far, _)| *far);
    best.filter(|(far, _)| *far <= most).map(|(_, word)| word)
}

/// A reason with what was typed and the nearest of some words, if one is near.
pub fn hint<'a>(reason: Reason, typed: &str, words: impl Iterator<Item = &'a str>) -> Reason {
    let reason = reason.text("typed", shown(typed));
    match nearest(typed, words) {
        Some(near) => reason.text("near", near),
        None => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let words = ["maxRank", "maxFile", "pieceDrops", "true", "false"];
        let near = |typed| nearest(typed, words.into_iter());
        assert_eq!(near("maxrank"), Some("maxRank"));
        assert_eq!(near("piecedorps"), Some("pieceDrops"));
        assert_eq!(near("pieceDrop"), Some("pieceDrops"));
        assert_eq!(near("ture"), Some("true"));
        assert_eq!(near("houseRules"), None);
        assert_eq!(near(""), None);
    }
}
