//! The worked examples of the inventor's text. Where it shows a diagram that is not in the text, the
//! position here has what the text says of it.

use super::{after, check, ends, has, lacks, only, start, told};

const START: &str = "jl{se}sqkbnr/pppppppp/8/8/8/8/PPPPPPPP/JL{ne}SQKBNR w KQkq - - 0 1";

#[test]
fn the_game_begins_with_eight_pieces() {
    assert_eq!(start("eight-piece", "", "-").position(), START);
}

#[test]
fn castling_leads_through_a_jailer_s_hold_and_the_rook_is_held_afterwards() {
    // 'If the Black jailer is on f2, White can still castle king-side. Afterward the White rook on f1 would
    // be held.'
    let at = "4k3/8/8/8/8/8/5j2/4K2R w K - - 0 1";
    after(at, "O-O", "4k3/8/8/8/8/8/5j2/5RK1 b - - - 1 1");
    told(
        at,
        "O-O Kd8",
        "Rf1-e1",
        "the rook on f1 is held by the jailer on f2",
    );
}

#[test]
fn a_jailer_on_e3_does_not_prohibit_d2_d4() {
    has("4k3/8/8/8/8/4j3/3P4/7K w - - - 0 1", "", "d2-d4");
}

#[test]
fn a_jailer_may_hold_up_to_four_units() {
    let at = "4k3/8/3n4/2bJq3/3r4/8/8/4K3 b - - - 0 1";
    only(at, "", "N", "");
    only(at, "", "B", "");
    only(at, "", "Q", "");
    only(at, "", "R", "");
}

#[test]
fn jailers_that_hold_each_other_stay_until_one_is_captured_or_pushed() {
    let at = "4k3/8/8/3j4/3J1n2/8/8/4K3 b - - - 0 1";
    only(at, "", "J", "");
    // The knight captures the one that holds.
    has(at, "Nf4-e2 Ke1-d1 Ne2xd4 Kd1-e1", "Jd5-d8");
}

#[test]
fn king_and_jailer_checkmate_a_lone_king() {
    ends(
        "k7/J7/2K5/8/8/8/8/8 b - - - 0 1",
        "pass Kc6-b7",
        "1-0 checkmate",
    );
}

#[test]
fn a_bishop_before_the_king_is_not_pinned_by_a_jailer() {
    // 'The bishop is not actually pinned because jailers cannot capture.'
    let at = "4k3/8/4j3/8/8/8/4B3/4K3 w - - - 0 1";
    has(at, "", "Be2-g4");
    check(at, "Be2-g4", "");
    // 'Bg4 protects the king from Je2': the jailer could be captured there.
    has(at, "Be2-g4 Je6-e2", "Bg4xe2");
}

#[test]
fn a_lancer_facing_southeast_takes_on_e5_and_turns_south_with_check() {
    // It jumps over its own pawn on d6.
    let at = "4k3/2l{se}5/3p4/4P3/8/8/8/4K3 b - - - 0 1";
    has(at, "", "Lc7xe5=s");
    check(at, "Lc7xe5=s", "white");
}

#[test]
fn a_lancer_on_a5_facing_northwest_has_five_re_orients() {
    only(
        "4k3/8/8/L{nw}7/8/8/8/4K3 w - - - 0 1",
        "",
        "L",
        "La5=e La5=n La5=ne La5=s La5=se",
    );
}

#[test]
fn a_king_pushed_from_a2_to_a1_is_checkmated() {
    ends(
        "8/8/8/8/2S5/2K5/k7/7R w - - - 0 1",
        "Sc4-a2Ka1",
        "1-0 checkmate",
    );
    // Without the rook's check it could stay, but not go back.
    lacks("8/7p/8/8/2S5/7K/k7/8 w - - - 0 1", "Sc4-a2Ka1", "Ka1xa2");
}

#[test]
fn the_pawn_that_was_pushed_to_f8_recaptures_the_sentry() {
    let at = "5bk1/4pppp/8/2S5/8/8/8/4K3 w - - - 0 1";
    after(at, "S-e7Pxf8", "5pk1/4Sppp/8/8/8/8/8/4K3 b - - e7f8 0 1");
    after(at, "S-e7Pxf8 fxe7", "6k1/4pppp/8/8/8/8/8/4K3 w - - - 0 2");
}

/// The lancer on h1 gives check along the first rank; behind it White has a bishop and a knight.
const FIRST_RANK: &str = "6k1/8/8/8/4S3/8/5P2/3KBN1l{w} w - - - 0 1";

