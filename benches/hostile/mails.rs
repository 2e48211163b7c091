//! The mails that are no turns: giants of each kind, and many headers, parts, keys and addresses.

use data_encoding::{BASE64, BASE64_MIME};

use super::turns;
use super::world::{ANNA, GAMES, Keys, MANY, OURS};

/// Makes the bytes of a mail with the tokens of the world.
pub type MakesMail = Box<dyn Fn(&Keys) -> Vec<u8>>;

/// A mail by its name.
pub struct HostileMail {
    /// The name.
    pub name: String,
    /// Its bytes; the world's tokens are in it.
    pub make: MakesMail,
}

/// The size of the largest mail that is read.
const MIB: usize = 1 << 20;
/// The game of mails that are about any.
const ANY: &str = "hans38 postal-plus";

/// Who writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Nobody known.
    Stranger,
    /// The player with the key of the newest letter.
    Key,
    /// The player with the key of the first letter.
    OldKey,
    /// The player without a key; that player's host vouches for the mail.
    Vouched,
    /// The player's address without a key and a word of the host.
    Forged,
    /// Somebody with the player's key from another address.
    OtherAddress,
}

/// The headers of a mail about a game, up to the content type.
pub fn headers(keys: &Keys, sender: Sender, game: &str) -> String {
    let key = match sender {
        Sender::Key | Sender::OtherAddress => keys.get(game),
        Sender::OldKey => keys.get(&format!("old {game}")).or_else(|| keys.get(game)),
        Sender::Stranger | Sender::Vouched | Sender::Forged => None,
    };
    let to = match key {
        Some(key) => OURS.replace('@', &format!("+{key}@")),
        None => OURS.to_owned(),
    };
    let from = match sender {
        Sender::Stranger | Sender::OtherAddress => "eve@elsewhere.example",
        _ => ANNA,
    };
    let vouched = match sender {
        Sender::Vouched => "Authentication-Results: mx.zugpost.example; dmarc=pass\r\n",
        _ => "",
    };
    let number = 1 + GAMES
        .iter()
        .position(|(name, ..)| *name == game)
        .unwrap_or(0);
    format!(
        "{vouched}From: {from}\r\nTo: {to}\r\nSubject: Re: [#{number}] a game\r\n\
         Message-ID: <{number}.{from}>\r\nMIME-Version: 1.0\r\n"
    )
}

/// A mail of plain text.
pub fn plain(keys: &Keys, sender: Sender, game: &str, body: &str) -> Vec<u8> {
    let headers = headers(keys, sender, game);
    format!("{headers}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}").into_bytes()
}

/// The mail that warms the program up.
pub fn ordinary() -> Vec<u8> {
    b"From: warm@up.example\r\nTo: play@zugpost.example\r\nSubject: rules\r\n\r\nrules hans38\r\n"
        .to_vec()
}

fn add(all: &mut Vec<HostileMail>, name: &str, make: impl Fn(&Keys) -> Vec<u8> + 'static) {
    all.push(HostileMail {
        name: name.to_owned(),
        make: Box::new(make),
    });
}

/// All mails.
pub fn all() -> Vec<HostileMail> {
    let mut all = Vec::new();
    lines(&mut all);
    html(&mut all);
    parts(&mut all);
    many(&mut all);
    reports(&mut all);
    turns::add(&mut all);
    all
}

/// Repeats a text up to the size of the largest mail.
fn fill(unit: &str) -> String {
    unit.repeat(MIB / unit.len())
}

type MakesText = Box<dyn Fn() -> String>;

