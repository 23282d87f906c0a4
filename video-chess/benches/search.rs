//! Replies to 1.e2e4, level by level, in nodes a second; 199,570 of them at level 7.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use video_chess::{Game, Level, Search};

fn replies(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reply to e2e4");
    group.sample_size(10);
    for level in Level::ALL {
        let mut game = Game::new(level);
        game.play_at("e2e4".parse().expect("a move"), 0).expect("it is accepted");
        let root = *game.ram();
        let mut search = Search::new(root);
        search.run();
        group.throughput(Throughput::Elements(search.nodes()));
        group.bench_function(format!("level {}", level.number()), |bencher| {
            bencher.iter_batched_ref(|| Search::new(root), Search::run, BatchSize::SmallInput);
        });
    }
    group.finish();
}

/// What a library user waits for beside the search: the frames of a move made by joystick, and all accepted moves.
fn rules(criterion: &mut Criterion) {
    let game = Game::new(Level::One);
    let opening = "e2e4".parse().expect("a move");
    criterion.bench_function("human plays e2e4", |bencher| {
        bencher.iter_batched_ref(|| game.clone(), |game| game.play(opening), BatchSize::SmallInput);
    });
    criterion.bench_function("accepted moves", |bencher| bencher.iter(|| game.accepted_moves().count()));
}

criterion_group!(benches, replies, rules);
criterion_main!(benches);
