//! What is shown of teams.

use anyhow::Result;

use crate::contests::table::Played;
use crate::contests::teams::table;
use crate::contests::{Contest, Pairing, Team};
use crate::ids::PlayerId;
use crate::letters::{OnBoard, ShownMember, ShownStanding, ShownTeam};
use crate::store::Snapshot;

use super::{name, names_of};

/// What is shown of a team, with what its players have done in these games.
pub(in crate::office) fn shown_team(
    store: &dyn Snapshot,
    team: &Team,
    games: &[Played],
) -> Result<ShownTeam> {
    let players = team.players.iter().map(|player| {
        let own = games.iter().filter_map(|game| game.points_of(*player));
        let own: Vec<u32> = own.map(u32::from).collect();
        Ok(ShownMember {
            name: name(store, *player)?,
            points: own.iter().sum(),
            played: own.len(),
        })
    });
    Ok(ShownTeam {
        name: team.name.clone(),
        captain: name(store, team.captain)?,
        players: players.collect::<Result<_>>()?,
        reserves: names_of(store, &team.reserves)?,
        open: names_of(store, &team.open)?,
    })
}

/// The table of the teams, and who has won or would if it was over now; nothing before it begins.
pub(super) fn table(contest: &Contest, games: &[Played]) -> (Vec<ShownStanding>, Vec<String>) {
    if contest.order.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let lines = table::table(contest, games).into_iter().filter_map(|line| {
        Some(ShownStanding {
            group: None,
            place: Some(line.place),
            name: contest.teams.get(line.team)?.name.clone(),
            points: 2 * line.match_points,
            played: line.played,
            ties: vec![
                Some(line.board_points),
                line.direct.map(|points| 2 * points),
            ],
            against: line.against,
        })
    });
    let lines: Vec<ShownStanding> = lines.collect();
    // A team of which all have left has not won.
    let stays = |line: &&ShownStanding| {
        let team = contest.teams.iter().find(|team| team.name == line.name);
        let mut players = team.into_iter().flat_map(|team| &team.players);
        players.any(|player| {
            let entrant = contest.entrant(*player);
            entrant.is_some_and(|one| one.left.is_none())
        })
    };
    let stay: Vec<&ShownStanding> = lines.iter().filter(stays).collect();
    let best = stay.iter().filter_map(|line| line.place).min();
    let first = stay.into_iter().filter(|line| line.place == best);
    let winners = first.filter(|line| line.played > 0);
    let winners = winners.map(|line| line.name.clone()).collect();
    (lines, winners)
}

/// The names of the teams of a game, and its board.
pub(super) fn of_game(contest: &Contest, pairing: &Pairing) -> Option<([String; 2], usize)> {
    let [first, second] = pairing.players[..] else {
        return None;
    };
    let ((one, board), (other, _)) = (contest.board(first)?, contest.board(second)?);
    Some(([one.name.clone(), other.name.clone()], board))
}

/// In which team a player is, on which board.
pub(in crate::office) fn on_board(contest: &Contest, player: PlayerId) -> Option<OnBoard> {
    let (team, board) = contest.board(contest.number(player)?)?;
    let others = contest.teams.iter().filter(|other| other.name != team.name);
    Some(OnBoard {
        name: team.name.clone(),
        board,
        others: others.map(|other| other.name.clone()).collect(),
    })
}