/// Texts of many or long lines.
fn texts() -> Vec<(&'static str, MakesText)> {
    let quotes =
        "> a\r\n>> b\r\n| c\r\nZ> d\r\n\u{bb} e\r\nAnna> f\r\n: g\r\n> > > h\r\n\u{ff1e} i\r\n";
    let wrote = "On Fri, Nov 20, 2026 at 10:11 AM Zugpost <play@zugpost.example> wrote:\r\n";
    let french =
        "Le ven. 20 nov. 2026 \u{e0} 10:11, Zugpost <play@zugpost.example>\r\na \u{e9}crit :\r\n";
    let date = "20.11.2026 10:11 Zugpost play@zugpost.example\r\n";
    fn text(name: &'static str, make: impl Fn() -> String + 'static) -> (&'static str, MakesText) {
        (name, Box::new(make))
    }
    vec![
        text("80,000 lines rules hans38", move || {
            "rules hans38\r\n".repeat(80_000)
        }),
        text("160,000 lines #1 e4", move || "#1 e4\r\n".repeat(160_000)),
        text("50,000 lines !", move || "!\r\n".repeat(50_000)),
        text("blank lines", move || fill("\r\n")),
        text("blank lines, then a turn", move || {
            format!("{}e4\r\n", "\r\n".repeat(500_000))
        }),
        text("quotes of every kind", move || fill(quotes)),
        text("quotes, one bar", move || fill("> | x\r\nx\r\n")),
        text("quotes > alone", move || fill(">\r\n")),
        text("one line of >", move || fill(">")),
        text("attributions", move || fill(wrote)),
        text("attributions, French", move || fill(french)),
        text("attributions, dates", move || fill(date)),
        text("attributions, blank lines", move || {
            fill(&format!("{wrote}\r\n\r\n"))
        }),
        text("attribution starts, blanks below", move || {
            let on = "On 20 Nov 2026 Zugpost\r\n".repeat(1000);
            format!("{on}{}", "\r\n".repeat(500_000))
        }),
        text("one line and blanks, over and over", move || {
            fill(&format!("a\r\n{}", "\r\n".repeat(1000)))
        }),
        text("header blocks", move || {
            fill("From: a\r\nSent: b\r\nTo: c\r\n\r\n")
        }),
        text("header fields", move || fill("Xa: b@c.de\r\nFrom: x\r\n")),
        text("footers", move || {
            fill("Sent from my phone and not a footer of any kind\r\n")
        }),
        text("legal words", move || {
            fill("confidential intended recipient privileged disclosure \r\n")
        }),
        text("rules of dashes", move || fill("----------\r\n")),
        text("own markers", move || {
            fill("> --- #1: answer above this ---\r\nx\r\n")
        }),
        text("own boards", move || fill("8 | | | |\r\n7 | |\r\n")),
        text("one line of words", move || fill("word ")),
        text("one line of letters", move || fill("a")),
        text("one line of addresses", move || fill("a@b.cd ")),
        text("one line of addresses <>", move || fill("<a@b.cd>:")),
        text("one line of @", move || fill("@")),
        text("one line of digits", move || fill("1")),
        text("one line of dates", move || fill("20.11.2026 10:11 ")),
        text("one line of colons", move || fill(":")),
        text("one line of #1", move || fill("#1 ")),
        text("one line of turns", move || fill("Nf3 @@e3 ")),
        text("one line of signs", move || {
            fill("\u{1f600}\u{200b}\u{301}")
        }),
        text("ideographs", move || {
            fill("\u{70ae}\u{4e8c}\u{5e73}\u{4e94}")
        }),
        text("flowed", move || fill("word \r\n")),
        text("prose", move || {
            fill("I think that the knight is a good piece, but you know that.\r\n")
        }),
        text("questions", move || {
            fill("Should I play the knight, or not?\r\n")
        }),
        text("say and words", move || {
            format!("say hello\r\n{}", fill("some more words\r\n"))
        }),
        text("PRESS without end", move || {
            format!("PRESS all\r\n{}", fill("some more words\r\n"))
        }),
        text("PRESS", move || {
            format!(
                "PRESS all\r\n{}ENDPRESS\r\n",
                fill("some words\r\n").split_at(1_000_000).0
            )
        }),
        text("PGP", move || {
            fill("-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: a\r\n\r\n")
        }),
        text("passwords", move || fill("signin anna secret\r\n")),
    ]
}

fn lines(all: &mut Vec<HostileMail>) {
    for sender in [Sender::Stranger, Sender::Key] {
        for (name, _) in texts() {
            let wanted = name;
            add(all, &format!("{sender:?}: {name}"), move |keys| {
                let text = texts().into_iter().find(|(name, _)| *name == wanted);
                plain(keys, sender, ANY, &text.expect("one of them").1())
            });
        }
    }
    for (name, encoding) in [("base64", "base64"), ("QP", "quoted-printable")] {
        for wanted in [
            "80,000 lines rules hans38",
            "quotes of every kind",
            "one line of =",
        ] {
            add(all, &format!("Key: {name}: {wanted}"), move |keys| {
                let text = match wanted {
                    "one line of =" => fill("=3D"),
                    _ => texts()
                        .into_iter()
                        .find(|(name, _)| *name == wanted)
                        .expect("one")
                        .1(),
                };
                let text = &text.as_bytes()[..text.len().min(MIB * 3 / 4)];
                let body = match name {
                    "base64" => BASE64_MIME.encode(text),
                    _ => String::from_utf8_lossy(text).replace("\r\n", "=0A=\r\n"),
                };
                let headers = headers(keys, Sender::Key, ANY);
                format!("{headers}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}").into_bytes()
            });
        }
    }
}

