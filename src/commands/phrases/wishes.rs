//! Sentences in which somebody gives a game up or offers a draw: `I'm throwing in the towel`, `On fait nulle ?`.

use std::sync::LazyLock;

use super::doubts::{Doubt, doubt, is_doubtful_word, is_square};
use super::sentences::{is_break, is_free, is_greeting, parts, speaks_of_others};
use super::words::{Phrases, Words};

/// Longer lines are prose.
const MAX_BYTES: usize = 400;

/// What a line wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To give the game up.
    Resign,
    /// A draw.
    Draw,
}

static GIVES_UP: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(RESIGNATIONS));
static OFFERS: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    let rows = DRAW_OFFERS.iter().map(|(_, row)| (*row, true));
    let names = DRAWS.iter().map(|(_, row)| (*row, false));
    Phrases::forward(&rows.chain(names).collect::<Vec<_>>())
});

/// How people give up. Each ends its clause.
const RESIGNATIONS: &[(&str, &str)] = &[
    (
        "en",
        "[i/im/i am] throwing in the towel | i (throw in the towel/give up/give in/concede/surrender/capitulate/resign/hereby resign) [now/here/this game/the game/this one] | i (lay down/tip over/topple/turn over) my king",
    ),
    (
        "de",
        "[ich] (gebe auf/gebe die partie auf/gebe mich geschlagen/strecke die waffen/werfe das handtuch/kapituliere/lege den könig um/lege meinen könig um)",
    ),
    (
        "fr",
        "j'abandonne [la partie/ici] | je (couche mon roi/me rends/jette l'éponge/capitule/déclare forfait)",
    ),
    (
        "es",
        "abandono [la partida] | me (rindo/doy por vencido/doy por vencida) | (tiro/arrojo) la toalla | (inclino/tumbo) mi rey",
    ),
    (
        "it",
        "abbandono [la partita] | mi arrendo | getto la spugna | (corico/rovescio) il mio re",
    ),
    (
        "nl",
        "[ik] (geef op/geef het op/geef de partij op/geef me gewonnen/gooi de handdoek in de ring/leg mijn koning om)",
    ),
    (
        "pt",
        "(abandono/desisto) [a partida/da partida/o jogo/do jogo] | (me rendo/rendo me) | jogo a toalha | deito o meu rei",
    ),
    (
        "pl",
        "poddaję [się/partię] | rezygnuję [z partii] | kapituluję | kładę króla",
    ),
    (
        "ru",
        "(сдаюсь/сдаю партию/сдаю/капитулирую/складываю оружие/кладу короля)",
    ),
    (
        "sv",
        "[jag] (ger upp/ger upp partiet/kapitulerar/kastar in handduken/lägger ner min kung)",
    ),
];

/// How people offer a draw. Each begins its sentence and ends its clause.
const DRAW_OFFERS: &[(&str, &str)] = &[
    (
        "en",
        "(i would like to/id like to/may i/can i/let me/i) (offer/propose/suggest) [you/a/you a] draw | (would/will/do) you (accept/agree to/take) a draw | (what/how) about a draw | (shall/should/can/could/may) we (call it/agree on/agree to/agree/make it) a draw | (lets/let us) (call it/agree on/agree to/agree/make it) a draw",
    ),
    (
        "de",
        "was (hältst du/halten sie/haltet ihr/meinst du zu/meinen sie zu) [von] [einem] (remis/unentschieden) | [ich] biete [dir/ihnen/euch] remis [an] | [ich] schlage remis vor | (wollen/sollen) wir [uns auf] remis (machen/einigen/schließen) | einigen wir uns auf remis | wie wäre es mit [einem] remis | (nimmst du/nehmen sie) remis an",
    ),
    (
        "fr",
        "on fait [match/partie/la] (nulle/nul) | je [te/vous] propose [la/le/une/un] (nulle/nul/match nul/partie nulle/partage des points) | (acceptes tu/acceptez vous/accepteriez vous) [la/une] nulle | que (dis tu/dites vous/diriez vous) d'une nulle",
    ),
    (
        "es",
        "[te/le/les/os] (ofrezco/propongo) [las/unas/el/un] (tablas/empate) | lo dejamos en (tablas/empate) | (aceptas/acepta/aceptaría) [las/unas/el] (tablas/empate) | qué (tal/te parecen/le parecen) [unas] tablas | (hacemos/firmamos) tablas",
    ),
    (
        "it",
        "[ti/le/vi] (offro/propongo) [la/una] patta | (facciamo/concordiamo) [una] patta | (accetti/accetta) [la/una] patta | che ne (dici/dice/dite) (di/di una/della) patta",
    ),
    (
        "nl",
        "(zullen/laten) we [het/er] [op/op een] remise (houden/maken/van maken) | ik (bied remise aan/bied je remise aan/stel remise voor) | wat (denk je/vind je/dacht je) van [een] remise | neem je remise aan",
    ),
    (
        "pt",
        "(ofereço/proponho) [te/lhe] [o/um] empate | (aceitas/aceita/aceitaria) [o/um] empate | que tal [um] empate | (fechamos/ficamos) (em/no/com um) empate",
    ),
    (
        "pl",
        "(proponuję/oferuję) [ci/panu/pani] remis | (może/a może) remis | (czy przyjmiesz/czy przyjmie pan/przyjmiesz/przyjmujesz) remis | (zgodzisz się/zgadzasz się) na remis | co powiesz na remis",
    ),
    (
        "ru",
        "[я] предлагаю [вам/тебе] ничью | (давай/давайте) [на] ничью | (может/может быть) ничья | как (насчет/насчёт) ничьей | (примете/примешь) ничью",
    ),
    (
        "sv",
        "vad säger (du/ni) om [en] remi | (ska/skall) vi (ta/säga/enas om) remi | jag (erbjuder/föreslår/bjuder) [dig/er] remi | (accepterar du/tar du) remi",
    ),
];

