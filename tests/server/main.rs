//! Sources and transports against real servers: Dovecot and Exim on loopback, with configurations in a
//! temporary folder, which end with the test; and against a scripted peer, for faults that real servers do
//! not produce on demand.
//!
//! `./test.sh` installs what is needed. No test is skipped: a missing program is a failure.

mod certs;
mod club;
mod crowd;
mod dovecot;
mod exim;
mod game;
#[path = "../support/host.rs"]
mod host;
mod imap_daemon;
mod imap_faults;
mod imap_real;
mod mailbox;
mod peer;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod process;
mod refusals;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/running.rs"]
mod running;
mod smtp_daemon;
mod smtp_faults;
mod smtp_hangs;
mod smtp_real;
mod world;
