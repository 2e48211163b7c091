//! The rulings of docs/rules/eight-piece.md: each has a test that is named after what it says.

use super::{after, check, ends, has, lacks, only, told};

#[test]
fn j1_holding_is_a_fact_of_the_position_and_needs_no_turn() {
    let at = "4k3/8/3j4/3B4/8/8/8/4K3 w - - - 0 1";
    only(at, "", "B", "");
    told(
        at,
        "",
        "Bd5-c4",
        "the bishop on d5 is held by the jailer on d6 (J1)",
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
    told(
        attacked,
        "",
        "pass",
        "it is attacked by the rook on a1 (J3)",
    );
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
        "it may turn to n, ne, e, se or s (L2)",
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
    // As it stands it goes southwest, and may turn afterwards.
    has(at, pushed, "Lc3-b2=n");
    told(
        at,
        pushed,
        "Lc3=n",
        "may turn before it moves, but then it has to move, as in Lc3=n-c4 (L3)",
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
        "after the push it may only turn, as in Lc3=n (L3)",
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
        "the lancer on c3, which was pushed and may turn first (L4)",
    );
    has(at, "", "Sf2-d4Ld3");
    // Held it attacks nothing.
    has("4k3/8/8/8/3l{e}4/8/2J2S2/2K5 w - - - 0 1", "", "Sf2-d4Lc3");
}

#[test]
fn p1_pushed_pieces_go_their_own_way_in_the_sentry_s_colour() {
    // A knight captures its own side's bishop, and nothing of the sentry's side.
    let at = "4k3/8/5b2/8/4n3/2P5/6S1/K7 w - - - 0 1";
    only(
        at,
        "",
        "Sg2-e4",
        "Sg2-e4Nc5 Sg2-e4Nd2 Sg2-e4Nd6 Sg2-e4Nf2 Sg2-e4Ng3 Sg2-e4Ng5 Sg2-e4Nxf6",
    );
    told(
        at,
        "",
        "S-e4Nc3",
        "a pushed knight counts as yours, and your own pawn stands on c3 (P1)",
    );
    told(
        at,
        "",
        "S-e4Ne5",
        "a knight pushed from e4 does not go to e5 (P1)",
    );
    // A king is pushed onto attacked squares, too, and it never takes the sentry's king.
    only(
        "8/8/8/3k4/8/1S6/8/K3R3 w - - - 0 1",
        "",
        "Sb3-d5",
        "Sb3-d5Kc4 Sb3-d5Kc5 Sb3-d5Kc6 Sb3-d5Kd4 Sb3-d5Kd6 Sb3-d5Ke4 Sb3-d5Ke5 Sb3-d5Ke6",
    );
}

#[test]
fn p1_a_pushed_pawn_goes_one_step_in_the_sentry_s_direction() {
    let at = "4k3/2b1p3/3p4/8/5S2/8/8/K7 w - - - 0 1";
    only(at, "", "Sf4-d6", "Sf4-d6Pd7 Sf4-d6Pxc7 Sf4-d6Pxe7");
    // Where its own king stands it cannot go.
    only("4k3/4p3/8/2S5/8/8/8/K7 w - - - 0 1", "", "Sc5-e7", "");
}

#[test]
fn p1_pushed_jailers_and_sentries_capture_nothing() {
    let jailer = "4k3/8/4p3/8/2n1j1n1/8/6S1/K7 w - - - 0 1";
    only(
        jailer,
        "",
        "Sg2-e4",
        "Sg2-e4Jd4 Sg2-e4Je1 Sg2-e4Je2 Sg2-e4Je3 Sg2-e4Je5 Sg2-e4Jf4",
    );
    told(
        jailer,
        "",
        "S-e4Jxe6",
        "a jailer captures nothing, pushed or not (P1)",
    );
    let sentry = "4k3/8/2p3p1/8/4s3/8/6S1/K7 w - - - 0 1";
    only(
        sentry,
        "",
        "Sg2-e4",
        "Sg2-e4Sb1 Sg2-e4Sc2 Sg2-e4Sd3 Sg2-e4Sd5 Sg2-e4Sf3 Sg2-e4Sf5 Sg2-e4Sg2 Sg2-e4Sh1",
    );
}

#[test]
fn p1_a_pushed_lancer_goes_ahead_or_is_nudged() {
    // Over White's pawn, up to Black's; nudged to any empty square beside it, where it faces that way.
    let at = "4k3/8/4p3/4P3/3Pl{n}3/8/6S1/K7 w - - - 0 1";
    only(
        at,
        "",
        "Sg2-e4",
        "Sg2-e4Ld3 Sg2-e4Ld5 Sg2-e4Le3 Sg2-e4Lf3 Sg2-e4Lf4 Sg2-e4Lf5 Sg2-e4Lxe6",
    );
    after(
        at,
        "Sg2-e4Lf5",
        "4k3/8/4p3/4Pl{ne}2/3PS3/8/8/K7 b - - e4f5 1 1",
    );
    after(
        at,
        "Sg2-e4Lxe6",
        "4k3/8/4l{n}3/4P3/3PS3/8/8/K7 b - - e4e6 0 1",
    );
}

#[test]
fn p1_a_pushed_unit_may_go_where_the_sentry_came_from() {
    after(
        "4k3/8/8/8/4b3/8/6S1/K7 w - - - 0 1",
        "Sg2-e4Bg2",
        "4k3/8/8/8/4S3/8/6b1/K7 b - - e4g2 1 1",
    );
}

#[test]
fn p2_jailers_do_not_keep_a_unit_from_being_pushed_or_from_capturing() {
    // Held by White's jailer the knight is pushed, and captures beside another one.
    let at = "4k3/8/5b2/8/3Jn3/8/6S1/K7 w - - - 0 1";
    has(at, "", "Sg2-e4Nxf6");
    // At rest it is held again.
    let held = "4k3/8/8/5J2/4n3/8/6S1/K7 w - - - 0 1";
    only(held, "Sg2-e4Ng5", "N", "");
}

#[test]
fn p2_a_unit_without_a_move_cannot_be_pushed() {
    let at = "4b2k/4p3/8/2S5/8/8/8/K7 w - - - 0 1";
    only(at, "", "Sc5-e7", "");
    told(
        at,
        "",
        "Sc5-e7Pe8",
        "the pawn on e7 cannot be pushed: it has no move from there (P2)",
    );
    told(
        at,
        "",
        "Se7",
        "a sentry captures nothing, it pushes the pawn on e7 away",
    );
}

#[test]
fn p3_a_pushed_piece_may_not_go_back_towards_the_sentry() {
    let at = "3k4/8/8/8/4r3/8/6S1/K7 w - - - 0 1";
    let pushed = "Sg2-e4Rh4";
    only(
        at,
        pushed,
        "R",
        "Rh4-h1 Rh4-h2 Rh4-h3 Rh4-h5 Rh4-h6 Rh4-h7 Rh4-h8",
    );
    told(
        at,
        pushed,
        "Rh4-g4",
        "the rook was pushed from e4 and may not go back that way this turn",
    );
    told(at, pushed, "Rh4xe4", "may not go back that way this turn");
    // The ban ends after that turn.
    has(at, "Sg2-e4Rh4 Kd7 Ka2", "Rh4xe4");
}

#[test]
fn p3_a_pushed_knight_may_not_take_the_sentry() {
    let at = "4k3/8/8/8/4n3/8/6S1/K7 w - - - 0 1";
    only(
        at,
        "Sg2-e4Nf6",
        "N",
        "Nf6-d5 Nf6-d7 Nf6-g4 Nf6-g8 Nf6-h5 Nf6-h7",
    );
}

#[test]
fn p3_a_pushed_sentry_may_not_push_its_pusher() {
    let at = "4k3/8/8/8/4s3/8/6S1/K7 w - - - 0 1";
    only(at, "Sg2-e4Sc6", "S", "Sc6-a4 Sc6-a8 Sc6-b5 Sc6-b7 Sc6-d7");
    told(
        at,
        "Sg2-e4Sc6",
        "Sc6-e4Sf5",
        "the sentry was pushed from e4",
    );
    // A turn later it may.
    has(at, "Sg2-e4Sc6 Ke7 Ka2", "Sc6-e4Sf5");
}

#[test]
fn p3_pawns_may_go_back() {
    let at = "5bk1/4pppp/8/2S5/8/8/8/4K3 w - - - 0 1";
    has(at, "S-e7Pxf8", "f8xe7");
}

#[test]
fn p4_a_sentry_attacks_where_it_could_make_a_unit_capture() {
    // The rook on f1 could be pushed onto the king.
    check("4k3/8/8/1s6/8/8/8/4KR2 w - - - 0 1", "", "white");
    // To aim at the king is no check, nor to push what does not capture there.
    check("4k3/8/8/1s6/8/8/8/5K2 w - - - 0 1", "", "");
    check("4k3/8/8/1s6/8/8/8/4KN2 w - - - 0 1", "", "");
    check("4k3/8/8/1s6/8/8/8/4KJ2 w - - - 0 1", "", "");
    // A pawn is pushed down the board by Black.
    check("4k3/8/8/1s6/8/3P4/4K3/8 w - - - 0 1", "", "white");
    check("4k3/8/8/8/1s6/8/3P4/4K3 w - - - 0 1", "", "white");
    check("4k3/8/8/8/1s6/8/3P4/3K4 w - - - 0 1", "", "");
}

#[test]
fn p4_with_a_sentry_on_b5_and_an_own_rook_on_f1_g1_is_attacked() {
    let at = "4k3/8/8/1s6/8/8/8/5R1K w - - - 0 1";
    lacks(at, "", "Kh1-g1");
    told(
        at,
        "",
        "Kh1-g1",
        "attacked on g1 by the sentry on b5, which could push the rook on f1 onto it (P4)",
    );
    // The king that castles would stand there with its rook beside it.
    told(
        "4k3/8/8/1s6/8/8/8/4K2R w K - - 0 1",
        "",
        "O-O",
        "onto it (P4)",
    );
}

#[test]
fn p5_a_pawn_pushed_to_its_own_first_rank_stays_a_pawn() {
    let at = "7k/4p3/8/2S5/8/8/8/K7 w - - - 0 1";
    after(at, "Sc5-e7Pe8", "4p2k/4S3/8/8/8/8/8/K7 b - - e7e8 0 1");
    // It may step two from there.
    has(at, "Sc5-e7Pe8 Kg8 Se7-h4", "e8-e6");
}

#[test]
fn p6_a_pushed_king_or_partner_has_moved() {
    let at = "j3k2r/8/8/1S6/8/8/8/4K3 w kq - - 0 1";
    after(at, "Sb5-e8Kd8", "j2kS2r/8/8/8/8/8/8/4K3 b - - e8d8 1 1");
    let rook = "j3k1nr/8/8/8/3S4/8/8/4K3 w kq - - 0 1";
    after(rook, "Sd4-h8Rh4", "j3k1nS/8/8/8/7r/8/8/4K3 b q - h8h4 1 1");
}

#[test]
fn pawns_step_two_from_the_first_and_second_rank() {
    has("4k3/8/8/8/8/8/8/P3K3 w - - - 0 1", "", "a1-a3");
    after(
        "4k3/8/8/8/8/8/8/P3K3 w - - - 0 1",
        "a1-a3",
        "4k3/8/8/8/8/P7/8/4K3 b - a2 - 0 1",
    );
    has("4k3/8/8/8/8/1p6/8/P3K3 w - - - 0 1", "a1-a3", "b3xa2");
    told(
        "4k3/8/8/8/8/P7/8/4K3 w - - - 0 1",
        "",
        "a3-a5",
        "only from its first or second rank",
    );
}

#[test]
fn pawns_become_a_lancer_of_any_facing_a_jailer_or_a_sentry() {
    only(
        "8/P3k3/8/8/8/8/8/4K3 w - - - 0 1",
        "",
        "a7",
        "a7-a8=B a7-a8=J a7-a8=L=e a7-a8=L=n a7-a8=L=ne a7-a8=L=nw a7-a8=L=s a7-a8=L=se a7-a8=L=sw a7-a8=L=w a7-a8=N a7-a8=Q a7-a8=R a7-a8=S",
    );
}

#[test]
fn castling_is_with_the_rook_or_the_jailer() {
    let at = "4k3/8/8/8/8/8/8/J3K2R w KQ - - 0 1";
    after(at, "O-O", "4k3/8/8/8/8/8/8/J4RK1 b - - - 1 1");
    after(at, "O-O-O", "4k3/8/8/8/8/8/8/2KJ3R b - - - 1 1");
    lacks(at, "Jb1 Kd8 Ja1 Ke8", "O-O-O");
    told(
        at,
        "Jb1 Kd8 Ja1 Ke8",
        "O-O-O",
        "the right to castle O-O-O is gone: the jailer has moved",
    );
}

#[test]
fn a_held_king_or_partner_does_not_castle() {
    told(
        "4k3/8/8/8/8/8/4j3/4K2R w K - - 0 1",
        "",
        "O-O",
        "with a king that is held there is no castling",
    );
    told(
        "4k3/8/8/8/8/8/7j/4K2R w K - - 0 1",
        "",
        "O-O",
        "with a rook that is held there is no castling",
    );
}

#[test]
fn e1_no_turn_ends_with_the_own_king_attacked() {
    let at = "4k3/8/8/8/7q/8/5N2/4K3 w - - - 0 1";
    only(at, "", "N", "");
    told(
        at,
        "",
        "Nf2-d3",
        "your king on e1 would be left in check by the queen on h4",
    );
    ends("k7/8/1QK5/8/8/8/8/8 b - - - 0 1", "", "1/2-1/2 stalemate");
}

#[test]
fn e2_fifty_turns_by_each_side_without_a_capture_or_a_pawn_on_a_new_square() {
    ends(
        "4k3/8/8/8/8/8/8/J3K3 w - - - 99 80",
        "Ja2",
        "1/2-1/2 move rule",
    );
    ends("4k3/8/8/8/8/8/P7/J3K3 w - - - 99 80", "a3", "*");
    // Passing and re-orienting count.
    after(
        "4k3/8/8/8/8/8/4j3/4K3 w - - - 5 80",
        "pass",
        "4k3/8/8/8/8/8/4j3/4K3 b - - - 6 80",
    );
    after(
        "4k3/8/8/L{w}7/8/8/8/4K3 w - - - 5 80",
        "La5=e",
        "4k3/8/8/L{e}7/8/8/8/4K3 b - - - 6 80",
    );
    // A push that captures is progress.
    after(
        "5bk1/4pppp/8/2S5/8/8/8/4K3 w - - - 5 80",
        "S-e7Pxf8",
        "5pk1/4Sppp/8/8/8/8/8/4K3 b - - e7f8 0 80",
    );
}

#[test]
fn e2_a_pawn_pushed_back_and_stepping_on_again_is_no_progress() {
    let at = "k7/8/4p3/8/2S5/8/8/4K3 w - - - 7 80";
    // On e7 it has never been; back on e6 it has.
    after(at, "Sc4-e6Pe7", "k7/4p3/4S3/8/8/8/8/4K3 b - - e6e7 0 80");
    after(
        at,
        "Sc4-e6Pe7 Kb8 Se6-d5 e7-e6",
        "1k6/8/4p3/3S4/8/8/8/4K3 w - - - 3 82",
    );
    // From there on, what it has not seen yet counts again.
    after(
        at,
        "Sc4-e6Pe7 Kb8 Se6-d5 e7-e6 Sd5-e4 e6-e5",
        "1k6/8/8/4p3/4S3/8/8/4K3 w - - - 0 83",
    );
}

#[test]
fn e3_repetition_counts_facings_and_what_was_pushed() {
    let shuffle = "Ke2 Ke7 Ke1 Ke8";
    let at = "4k3/8/8/8/8/8/8/J3K3 w - - - 0 1";
    ends(at, &[shuffle; 4].join(" "), "1/2-1/2 repetition");
    ends(at, &[shuffle; 3].join(" "), "*");
    ends(
        at,
        &format!("{} claim", [shuffle; 2].join(" ")),
        "1/2-1/2 repetition",
    );
    // With another facing it is another position.
    let lancer = "4k3/8/8/L{w}7/8/8/8/4K3 w - - - 0 1";
    let turning = "La5=n Ke7 La5-a8=w Ke8 La8=s Ke7 La8-a5=w Ke8";
    ends(
        lancer,
        &format!("{turning} {turning} claim"),
        "1/2-1/2 repetition",
    );
}

#[test]
fn e3_a_piece_just_pushed_makes_another_position() {
    // Both pass: the position comes back with every second turn, but the first one had a push behind it.
    let at = "4k3/4J3/8/8/8/8/4j3/4K2n b - - - 0 1";
    ends(at, "pass pass pass pass pass pass pass", "*");
    ends(
        at,
        "pass pass pass pass pass pass pass pass",
        "1/2-1/2 repetition",
    );
    let pushed = "4k3/4J3/8/8/8/8/4j1S1/4K2n b - - g2h1 0 1";
    ends(pushed, "pass pass pass pass pass pass pass pass", "*");
    ends(
        pushed,
        "pass pass pass pass pass pass pass pass pass",
        "1/2-1/2 repetition",
    );
}

#[test]
fn e3_positions_that_nobody_can_win_are_drawn_at_once() {
    for rest in ["8", "N7", "b7", "S7"] {
        ends(
            &format!("4k3/{rest}/8/8/8/8/4p3/4K3 w - - - 0 1"),
            "Kxe2",
            "1/2-1/2 dead position",
        );
    }
    ends(
        "4k3/8/B1b5/3B4/8/8/4p3/4K3 w - - - 0 1",
        "Kxe2",
        "1/2-1/2 dead position",
    );
    for rest in [
        "J7", "L{n}7", "R7", "P7", "NN6", "NS6", "SS6", "B1S5", "Bb6",
    ] {
        ends(
            &format!("4k3/{rest}/8/8/8/8/4p3/4K3 w - - - 0 1"),
            "Kxe2",
            "*",
        );
    }
}

#[test]
fn e4_checkmate_and_stalemate_go_before_the_clock() {
    ends("k7/8/1K6/8/8/8/8/7R w - - - 99 90", "Rh8", "1-0 checkmate");
    ends(
        "k7/8/1K6/8/8/8/8/2Q5 w - - - 99 90",
        "Qc7",
        "1/2-1/2 stalemate",
    );
}