/// The result by its name, which is an offer where a question mark follows.
const DRAWS: &[(&str, &str)] = &[
    ("en", "[a] draw"),
    ("de", "[ein] (remis/unentschieden)"),
    ("fr", "[la/une/partie] nulle | [match] nul"),
    ("es", "[unas] tablas | [un] empate"),
    ("it", "[una] patta"),
    ("nl", "[een] remise"),
    ("pt", "[um] empate"),
    ("pl", "remis"),
    ("ru", "ничья | ничью"),
    ("sv", "[en] remi"),
];

/// What a line wishes for, if one of its sentences says so and nothing in it casts doubt on that. Who reads a
/// resignation here has to ask: only the beginning and the end of its words are known.
#[must_use]
pub fn wish(line: &str) -> Option<Wish> {
    let line = line.trim();
    if line.len() > MAX_BYTES {
        return None;
    }
    if gives_up(line) && !speaks_of_others(line) {
        return Some(Wish::Resign);
    }
    let parts = parts(line);
    let at = parts.iter().position(|part| offers(part))?;
    let quiet = |part: &&str| is_free(part);
    let alone = parts[..at].iter().all(quiet) && parts[at + 1..].iter().all(quiet);
    alone.then_some(Wish::Draw)
}

/// Whether a clause of a line gives up.
pub(super) fn gives_up(line: &str) -> bool {
    let words = Words::of(line);
    let square = (0..words.len()).any(|at| is_square(words.folded(at)));
    let doubted = matches!(doubt(line), Some(doubt) if doubt != Doubt::Denial);
    let said = |at: usize| {
        let hit = GIVES_UP.longest_at(&words, at);
        let before = at == 0 || !words.joined(at) || !is_doubtful_word(&words, at - 1);
        before && hit.is_some_and(|(count, ())| ends(&words, at + count))
    };
    !square && !doubted && (0..words.len()).any(said)
}

/// Whether a sentence offers a draw.
fn offers(part: &str) -> bool {
    let words = Words::of(part);
    (0..words.len()).any(|at| {
        let Some((count, whole)) = OFFERS.longest_at(&words, at) else {
            return false;
        };
        let behind = at + count;
        let begins = at == 0 || is_greeting(&part[..words.end(at - 1)]);
        let asks = words.gap(behind).contains('?');
        let free = behind == words.len() || is_free(&part[words.start(behind)..]);
        begins && ends(&words, behind) && (whole || asks) && free
    })
}

/// Whether a clause ends in front of this word.
fn ends(words: &Words, at: usize) -> bool {
    at == words.len() || is_break(words.gap(at)) || words.gap(at).contains('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_give_up_and_offer_draws() {
        for (line, wanted) in [
            ("ok ok, you got me. I throw in the towel", Wish::Resign),
            ("No point going on, I lay down my king", Wish::Resign),
            ("J'abandonne, bravo", Wish::Resign),
            ("Poddaję się", Wish::Resign),
            ("Ich strecke die Waffen.", Wish::Resign),
            ("Nulle ?", Wish::Draw),
            ("¿Tablas?", Wish::Draw),
            ("Would you accept a draw?", Wish::Draw),
            ("Vad säger ni om remi, alla fyra?", Wish::Draw),
            ("draw? I see nothing for either of us", Wish::Draw),
        ] {
            assert_eq!(wish(line), Some(wanted), "{line}");
        }
    }

    #[test]
    fn who_speaks_about_it_does_neither() {
        for line in [
            "Nie poddaję się",
            "If you take the rook I give up",
            "I never give up",
            "Should I give up?",
            "My brother says I give up",
            "I give up chocolate",
            "A draw would be nice",
            "Is this a draw?",
            "Draw? No, never!",
            "My engine asks: a draw?",
        ] {
            assert_eq!(wish(line), None, "{line}");
        }
    }
}
