//! Ratings from games, by the logistic model and maximum likelihood.
//!
//! A player rated `d` points higher than another is expected to score `1 / (1 + 10^(-d/400))`; a draw counts as half a win
//! and half a loss. The ratings are those under which the results are likeliest ([`solve`]); their 95 % intervals come
//! from the curvature of the likelihood there. Players whose rating is known hold the scale.

mod solve;
pub mod tally;

pub use solve::{Rating, Solved, solve};
pub use tally::Tally;

/// Elo points of a factor of e in the odds.
pub const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
