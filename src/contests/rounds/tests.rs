use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::by_program::{Version, sample};
use super::*;
use crate::contests::table::tests::contest;
use crate::contests::trf;
use crate::contests::{ContestAct, ContestRefusal, ContestRequest, decide, standings};
use crate::ids::PlayerId;
use crate::meeting::Concluded;

/// A contest that is played to its end.
struct Event {
    contest: Contest,
    games: Vec<Played>,
    chance: ChaCha12Rng,
}

impl Event {
    fn new(kind: ContestKind, players: i64) -> Self {
        let mut contest = contest(players, kind.ties());
        contest.terms.kind = kind;
        contest.told = false;
        Self {
            contest,
            games: Vec::new(),
            chance: ChaCha12Rng::seed_from_u64(players.unsigned_abs()),
        }
    }

    fn next(&mut self) -> Next {
        self.next_if(false)
    }

    fn next_if(&mut self, due: bool) -> Next {
        let chance = &mut self.chance;
        next(&self.contest, &self.games, due, &mut |all| {
            all.shuffle(chance)
        })
    }

    /// Begins the next round, whose games have no result yet; `None`: it is over.
    fn begin(&mut self) -> Option<Round> {
        let round = match self.next() {
            Next::Round(round) => round,
            Next::Over => return None,
            Next::Wait => panic!("games are not over"),
        };
        let acts = [ContestAct::Pair(round.clone()), ContestAct::Tell];
        self.contest = self.contest.after(&acts);
        for players in &round.games {
            let player = |number: &usize| self.contest.player(*number).expect("a player");
            self.games.push(Played {
                players: players.iter().map(player).collect(),
                points: None,
                over: false,
            });
        }
        Some(round)
    }

    /// Plays the games of a round: half points of the first player, by their numbers.
    fn play(&mut self, round: &Round, mut score: impl FnMut(usize, usize) -> u8) {
        let first = self.games.len() - round.games.len();
        for (at, players) in round.games.iter().enumerate() {
            let half = score(players[0], players[1]);
            self.games[first + at].points = Some(vec![half, 2 - half]);
            self.games[first + at].over = true;
        }
    }

    fn leave(&mut self, number: usize) {
        let player = self.contest.player(number).expect("a player");
        let act = ContestAct::Depart {
            player,
            struck: false,
            barred: None,
        };
        self.contest = self.contest.after(&[act]);
    }

    /// The table: who has which place, with the points.
    fn table(&self) -> Vec<(i64, usize, u32)> {
        let lines = standings(&self.contest, &self.games).into_iter();
        lines
            .map(|line| (line.player.0, line.place.expect("a place"), line.points))
            .collect()
    }
}

/// Whoever is seeded higher wins.
fn better(one: usize, other: usize) -> u8 {
    if one < other { 2 } else { 0 }
}

#[test]
fn the_best_of_a_knock_out_meet_in_the_final() {
    let mut event = Event::new(ContestKind::KnockOut, 6);
    let mut rounds = Vec::new();
    while let Some(round) = event.begin() {
        assert_eq!(event.next(), Next::Wait);
        event.play(&round, better);
        rounds.push(round);
    }
    let games: Vec<_> = rounds.iter().map(|round| round.games.clone()).collect();
    assert_eq!(
        games,
        [
            vec![[4, 5], [5, 4], [3, 6], [6, 3]],
            vec![[1, 4], [4, 1], [2, 3], [3, 2]],
            vec![[1, 2], [2, 1]],
        ]
    );
    assert_eq!(rounds[0].byes, [1, 2]);
    assert_eq!(
        event.table(),
        [
            (1, 1, 6),
            (2, 2, 4),
            (3, 3, 2),
            (4, 3, 2),
            (5, 5, 0),
            (6, 5, 0)
        ]
    );
}

