use super::*;
use crate::contests::table::tests::contest;
use crate::contests::{ContestRequest, decide};

const UNTIL: &str = "2026-02-01T00:00:00Z";

/// An event for two teams on two boards that can be entered.
fn event() -> Contest {
    let mut event = contest(0, ContestKind::Teams.ties());
    event.status = ContestStatus::Entries;
    event.terms.kind = ContestKind::Teams;
    event.terms.boards = Some(2);
    event.terms.places = 2;
    event
}

fn team(name: &str, captain: i64, players: &[i64], reserves: &[i64]) -> Team {
    let ids = |all: &[i64]| all.iter().map(|one| PlayerId(*one)).collect::<Vec<_>>();
    Team {
        name: name.to_owned(),
        captain: PlayerId(captain),
        players: ids(players),
        reserves: ids(reserves),
        open: ids(&[players, reserves].concat()),
        until: UNTIL.to_owned(),
    }
}

fn named(team: Team) -> ContestRequest {
    ContestRequest::Team(TeamRequest::Name { team, agreed: true })
}

fn join(player: i64) -> ContestRequest {
    ContestRequest::Team(TeamRequest::Join(PlayerId(player)))
}

fn withdraw(player: i64, agreed: bool) -> ContestRequest {
    ContestRequest::Withdraw {
        player: PlayerId(player),
        agreed,
        until: UNTIL.to_owned(),
    }
}

fn start(order: &[PlayerId]) -> ContestRequest {
    let (order, ratings) = (order.to_vec(), Vec::new());
    ContestRequest::Start { order, ratings }
}

/// What comes of requests that are all done.
fn after(event: &Contest, requests: &[ContestRequest]) -> Contest {
    requests.iter().fold(event.clone(), |event, request| {
        match decide(&event, request) {
            Concluded::Done(acts) => event.after(&acts),
            other => panic!("{request:?}: {other:?}"),
        }
    })
}

fn refusal(event: &Contest, request: &ContestRequest) -> Option<ContestRefusal> {
    match decide(event, request) {
        Concluded::Refused(why) => Some(why),
        _ => None,
    }
}

fn entrants(event: &Contest) -> Vec<i64> {
    event.entrants.iter().map(|one| one.player.0).collect()
}

#[test]
fn a_team_enters_when_all_have_agreed() {
    let rooks = team("Rooks", 1, &[1, 2], &[3]);
    let asked = ContestRequest::Team(TeamRequest::Name {
        team: rooks.clone(),
        agreed: false,
    });
    assert_eq!(decide(&event(), &asked), Concluded::Ask(()));
    let waiting = after(&event(), &[named(rooks), join(1), join(2)]);
    assert!(entrants(&waiting).is_empty() && waiting.entered() == 0);
    assert!(waiting.waits(PlayerId(3)) && waiting.due() == Some(UNTIL));
    assert_eq!(refusal(&waiting, &join(2)), Some(ContestRefusal::NotAsked));
    let entered = after(&waiting, &[join(3)]);
    assert_eq!((entrants(&entered), entered.entered()), (vec![1, 2], 1));
    assert_eq!(entered.reserves, [PlayerId(3)]);
    // From then on nobody of it goes who is not taken out.
    for player in [1, 2, 3] {
        let why = refusal(&entered, &withdraw(player, false));
        assert_eq!(why, Some(ContestRefusal::Irrevocable));
    }
    let enter = ContestRequest::Enter(PlayerId(9));
    assert_eq!(refusal(&entered, &enter), Some(ContestRefusal::NeedsTeam));
}

#[test]
fn nobody_is_in_a_team_who_does_not_want_to() {
    let waiting = after(&event(), &[named(team("Rooks", 5, &[1, 2], &[])), join(1)]);
    // The captain, one who has agreed, and one who was only asked.
    for player in [5, 1, 2] {
        let gone = after(&waiting, &[withdraw(player, false)]);
        assert!(gone.teams.is_empty() && !gone.lists(PlayerId(1)));
        assert_eq!(refusal(&gone, &join(2)), Some(ContestRefusal::NotAsked));
    }
    // Whom the umpire holds comes in by the umpire's word alone.
    let held = after(&waiting, &[ContestRequest::Hold(PlayerId(2))]);
    assert_eq!(refusal(&held, &join(2)), Some(ContestRefusal::NotAsked));
    let let_in = ContestRequest::Team(TeamRequest::LetIn(PlayerId(2)));
    assert_eq!(refusal(&waiting, &let_in), Some(ContestRefusal::NotAsked));
    let entered = after(&held, &[let_in]);
    assert!(entered.entered() == 1 && entered.held.is_empty());
}

