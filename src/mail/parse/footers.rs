//! Recognises what mail programs, virus scanners and companies write below a text.
//!
//! One rule serves all languages: a short line with a word for 'sent' and the name of a device or a mail
//! program. What follows no rule is in a list.

use super::quotes;
use crate::reading::{any, phrases};

/// Longer lines are no signature of a mail program.
const LONGEST: usize = 160;

/// Whether nobody wrote this line: a signature that a mail program adds, or the first line of a legal
/// notice. A notice has several lines; `lines` are looked at up to the end of its paragraph.
pub fn is_footer(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    // A rule above such a line belongs to it.
    if line.len() >= 3 && rule(line) {
        let below = quotes::next_line(lines, at + 1).filter(|next| *next <= at + 3);
        return below.is_some_and(|next| !rule(lines[next]) && is_footer(lines, next));
    }
    program_line(line) || scanner_line(line) || legal_notice(lines, at)
}

/// `Sent from my iPhone`, `Get Outlook for iOS`, in any language.
fn program_line(line: &str) -> bool {
    let Some(lower) = lowered(line, LONGEST) else {
        return false;
    };
    let text = lower.trim_matches(|c: char| "-_*~•<>[]().! ".contains(c));
    let mut starts = ["sent from my ", "发自我的", "發自我的"].iter();
    if starts.any(|start| text.starts_with(start)) {
        return text.split(' ').count() <= 12;
    }
    // A line with a square is a player's, whatever they wrote it on.
    text.split(' ').count() <= 16
        && !text.split(' ').any(is_move)
        && (any("mail/footer-starts", |word| text.starts_with(word))
            || any("mail/footer-ends", |word| text.ends_with(word)))
        && any("mail/programs", |name| holds_name(text, name))
}

/// Whether the name is there, and not as the beginning or the end of a longer Latin word.
fn holds_name(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let short = name.len() <= 5 && name.is_ascii();
        let behind = text[at + name.len()..].chars().next();
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        !(letter(before) || short && letter(behind))
    })
}

/// Whether a word could be a move: it has a file and a rank side by side.
fn is_move(word: &str) -> bool {
    let mut pairs = word.as_bytes().windows(2);
    word.len() <= 12 && pairs.any(|pair| matches!(pair, [b'a'..=b'k', b'1'..=b'9']))
}

fn scanner_line(line: &str) -> bool {
    lowered(line, 400).is_some_and(|lower| {
        let text = lower.trim_matches(|c: char| "-_*~•<>[]() ".contains(c));
        any("mail/scanners", |start| text.starts_with(start))
            || any("mail/links", |link| text.contains(link))
    })
}

/// Whether a legal notice begins here: a long paragraph with two of the words.
fn legal_notice(lines: &[&str], at: usize) -> bool {
    let goes_on = at > 0 && !lines[at - 1].is_empty() && !rule(lines[at - 1]);
    if goes_on && lowered(lines[at], 400).is_some() {
        return false;
    }
    let mut text = String::new();
    let paragraph = lines[at..].iter().take(12);
    for line in paragraph.take_while(|line| !line.is_empty()) {
        text.extend(line.chars().take(1000).flat_map(char::to_lowercase));
        text.push(' ');
    }
    let long = text.chars().count() >= if text.is_ascii() { 100 } else { 60 };
    let words = phrases("mail/legal").iter();
    long && words.filter(|word| text.contains(**word)).take(2).count() == 2
}

/// Whether the line is a row of dashes, stars or the like.
fn rule(line: &str) -> bool {
    line.chars().all(|c| "-_*=~# ".contains(c))
}

/// The line in lower case, unless it is longer than `max` bytes.
fn lowered(line: &str, max: usize) -> Option<String> {
    (!line.is_empty() && line.len() <= max).then(|| line.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_of_programs() {
        for line in [
            "Sent from my iPhone",
            "Sent from my Pixel 9a",
            "Get Outlook for iOS<https://aka.ms/o0ukef>",
            "Von meinem iPhone gesendet",
            "Outlook für Android herunterladen",
            "Outlook für iOS beziehen",
            "Outlook voor Android downloaden",
            "Télécharger Outlook pour Android",
            "Hämta Outlook för Android",
            "Skaffa Outlook för iOS",
            "Pobierz program Outlook dla systemu Android",
            "Scarica Outlook per iOS",
            "Get Gmail for iOS",
            "Wysłane z mojego telefonu",
            "Envoyé depuis mon appareil mobile Orange",
            "Inviato da Libero Mail per Android",
            "Gesendet mit der GMX Mail App",
            "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
            "Envoyé de mon iPhone",
            "Enviado desde mi iPad",
            "Inviato da iPhone",
            "Lähetetty iPhonesta",
            "Wysłane z iPhone'a",
            "Отправлено с iPhone",
            "iPhone'umdan gönderildi",
            "iPhoneから送信",
            "나의 iPhone에서 보냄",
            "发自我的iPhone",
            "发自我的小米手机",
            "נשלח מה-iPhone שלי",
            "أُرسلت من الـ iPhone",
            "Sent with Proton Mail secure email.",
            "Get BlueMail for Android",
            "Sent using Zoho Mail",
            "Sent from Yahoo Mail on Android",
            "Virus-free.www.avast.com",
            "-- Gesendet mit Tuta",
        ] {
            assert!(is_footer(&[line], 0), "{line}");
        }
    }

    #[test]
    fn lines_of_people() {
        for line in [
            "Nf3",
            "I sent you a nice knight",
            "say sent from my iPhone",
            "e4, sent from my yahoo account at work",
            "Sent my best wishes to your mother",
            "Von meinem Standpunkt aus ist das gewonnen",
            "Inviato a nozze",
            "get me out of here",
            "I had to get a new iPhone",
            "I sent it from my iPad, sorry",
            "Sorry, windows 10 ate my mail",
            "Get well soon!",
            "Orange is my favourite colour",
            "I had to download Outlook again",
            "Meinen Sieg kannst du bei Amazon herunterladen",
            "Your attack is confidential, isn't it?",
        ] {
            assert!(!is_footer(&[line], 0), "{line}");
        }
    }

    #[test]
    fn legal_notices() {
        let notice = "This e-mail and any files transmitted with it are confidential and intended solely for the use of the individual or entity to whom they are addressed.";
        assert!(is_footer(&["e4", "", notice], 2));
    }
}
