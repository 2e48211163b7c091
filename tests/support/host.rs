//! A mail host within the test: a mailbox that is read by IMAP, and a relay that takes letters by SMTP.
//! It keeps mails and letters when the server ends or is killed, and misbehaves as the test asks.
//!
//! It speaks just enough of RFC 3501, RFC 2177 (IDLE), RFC 6851 (MOVE) and RFC 5321.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::peer::{self, Talk};

/// How a host goes on after the test was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "shared by several test programs")]
pub enum Then {
    /// As usual.
    Serve,
    /// The test has answered.
    Answered,
    /// It closes the connection.
    Cut,
}

/// What the test does at a command. It is asked at the greeting (`GREETING`), at each command, and by the
/// relay besides when it has taken a letter and not said so (`.`), and when it has said so (`250`).
pub type Hook = Arc<dyn Fn(&mut Talk, &str) -> Then + Send + Sync>;

/// Who reads a letter as soon as it is taken.
type Reader = Arc<dyn Fn(&Taken) + Send + Sync>;

/// A letter that the relay has taken.
#[derive(Clone, Debug)]
pub struct Taken {
    pub recipient: String,
    pub raw: String,
}

impl Taken {
    /// A header in one line; empty if missing.
    pub fn header(&self, name: &str) -> String {
        let head = self.raw.split("\r\n\r\n").next().unwrap_or_default();
        let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let found = head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        });
        found.unwrap_or_default()
    }

    /// The state of the game; of a letter about no game the Subject.
    pub fn headline(&self) -> String {
        headline(&self.raw).unwrap_or_else(|| self.header("Subject"))
    }
}

/// `#17: your turn 3`, `#17: White's turn 3` or `#17: over`, from the first paragraphs of a letter about a game of two.
pub fn headline(raw: &str) -> Option<String> {
    let text = raw.replace("\r\n", "\n");
    let (_, text) = text.split_once("--- #")?;
    let (game, text) = text.split_once(": answer above this line ---")?;
    let mut paragraphs = text.split("\n\n").skip(1);
    let told = paragraphs.next()?.replace('\n', " ");
    let place = paragraphs.next()?.replace('\n', " ");
    let state = match place.split_once(", turn ") {
        None => "over".to_owned(),
        Some((_, rest)) => {
            let (turn, seat) = rest.split_once(". You are ")?;
            let other = if seat.starts_with("White") {
                "Black"
            } else {
                "White"
            };
            match told.contains("Your move") {
                true => format!("your turn {turn}"),
                false => format!("{other}'s turn {turn}"),
            }
        }
    };
    Some(format!("#{game}: {state}"))
}

/// The mailbox.
#[derive(Debug, Default)]
pub struct Mailbox {
    pub validity: u32,
    pub last_uid: u32,
    pub inbox: BTreeMap<u32, Vec<u8>>,
    pub processed: Vec<Vec<u8>>,
    /// Mails that have our keyword.
    pub marked: BTreeSet<u32>,
}

struct State {
    mailbox: Mutex<Mailbox>,
    letters: Mutex<Vec<Taken>>,
    imap: Mutex<Hook>,
    smtp: Mutex<Hook>,
    reader: Mutex<Reader>,
    logins: AtomicUsize,
    relayed: AtomicUsize,
    open: AtomicUsize,
}

/// The host.
#[derive(Clone)]
pub struct Host {
    state: Arc<State>,
    /// Its ports.
    pub imap_port: u16,
    pub smtp_port: u16,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn as_usual() -> Hook {
    Arc::new(|_, _| Then::Serve)
}

#[allow(dead_code, reason = "shared by several test programs")]
impl Host {
    pub fn new() -> Self {
        let state = Arc::new(State {
            mailbox: Mutex::new(Mailbox {
                validity: 7,
                ..Mailbox::default()
            }),
            letters: Mutex::default(),
            imap: Mutex::new(as_usual()),
            smtp: Mutex::new(as_usual()),
            reader: Mutex::new(Arc::new(|_| {})),
            logins: AtomicUsize::new(0),
            relayed: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
        });
        let (imap, smtp) = (state.clone(), state.clone());
        Self {
            imap_port: peer::start_many(move |talk| imap.counted(talk, State::imap)),
            smtp_port: peer::start_many(move |talk| smtp.counted(talk, State::smtp)),
            state,
        }
    }

    /// Lines of `[inbox]` for it, with a time limit in seconds.
    pub fn inbox(&self, timeout: u64) -> String {
        format!(
            "kind = \"imap\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\nuser = \"play\"\n\
             password = {{ command = [\"echo\", \"hush\"] }}\ntimeout = {timeout}\n",
            self.imap_port
        )
    }

    /// Lines of `[outbox]` for it.
    pub fn outbox(&self, timeout: u64) -> String {
        format!(
            "kind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\ntimeout = {timeout}\n",
            self.smtp_port
        )
    }