#[test]
fn a_level_match_is_decided_by_faster_games_and_then_by_the_seeds() {
    let mut event = Event::new(ContestKind::KnockOut, 4);
    let round = event.begin().expect("a round");
    assert_eq!(round.games, [[1, 4], [4, 1], [2, 3], [3, 2]]);
    // One win each, and two draws.
    event.play(&round, |one, _| if one == 1 || one == 4 { 2 } else { 1 });
    let faster = event.begin().expect("faster games");
    assert!(faster.faster);
    assert_eq!(faster.games, [[1, 4], [4, 1], [2, 3], [3, 2]]);
    event.play(&faster, |one, other| match (one, other) {
        (1, 4) => 0,
        _ => 1,
    });
    assert_eq!(out(&event.contest, &event.games), [1, 2]);
    let last = event.begin().expect("the final");
    assert!(!last.faster);
    assert_eq!(
        last.games,
        [[4, 3], [3, 4]],
        "3 goes on: it is seeded lower than 2"
    );
    // A game that was called off is a draw for what comes next.
    event.play(&last, |_, _| 1);
    let games = event.games.len();
    event.games[games - 1].points = None;
    let faster = event.begin().expect("faster games");
    event.play(&faster, |one, _| if one == 3 { 2 } else { 1 });
    assert_eq!(event.begin(), None);
    assert_eq!(event.table(), [(3, 1, 4), (4, 2, 2), (1, 3, 0), (2, 3, 0)]);
}

fn won(event: &Event) -> Vec<i64> {
    let table = standings(&event.contest, &event.games);
    let lines = winners(&event.contest, &table);
    lines.map(|line| line.player.0).collect()
}

#[test]
fn who_has_left_has_not_won() {
    for kind in [
        ContestKind::KnockOut,
        ContestKind::Swiss,
        ContestKind::Dropout,
    ] {
        let mut event = Event::new(kind, 4);
        while let Some(round) = event.begin() {
            event.play(&round, better);
        }
        assert_eq!(won(&event), [1], "{kind:?}");
        event.leave(1);
        let next: &[i64] = match kind {
            // They went out in the same round.
            ContestKind::Dropout => &[2, 3],
            _ => &[2],
        };
        assert_eq!(won(&event), next, "{kind:?}");
        for number in 2..=4 {
            event.leave(number);
        }
        assert_eq!(won(&event), [0; 0], "{kind:?}");
    }
    // Of a knock-out that has ended on its last day, nobody who was beaten has won.
    let mut event = Event::new(ContestKind::KnockOut, 4);
    let round = event.begin().expect("a round");
    event.play(&round, better);
    assert_eq!(won(&event), [0; 0]);
}

/// One match is decided, the other one is level.
#[test]
fn who_has_won_a_match_is_shown_so_while_others_go_on() {
    let mut event = Event::new(ContestKind::KnockOut, 4);
    let round = event.begin().expect("a round");
    event.play(&round, |one, other| match (one, other) {
        (1, 4) => 2,
        _ => 1,
    });
    assert_eq!(out(&event.contest, &event.games), [4]);
    let faster = event.begin().expect("faster games");
    assert_eq!(faster.games, [[2, 3], [3, 2]]);
    assert_eq!(event.next(), Next::Wait);
    assert_eq!(event.table(), [(1, 1, 2), (2, 1, 0), (3, 1, 0), (4, 4, 0)]);
    // Once told that they are out, they stay so.
    let beaten = event.contest.player(4).expect("a player");
    event.contest = event.contest.after(&[ContestAct::Beaten(vec![beaten])]);
    event.games[0].points = Some(vec![0, 2]);
    event.play(&faster, better);
    let last = event.begin().expect("the final");
    assert_eq!(last.games, [[1, 2], [2, 1]]);
}

#[test]
fn who_leaves_a_knock_out_lets_the_opponent_go_on() {
    let mut event = Event::new(ContestKind::KnockOut, 8);
    let round = event.begin().expect("a round");
    event.play(&round, better);
    event.leave(1);
    let round = event.begin().expect("a round");
    assert_eq!(round.games, [[2, 3], [3, 2]]);
    assert_eq!(round.byes, [4]);
    event.play(&round, better);
    event.leave(4);
    // Nobody is left for a final.
    assert_eq!(event.begin(), None);
    let table = event.table();
    let places: Vec<(i64, usize)> = table.iter().map(|line| (line.0, line.1)).collect();
    assert_eq!(
        places,
        [
            (2, 1),
            (4, 2),
            (1, 3),
            (3, 3),
            (5, 5),
            (6, 5),
            (7, 5),
            (8, 5)
        ]
    );
    // A result that is changed later moves nobody who has gone on.
    event.games[2].points = Some(vec![0, 2]);
    event.games[3].points = Some(vec![2, 0]);
    assert_eq!(event.table(), table, "4 has won against 5");
}

