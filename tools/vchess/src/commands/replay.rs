//! `vchess replay`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use shakmaty::{Chess, Color};
use video_chess::Level;

use crate::cli::ReplayOptions;
use crate::engine::{Engine, setup};
use crate::input::read_unpacked;
use crate::pgn::Game;
use crate::pgn::read::read;
use crate::replay::{Finding, Found, Limits, Replayed, guess, replay, total};
use crate::say;

/// The levels in the order of what they cost.
const BY_COST: [Level; 8] =
    [Level::Eight, Level::One, Level::Two, Level::Three, Level::Four, Level::Five, Level::Six, Level::Seven];
/// Moves after which a game that was set up may have been, beside the number that its FEN gives: the program's play changes
/// with its first, fourth and eighth.
const SET_UP_AFTER: [u32; 4] = [1, 2, 5, 9];

pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode> {
    let path = &options.file;
    let games = read(&read_unpacked(path, "games")?).with_context(|| path.display().to_string())?;
    let engine = super::engine(options.engine, &options.rom)?;
    let (mut found, mut all) = (0, 0);
    let many = games.len() > 1;
    for (index, game) in games.iter().enumerate() {
        let name =
            |tag: &str| if game.tag(tag).is_empty() { "?".to_owned() } else { game.tag(tag).to_owned() };
        if many {
            say!("Game {}: {} - {}", index + 1, name("White"), name("Black"));
        }
        let until = Instant::now() + Duration::from_secs_f64(options.budget);
        let limits = Limits { a_move: Duration::from_secs_f64(options.move_limit), until: Some(until) };
        let computers = match options.computer {
            Some(side) => vec![side.into()],
            None => guess::computers(game),
        };
        let replays = if computers.is_empty() {
            say!("The names do not tell who the computer is: both are tried.");
            let mut best: Option<Replayed> = None;
            for colour in [Color::Black, Color::White] {
                if best.as_ref().is_some_and(Replayed::is_whole) {
                    break;
                }
                if let Some(other) = best_level(engine.as_ref(), game, colour, options, limits)?
                    && best.as_ref().is_none_or(|best| share(&other) > share(best))
                {
                    best = Some(other);
                }
            }
            best.into_iter().collect()
        } else {
            let mut replays = Vec::new();
            for colour in computers {
                replays.extend(best_level(engine.as_ref(), game, colour, options, limits)?);
            }
            replays
        };
        for replayed in &replays {
            print(replayed);
            found += replayed.found();
            all += replayed.total;
        }
        if many {
            let of_game: usize = replays.iter().map(Replayed::found).sum();
            let total: usize = replays.iter().map(|replayed| replayed.total).sum();
            say!("{of_game} of {total} in game {}", index + 1);
            say!();
        }
    }
    say!("{found} of {all} computer moves found");
    Ok(ExitCode::SUCCESS)
}

/// What part of the moves was found.
fn share(replayed: &Replayed) -> f64 {
    replayed.found() as f64 / replayed.total.max(1) as f64
}

/// The replay at the level that finds most.
fn best_level(
    engine: &dyn Engine,
    game: &Game,
    computer: Color,
    options: &ReplayOptions,
    limits: Limits,
) -> Result<Option<Replayed>> {
    let known = options.level.or_else(|| guess::level(game, computer));
    let levels = known.map_or(BY_COST.to_vec(), |level| vec![level]);
    // Where there is one level only, each move has its own time and the game no other limit.
    let limits = Limits { until: limits.until.filter(|_| known.is_none()), ..limits };
    let mut best: Option<Replayed> = None;
    let mut tried = Vec::new();
    for game in starts(game) {
        for &level in &levels {
            let at_least = best.as_ref().map_or(0, |best| best.found() + 1);
            if best.as_ref().is_some_and(Replayed::is_whole) {
                break;
            }
            if best.is_some() && limits.until.is_some_and(|until| Instant::now() >= until) {
                tried.push(format!("level {}: no time left", level.number()));
                continue;
            }
            let replayed =
                replay(engine, &game, computer, level, limits, at_least).map_err(|why| anyhow!("{why}"))?;
            tried.push(if replayed.complete {
                format!("level {}: {} of {}", level.number(), replayed.found(), replayed.total)
            } else {
                format!("level {}: fewer", level.number())
            });
            if best.as_ref().is_none_or(|best| replayed.found() > best.found()) {
                best = Some(replayed);
            }
        }
    }
    if levels.len() > 1 && total(game, computer) > 0 {
        say!("{} as the computer; {}", colour_name(computer), tried.join(", "));
    }
    Ok(best)
}

/// The game, and where it was set up, also as if another number of moves had gone before.
fn starts(game: &Game) -> Vec<Game> {
    let mut starts = vec![game.clone()];
    if game.start != Chess::default() {
        for moves in SET_UP_AFTER {
            if let Some(start) = setup::numbered(&game.start, moves)
                && starts.iter().all(|known| known.start != start)
            {
                starts.push(Game { start, ..game.clone() });
            }
        }
    }
    starts
}

const fn colour_name(colour: Color) -> &'static str {
    match colour {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn print(replayed: &Replayed) {
    say!("{} is the computer, level {}", colour_name(replayed.computer), replayed.level.number());
    for Finding { name, found, notes, .. } in &replayed.findings {
        for note in notes {
            say!("    {note}");
        }
        match found {
            Found::With { counter, classes, of, nodes } => {
                say!(
                    "{name:<14} found, $D3 = ${counter:02X} ({classes} of {of} kinds of counter), {nodes} nodes"
                );
            }
            Found::Other(others) => say!("{name:<14} not found: the original plays {}", others.join(" or ")),
            Found::OutOfTime(others) if others.is_empty() => say!("{name:<14} not known: no time"),
            Found::OutOfTime(others) => {
                say!("{name:<14} not known: no time; with some counters it plays {}", others.join(" or "));
            }
            Found::Cannot(why) => say!("{name:<14} not found: {why}"),
        }
    }
    let missing = replayed.total - replayed.findings.len();
    if missing > 0 {
        say!("{missing} more moves were not looked at: no time left");
    }
}
