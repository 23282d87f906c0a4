//! The machine for any cartridge: wiring, television and controllers, detected or given.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use emu6507::{Cartridge, Console, Revision, Tv, cartridge, tv};

use crate::cli::{Difference, MachineOptions};
use crate::controllers;

/// A cartridge larger than this is none: the largest of the time have 32 KB.
const LARGEST_IMAGE: u64 = 1 << 20;

/// A console with a cartridge, and the television that it is connected to.
pub(crate) struct Machine {
    pub(crate) console: Console,
    pub(crate) tv: Tv,
    /// What was chosen and why, for people.
    pub(crate) report: String,
    /// What was chosen, in one line.
    pub(crate) notice: String,
}

/// Reads a cartridge and builds the machine around it.
pub(crate) fn machine(path: &Path, options: &MachineOptions) -> Result<Machine> {
    let shown = path.display();
    let image = read(path)?;
    let (scheme, why) = if let Some(scheme) = options.mapper {
        (scheme, format!("{scheme}: as given"))
    } else {
        let found = cartridge::detect(&image).with_context(|| shown.to_string())?;
        (found.scheme, found.to_string())
    };
    let cartridge = Cartridge::with_scheme(&image, scheme).with_context(|| shown.to_string())?;
    let known = controllers::of(&image);
    let plugged = [options.left.unwrap_or(known[0]), options.right.unwrap_or(known[1])];
    let (tv, why_tv) = if let Some(tv) = options.tv {
        (tv, format!("{tv}: as given"))
    } else {
        let found = tv::detect(&cartridge, plugged);
        (found.tv, found.to_string())
    };
    let mut console = Console::with_tia(cartridge, revision(&options.tia));
    console.plug(plugged);
    console.set_tv(tv);
    let [left, right] = plugged;
    let report = format!("cartridge {why}\ntelevision {why_tv}\ncontrollers {left} (left), {right} (right)");
    let plugs = if left == right { left.to_string() } else { format!("{left} and {right}") };
    let notice = format!("{scheme}, {tv}, {plugs}");
    Ok(Machine { console, tv, report, notice })
}

fn revision(differences: &[Difference]) -> Revision {
    let has = |difference| differences.contains(&difference);
    Revision {
        late_playfield: has(Difference::LatePlayfield),
        late_playfield_colour: has(Difference::LatePlayfieldColour),
        late_background_colour: has(Difference::LateBackgroundColour),
        lost_clocks: has(Difference::LostClocks),
    }
}

/// The options as words of a command line, for a recording that says how to see it again.
pub(crate) fn words(options: &MachineOptions) -> Vec<String> {
    let differences: Vec<String> = options
        .tia
        .iter()
        .filter_map(|difference| difference.to_possible_value().map(|value| value.get_name().to_owned()))
        .collect();
    let given = [
        ("--mapper", options.mapper.map(|mapper| mapper.to_string())),
        ("--tv", options.tv.map(|tv| tv.to_string())),
        ("--left", options.left.map(|controller| controller.to_string())),
        ("--right", options.right.map(|controller| controller.to_string())),
        ("--tia", (!differences.is_empty()).then(|| differences.join(","))),
    ];
    given.into_iter().filter_map(|(option, value)| value.map(|value| format!("{option} {value}"))).collect()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let shown = path.display();
    let metadata = fs::metadata(path).with_context(|| format!("cannot read the cartridge {shown}"))?;
    ensure!(metadata.is_file(), "{shown} is not a file; expected a cartridge's image");
    ensure!(
        metadata.len() <= LARGEST_IMAGE,
        "{shown} has {} bytes; no cartridge is as large as that",
        metadata.len()
    );
    fs::read(path).with_context(|| format!("cannot read the cartridge {shown}"))
}
