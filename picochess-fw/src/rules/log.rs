//! The moves of a game.

use heapless::Vec;

use crate::PackedMove;

/// The longest game that the board keeps, in moves of one side: 600 full moves. The longest tournament game
/// on record has 269.
pub const MAX_PLIES: usize = 1200;

/// The moves of a game from its usual start, first to last.
pub type Log = Vec<PackedMove, MAX_PLIES>;
