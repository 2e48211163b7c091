//! Sources and transports against real servers: Dovecot and Exim on loopback, with configurations in a
//! temporary folder, which end with the test; and against a scripted peer, for faults that real servers do
//! not produce on demand.
//!
//! A missing program is a failure. What needs one is in `real/`, so that `./test.sh` can leave it out by name.

mod certs;
mod dovecot;
mod exim;
mod exim_to_lmtp;
#[path = "../support/host.rs"]
mod host;
mod imap_daemon;
mod imap_faults;
mod lmtp_daemon;
mod peer;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod process;
mod real;
mod refusals;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/running.rs"]
mod running;
mod smtp_daemon;
mod smtp_faults;
mod smtp_hangs;
mod world;
