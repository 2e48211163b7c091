#![no_main]
#![allow(dead_code)] // The bodies are shared; each target calls one of them.

#[path = "../../tests/support/fuzz_mail.rs"]
mod mail;

libfuzzer_sys::fuzz_target!(init: pass_over_mail_parser(), |input: &[u8]| mail::mail(input));

/// A panic inside mail-parser is caught by the program, and the mail counts as unreadable; libFuzzer would stop at
/// it.
fn pass_over_mail_parser() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let inside = |at: &std::panic::Location<'_>| at.file().contains("/mail-parser-");
        if !panic.location().is_some_and(inside) {
            report(panic);
        }
    }));
}
