//! A PostgreSQL of the tests: a cluster in a temporary folder, which ends with the process of the tests.
//!
//! `pg_ctl` and its companions are looked for in the PATH, and where Debian has them. PostgreSQL does not run as root:
//! then it runs as `nobody`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, Uid, User};
use tempfile::TempDir;

/// The name of the role, and of the database.
const NAME: &str = "zugpost";

/// A running PostgreSQL.
pub struct Postgres {
    folder: TempDir,
    settings: Vec<String>,
    /// The number of its process.
    process: Pid,
    /// Waits for it. It ends with the thread that has started it.
    keeper: Option<JoinHandle<()>>,
}

impl Postgres {
    /// Makes a cluster and starts it, with further settings such as `fsync=off`.
    pub fn start(settings: &[&str]) -> Self {
        let folder = tempfile::Builder::new().prefix("pg").tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let own = folder.path().join("own");
        fs::create_dir(&own).unwrap();
        if let Some(nobody) = nobody() {
            let (user, group) = (nobody.uid.as_raw(), nobody.gid.as_raw());
            chown(&own, Some(user), Some(group)).unwrap();
        }
        let data = own.join("data");
        let made = command("initdb")
            .args([
                "--no-sync",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
            ])
            .arg(format!("--username={NAME}"))
            .arg("-D")
            .arg(&data)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "initdb: {said}");
        let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
        let (process, keeper) = keep(&own, &settings);
        let postgres = Self {
            folder,
            settings,
            process,
            keeper: Some(keeper),
        };
        postgres.wait();
        let made = postgres.psql("postgres", &format!("CREATE DATABASE {NAME}"));
        assert!(made, "the database is made");
        postgres
    }

    /// The URL of its database, in which a schema is used if one is named; that need not exist.
    pub fn url(&self, schema: Option<&str>) -> String {
        let sockets = self.sockets().display().to_string().replace('/', "%2F");
        let schema = schema.map(|schema| format!("&options=-c%20search_path%3D{schema}"));
        let schema = schema.unwrap_or_default();
        format!("postgres://{NAME}@/{NAME}?host={sockets}{schema}")
    }

    /// What it has written to its log since it was started.
    #[allow(dead_code, reason = "some programs never do")]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Runs statements in its database by `psql`; whether all have worked.
    pub fn run(&self, sql: &str) -> bool {
        self.psql(NAME, sql)
    }

    /// Ends it at once, without writing what is in memory.
    fn end(&mut self) {
        let _ = kill(self.process, Signal::SIGQUIT);
        let _ = self.keeper.take().map(JoinHandle::join);
    }

    /// Ends it at once and starts it again: it recovers from its log.
    #[allow(dead_code, reason = "some programs never do")]
    pub fn restart(&mut self) {
        self.end();
        let (process, keeper) = keep(&self.sockets(), &self.settings);
        (self.process, self.keeper) = (process, Some(keeper));
        self.wait();
    }

    /// Ends it at once; when it is started again, it has recovered as a standby that takes over: on a new timeline.
    #[allow(dead_code, reason = "some programs never do")]
    pub fn fail_over(&mut self) {
        self.end();
        let signal = self.sockets().join("data/recovery.signal");
        fs::write(&signal, "").unwrap();
        if let Some(nobody) = nobody() {
            chown(
                &signal,
                Some(nobody.uid.as_raw()),
                Some(nobody.gid.as_raw()),
            )
            .unwrap();
        }
        self.settings.push("restore_command=false".to_owned());
        self.restart();
        // It can be read before it has taken over.
        while !self.run("CREATE TEMPORARY TABLE written ()") {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Where its socket is.
    pub fn sockets(&self) -> PathBuf {
        self.folder.path().join("own")
    }

    fn psql(&self, database: &str, sql: &str) -> bool {
        let ran = command("psql")
            .args([
                "-X",
                "-q",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                NAME,
                "-d",
                database,
                "-h",
            ])
            .arg(self.sockets())
            .args(["-c", sql])
            .stdout(Stdio::null())
            .status();
        ran.unwrap().success()
    }

    fn wait(&self) {
        let since = Instant::now();
        loop {
            let ready = command("pg_isready")
                .arg("-q")
                .arg("-h")
                .arg(self.sockets())
                .status();
            if ready.unwrap().success() {
                return;
            }
            assert!(
                since.elapsed() < Duration::from_secs(60),
                "PostgreSQL does not answer"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The one value that a statement returns in the database of a URL.
#[allow(dead_code, reason = "some programs never ask")]
pub fn value(url: &str, sql: &str) -> String {
    let asked = command("psql")
        .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"])
        .args(["-c", sql, url])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&asked.stderr);
    assert!(asked.status.success(), "{sql}: {said}");
    let value = String::from_utf8(asked.stdout).unwrap();
    let value = value.strip_suffix('\n').unwrap_or_default();
    assert!(
        !value.is_empty() && !value.contains('\n'),
        "{sql}: {value:?}"
    );
    value.to_owned()
}

/// Starts the server, in a thread that lives as long as it does: it would end with the thread that has started it.
fn keep(own: &Path, settings: &[String]) -> (Pid, JoinHandle<()>) {
    let (tell, started) = channel();
    let (own, settings) = (own.to_owned(), settings.to_owned());
    let keeper = thread::spawn(move || {
        let mut server = serve(&own, &settings);
        tell.send(i32::try_from(server.id()).unwrap()).unwrap();
        server.wait().unwrap();
    });
    (Pid::from_raw(started.recv().unwrap()), keeper)
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.end();
    }
}

fn serve(own: &Path, settings: &[String]) -> Child {
    let log = fs::File::create(own.with_file_name("log")).unwrap();
    let mut server = command("postgres");
    server.arg("-D").arg(own.join("data"));
    server.arg("-k").arg(own);
    let usual = [
        "listen_addresses=",
        "max_connections=200",
        "unix_socket_permissions=0777",
    ];
    for setting in usual.into_iter().chain(settings.iter().map(String::as_str)) {
        server.arg("-c").arg(setting);
    }
    let server = server.stdin(Stdio::null()).stdout(Stdio::null());
    server.stderr(log).spawn().unwrap()
}

/// The user who runs it in place of root.
fn nobody() -> Option<User> {
    let root = Uid::effective().is_root();
    root.then(|| User::from_name("nobody").unwrap().unwrap())
}

/// A program of PostgreSQL, run by a user that may run it; it ends when the tests end.
pub fn command(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if let Some(nobody) = nobody() {
        command.arg(format!("--reuid={}", nobody.uid));
        command.arg(format!("--regid={}", nobody.gid));
        command.arg("--clear-groups");
    }
    command
        .arg("--")
        .arg(find(program))
        .env_remove("PGOPTIONS")
        .current_dir("/");
    command
}

fn find(program: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut versions: Vec<PathBuf> = debian.flatten().map(|entry| entry.path()).collect();
    versions.sort();
    folders.extend(versions.iter().rev().map(|version| version.join("bin")));
    // Ordinary users may not have it in their PATH.
    folders.push("/usr/sbin".into());
    let mut found = folders.iter().map(|folder| folder.join(program));
    let found = found.find(|path| path.exists());
    found.unwrap_or_else(|| {
        panic!("{program} is missing: './test.sh --install', as root, installs PostgreSQL")
    })
}