fn html(all: &mut Vec<HostileMail>) {
    let units = [
        "<div>",
        "<p>x",
        "<b>",
        "<blockquote>",
        "<blockquote><p>x</blockquote>",
        "<br>",
        "x<br>",
        "<div>e4</div>",
        "<table><tr><td>x",
        "<span hidden>",
        "<div class='gmail_quote'>",
        "<div></b>",
        "<li>e4",
        "&amp;",
        "&#64;",
        "<!-- x -->",
        "<pre>\r\n",
        "<p style='font-size:0'>x",
        "<blockquote>> ",
        "<a b=c>",
        "e4\u{a0}",
        "<",
    ];
    for unit in units {
        for sender in [Sender::Stranger, Sender::Key] {
            let name = unit.replace("\r\n", "");
            add(all, &format!("{sender:?}: HTML {name}"), move |keys| {
                let headers = headers(keys, sender, ANY);
                format!(
                    "{headers}Content-Type: text/html; charset=utf-8\r\n\r\n{}",
                    fill(unit)
                )
                .into_bytes()
            });
        }
    }
}

fn parts(all: &mut Vec<HostileMail>) {
    let mut multipart = |name: &str, top: &'static str, body: fn() -> String| {
        add(all, &format!("Key: {name}"), move |keys| {
            let headers = headers(keys, Sender::Key, ANY);
            format!("{headers}Content-Type: {top}\r\n\r\n{}", body()).into_bytes()
        });
    };
    let mixed = "multipart/mixed; boundary=x";
    multipart("20,000 flat parts", mixed, || {
        "--x\r\n\r\na\r\n".repeat(20_000)
    });
    multipart("20,000 flat empty parts", mixed, || {
        "--x\r\n\r\n".repeat(20_000)
    });
    multipart("20,000 flat HTML parts", mixed, || {
        "--x\r\nContent-Type: text/html\r\n\r\n<p>\r\n".repeat(20_000)
    });
    multipart(
        "20,000 nested parts",
        "multipart/mixed; boundary=b0",
        || {
            let level = |n| {
                format!(
                    "--b{n}\r\nContent-Type: multipart/mixed; boundary=b{}\r\n\r\n",
                    n + 1
                )
            };
            (0..20_000).map(level).collect()
        },
    );
    multipart("20,000 nested parts, one boundary", mixed, || {
        "--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n".repeat(20_000)
    });
    multipart("20,000 nested messages", "message/rfc822", || {
        "Content-Type: message/rfc822\r\n\r\n".repeat(20_000)
    });
    multipart("40 nested messages of 25 KB", "message/rfc822", || {
        let level = format!(
            "X-Pad: {}\r\nContent-Type: message/rfc822\r\n\r\n",
            "x".repeat(25_000)
        );
        level.repeat(40)
    });
    multipart(
        "base64 text in 45 nested messages",
        "message/rfc822",
        || {
            let level = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n";
            format!("{}{}", level.repeat(45), "QUFB".repeat(200_000))
        },
    );
    multipart("dashes in parts", mixed, || fill("--x--\r\n--y\r\n"));
    multipart("an archive of 1 MiB", mixed, || {
        let zip = format!("PK\u{3}\u{4}{}", "\0zip".repeat(190_000));
        format!(
            "--x\r\nContent-Type: text/plain\r\n\r\ne4\r\n--x\r\nContent-Type: application/zip\r\n\
             Content-Disposition: attachment; filename=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n--x--\r\n",
            BASE64_MIME.encode(zip.as_bytes())
        )
    });
    multipart(
        "a picture of 1 MiB",
        "multipart/related; boundary=x",
        || {
            format!(
                "--x\r\nContent-Type: text/html\r\n\r\n<p>e4</p><img src=cid:a>\r\n--x\r\nContent-Type: image/png\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n--x--\r\n",
                BASE64_MIME.encode(&[137; MIB / 4 * 3 - 20_000])
            )
        },
    );
    multipart("text as an attachment of 1 MiB", mixed, || {
        format!(
            "--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n--x--\r\n",
            BASE64.encode("rules hans38\n".repeat(60_000).as_bytes())
        )
    });
}

