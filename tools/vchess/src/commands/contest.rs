//! `vchess match`.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::cli::MatchOptions;
use crate::contest::client::{Client, Foreign};
use crate::contest::openings::{self, Opening};
use crate::contest::player::{Random, VideoChess};
use crate::contest::schedule::{self, Fixture, Pairing};
use crate::contest::spec::Kind;
use crate::contest::{Plan, Player, Spec, play};
use crate::elo::Tally;
use crate::engine::{Engine, Original, Port};
use crate::output::Output;
use crate::pgn::{Game, write};
use crate::say;

/// Who can think, made once and shared.
struct Engines {
    port: Arc<dyn Engine>,
    rom: Option<Arc<dyn Engine>>,
    limit: Duration,
}

impl Engines {
    fn player(&self, spec: &Spec) -> Result<Box<dyn Player>> {
        Ok(match &spec.kind {
            Kind::VideoChess { rom, level, counter, movetime } => Box::new(VideoChess {
                engine: if *rom {
                    self.rom.clone().context("the ROM has not been looked for")?
                } else {
                    self.port.clone()
                },
                level: *level,
                counter: *counter,
                movetime: *movetime,
                table: None,
            }),
            Kind::Random => Box::new(Random),
            Kind::Foreign { path, arguments, options, go } => Box::new(Foreign::new(Client {
                path: path.clone(),
                arguments: arguments.clone(),
                options: options.clone(),
                go: go.clone(),
                limit: self.limit,
            })),
        })
    }
}

