//! Who meets whom.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use super::spec::Spec;

/// Two players and their games.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// White, or in turn where colours are exchanged.
    pub players: [Spec; 2],
    /// How many games.
    pub games: u64,
    /// Whether every second game has the colours exchanged, from the same opening.
    pub exchange: bool,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Number of the pairing.
    pub pairing: usize,
    /// Number of the game in it, from 0.
    pub number: u64,
    /// Whether the second player has white.
    pub exchanged: bool,
    /// The number that decides the opening.
    pub opening: u64,
}

/// Reads pairings from a file: lines of `GAMES | PLAYER | PLAYER`.
///
/// # Errors
/// If it cannot be read or a line is none.
pub fn read(path: &Path) -> Result<Vec<Pairing>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the ladder {shown}"))?;
    let mut pairings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |what: String| anyhow!("{shown}, line {}: {what}", index + 1);
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [games, one, other] = parts[..] else {
            return Err(wrong("expected GAMES | PLAYER | PLAYER".to_owned()));
        };
        pairings.push(Pairing {
            games: games.parse().map_err(|_| wrong(format!("{games:?} is no number of games")))?,
            players: [one.parse().map_err(wrong)?, other.parse().map_err(wrong)?],
            exchange: true,
        });
    }
    ensure!(!pairings.is_empty(), "{shown}: there is no pairing in it; expected GAMES | PLAYER | PLAYER");
    Ok(pairings)
}

/// All games, those of all pairings mixed evenly, so that a run that is broken off has something of each.
#[must_use]
pub fn fixtures(pairings: &[Pairing]) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for (pairing, Pairing { games, exchange, .. }) in pairings.iter().enumerate() {
        for number in 0..*games {
            let (exchanged, opening) =
                if *exchange { (number % 2 == 1, number / 2) } else { (false, number) };
            // Pairings with few games begin at different openings.
            let opening = opening + if *exchange { 3 * pairing as u64 } else { 0 };
            fixtures.push(Fixture { pairing, number, exchanged, opening });
        }
    }
    let share = |fixture: &Fixture| (2 * fixture.number + 1) as f64 / pairings[fixture.pairing].games as f64;
    fixtures.sort_by(|one, other| share(one).total_cmp(&share(other)));
    fixtures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_exchanged_and_pairings_mixed() {
        let pairing = |games, exchange| Pairing {
            players: ["port:1".parse().expect("a player"), "random".parse().expect("a player")],
            games,
            exchange,
        };
        let fixtures = fixtures(&[pairing(4, true), pairing(2, true)]);
        assert_eq!(fixtures.len(), 6);
        let first: Vec<Fixture> = fixtures.iter().copied().filter(|fixture| fixture.pairing == 0).collect();
        assert_eq!(first.iter().map(|f| f.exchanged).collect::<Vec<_>>(), [false, true, false, true]);
        assert_eq!(first.iter().map(|f| f.opening).collect::<Vec<_>>(), [0, 0, 1, 1]);
        let pairings: Vec<usize> = fixtures.iter().map(|fixture| fixture.pairing).collect();
        assert_eq!(pairings, [0, 1, 0, 0, 1, 0]);
    }
}
