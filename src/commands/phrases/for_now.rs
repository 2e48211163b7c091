//! Words that tell the turn that is meant now from turns that are planned: `If you play e5 I will play Nf3. For now e4.`

use std::sync::LazyLock;

use super::doubts::{begins_sentence, is_square};
use super::words::{Phrases, Words};

const FOR_NOW: &[(&str, &str)] = &[
    (
        "en",
        "for now | for the (moment/time being/present) | right now | at the moment | meanwhile | in the meantime | but (now/first) | and now | so now | now i (play/move/go)",
    ),
    (
        "de",
        "für (jetzt/den moment/den augenblick/heute) | fürs erste | erst (mal/einmal) | erstmal | vorerst | vorläufig | zunächst [einmal/mal] | einstweilen | im moment | im augenblick | jetzt (aber/erst/spiele ich/ziehe ich) | zuerst",
    ),
    (
        "fr",
        "pour (l'instant/le moment/l'heure) | en attendant | d'abord | dans l'immédiat | (mais/et/donc) maintenant | maintenant je joue | à présent",
    ),
    (
        "es",
        "por (ahora/el momento/lo pronto/de pronto) | de momento | mientras [tanto] | en este momento | primero | (pero/y) ahora | ahora juego",
    ),
    (
        "it",
        "per (ora/adesso/il momento) | intanto | nel frattempo | al momento | (ma/e) (ora/adesso) | (ora/adesso) gioco | prima (gioco/muovo)",
    ),
    (
        "nl",
        "voor (nu/het moment/vandaag) | voorlopig | vooralsnog | op dit moment | nu eerst | eerst (maar/nu/even) | ondertussen | (maar/en) nu | nu speel ik",
    ),
    (
        "pt",
        "por (agora/enquanto/ora) | para já | de momento | no momento | entretanto | neste momento | primeiro | (mas/e) agora | agora jogo",
    ),
    (
        "pl",
        "na razie | tymczasem | póki co | chwilowo | w tej chwili | najpierw | (ale/a) teraz | teraz gram",
    ),
    (
        "ru",
        "пока [что] | а пока | сейчас | на данный момент | для начала | сначала | (но/а) теперь | теперь (хожу/играю)",
    ),
    (
        "sv",
        "för (nu/tillfället/ögonblicket/stunden) | tills vidare | just nu | så länge | till att börja med | först | (men/och) nu | nu (spelar/drar) jag",
    ),
];

/// What begins a clause that supposes a turn: `On dxc4 he gets the centre`.
const SUPPOSING: &[(&str, &str)] = &[
    ("en", "on | upon | after | following | in case of"),
    ("de", "auf | nach | bei"),
    ("fr", "sur | après | en cas de"),
    ("es", "tras | sobre | después de | en caso de"),
    ("it", "su | dopo | in caso di"),
    ("nl", "op | na | bij"),
    ("pt", "após | sobre | depois de | em caso de"),
    ("pl", "po | na"),
    ("ru", "на | после | при"),
    ("sv", "på | efter | vid"),
];

static PHRASES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(FOR_NOW));
static SUPPOSES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(SUPPOSING));

/// What is behind the words that say that it is meant now, up to the end of the line.
#[must_use]
pub fn for_now(line: &str) -> Option<&str> {
    let words = Words::of(line);
    (0..words.len()).find_map(|at| {
        let (count, ()) = PHRASES.longest_at(&words, at)?;
        Some(&line[words.end(at + count - 1)..])
    })
}

/// Whether a line weighs several turns against each other, of which none is meant: `On dxc4 he gets the centre, on e6
/// my bishop is bad.`
#[must_use]
pub fn weighs(line: &str) -> bool {
    let words = Words::of(line);
    let supposes = |at: &usize| {
        let supposing = SUPPOSES.longest_at(&words, *at);
        begins_sentence(&words, *at)
            && supposing.is_some_and(|(count, ())| is_square(words.folded(at + count)))
    };
    (0..words.len()).filter(supposes).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_now_is_behind_the_words_for_it() {
        for (line, behind) in [
            ("If you play e5 I will play Nf3. For now e4.", " e4."),
            ("Wenn du e5 spielst, kommt Sf3. Erst einmal e4", " e4"),
            ("Если e5, то Кf3. А пока e4", " e4"),
            ("Jeśli zagrasz e5, zagram Sf3. Na razie e4.", " e4."),
        ] {
            assert_eq!(for_now(line), Some(behind), "{line}");
        }
        assert_eq!(for_now("If you play e5 I will play Nf3"), None);
    }

    #[test]
    fn several_supposed_turns_are_weighed() {
        for line in [
            "On dxc4 he gets the centre, on e6 my bishop is bad. Hmm.",
            "Auf dxc4 bekommt er das Zentrum, nach e6 steht mein Läufer schlecht.",
            "Sur dxc4 il a le centre. Après e6 mon fou est mauvais.",
            "На dxc4 у него центр, на e6 мой слон плох",
        ] {
            assert!(weighs(line), "{line}");
        }
        for line in ["On dxc4 he gets the centre", "Knight on f3, rook on e1"] {
            assert!(!weighs(line), "{line}");
        }
    }
}
