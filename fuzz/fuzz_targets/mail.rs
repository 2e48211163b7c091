#![no_main]
#![allow(dead_code)] // The bodies are shared; each target calls one of them.

#[path = "../../tests/support/fuzz_mail.rs"]
mod mail;

libfuzzer_sys::fuzz_target!(|input: &[u8]| mail::mail(input));
