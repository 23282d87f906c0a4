//! The likeliest ratings, by Newton's method: the likelihood is concave, so there is one maximum.

use super::POINTS;
use super::tally::Tally;

/// Draws that are added to each pair of players that have met, so that a player who has won all games, or lost all, has a
/// rating at all.
const PRIOR_DRAWS: f64 = 0.5;
/// Half the width of a 95 % interval in standard deviations.
const HALF_WIDTH: f64 = 1.96;
const MOST_STEPS: usize = 200;
/// No step of Newton's is longer, in units of the odds' logarithm.
const LONGEST_STEP: f64 = 2.0;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// Half of the 95 % interval; `None` for a player whose rating was given.
    pub error: Option<f64>,
}

/// All ratings.
#[derive(Clone, Debug)]
pub struct Solved {
    /// By the players' numbers; `None` for one who has not met, directly or through others, any player that holds the
    /// scale.
    pub ratings: Vec<Option<Rating>>,
}

/// Finds the ratings. `anchors` are players' numbers and their known ratings; where there is none, the first player's is 0.
#[must_use]
pub fn solve(tally: &Tally, anchors: &[(usize, f64)]) -> Solved {
    let players = tally.names.len();
    let usual = [(0, 0.0)];
    let anchors = if anchors.is_empty() { &usual[..] } else { anchors };
    let reached = reached(tally, anchors);
    let mut strength = vec![0.0; players];
    let mut free = Vec::new();
    for player in 0..players {
        match anchors.iter().find(|(anchor, _)| *anchor == player) {
            Some(&(_, elo)) => strength[player] = elo / POINTS,
            None if reached[player] => free.push(player),
            None => {}
        }
    }
    // From the middle of the anchors it is not far to anywhere.
    let middle = anchors.iter().map(|(_, elo)| elo / POINTS).sum::<f64>() / anchors.len() as f64;
    for &player in &free {
        strength[player] = middle;
    }
    let mut inverse = Vec::new();
    for _ in 0..MOST_STEPS {
        let (gradient, curvature) = slope(tally, &free, &strength);
        inverse = invert(curvature);
        let mut longest = 0.0f64;
        for (row, &player) in inverse.iter().zip(&free) {
            let step: f64 = row.iter().zip(&gradient).map(|(cell, slope)| cell * slope).sum();
            strength[player] += step.clamp(-LONGEST_STEP, LONGEST_STEP);
            longest = longest.max(step.abs());
        }
        if longest < 1e-10 {
            break;
        }
    }
    let ratings = (0..players)
        .map(|player| {
            let elo = strength[player] * POINTS;
            if let Some(at) = free.iter().position(|&number| number == player) {
                let error = HALF_WIDTH * inverse[at][at].max(0.0).sqrt() * POINTS;
                return Some(Rating { elo, error: Some(error) });
            }
            reached[player].then_some(Rating { elo, error: None })
        })
        .collect();
    Solved { ratings }
}

/// Who is joined to an anchor by games.
fn reached(tally: &Tally, anchors: &[(usize, f64)]) -> Vec<bool> {
    let mut reached = vec![false; tally.names.len()];
    for &(anchor, _) in anchors {
        if let Some(known) = reached.get_mut(anchor) {
            *known = true;
        }
    }
    loop {
        let before = reached.iter().filter(|&&known| known).count();
        for &(one, other) in tally.scores.keys() {
            let joined = reached[one] || reached[other];
            (reached[one], reached[other]) = (joined, joined);
        }
        if reached.iter().filter(|&&known| known).count() == before {
            return reached;
        }
    }
}

