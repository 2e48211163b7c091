//! An operator's sentences, and those of another language, in letters that players get.

use zugpost::store::LetterKind;

use super::letter::Letter;
use super::script;
use super::server::Server;
use super::{folder, load};

/// One sentence for each kind of letter: a text of the program, and what is used in its place.
const OURS: [(LetterKind, &str, &str); 16] = [
    (
        LetterKind::First,
        "notice-new-game",
        "A game begins here{% if options %}: {{ options }}{% endif %}.",
    ),
    (LetterKind::News, "news-turn", "Look: {{ turn }}!"),
    (LetterKind::Answer, "done-turn", "Well done: {{ turn }}"),
    (
        LetterKind::Result,
        "news-resigned",
        "{{ who }} has laid the king down.",
    ),
    (
        LetterKind::Question,
        "notice-other-address",
        "Is {{ from }} you?",
    ),
    (
        LetterKind::Again,
        "notice-sent-again",
        "Once more, as you asked.",
    ),
    (
        LetterKind::Address,
        "account-confirm",
        "Is {{ address }} really yours?",
    ),
    (
        LetterKind::Reminder,
        "notice-idle",
        "This game wants a turn of yours.",
    ),
    (LetterKind::Public, "public-too-long", "That is too long."),
    (
        LetterKind::Outsider,
        "outsider-register",
        "Do you want to join?",
    ),
    (
        LetterKind::Player,
        "account-lines",
        "Have you written this? {{ why }}",
    ),
    (
        LetterKind::Ruling,
        "account-umpire",
        "Is it you?{% if by %} {{ by }}{% endif %}",
    ),
    (
        LetterKind::Umpire,
        "report-unsubscribe",
        "{{ who }} has had enough of {{ game }}.",
    ),
    (
        LetterKind::Digest,
        "digest-title",
        "Here are {{ count }}, and {{ due }} wait.",
    ),
    (
        LetterKind::Watch,
        "watched-turn",
        "{{ who }} has moved: {{ turn }}.",
    ),
    // A letter about several games.
    (LetterKind::Answer, "note-which-game", "Which game, please?"),
];

/// A conversation that brings about a letter of each kind.
const SCRIPT: &str = "
umpire new hans38 anna boris armies=fide/fide
umpire new hans38 cleo anna armies=fide/fide
mail anna answers=#1
    @@f3
mail boris answers=#1 from=boris@phone.example
    @@f6
mail cleo answers=#2
    @@e3
mail anna answers=#1 quote=no subject=games
    history

    {key anna #2}
mail max answers=no
    umpire #1 pause
umpire letter 1 white
mail ada@nowhere.example answers=no auth=\"dmarc=pass header.from=nowhere.example\"
    rules hans38
mail eva@nowhere.example answers=no
    register Eva
mail boris answers=#1
    unsubscribe
mail boris answers=#1
    resign
mail cleo
    address add cloe@phone.example
umpire new chess cleo boris
mail cleo answers=no
    zone Europe/Rome
mail anna answers=#2
    watch #3
    mail digest 07:00
mail cleo answers=#3
    e4
clock +15d
mail cleo answers=#2
    say Hello!
clock +1d
";

/// Plays the conversation with an operator's folder; the player speaks the language, if there is one.
fn play(files: &[(&str, &str)], language: Option<(&str, &str)>) -> Vec<Letter> {
    let folder = folder(files);
    let (words, warnings) = load(&folder);
    assert_eq!(warnings, Vec::<String>::new());
    let mut server = Server::with_words(words, &["max".to_owned()]);
    let steps = script::read(SCRIPT.trim_start()).expect("a script");
    for (index, step) in steps.iter().enumerate() {
        let done = server
            .step(step)
            .unwrap_or_else(|e| panic!("line {}: {e:#}", step.line));
        assert_eq!(done.told, None, "line {}", step.line);
        // The players are known from their first games on.
        if index == 1 {
            speak(&mut server, language);
        }
    }
    server.letters
}

fn speak(server: &mut Server, language: Option<(&str, &str)>) {
    let Some((player, language)) = language else {
        return;
    };
    let (office, store) = (&mut server.office, &mut server.store);
    let set = office.decided(store.as_mut(), |draft| {
        draft.set_language(player, Some(language))
    });
    set.expect("a language");
}

/// A text with its line breaks as blanks.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn one_sentence_is_changed_in_every_kind_of_letter() {
    let texts: Vec<String> = OURS
        .iter()
        .map(|(_, name, text)| format!("[{name}]\n{text}\n"))
        .collect();
    let file = texts.join("\n");
    let (before, after) = (
        play(&[], None),
        play(&[("en/notices/ours.txt", &file)], None),
    );
    assert_eq!(before.len(), after.len());
    for kind in LetterKind::ALL {
        assert!(
            OURS.iter().any(|(of, ..)| of == kind),
            "no sentence for {kind}"
        );
    }
    for (kind, name, text) in OURS {
        // What comes before the first value that is filled in, or after it.
        let fixed = text
            .split(['{', '}'])
            .map(str::trim)
            .max_by_key(|part| part.len());
        let fixed = fixed.expect("a part");
        let changed = |letters: &[Letter]| {
            let of_kind = letters.iter().filter(|letter| letter.row.kind == kind);
            of_kind
                .filter(|letter| joined(&letter.text).contains(fixed))
                .count()
        };
        assert_eq!(changed(&before), 0, "{name}");
        assert!(
            changed(&after) > 0,
            "{name}: {fixed:?} is in no letter of {kind}"
        );
    }
}

#[test]
fn a_language_of_one_sentence() {
    let german = "Du musst jetzt nicht antworten.";
    let file = format!("[how-waiting]\n{german}\n");
    let english = play(&[], None);
    let mixed = play(&[("cs/notices/ours.txt", &file)], Some(("Anna", "cs")));
    assert_eq!(english.len(), mixed.len());
    let waiting = "You need not answer now. If you like: `say TEXT`, `draw offer`, `resign`, \
                   `history`, `help`.";
    let (mut translated, mut others) = (0, 0);
    // The games begin before Anna has chosen her language.
    for (english, mixed) in english.iter().zip(&mixed) {
        let (before, text) = (joined(&english.text), joined(&mixed.text));
        if mixed.who == "anna" && text != before {
            assert_eq!(text, before.replace(waiting, german));
            translated += 1;
        } else {
            assert_eq!(text, before, "{}", mixed.who);
            others += usize::from(mixed.who != "anna" && text.contains(waiting));
        }
    }
    assert!(
        translated > 1,
        "{translated} letters with the German sentence"
    );
    assert!(
        others > 1,
        "{others} letters to others with the English sentence"
    );
}
