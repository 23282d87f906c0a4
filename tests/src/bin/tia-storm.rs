//! `tia-storm WRITES [SEED]`: random storms on the chip and on its judge until so many registers are written.

use std::panic::catch_unwind;
use std::process::ExitCode;

use vchess_tests::tia_storm::{check, shrink, storm, writes};

/// Accesses in one storm.
const LENGTH: usize = 600;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Some(Ok(goal)), Some(Ok(first))) = (arguments.next(), arguments.next().or(Some(Ok(0)))) else {
        eprintln!("usage: tia-storm WRITES [SEED]");
        return ExitCode::from(2);
    };
    let (mut done, mut storms) = (0, 0);
    while done < goal {
        let script = storm(first + storms, LENGTH);
        let outcome = catch_unwind(|| check(&script));
        if !matches!(outcome, Ok(Ok(()))) {
            println!("storm {}:", first + storms);
            let shortest = match outcome {
                Ok(_) => shrink(script),
                Err(_) => script,
            };
            for (cycle, action) in &shortest {
                println!("    {cycle} ({}.{}) {action:x?}", cycle / 76, cycle % 76);
            }
            if let Ok(Err(difference)) = catch_unwind(|| check(&shortest)) {
                println!("    {difference}");
            }
            return ExitCode::FAILURE;
        }
        done += writes(&script);
        storms += 1;
    }
    println!("{storms} storms, {done} register writes: no difference");
    ExitCode::SUCCESS
}