#[test]
fn in_a_knock_out_of_any_size_one_is_left() {
    for players in 3..=64 {
        let mut event = Event::new(ContestKind::KnockOut, players);
        let mut chance = ChaCha12Rng::seed_from_u64(7);
        let mut in_it: BTreeSet<usize> = (1..=event.contest.order.len()).collect();
        while let Some(round) = event.begin() {
            let here: BTreeSet<usize> = in_it
                .iter()
                .copied()
                .filter(|one| round.has(*one))
                .collect();
            if !round.faster {
                let out: BTreeSet<usize> = out(&event.contest, &event.games).into_iter().collect();
                assert_eq!(here, in_it.difference(&out).copied().collect());
                in_it = here;
            }
            event.play(&round, |_, _| chance.random_range(0..=2));
        }
        let table = event.table();
        assert_eq!(table.iter().filter(|(_, place, _)| *place == 1).count(), 1);
        let parts = players.unsigned_abs().next_power_of_two().trailing_zeros();
        assert_eq!(table[0].2, 2 * parts, "the first one has won each part");
    }
}

#[test]
fn in_a_swiss_event_nobody_meets_twice_and_sides_are_even() {
    for players in 3..=64 {
        for results in 0..3 {
            let mut event = Event::new(ContestKind::Swiss, players);
            let mut chance = ChaCha12Rng::seed_from_u64(results);
            let mut met = BTreeSet::new();
            let mut free = BTreeSet::new();
            let mut balance: BTreeMap<usize, i32> = BTreeMap::new();
            let mut rounds = 0;
            while let Some(round) = event.begin() {
                rounds += 1;
                let all: BTreeSet<usize> = (1..=event.contest.order.len()).collect();
                let here = round.games.iter().flat_map(|game| [game[0], game[1]]);
                let here: Vec<usize> = here.chain(round.byes.iter().copied()).collect();
                assert_eq!(here.len(), all.len(), "everybody once");
                assert_eq!(here.into_iter().collect::<BTreeSet<_>>(), all);
                for bye in &round.byes {
                    assert!(free.insert(*bye), "{bye} of {players} is free twice");
                }
                for (one, other) in round.games.iter().map(|game| (&game[0], &game[1])) {
                    let pair = (one.min(other), one.max(other));
                    assert!(
                        met.insert((*pair.0, *pair.1)),
                        "{pair:?} of {players} meet twice"
                    );
                    *balance.entry(*one).or_default() += 1;
                    *balance.entry(*other).or_default() -= 1;
                }
                event.play(&round, |one, other| match results {
                    0 => better(one, other),
                    _ => chance.random_range(0..=2),
                });
            }
            let most = swiss::rounds(event.contest.order.len());
            // Three and five players run out of opponents.
            assert!(
                rounds == most || players < 7,
                "{rounds} rounds of {players}"
            );
            assert!(rounds >= 2);
            let uneven = balance.values().map(|one| one.abs()).max();
            assert!(uneven <= Some(3), "{balance:?}");
            let points: u32 = event.table().iter().map(|(_, _, points)| points).sum();
            let byes = u32::try_from(free.len()).expect("few");
            let games = u32::try_from(met.len()).expect("few");
            assert_eq!(points, 2 * (games + byes));
        }
    }
}

/// Computed by hand: 1 beats 2, 3 has no game; 3 beats 1, 2 has none; then 2 and 3 draw, and 1 has none.
#[test]
fn a_round_without_a_game_is_a_point_and_counts_in_ties_as_oneself() {
    let mut event = Event::new(ContestKind::Swiss, 3);
    let results = [([1, 2], 2, 3), ([3, 1], 2, 2), ([2, 3], 1, 1)];
    for (game, score, bye) in results {
        let round = Round {
            games: vec![game.to_vec()],
            byes: vec![bye],
            ..Round::default()
        };
        let acts = [ContestAct::Pair(round.clone()), ContestAct::Tell];
        event.contest = event.contest.after(&acts);
        let player = |number: usize| event.contest.player(number).expect("a player");
        let played = Played {
            players: vec![player(game[0]), player(game[1])],
            points: Some(vec![score, 2 - score]),
            over: true,
        };
        event.games.push(played);
    }
    let table = standings(&event.contest, &event.games);
    let lines: Vec<_> = table
        .iter()
        .map(|line| (line.player.0, line.points, line.ties[0], line.ties[2]))
        .collect();
    // Points 2.5, 2 and 1.5. Buchholz of 3: 2 + 1.5 + its own 2.5. Sonneborn-Berger of 3: 2 + 0.75 + 2.5.
    assert_eq!(
        lines,
        [
            (3, 5, Some(12), Some(21)),
            (1, 4, Some(12), Some(14)),
            (2, 3, Some(12), Some(11)),
        ]
    );
    assert_eq!(
        next(&event.contest, &event.games, false, &mut |_| {}),
        Next::Over
    );
}

