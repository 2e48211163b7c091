//! Blanks tokens in a stored mail before the umpire sees it.

use data_encoding::BASE64;

use crate::ids;

/// The raw text of a mail with all tokens blanked, also those that a soft line break cuts (RFC 2045
/// section 6.7), and those in base64, which is then shown decoded.
pub(super) fn without_tokens(raw: &str) -> String {
    let opened = without_hidden_tokens(raw);
    let blanked = ids::blanked(&opened);
    let joined = blanked.replace("=\r\n", "").replace("=\n", "");
    let safe = ids::blanked(&joined);
    if safe == joined { blanked } else { safe }
}

/// Replaces every run of base64 lines with a token in it by its decoded text.
fn without_hidden_tokens(raw: &str) -> String {
    let mut shown = String::with_capacity(raw.len());
    let mut run = String::new();
    for line in raw.split_inclusive('\n') {
        if is_base64(line.trim_end()) {
            run.push_str(line);
            continue;
        }
        shown.push_str(&opened(&run));
        run.clear();
        shown.push_str(line);
    }
    shown.push_str(&opened(&run));
    shown
}

fn opened(run: &str) -> String {
    let code: String = run.split_whitespace().collect();
    let Ok(bytes) = BASE64.decode(code.as_bytes()) else {
        return run.to_owned();
    };
    let text = String::from_utf8_lossy(&bytes);
    if ids::blanked(&text) == text {
        return run.to_owned();
    }
    format!("(base64 with a key in it, decoded:)\n{}\n", text.trim_end())
}

fn is_base64(line: &str) -> bool {
    line.len() >= 4
        && line.len().is_multiple_of(4)
        && line
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "aaaaaaaotz2r4s6gvd47ztab7vssnaqy";

    #[test]
    fn keys_are_blanked_wherever_they_stand() {
        let (start, end) = KEY.split_at(11);
        let letter = format!("Ng1-f3\n> play+{KEY}@example.org\n");
        let code = BASE64.encode(letter.as_bytes());
        let (one, other) = code.split_at(60);
        for raw in [
            format!("To: <play+{KEY}@example.org>\n\nhello=\nworld\n"),
            format!("a {start}=\r\n{end} b"),
            format!("A: b\n\n{one}\r\n{other}\r\n--x--\n"),
            code.clone(),
        ] {
            let shown = without_tokens(&raw);
            assert!(shown.contains(ids::BLANK), "{shown}");
            let found = [KEY, end, &other[..other.len() - 4]];
            assert!(found.iter().all(|part| !shown.contains(part)), "{shown}");
        }
        assert!(without_tokens(&code).contains("Ng1-f3"));
    }

    #[test]
    fn text_without_tokens_is_unchanged() {
        let picture = BASE64.encode(&[7; 90]);
        for raw in [format!("x=\ny\n{picture}\n"), "word\nabcd\n".to_owned()] {
            assert_eq!(without_tokens(&raw), raw);
        }
    }
}
