//! The Modern opponent: alpha-beta as it is done today, in steps, without allocation.
