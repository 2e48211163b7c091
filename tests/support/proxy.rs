//! A proxy between one program and PostgreSQL: it sees each statement, and cuts connections where the test says so.
//!
//! It speaks just enough of PostgreSQL's protocol 3.0, over loopback and without TLS.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio_postgres::config::Host;

/// What happens on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A statement was passed on to PostgreSQL.
    Sent,
    /// A COMMIT is about to be passed on to PostgreSQL.
    Asked,
    /// A row is about to be passed on to the program.
    Row,
    /// PostgreSQL has committed; the answer is about to be passed on to the program.
    Committed,
}

/// What the proxy does then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "some programs only look")]
pub enum Then {
    /// It passes the message on.
    Serve,
    /// It cuts all connections without passing the message on.
    Cut,
    /// It passes half of the message on, and cuts all connections.
    CutWithin,
}

/// What the test does at a step, with the statements of the transaction so far. The last one is that of the step.
type Hook = dyn Fn(Step, &[String]) -> Then + Send + Sync;

/// The proxy. It takes connections until the process of the tests ends.
pub struct Proxy {
    shared: Arc<Shared>,
    port: u16,
    /// The URL of the database without the proxy.
    direct: String,
}

struct Shared {
    hook: Box<Hook>,
    /// The socket of PostgreSQL.
    socket: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Connections that are open, by number.
    open: BTreeMap<usize, (TcpStream, UnixStream)>,
    /// Whether new ones are refused.
    cut: bool,
}

impl Proxy {
    /// Starts one in front of the PostgreSQL of a URL that names the folder of its socket.
    pub fn start(
        url: &str,
        hook: impl Fn(Step, &[String]) -> Then + Send + Sync + 'static,
    ) -> Self {
        let known: tokio_postgres::Config = url.parse().expect("a URL");
        let [Host::Unix(folder)] = known.get_hosts() else {
            panic!("{url} names no folder of a socket");
        };
        let shared = Arc::new(Shared {
            hook: Box::new(hook),
            socket: folder.join(".s.PGSQL.5432"),
            state: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for (number, program) in listener.incoming().enumerate() {
                let Ok(program) = program else { return };
                // A connection that fails is closed, as PostgreSQL's would be.
                let _ = serving.serve(number, program);
            }
        });
        let direct = url.to_owned();
        Self {
            shared,
            port,
            direct,
        }
    }

    /// The URL of the same database through the proxy.
    pub fn url(&self) -> String {
        let (before, after) = self.direct.split_once("@/").expect("no host");
        let (name, options) = after.split_once("?host=").expect("a folder");
        let further = options.split_once('&').map(|(_, further)| further);
        let further = further.map(|further| format!("&{further}"));
        format!(
            "{before}@127.0.0.1:{}/{name}?sslmode=disable{}",
            self.port,
            further.unwrap_or_default()
        )
    }

    /// Cuts all connections, and refuses new ones.
    #[allow(dead_code, reason = "some programs only look")]
    pub fn cut(&self) {
        self.shared.cut();
    }

