//! Games with all kinds of trouble on the way, played on the real daemon: no key comes out anywhere but in letters
//! to its own player.

use std::fs;

use data_encoding::BASE64;

use super::disguise::{first_of, holds};
use super::place::{Letter, Place};
use super::produced::{Key, Produced, database, everything, keys, quiet};
use super::running::Running;

/// The part of a key that is secret, behind its id.
const SECRET: usize = 8;

/// The mailboxes of each player.
const MAILBOXES: [(&str, &[&str]); 3] = [
    ("Anna", &["anna@example.org"]),
    ("Boris", &["boris@example.net", "boris@work.example"]),
    ("Cleo", &["cleo@example.com"]),
];

/// A host that puts letters into folders. While the file `down` names an address, letters to it are refused with
/// their headers in the complaint, as some relays do; with the status in that file.
const SENDMAIL: &str = r#"
while [ $# -gt 1 ]; do case $1 in -f) sender=$2; shift;; esac; shift; done
to=$1
file=$(mktemp DIR/letter.XXXXXX)
{ echo "Return-Path: <$sender>"; cat; } | sed 's/$/\r/' > $file
if grep -q "^$to " DIR/down 2>/dev/null; then
    echo "550 refused: $(head -c 700 $file | tr '\r\n' '  ') ; body: $(tail -c 300 $file)" >&2
    rm $file
    exit $(sed -n "s/^$to //p" DIR/down)
fi
mkdir -p DIR/mail/out/$to/new
mv $file DIR/mail/out/$to/new/
"#;

/// The server, with the daemon at work.
struct Post {
    place: Place,
    daemon: Running,
    mails: Vec<String>,
}

impl Post {
    fn open() -> Self {
        let place = Place::new();
        let file = place.path("zugpost.toml");
        let text = fs::read_to_string(&file).expect("settings");
        let text = text.replace(
            "#umpire = \"umpire@example.org\"",
            "umpire = \"umpire@example.org\"",
        );
        let (head, _) = text.split_once("[outbox]").expect("an outbox");
        let program = place.path("sendmail");
        let out = format!("kind = \"sendmail\"\ncommand = [\"/bin/sh\", \"{program}\"]\n");
        fs::write(&file, format!("{head}[outbox]\n{out}")).expect("written");
        fs::write(&program, SENDMAIL.replace("DIR", &place.path("."))).expect("written");
        for (variant, white, black) in [
            (
                "hans38",
                "Anna <anna@example.org>",
                "Boris <boris@example.net>",
            ),
            ("chess", "Anna", "Cleo <cleo@example.com>"),
            ("chess", "Cleo", "Boris"),
        ] {
            place.ok(&["game", "new", variant, "--white", white, "--black", black]);
        }
        let daemon = Running::start(&place);
        let mut post = Self {
            place,
            daemon,
            mails: Vec::new(),
        };
        post.settle();
        post
    }

    /// Waits until every mail is judged and every letter that can leave has left.
    fn settle(&mut self) {
        let place = &self.place;
        self.daemon.until("quiet", |_| quiet(place));
    }

    /// The newest letter about a game.
    fn letter(&self, who: &str, game: usize) -> Letter {
        let database = database(&self.place);
        let newest: i64 = database
            .query_row(
                "SELECT max(id) FROM outbox WHERE recipient = ?1 AND game_id = ?2 AND status = 'sent'",
                (who, game as i64),
                |row| row.get(0),
            )
            .expect("a letter");
        let letters = self.place.letters();
        let secret =
            fs::read_to_string(self.place.path("data/zugpost.secret")).expect("the secret");
        let secret = zugpost::tokens::Secret::from_text(&secret).expect("a secret");
        let of_it = |letter: &&Letter| {
            let path = letter.header("Return-Path");
            let token = path.split(['+', '@']).nth(1).unwrap_or_default().to_owned();
            secret.letter_of_envelope_token(&token) == Some(newest)
        };
        letters.iter().find(of_it).expect("its file").clone()
    }

    /// A mail, which is judged.
    fn mail(&mut self, head: &str, body: &str) {
        let number = self.mails.len();
        let mail = format!("{head}Message-ID: <{number}@mail.example>\n\n{body}\n");
        let file = self.place.path(&format!("mail-{number}.eml"));
        fs::write(&file, &mail).expect("written");
        self.mails.push(file);
        self.place.deliver(&mail);
        self.settle();
    }

    /// An answer to the newest letter about a game, which it quotes whole.
    fn answer(&mut self, who: &str, game: usize, head: &str, text: &str) {
        let letter = self.letter(who, game);
        let head = format!("{}{head}", reply(who, &letter));
        self.mail(&head, &format!("{text}\n\n{}", quoted(&letter)));
    }

    fn down(&self, lines: &str) {
        fs::write(self.place.path("down"), lines).expect("written");
    }
}

fn reply(who: &str, letter: &Letter) -> String {
    format!(
        "Return-Path: <{who}>\nFrom: {who}\nTo: {}\nSubject: Re: {}\nIn-Reply-To: {}\n",
        letter.header("Reply-To"),
        letter.header("Subject"),
        letter.header("Message-ID")
    )
}

fn quoted(letter: &Letter) -> String {
    let lines = letter.raw.lines().map(|line| format!("> {line}\n"));
    format!(
        "On Mon, 5 Jan 2026, Zugpost <play@example.org> wrote:\n{}",
        lines.collect::<String>()
    )
}

/// A report of another host that a letter has not arrived, with the whole letter.
fn bounce(letter: &Letter, status: &str) -> (String, String) {
    let path = letter.header("Return-Path");
    let head = format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@host.example\nTo: {}\nSubject: Undelivered: {}\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n",
        path.trim_matches(['<', '>']),
        letter.reply_token()
    );
    let body = format!(
        "--b\nContent-Type: text/plain\n\nYour letter has not arrived.\n--b\n\
         Content-Type: message/delivery-status\n\nReporting-MTA: dns; host.example\n\n\
         Final-Recipient: rfc822; {}\nAction: failed\nStatus: {status}\n\
         Diagnostic-Code: smtp; 550 unknown: Reply-To: {} {}\n\
         --b\nContent-Type: message/rfc822\n\n{}\n--b--\n",
        letter.mailbox,
        letter.header("Reply-To"),
        letter.reply_token().to_uppercase(),
        letter.raw
    );
    (head, body)
}