fn many(all: &mut Vec<HostileMail>) {
    let mut with = |name: &str, more: fn(&Keys) -> String, body: fn(&Keys) -> String| {
        add(all, &format!("Key: {name}"), move |keys| {
            let headers = headers(keys, Sender::Key, ANY);
            format!("{}{headers}\r\n{}", more(keys), body(keys)).into_bytes()
        });
    };
    let none = |_: &Keys| String::new();
    let turn = |_: &Keys| "e4\r\n".to_owned();
    with("100,000 header lines", |_| "X: y\r\n".repeat(100_000), turn);
    with(
        "100,000 header lines, folded",
        |_| format!("X: y\r\n{}", " z\r\n".repeat(100_000)),
        turn,
    );
    with(
        "100,000 header lines without colon",
        |_| "Xyz\r\n".repeat(100_000),
        turn,
    );
    with(
        "one header of 1 MB",
        |_| format!("X: {}\r\n", "y".repeat(1_000_000)),
        turn,
    );
    with(
        "Subject of 1 MB",
        |_| format!("Subject: {}\r\n", "Re: ".repeat(250_000)),
        turn,
    );
    with(
        "Subject of encoded words",
        |_| format!("Subject: {}\r\n", "=?utf-8?q?=41?= ".repeat(60_000)),
        turn,
    );
    with(
        "From of 1 MB",
        |_| format!("From: {}<a@b.cd>\r\n", "(".repeat(900_000)),
        turn,
    );
    with(
        "20,000 From headers",
        |_| "From: a@b.cd\r\n".repeat(20_000),
        turn,
    );
    with(
        "10,000 Received",
        |_| {
            "Received: from a by mx.zugpost.example; Fri, 20 Nov 2026 10:11:12 +0000\r\n"
                .repeat(10_000)
        },
        turn,
    );
    with(
        "10,000 Authentication-Results",
        |_| "Authentication-Results: mx.zugpost.example; spf=fail\r\n".repeat(10_000),
        turn,
    );
    with(
        "one Authentication-Results of 1 MB",
        |_| {
            format!(
                "Authentication-Results: mx.zugpost.example{}\r\n",
                "; dkim=fail header.d=a.example".repeat(30_000)
            )
        },
        turn,
    );
    with(
        "Authentication-Results of comments",
        |_| {
            format!(
                "Authentication-Results: mx.zugpost.example; {}\r\n",
                "(".repeat(900_000)
            )
        },
        turn,
    );
    with(
        "Received of 1 MB",
        |_| format!("Received: by {}\r\n", "mx.zugpost.example ".repeat(50_000)),
        turn,
    );
    with(
        "References of 1 MB",
        |_| format!("References: {}\r\n", "<a@b> ".repeat(160_000)),
        turn,
    );
    with(
        "In-Reply-To of 1 MB",
        |_| format!("In-Reply-To: {}\r\n", "<a@b> ".repeat(160_000)),
        turn,
    );
    with(
        "In-Reply-To of <",
        |_| format!("In-Reply-To: {}\r\n", "<".repeat(1_000_000)),
        turn,
    );
    with(
        "Message-IDs",
        |_| "Message-ID: <a@b>\r\n".repeat(50_000),
        turn,
    );
    with(
        "5,000 addresses in To and Cc",
        |_| {
            let list: String = (0..5_000).map(|n| format!("p{n}@b.cd, ")).collect();
            format!("To: {list}z@b.cd\r\nCc: {list}z@b.cd\r\n")
        },
        turn,
    );
    with(
        "60,000 addresses in To",
        |_| format!("To: {}z@b.cd\r\n", "p@b.cd,".repeat(140_000)),
        turn,
    );
    with(
        "5,000 To headers",
        |_| (0..5_000).map(|n| format!("To: p{n}@b.cd\r\n")).collect(),
        turn,
    );
    with(
        "groups in To",
        |_| format!("To: {}\r\n", "a:b@c.de;,".repeat(90_000)),
        turn,
    );
    with(
        "Delivered-To",
        |_| "Delivered-To: play+abcdefghijklmnopqrstuvwxyz@zugpost.example\r\n".repeat(10_000),
        turn,
    );
    with(
        "List headers",
        |_| "List-Id: <a.b>\r\nPrecedence: bulk\r\n".repeat(20_000),
        turn,
    );
    with(
        "Content-Types",
        |_| "Content-Type: text/plain; a=b; c=d\r\n".repeat(25_000),
        turn,
    );
    with(
        "one Content-Type of 1 MB",
        |_| format!("Content-Type: text/plain{}\r\n", "; a=b".repeat(190_000)),
        turn,
    );
    with(
        "RFC 2231 parameters",
        |_| {
            let more: String = (0..40_000)
                .map(|n| format!("; name*{n}*=utf-8''%41"))
                .collect();
            format!("Content-Type: text/plain{more}\r\n")
        },
        turn,
    );
    with("60,000 words like keys", none, |_| {
        (0..40_000u32)
            .map(|n| format!("{}\r\n", word(n, "aaaaaaaa")))
            .collect()
    });
    with("words with public ids", none, |keys| {
        let all: Vec<&String> = keys.values().collect();
        (0..40_000u32)
            .map(|n| {
                let key = all[n as usize % all.len()];
                format!("{}{}\r\n", &key[..8], &word(n, "")[..18])
            })
            .collect()
    });
    with(
        "words that are keys with one letter changed",
        none,
        |keys| {
            let all: Vec<&String> = keys.values().collect();
            (0..40_000u32)
                .map(|n| {
                    let key = all[n as usize % all.len()];
                    let at = 8 + n as usize / 25 % 18;
                    let other = (b'a' + (n % 25) as u8) as char;
                    format!("{}{other}{}\r\n", &key[..at], &key[at + 1..])
                })
                .collect()
        },
    );
    with("60 keys of 60 games", none, |keys| {
        (0..MANY)
            .map(|n| format!("{}\r\n", keys[&format!("many {n}")]))
            .collect::<String>()
            + "e4\r\n"
    });
    with("60 keys of 60 games, a line for each", none, |keys| {
        let all: String = (0..MANY)
            .map(|n| format!("{}\r\n", keys[&format!("many {n}")]))
            .collect();
        let lines: String = (0..MANY)
            .map(|n| format!("#{} e4\r\n", n + 1 + GAMES.len()))
            .collect();
        format!("{lines}\r\n> {all}")
    });
    with("all keys, 20 lines of show", none, |keys| {
        let all: String = keys.values().map(|key| format!("{key}\r\n")).collect();
        let lines: String = (0..20).map(|n| format!("#{} history\r\n", n + 1)).collect();
        format!("{lines}\r\n> {all}")
    });
}

