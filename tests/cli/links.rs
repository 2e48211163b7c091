//! Links in the HTML part of letters: touched and sent, they answer.

use zugpost::variants;

use super::html_page;
use super::place::{Letter, Place};

/// A mail as it is written by a link, in a mail program that knows nothing of the letter.
fn written_by(link: &str, from: &str) -> (String, String) {
    let rest = link.strip_prefix("mailto:").expect("a mailto link");
    let (address, headers) = rest.split_once('?').expect("a subject");
    let (subject, body) = headers.split_once("&body=").expect("a text");
    let subject = subject.strip_prefix("subject=").expect("a subject");
    let (to, subject, body) = (decoded(address), decoded(subject), decoded(body));
    let id = body.replace(|c: char| !c.is_ascii_alphanumeric(), ".");
    let mail = format!(
        "Return-Path: <{from}>\nFrom: {from}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}.{from}>\n\n{body}\n"
    );
    (mail, body)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |digit: Option<u8>| {
            char::from(digit.expect("a digit"))
                .to_digit(16)
                .expect("a digit") as u8
        };
        bytes.push(match byte {
            b'%' => 16 * hex(rest.next()) + hex(rest.next()),
            byte => byte,
        });
    }
    String::from_utf8(bytes).expect("UTF-8")
}

fn page(letter: &Letter) -> html_page::Page {
    let parsed = mail_parser::MessageParser::default().parse(letter.raw.as_bytes());
    let html = parsed
        .as_ref()
        .and_then(|letter| letter.body_html(0))
        .expect("HTML");
    html_page::read(&html).unwrap_or_else(|why| panic!("{why} in {html}"))
}

#[test]
fn a_link_writes_a_mail_that_answers() {
    let mut place = Place::new();
    place.games_of_all_kinds();
    let (mut played, mut listed) = (0, 0);
    for number in 1..=variants::all().count() {
        let player = format!("p0@g{number}.example.org");
        let letter = place.newest(&player, number);
        let links = page(&letter).links;
        let turn = links.iter().map(|link| written_by(link, &player));
        let mut answers = turn.filter(|(_, body)| {
            !body.starts_with("rules ")
                && !body.starts_with("legal ")
                && (!body.starts_with(char::is_lowercase) || body.contains('-'))
        });
        let pieces = links.iter().map(|link| written_by(link, &player));
        let pieces: Vec<_> = pieces
            .filter(|(_, body)| body.starts_with("legal "))
            .collect();
        if let Some((mail, body)) = pieces.first() {
            let before: Vec<String> = place
                .letters()
                .into_iter()
                .map(|letter| letter.raw)
                .collect();
            place.deliver(mail);
            place.ok(&["run", "--once"]);
            let mut letters = place.letters().into_iter();
            let answer = letters.find(|letter| !before.contains(&letter.raw));
            let answer = answer.unwrap_or_else(|| panic!("{number}: no answer to {mail}"));
            // A short reply is told in the headline.
            let square = body.trim_start_matches("legal ");
            let headline = answer
                .raw
                .split("\r\n\r\n")
                .find(|part| part.contains(" to move.") || part.contains("Your move"));
            assert!(
                answer.raw.contains(&format!("| {body}"))
                    || headline.is_some_and(|told| told.contains(square)),
                "{number}: {}",
                answer.raw
            );
            listed += 1;
        }
        let (mail, body) = answers
            .next()
            .unwrap_or_else(|| panic!("{number}: no turn in {links:?}"));
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
        let game = place.ok(&["game", "log", &number.to_string()]);
        assert!(
            game.contains(&body),
            "{number}: {body} was not played: {game}"
        );
        played += 1;
    }
    assert!(
        played == variants::all().count() && listed > 1,
        "{played} turns, {listed} lists"
    );
}

/// A game of chess, whose first letters are sent.
fn chess(place: &Place) {
    let (white, black) = ("Anna <anna@example.org>", "Boris <boris@example.net>");
    place.ok(&["game", "new", "chess", "--white", white, "--black", black]);
    place.ok(&["run", "--once"]);
}

#[test]
fn commands_in_sentences_are_links() {
    let mut place = Place::new();
    chess(&place);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "e4\ndraw offer");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let links = page(&letter).links;
    let mut mails = links
        .iter()
        .map(|link| written_by(link, "boris@example.net"));
    let (mail, _) = mails
        .find(|(_, body)| body == "draw accept")
        .expect("a link to accept");
    assert!(
        !links.iter().any(|link| link.ends_with("=resign")),
        "what cannot be undone is no link"
    );
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let game = place.ok(&["game", "show", "1"]);
    assert!(game.contains("1/2-1/2"), "{game}");
}

#[test]
fn what_a_yes_may_mean_is_a_link_each() {
    let mut place = Place::new();
    chess(&place);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "e4\nDo you like it?\n\ndraw offer");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let mail = place.answer(&letter, "Yes, gladly!");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let links = page(&letter).links;
    let mails = links
        .iter()
        .map(|link| written_by(link, "boris@example.net"));
    let mails: Vec<(String, String)> = mails.collect();
    let written = |text: &str| mails.iter().find(|(_, body)| body == text);
    assert!(written("draw accept").is_some(), "{links:?}");
    let (mail, _) = written("say Yes, gladly!").expect("a link to answer in words");
    place.deliver(mail);
    place.ok(&["run", "--once"]);
    let log = place.ok(&["game", "log", "1"]);
    assert!(log.contains("Yes, gladly!"), "{log}");
    let game = place.ok(&["game", "show", "1"]);
    assert!(!game.contains("1/2-1/2"), "{game}");
}

/// Without addresses that can have a detail, the key is in the text that a link writes.
#[test]
fn links_work_without_details_in_addresses() {
    let mut place = Place::new();
    let path = place.path("zugpost.toml");
    let settings = std::fs::read_to_string(&path).expect("settings");
    let without: Vec<&str> = settings
        .lines()
        .filter(|line| !line.contains("recipient_delimiter"))
        .collect();
    let without =
        without
            .join("\n")
            .replacen("[server]", "[server]\nrecipient_delimiter = \"none\"", 1);
    std::fs::write(&path, without).expect("written");
    place.ok(&[
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ]);
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let links = page(&letter).links;
    let mut mails = links
        .iter()
        .map(|link| written_by(link, "anna@example.org"));
    let (mail, body) = mails
        .find(|(_, body)| body.starts_with("e2-e4"))
        .expect("a link");
    assert!(body.lines().count() > 1, "no key in {body:?}");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let log = place.ok(&["game", "log", "1"]);
    assert!(log.contains("e2-e4"), "{log}");
}
