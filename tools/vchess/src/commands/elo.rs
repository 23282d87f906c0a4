//! `vchess elo`.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};

use crate::cli::EloOptions;
use crate::elo::{Tally, solve};
use crate::input::read_unpacked;
use crate::pgn::read::read;
use crate::say;

pub(crate) fn run(options: &EloOptions) -> Result<ExitCode> {
    let mut tally = Tally::default();
    for path in &options.files {
        let text = read_unpacked(path, "games")?;
        for game in read(&text).with_context(|| path.display().to_string())? {
            tally.add(&game);
        }
    }
    let mut anchors = Vec::new();
    for (name, elo) in &options.anchors {
        let player = tally.names.iter().position(|known| known == name);
        let player = player
            .ok_or_else(|| anyhow!("no game of {name:?}; the players are {}", tally.names.join("; ")))?;
        anchors.push((player, *elo));
    }
    let solved = solve(&tally, &anchors);
    let mut order: Vec<usize> = (0..tally.names.len()).collect();
    let elo = |player: usize| solved.ratings[player].map_or(f64::NEG_INFINITY, |rating| rating.elo);
    order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
    say!("| player | Elo | 95 % | games | won | drawn | lost | score |");
    say!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for player in order {
        let total = tally.total(player);
        let (elo, error) = match solved.ratings[player] {
            Some(rating) => (
                format!("{:.0}", rating.elo),
                rating.error.map_or("given".to_owned(), |error| format!("±{error:.0}")),
            ),
            None => ("-".to_owned(), "not joined".to_owned()),
        };
        say!(
            "| {} | {elo} | {error} | {} | {} | {} | {} | {:.1} % |",
            tally.names[player],
            total.games(),
            total.wins,
            total.draws,
            total.losses,
            100.0 * total.points() / f64::from(total.games().max(1))
        );
    }
    if options.pairs {
        say!();
        say!("| player | player | games | won | drawn | lost | score |");
        say!("|---|---|---:|---:|---:|---:|---:|");
        for (&(one, other), score) in &tally.scores {
            say!(
                "| {} | {} | {} | {} | {} | {} | {:.1} % |",
                tally.names[one],
                tally.names[other],
                score.games(),
                score.wins,
                score.draws,
                score.losses,
                100.0 * score.points() / f64::from(score.games().max(1))
            );
        }
    }
    if tally.unfinished > 0 {
        say!();
        say!("{} games without a result are not counted", tally.unfinished);
    }
    Ok(ExitCode::SUCCESS)
}
