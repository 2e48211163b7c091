#![no_main]
#![allow(dead_code)] // The bodies are shared; each target calls one of them.

#[path = "../../tests/support/fuzz_commands.rs"]
mod commands;
#[path = "../../tests/support/fuzz_games.rs"]
mod games;

libfuzzer_sys::fuzz_target!(|input: &[u8]| commands::umpire(input));
