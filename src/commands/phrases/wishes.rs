//! Sentences in which somebody gives a game up or offers a draw: `I'm throwing in the towel`, `On fait nulle ?`.

use std::sync::LazyLock;

use super::clauses::{is_break, is_greeting};
use super::closings::closes;
use super::doubts::{Doubt, doubt, is_doubtful_word, is_square};
use super::offers::names_draw;
use super::sentences::sentences_of;
use super::talk::{is_free, speaks_of_others};
use super::words::{Phrases, Words};
use crate::reading::text;

/// Longer lines are prose.
const MAX_BYTES: usize = 400;

/// What a line wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To give the game up.
    Resign,
    /// To end the game as a draw.
    Draw,
}

/// `true` for those that have to begin their clause as well.
static GIVES_UP: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("wishes/resignations"), false),
        (text("wishes/concessions"), true),
    ])
});
static TRAILS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("wishes/behind"));
static VIEWS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("wishes/about-offers"));
/// Words without which a sentence wishes for the same.
static FILLERS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("wishes/fillers"));
/// Words with which a sentence goes on behind a clause.
static JOINTS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("wishes/joints"));
/// Words between a turn and an offer.
static LINKS: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::forward(&[(text("wishes/joints"), ()), (text("wishes/fillers"), ())])
});
static OFFERS: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("wishes/draw-offers"), true),
        (text("wishes/draws"), false),
    ])
});

/// What a line wishes for, if one of its sentences says so and nothing in it casts doubt on that, with the words for the
/// others: the sentences below an offer, and all of a resignation, which has to be asked back since only the beginning
/// and the end of its words are known.
#[must_use]
pub fn wish(line: &str) -> Option<(Wish, &str)> {
    let line = line.trim();
    if line.len() > MAX_BYTES {
        return None;
    }
    let parts = sentences_of(line);
    let below = |at: usize| {
        let mut talk = parts.get(at + 1..).unwrap_or_default();
        while let Some((_, before)) = talk.split_last().filter(|(last, _)| closes(last)) {
            talk = before;
        }
        let start = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
        match (talk.first(), talk.last()) {
            (Some(first), Some(last)) => &line[start(first)..start(last) + last.len()],
            _ => "",
        }
    };
    if parts.iter().any(|part| gives_up(part)) {
        return Some((Wish::Resign, line));
    }
    let at = parts.iter().position(|part| offers(part))?;
    // `What do you think?` is about the offer, and is no question of its own that a `yes` may answer.
    let asking = parts[at + 1..].iter().take_while(|part| asks_view(part));
    let last = at + asking.count();
    let quiet = |part: &&str| is_free(part);
    let before = |part: &&str| is_free(part) || leads(part);
    let alone = parts[..at].iter().all(before) && parts[last + 1..].iter().all(quiet);
    alone.then(|| (Wish::Draw, below(last)))
}

/// Whether a clause of a sentence gives up, and nothing up to there says that nobody does. A clause behind it may take
/// it back, or name a condition.
pub(super) fn gives_up(part: &str) -> bool {
    surrenders(part) || without_fillers(part).is_some_and(|part| surrenders(&part))
}

fn surrenders(part: &str) -> bool {
    let words = Words::of(part);
    let square = (0..words.len()).any(|at| is_square(words.folded(at)));
    let said = |at: usize| {
        let Some((count, whole)) = GIVES_UP.longest_at(&words, at) else {
            return false;
        };
        let begins = at == 0 || is_break(words.gap(at));
        let joined = words.joined(at) && !begins && is_doubtful_word(&words, at - 1);
        let behind = behind(&words, at + count);
        let goes_on = JOINTS.longest_at(&words, behind).is_some();
        if joined || whole && !begins || !(goes_on || ends(&words, behind)) {
            return false;
        }
        let (head, rest) = part.split_at(words.end(behind - 1));
        // What is told in a clause of its own (`Hasta aquí he llegado, me rindo`) denies nothing.
        let clause = (0..=at)
            .rev()
            .find(|at| *at == 0 || is_break(words.gap(*at)));
        let (told, own) = head.split_at(words.start(clause.unwrap_or(0)));
        let denied = !matches!(doubt(own), None | Some(Doubt::Denial))
            || matches!(
                doubt(told),
                Some(Doubt::Correction | Doubt::Condition | Doubt::Question)
            );
        let limited = matches!(doubt(rest), Some(Doubt::Correction | Doubt::Condition));
        let asked = words.gap(behind).contains('?');
        // `Tumbo el rey` speaks of nobody else.
        let others = speaks_of_others(&part[..words.start(at)]);
        !denied && !limited && !asked && !others
    };
    !square && (0..words.len()).any(said)
}

