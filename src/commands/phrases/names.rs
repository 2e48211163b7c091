//! Names with which letters are signed.

use super::words::Words;

/// Whether two names are the same person's: letters of other scripts count as those that they sound like, and one
/// letter of longer names may differ, as in `Boris`, `Borys` and `Борис`.
#[must_use]
pub fn is_same_name(written: &str, name: &str) -> bool {
    let (written, name) = (sound(written), sound(name));
    let longer = written.chars().count().max(name.chars().count());
    let same_start = written.chars().next() == name.chars().next();
    !written.is_empty()
        && (written == name || longer >= 4 && same_start && is_near(&written, &name))
}

/// Whether a line is nothing but a name of one or two words.
#[must_use]
pub fn is_lone_name(line: &str) -> bool {
    let words = Words::of(line);
    let signs = |at: usize| words.gap(at).chars().all(|c| " ,.-–—~".contains(c));
    (1..=2).contains(&words.len())
        && words.name(0, 2) == words.len()
        && (0..=words.len()).all(signs)
}

/// The folded words of a name in Latin letters.
fn sound(name: &str) -> String {
    let words = Words::of(name);
    let letters = (0..words.len()).flat_map(|at| words.folded(at).chars());
    letters
        .flat_map(|c| latin(c).chars().chain(same(c)))
        .collect()
}

/// The letter itself, if it is no Cyrillic one.
fn same(c: char) -> Option<char> {
    latin(c)
        .is_empty()
        .then_some(c)
        .filter(|c| !"ъь".contains(*c))
}

fn latin(c: char) -> &'static str {
    match c {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'э' | 'є' => "e",
        'ж' => "zh",
        'з' => "z",
        'и' | 'й' | 'ы' | 'і' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ю' => "yu",
        'я' => "ya",
        _ => "",
    }
}

/// Whether at most one letter differs, is missing, or is added.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let front = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    let behind = |from: usize| short[front..].get(from..) == long.get(front + 1..);
    match long.len() - short.len() {
        0 => behind(1) || short == long,
        1 => behind(0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_in_other_spellings() {
        for (written, name) in [
            ("Borys", "Boris"),
            ("Борис", "Boris"),
            ("BORIS", "Boris"),
            ("Анна", "Anna"),
            ("Ana", "Anna"),
            ("Наталья", "Natalya"),
        ] {
            assert!(is_same_name(written, name), "{written} {name}");
        }
        for (written, name) in [
            ("Anna", "Boris"),
            ("Doris", "Boris"),
            ("Al", "Ed"),
            ("", "Bo"),
        ] {
            assert!(!is_same_name(written, name), "{written} {name}");
        }
    }

    #[test]
    fn a_lone_name() {
        for line in ["Borys", "Anna Keller", "- Anna", "Борис."] {
            assert!(is_lone_name(line), "{line}");
        }
        for line in ["Check!", "good luck", "Nf3", "Anna says hello", "Why?"] {
            assert!(!is_lone_name(line), "{line}");
        }
    }
}
