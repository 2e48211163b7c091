//! A client of the LMTP listener, for benches (RFC 2033).

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// A connection that has greeted.
pub struct Client {
    socket: UnixStream,
    replies: BufReader<UnixStream>,
}

impl Client {
    /// Connects and greets.
    pub fn open(socket: &Path) -> Self {
        let socket = UnixStream::connect(socket).expect("a listener");
        let replies = BufReader::new(socket.try_clone().expect("a socket"));
        let mut client = Self { socket, replies };
        client.reply("220");
        client.say("LHLO bench.example.org", "250");
        client
    }

    /// Reads a reply to its last line.
    fn reply(&mut self, code: &str) {
        loop {
            let mut line = String::new();
            self.replies.read_line(&mut line).expect("a reply");
            assert!(line.starts_with(code), "{line}");
            if line.as_bytes().get(3) == Some(&b' ') {
                return;
            }
        }
    }

    /// Sends a line; its reply has to begin with `code`.
    pub fn say(&mut self, text: &str, code: &str) {
        write!(self.socket, "{text}\r\n").expect("sent");
        self.reply(code);
    }
}
