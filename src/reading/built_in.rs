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
    "any": "mail" "pieces" "turns";
    "en": "mail" "pieces" "turns";
    "de": "mail" "pieces" "turns";
    "fr": "mail" "pieces" "turns";
    "es": "mail" "pieces" "turns";
    "it": "mail" "pieces" "turns";
    "nl": "mail" "pieces" "turns";
    "pt": "mail" "pieces" "turns";
    "pl": "mail" "pieces" "turns";
    "ru": "mail" "pieces" "turns";
    "sv": "mail" "pieces" "turns";
    "da": "mail" "pieces" "turns";
    "no": "mail" "pieces" "turns";
    "af": "mail";
    "ar": "mail";
    "be": "mail";
    "bg": "mail" "pieces" "turns";
    "bn": "mail";
    "ca": "mail" "pieces";
    "cs": "mail" "pieces" "turns";
    "el": "mail" "pieces" "turns";
    "et": "mail" "pieces" "turns";
    "eu": "mail";
    "fa": "mail";
    "fi": "mail" "pieces";
    "gl": "mail";
    "he": "mail";
    "hi": "mail";
    "hr": "mail" "pieces" "turns";
    "hu": "mail" "pieces" "turns";
    "id": "mail";
    "is": "mail" "pieces";
    "ja": "mail";
    "ko": "mail";
    "lt": "mail";
    "lv": "mail";
    "mk": "mail";
    "ms": "mail";
    "ro": "mail" "pieces" "turns";
    "sk": "mail" "pieces" "turns";
    "sl": "mail";
    "sr": "mail" "pieces";
    "th": "mail";
    "tl": "mail";
    "tr": "mail" "pieces" "turns";
    "uk": "mail" "pieces" "turns";
    "vi": "mail";
    "zh": "mail" "pieces";
};
