//! Takes off the frame of a mail with a signature of PGP in its text (RFC 9580, section 7).

use std::borrow::Cow;

const SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----";

/// The text without the frame: the first line with the header lines below it, and the signature. Dashes that
/// were escaped are restored. Blocks of keys and signatures alone are taken off, too.
pub fn without(text: &str) -> Cow<'_, str> {
    if !text.contains("-----BEGIN PGP ") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut state = State::Outside;
    for line in text.split('\n') {
        let end = line.trim_end_matches(' ');
        state = match state {
            _ if end == SIGNED => State::Headers,
            _ if end.starts_with("-----BEGIN PGP ") && end.ends_with("-----") => State::Block,
            State::Block if end.starts_with("-----END PGP ") => State::Outside,
            State::Block => State::Block,
            // `Hash: SHA512`; a line without a colon shows that the empty line has been lost.
            State::Headers if end.is_empty() => State::Inside,
            State::Headers if is_header(end) => State::Headers,
            State::Headers | State::Inside => {
                put(&mut out, line.strip_prefix("- ").unwrap_or(line));
                State::Inside
            }
            State::Outside => {
                put(&mut out, line);
                State::Outside
            }
        };
    }
    Cow::Owned(out)
}

#[derive(Clone, Copy)]
enum State {
    Outside,
    Headers,
    Inside,
    Block,
}

fn put(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

fn is_header(line: &str) -> bool {
    let name = line.split_once(": ").map_or("", |(name, _)| name);
    matches!(
        name,
        "Hash" | "Version" | "Comment" | "Charset" | "MessageID" | "NotDashEscaped"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_taken_off() {
        let text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nNf3\n- -- \nAlice\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=abcd\n-----END PGP SIGNATURE-----\n";
        assert_eq!(without(text), "Nf3\n-- \nAlice\n\n");
        assert_eq!(
            without("> -----BEGIN PGP SIGNED MESSAGE-----\ne4"),
            "> -----BEGIN PGP SIGNED MESSAGE-----\ne4\n"
        );
        assert_eq!(without("-----BEGIN PGP SIGNATURE-----\ne4"), "");
        assert_eq!(without("e4\n"), "e4\n");
    }
}
