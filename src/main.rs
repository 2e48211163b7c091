//! The program `zugpost`.

use std::process::ExitCode;

fn main() -> ExitCode {
    zugpost::cli::main()
}
