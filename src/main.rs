//! The program `zugpost`.

fn main() {}