/// Whether a sentence offers a draw.
fn offers(part: &str) -> bool {
    offers_draw(part) || without_fillers(part).is_some_and(|part| offers_draw(&part))
}

fn offers_draw(part: &str) -> bool {
    let words = Words::of(part);
    (0..words.len()).any(|at| {
        let Some((count, whole)) = OFFERS.longest_at(&words, at) else {
            return false;
        };
        let behind = behind(&words, at + count);
        let head = &part[..words.start(at)];
        let begins = at == 0
            || is_greeting(&part[..words.end(at - 1)])
            || whole && is_break(words.gap(at)) && leads(head);
        // `Fancy a draw, Boris?`
        let called = behind < words.len() && behind + words.name(behind, 2) == words.len();
        let asks =
            words.gap(behind).contains('?') || called && words.gap(words.len()).contains('?');
        let rest = &part[words.start(behind)..];
        let free = behind == words.len() || called || is_free(rest) || asks_view(rest);
        begins && ends(&words, behind) && (whole || asks) && free
    })
}

/// Whether a text in front of an offer says what state the game is in, or something else that
/// leaves the offer as it is.
fn leads(text: &str) -> bool {
    let words = Words::of(text);
    let square = (0..words.len()).any(|at| is_square(words.folded(at)));
    let plain = matches!(doubt(text), None | Some(Doubt::Denial | Doubt::Hesitation));
    plain
        && !square
        && !names_draw(text)
        && !text.contains('?')
        && !speaks_of_others(text)
        && !gives_up(text)
}

/// What stands in front of an offer at the end of a line, without the words that join them: `Nf3` of `Nf3, remis?` and of
/// `Nf3 y ofrezco tablas`.
#[must_use]
pub fn before_offer(line: &str) -> Option<&str> {
    if line.len() > MAX_BYTES {
        return None;
    }
    let words = Words::of(line);
    let asks = words.gap(words.len()).contains('?');
    let offered = |at: &usize| {
        let hit = OFFERS.longest_at(&words, *at);
        hit.is_some_and(|(count, whole)| {
            (whole || asks) && behind(&words, at + count) == words.len()
        })
    };
    let first = (1..words.len()).find(offered)?;
    let mut at = first;
    while at > 1
        && LINKS
            .longest_at(&words, at - 1)
            .is_some_and(|(count, ())| count == 1)
    {
        at -= 1;
    }
    (at < first || is_break(words.gap(first))).then(|| &line[..words.start(at)])
}

/// A sentence without the words that say neither whether nor what: `hereby`, `gladly`, `to you`; `None` if it has none.
fn without_fillers(part: &str) -> Option<String> {
    let words = Words::of(part);
    let (mut kept, mut at) = (String::new(), 0);
    while at < words.len() {
        if let Some((count, ())) = FILLERS.longest_at(&words, at) {
            let gap = words.gap(at);
            kept.push_str(if is_break(gap) { gap } else { " " });
            at += count;
        } else {
            kept.push_str(words.gap(at));
            kept.push_str(words.written(at));
            at += 1;
        }
    }
    kept.push_str(words.gap(at));
    (kept.trim() != part.trim()).then_some(kept)
}

/// Whether a sentence asks what the other side thinks of the offer in front of it.
fn asks_view(part: &str) -> bool {
    let words = Words::of(part);
    let asks = words.gap(words.len()).contains('?');
    let view = VIEWS.longest_at(&words, 0);
    asks && view.is_some_and(|(count, ())| count == words.len())
}

