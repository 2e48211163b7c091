#![no_main]

#[path = "../../tests/support/fuzz_referee.rs"]
mod referee;

libfuzzer_sys::fuzz_target!(|input: &[u8]| referee::referee(input));
