//! What pieces are worth: from how many squares they reach on boards on which every third square holds a piece, and from
//! what they become. What a position is worth: its pieces, where they can go in it, and how they press on kings.

use crate::rules::board::{SEATS, square::LOCATIONS};
use crate::rules::turns::walk::{Field, Material, Survey, Walk, scatter};
use crate::rules::{Role, Seat};

/// Boards on which pieces are tried.
const BOARDS: u64 = 6;
/// No piece is worth less, in hundredths of a pawn.
const LEAST: i32 = 30;
/// Shared among the squares to which a piece can go, the more the less it is worth; at most 4 for each.
const MOVES: i32 = 1_200;
/// What a square next to a king costs that is attacked, for each piece but the first that attacks such a square.
const ATTACK: i32 = 5;
/// A king that is attacked costs no more.
const MOST_ATTACKED: i32 = 400;
/// From this distance on, pieces do not press on a king.
const NEAR: i32 = 7;

/// What pieces are worth in a game.
pub struct Values {
    field: Field,
    /// By kind.
    pub worth: Vec<i32>,
    /// What a square adds, by seat, kind and square.
    squares: Vec<Vec<[i16; LOCATIONS]>>,
    /// Of a board whose squares are numbered by files.
    steps: Vec<[u8; LOCATIONS]>,
    /// The squares next to each square, and itself.
    around: Vec<u128>,
    /// What a square is worth to which a piece can go, by kind.
    moves: Vec<i32>,
}

impl Values {
    /// Those of the game that is walked through.
    pub fn new(walk: &dyn Walk) -> Self {
        let field = walk.field();
        let kinds = (0..field.kinds).map(Role);
        let mobility: Vec<i32> = kinds.map(|role| mobility(walk, &field, role)).collect();
        let by_movement = mobility
            .iter()
            .map(|m| LEAST.max(m * 70 / 100 + m * m / 10_000));
        let mut worth: Vec<i32> = by_movement.collect();
        let plain = worth.clone();
        // A part of what a piece may become: most in games in which that is near.
        for way in &field.becoming {
            let gain = plain[way.becomes.index()] - plain[way.role.index()];
            let with = plain[way.role.index()] + gain / 20;
            let worth = &mut worth[way.role.index()];
            *worth = (*worth).max(with);
        }
        if let Some(royal) = field.royal {
            worth[royal.index()] = 0;
        }
        if field.material == Material::Indifferent {
            worth.fill(0);
        }
        let steps = steps(&field);
        let seats = (0..field.seats).map(Seat);
        let squares = seats.map(|seat| {
            let kinds = (0..field.kinds).map(Role);
            kinds
                .map(|role| squares(walk, (&field, &steps), (role, seat), &worth))
                .collect()
        });
        let moves = worth.iter().map(|worth| match worth {
            0 => 0,
            worth => (MOVES / worth).clamp(1, 4),
        });
        Self {
            squares: squares.collect(),
            around: around(&field, &steps),
            moves: moves.collect(),
            steps,
            worth,
            field,
        }
    }

    /// Whether captures change who is better.
    pub fn captures_matter(&self) -> bool {
        !matches!(
            self.field.material,
            Material::Indifferent | Material::OfOthers
        )
    }

    /// Whether there is a kind of piece that must not be lost.
    pub fn have_king(&self) -> bool {
        self.field.royal.is_some()
    }

    /// Whether it is good to have pieces.
    pub fn pieces_are_good(&self) -> bool {
        self.field.material == Material::Good
    }

    /// What the kind is worth that is worth least, kings apart.
    pub fn least(&self) -> i32 {
        let worths = self.worth.iter().copied().filter(|worth| *worth > 0);
        worths.min().unwrap_or(0)
    }

    /// Whether others have to mate for a seat to win.
    pub fn others_mate(&self) -> bool {
        self.field.material == Material::OfOthers
    }

    /// What a kind is worth when it is taken; kings are never taken, and order alone asks.
    pub fn of(&self, role: Role) -> i32 {
        self.worth[role.index()]
    }

    /// What a square adds to a piece.
    pub fn square(&self, seat: Seat, role: Role, at: u8) -> i32 {
        i32::from(self.squares[seat.index()][role.index()][usize::from(at)])
    }

    /// Adds what it is worth where pieces can go now, and that several of them attack squares next to a king.
    fn add_moves(
        &self,
        walk: &dyn Walk,
        survey: &Survey,
        kings: &[Option<u8>; SEATS],
        sums: &mut [i32; SEATS],
    ) {
        let men = survey.men();
        let all = men.iter().fold(0, |all, men| all | men);
        let mut attacks = [(0, 0); SEATS];
        for piece in &survey.pieces {
            let seat = piece.seat.index();
            let own = men[seat];
            let reach = walk.reach(piece.role, piece.seat, piece.at, [own, all & !own]);
            sums[seat] += self.moves[piece.role.index()] * reach.count_ones() as i32;
            for (other, king) in kings.iter().enumerate() {
                let Some(king) = king.filter(|_| other != seat) else {
                    continue;
                };
                let near = (reach & self.around[usize::from(king)]).count_ones() as i32;
                if near > 0 {
                    attacks[other].0 += 1;
                    attacks[other].1 += near;
                }
            }
        }
        for (sum, (pieces, squares)) in sums.iter_mut().zip(attacks) {
            *sum -= ((pieces - 1).clamp(0, 4) * squares * ATTACK).min(MOST_ATTACKED);
        }
    }

