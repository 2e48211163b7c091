//! The first evening of a club: its ten people play, whatever they write first, while hundreds of mails come in that seem to
//! be from strangers. And what such strangers get: hardly anything.

use std::collections::BTreeMap;

use super::letter::Letter;
use super::script;
use super::server::Server;

/// Forged mails between two mails of the club: with 40 of these on an evening of two hours, about 200 an hour.
const FORGED: usize = 10;

/// The people of the club, and how they begin.
const PEOPLE: [(&str, &str, &str); 10] = [
    (
        "Frida",
        "frida@club.example",
        "Hello, I would like to play chess. How does this work?",
    ),
    ("Georg", "georg@club.example", "help"),
    (
        "Hanna",
        "hanna@gmail.com",
        "Hi! A friend told me about this. What do I have to do?",
    ),
    (
        "Igor",
        "igor@mail.example",
        "Guten Tag, ich möchte mitspielen.",
    ),
    ("Jane", "jane@one.example", "Is this the chess server?"),
    ("Karl", "karl@two.example", "I want to play"),
    ("Lea", "lea@three.example", "start"),
    (
        "Marco",
        "marco@four.example",
        "Ciao, vorrei giocare a scacchi!",
    ),
    ("Nora", "nora@five.example", "sign me up please"),
    ("Otto", "otto@club.example", "variants"),
];

fn play(server: &mut Server, steps: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    for step in script::read(steps).expect("a script") {
        letters.extend(server.step(&step).expect("it is carried out").letters);
    }
    letters
}

/// Mails that seem to come from people who have written none.
struct Flood(usize);

impl Flood {
    fn pours(&mut self, server: &mut Server, count: usize) {
        for _ in 0..count {
            let number = self.0;
            self.0 += 1;
            let from = match number % 3 {
                0 => format!("victim{number}@gmail.com"),
                1 => format!("victim{number}@one.example"),
                _ => format!("victim{number}@host{number}.example"),
            };
            let text = match number % 4 {
                0 => "help".to_owned(),
                1 => format!("register Mallory{}", number % 100),
                2 => "variants".to_owned(),
                _ => format!("Buy-watches-{number} at http://evil.example/"),
            };
            let raw = format!(
                "Return-Path: <{from}>\nFrom: {from}\nTo: play@zugpost.example\n\
                 Subject: Watches {number}\nMessage-ID: <n{number}@x.example>\n\n{text}\n"
            );
            server.take(raw.into_bytes()).expect("it is taken");
        }
    }
}

/// One of the club, who writes mails.
struct Member {
    name: &'static str,
    address: &'static str,
    vouched: bool,
    mails: usize,
}

impl Member {
    /// Writes a mail, while others come in; returns the letters that it brings.
    fn writes(
        &mut self,
        server: &mut Server,
        flood: &mut Flood,
        answers: bool,
        text: &str,
    ) -> Vec<Letter> {
        flood.pours(server, FORGED);
        self.mails += 1;
        let (local, domain) = self.address.split_once('@').expect("an address");
        let auth = match self.vouched {
            true => format!(" auth=\"dmarc=pass header.from={domain}\""),
            false => String::new(),
        };
        let answers = if answers { "" } else { " answers=no" };
        let address = self.address;
        let step = format!("mail {local} from={address}{auth}{answers}\n    {text}\n");
        let letters = play(server, &step);
        play(server, "clock +3m\n");
        letters
    }
}

/// The letter among these that goes to somebody.
fn to<'a>(letters: &'a [Letter], member: &Member) -> &'a Letter {
    let found = letters
        .iter()
        .find(|letter| letter.row.recipient.eq_ignore_ascii_case(member.address));
    found.unwrap_or_else(|| panic!("{} gets no letter", member.name))
}

