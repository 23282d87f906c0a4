//! Set-up, play, test and bench in one command each.

fn main() {}
