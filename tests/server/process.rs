//! Servers as child processes that end with the test, however it ends.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A process group of its own.
pub struct Server {
    child: Child,
    ports: Vec<u16>,
}

/// User and group that servers run as if the tests run as root.
const NOBODY: u32 = 65_534;

pub fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

/// The user that servers run as, by name.
pub fn user() -> String {
    name_of(
        "/etc/passwd",
        if is_root() {
            NOBODY
        } else {
            rustix::process::getuid().as_raw()
        },
    )
}

/// Its group.
pub fn group() -> String {
    name_of(
        "/etc/group",
        if is_root() {
            NOBODY
        } else {
            rustix::process::getgid().as_raw()
        },
    )
}

fn name_of(file: &str, id: u32) -> String {
    let text = fs::read_to_string(file).expect("a list of names");
    text.lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|parts| parts.get(2).is_some_and(|n| n.parse() == Ok(id)))
        .map_or_else(|| id.to_string(), |parts| parts[0].to_owned())
}

/// Changes the owner of a file to the user that servers run as.
pub fn give(path: &Path) {
    if !is_root() {
        return;
    }
    chown(path, Some(NOBODY), Some(NOBODY)).expect("given away");
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder").flatten() {
            give(&entry.path());
        }
    }
}

impl Server {
    /// Starts a server and waits until every port answers.
    ///
    /// It is started by a shell that kills the whole group when its standard input is closed, which happens
    /// at the end of the test, also if the test is killed.
    ///
    /// While another process holds one of the ports, it is tried again.
    pub fn start(command: &mut Command, ports: &[u16], log: &Path) -> Self {
        let begun = Instant::now();
        let stderr = log.with_extension("stderr");
        let read = |p: &Path| fs::read_to_string(p).unwrap_or_default();
        loop {
            let server = Self {
                child: Self::spawn(command, &stderr),
                ports: ports.to_vec(),
            };
            loop {
                let silent = |port: &&u16| TcpStream::connect(("127.0.0.1", **port)).is_err();
                let Some(port) = ports.iter().find(silent) else {
                    return server;
                };
                assert!(
                    begun.elapsed() < Duration::from_secs(20),
                    "{:?} does not answer on port {port}:\n{}{}",
                    command.get_program(),
                    read(log),
                    read(&stderr)
                );
                thread::sleep(Duration::from_millis(5));
                if read(&stderr).contains("Address already in use") {
                    break;
                }
            }
            drop(server);
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// The shell that runs a server.
    fn spawn(command: &Command, stderr: &Path) -> Child {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", "\"$@\" </dev/null & read -r _; kill -KILL 0", "sh"])
            .arg(command.get_program())
            .args(command.get_args())
            .envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(fs::File::create(stderr).expect("a log"))
            .current_dir("/")
            .process_group(0);
        if is_root() {
            shell.uid(NOBODY).gid(NOBODY);
        }
        shell.spawn().expect("a shell")
    }

    /// Kills the whole group by SIGKILL.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
        // The shell has ended; the others of its group end soon after.
        let begun = Instant::now();
        let answers = |port: &u16| TcpStream::connect(("127.0.0.1", *port)).is_ok();
        while self.ports.iter().any(answers) && begun.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A program in the `PATH`, or in the folders of servers.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/local/sbin", "/usr/sbin", "/sbin"].map(PathBuf::from);
    std::env::split_paths(&path)
        .chain(more)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A free port, which no other test of this process gets.
///
/// It is below the range from which the system takes the ports of outgoing connections: a server that is
/// stopped and started again finds its port free, whatever else the machine does meanwhile.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let range = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap_or_default();
    let lowest = range.split_whitespace().next().and_then(|n| n.parse().ok());
    let (from, to) = (10_000, lowest.unwrap_or(32_768_u32).clamp(11_000, 65_000));
    // Test programs that run side by side begin at different places.
    let first = std::process::id().wrapping_mul(97);
    (0..to - from)
        .map(|_| NEXT.fetch_add(1, Ordering::Relaxed))
        .map(|n| from + first.wrapping_add(n) % (to - from))
        .filter_map(|port| u16::try_from(port).ok())
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .expect("a free port")
}
