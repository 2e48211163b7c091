//! Letters to people who are no players: they stay within their limits no matter who writes, and no
//! answer tells who plays here or who blocks whom.

use std::collections::BTreeMap;

use super::letter::Letter;
use super::script;
use super::server::Server;

/// Days on which mails come.
const DAYS: usize = 5;
/// Mails on each of them.
const MAILS: usize = 200;

fn play(server: &mut Server, steps: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    for step in script::read(steps).expect("a script") {
        let done = server.step(&step).expect("it is carried out");
        letters.extend(done.letters);
    }
    letters
}

/// The sender of the nth mail: many domains, one domain, a large one, one person with many names, a list, a robot.
fn sender(at: usize) -> (String, &'static str) {
    match at % 8 {
        0 => (format!("a{at}@host{at}.example"), ""),
        1 => (format!("b{at}@one.example"), ""),
        2 => (format!("c{at}@gmail.com"), ""),
        3 => (format!("sock+{at}@puppet.example"), ""),
        4 => ("Sock@Puppet.example".to_owned(), ""),
        5 => (
            format!("list{at}@lists.example"),
            "List-Id: <chess.lists.example>\n",
        ),
        6 => (
            format!("robot{at}@auto.example"),
            "Auto-Submitted: auto-replied\n",
        ),
        _ => ("victim@again.example".to_owned(), ""),
    }
}

fn wanted(at: usize) -> String {
    match at % 5 {
        0 => format!("register Newcomer{}", at % 90),
        1 => "variants".to_owned(),
        2 => "register anna".to_owned(),
        3 => format!("Buy-my-watches-{at} at http://evil.example/"),
        _ => format!("message anna: buy-my-watches-{at}\nhelp"),
    }
}

fn mailbox(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').expect("an address");
    let name = local.split('+').next().expect("a name");
    format!("{}@{}", name.to_lowercase(), domain.to_lowercase())
}

#[test]
fn a_thousand_mails_of_strangers_bring_few_letters() {
    let mut server = Server::open();
    play(&mut server, "umpire new chess anna boris\n");
    let before = server.letters.len();
    for day in 0..DAYS {
        for at in 0..MAILS {
            let number = day * MAILS + at;
            let (from, headers) = sender(number);
            let raw = format!(
                "Return-Path: <{from}>\nFrom: {from}\nTo: play@zugpost.example\n{headers}\
                 Subject: hello\nMessage-ID: <n{number}@x.example>\n\n{}\n",
                wanted(number)
            );
            server.take(raw.into_bytes()).expect("it is taken");
        }
        play(&mut server, "clock +1d\n");
    }
    let letters: Vec<&Letter> = server.letters[before..].iter().collect();
    let mut by_day: BTreeMap<&str, Vec<&Letter>> = BTreeMap::new();
    for letter in &letters {
        let day = &letter.row.created_at[..10];
        by_day.entry(day).or_default().push(letter);
    }
    // Those that had to wait go on the next day.
    assert_eq!(by_day.len(), DAYS + 1, "letters on each day");
    for (day, letters) in &by_day {
        assert!(
            (10..=50).contains(&letters.len()),
            "{day}: {}",
            letters.len()
        );
        let mut domains: BTreeMap<String, usize> = BTreeMap::new();
        let mut mailboxes: BTreeMap<String, usize> = BTreeMap::new();
        for letter in letters {
            let mailbox = mailbox(&letter.row.recipient);
            let domain = mailbox.rsplit('@').next().expect("a domain").to_owned();
            *domains.entry(domain).or_default() += 1;
            *mailboxes.entry(mailbox).or_default() += 1;
        }
        for (mailbox, count) in mailboxes {
            assert_eq!(count, 1, "{day}: {mailbox}");
        }
        for (domain, count) in domains {
            assert!(
                count <= 5 || domain == "gmail.com",
                "{day}: {domain} {count}"
            );
        }
    }
    let mut of_one: BTreeMap<String, usize> = BTreeMap::new();
    for letter in &letters {
        *of_one.entry(mailbox(&letter.row.recipient)).or_default() += 1;
        assert!(
            letter.raw.len() < 2048,
            "{}: {}",
            letter.who,
            letter.raw.len()
        );
        for word in ["watches", "evil", "Newcomer", "newcomer", "boris", "anna@"] {
            assert!(!letter.raw.contains(word), "{word}: {}", letter.raw);
        }
        for robot in ["lists.example", "auto.example"] {
            assert!(
                !letter.row.recipient.contains(robot),
                "{}",
                letter.row.recipient
            );
        }
    }
    // Within a week: one letter, and no more.
    assert!(of_one.values().all(|count| *count == 1), "{of_one:?}");
}