/// The likelihood's slope for the free players, and the negative of its curvature.
fn slope(tally: &Tally, free: &[usize], strength: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut gradient = vec![0.0; free.len()];
    let mut curvature = vec![vec![0.0; free.len()]; free.len()];
    let place = |player: usize| free.iter().position(|&number| number == player);
    for (&(one, other), score) in &tally.scores {
        let games = f64::from(score.games()) + PRIOR_DRAWS;
        let points = score.points() + PRIOR_DRAWS / 2.0;
        let expected = 1.0 / (1.0 + (strength[other] - strength[one]).exp());
        let surprise = points - games * expected;
        let weight = games * expected * (1.0 - expected);
        let (first, second) = (place(one), place(other));
        if let Some(at) = first {
            gradient[at] += surprise;
            curvature[at][at] += weight;
        }
        if let Some(at) = second {
            gradient[at] -= surprise;
            curvature[at][at] += weight;
        }
        if let (Some(at), Some(there)) = (first, second) {
            curvature[at][there] -= weight;
            curvature[there][at] -= weight;
        }
    }
    (gradient, curvature)
}

/// The inverse of a symmetric positive matrix, by Gauss and Jordan with pivots.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| matrix[one][column].abs().total_cmp(&matrix[other][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        let head = matrix[column][column];
        if head == 0.0 {
            continue;
        }
        for cell in &mut matrix[column] {
            *cell /= head;
        }
        let pivot_row = matrix[column].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0.0 {
                for (cell, above) in row.iter_mut().zip(&pivot_row) {
                    *cell -= factor * above;
                }
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tally::Score;

    fn tally(names: usize, scores: &[(usize, usize, u32, u32, u32)]) -> Tally {
        let mut tally = Tally::default();
        for number in 0..names {
            tally.player(&number.to_string());
        }
        for &(one, other, wins, draws, losses) in scores {
            tally.scores.insert((one, other), Score { wins, draws, losses });
        }
        tally
    }

    fn elo(solved: &Solved, player: usize) -> f64 {
        solved.ratings[player].expect("a rating").elo
    }

    #[test]
    fn a_score_is_a_difference() {
        // 10 to 1 is 400 points, but for the half of a draw that is added.
        let solved = solve(&tally(2, &[(0, 1, 10_000, 0, 1_000)]), &[(1, 1500.0)]);
        assert!((elo(&solved, 0) - 1900.0).abs() < 0.2, "{}", elo(&solved, 0));
        let even = solve(&tally(2, &[(0, 1, 10, 7, 10)]), &[(0, 1350.0)]);
        assert!((elo(&even, 1) - 1350.0).abs() < 1e-6);
    }

    #[test]
    fn the_interval_is_that_of_the_binomial_distribution() {
        let solved = solve(&tally(2, &[(0, 1, 200, 0, 200)]), &[(1, 0.0)]);
        let error = solved.ratings[0].and_then(|rating| rating.error).expect("an interval");
        // 1.96 / sqrt(n p q), as points.
        let expected = 1.96 / (400.5f64 * 0.25).sqrt() * POINTS;
        assert!((error - expected).abs() < 1e-6, "{error} {expected}");
    }

    #[test]
    fn ratings_pass_through_others() {
        let chain = tally(4, &[(0, 1, 75, 0, 25), (1, 2, 75, 0, 25)]);
        let solved = solve(&chain, &[(2, 1000.0)]);
        let step = elo(&solved, 1) - 1000.0;
        assert!((step - 190.0).abs() < 3.0, "{step}");
        assert!((elo(&solved, 0) - 1000.0 - 2.0 * step).abs() < 1e-6);
        let error = |player: usize| solved.ratings[player].and_then(|rating| rating.error);
        assert!(error(0) > error(1));
        assert_eq!(error(2), None);
        assert_eq!(solved.ratings[3], None, "nobody has met this player");
    }

    #[test]
    fn who_wins_all_games_has_a_rating_too() {
        let solved = solve(&tally(2, &[(0, 1, 40, 0, 0)]), &[(1, 1000.0)]);
        let top = elo(&solved, 0);
        assert!((1500.0..2300.0).contains(&top), "{top}");
    }
}
