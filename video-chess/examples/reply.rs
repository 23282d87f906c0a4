//! The cartridge's reply to a position.
//!
//! ```text
//! cargo run --release --example reply -- "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3" 4
//! ```

use std::env;
use std::error::Error;
use std::time::Instant;

use video_chess::{Game, Level, Position, Thought};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let position: Position = match arguments.next() {
        Some(fen) => fen.parse()?,
        None => "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse()?,
    };
    let number = arguments.next().map_or(Ok(4), |number| number.parse())?;
    let level = Level::from_number(number).ok_or("a level is a number from 1 to 8")?;
    let frame_counter = arguments.next().map_or(Ok(0), |number| number.parse())?;

    let mut game = Game::from_position(&position, position.to_move.other(), level, frame_counter);
    let started = Instant::now();
    match game.reply() {
        Thought::Replied(reply) => {
            let played = reply.played.map_or("gives up".to_string(), |played| played.to_string());
            println!("{played}, score {} (3 is a pawn), {:?}", reply.score, reply.outcome);
            println!("{} nodes in {:?}", reply.nodes, started.elapsed());
            println!("{}", game.position());
        }
        other => println!("{other:?}"),
    }
    Ok(())
}
