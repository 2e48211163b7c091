//! Jailers and lancers: the rulings J1 to L4 of docs/rules/eight-piece.md. Each
//! test is named after what its ruling says.

use super::{check, ends, has, lacks, only, told};

#[test]
fn j1_holding_is_a_fact_of_the_position_and_needs_no_turn() {
    let at = "4k3/8/3j4/3B4/8/8/8/4K3 w - - - 0 1";
    only(at, "", "B", "");
    told(
        at,
        "",
        "Bd5-c4",
        "the bishop on d5 is held by the jailer on d6",
    );
    // Diagonally nothing is held.
    only(
        "4k3/8/2j5/3B4/8/8/8/4K3 w - - - 0 1",
        "",
        "Bd5xc6",
        "Bd5xc6",
    );
}

#[test]
fn j1_a_held_jailer_still_holds() {
    let at = "4k3/8/8/3j4/2nJ4/8/8/4K3 b - - - 0 1";
    only(at, "", "J", "");
    only(at, "", "N", "");
    told(at, "", "Nc4-e3", "held by the jailer on d4");
    only("4k3/8/8/3j4/2nJ4/8/8/4K3 w - - - 0 1", "", "J", "");
}

#[test]
fn j1_a_held_lancer_may_still_re_orient() {
    let at = "4k3/8/j7/L{w}7/8/8/8/4K3 w - - - 0 1";
    only(at, "", "L", "La5=e La5=n La5=ne La5=s La5=se");
}

#[test]
fn j1_a_held_unit_may_be_pushed() {
    let at = "4k3/1s6/3j4/3N4/8/8/8/4K3 b - - - 0 1";
    has(at, "", "Sb7-d5Nf4");
}

#[test]
fn j2_a_held_unit_gives_no_check_and_guards_nothing() {
    check("4k3/8/8/3Jr3/8/8/8/4K3 w - - - 0 1", "", "");
    check("4k3/8/8/4r3/3J4/8/8/4K3 w - - - 0 1", "", "white");
    // The rook on e5 does not guard the knight.
    has("4k3/8/8/3Jr3/8/8/4n3/4K3 w - - - 0 1", "", "Ke1xe2");
}

#[test]
fn j2_a_king_may_mate_next_to_a_held_king() {
    let at = "k7/J7/2K5/8/8/8/8/8 b - - - 0 1";
    ends(at, "pass Kb7", "1-0 checkmate");
}

#[test]
fn j2_a_held_unit_that_a_sentry_pushes_captures_by_the_sentry_s_attack() {
    // The bishop on f3 is White's and held; the sentry pushes it onto the king.
    let at = "4k3/8/8/7s/8/5Bj1/8/3K4 w - - - 0 1";
    check(at, "", "white");
}

#[test]
fn j3_only_a_king_that_is_held_and_not_attacked_may_pass() {
    has("4k3/8/8/8/8/8/4j3/4K3 w - - - 0 1", "", "pass");
    let attacked = "7k/8/8/8/B7/8/4j3/r3K3 w - - - 0 1";
    lacks(attacked, "", "pass");
    told(attacked, "", "pass", "it is attacked by the rook on a1");
    told(
        "4k3/8/8/8/8/4j3/8/4K3 w - - - 0 1",
        "",
        "pass",
        "only while your king is held by a jailer",
    );
    // What else is held does not count.
    lacks("4k3/8/8/8/8/8/N7/j3K3 w - - - 0 1", "", "pass");
}

#[test]
fn j4_holding_does_not_stop_what_passes() {
    has("4k3/8/8/8/8/4j3/3P4/7K w - - - 0 1", "", "d2-d4");
    has("4k3/8/8/8/8/8/3j4/R6K w - - - 0 1", "", "Ra1-g1");
    has("4k3/8/8/8/8/8/5j2/4K2R w K - - 0 1", "", "O-O");
}

#[test]
fn l1_a_lancer_attacks_ahead_up_to_the_first_enemy() {
    check("k3l{s}3/4p3/8/8/8/8/8/4K3 w - - - 0 1", "", "white");
    check("k3l{s}3/4p3/8/4P3/8/8/8/4K3 w - - - 0 1", "", "");
    check("k3l{n}3/8/8/8/8/8/8/4K3 w - - - 0 1", "", "");
}

