//! The mailbox of a player, read by IMAP.

use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::world::{PASSWORD, World};

pub struct Mailbox {
    pub session: imap::Session<TcpStream>,
}

impl Mailbox {
    pub fn open(world: &World, user: &str) -> Self {
        let socket = TcpStream::connect(("127.0.0.1", world.imap.imap)).expect("Dovecot");
        socket
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a time limit");
        let mut client = imap::Client::new(socket);
        client.read_greeting().expect("a greeting");
        let session = client
            .login(format!("{user}@chess.test"), PASSWORD)
            .map_err(|e| e.0)
            .expect("logged in");
        Self { session }
    }

    pub fn put(&mut self, folder: &str, mail: &str) {
        let mail = mail.replace("\r\n", "\n").replace('\n', "\r\n");
        self.session
            .append(folder, mail.as_bytes())
            .finish()
            .expect("appended");
    }

    /// All mails of a folder, oldest first; none if it is missing.
    pub fn all(&mut self, folder: &str) -> Vec<String> {
        match self.session.select(folder) {
            Ok(mailbox) if mailbox.exists > 0 => {}
            _ => return Vec::new(),
        }
        let mails = self
            .session
            .uid_fetch("1:*", "(UID BODY.PEEK[])")
            .expect("fetched");
        let text = |m: &imap::types::Fetch<'_>| {
            String::from_utf8_lossy(m.body().unwrap_or_default()).into_owned()
        };
        mails.iter().map(text).collect()
    }

    /// Flags of all mails of a folder.
    pub fn flags(&mut self, folder: &str) -> Vec<String> {
        self.session.select(folder).expect("selected");
        let mails = self.session.fetch("1:*", "(UID FLAGS)").expect("fetched");
        mails.iter().map(|m| format!("{:?}", m.flags())).collect()
    }
}

/// Waits until `get` returns something.
pub fn eventually<T>(what: &str, mut get: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = get() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(40), "never: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}