/// Two games to their end, and one that breaks.
fn play(post: &mut Post) {
    let (anna, boris, cleo) = ("anna@example.org", "boris@example.net", "cleo@example.com");
    post.answer(anna, 1, "", "@@f3\n\nHello Boris!");
    // Robots: a vacation text that quotes the letter, and list mail.
    post.answer(boris, 1, "Auto-Submitted: auto-replied\n", "I am away.");
    post.answer(boris, 1, "List-Id: <x.example>\n", "News.");
    // Another address, and its confirmation.
    let letter = post.letter(anna, 1);
    let head = reply(anna, &letter).replace(anna, "anna@phone.example");
    post.mail(
        &head,
        &format!("say from my phone\n{}", letter.reply_token()),
    );
    post.answer(anna, 1, "", "yes");
    post.answer(boris, 1, "", "address add boris@work.example");
    let added = post
        .place
        .letters()
        .into_iter()
        .find(|l| l.mailbox == "boris@work.example");
    let added = added.expect("a letter with a code");
    let head = reply("boris@work.example", &added).replace("To: \n", "To: play@example.org\n");
    post.mail(&head, &quoted(&added));
    // Others read along, and use what they have read.
    post.answer(anna, 1, "Cc: boris@example.net\n", "history");
    let (own, foreign) = (
        post.letter(boris, 1).reply_token(),
        post.letter(anna, 1).reply_token(),
    );
    let encoded = BASE64.encode(format!("@@f6\n\nYour key: {foreign}, mine: {own}").as_bytes());
    let head = reply(boris, &post.letter(boris, 1));
    post.mail(
        &format!("{head}Content-Transfer-Encoding: base64\n"),
        &encoded,
    );
    let (one, other) = foreign.split_at(20);
    post.answer(
        boris,
        1,
        "",
        &format!("say {foreign} {} =3D{foreign}", foreign.to_uppercase()),
    );
    post.mail(
        &format!("From: {boris}\nTo: play+{foreign}@example.org\nSubject: =?utf-8?Q?{one}?= =?utf-8?Q?{other}?=\n"),
        "resign",
    );
    // A stranger, with and without a whole letter.
    let stranger = "From: mallory@evil.example\nTo: play@example.org\n";
    post.mail(stranger, &format!("rules {foreign}\nhelp {foreign}"));
    post.mail(
        stranger,
        &format!("resign\n{}", quoted(&post.letter(anna, 1))),
    );
    // Several games, a login of older servers, mails without sense, which the umpire hears of.
    let (first, second) = (
        post.letter(anna, 1).reply_token(),
        post.letter(anna, 2).reply_token(),
    );
    post.answer(anna, 1, "", &format!("#1 show\n#2 e4\n{first}\n{second}"));
    post.answer(
        cleo,
        2,
        "",
        &format!(
            "hans38 move 2 cleo {} e5",
            post.letter(cleo, 2).reply_token()
        ),
    );
    for number in 0..6 {
        post.answer(
            boris,
            1,
            &format!("X-Number: {number}\n"),
            &format!("mumble {foreign} {number}"),
        );
    }
    // Letters that do not arrive: reports, and complaints of the relay.
    for _ in 0..2 {
        let (head, body) = bounce(&post.letter(boris, 1), "5.1.1");
        post.mail(&head, &body);
        post.answer(anna, 1, "", "say again");
    }
    post.down("boris@example.net 75\ncleo@example.com 67\n");
    post.answer(anna, 1, "", "say Are you there?");
    post.answer(anna, 2, "", "say Are you there?");
    post.down("");
    post.place.ok(&["mail", "retry"]);
    // The umpire changes things; a player wants no more letters.
    post.place.ok(&["player", "rename", "Cleo", "Cleopatra"]);
    post.place.ok(&["player", "rename", "Cleopatra", "Cleo"]);
    post.place.ok(&["game", "mail", "1", "--to", "white"]);
    post.settle();
    post.answer(cleo, 3, "", "unsubscribe");
    // A damaged game: its mail is quarantined.
    post.answer(cleo, 3, "", "e4");
    let damage = "UPDATE events SET text = 'nonsense' WHERE game_id = 3";
    assert!(database(&post.place).execute(damage, []).expect("written") > 0);
    post.answer(boris, 3, "", &format!("e5 {own}"));
    // The end, and what is written after it.
    post.answer(anna, 1, "", "resign");
    post.answer(boris, 1, "", "say Thanks for the game!\nshow\nhistory");
    post.answer(anna, 2, "", &format!("resign\n\nMy key was {second}."));
}