    /// How much better `us` is than the others who play, in hundredths of a pawn.
    pub fn estimate(&self, walk: &dyn Walk, survey: &Survey, us: Seat) -> i32 {
        let playing = walk.playing();
        let mut sums = survey.beside;
        let mut kings = [None; SEATS];
        for piece in &survey.pieces {
            if self.field.royal == Some(piece.role) {
                kings[piece.seat.index()] = Some(piece.at);
            }
        }
        let mut men = [0; SEATS];
        for piece in &survey.pieces {
            let seat = piece.seat.index();
            let worth = self.of(piece.role);
            sums[seat] += worth + self.square(piece.seat, piece.role, piece.at);
            men[seat] += worth;
            // Pieces near the king of another player press on it.
            for (other, king) in kings.iter().enumerate() {
                if let Some(king) = king.filter(|_| other != seat) {
                    let far = self.steps[usize::from(piece.at)][usize::from(king)];
                    sums[seat] += (NEAR - i32::from(far)).max(0) * (20 + worth.min(600)) / 120;
                }
            }
        }
        if self.field.by_reach && self.pieces_are_good() {
            self.add_moves(walk, survey, &kings, &mut sums);
        }
        for (seat, role, count) in &survey.hands {
            // In hand a piece can go where it is wanted.
            sums[seat.index()] += i32::from(*count) * self.of(*role) * 11 / 10;
        }
        if self.field.material == Material::Bad {
            for (sum, men) in sums.iter_mut().zip(men) {
                *sum -= 2 * men;
            }
        }
        let others = playing.without(us);
        let count = others.iter().count().max(1) as i32;
        let of_others = |sums: &[i32; SEATS]| -> i32 {
            others.iter().map(|seat| sums[seat.index()]).sum::<i32>() / count
        };
        if self.others_mate() {
            // What others have left may mate; own pieces neither help nor harm.
            let near = survey.beside;
            return of_others(&men) + near[us.index()] - of_others(&near);
        }
        sums[us.index()] - of_others(&sums)
    }
}

/// The squares next to each square, and itself.
fn around(field: &Field, steps: &[[u8; LOCATIONS]]) -> Vec<u128> {
    let near = |row: &[u8; LOCATIONS]| {
        let near = each(field.area).filter(|at| row[usize::from(*at)] < 2);
        near.fold(0, |all, at| all | 1 << at)
    };
    steps.iter().map(near).collect()
}

/// The squares of a set.
fn each(set: u128) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let at = (left != 0).then(|| left.trailing_zeros() as u8)?;
        left &= left - 1;
        Some(at)
    })
}

/// How many squares a piece reaches from a square where it can go anywhere, in hundredths.
fn mobility(walk: &dyn Walk, field: &Field, role: Role) -> i32 {
    let seat = Seat(0);
    let stands: Vec<u8> = each(field.area)
        .filter(|at| walk.reach(role, seat, *at, [0; 2]) != 0)
        .collect();
    let mut sum = 0;
    for board in 0..BOARDS {
        let mut men = [0_u128; 2];
        for at in each(field.area) {
            match scatter(board << 8 | u64::from(at)) % 6 {
                0 => men[0] |= 1 << at,
                1 => men[1] |= 1 << at,
                _ => {}
            }
        }
        for at in &stands {
            let elsewhere = men.map(|set| set & !(1 << at));
            sum += u64::from(walk.reach(role, seat, *at, elsewhere).count_ones());
        }
    }
    let tried = BOARDS * stands.len().max(1) as u64;
    i32::try_from(100 * sum / tried).unwrap_or(i32::MAX)
}

/// What each square adds to a piece: where it reaches more on an empty board, and where it is nearer to becoming more.
fn squares(
    walk: &dyn Walk,
    (field, steps): (&Field, &[[u8; LOCATIONS]]),
    (role, seat): (Role, Seat),
    worth: &[i32],
) -> [i16; LOCATIONS] {
    let mut squares = [0; LOCATIONS];
    let reached = |at: u8| walk.reach(role, seat, at, [0; 2]).count_ones() as i32;
    let all: Vec<i32> = each(field.area).map(reached).filter(|n| *n > 0).collect();
    let middle = all.iter().sum::<i32>() / all.len().max(1) as i32;
    // A king is better off at the edge while there are others, and far from it when they are gone; nothing is said.
    let weight = if field.royal == Some(role) { 0 } else { 4 };
    let gains = field.becoming.iter().filter(|way| way.role == role);
    let best = gains.max_by_key(|way| worth[way.becomes.index()]);
    for at in each(field.area) {
        let mut more = match reached(at) {
            0 => -10,
            n => (weight * (n - middle)).clamp(-40, 40),
        };
        if let Some(way) = best {
            let far = each(way.zone[seat.index()])
                .map(|to| steps[usize::from(at)][usize::from(to)])
                .min();
            let gain = (worth[way.becomes.index()] - worth[role.index()]).max(0);
            let far = i32::from(far.unwrap_or(u8::MAX));
            more += gain / (3 * (1 + far) * (1 + far) + 4);
        }
        squares[usize::from(at)] = more as i16;
    }
    squares
}

/// How many steps of a king it is from each square to each other.
fn steps(field: &Field) -> Vec<[u8; LOCATIONS]> {
    let place = |at: usize| (at % usize::from(field.width), at / usize::from(field.width));
    let from = |one: usize| {
        let mut row = [0; LOCATIONS];
        for (other, steps) in row.iter_mut().enumerate() {
            let ((a, b), (c, d)) = (place(one), place(other));
            *steps = a.abs_diff(c).max(b.abs_diff(d)) as u8;
        }
        row
    };
    (0..LOCATIONS).map(from).collect()
}
