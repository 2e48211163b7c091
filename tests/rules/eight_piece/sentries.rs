//! Sentries: the rulings P1 to P6 of docs/rules/eight-piece.md. Each
//! test is named after what its ruling says.

use super::{after, check, has, lacks, only, told};

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
        "a pushed knight counts as yours, and your own pawn is on c3",
    );
    told(
        at,
        "",
        "S-e4Ne5",
        "a knight pushed from e4 does not go to e5",
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
        "a jailer captures nothing, pushed or not",
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
        "the pawn on e7 cannot be pushed: it has no move from there",
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
        "attacked on g1 by the sentry on b5, which could push the rook on f1 onto it",
    );
    // The king that castles would be there with its rook beside it.
    told("4k3/8/8/1s6/8/8/8/4K2R w K - - 0 1", "", "O-O", "onto it");
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