    /// From now on the test is asked at each command of IMAP.
    pub fn at_imap(&self, hook: impl Fn(&mut Talk, &str) -> Then + Send + Sync + 'static) {
        *lock(&self.state.imap) = Arc::new(hook);
    }

    /// From now on the test is asked at each command of SMTP.
    pub fn at_smtp(&self, hook: impl Fn(&mut Talk, &str) -> Then + Send + Sync + 'static) {
        *lock(&self.state.smtp) = Arc::new(hook);
    }

    /// From now on everything is as usual.
    pub fn mend(&self) {
        *lock(&self.state.imap) = as_usual();
        *lock(&self.state.smtp) = as_usual();
    }

    /// Who reads each letter as soon as it is taken.
    pub fn readers(&self, reader: impl Fn(&Taken) + Send + Sync + 'static) {
        *lock(&self.state.reader) = Arc::new(reader);
    }

    /// Puts a mail into the mailbox.
    pub fn deliver(&self, mail: &str) {
        let mail = mail.replace("\r\n", "\n").replace('\n', "\r\n");
        let mut mailbox = self.mailbox();
        mailbox.last_uid += 1;
        let uid = mailbox.last_uid;
        mailbox.inbox.insert(uid, mail.into_bytes());
    }

    pub fn mailbox(&self) -> MutexGuard<'_, Mailbox> {
        lock(&self.state.mailbox)
    }

    /// The letters that were taken, in order; a letter that was sent twice is there twice.
    pub fn letters(&self) -> Vec<Taken> {
        lock(&self.state.letters).clone()
    }

    /// How often somebody has logged in to the mailbox, or tried to.
    pub fn logins(&self) -> usize {
        self.state.logins.load(Ordering::SeqCst)
    }

    /// How many connections are open. After a client was killed, what it has sent is still being read.
    pub fn open(&self) -> usize {
        self.state.open.load(Ordering::SeqCst)
    }

    /// How many connections the relay has had.
    pub fn relayed(&self) -> usize {
        self.state.relayed.load(Ordering::SeqCst)
    }
}

impl State {
    fn asked(hook: &Mutex<Hook>, talk: &mut Talk, command: &str) -> Then {
        let hook = lock(hook).clone();
        let then = hook(talk, command);
        if then == Then::Cut {
            talk.cut();
        }
        then
    }

    fn counted(&self, talk: &mut Talk, serve: fn(&Self, &mut Talk)) {
        self.open.fetch_add(1, Ordering::SeqCst);
        serve(self, talk);
        self.open.fetch_sub(1, Ordering::SeqCst);
    }

    fn imap(&self, talk: &mut Talk) {
        match Self::asked(&self.imap, talk, "GREETING") {
            Then::Serve => talk.say_line("* OK ready"),
            Then::Answered => {}
            Then::Cut => return,
        }
        // The newest mail that the client may know of, and how many it counts.
        let (mut known, mut seen) = (0, 0);
        loop {
            let line = talk.hear();
            let Some((tag, command)) = line.split_once(' ') else {
                return;
            };
            if command.contains("SEARCH") {
                known = lock(&self.mailbox).last_uid;
            }
            if command.starts_with("LOGIN") {
                self.logins.fetch_add(1, Ordering::SeqCst);
            }
            match Self::asked(&self.imap, talk, command) {
                Then::Serve => {}
                Then::Answered => continue,
                Then::Cut => return,
            }
            if command == "IDLE" {
                if !self.idle(talk, known, &mut seen) {
                    return;
                }
            } else {
                let answer = self.answer(command, &mut seen);
                talk.say_bytes(&answer);
            }
            talk.say_line(&format!("{tag} OK done"));
            if command == "LOGOUT" {
                return;
            }
        }
    }

