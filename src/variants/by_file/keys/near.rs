//! The known word that is nearest to an unknown one.

/// The nearest of some words, if it is near enough to be meant: about one letter in three may differ.
pub fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let low: Vec<char> = typed.to_ascii_lowercase().chars().take(64).collect();
    let far = |word: &str| {
        let word: Vec<char> = word.to_ascii_lowercase().chars().collect();
        distance(&low, &word)
    };
    let near = words.map(|word| (far(word), word));
    let best = near.min_by_key(|(far, _)| *far);
    best.filter(|(far, _)| *far <= 1 + low.len() / 4)
        .map(|(_, word)| word)
}

/// How many letters have to be put in, left out, changed, or exchanged with the next one.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let changed = row[j] + usize::from(x != y);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
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
