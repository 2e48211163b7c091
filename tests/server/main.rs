//! Sources and transports against real servers: Dovecot and Exim on loopback, with configurations in a
//! temporary folder, which end with the test; and against a scripted peer, for faults that real servers do
//! not produce on demand.
//!
//! `./test.sh` installs what is needed. No test is skipped: a missing program is a failure.

mod certs;
mod crowd;
mod dovecot;
mod exim;
mod game;
mod imap_faults;
mod imap_real;
mod mailbox;
mod peer;
mod process;
mod refusals;
mod smtp_faults;
mod smtp_hangs;
mod smtp_real;
mod world;
