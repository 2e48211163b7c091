//! A scripted server in plain text on loopback.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A client that says nothing for so long has gone away.
const SILENCE: Duration = Duration::from_secs(20);

/// The server side of one connection.
pub struct Talk {
    reader: BufReader<TcpStream>,
}

impl Talk {
    /// The next line without its end; empty if the client has closed the connection.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        let _ = self.reader.read_line(&mut line);
        line.trim_end().to_owned()
    }

    /// As `hear`, if a line comes within the time: `None` if not.
    #[allow(dead_code, reason = "shared by several test programs")]
    pub fn hear_within(&mut self, limit: Duration) -> Option<String> {
        let set = |talk: &Self, limit| talk.reader.get_ref().set_read_timeout(Some(limit));
        set(self, limit).ok()?;
        let mut line = String::new();
        let read = self.reader.read_line(&mut line);
        let _ = set(self, SILENCE);
        match read {
            Err(_) if line.is_empty() => None,
            _ => Some(line.trim_end().to_owned()),
        }
    }

    /// Closes the connection.
    #[allow(dead_code, reason = "shared by several test programs")]
    pub fn cut(&mut self) {
        let _ = self.reader.get_ref().shutdown(Shutdown::Both);
    }

    pub fn say(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
        let _ = self.reader.get_mut().write_all(text.as_bytes());
    }

    /// The next line with its end; empty if the client has closed the connection.
    #[allow(dead_code, reason = "shared by several test programs")]
    pub fn hear_line(&mut self) -> String {
        let mut line = String::new();
        let _ = self.reader.read_line(&mut line);
        line
    }

    #[allow(dead_code, reason = "shared by several test programs")]
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let _ = self.reader.get_mut().write_all(bytes);
    }

    pub fn say_line(&mut self, text: &str) {
        self.say(&format!("{text}\n"));
    }
}

/// Serves one connection after the other by `script`, which gets the number of the connection, from 0.
/// Returns the port.
#[allow(dead_code, reason = "shared by several test programs")]
pub fn start(script: impl Fn(usize, &mut Talk) + Send + 'static) -> u16 {
    listen(move |number, mut talk| script(number, &mut talk))
}

/// Serves all connections at the same time by `script`. Returns the port.
pub fn start_many(script: impl Fn(&mut Talk) + Send + Sync + 'static) -> u16 {
    let script = Arc::new(script);
    listen(move |_, mut talk| {
        let script = script.clone();
        thread::spawn(move || script(&mut talk));
    })
}

fn listen(serve: impl Fn(usize, Talk) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for (number, socket) in listener.incoming().enumerate() {
            let Ok(socket) = socket else { return };
            let _ = socket.set_read_timeout(Some(SILENCE));
            let _ = socket.set_nodelay(true);
            let reader = BufReader::new(socket);
            serve(number, Talk { reader });
        }
    });
    port
}
