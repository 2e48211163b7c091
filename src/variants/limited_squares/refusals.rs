//! What is said of a typed action that is not possible, and of a turn that is not complete.

use crate::rules::{
    Direction, Explain, Reason, Role, Seat, Square, board::geometry::direction,
    moves::dialect::Typed, turns::ruleset::Word, turns::visit::find,
};

use super::army::{KING, by_letter};
use super::ends::Ends;
use super::notation::{Words, text};
use super::position::{Action, Position};
use super::rules::{Rules, TurnRule};
use super::squares::Squares;
use super::turns::{each_action, squares_alone};

/// Why a typed word is none of the actions that may follow those `made`; completes a sentence.
pub fn refuse(rules: &Rules, position: &Position, made: &[Action], word: &Word<Words>) -> Reason {
    let after = position.after(rules, made);
    let squares = Squares::new(rules, &after, made);
    let action = match (&word.means, word.means.action(rules)) {
        (_, Some(action)) => action,
        (Words::Move(typed), _) if made.is_empty() => {
            return piece_move(rules, position, &word.text, typed);
        }
        _ => return Reason::new("one-piece-move-in-a-turn"),
    };
    if made.is_empty() && !squares_alone(rules, position) {
        return no_piece_move(rules, position);
    }
    if let Err(fault) = squares.judge(&action) {
        return fault.reason(rules, &after);
    }
    if let Words::Shift(from, to, Some(letter)) = word.means
        && let Some(reason) = promotion_fault(rules, &squares, from, to, letter)
    {
        return reason;
    }
    exposed(rules, &after.after(rules, &[action]))
}

/// Why no legal turn begins with a piece move.
fn piece_move(rules: &Rules, position: &Position, typed: &str, means: &Typed) -> Reason {
    let pieces = rules.pieces;
    let meant = find(
        |visit| position.base.pseudo_legal(rules.pieces, visit),
        |mv| rules.pieces.fits(&position.base, mv, means),
    );
    let explain = Explain {
        hint: far_king,
        king_safe: false,
        ..Explain::new(pieces, &position.base)
    };
    let reason = match (meant, means) {
        (Some(mv), _) => {
            let reason = exposed(rules, &position.after(rules, &[Action::Move(mv)]));
            match rules.turn {
                TurnRule::Single => reason,
                _ => Reason::new("nothing-can-mend-that").with("why", reason),
            }
        }
        (None, Typed::Step(readings)) => explain.step(typed, readings),
        (None, Typed::Castle(wing)) => match position.base.castling_fault(rules.pieces, *wing) {
            Some(fault) => explain.castling(*wing, fault),
            None => Reason::new("no-move-named"),
        },
    };
    match rules.turn != TurnRule::Single && squares_alone(rules, position) {
        true => Reason::new("square-actions-alone-now").with("why", reason),
        false => reason,
    }
}

/// What to write for castling, where a king is moved along its rank.
fn far_king(role: Role, _seat: Seat, from: Square, to: Square) -> Option<Reason> {
    let far = role == KING && from.rank() == to.rank() && from.distance(to) > 1;
    far.then(|| Reason::new("king-moves-one-step"))
}

/// Why a turn does not begin with a square action.
fn no_piece_move(rules: &Rules, position: &Position) -> Reason {
    let reason = match position.base.fullmove_number {
        1 => Reason::new("first-turn-begins-with-move"),
        _ => Reason::new("turn-begins-with-move"),
    };
    match rules.turn {
        TurnRule::Single => reason.text("option", "turn=single"),
        TurnRule::Postal => reason.text("option", "turn=postal"),
        TurnRule::PostalPlus => reason.text("option", "turn=postal-plus"),
        TurnRule::Compulsory => reason,
    }
}

/// Why a carried pawn does not become what is typed.
fn promotion_fault(
    rules: &Rules,
    squares: &Squares<'_>,
    from: Square,
    to: Square,
    letter: char,
) -> Option<Reason> {
    let becomes = squares.promotions(from, to);
    if becomes.is_empty() {
        return Some(Reason::new("nothing-is-promoted-there"));
    }
    let role = rules.pieces.by_letter(letter);
    let known = role.is_some_and(|role| becomes.contains(&role));
    let name = by_letter(letter)?.name;
    (!known).then(|| Reason::new("pawn-does-not-become").name("piece", name))
}

/// Why a turn that leads here does not go on: the king is attacked, or what must be placed would
/// open it to attack.
fn exposed(rules: &Rules, position: &Position) -> Reason {
    attacked(rules, position).unwrap_or_else(|| Reason::new("leaves-no-hole"))
}

/// Who attacks the king of the side to move, and from where.
fn attacked(rules: &Rules, position: &Position) -> Option<Reason> {
    let (base, pieces) = (&position.base, rules.pieces);
    let (seat, king) = (base.to_move, position.king(rules));
    let from = base.checkers(pieces, seat).first()?;
    let role = base.board.at(from)?.role;
    let leaps = &pieces.movement(role, seat.other()).capture;
    let reason = Reason::new("leaves-the-king-attacked")
        .text("king", king)
        .name("piece", pieces.about(role).name)
        .text("from", from);
    // A leap has no line to speak of.
    Some(match direction(king, from) {
        _ if leaps.leaps(from).has(king) => reason,
        Some(Direction::N | Direction::S) => reason.text("file", char::from(b'a' + king.file())),
        Some(Direction::E | Direction::W) => reason.number("rank", king.rank() + 1),
        Some(_) => reason.number("diagonal", 1),
        None => reason,
    })
}

/// What is missing where the actions `made` begin a legal turn and are none; a sentence.
pub fn missing(rules: &Rules, position: &Position, made: &[Action]) -> Reason {
    let ends = |action: &Action| {
        let longer = [made, &[*action]].concat();
        Ends::new(rules, &position.after(rules, &longer), &longer).here()
    };
    let next = find(|visit| each_action(rules, position, made, visit), ends)
        .or_else(|| find(|visit| each_action(rules, position, made, visit), |_| true));
    let next = next.map_or(String::new(), |action| text(rules, &action));
    let good: Vec<String> = made.iter().map(|action| text(rules, action)).collect();
    let reason = match attacked(rules, &position.after(rules, made)) {
        Some(why) => Reason::new("square-action-missing").with("why", why),
        None => Reason::new("placing-missing"),
    };
    reason.text("made", good.join(" ")).text("next", next)
}

/// What a word leaves open that names no piece for its pawn to become; a sentence.
pub fn left_open(
    rules: &Rules,
    position: &Position,
    typed: &Words,
    fitting: &[Action],
) -> Option<Reason> {
    match (typed, fitting) {
        (Words::Move(typed), _) => {
            let moves = fitting.iter().filter_map(|action| match action {
                Action::Move(mv) => Some(*mv),
                _ => None,
            });
            rules.pieces.left_open(typed, &moves.collect::<Vec<_>>())
        }
        (Words::Shift(from, to, None), [Action::Shift(shift), ..]) => {
            shift.promotion?;
            let army = rules.army(position.base.to_move);
            let letter = army.pieces[3].letter;
            let open = Reason::new("carried-pawn-open").text("step", format!("@{from}-{to}"));
            Some(open.text("letter", letter))
        }
        _ => None,
    }
}