    /// Takes connections again.
    #[allow(dead_code, reason = "some programs only look")]
    pub fn mend(&self) {
        self.shared.state().cut = false;
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cut(&self) {
        let mut state = self.state();
        state.cut = true;
        for (program, postgres) in std::mem::take(&mut state.open).into_values() {
            let _ = program.shutdown(Shutdown::Both);
            let _ = postgres.shutdown(Shutdown::Both);
        }
    }

    /// Serves a connection in threads of its own.
    fn serve(self: &Arc<Self>, number: usize, program: TcpStream) -> std::io::Result<()> {
        program.set_nodelay(true)?;
        let postgres = UnixStream::connect(Path::new(&self.socket))?;
        let mut state = self.state();
        if state.cut {
            return Ok(());
        }
        let both = (program.try_clone()?, postgres.try_clone()?);
        state.open.insert(number, both);
        drop(state);
        let statements = Arc::new(Mutex::new(Vec::new()));
        let there = Passing {
            shared: Arc::clone(self),
            statements: Arc::clone(&statements),
            to: Box::new(postgres.try_clone()?),
            waiting: Vec::new(),
        };
        let back = Passing {
            shared: Arc::clone(self),
            statements,
            to: Box::new(program.try_clone()?),
            waiting: Vec::new(),
        };
        let shared = Arc::clone(self);
        thread::spawn(move || {
            there.requests(BufReader::new(program));
            // If one side has ended, so does the other.
            shared.end(number);
        });
        let shared = Arc::clone(self);
        thread::spawn(move || {
            back.answers(BufReader::new(postgres));
            shared.end(number);
        });
        Ok(())
    }

    fn end(&self, number: usize) {
        if let Some((program, postgres)) = self.state().open.remove(&number) {
            let _ = program.shutdown(Shutdown::Both);
            let _ = postgres.shutdown(Shutdown::Both);
        }
    }
}

/// One direction of a connection.
struct Passing {
    shared: Arc<Shared>,
    /// The statements of the transaction so far.
    statements: Arc<Mutex<Vec<String>>>,
    to: Box<dyn Write + Send>,
    /// What was not passed on yet.
    waiting: Vec<u8>,
}

impl Passing {
    /// Passes on what the program says, until one side has ended.
    fn requests(mut self, mut from: BufReader<TcpStream>) -> Option<()> {
        // The first message has no kind.
        self.waiting = message(&mut from, 0)?;
        self.pass_on()?;
        let mut prepared = HashMap::new();
        let mut bound = false;
        loop {
            let message = message(&mut from, 1)?;
            let mut texts = message[5..].split(|byte| *byte == 0);
            let mut text =
                || String::from_utf8_lossy(texts.next().unwrap_or_default()).into_owned();
            match message[0] {
                // Parse: a name and a statement.
                b'P' => drop(prepared.insert(text(), text())),
                // Bind: a portal and the name of a statement.
                b'B' => {
                    let (_portal, name) = (text(), text());
                    let statement = prepared.get(&name).cloned().unwrap_or_default();
                    let commits = statement == "COMMIT";
                    self.note(statement);
                    bound = true;
                    if commits {
                        self.pass_on()?;
                        self.step(Step::Asked, &message)?;
                    }
                }
                // Query: statements without parameters.
                b'Q' => {
                    let statement = text();
                    if statement.starts_with("BEGIN") {
                        self.all().clear();
                    }
                    self.note(statement);
                }
                _ => {}
            }
            let ends = message[0] == b'S' && std::mem::take(&mut bound);
            self.waiting.extend(message);
            if ends || from.buffer().is_empty() {
                self.pass_on()?;
            }
            if ends {
                self.step(Step::Sent, &[])?;
            }
        }
    }

    /// Passes on what PostgreSQL says, until one side has ended.
    fn answers(mut self, mut from: BufReader<UnixStream>) -> Option<()> {
        loop {
            let message = message(&mut from, 1)?;
            // A row, or the name of the statement that is done.
            let step = match message[0] {
                b'D' => Some(Step::Row),
                b'C' if &message[5..] == b"COMMIT\0" => Some(Step::Committed),
                _ => None,
            };
            if let Some(step) = step {
                self.pass_on()?;
                self.step(step, &message)?;
            }
            self.waiting.extend(message);
            if from.buffer().is_empty() {
                self.pass_on()?;
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<String>> {
        self.statements
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, statement: String) {
        self.all().push(statement);
    }

    fn pass_on(&mut self) -> Option<()> {
        self.to.write_all(&std::mem::take(&mut self.waiting)).ok()
    }

    /// Asks the test; `None` if the connections are cut.
    fn step(&mut self, step: Step, message: &[u8]) -> Option<()> {
        let half = match (self.shared.hook)(step, &self.all()) {
            Then::Serve => return Some(()),
            Then::Cut => 0,
            Then::CutWithin => message.len() / 2,
        };
        let _ = self.to.write_all(&message[..half]);
        self.shared.cut();
        None
    }
}

/// The next message with its length and, before that, its kind, if it has one.
fn message(from: &mut impl Read, kind: usize) -> Option<Vec<u8>> {
    let mut message = vec![0; kind + 4];
    from.read_exact(&mut message).ok()?;
    let length = message[kind..].try_into().expect("four bytes");
    message.resize(kind + u32::from_be_bytes(length) as usize, 0);
    from.read_exact(&mut message[kind + 4..]).ok()?;
    Some(message)
}
