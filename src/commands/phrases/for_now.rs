//! Words that tell the turn that is meant now from turns that are planned: `If you play e5 I will play Nf3. For now e4.`

use std::sync::LazyLock;

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

static PHRASES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(FOR_NOW));

/// What is behind the words that say that it is meant now, up to the end of the line.
#[must_use]
pub fn for_now(line: &str) -> Option<&str> {
    let words = Words::of(line);
    (0..words.len()).find_map(|at| {
        let (count, ()) = PHRASES.longest_at(&words, at)?;
        Some(&line[words.end(at + count - 1)..])
    })
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
}
