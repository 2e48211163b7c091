#![no_main]

#[path = "../../tests/support/fuzz_variants.rs"]
mod variants;

libfuzzer_sys::fuzz_target!(|input: &[u8]| variants::variants(input));
