//! Replies as Gmail writes them: `multipart/alternative`, with the whole letter quoted in both parts.

use anyhow::{Context, Result};
use data_encoding::BASE64;
use lettre::message::header::ContentType;
use lettre::message::{MultiPart, SinglePart};
use mail_parser::{Message, MessageParser};
use sha2::{Digest, Sha256};

use super::SMALL;
use super::game;

/// Takes a letter apart, independently of the program's own parser.
pub fn parse(letter: &[u8]) -> Result<Message<'_>> {
    MessageParser::new().parse(letter).context("a letter")
}

/// The reply of `player` to a letter, with the headers of Gmail and of the servers on the way. The
/// signatures in them are random texts of the usual lengths; `number` makes them different in each mail.
pub fn reply(player: &str, turn: &str, letter: &[u8], number: usize) -> Result<String> {
    let letter = parse(letter)?;
    let to = letter
        .reply_to()
        .and_then(|to| to.first()?.address())
        .context("no Reply-To")?;
    let id = letter.message_id().context("no Message-ID")?;
    let subject = letter.subject().context("no subject")?;
    let earlier = letter.references().as_text_list().unwrap_or_default();
    let references: String = earlier.iter().map(|id| format!("<{id}> ")).collect();
    let random = |purpose: &str, bytes: usize| random(&format!("{purpose} {number}"), bytes);
    let domain = player.rsplit('@').next().unwrap_or_default();
    let own = random("Message-ID", 36).replace(['+', '/'], "_");
    let short = &own[..8];
    // The number is a thousand times the game, and the turn.
    let date = game::date(number % 1000 * SMALL + number / 1000);
    let signed = |domain: &str, more: &str| {
        format!(
            "v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n\
             \x20       d={domain}; s=20251104; t=1769860800; x=1770465600{more};\r\n\
             \x20       h=to:subject:message-id:date:from:in-reply-to:references:mime-version\r\n\
             \x20        :from:to:cc:subject:date:message-id:reply-to;\r\n\
             \x20       bh={};\r\n\
             \x20       b={}",
            random("body hash", 32),
            folded(&random(domain, 256)),
        )
    };
    let headers = format!(
        "Return-Path: <{player}>\r\n\
         Delivered-To: {to}\r\n\
         Received: from mail-ej1-f44.{domain} (mail-ej1-f44.{domain} [192.0.2.25])\r\n\
         \t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))\r\n\
         \tby mail.zugpost.example (Postfix) with ESMTPS id 4{short}\r\n\
         \tfor <{to}>; {date} (UTC)\r\n\
         Authentication-Results: mail.zugpost.example; dkim=pass header.d={domain};\r\n\
         \tspf=pass smtp.mailfrom={player}; dmarc=pass header.from={domain}\r\n\
         Received: by mail-ej1-f44.{domain} with SMTP id {short}-b8{short}so1234567a12.1\r\n\
         \x20       for <{to}>; {date}\r\n\
         DKIM-Signature: {signature}\r\n\
         X-Google-DKIM-Signature: {other_signature}\r\n\
         X-Gm-Message-State: {state}\r\n\
         X-Gm-Gg: {other_state}\r\n\
         X-Received: by 2002:a17:907:{short} with SMTP id {short}mr1234567ejc.1.1769860800000;\r\n\
         \x20       {date}\r\n\
         MIME-Version: 1.0\r\n\
         References: {references}<{id}>\r\n\
         In-Reply-To: <{id}>\r\n\
         From: A Player <{player}>\r\n\
         Date: {date}\r\n\
         X-Gm-Features: {features}\r\n\
         Message-ID: <{own}@mail.{domain}>\r\n\
         Subject: Re: {subject}\r\n\
         To: Zugpost <{to}>\r\n",
        signature = signed(domain, "; darn=zugpost.example"),
        other_signature = signed("1e100.net", ""),
        state = folded(&random("state", 150)),
        other_state = folded(&random("other", 300)),
        features = random("features", 36),
    );
    let parts = parts(turn, to, &letter)?.formatted();
    Ok(headers + std::str::from_utf8(&parts)?)
}

/// The body: the turn, an attribution line and the quotation, as text and as HTML.
fn parts(turn: &str, to: &str, letter: &Message<'_>) -> Result<MultiPart> {
    let text = letter.body_text(0).context("no text")?;
    let html = letter.body_html(0).context("no HTML")?;
    let quoted: String = text
        .lines()
        .map(|line| format!("{}\r\n", format!("> {line}").trim_end()))
        .collect();
    // Of a page, the elements in its body are quoted.
    let html = html.split_once("<body>").map_or(&*html, |(_, body)| body);
    let html = html.split_once("</body>").map_or(html, |(body, _)| body);
    let plain = format!(
        "{turn}\r\n\r\nOn Sat, Jan 31, 2026 at 11:00 AM Zugpost <\r\n{to}> wrote:\r\n\r\n{quoted}"
    );
    let page = format!(
        "<div dir=\"ltr\">{turn}</div><br><div class=\"gmail_quote gmail_quote_container\">\
         <div dir=\"ltr\" class=\"gmail_attr\">On Sat, Jan 31, 2026 at 11:00\u{202f}AM Zugpost &lt;\
         <a href=\"mailto:{to}\">{to}</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\" \
         style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">\
         {html}</blockquote></div>\r\n"
    );
    let part = |kind: ContentType, body: String| SinglePart::builder().header(kind).body(body);
    Ok(MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, plain))
        .singlepart(part(ContentType::TEXT_HTML, page)))
}

/// Base64 text of this many bytes that look random.
fn random(seed: &str, bytes: usize) -> String {
    let mut made = Vec::new();
    while made.len() < bytes {
        made.extend_from_slice(&Sha256::digest(format!("{seed} {}", made.len())));
    }
    BASE64.encode(&made[..bytes])
}

/// A long word of a header, in lines.
fn folded(word: &str) -> String {
    let lines: Vec<&str> = word
        .as_bytes()
        .chunks(64)
        .map(|line| std::str::from_utf8(line).unwrap_or_default())
        .collect();
    lines.join("\r\n         ")
}