    /// What comes before the last line of the answer to a command.
    fn answer(&self, command: &str, seen: &mut usize) -> Vec<u8> {
        let mut mailbox = lock(&self.mailbox);
        if command.starts_with("SELECT") {
            *seen = mailbox.inbox.len();
        }
        let mut words = command.split(' ');
        match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
            ("CAPABILITY", _) => b"* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n".to_vec(),
            ("SELECT", _) => format!(
                "* {} EXISTS\r\n* OK [UIDVALIDITY {}] ok\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n",
                mailbox.inbox.len(),
                mailbox.validity
            )
            .into_bytes(),
            ("LOGOUT", _) => b"* BYE\r\n".to_vec(),
            ("UID", "SEARCH") => {
                let all = !command.contains("UNKEYWORD");
                let uids = mailbox.inbox.keys();
                let uids = uids.filter(|uid| all || !mailbox.marked.contains(uid));
                let uids: Vec<String> = uids.map(ToString::to_string).collect();
                format!("* SEARCH {}\r\n", uids.join(" ")).into_bytes()
            }
            ("UID", "FETCH") => {
                let mut answer = Vec::new();
                let bodies = command.contains("BODY.PEEK");
                for uid in named(command, &mailbox) {
                    let raw = &mailbox.inbox[&uid];
                    let size = raw.len();
                    if bodies {
                        let head = format!("* {uid} FETCH (UID {uid} BODY[]<0> {{{size}}}\r\n");
                        answer.extend(head.into_bytes());
                        answer.extend(raw);
                        answer.extend(b")\r\n");
                    } else {
                        let line = format!("* {uid} FETCH (UID {uid} RFC822.SIZE {size})\r\n");
                        answer.extend(line.into_bytes());
                    }
                }
                answer
            }
            ("UID", "STORE") => {
                let uids = named(command, &mailbox);
                mailbox.marked.extend(uids);
                Vec::new()
            }
            ("UID", "MOVE") => {
                for uid in named(command, &mailbox) {
                    let moved = mailbox.inbox.remove(&uid);
                    mailbox.processed.extend(moved);
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Announces mails until the client wants no more; false if the connection has ended.
    fn idle(&self, talk: &mut Talk, mut known: u32, seen: &mut usize) -> bool {
        talk.say_line("+ idling");
        loop {
            match talk.hear_within(Duration::from_millis(10)).as_deref() {
                Some("DONE") => return true,
                Some(_) => return false,
                None => {}
            }
            match Self::asked(&self.imap, talk, "IDLING") {
                Then::Serve => {}
                Then::Answered => continue,
                Then::Cut => return false,
            }
            let (last, count) = {
                let mailbox = lock(&self.mailbox);
                (mailbox.last_uid, mailbox.inbox.len())
            };
            if last > known {
                known = last;
                // Clients count: what they knew of is gone, and what is there has come.
                for _ in 0..*seen {
                    talk.say_line("* 1 EXPUNGE");
                }
                *seen = count;
                talk.say_line(&format!("* {count} EXISTS"));
            }
        }
    }

    fn smtp(&self, talk: &mut Talk) {
        self.relayed.fetch_add(1, Ordering::SeqCst);
        match Self::asked(&self.smtp, talk, "GREETING") {
            Then::Serve => talk.say_line("220 here"),
            Then::Answered => {}
            Then::Cut => return,
        }
        let mut recipient = String::new();
        loop {
            let line = talk.hear();
            if line.is_empty() {
                return;
            }
            match Self::asked(&self.smtp, talk, &line) {
                Then::Serve => {}
                Then::Answered => continue,
                Then::Cut => return,
            }
            match line.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" => talk.say("250-here\n250-PIPELINING\n250 8BITMIME\n"),
                "RCPT" => {
                    let address = line.split(['<', '>']).nth(1);
                    recipient = address.unwrap_or_default().to_owned();
                    talk.say_line("250 ok");
                }
                "DATA" => {
                    talk.say_line("354 go on");
                    if !self.letter(talk, &recipient) {
                        return;
                    }
                }
                "QUIT" => {
                    talk.say_line("221 bye");
                    return;
                }
                _ => talk.say_line("250 ok"),
            }
        }
    }

    /// Takes a letter; false if the connection has ended.
    fn letter(&self, talk: &mut Talk, recipient: &str) -> bool {
        let mut raw = String::new();
        loop {
            let line = talk.hear_line();
            match line.as_str() {
                "" => return false,
                ".\r\n" => break,
                _ => raw.push_str(line.strip_prefix('.').unwrap_or(&line)),
            }
        }
        // The test sees the letter before it says whether the host has it.
        match Self::asked(
            &self.smtp,
            talk,
            &format!("DOT {recipient} {}", subject(&raw)),
        ) {
            Then::Serve => {}
            Then::Answered => return true,
            Then::Cut => return false,
        }
        let taken = Taken {
            recipient: recipient.to_owned(),
            raw,
        };
        lock(&self.letters).push(taken.clone());
        let reader = lock(&self.reader).clone();
        reader(&taken);
        match Self::asked(&self.smtp, talk, ".") {
            Then::Serve => {}
            Then::Answered => return true,
            Then::Cut => return false,
        }
        talk.say_line("250 2.0.0 taken");
        Self::asked(&self.smtp, talk, "250") != Then::Cut
    }
}

fn subject(raw: &str) -> &str {
    let line = raw.lines().find_map(|line| line.strip_prefix("Subject:"));
    line.unwrap_or_default().trim()
}

/// The UIDs that a command names and that are there.
fn named(command: &str, mailbox: &Mailbox) -> Vec<u32> {
    let set = command.split(' ').nth(2).unwrap_or_default();
    let bound = |text: &str| text.parse().unwrap_or(u32::MAX);
    let within = |uid: u32| {
        set.split(',').any(|part| {
            let (first, last) = part.split_once(':').unwrap_or((part, part));
            (bound(first)..=bound(last)).contains(&uid)
        })
    };
    mailbox
        .inbox
        .keys()
        .copied()
        .filter(|&uid| within(uid))
        .collect()
}
