//! What is installed: the package for Debian, and the units of systemd (docs/packaging/). In a program of its own, because
//! making a package needs cargo, which the other tests of the program do without.

mod debian;
mod units;
