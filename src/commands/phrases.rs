//! Words that people put around turns, in the common languages: frames (`I play …`), closing formulas,
//! corrections and doubts, answers to an offer. Text only; no game is asked.

/// What a line holds when the words around its turn are taken off: `I play Nf3, good luck!` → `Nf3`. Several
/// ways to cut are possible; the likeliest comes first. The whole line is not among them.
#[must_use]
pub fn without_frame(_line: &str) -> Vec<&str> {
    Vec::new()
}

/// Whether a line makes it doubtful that what stands in it, or what stands above it, is meant to be done now:
/// a correction (`sorry, I mean`), a denial (`don't play`), a question, a condition, a plan, a report.
#[must_use]
pub fn casts_doubt(_line: &str) -> bool {
    false
}

/// Whether a line takes back what stands above it: a correction (`sorry, I mean`), a denial (`don't play it`).
#[must_use]
pub fn takes_back(_line: &str) -> bool {
    false
}

/// Whether a line is a formula with which a letter closes: `Best regards,`, `Viele Grüße`.
#[must_use]
pub fn closes(_line: &str) -> bool {
    false
}

/// Whether a line of the last paragraph tells it to be a signature: it has a telephone number, an address of the
/// net or of a house, a company.
#[must_use]
pub fn is_contact(_line: &str) -> bool {
    false
}

/// Whether a line accepts (`true`) or refuses (`false`) an offer: `agreed`, `remis`, `I accept the draw offer,
/// thank you for the game!`, `no thanks`.
#[must_use]
pub fn answer_to_offer(_line: &str) -> Option<bool> {
    None
}