#[test]
fn l1_a_lancer_goes_over_its_own_side_and_captures_the_first_enemy() {
    let at = "4k3/8/1p6/8/8/1P6/8/1L{n}2K3 w - - - 0 1";
    only(
        at,
        "",
        "Lb1-b2",
        "Lb1-b2 Lb1-b2=e Lb1-b2=ne Lb1-b2=nw Lb1-b2=s Lb1-b2=se Lb1-b2=sw Lb1-b2=w",
    );
    has(at, "", "Lb1-b5");
    has(at, "", "Lb1xb6=w");
    lacks(at, "", "Lb1-b3");
    told(
        at,
        "",
        "Lb1-b7",
        "up to the first enemy, which is Black's pawn on b6",
    );
    told(at, "", "Lb1-c2", "faces n and goes only straight ahead");
    // It may turn on a square where it is held then.
    has("4k3/8/1p6/j7/8/1P6/8/1L{n}2K3 w - - - 0 1", "", "Lb1-b5=e");
}

#[test]
fn l2_a_lancer_re_orients_only_where_the_square_ahead_is_off_the_board() {
    only(
        "4k3/8/8/L{nw}7/8/8/8/4K3 w - - - 0 1",
        "",
        "L",
        "La5=e La5=n La5=ne La5=s La5=se",
    );
    told(
        "4k3/8/8/L{nw}7/8/8/8/4K3 w - - - 0 1",
        "",
        "La5=w",
        "it may turn to n, ne, e, se or s",
    );
    let ahead = "4k3/8/8/L{ne}7/8/8/8/4K3 w - - - 0 1";
    lacks(ahead, "", "La5=e");
    told(
        ahead,
        "",
        "La5=e",
        "a lancer turns only after moving, unless the square ahead of it is off the board",
    );
    told(ahead, "", "La5=ne", "faces ne already");
}

#[test]
fn l3_a_lancer_that_was_pushed_may_turn_and_then_move() {
    let at = "4k3/8/8/8/3l{e}4/8/5S2/7K w - - - 0 1";
    let pushed = "Sf2-d4Lc3";
    only(
        at,
        pushed,
        "Lc3=e",
        "Lc3=e-d3 Lc3=e-e3 Lc3=e-f3 Lc3=e-g3 Lc3=e-h3",
    );
    has(at, pushed, "Lc3=n-c8");
    // As it is, it goes southwest, and may turn afterwards.
    has(at, pushed, "Lc3-b2=n");
    told(
        at,
        pushed,
        "Lc3=n",
        "may turn before it moves, but then it has to move, as in Lc3=n-c4",
    );
    told(at, pushed, "Lc3-c8", "write Lc3=n-c8");
    told(at, pushed, "Lc3=sw-b2", "faces sw already");
    told(
        at,
        pushed,
        "Lc3=n-d5",
        "facing n, the lancer on c3 can go to c4",
    );
    // A turn later it may not.
    lacks(at, "Sf2-d4Lc3 Kd7 Kh2", "Lc3=e-d3");
    told(
        at,
        "Sf2-d4Lc3 Kd7 Kh2",
        "Lc3=e-d3",
        "only in the turn right after an enemy sentry has pushed it",
    );
}

#[test]
fn l3_a_lancer_that_is_pushed_and_held_only_turns() {
    let at = "4k3/8/8/8/3l{e}4/8/2J2S2/K7 w - - - 0 1";
    only(
        at,
        "Sf2-d4Lc3",
        "L",
        "Lc3=e Lc3=n Lc3=ne Lc3=nw Lc3=s Lc3=se Lc3=w",
    );
    told(
        at,
        "Sf2-d4Lc3",
        "Lc3=n-c8",
        "after the push it may only turn, as in Lc3=n",
    );
}

#[test]
fn l4_a_push_that_lets_the_lancer_take_the_king_is_illegal() {
    let at = "4k3/8/8/8/3l{e}4/8/5S2/2K5 w - - - 0 1";
    lacks(at, "", "Sf2-d4Lc3");
    told(
        at,
        "",
        "Sf2-d4Lc3",
        "the lancer on c3, which was pushed and may turn first",
    );
    has(at, "", "Sf2-d4Ld3");
    // Held it attacks nothing.
    has("4k3/8/8/8/3l{e}4/8/2J2S2/2K5 w - - - 0 1", "", "Sf2-d4Lc3");
}