#[test]
fn who_leaves_a_swiss_event_is_paired_no_more() {
    let mut event = Event::new(ContestKind::Swiss, 8);
    let round = event.begin().expect("a round");
    event.play(&round, better);
    event.leave(1);
    let round = event.begin().expect("a round");
    assert!(!round.has(1));
    assert_eq!(round.byes.len(), 1);
    event.play(&round, better);
    while let Some(round) = event.begin() {
        assert!(!round.has(1));
        event.play(&round, better);
    }
}

#[test]
fn in_a_dropout_everybody_has_both_sides_until_they_are_out() {
    for players in 3..=64 {
        let mut event = Event::new(ContestKind::Dropout, players);
        let mut chance = ChaCha12Rng::seed_from_u64(players.unsigned_abs());
        let mut penalties: BTreeMap<usize, u32> = BTreeMap::new();
        let mut rounds = 0;
        while let Some(round) = event.begin() {
            rounds += 1;
            let left = |number: &usize| penalties.get(number).copied().unwrap_or(0) < 6;
            let still: Vec<usize> = (1..=event.contest.order.len()).filter(left).collect();
            let mut first: Vec<usize> = round.games.iter().map(|game| game[0]).collect();
            let mut second: Vec<usize> = round.games.iter().map(|game| game[1]).collect();
            first.sort_unstable();
            second.sort_unstable();
            assert_eq!((&first, &second), (&still, &still));
            assert!(round.games.iter().all(|game| game[0] != game[1]));
            event.play(&round, |one, other| {
                let score = chance.random_range(0..=2);
                let cost = [3, 1, 0];
                *penalties.entry(one).or_default() += cost[usize::from(score)];
                *penalties.entry(other).or_default() += cost[usize::from(2 - score)];
                score
            });
        }
        let still = penalties.values().filter(|points| **points < 6).count();
        assert!(still <= 1 || rounds == 7);
        let table = event.table();
        assert!(table.windows(2).all(|two| two[0].1 <= two[1].1));
        for (player, _, points) in table {
            let number = usize::try_from(player).expect("a number");
            assert_eq!(points, 2 * penalties[&number]);
        }
    }
}

#[test]
fn who_goes_out_of_a_dropout_together_shares_the_place() {
    let mut event = Event::new(ContestKind::Dropout, 4);
    let round = event.begin().expect("a round");
    // 1 wins everything, 2 and 3 draw with each other or lose one, 4 loses everything.
    event.play(&round, |one, other| match (one, other) {
        (1, _) | (_, 4) => 2,
        (_, 1) | (4, _) => 0,
        _ => 1,
    });
    assert_eq!(out(&event.contest, &event.games), [4]);
    let table = event.table();
    assert_eq!((table[0].0, table[0].1, table[0].2), (1, 1, 0));
    assert_eq!(table[3], (4, 4, 12));
    assert_eq!(event.contest.player(4), Some(PlayerId(4)));
}

/// Plays tables in which chance says who has which place; who met whom, and who had which seat how often.
fn tables_of(players: i64, rounds: usize) -> (Vec<Round>, BTreeMap<(usize, usize), u32>) {
    let mut event = Event::new(ContestKind::Tables, players);
    event.contest.terms.rounds = Some(rounds);
    let mut chance = ChaCha12Rng::seed_from_u64(7);
    let (mut all, mut met) = (Vec::new(), BTreeMap::new());
    while let Some(round) = event.begin() {
        assert_eq!(event.next(), Next::Wait);
        let first = event.games.len() - round.games.len();
        for game in &mut event.games[first..] {
            let mut places = vec![6, 4, 2, 0];
            places.shuffle(&mut chance);
            game.points = Some(places);
            game.over = true;
        }
        for game in &round.games {
            for one in game {
                for other in game.iter().filter(|other| one < other) {
                    *met.entry((*one, *other)).or_default() += 1;
                }
            }
        }
        all.push(round);
    }
    (all, met)
}