#[test]
fn a_lancer_is_pushed_over_the_king_along_the_first_rank() {
    check("6k1/8/8/8/4S3/8/5P2/3K3l{w} w - - - 0 1", "", "white");
    let at = "6k1/8/8/8/4S3/8/5P2/3K3l{w} w - - - 0 1";
    after(at, "Se4-h1La1", "6k1/8/8/8/8/8/5P2/l{w}2K3S b - - h1a1 1 1");
    // It may not go back over the king, but re-orient, at any time.
    told(
        at,
        "Se4-h1La1",
        "La1=e-b1",
        "was pushed from h1 and may not go back that way this turn",
    );
    has(at, "Se4-h1La1", "La1=n");
    has(at, "Se4-h1La1 Kg7 Kd2", "La1=e");
    // White's own units are jumped.
    has(FIRST_RANK, "", "Se4-h1Lc1");
}

#[test]
fn the_same_lancer_is_nudged_to_g2_aiming_northwest_or_to_h2_aiming_north() {
    let at = "6k1/8/8/8/4S3/8/5P2/3K3l{w} w - - - 0 1";
    after(at, "S-h1Lg2", "6k1/8/8/8/8/8/5Pl{nw}1/3K3S b - - h1g2 1 1");
    after(at, "S-h1Lh2", "6k1/8/8/8/8/8/5P1l{n}/3K3S b - - h1h2 1 1");
}

#[test]
fn a_lancer_pushed_northeast_onto_g8_re_orients_any_way_but_north() {
    // Nudged from f7 it looks northeast, off the board.
    let at = "8/k4l{s}2/8/8/2S5/8/8/K7 w - - - 0 1";
    after(at, "Sc4-f7Lg8", "6l{ne}1/k4S2/8/8/8/8/8/K7 b - - f7g8 1 1");
    let later = "6l{ne}1/k4S2/8/8/8/8/8/K7 b - - - 1 1";
    only(later, "", "L", "Lg8=e Lg8=s Lg8=se Lg8=sw Lg8=w");
}

#[test]
fn a_sentry_is_not_pinned_by_a_piece_that_it_can_capture_by_pushing() {
    // Black's sentry stands between its king and White's queen; it pushes the bishop onto the queen.
    let at = "3k4/8/8/3s4/8/1B6/8/3Q2K1 b - - - 0 1";
    has(at, "", "Sd5-b3Bxd1");
    lacks(at, "", "Sd5-e6");
    lacks(at, "", "Sd5-b3Bc4");
}

#[test]
fn sentries_do_not_prevent_castling_by_aiming_at_the_king() {
    has("4k3/8/8/8/1s6/8/8/4K2R w K - - 0 1", "", "O-O");
    lacks("4k3/8/8/1s6/8/8/8/4K2R w K - - 0 1", "", "O-O");
}

#[test]
fn a_pushed_sentry_pushes_nothing_and_captures_nothing() {
    let at = "7k/8/2N3p1/8/4s3/8/6S1/K7 w - - - 0 1";
    lacks(at, "", "Sg2-e4Sc6");
    lacks(at, "", "Sg2-e4Sxg6");
    has(at, "", "Sg2-e4Sf5");
}

#[test]
fn a_pawn_is_never_pushed_two_squares() {
    only(
        "7k/8/4p3/8/2S5/8/8/K7 w - - - 0 1",
        "",
        "Sc4-e6",
        "Sc4-e6Pe7",
    );
}

#[test]
fn the_notation_of_the_source_is_understood() {
    after(
        START,
        "Le4",
        "jl{se}sqkbnr/pppppppp/8/8/4L{ne}3/8/PPPPPPPP/J1SQKBNR b KQkq - - 1 1",
    );
    for (at, typed, canonical) in [
        (
            "4k3/8/8/8/8/8/1L{n}6/4K3 w - - - 0 1",
            "Lb3 = e",
            "Lb2-b3=e",
        ),
        ("4k3/8/8/8/8/8/1L{e}6/4K3 w - - - 0 1", "Lc2 = e", "Lb2-c2"),
        (
            "4k3/8/8/8/4p3/8/8/1L{ne}2K3 w - - - 0 1",
            "Lxe4 = w",
            "Lb1xe4=w",
        ),
        (
            "4k3/8/8/8/4p3/8/8/1L{ne}2K3 w - - - 0 1",
            "Lxe4=w",
            "Lb1xe4=w",
        ),
        (
            "6k1/8/8/8/4S3/8/5P2/3K3l{w} w - - - 0 1",
            "S-h1Lg2",
            "Se4-h1Lg2",
        ),
    ] {
        let played = start("eight-piece", "", at).play(typed).expect(typed);
        assert_eq!(played.canonical, canonical);
    }
    after(
        "5bk1/4pppp/8/2S5/8/8/8/4K3 w - - - 0 1",
        "S-e7Pxf8",
        "5pk1/4Sppp/8/8/8/8/8/4K3 b - - e7f8 0 1",
    );
}
