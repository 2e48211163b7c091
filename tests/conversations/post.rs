//! Mails as players' mail programs write them.

use anyhow::{Context, Result, bail};

use super::letter::Letter;
use super::script::Step;

/// The domain that people write from, unless the script says otherwise.
pub fn address(who: &str) -> String {
    let host = match who {
        "anna" => "example.org",
        "boris" => "example.net",
        "cleo" => "example.com",
        "dora" => "example.edu",
        "max" | "eva" | "fritz" => "example.info",
        _ => return who.to_owned(),
    };
    format!("{who}@{host}")
}

/// The host whose Authentication-Results count.
pub const AUTHSERV_ID: &str = "mx.zugpost.example";

/// The letter that the words mean: `anna` her newest, `anna 2` her second, `anna #3` the newest of a game,
/// `anna black` the newest for a seat.
pub fn find<'a>(letters: &'a [Letter], who: &str, which: &str) -> Result<&'a Letter> {
    let mut own = letters.iter().filter(|letter| letter.who == who);
    let seat = |letter: &&Letter| {
        letter
            .text
            .contains(&format!(". You are {}, against", capital(which)))
    };
    let found = if which.is_empty() {
        own.next_back()
    } else if let Some(game) = which.strip_prefix('#') {
        let game: i64 = game.parse()?;
        own.rfind(|letter| letter.row.about.is_some_and(|about| about.game.0 == game))
    } else if let Ok(number) = which.parse::<usize>() {
        own.find(|letter| letter.number == number)
    } else {
        own.rfind(seat)
    };
    found.with_context(|| format!("{who} has no letter {which:?}"))
}