/// Keys that are where they should not be, with the name of the place.
fn leaks(all: &[Produced], keys: &[Key]) -> Vec<String> {
    let mut found = Vec::new();
    for text in all {
        let may_hold = |key: &&Key| {
            let own = MAILBOXES.iter().find(|(name, _)| *name == key.player);
            let (_, own) = own.unwrap_or_else(|| panic!("a key of {}", key.player));
            text.mailbox
                .as_deref()
                .is_some_and(|mailbox| own.contains(&mailbox))
        };
        let foreign = keys.iter().filter(|key| !may_hold(key));
        let foreign: Vec<&str> = foreign.map(|key| &key.text[SECRET..]).collect();
        if let Some(key) = first_of(&text.text, &foreign) {
            let whose = keys
                .iter()
                .find(|k| k.text.ends_with(key))
                .map_or("", |k| &k.player);
            found.push(format!("a key of {whose} in {}", text.name));
        }
    }
    found
}

#[test]
fn keys_are_in_letters_to_their_own_player_alone() {
    let mut post = Post::open();
    play(&mut post);
    let log = post.daemon.log();
    let keys = keys(&post.place);
    assert!(keys.len() > 30, "only {} keys", keys.len());
    let all = everything(&post.place, &log, &post.mails);
    assert!(all.len() > 150, "only {} texts", all.len());
    // What has happened did happen: otherwise nothing was searched.
    let verdicts = all
        .iter()
        .find(|text| text.name == "table inbox")
        .map_or("", |t| &t.text);
    for verdict in [
        "played", "robot", "bounce", "unproven", "stranger", "parked",
    ] {
        assert!(
            verdicts.contains(verdict),
            "no mail was {verdict}: {verdicts}\n{log}"
        );
    }
    assert!(
        log.contains("550 refused") && log.contains("[key]"),
        "{log}"
    );
    let umpire = all
        .iter()
        .filter(|text| text.mailbox.as_deref() == Some("umpire@example.org"));
    assert!(umpire.count() >= 3, "the umpire was told little");
    // Every letter to a player holds a key of that player's own, so the search sees keys in
    // letters.
    for (player, mailboxes) in MAILBOXES {
        let own: Vec<&str> = keys
            .iter()
            .filter(|k| k.player == player)
            .map(|k| &k.text[SECRET..])
            .collect();
        let letters = all
            .iter()
            .filter(|text| text.mailbox.as_deref() == Some(mailboxes[0]));
        let with = letters
            .filter(|letter| first_of(&letter.text, &own).is_some())
            .count();
        assert!(with >= 3, "{player} has {with} letters with keys");
    }
    assert_eq!(leaks(&all, &keys), Vec::<String>::new());
    codes(&post, &all);
    planted(&mut post, &keys);
}