/// Two and two play, and every one of them plays a turn within four mails.
fn pairs_play(server: &mut Server, flood: &mut Flood, club: &mut [Member]) {
    for pair in club.chunks_mut(2) {
        let [white, black] = pair else {
            panic!("an odd club")
        };
        let line = format!("challenge {} chess as white", black.name);
        let letters = white.writes(server, flood, true, &line);
        let challenge = to(&letters, black);
        let subject = challenge.subject();
        // Igor reads German.
        let said = [
            "challenges you to Chess",
            "fordert dich zu einer Partie Chess heraus",
        ];
        let said = said.map(|said| format!("{} {said}", white.name));
        assert!(said.iter().any(|said| subject.ends_with(said)), "{subject}");
        let letters = black.writes(server, flood, true, "yes");
        // One first letter for each, and no other one.
        let count = |member: &Member| {
            let own = letters.iter();
            own.filter(|letter| letter.row.recipient == member.address)
                .count()
        };
        assert_eq!((count(white), count(black)), (1, 1));
        let letters = white.writes(server, flood, true, "e4");
        assert!(to(&letters, white).text.contains("Played: 1. e2-e4"));
        let letters = black.writes(server, flood, true, "e5");
        let text = &to(&letters, black).text;
        assert!(text.contains("Played: 1... e7-e5") || text.contains("Gespielt: 1... e7-e5"));
    }
    for member in club {
        assert!(member.mails <= 4, "{}: {} mails", member.name, member.mails);
    }
}

/// The letters to people who have shown nothing stay within their budget, and hold nothing of their mails.
fn strangers_get_little(server: &Server) {
    let of_club = |letter: &&Letter| PEOPLE.iter().any(|one| one.1 == letter.row.recipient);
    let strangers: Vec<&Letter> = server
        .letters
        .iter()
        .filter(|letter| !of_club(letter))
        .collect();
    let mut by_hour: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_day: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of_one: BTreeMap<&str, usize> = BTreeMap::new();
    for letter in &strangers {
        if letter.row.recipient == "umpire@zugpost.example" {
            continue;
        }
        let at = &letter.row.created_at;
        *by_hour.entry(&at[..13]).or_default() += 1;
        *by_day.entry(&at[..10]).or_default() += 1;
        *of_one.entry(&letter.row.recipient).or_default() += 1;
        for word in ["atches", "evil", "Mallory", "mallory"] {
            assert!(!letter.raw.contains(word), "{word}: {}", letter.raw);
        }
        assert!(letter.raw.len() < 2048, "{}", letter.raw.len());
    }
    assert!(!by_hour.is_empty());
    assert!(by_hour.values().all(|count| *count <= 10), "{by_hour:?}");
    assert!(by_day.values().all(|count| *count <= 40), "{by_day:?}");
    assert!(of_one.values().all(|count| *count == 1), "{of_one:?}");
}

#[test]
fn ten_people_play_on_the_first_evening_with_a_host_that_vouches() {
    for answers in [true, false] {
        let mut server = Server::open();
        let mut flood = Flood(0);
        flood.pours(&mut server, 100);
        let mut club = Vec::new();
        for (name, address, sentence) in PEOPLE {
            let mut member = Member {
                name,
                address,
                vouched: true,
                mails: 0,
            };
            let letters = member.writes(&mut server, &mut flood, false, sentence);
            to(&letters, &member);
            let line = format!("register {name}");
            let letters = member.writes(&mut server, &mut flood, answers, &line);
            let welcome = to(&letters, &member);
            // In the language in which they have begun.
            let said = match name {
                "Igor" => "willkommen",
                _ => "welcome",
            };
            assert_eq!(welcome.subject(), format!("Zugpost: {said}"));
            club.push(member);
        }
        // The two mails to join, and two more to the first turn.
        pairs_play(&mut server, &mut flood, &mut club);
        strangers_get_little(&server);
    }
}

