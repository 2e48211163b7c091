#![no_main]

#[path = "../../tests/support/fuzz_lmtp.rs"]
mod lmtp;

libfuzzer_sys::fuzz_target!(|input: &[u8]| lmtp::lmtp(input));
