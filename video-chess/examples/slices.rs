//! A search in slices, as a device without threads runs it: so many nodes, then a look at the buttons and the display.

use std::ops::ControlFlow;

use video_chess::{Game, Level, Thought};

fn main() {
    let mut game = Game::new(Level::Seven);
    game.play("e2e4".parse().expect("a move")).expect("a legal one");

    // The display shows what is being looked at. Returning `Break` would stop the search where it is; another call of
    // `think` goes on from there.
    let thought = game.think(20_000, |thinking| {
        let line: Vec<String> = thinking.line().map(|step| step.to_string()).collect();
        let best = thinking.best().map_or("-".to_string(), |(best, score)| format!("{best} ({score})"));
        println!("{:>7} nodes  best {best:<12} {}", thinking.nodes(), line.join(" "));
        ControlFlow::Continue(())
    });
    match thought {
        Thought::Replied(reply) => println!("{} after {} nodes", reply.played.expect("a move"), reply.nodes),
        other => println!("{other:?}"),
    }
}
