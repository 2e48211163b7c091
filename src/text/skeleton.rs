//! What names that look alike have in common.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What is left of a name when it is taken for how it looks (Unicode Technical Standard #39, section 4): letters of
/// other scripts become those that they look like, wide ones the usual ones. Names of which either part is the same
/// are too alike to be used side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// With capitals as small letters: `MARIO` is `Mario`.
    pub folded: String,
    /// With capitals as they look: `Ivan` is `lvan`.
    pub typed: String,
    /// As `folded`, without accents, hyphens, apostrophes and blanks: `Jean-René` is `jeanrene`.
    pub bare: String,
}

impl Skeleton {
    /// That of a name.
    pub fn of(name: &str) -> Self {
        let look = |text: &str| unicode_security::skeleton(text).collect::<String>();
        // Capitals of other scripts may be like those of Latin where the small letters are not, so case is folded
        // behind the first step; again the second one makes one letter of what this has made.
        let folded = |text: &str| look(&look(text).to_lowercase());
        let plain: String = name.nfd().filter(|c| !is_combining_mark(*c)).collect();
        let bare = plain.replace(['-', '\'', ' '], "");
        Self {
            folded: folded(&name.to_ascii_lowercase()),
            typed: folded(name),
            bare: folded(&bare.to_ascii_lowercase()),
        }
    }

    /// Whether two names look alike. Accents count, since an umpire may know a Zoe and a Zoë.
    pub fn is_like(&self, other: &Self) -> bool {
        self.folded == other.folded || self.typed == other.typed
    }
}

#[cfg(test)]
mod tests {
    use super::Skeleton;

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
            &["Ivan", "lvan", "1van", "\u{406}van", "\u{1d408}van", "IVAN"],
            &[
                "Mario",
                "MARIO",
                "Mari\u{43e}",
                "rnario",
                "\u{41c}\u{410}RIO",
            ],
            &["Hans", "\u{397}ans", "\u{41d}ans"],
            &["Z\u{f6}e", "Zo\u{308}e"],
            &["\u{41e}\u{43b}\u{435}\u{433}", "O\u{43b}e\u{433}"],
        ] {
            for name in alike {
                let (one, other) = (Skeleton::of(name), Skeleton::of(alike[0]));
                assert!(one.is_like(&other), "{name}: {one:?}, {other:?}");
            }
        }
        for (one, other) in [
            ("Anna", "Anne"),
            ("Zoe", "Zo\u{eb}"),
            ("Jan", "Ian"),
            ("Elia", "Ella"),
            ("", "a"),
        ] {
            assert!(
                !Skeleton::of(one).is_like(&Skeleton::of(other)),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn bare_names_have_no_accents_and_no_inner_signs() {
        for (one, other) in [
            ("Anna", "ANNA"),
            ("Zoe", "Zo\u{eb}"),
            ("Rene", "Ren\u{e9}"),
            ("Jean-Luc", "JeanLuc"),
            ("Mario", "rnario"),
            ("Anna", "\u{430}nn\u{430}"),
        ] {
            let (one, other) = (Skeleton::of(one), Skeleton::of(other));
            assert_eq!(one.bare, other.bare);
        }
        for (one, other) in [("Anna", "Anne"), ("Jan", "Ian"), ("Elia", "Ella")] {
            let (one, other) = (Skeleton::of(one), Skeleton::of(other));
            assert_ne!(one.bare, other.bare);
        }
    }
}
