//! Pawns, castling, and the rulings E1 to E4 of docs/rules/eight-piece.md. Each
//! test is named after what its ruling says.

use super::{after, ends, has, lacks, only, told};

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
        "you cannot castle to that side any more (O-O-O): the jailer has moved",
    );
}

#[test]
fn a_held_king_or_partner_does_not_castle() {
    told(
        "4k3/8/8/8/8/8/4j3/4K2R w K - - 0 1",
        "",
        "O-O",
        "you cannot castle with a king that is held",
    );
    told(
        "4k3/8/8/8/8/8/7j/4K2R w K - - 0 1",
        "",
        "O-O",
        "you cannot castle with a rook that is held",
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
