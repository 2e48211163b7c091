//! Two servers that write to each other: each is a player of the other.

use super::post;
use super::server::Server;
use zugpost::office::umpire::GameRequest;

/// At most this many letters of both together.
const MOST: usize = 44;

/// Hands each letter of one server to the other, until none is left; returns how many there were.
fn exchange(prepare: &dyn Fn(&str) -> String) -> (usize, Vec<String>) {
    let names = ["play@one.example", "play@two.example"];
    let mut servers = names.map(Server::at);
    for (at, server) in servers.iter_mut().enumerate() {
        let seats = [
            ("white", format!("Anna <{}>", post::address("anna"))),
            ("black", format!("Other <{}>", names[1 - at])),
        ];
        let request = GameRequest {
            rated: false,
            time: None,
            variant: "chess".to_owned(),
            seats: seats.map(|(seat, who)| (seat.to_owned(), who)).to_vec(),
            position: None,
            options: zugpost::rules::variant::Options::new(),
        };
        server.begin(&request).expect("a game");
    }
    let mut verdicts = Vec::new();
    let mut taken = [0, 0];
    let mut handed_over = 0;
    loop {
        let before = handed_over;
        for (from, to) in [(0, 1), (1, 0)] {
            let letters: Vec<String> = servers[from].letters[taken[from]..]
                .iter()
                .filter(|letter| letter.row.recipient == names[to])
                .map(|letter| letter.raw.clone())
                .collect();
            taken[from] = servers[from].letters.len();
            for letter in letters {
                handed_over += 1;
                assert!(handed_over < 200, "a loop: {verdicts:?}");
                let done = servers[to]
                    .take(prepare(&letter).into_bytes())
                    .expect("taken in");
                verdicts.extend(done.judged.into_iter().map(|mail| {
                    let verdict = mail.verdict.expect("a verdict");
                    assert!(!verdict.word.is_empty());
                    format!("{}: {}", verdict.word, verdict.reason.unwrap_or_default())
                }));
            }
        }
        if handed_over == before {
            return (handed_over, verdicts);
        }
    }
}

#[test]
fn a_letter_of_another_server_is_not_answered() {
    let (letters, verdicts) = exchange(&str::to_owned);
    assert_eq!(letters, 2, "{verdicts:?}");
    for verdict in &verdicts {
        assert!(verdict.starts_with("robot: "), "{verdict}");
    }
    assert_eq!(verdicts.len(), 2);
}

/// As a gateway between them that loses every header by which programs know each other.
#[test]
fn two_servers_fall_silent_without_the_headers_of_programs() {
    let bare = |letter: &str| {
        let kept = [
            "return-path",
            "delivered-to",
            "from",
            "to",
            "subject",
            "message-id",
            "in-reply-to",
            "references",
            "reply-to",
            "mime-version",
            "content-type",
            "content-transfer-encoding",
            "date",
        ];
        let (head, body) = letter.split_once("\r\n\r\n").expect("a head");
        let mut keep = true;
        let head: Vec<&str> = head
            .split("\r\n")
            .filter(|line| {
                if !line.starts_with([' ', '\t']) {
                    let name = line.split(':').next().unwrap_or_default().to_lowercase();
                    keep = kept.contains(&name.as_str());
                }
                keep
            })
            .collect();
        format!("{}\r\n\r\n{body}", head.join("\r\n"))
    };
    let (letters, verdicts) = exchange(&bare);
    assert!(
        (2..=MOST).contains(&letters),
        "{letters} letters: {verdicts:?}"
    );
}
