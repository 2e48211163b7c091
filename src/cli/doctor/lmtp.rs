//! `[inbox]` with `kind = "lmtp"`: whether mail can be handed over.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::config::{Config, Lmtp, StoreSettings};
use crate::listen::Listen;
use crate::mail::lmtp::{Listener, greeting};

use super::super::lock::{DAEMON, Lock};
use super::{Finding, disk::probe};

/// What to do if nobody listens.
const START: &str =
    "start `zugpost run` (systemd unit in the README); until then mail waits at the mail host";

pub(super) fn check(config: &Config, lmtp: &Lmtp) -> Vec<Finding> {
    let mut findings = vec![listener(config, lmtp), copies(config, lmtp)];
    if config.server.authserv_id.is_some()
        && lmtp.allow.is_empty()
        && matches!(lmtp.listen, Listen::Tcp(_))
    {
        let text = "everybody on this host can hand mail over, so the word of `authserv_id` counts for none of it";
        let mend = "write the address of your mail host as `allow` in [inbox], or listen at unix:…";
        findings.push(Finding::note("inbox", text, mend));
    }
    findings
}

/// Whether each mail is kept in another place than the database.
fn copies(config: &Config, lmtp: &Lmtp) -> Finding {
    let Some(dir) = &lmtp.copy else {
        let text = "mail that was taken is in the database alone: a failover or a restore loses the last of it";
        let mend =
            "name a Maildir on another disk as `copy` in [inbox]; `zugpost mail rescan` reads it";
        return Finding::note("copies", text, mend);
    };
    for part in ["tmp", "new"] {
        if let Err(error) = probe(&dir.join(part)) {
            let error = error.context(format!("copies cannot be written to {}", dir.display()));
            let mend = "make the folders cur, new and tmp there, for the user that runs zugpost; until then all mail \
                        waits at the mail host";
            return Finding::error("copies", &error, mend);
        }
    }
    let disk = |dir| fs::metadata(dir).map(|meta| meta.dev()).ok();
    if matches!(config.store, StoreSettings::Sqlite {}) && disk(dir) == disk(&config.server.data) {
        let text = format!("{} is on the disk of the database", dir.display());
        return Finding::note(
            "copies",
            text,
            "name a Maildir on another disk as `copy` in [inbox]",
        );
    }
    Finding::ok(
        "copies",
        format!("each mail is copied to {}", dir.display()),
    )
}

fn listener(config: &Config, lmtp: &Lmtp) -> Finding {
    let at = format!("LMTP at {}", lmtp.listen);
    match greeting(&lmtp.listen) {
        // The second one: the address of this host itself need not be in `allow`.
        Ok(Some(line)) if line.starts_with("220 ") || line.starts_with("421 4.7.1") => {
            return Finding::ok("inbox", format!("{at}: mail is taken"));
        }
        Ok(Some(line)) => {
            let line = crate::text::clean(&line, 200);
            let text = format!("{at}: somebody else answers there: {line}");
            return Finding::wrong("inbox", text, "write another `listen` in [inbox]");
        }
        Ok(None) => {}
        Err(error) => {
            let error = error.context(at);
            let mend = "the user who runs doctor has to be root, the user of `zugpost run`, or in its group";
            return Finding::error("inbox", &error, mend);
        }
    }
    let holder = Lock::holder(&config.server.data);
    if holder.is_some_and(|holder| holder.role == DAEMON) {
        let text = format!("{at}: the daemon runs, but does not listen there");
        return Finding::wrong(
            "inbox",
            text,
            "restart `zugpost run`: it has read other settings",
        );
    }
    match Listener::bind(&lmtp.listen, lmtp.group.as_deref(), &lmtp.allow) {
        Ok(_) => Finding::note("inbox", format!("{at}: nobody takes mail"), START),
        Err(error) => Finding::error("inbox", &error, "correct [inbox] as the line above says"),
    }
}
