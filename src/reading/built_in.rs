//! The words of `templates/*/reading/`.

macro_rules! files {
    ($($language:literal: $($name:literal)*;)*) => {
        &[$($((
            $language,
            $name,
            include_str!(concat!("../../templates/", $language, "/reading/", $name, ".txt")),
        )),*),*]
    };
}

/// Every file of words: language, name, content. Where a letter or a word has several meanings, that of the first
/// language comes first.
pub(super) const BUILT_IN: &[(&str, &str, &str)] = files! {
    "any": "hosts" "mail" "pieces" "signatures" "turns";
    "en": "closings" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "de": "closings" "commands" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "fr": "closings" "commands" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "es": "closings" "commands" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "it": "closings" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "nl": "closings" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "pt": "closings" "doubts" "frames" "mail" "offers" "pieces" "questions" "requests" "sentences" "signatures"
        "subjects" "turns" "wishes";
    "pl": "closings" "doubts" "frames" "mail" "offers" "pieces" "sentences" "signatures" "subjects" "turns"
        "wishes";
    "ru": "closings" "doubts" "frames" "mail" "offers" "pieces" "requests" "sentences" "signatures" "subjects"
        "turns" "wishes";
    "sv": "closings" "doubts" "frames" "mail" "offers" "pieces" "requests" "sentences" "signatures" "subjects"
        "turns" "wishes";
    "da": "closings" "doubts" "frames" "mail" "offers" "pieces" "requests" "signatures" "subjects" "turns";
    "no": "closings" "doubts" "frames" "mail" "offers" "pieces" "requests" "signatures" "turns";
    "af": "mail";
    "ar": "mail";
    "be": "mail";
    "bg": "closings" "frames" "mail" "offers" "pieces" "turns";
    "bn": "mail";
    "ca": "mail" "pieces";
    "cs": "closings" "doubts" "frames" "mail" "offers" "pieces" "sentences" "signatures" "subjects" "turns";
    "el": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures" "turns";
    "et": "mail" "pieces" "turns";
    "eu": "mail";
    "fa": "mail";
    "fi": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures";
    "gl": "mail";
    "he": "mail";
    "hi": "mail";
    "hr": "closings" "doubts" "frames" "mail" "offers" "pieces" "turns";
    "hu": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures" "turns";
    "id": "mail";
    "is": "mail" "pieces";
    "ja": "closings" "doubts" "frames" "mail" "offers";
    "ko": "closings" "doubts" "frames" "mail" "offers" "signatures";
    "lt": "mail";
    "lv": "mail";
    "mk": "mail";
    "ms": "mail";
    "ro": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures" "turns";
    "sk": "closings" "mail" "pieces" "turns";
    "sl": "mail";
    "sr": "closings" "doubts" "frames" "mail" "offers" "pieces";
    "th": "mail";
    "tl": "mail";
    "tr": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures" "turns";
    "uk": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures" "turns";
    "vi": "mail";
    "zh": "closings" "doubts" "frames" "mail" "offers" "pieces" "signatures";
};
