//! Plans of players: nobody else sees them before the game is over.

use data_encoding::BASE64;

use super::place::Place;

/// What is planned, in turns that nobody plays.
const PLANNED: [&str; 4] = ["a7-a5", "h2-h4", "b7-b5", "g2-g4"];

/// Whether a text tells what is planned.
fn tells(text: &str) -> Option<&'static str> {
    // The reader's legal turns are in the HTML part of the reader's letters, as links.
    let mut links = text
        .split("answers\\\"")
        .flat_map(|part| part.split("answers\""));
    let first = links.next().unwrap_or_default();
    let behind = links.map(|part| part.split_once("</p>").map_or(part, |(_, behind)| behind));
    let texts: Vec<&str> = std::iter::once(first).chain(behind).collect();
    PLANNED
        .into_iter()
        .find(|turn| texts.iter().any(|text| text.contains(turn)))
}

/// A game of chess in which Anna has answered with each of these bodies, below these headers.
fn played(bodies: &[(&str, String)]) -> Place {
    let mut place = Place::new();
    let (white, black) = ("Anna <anna@example.org>", "Boris <boris@example.net>");
    place.ok(&["game", "new", "chess", "--white", white, "--black", black]);
    place.ok(&["run", "--once"]);
    for (heads, body) in bodies {
        let letter = place.newest("anna@example.org", 1);
        let mail = place.answer(&letter, body);
        let mail = mail.replacen("\n\n", &format!("\n{heads}\n"), 1);
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
    }
    place
}

/// All that the umpire can look at.
fn seen(place: &Place, mails: usize) -> Vec<(String, String)> {
    let mut asked: Vec<Vec<String>> = Vec::new();
    let mut ask = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        asked.push([words.clone(), vec!["--json".to_owned()]].concat());
        asked.push(words);
    };
    for number in 1..=mails {
        ask(&["mail", "show", &format!("i{number}")]);
        ask(&["mail", "parse", &format!("i{number}")]);
    }
    for number in 1..=mails + 2 {
        ask(&["mail", "show", &format!("o{number}")]);
    }
    ask(&["game", "show", "1"]);
    ask(&["game", "export", "1"]);
    ask(&["game", "move", "1", "a5", "--dry-run"]);
    ask(&["status"]);
    let run = |words: Vec<String>| {
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = place.run(&arguments);
        (words.join(" "), format!("{}{}", ran.out, ran.err))
    };
    asked.into_iter().map(run).collect()
}

#[test]
fn the_umpire_sees_no_plan_before_the_game_is_over() {
    let plain = "e4\n\nif a7-a5 then h2-h4;\nb7-b5 then\ng2-g4\n\nGood luck!".to_owned();
    let shown = "plans\nplans test a7-a5; b7-b5\nif a7-a5 then g2-g4".to_owned();
    let code = BASE64.encode(b"if a7-a5 then h2-h4; b7-b5 then g2-g4\n");
    let html = "<p>if <b>a7-a5</b> then h2-h4;</p>".to_owned();
    let quoted = "history\n\n> | if a7-a5 then h2-h4; b7-b5\n> | then g2-g4\n>   Kept.".to_owned();
    let subject = "Subject: if a7-a5 then h2-h4\n";
    let mut place = played(&[
        ("", plain),
        ("", shown),
        ("Content-Transfer-Encoding: base64\n", code),
        ("Content-Type: text/html\n", html),
        ("", quoted),
    ]);
    let letter = place.newest("anna@example.org", 1);
    let head = place.answer(&letter, "");
    let mut lines: Vec<&str> = head
        .lines()
        .filter(|line| !line.starts_with("Subject"))
        .collect();
    lines.insert(1, subject.trim_end());
    place.deliver(&(lines.join("\n") + "\n\n"));
    place.ok(&["run", "--once"]);
    // Anna has planned, and is told so.
    let letters = place.letters();
    let own = letters
        .iter()
        .filter(|letter| letter.mailbox == "anna@example.org");
    // Short replies are told without the lines that they answer.
    assert!(own.filter(|letter| tells(&letter.raw).is_some()).count() > 1);
    for letter in letters
        .iter()
        .filter(|letter| letter.mailbox != "anna@example.org")
    {
        assert_eq!(tells(&letter.raw), None, "{}", letter.raw);
    }
    let all = seen(&place, 6);
    assert!(
        all.iter().any(|(_, text)| text.contains("[plan]")),
        "nothing is blanked"
    );
    for (words, text) in all {
        assert_eq!(tells(&text), None, "{words}: {text}");
    }
    // Once the game is over, there is nothing to hide.
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "resign");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    assert!(
        place
            .ok(&["mail", "show", "i1"])
            .contains("a7-a5 then h2-h4")
    );
}