/// A word with the form of a reply token.
fn word(number: u32, begin: &str) -> String {
    let mut out = begin.to_owned();
    let mut state = u64::from(number) + 1;
    while out.len() < 26 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        out.push(b"abcdefghijklmnopqrstuvwxyz234567"[(state >> 59) as usize] as char);
    }
    out
}

fn reports(all: &mut Vec<HostileMail>) {
    let mut report = |name: &str, head: &'static str, body: fn(&Keys) -> String| {
        add(all, &format!("report: {name}"), move |keys| {
            format!(
                "Return-Path: <>\r\nFrom: MAILER-DAEMON@elsewhere.example\r\nTo: {OURS}\r\n{head}\r\n{}",
                body(keys)
            )
            .into_bytes()
        });
    };
    let dsn = "Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n\
               Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n";
    report("DSN, status of 1 MB", dsn, |_| {
        let field = "Final-Recipient: rfc822; a@b.cd\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n";
        format!(
            "--x\r\n\r\nSorry.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\n{}--x--\r\n",
            field.repeat(14_000)
        )
    });
    report("DSN, one diagnostic of 1 MB", dsn, |_| {
        format!(
            "--x\r\n\r\nSorry.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822; a@b.cd\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; {}\r\n--x--\r\n",
            fill("550 no such user ").split_at(1_000_000).0
        )
    });
    report("DSN, returned letter of 1 MB", dsn, |keys| {
        format!(
            "--x\r\n\r\nSorry.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.cd\r\nStatus: 5.1.1\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <{}@zugpost.example>\r\n\r\n{}\r\n--x--\r\n",
            keys[ANY],
            fill("x y z\r\n").split_at(1_000_000).0
        )
    });
    let free = "Subject: Mail delivery failed: returning message to sender\r\n";
    report("free form of 1 MB", free, |_| {
        format!(
            "The following address failed:\r\n\r\n{}",
            fill("  a@b.cd\r\n    550 5.1.1 unknown user\r\n")
        )
    });
    report("free form, one line", free, |_| {
        fill("550 5.1.1 <a@b.cd> unknown ")
    });
    report("free form, many numbers", free, |_| {
        fill("550 4.1.1 5.2.2 <")
    });
    report("free form of words", free, |_| {
        fill("the mail could not be delivered to one or more\r\n")
    });
    report(
        "out of office",
        "Auto-Submitted: auto-replied\r\nSubject: away\r\n",
        |_| fill("I am away\r\n"),
    );
}