#[test]
fn without_a_voucher_those_whom_the_umpire_adds_play() {
    let mut server = Server::open();
    let mut flood = Flood(0);
    flood.pours(&mut server, 100);
    let mut club = Vec::new();
    for (name, address, _) in PEOPLE {
        play(&mut server, &format!("umpire add {name} {address}\n"));
    }
    for (name, address, sentence) in PEOPLE {
        let mut member = Member {
            name,
            address,
            vouched: false,
            mails: 0,
        };
        let letters = member.writes(&mut server, &mut flood, false, sentence);
        to(&letters, &member);
        club.push(member);
    }
    pairs_play(&mut server, &mut flood, &mut club);
    strangers_get_little(&server);
}

#[test]
fn what_may_not_be_answered_waits_for_its_hour_and_its_day() {
    let mut server = Server::open();
    for at in 0..60 {
        let from = format!("a{at}@host{at}.example");
        let name = char::from(b'a' + u8::try_from(at % 20).expect("small"));
        let raw = format!(
            "From: {from}\nTo: play@zugpost.example\nSubject: x\nMessage-ID: <n{at}@x.example>\n\n\
             register Anton{name}\n"
        );
        server.take(raw.into_bytes()).expect("it is taken");
    }
    let mut sent = vec![server.letters.len()];
    for _ in 0..20 {
        let letters = play(&mut server, "pass +1h\n");
        sent.push(letters.len());
    }
    // Noon is the first hour; the day has four fifths of 50.
    assert_eq!(sent[..5], [10, 10, 10, 10, 0]);
    assert_eq!(sent[12..], [10, 10, 0, 0, 0, 0, 0, 0, 0]);
    let mut all: Vec<&str> = server
        .letters
        .iter()
        .map(|letter| letter.row.recipient.as_str())
        .collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 60);
    // The name that was asked for waits with the mail.
    let last = server.letters.last().expect("a letter").who.clone();
    let letters = play(
        &mut server,
        &format!(
            "mail {last} from={last}@host{}.example\n    yes\n",
            &last[1..]
        ),
    );
    assert!(
        letters[0].text.contains("Welcome, Anton"),
        "{}",
        letters[0].text
    );
}

#[test]
fn a_mailbox_that_answers_nothing_gets_two_letters_and_no_more() {
    let mut server = Server::open();
    let mut days = Vec::new();
    for day in 0..400 {
        let letters = play(
            &mut server,
            "mail victim from=victim@one.example answers=no\n    help\n\
             mail victim from=victim+x@one.example answers=no\n    register Victor\nclock +1d\n",
        );
        days.extend(letters.iter().map(|_| day));
    }
    assert_eq!(days, [0, 7]);
    // Its owner's own mail is answered at once, if the owner's host vouches for it, or if it
    // answers one of the two.
    for step in [
        "mail victim from=victim@one.example answers=no auth=\"dmarc=pass header.from=one.example\"\n    \
         Hello?\n",
        "mail victim from=victim@one.example answers=victim:1\n    variants\n",
        "mail victim from=victim@one.example answers=no auth=\"dmarc=pass header.from=one.example\"\n    \
         register Victor\n",
    ] {
        assert_eq!(play(&mut server, step).len(), 1, "{step}");
    }
    assert!(
        server
            .letters
            .last()
            .expect("a letter")
            .text
            .contains("Welcome, Victor")
    );
}

#[test]
fn a_letter_to_one_proves_nothing_for_another() {
    let mut server = Server::open();
    play(
        &mut server,
        "mail mallory from=mallory@evil.example answers=no\n    help\n",
    );
    let id = server.letters[0].bracketed("Message-ID");
    for at in 0..3 {
        let step = format!(
            "mail victim from=victim@one.example answers=no header=\"In-Reply-To: <{id}>\"\n    help\nclock +{at}d\n"
        );
        play(&mut server, &step);
    }
    let to_victim = server
        .letters
        .iter()
        .filter(|letter| letter.who == "victim");
    assert_eq!(to_victim.count(), 1);
}
