//! Finds a secret in a text, however it is disguised: in either case, with characters between its own, in
//! quoted-printable, base64, encoded words (RFC 2047), JSON and HTML.

use data_encoding::BASE64;

/// Whether the secret is in the text.
pub fn holds(text: &str, secret: &str) -> bool {
    let secret = secret.to_ascii_lowercase();
    forms(text)
        .iter()
        .any(|form| squeezed(form).contains(&secret))
}

/// The same for many secrets: the first one that is there.
pub fn first_of<'a>(text: &str, secrets: &[&'a str]) -> Option<&'a str> {
    let forms: Vec<String> = forms(text).iter().map(|form| squeezed(form)).collect();
    let found = |secret: &&&str| {
        forms
            .iter()
            .any(|form| form.contains(&secret.to_ascii_lowercase()))
    };
    secrets.iter().find(found).copied()
}

/// Letters and digits alone, in lower case: what is between them does not hide a word.
fn squeezed(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

fn forms(text: &str) -> Vec<String> {
    let plain = json(text);
    let opened = quoted_printable(&plain);
    let words = encoded_words(&opened);
    let mut forms = vec![text.to_owned()];
    for form in [&plain, &opened, &words] {
        forms.push(entities(form));
        forms.extend(
            base64(form)
                .iter()
                .map(|text| entities(&quoted_printable(text))),
        );
    }
    forms.extend([plain, opened, words]);
    forms
}

/// With the escapes of JSON undone.
fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let code = behind.strip_prefix('u').and_then(|hex| hex.get(..4));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        rest = match (code.and_then(char::from_u32), behind.chars().next()) {
            (Some(c), _) => {
                out.push(c);
                &behind[5..]
            }
            (None, Some('n' | 'r' | 't')) => {
                out.push('\n');
                &behind[1..]
            }
            _ => behind,
        };
    }
    out + rest
}

/// With quoted-printable undone (RFC 2045 section 6.7).
fn quoted_printable(text: &str) -> String {
    let text = text.replace("=\r\n", "").replace("=\n", "");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('=') {
        out.push_str(before);
        let byte = behind
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        rest = match byte.filter(u8::is_ascii) {
            Some(byte) => {
                out.push(char::from(byte));
                &behind[2..]
            }
            None => {
                out.push('=');
                behind
            }
        };
    }
    out + rest
}

/// With encoded words undone, in both encodings; what is between two of them is left out.
fn encoded_words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("=?") {
        out.push_str(before.trim_end());
        let parts: Vec<&str> = behind.splitn(4, '?').collect();
        rest = match parts[..] {
            [_, kind, code, after] if after.starts_with('=') => {
                let base64 = kind.eq_ignore_ascii_case("b");
                let bytes = BASE64.decode(code.as_bytes()).unwrap_or_default();
                let bytes = String::from_utf8_lossy(&bytes).into_owned();
                out.push_str(&if base64 {
                    bytes
                } else {
                    quoted_printable(code)
                });
                &after[1..]
            }
            _ => behind,
        };
    }
    out + rest
}

/// Every run of base64 that is long enough to hold a secret, decoded; lines are joined. A run may begin with
/// something else, so it is tried from each of its first four characters.
fn base64(text: &str) -> Vec<String> {
    let code = |c: char| c.is_ascii_alphanumeric() || "+/=\r\n".contains(c);
    let runs = text
        .split(|c: char| !code(c))
        .map(|run| run.replace(['\r', '\n', '='], ""));
    let mut found = Vec::new();
    for run in runs.filter(|run| run.len() >= 32) {
        for start in 0..4 {
            let part = &run[start..];
            // What fills the last four characters up is lost.
            let whole = format!("{part}{}", &"AAA"[..(4 - part.len() % 4) % 4]);
            let bytes = BASE64.decode(whole.as_bytes()).unwrap_or_default();
            found.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    found
}

/// With numeric character references of HTML undone.
fn entities(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("&#") {
        out.push_str(before);
        let Some((code, after)) = behind.split_once(';') else {
            return out + behind;
        };
        let number = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => code.parse().ok(),
        };
        match number.and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                rest = after;
            }
            None => rest = behind,
        }
    }
    out + rest
}

#[test]
fn a_secret_is_found_in_every_disguise() {
    let secret = "k2k3abcdefghijklmnopqrst";
    let (one, other) = secret.split_at(11);
    let base64 = BASE64.encode(format!("To: <play+aaaaaaab{secret}@example.org>").as_bytes());
    let (start, end) = base64.split_at(40);
    let hex: String = secret.bytes().map(|b| format!("={b:02X}")).collect();
    let codes: String = secret
        .chars()
        .map(|c| format!("&#x{:x};", u32::from(c)))
        .collect();
    let escaped: String = secret
        .chars()
        .map(|c| format!("\\u{:04x}", u32::from(c)))
        .collect();
    for text in [
        format!("x {secret} y"),
        secret.to_uppercase(),
        format!("play+aaaaaaab{secret}@example.org"),
        format!("{one}=\r\n{other}"),
        format!("> {one}\n> {other}"),
        format!("{one}\u{200b}{other}"),
        format!("{{\"text\":\"a={}{other}\"}}", format_args!("\\r\\n{one}")),
        format!("\\n{one}=\\r\\n{other}\\n"),
        hex,
        codes,
        escaped,
        base64.clone(),
        BASE64.encode(secret.as_bytes()),
        BASE64.encode(format!("x{secret}").as_bytes()),
        format!("Content-Transfer-Encoding: base64\n\n{start}\n{end}\n--x"),
        format!("{{\"raw\":\"{start}\\r\\n{end}\"}}"),
        format!("Subject: =?utf-8?B?{}?=", BASE64.encode(secret.as_bytes())),
        format!("Subject: =?utf-8?Q?{one}?=\r\n =?utf-8?Q?{other}?="),
    ] {
        assert!(holds(&text, secret), "not found in {text}");
        assert_eq!(first_of(&text, &["other", secret]), Some(secret), "{text}");
        assert!(!holds(&text, "k2k3abcdefghijklmnopqrsu"), "{text}");
    }
}