/// Codes that confirm an address are in the letter to that address alone.
fn codes(post: &Post, all: &[Produced]) {
    let letters = post.place.letters();
    let letter = letters
        .iter()
        .find(|l| l.mailbox == "boris@work.example")
        .expect("a letter");
    let text = letter
        .raw
        .lines()
        .find_map(|line| line.trim().strip_prefix("confirm "));
    let code = text.expect("a code").trim();
    assert_eq!(code.len(), 32, "{code}");
    let elsewhere = all
        .iter()
        .filter(|text| text.mailbox.as_deref() != Some("boris@work.example"));
    for text in elsewhere {
        assert!(
            !holds(&text.text, &code[SECRET..]),
            "the code stands in {}",
            text.name
        );
    }
}

/// One key in each kind of place: the search finds it.
fn planted(post: &mut Post, keys: &[Key]) {
    let key = &keys
        .iter()
        .rev()
        .find(|key| key.player == "Boris")
        .expect("a key")
        .text;
    let (one, other) = key.split_at(15);
    let folder = post.place.path("mail/out/anna@example.org/new/planted");
    let base64 = BASE64.encode(format!("The key of Boris is {key}.").as_bytes());
    fs::write(&folder, format!("Subject: planted\r\n\r\n{base64}\r\n")).expect("written");
    database(&post.place)
        .execute(
            "UPDATE outbox SET last_error = ?1 WHERE id = 1",
            [format!("x{one}=\n{other}")],
        )
        .expect("written");
    let log = format!("{}\n{}\n", post.daemon.log(), key.to_uppercase());
    let found = leaks(&everything(&post.place, &log, &[]), keys);
    for place in [
        "letter to anna@example.org: planted",
        "the log",
        "table outbox",
        "db backup",
    ] {
        let text = format!("a key of Boris in {place}");
        assert!(found.contains(&text), "{place}: {found:?}");
    }
}