/// The word behind those that say only when or where.
fn behind(words: &Words, at: usize) -> usize {
    let trail = TRAILS.longest_at(words, at);
    let trail = trail.filter(|(count, ())| !ends(words, at) || ends(words, at + count));
    trail.map_or(at, |(count, ())| at + count)
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
            (
                "There is nothing left to save this weekend. I give up.",
                Wish::Resign,
            ),
            ("Ik geef op, mooi gespeeld!", Wish::Resign),
            ("Muszę się poddać, gratulacje", Wish::Resign),
            ("Tengo que abandonar. ¡Enhorabuena!", Wish::Resign),
            ("Vill du ha remi?", Wish::Draw),
            ("Хочу предложить ничью", Wish::Draw),
            ("Aceitas o empate?", Wish::Draw),
            ("Would you settle for a draw here?", Wish::Draw),
            ("Proponho empate. O que acha?", Wish::Draw),
            ("Che ne dici se facciamo pari?", Wish::Draw),
            ("Wie wäre es, wenn wir Remis machen?", Wish::Draw),
            ("Ich biete Remis an. Einverstanden?", Wish::Draw),
            ("Proponuję remis. Co pan na to?", Wish::Draw),
            ("My king tips over. Well played!", Wish::Resign),
            ("You win. Good game!", Wish::Resign),
            ("Well played, I surrender!", Wish::Resign),
            ("Du hast gewonnen, schöne Partie!", Wish::Resign),
            ("Bravo, has ganado.", Wish::Resign),
            ("Tumbo el rey. Felicidades, jugaste muy bien.", Wish::Resign),
            ("Ты победил. Спасибо!", Wish::Resign),
            ("Blue has had enough. Continue without me", Wish::Resign),
            ("That's mate in two, so I resign.", Wish::Resign),
            ("I've decided to resign. Thanks for the game.", Wish::Resign),
            (
                "Ich strecke hiermit die Waffen und gratuliere dir.",
                Wish::Resign,
            ),
            ("Ich muss die Partie leider aufgeben.", Wish::Resign),
            ("Je vous concède la partie.", Wish::Resign),
            ("Нет смысла продолжать, сдаюсь.", Wish::Resign),
            ("Fancy a draw, Boris?", Wish::Draw),
            ("Ich würde Ihnen gern ein Remis anbieten.", Wish::Draw),
            (
                "Qui non succede più niente: ti propongo la patta.",
                Wish::Draw,
            ),
            (
                "The position is level, I offer a draw if that is allowed.",
                Wish::Draw,
            ),
        ] {
            assert_eq!(wish(line).map(|(wish, _)| wish), Some(wanted), "{line}");
        }
    }

    #[test]
    fn sentences_below_an_offer_are_words_for_others() {
        let below = |line| wish(line).map(|(_, below)| below);
        let line = "Hello! Shall we call it a draw? I see no way to win. Best wishes";
        assert_eq!(below(line), Some("I see no way to win."));
        let line = "Would you accept a draw? What do you think? I see no way to win.";
        assert_eq!(below(line), Some("I see no way to win."));
        assert_eq!(
            below("I would like to offer you a draw. Thank you."),
            Some("")
        );
    }

    #[test]
    fn offers_stand_behind_turns() {
        let turn = |line| before_offer(line).map(|turn| turn.trim_matches([' ', ',', '¿']));
        assert_eq!(turn("d4, ¿tablas?"), Some("d4"));
        assert_eq!(turn("Alfil b5 y ofrezco tablas"), Some("Alfil b5"));
        assert_eq!(turn("Sf3, ich biete Remis an"), Some("Sf3"));
        assert_eq!(turn("Sf3 und Remis"), None);
        assert_eq!(turn("Sf3 remis"), None);
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
            "I don't know how to resign",
            "How do I resign?",
            "Wie gebe ich auf?",
            "I give up, if you take the rook",
            "No me rindo",
            "You win a pawn",
            "If I take, you win",
            "You win?",
            "I think you win",
            "Du gewinnst einen Bauern",
            "I have had enough of the snow",
            "I will not resign and you know it",
            "I resign myself to a long game",
            "If I lose the rook, I resign",
            "Tu abandonnes ?",
            "Geef je op?",
            "If you play Nf3, I offer a draw",
            "Boris said: I offer a draw",
            "Ich hätte dir gern Remis angeboten",
            "I wonder whether to offer a draw",
        ] {
            assert_eq!(wish(line), None, "{line}");
        }
    }
}
