//! A mail host in a temporary folder.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tempfile::TempDir;
use zugpost::mail::servers::{Imap, Smtp};

use super::certs::Authority;
use super::process::{Server, free_port, give};
use super::{dovecot, exim};

/// The password of all users.
pub const PASSWORD: &str = "sekret";

/// Dovecot and Exim for `chess.test`, with the mailboxes `server`, `alice`, `boris`, `carol` and `david`.
pub struct World {
    folder: TempDir,
    pub imap: dovecot::Ports,
    pub smtp: exim::Ports,
    options: dovecot::Options,
    dovecot: Option<Server>,
    exim: Option<Server>,
}

impl World {
    /// Both servers.
    pub fn new() -> Self {
        let mut world = Self::with(dovecot::Options::default());
        world.start_exim();
        world
    }

    /// Dovecot alone.
    pub fn with(options: dovecot::Options) -> Self {
        // Paths of sockets have 108 bytes at most.
        let folder = tempfile::Builder::new()
            .prefix("zp")
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()
            .expect("a folder");
        let dir = folder.path();
        for sub in ["etc", "run", "state", "mail", "spool", "log"] {
            fs::create_dir(dir.join(sub)).expect("a folder");
        }
        let ca = Authority::new("Zugpost test CA");
        let signed = ca.sign(&["localhost", "127.0.0.1"], 2100);
        let users: String = ["server", "alice", "boris", "carol", "david"]
            .iter()
            .map(|user| format!("{user}@chess.test:{{PLAIN}}{PASSWORD}\n"))
            .collect();
        for (name, text) in [
            ("etc/ca.pem", &ca.pem),
            ("etc/cert.pem", &signed.certificate),
            ("etc/key.pem", &signed.key),
            ("etc/users", &users),
            ("etc/password", &format!("{PASSWORD}\n")),
        ] {
            fs::write(dir.join(name), text).expect("written");
        }
        give(dir);
        let mut world = Self {
            imap: dovecot::Ports {
                imap: free_port(),
                imaps: free_port(),
                lmtp: free_port(),
            },
            smtp: exim::Ports {
                smtp: free_port(),
                smtps: free_port(),
            },
            folder,
            options,
            dovecot: None,
            exim: None,
        };
        world.start_dovecot();
        world
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn start_dovecot(&mut self) {
        self.dovecot = Some(dovecot::start(self.folder.path(), self.imap, &self.options));
    }

    /// Waits first until Exim has delivered what it has, for the reason at [`World::stop_exim`].
    pub fn stop_dovecot(&mut self) {
        self.queue_is_empty();
        self.dovecot.take().into_iter().for_each(Server::stop);
    }

    pub fn start_exim(&mut self) {
        self.exim = Some(exim::start(self.folder.path(), self.smtp, self.imap.lmtp));
    }

    /// Waits until the queue is empty. If Exim were killed between delivering a mail and noting that, it would
    /// deliver the mail twice.
    pub fn stop_exim(&mut self) {
        self.queue_is_empty();
        self.exim.take().into_iter().for_each(Server::stop);
    }

    /// Waits until Exim has nothing to deliver, for two seconds at most.
    fn queue_is_empty(&self) {
        let input = self.path("spool/input");
        let busy = || fs::read_dir(&input).is_ok_and(|mut entries| entries.next().is_some());
        for _ in 0..100 {
            if self.exim.is_none() || std::thread::panicking() || !busy() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// Settings for the mailbox of `server@chess.test`, with further lines `more`.
    pub fn imap_text(&self, more: &str) -> String {
        let implicit = !more.contains("tls =");
        format!(
            "host = \"localhost\"\nport = {}\nuser = \"server@chess.test\"\nca_file = {:?}\n\
             password = {{ file = {:?} }}\ntimeout = 20\n{more}\n",
            if implicit {
                self.imap.imaps
            } else {
                self.imap.imap
            },
            self.path("etc/ca.pem"),
            self.path("etc/password"),
        )
    }

    pub fn imap(&self, more: &str) -> Imap {
        toml::from_str(&self.imap_text(more)).expect("settings")
    }

    /// Settings for sending as `user@chess.test`.
    pub fn smtp_text(&self, user: &str, more: &str) -> String {
        let implicit = !more.contains("tls =");
        format!(
            "host = \"localhost\"\nport = {}\nuser = \"{user}@chess.test\"\nca_file = {:?}\n\
             password = {{ file = {:?} }}\ntimeout = 20\n{more}\n",
            if implicit {
                self.smtp.smtps
            } else {
                self.smtp.smtp
            },
            self.path("etc/ca.pem"),
            self.path("etc/password"),
        )
    }

    pub fn smtp(&self, user: &str, more: &str) -> Smtp {
        toml::from_str(&self.smtp_text(user, more)).expect("settings")
    }

    /// Writes mails directly into the files of a mailbox, which is fast.
    pub fn fill(&self, user: &str, mails: impl Iterator<Item = String>) {
        let maildir = self.path("mail").join(user).join("Maildir");
        for sub in ["new", "cur", "tmp"] {
            fs::create_dir_all(maildir.join(sub)).expect("a folder");
        }
        for (at, mail) in mails.enumerate() {
            let name = format!("{}.M{at:06}P1.test", 1_700_000_000 + at);
            fs::write(maildir.join("new").join(name), mail).expect("written");
        }
        give(&self.path("mail"));
    }
}

impl Drop for World {
    /// Ends the servers before the folder is removed, since they would write into it again.
    fn drop(&mut self) {
        self.stop_exim();
        self.stop_dovecot();
    }
}