/// Fills in what is in braces.
pub fn filled(text: &str, letters: &[Letter]) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (inside, after) = behind.split_once('}').context("an open brace")?;
        out.push_str(before);
        let words: Vec<&str> = inside.split(' ').collect();
        let letter = |at: usize| {
            let who = words.get(at).copied().unwrap_or_default();
            find(letters, who, words.get(at + 1).copied().unwrap_or_default())
        };
        match words.as_slice() {
            ["nul"] => out.push('\0'),
            ["esc"] => out.push('\u{1b}'),
            ["bell"] => out.push('\u{7}'),
            ["rlo"] => out.push('\u{202e}'),
            ["zwsp"] => out.push('\u{200b}'),
            ["tab"] => out.push('\t'),
            ["key", ..] => out.push_str(&letter(1)?.reply_token()),
            ["KEY", ..] => out.push_str(&letter(1)?.reply_token().to_uppercase()),
            ["bad", "key", ..] => out.push_str(&tampered(&letter(2)?.reply_token())),
            ["id", ..] => out.push_str(&letter(1)?.bracketed("Message-ID")),
            ["reply", ..] => out.push_str(&letter(1)?.bracketed("Reply-To")),
            ["bounce", ..] => out.push_str(&letter(1)?.bracketed("Return-Path")),
            // As quoted-printable folds it.
            ["soft", "key", ..] => {
                let key = letter(2)?.reply_token();
                out.push_str(&format!("{}=\n{}", &key[..20], &key[20..]));
            }
            // The key with its first letter as an escape, without the `=`.
            ["hex", ..] => {
                let key = letter(1)?.reply_token();
                out.push_str(&format!("{:02X}{}", key.as_bytes()[0], &key[1..]));
            }
            ["flood"] => {
                let word = |n: usize| format!("b{:a>4}{} ", "", "cd".repeat(12) + &tail(n));
                out.extend((0..300).map(word));
            }
            ["code", ..] => out.push_str(&letter(1)?.code()),
            ["quote", ..] => out.push_str(&quoted(letter(1)?)),
            _ => bail!("{{{inside}}} is nothing"),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Three letters that count up.
fn tail(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    [n / 676, n / 26, n].into_iter().map(letter).collect()
}

/// A reply token with one letter changed.
fn tampered(key: &str) -> String {
    let last = if key.ends_with('a') { 'b' } else { 'a' };
    format!("{}{last}", &key[..key.len() - 1])
}

fn quoted(letter: &Letter) -> String {
    let lines = letter.text.lines();
    let quoted: Vec<String> = lines
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect();
    format!(
        "On Mon, 5 Jan 2026 at 12:00, Zugpost <play@zugpost.example> wrote:\n{}",
        quoted.join("\n")
    )
}

/// A player's answer as a mail program writes it. `number` is that of the mail.
pub fn answer(step: &Step, letters: &[Letter], number: usize) -> Result<String> {
    let who = step.word(1).context("mail: from whom?")?;
    let which = step.option("answers").unwrap_or_default();
    let letter = match which.split_once(':') {
        _ if which == "no" => None,
        Some((whose, which)) => Some(find(letters, whose, which)?),
        None => Some(find(letters, who, which)?),
    };
    let from = step
        .option("from")
        .map_or_else(|| address(who), str::to_owned);
    let local = from.split('@').next().unwrap_or_default().to_owned();
    let path = step.option("path").unwrap_or(&from);
    let mut head = vec![format!("Return-Path: <{path}>")];
    let received = step.options("received");
    head.extend(
        received
            .map(|at| format!("Received: from a.example by {AUTHSERV_ID} with ESMTP id 1; {at}")),
    );
    let results = step.options("auth");
    head.extend(results.map(|found| format!("Authentication-Results: {AUTHSERV_ID}; {found}")));
    head.push(format!("From: {} <{from}>", capital(&local)));
    let reply_to = letter.map(|letter| letter.bracketed("Reply-To"));
    let reply_to = reply_to.filter(|reply_to| !reply_to.is_empty());
    let to = reply_to.unwrap_or_else(|| "play@zugpost.example".to_owned());
    head.push(format!("To: {}", step.option("to").unwrap_or(&to)));
    head.extend(step.option("cc").map(|cc| format!("Cc: {cc}")));
    head.extend(step.option("bcc").map(|bcc| format!("Bcc: {bcc}")));
    let subject = letter.map(|letter| format!("Re: {}", letter.header("Subject")));
    let subject = step.option("subject").map(str::to_owned).or(subject);
    head.extend(subject.map(|subject| format!("Subject: {subject}")));
    let id = format!("m{number}.{from}");
    head.push(format!(
        "Message-ID: <{}>",
        step.option("id").unwrap_or(&id)
    ));
    if let Some(letter) = letter {
        head.push(format!("In-Reply-To: {}", letter.header("Message-ID")));
        let earlier = letter.header("References");
        head.push(format!(
            "References: {earlier} {}",
            letter.header("Message-ID")
        ));
    }
    head.extend(step.options("header").map(str::to_owned));
    head.push("MIME-Version: 1.0".to_owned());
    head.push("Content-Type: text/plain; charset=utf-8".to_owned());
    head.push("Content-Transfer-Encoding: 8bit".to_owned());
    let quote = match letter {
        Some(letter) if step.option("quote") != Some("no") => quoted(letter),
        _ => String::new(),
    };
    let body = filled(&step.body, letters)?;
    let mail = format!(
        "{}\n\n{body}\n\n{quote}\n",
        filled(&head.join("\n"), letters)?
    );
    // Changes the token everywhere: one letter of it, its length.
    let key = letter.map(Letter::reply_token).unwrap_or_default();
    Ok(match step.option("key") {
        Some("cut") => mail.replace(&key, &key[..key.len() - 1]),
        Some("half") => mail.replace(&key, &key[..key.len() / 2]),
        Some("longer") => mail.replace(&key, &format!("{key}a")),
        Some("tampered") => mail.replace(&key, &tampered(&key)),
        // Not to be done for every place at once: an empty key is everywhere.
        Some("removed") if !key.is_empty() => mail.replace(&key, "removed"),
        _ => mail,
    })
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}