pub(crate) fn run(options: &MatchOptions) -> Result<ExitCode> {
    let pairings = match (&options.ladder, &options.white, &options.black) {
        (Some(file), None, None) => schedule::read(file)?,
        (None, Some(white), Some(black)) => vec![Pairing {
            players: [white.clone(), black.clone()],
            games: options.games,
            exchange: options.exchange,
        }],
        _ => bail!("expected --white ENGINE --black ENGINE, or --ladder FILE"),
    };
    let book = match &options.openings {
        Some(file) => openings::read(file)?,
        None if options.book || options.ladder.is_some() => openings::built_in()?,
        None => openings::none(),
    };
    let specs = || pairings.iter().flat_map(|pairing| &pairing.players);
    for spec in specs() {
        if let Kind::Foreign { path, .. } = &spec.kind {
            ensure!(
                which::which(path).is_ok(),
                "there is no program {}; expected port, rom, random or the path of a UCI engine",
                path.display()
            );
        }
    }
    let rom = if specs().any(Spec::needs_rom) {
        Some(Arc::new(Original::new(&*super::video_chess(&options.rom)?)?) as Arc<dyn Engine>)
    } else {
        None
    };
    let engines = Engines { port: Arc::new(Port), rom, limit: Duration::from_secs_f64(options.move_limit) };
    if options.mirror {
        return mirror(options, &pairings[0], &book, &engines);
    }
    let output = options.pgn.as_deref().map(Output::open).transpose()?;
    let fixtures = schedule::fixtures(&pairings);
    let mut tally = Tally::default();
    let mut failed = Ok(());
    let mut played = 0;
    play_all(options, &pairings, &book, &engines, &fixtures, &mut |game| {
        played += 1;
        tally.add(game);
        if failed.is_err() {
            return;
        }
        let text = write::write(game);
        if let Some(output) = &output {
            failed = output
                .writer()
                .write_all(text.as_bytes())
                .with_context(|| format!("cannot write {}", output.path().display()));
        } else {
            say!("{}", text.trim_end_matches('\n'));
            say!();
        }
    })?;
    failed?;
    let mut summary = Vec::new();
    for (&(one, other), score) in &tally.scores {
        summary.push(format!(
            "{} - {}: {} won, {} drawn, {} lost",
            tally.names[one], tally.names[other], score.wins, score.draws, score.losses
        ));
    }
    if played < fixtures.len() {
        summary.push(format!("{played} of {} games: the time is over", fixtures.len()));
    }
    match output {
        Some(output) => {
            output.finish()?;
            for line in summary {
                say!("{line}");
            }
        }
        None => {
            for line in summary {
                eprintln!("{line}");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays all games on several threads and hands them over in their order.
fn play_all(
    options: &MatchOptions,
    pairings: &[Pairing],
    book: &[Opening],
    engines: &Engines,
    fixtures: &[Fixture],
    take: &mut dyn FnMut(&Game),
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let until = options.seconds.map(Duration::from_secs);
    let done: Mutex<BTreeMap<usize, Option<Result<Game>>>> = Mutex::new(BTreeMap::new());
    let workers = options.concurrency.clamp(1, 64);
    let mut error = None;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers)
            .map(|_| {
                scope.spawn(|| {
                    let mut players: BTreeMap<(usize, usize), Box<dyn Player>> = BTreeMap::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(fixture) = fixtures.get(index) else { break };
                        let game = if until.is_some_and(|until| began.elapsed() >= until) {
                            None
                        } else {
                            Some(one(options, pairings, book, engines, fixture, &mut players))
                        };
                        if let Ok(mut done) = done.lock() {
                            done.insert(index, game);
                        }
                    }
                })
            })
            .collect();
        let mut expected = 0;
        while expected < fixtures.len() {
            let ready = done.lock().ok().and_then(|mut done| done.remove(&expected));
            match ready {
                Some(game) => {
                    expected += 1;
                    match game {
                        Some(Ok(game)) => take(&game),
                        Some(Err(why)) => error = error.take().or(Some(why)),
                        None => {}
                    }
                }
                None if workers.iter().all(thread::ScopedJoinHandle::is_finished)
                    && done.lock().is_ok_and(|done| !done.contains_key(&expected)) =>
                {
                    break;
                }
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    });
    error.map_or(Ok(()), Err)
}

/// One game of the schedule.
fn one(
    options: &MatchOptions,
    pairings: &[Pairing],
    book: &[Opening],
    engines: &Engines,
    fixture: &Fixture,
    players: &mut BTreeMap<(usize, usize), Box<dyn Player>>,
) -> Result<Game> {
    let pairing = &pairings[fixture.pairing];
    for (index, spec) in pairing.players.iter().enumerate() {
        if let std::collections::btree_map::Entry::Vacant(place) = players.entry((fixture.pairing, index)) {
            place.insert(engines.player(spec)?);
        }
    }
    let (white, black) = if fixture.exchanged { (1, 0) } else { (0, 1) };
    let [Some(mut one), Some(mut other)] =
        [white, black].map(|index| players.remove(&(fixture.pairing, index)))
    else {
        bail!("a player is missing");
    };
    let opening = &book[(fixture.opening % book.len() as u64) as usize];
    // Games of other pairings have other frame counters.
    let seed = options.seed.wrapping_add(fixture.number).wrapping_add((fixture.pairing as u64) << 32);
    let plan = Plan { opening, seed, plies: options.plies, comments: !options.plain };
    let mut game = play([one.as_mut(), other.as_mut()], &plan);
    players.insert((fixture.pairing, white), one);
    players.insert((fixture.pairing, black), other);
    head(&mut game, &pairing.players[white], &pairing.players[black], fixture.number + 1, seed);
    Ok(game)
}

/// The tags of a game.
fn head(game: &mut Game, white: &Spec, black: &Spec, round: u64, seed: u64) {
    let tags = std::mem::take(&mut game.tags);
    game.set_tag("Event", "vchess match");
    game.set_tag("Round", round.to_string());
    game.set_tag("White", &white.name);
    game.set_tag("Black", &black.name);
    for (colour, spec) in [("White", white), ("Black", black)] {
        if let Kind::VideoChess { level, .. } = spec.kind {
            game.set_tag(&format!("{colour}Level"), level.number().to_string());
        }
    }
    game.set_tag("Seed", seed.to_string());
    for (name, value) in tags {
        game.set_tag(&name, value);
    }
}

/// Both players as the same colour against the same moves, with the same frame counters.
fn mirror(
    options: &MatchOptions,
    pairing: &Pairing,
    book: &[Opening],
    engines: &Engines,
) -> Result<ExitCode> {
    let common: Spec = options.mirror_opponent.clone();
    ensure!(
        !matches!(common.kind, Kind::Foreign { .. }),
        "a foreign engine does not answer the same twice: expected port, rom or random as the opponent"
    );
    let output = options.pgn.as_deref().map(Output::open).transpose()?;
    let mut same = 0;
    for number in 0..options.games {
        let opening = &book[(number / 2 % book.len() as u64) as usize];
        let plan = Plan {
            opening,
            seed: options.seed.wrapping_add(number),
            plies: options.plies,
            comments: !options.plain,
        };
        let as_white = number % 2 == 0;
        let mut games = Vec::new();
        for spec in &pairing.players {
            let (mut player, mut opponent) = (engines.player(spec)?, engines.player(&common)?);
            let (mut game, white, black) = if as_white {
                (play([player.as_mut(), opponent.as_mut()], &plan), spec, &common)
            } else {
                (play([opponent.as_mut(), player.as_mut()], &plan), &common, spec)
            };
            head(&mut game, white, black, number + 1, plan.seed);
            if let Some(output) = &output {
                output
                    .writer()
                    .write_all(write::write(&game).as_bytes())
                    .with_context(|| format!("cannot write {}", output.path().display()))?;
            }
            games.push(game);
        }
        let lines: Vec<String> = games
            .iter()
            .map(|game| {
                let mut plain = game.clone();
                for played in &mut plain.moves {
                    played.comment.clear();
                }
                write::movetext(&plain)
            })
            .collect();
        if lines[0] == lines[1] {
            same += 1;
        } else {
            say!("game {}: {} plays", number + 1, pairing.players[0].name);
            say!("{}", lines[0].trim_end());
            say!("and {}", pairing.players[1].name);
            say!("{}", lines[1].trim_end());
        }
    }
    if let Some(output) = output {
        output.finish()?;
    }
    say!("{same} of {} games have the same moves", options.games);
    Ok(if same == options.games { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
