//! Rust sources as text: code apart from comments and strings, and the paths in it.

/// A source file in two parts: code with comments and strings blanked, and the strings.
pub struct Source {
    /// Its modules: `src/office/play.rs` → `["office", "play"]`.
    pub module: Vec<String>,
    pub code: String,
    pub strings: Vec<String>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let path = path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
        if module.len() > 1 && module.last().is_some_and(|m| m == "mod") {
            module.pop();
        }
        let (code, strings) = split(text);
        Self {
            module,
            code,
            strings,
        }
    }

    pub fn room(&self) -> &str {
        &self.module[0]
    }
}

/// Splits Rust text into code and string literals.
fn split(text: &str) -> (String, Vec<String>) {
    let (mut code, mut strings, mut rest) = (String::new(), Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((length, string)) = string_literal(rest, &code) {
            strings.push(string.to_owned());
            length
        } else if let Some(length) = char_literal(rest) {
            length
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[length..];
    }
    (code, strings)
}

fn block_comment(text: &str) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        let Some(next) = text[at..].find(['*', '/']) else {
            return text.len();
        };
        at += next;
        let (step, change) = match &text[at..] {
            t if t.starts_with("*/") => (2, -1),
            t if t.starts_with("/*") => (2, 1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
    }
    at
}

/// A string literal at the beginning of `text`: its length and content. `before` tells whether a
/// leading `r` is the end of a name.
fn string_literal<'a>(text: &'a str, before: &str) -> Option<(usize, &'a str)> {
    let in_name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let raw = text
        .strip_prefix('r')
        .filter(|_| !in_name || before.ends_with('b'));
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(body) = raw[hashes..].strip_prefix('"') {
            let end = format!("\"{}", &raw[..hashes]);
            let length = body.find(&end)?;
            return Some((1 + hashes + 1 + length + end.len(), &body[..length]));
        }
    }
    let body = text.strip_prefix('"')?;
    let mut escaped = false;
    let length = body.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((length + 2, &body[..length]))
}

/// `'x'` and `'\n'`, but not a lifetime.
fn char_literal(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\'')?;
    if let Some(escape) = body.strip_prefix('\\') {
        return Some(3 + escape[1..].find('\'')? + 1);
    }
    let length = body.chars().next()?.len_utf8();
    body[length..].starts_with('\'').then_some(length + 2)
}

/// Words and marks of the code; `::` is one mark.
pub fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// All paths in the code that begin with `crate` or `super`, from the crate's root on. Modules
/// within the file are followed by their braces.
pub fn paths(source: &Source) -> Vec<Vec<String>> {
    let tokens = tokens(&source.code);
    let (mut found, mut module, mut depth) = (Vec::new(), source.module.clone(), 0);
    let mut inner: Vec<usize> = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inner.push(depth);
                    module.push(tokens[at - 1].to_owned());
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                    module.pop();
                }
                depth = depth.saturating_sub(1);
            }
            "crate" | "super" if at == 0 || tokens[at - 1] != "::" => {
                let mut steps = &tokens[at..];
                let mut base = if token == "crate" {
                    Vec::new()
                } else {
                    module.clone()
                };
                while let ["super", "::", rest @ ..] = steps {
                    base.pop();
                    steps = rest;
                }
                if let ["crate", "::", rest @ ..] = steps {
                    steps = rest;
                }
                follow(base, steps, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Adds the path `base::steps…`; a group in braces gives one path for each member. Returns how
/// many tokens belong to it.
fn follow(mut base: Vec<String>, steps: &[&str], found: &mut Vec<Vec<String>>) -> usize {
    let mut at = 0;
    loop {
        match steps.get(at) {
            Some(&"{") => {
                at += 1;
                while let Some(&token) = steps.get(at) {
                    match token {
                        "}" => return at + 1,
                        "," => at += 1,
                        _ => at += follow(base.clone(), &steps[at..], found).max(1),
                    }
                }
                return at;
            }
            Some(name) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                base.push((*name).to_owned());
                at += 1;
            }
            _ => break,
        }
        if steps.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    found.push(base);
    at
}