/// A letter without what differs from letter to letter.
fn plain(letter: &Letter) -> String {
    const OWN: [&str; 6] = [
        "message-id:",
        "date:",
        "reply-to:",
        "return-path:",
        "in-reply-to:",
        "list-unsubscribe:",
    ];
    let own = |line: &&str| {
        let lower = line.to_lowercase();
        OWN.iter().any(|name| lower.starts_with(name)) || lower.contains("boundary")
    };
    let head = letter.raw.lines().take_while(|line| !line.is_empty());
    // A folded header goes on with a blank.
    let head: Vec<&str> = head
        .filter(|line| !own(line) && !line.starts_with(' '))
        .collect();
    format!(
        "{}\n\n{}",
        head.join("\n"),
        zugpost::text::keys::blanked(&letter.text)
    )
}

/// The answers to mails that differ in one word.
fn answers(server: &mut Server, steps: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for step in steps {
        let letters = play(server, step);
        assert_eq!(letters.len(), 1, "{step}");
        all.push(plain(&letters[0]));
        play(server, "clock +1d\n");
    }
    all
}

#[test]
fn strangers_learn_nothing_about_people() {
    let mut server = Server::open();
    play(
        &mut server,
        "umpire new chess anna boris\numpire new chess boris cleo\n",
    );
    play(&mut server, "mail anna answers=#1\n    block boris\n");
    for line in [
        "who NAME",
        "games NAME",
        "message NAME: hello",
        "mute NAME",
        "block NAME",
        "address add NAME@example.org",
    ] {
        // Of anna, of somebody whom nobody knows, and of boris, whom anna blocks.
        let step = |(at, name): (usize, &str)| {
            let who = format!("x{at}{}", line.len());
            let line = line.replace("NAME", name);
            format!(
                "mail {who} from=stranger@{who}.example answers=no \
                 auth=\"dmarc=pass header.from={who}.example\"\n    {line}\n"
            )
        };
        let names = ["anna", "nobodyatall", "boris"].into_iter().enumerate();
        let steps: Vec<String> = names.map(step).collect();
        let all = answers(&mut server, &steps);
        let same = |text: &String| {
            let lines = text
                .lines()
                .filter(|line| !line.starts_with("To: ") && !line.starts_with("Delivered-To: "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let all: Vec<String> = all.iter().map(same).collect();
        assert!(all.len() == 3 && all[0].len() > 100);
        assert_eq!(all[0], all[1], "{line}");
        assert_eq!(all[0], all[2], "{line}");
    }
}

#[test]
fn who_is_blocked_sees_no_difference() {
    let answers = |blocks: &str| {
        let mut server = Server::open();
        play(
            &mut server,
            "umpire new chess anna boris\numpire new chess boris cleo\n",
        );
        play(
            &mut server,
            &format!("mail anna answers=#1\n    {blocks}\n"),
        );
        let mut all = Vec::new();
        for line in [
            "message anna: hello",
            "who anna",
            "games anna",
            "mute anna",
            "block anna",
            "say hello",
        ] {
            let step = format!("mail boris answers=#1\n    {line}\n");
            let letters = play(&mut server, &step);
            let own = letters.iter().filter(|letter| letter.who == "boris");
            let own: Vec<String> = own.map(plain).collect();
            assert_eq!(own.len(), 1, "{line}");
            all.extend(own);
        }
        all
    };
    let plain = answers("show");
    assert_eq!(plain, answers("block boris"));
    assert_eq!(plain, answers("mute boris"));
    assert!(plain[0].contains("I have your message"));
}

#[test]
fn an_address_is_a_member_s_or_not_reads_the_same() {
    let answer = |address: &str| {
        let mut server = Server::open();
        play(&mut server, "umpire new chess anna boris\n");
        let step = format!("mail anna\n    address add {address}\n");
        let letters = play(&mut server, &step);
        let own = letters.iter().find(|letter| letter.who == "anna");
        plain(own.expect("an answer")).replace(address, "ADDRESS")
    };
    assert_eq!(answer("boris@example.net"), answer("lucas@example.net"));
}
