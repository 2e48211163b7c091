//! The way in and the way out against real servers: Dovecot and Exim on loopback, started from
//! configurations in a temporary folder and ended with the test; and against a scripted peer, for the
//! faults that real servers do not produce on demand.
//!
//! `./test.sh` gets what is needed. Nothing here is skipped: what is missing fails, and says so.

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
mod smtp_real;
mod world;
