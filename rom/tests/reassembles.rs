//! The listing, assembled by dasm, is the ROM again.
//!
//! Needs dasm (Debian package `dasm`) and, for the real listing, the ROM at `rom/video_chess.bin` or in `VCHESS_ROM`;
//! what is missing is said on standard error and its test passes without a look.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, io};

use vchess_rom::disasm::disassemble;
use vchess_rom::identify;

fn rom() -> Option<Vec<u8>> {
    let path = env::var_os("VCHESS_ROM")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("video_chess.bin"), PathBuf::from);
    let bytes = fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: no Video Chess ROM at {}", path.display());
    }
    bytes
}

/// Assembles `source`; `None` where there is no dasm.
fn assemble(source: &str, name: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let input = folder.join(format!("{name}.asm"));
    let output = folder.join(format!("{name}.bin"));
    fs::write(&input, source).expect("the build's own folder can be written");
    let run = Command::new("dasm").arg(&input).arg("-f3").arg(format!("-o{}", output.display())).output();
    let run = match run {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: no dasm (Debian package dasm)");
            return None;
        }
        other => other.expect("dasm can be started"),
    };
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "dasm refuses the listing:\n{said}");
    Some(fs::read(&output).expect("dasm wrote its output"))
}

#[test]
fn video_chess_reassembles() {
    let Some(bytes) = rom() else { return };
    let rom = identify(&bytes).expect("the file is Video Chess");
    let Some(assembled) = assemble(&disassemble(rom.bytes()), "video_chess") else { return };
    assert_eq!(assembled.len(), 4096);
    let differing = bytes.iter().zip(&assembled).position(|(a, b)| a != b);
    assert_eq!(differing.map(|at| format!("${:04x}", 0xf000 + at)), None);
}

#[test]
fn every_operand_of_video_chess_has_a_name() {
    let Some(bytes) = rom() else { return };
    let rom = identify(&bytes).expect("the file is Video Chess");
    let listing = disassemble(rom.bytes());
    let instructions = listing.lines().filter(|line| line.starts_with("        ") && !line.contains(".byte"));
    let nameless: Vec<&str> =
        instructions.filter(|line| line.contains(" $") || line.contains("($")).collect();
    assert_eq!(nameless, ["        org $f000"]);
}

/// Bytes that are no program at all come back unchanged too: undocumented opcodes, short forms, odd operands.
#[test]
fn noise_reassembles() {
    for seed in 1..=20u32 {
        let mut state = seed;
        let mut noise = [0; 4096];
        for byte in &mut noise {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            *byte = (state >> 7) as u8;
        }
        let Some(assembled) = assemble(&disassemble(&noise), &format!("noise{seed}")) else { return };
        let differing = noise.iter().zip(&assembled).position(|(a, b)| a != b);
        assert_eq!(differing.map(|at| format!("seed {seed}: ${:04x}", 0xf000 + at)), None);
    }
}