#[test]
fn at_tables_everybody_sits_once_a_round_and_nobody_is_free_twice_before_all_were() {
    for players in 4..=23 {
        let (rounds, _) = tables_of(players, 4);
        assert_eq!(rounds.len(), 4, "{players} players");
        let mut byes: BTreeMap<usize, u32> = BTreeMap::new();
        for round in &rounds {
            assert!(round.games.iter().all(|game| game.len() == 4));
            let seated = round.games.iter().flatten().chain(&round.byes);
            let seated: Vec<usize> = seated.copied().collect();
            let different: BTreeSet<usize> = seated.iter().copied().collect();
            assert_eq!(
                (seated.len(), different.len()),
                (players as usize, players as usize)
            );
            assert_eq!(round.byes.len(), players as usize % 4);
            for player in &round.byes {
                *byes.entry(*player).or_default() += 1;
            }
        }
        let most = byes.values().max().copied().unwrap_or(0);
        let least = match byes.len() == players as usize {
            true => byes.values().min().copied().unwrap_or(0),
            false => 0,
        };
        assert!(most - least <= 1, "{players} players: {byes:?}");
    }
}

#[test]
fn at_tables_nobody_meets_again_where_that_is_easy_and_seats_change() {
    for (players, rounds) in [(16, 3), (20, 3), (24, 4), (32, 4), (64, 4)] {
        let (all, met) = tables_of(players, rounds);
        assert_eq!(met.values().max(), Some(&1), "{players} players");
        let mut seats: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for game in all.iter().flat_map(|round| &round.games) {
            for (seat, player) in game.iter().enumerate() {
                *seats.entry((*player, seat)).or_default() += 1;
            }
        }
        let twice = seats.values().filter(|count| **count > 1).count();
        // By chance that would be so for nine of ten in four rounds.
        assert!(
            twice * 2 <= players as usize,
            "{twice} of {players} have a seat again"
        );
    }
    // Where all meet again, they do so as evenly as can be.
    let (_, met) = tables_of(8, 7);
    let pairs = 7 * 2 * 6;
    assert_eq!(met.values().sum::<u32>(), pairs);
    assert!(
        met.len() == 28 && met.values().all(|count| (2..=4).contains(count)),
        "{met:?}"
    );
}

#[test]
fn tables_end_when_fewer_than_four_stay() {
    let mut event = Event::new(ContestKind::Tables, 5);
    let round = event.begin().expect("a round");
    for game in &mut event.games {
        game.over = true;
    }
    assert_eq!((round.games.len(), round.byes.len()), (1, 1));
    event.leave(1);
    event.leave(2);
    assert_eq!(event.begin(), None);
}

#[test]
fn a_round_that_is_due_begins_while_games_go_on_and_they_count_as_draws_for_it() {
    let mut event = Event::new(ContestKind::Swiss, 4);
    event.contest.terms.rounds = Some(2);
    let round = event.begin().expect("a round");
    // The second game goes on.
    event.games[0].points = Some(vec![2, 0]);
    event.games[0].over = true;
    assert_eq!(event.next(), Next::Wait);
    let Next::Round(second) = event.next_if(true) else {
        panic!("the round is due");
    };
    let winner = round.games[0][0];
    let open = &round.games[1];
    let with_winner = second.games.iter().find(|game| game.contains(&winner));
    let with_winner = with_winner.expect("the winner plays");
    assert!(
        with_winner.iter().any(|one| open.contains(one)),
        "a draw is nearer to a win than a loss"
    );
    let acts = [ContestAct::Pair(second.clone()), ContestAct::Tell];
    event.contest = event.contest.after(&acts);
    for players in &second.games {
        let player = |number: &usize| event.contest.player(*number).expect("a player");
        event.games.push(Played {
            players: players.iter().map(player).collect(),
            points: Some(vec![1, 1]),
            over: true,
        });
    }
    // The last round is no reason to end while the game of the first one goes on.
    assert_eq!(event.next_if(true), Next::Wait);
    event.games[1].points = Some(vec![0, 2]);
    event.games[1].over = true;
    assert_eq!(event.next_if(true), Next::Over);
}

