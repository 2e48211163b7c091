//! Text that people read: capitals.

/// A name with capitals: `Charging Rook`.
pub fn title(name: &str) -> String {
    let mut title = String::new();
    for c in name.chars() {
        match title.ends_with(char::is_alphabetic) {
            true => title.push(c),
            false => title.push(c.to_ascii_uppercase()),
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_title_has_a_capital() {
        assert_eq!(title("charging rook"), "Charging Rook");
        assert_eq!(title("half-duck"), "Half-Duck");
    }
}
