//! Everything that needs Dovecot and Exim. `./test.sh` leaves these tests out where nothing may be installed.

mod club;
mod crowd;
mod game;
mod imap;
mod lmtp;
mod mailbox;
mod refusals;
mod smtp;
