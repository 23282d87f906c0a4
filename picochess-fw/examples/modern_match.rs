//! A match of the Modern opponent against Video Chess, with its games as PGN on standard output and its score
//! on standard error.
//!
//! `cargo run --release -p picochess-fw --example modern_match -- [GAMES [NODES [LEVEL]]] > games.pgn`
//!
//! Modern has White in odd games. Both draw their variety from the game's number: Modern from its book and its
//! noise of six centipawns, Video Chess from its frame counter.

use picochess_fw::{
    Answer, Brain, Ending, Game, Level, Opponent, PackedMove, Progress, Request, Task, Thinker,
    modern::Engine,
};
use shakmaty::Color;

const NOISE: u16 = 6;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|n| n.parse::<u32>().expect("a number"));
    let games = numbers.next().unwrap_or(100);
    let nodes = numbers.next().unwrap_or(20_000);
    let level = Level::new(numbers.next().unwrap_or(4) as u8).expect("a level from 1 to 8");
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for number in 1..=games {
        let modern = Color::from_white(number % 2 == 1);
        let mut match_ =
            Match { modern, nodes, level, engine: Engine::new(), thinker: Thinker::new(), asked: 0 };
        let (game, substituted) = match_.play(number);
        let ending = game.ending().unwrap_or(Ending::Full);
        match ending.winner() {
            Some(side) if side == modern => won += 1,
            Some(_) => lost += 1,
            None => drawn += 1,
        }
        print_pgn(&game, number, modern, nodes, level, substituted);
        eprintln!("{number}: {ending}, {} plies; won {won}, drawn {drawn}, lost {lost}", game.log().len());
    }
    let score = f64::from(won) + f64::from(drawn) / 2.0;
    eprintln!("Modern with {nodes} positions against level {}: {score} of {games}", level.number());
}

struct Match {
    modern: Color,
    nodes: u32,
    level: Level,
    engine: Engine,
    thinker: Thinker,
    asked: u32,
}

impl Match {
    fn play(&mut self, number: u32) -> (Game, u32) {
        let mut game = Game::new();
        let mut substituted = 0;
        while game.ending().is_none() {
            let seed = number.wrapping_mul(7_919).wrapping_add(game.log().len() as u32);
            let answer = if game.turn() == self.modern {
                self.engine.begin_with(game.log(), self.nodes, NOISE, seed);
                loop {
                    if let Progress::Done(answer) = self.engine.step(u32::MAX) {
                        break answer;
                    }
                }
            } else {
                self.cartridge(&game, seed)
            };
            substituted += u32::from(answer.substituted);
            let m = answer.best.and_then(|m: PackedMove| m.unpack(game.position()));
            game.play(m.expect("a legal move"));
        }
        (game, substituted)
    }

    fn cartridge(&mut self, game: &Game, seed: u32) -> Answer {
        self.asked += 1;
        let request = Request {
            id: self.asked,
            task: Task::Move,
            brain: Brain::VideoChess,
            level: self.level,
            seed,
            moves: game.log(),
        };
        loop {
            if let Some((_, answer)) = self.thinker.work(Some(&request), u32::MAX, 0) {
                return answer;
            }
        }
    }
}

fn print_pgn(game: &Game, number: u32, modern: Color, nodes: u32, level: Level, substituted: u32) {
    let names = [format!("Modern, {nodes} positions"), format!("Video Chess, level {}", level.number())];
    let (white, black) = if modern.is_white() { (0, 1) } else { (1, 0) };
    let ending = game.ending().unwrap_or(Ending::Full);
    println!("[Event \"Modern against Video Chess\"]");
    println!("[Site \"picochess-fw\"]\n[Date \"????.??.??\"]\n[Round \"{number}\"]");
    println!("[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]", names[white], names[black], ending.score());
    println!("[Termination \"{ending}\"]");
    if substituted > 0 {
        println!("[Annotator \"Modern moved {substituted} times for Video Chess\"]");
    }
    println!();
    let mut line = String::new();
    let mut put = |word: String| {
        if line.len() + 1 + word.len() > 100 {
            println!("{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
        line.clone()
    };
    let mut last = String::new();
    for (ply, san) in game.sans().enumerate() {
        if ply % 2 == 0 {
            put(format!("{}.", ply / 2 + 1));
        }
        last = put(san.to_string());
    }
    let _ = last;
    let rest = put(ending.score().to_owned());
    println!("{rest}\n");
}
