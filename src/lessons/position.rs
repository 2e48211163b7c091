//! Parts of position texts.

/// The signs of a rank.
pub(super) fn signs(rank: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut signs = rank.chars().peekable();
    while let Some(sign) = signs.next() {
        if let Some(mut gap) = sign.to_digit(10) {
            while let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(10)) {
                gap = 10 * gap + digit;
                signs.next();
            }
            found.extend((0..gap).map(|_| String::new()));
            continue;
        }
        let mut text = sign.to_string();
        if sign == '+' {
            text.extend(signs.next());
        }
        text.extend(signs.next_if_eq(&'~'));
        found.push(text);
    }
    found
}

/// What follows the board, with one check left for White to give, where checks are counted.
pub(super) fn one_check_left(rest: &str) -> String {
    let fields = rest.split(' ').map(|field| match field.split_once('+') {
        Some((white, black)) if white.parse::<u32>().is_ok() => format!("1+{black}"),
        _ => field.to_owned(),
    });
    fields.collect::<Vec<_>>().join(" ")
}

/// A run of empty squares.
pub(super) fn number(gap: usize) -> String {
    match gap {
        0 => String::new(),
        gap => gap.to_string(),
    }
}
