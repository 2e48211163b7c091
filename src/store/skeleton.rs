//! What names that look alike have in common.

/// What is left of a name when it is taken for how it looks: names with the same skeleton are too alike to stand
/// side by side (Unicode Technical Standard #39, section 4). Letters of other scripts become those that they look
/// like, wide ones the usual ones; upper and lower case count the same.
#[must_use]
pub fn skeleton(name: &str) -> String {
    // A capital may look like another letter than the small one does (`I` and `l`), so it is done before and
    // after.
    let look = |text: &str| unicode_security::skeleton(text).collect::<String>();
    look(&look(name).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for alike in [
            &[
                "Anna",
                "anna",
                "\u{430}nna",
                "\u{ff21}nna",
                "ANNA",
                "\u{391}nna",
                "\u{1d400}nna",
            ][..],
            &["Ivan", "lvan", "1van"],
            &["Mario", "MARIO", "Mari\u{43e}", "rnario"],
            &["Z\u{f6}e", "Zo\u{308}e"],
            &["\u{41e}\u{43b}\u{435}\u{433}", "O\u{43b}e\u{433}"],
        ] {
            for name in alike {
                assert_eq!(skeleton(name), skeleton(alike[0]), "{name}");
            }
        }
        for (one, other) in [
            ("Anna", "Anne"),
            ("Zoe", "Zo\u{eb}"),
            ("Jan", "Ian"),
            ("", "a"),
        ] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