#[test]
fn letters_are_counted_until_all_have_theirs() {
    let mut run = Event::new(ContestKind::Swiss, 40);
    let Next::Round(round) = run.next() else {
        panic!("no round begins");
    };
    let mut contest = run.contest.after(&[ContestAct::Pair(round)]);
    let ask = |contest: &Contest, request| match decide(contest, &request) {
        Concluded::Done(acts) => Some(contest.after(&acts)),
        _ => None,
    };
    for letters in [16, 32] {
        contest = ask(&contest, ContestRequest::TellSome(letters)).expect("some more");
        assert_eq!((contest.letters, contest.is_told()), (letters, false));
    }
    assert_eq!(ask(&contest, ContestRequest::TellSome(32)), None);
    contest = ask(&contest, ContestRequest::Tell).expect("the last ones");
    assert_eq!((contest.letters, contest.is_told()), (0, true));
}

#[test]
fn letters_to_followers_and_about_the_end_are_told_in_portions() {
    let mut event = Event::new(ContestKind::Swiss, 4);
    for follower in 11..=40 {
        event.contest.followers.push(PlayerId(follower));
    }
    let round = Round {
        games: vec![vec![1, 2], vec![3, 4]],
        ..Round::default()
    };
    let done = |contest: &Contest, request: ContestRequest| match decide(contest, &request) {
        Concluded::Done(acts) => contest.after(&acts),
        other => panic!("{request:?}: {other:?}"),
    };
    let contest = event.contest.after(&[ContestAct::Pair(round)]);
    assert_eq!(
        (contest.readers().0.len(), contest.readers().1.len()),
        (4, 30)
    );
    let contest = done(&contest, ContestRequest::TellSome(16));
    // 12 followers have theirs: one of them, and one of the others do not want any more.
    let contest = done(&contest, ContestRequest::Unfollow(PlayerId(12)));
    assert_eq!(contest.letters, 15);
    let contest = done(&contest, ContestRequest::Unfollow(PlayerId(30)));
    assert_eq!(contest.letters, 15);
    // It is called off meanwhile: first the others hear of their games.
    let off = done(&contest, ContestRequest::Cancel(String::new()));
    assert_eq!((off.untold, off.letters), (true, 15));
    let off = done(&off, ContestRequest::Tell);
    assert_eq!((off.untold, off.letters), (true, 0));
    let off = done(&off, ContestRequest::TellEnd(16));
    let off = done(&off, ContestRequest::TellEnd(0));
    assert_eq!((off.untold, off.letters), (false, 0));
    let refused = decide(&off, &ContestRequest::TellEnd(16));
    assert_eq!(refused, Concluded::Refused(ContestRefusal::Over));

    let contest = done(&contest, ContestRequest::Tell);
    let contest = done(&contest, ContestRequest::TellEnd(16));
    // Calling it off is told from the first one on, in portions if there are many.
    let off = done(&contest, ContestRequest::Cancel(String::new()));
    assert_eq!((off.untold, off.letters), (true, 0));
    let mut few = contest.clone();
    few.followers.truncate(12);
    assert!(!done(&few, ContestRequest::Cancel(String::new())).untold);
    // It goes on after all.
    let contest = done(&contest, ContestRequest::TellEnd(0));
    let contest = done(&contest, ContestRequest::TellEnd(16));
    let contest = done(&contest, ContestRequest::End);
    assert_eq!(contest.letters, 0);
}

/// Both versions say the same of the players, and TRF26 has lines of its own for what TRF16 was extended by.
#[test]
fn programs_read_both_versions_of_a_report() {
    let [old, new] =
        [Version::Trf16, Version::Trf26("FIDE_DUTCH")].map(|version| sample(4, version));
    let players = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("001"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((players(&old).len(), players(&old)), (4, players(&new)));
    let tags = |text: &str| {
        let tags = text.lines().map(|line| line[..3].to_owned());
        tags.filter(|tag| tag != "001").collect::<Vec<_>>()
    };
    assert_eq!(
        tags(&old),
        ["012", "062", "082", "092", "122", "XXR", "XXC"]
    );
    assert_eq!(
        tags(&new),
        ["012", "062", "082", "092", "122", "142", "152", "192"]
    );
    assert!(new.contains("\n142 3\n152 W\n192 FIDE_DUTCH\n"), "{new}");
    for text in [old, new] {
        let read = trf::read(&text).expect("a report");
        assert_eq!((read.rounds, read.players.len()), (Some(3), 4), "{text}");
    }
}