#[test]
fn a_player_is_in_one_team_and_a_captain_has_one() {
    let one = after(&event(), &[named(team("Rooks", 1, &[1, 2], &[]))]);
    let again = refusal(&one, &named(team("Kings", 1, &[3, 4], &[])));
    assert_eq!(again, Some(ContestRefusal::NamedTeam));
    let taken = refusal(&one, &named(team("Kings", 3, &[3, 2], &[])));
    assert_eq!(taken, Some(ContestRefusal::AlreadyIn));
}

#[test]
fn teams_that_wait_keep_nobody_out() {
    let teams = [
        named(team("Rooks", 1, &[1, 2], &[])),
        named(team("Kings", 3, &[3, 4], &[])),
        named(team("Pawns", 5, &[5, 6], &[])),
    ];
    let all = teams.into_iter().chain([1, 5, 6, 3].map(join));
    let waiting = after(&event(), &all.collect::<Vec<_>>());
    assert_eq!((waiting.teams.len(), waiting.entered()), (3, 1));
    // The last place is that of the team whose players have all agreed first.
    let full = after(&waiting, &[join(2)]);
    assert_eq!((full.teams.len(), full.entered()), (2, 2));
    assert_eq!(refusal(&full, &join(4)), Some(ContestRefusal::NotAsked));
    let late = refusal(&full, &named(team("Knights", 7, &[7, 8], &[])));
    assert_eq!(late, Some(ContestRefusal::Full));
}

#[test]
fn a_reserve_of_the_team_takes_a_place() {
    let rooks = named(team("Rooks", 1, &[1, 2], &[3]));
    let kings = named(team("Kings", 4, &[4, 5], &[6]));
    let all = [rooks, kings].into_iter().chain((1..=6).map(join));
    let both = after(&event(), &all.collect::<Vec<_>>());
    let without = after(&both, &[withdraw(5, true)]);
    assert_eq!(entrants(&without), [1, 2, 4, 6]);
    assert_eq!(without.reserves, [PlayerId(3)]);
    // Without a reserve the whole team is out.
    let out = after(&without, &[withdraw(4, true)]);
    assert_eq!((entrants(&out), out.teams.len()), (vec![1, 2], 1));
    // Drawn: the teams, and their boards.
    let order = [6, 4, 2, 1].map(PlayerId);
    let begun = after(&without, &[start(&order)]);
    let (team, board) = begun.board(2).expect("a team");
    assert_eq!((&*team.name, board), ("Kings", 2));
    assert_eq!(begun.reserves_for(PlayerId(2)), [PlayerId(3)]);
    assert!(begun.reserves_for(PlayerId(4)).is_empty());
    assert_eq!(begun.pairings().len(), 2);
}

#[test]
fn teams_that_wait_come_to_nothing_when_it_begins() {
    let mut event = event();
    event.terms.places = 3;
    let teams = [
        named(team("Rooks", 1, &[1, 2], &[])),
        named(team("Kings", 3, &[3, 4], &[])),
        named(team("Pawns", 5, &[5, 6], &[])),
    ];
    let all = teams.into_iter().chain((1..=5).map(join));
    let waiting = after(&event, &all.collect::<Vec<_>>());
    let order = [1, 2, 3, 4].map(PlayerId);
    let begun = after(&waiting, &[start(&order)]);
    assert!(begun.teams.len() == 2 && !begun.lists(PlayerId(5)));
}

#[test]
fn a_captain_who_refuses_another_team_keeps_their_own() {
    let both = [
        named(team("Own", 1, &[2, 3], &[])),
        named(team("Other", 4, &[1, 4], &[])),
    ];
    let refuse = ContestRequest::Team(TeamRequest::Refuse(PlayerId(1)));
    let event = after(&after(&event(), &both), &[refuse]);
    let names: Vec<&str> = event.teams.iter().map(|team| team.name.as_str()).collect();
    assert_eq!(names, ["Own"]);
}
