//! A game at the terminal: moves like `e2e4`, `moves` for all that the cartridge accepts, an empty line or the end of the
//! input to leave.

use std::io::{self, BufRead, Write};

use video_chess::chess::{Piece, Square};
use video_chess::{Game, Level, Outcome, Thought};

fn main() -> io::Result<()> {
    let mut game = Game::new(Level::Three);
    show(&game);
    let mut lines = io::stdin().lock().lines();
    loop {
        print!("{}> ", if game.is_check() { "check! " } else { "" });
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()?.filter(|line| !line.trim().is_empty()) else {
            return Ok(());
        };
        if line.trim() == "moves" {
            let moves: Vec<String> = game.accepted_moves().map(|accepted| accepted.to_string()).collect();
            println!("{}", moves.join(" "));
            continue;
        }
        let candidate = match line.trim().parse() {
            Ok(candidate) => candidate,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        if let Err(refused) = game.play(candidate) {
            println!("{refused}");
            continue;
        }
        match game.reply() {
            Thought::Replied(reply) => {
                if let Some(played) = reply.played {
                    println!("{played}");
                }
                show(&game);
                if reply.outcome != Outcome::PlayOn {
                    println!("{:?}", reply.outcome);
                    return Ok(());
                }
            }
            other => {
                println!("{other:?}");
                return Ok(());
            }
        }
    }
}

fn show(game: &Game) {
    for rank in (0..8).rev() {
        let row: String = (0..8)
            .filter_map(|file| Square::new(file, rank))
            .flat_map(|square| [game.piece_on(square).map_or('.', Piece::letter), ' '])
            .collect();
        println!("{} {row}", rank + 1);
    }
    println!("  a b c d e f g h");
}
