//! The listing, assembled by dasm, is the ROM again.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use vchess_rom::disasm::disassemble;

/// Assembles `source`; `None` where there is no dasm.
fn assemble(source: &str, name: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let input = folder.join(format!("{name}.asm"));
    let output = folder.join(format!("{name}.bin"));
    fs::write(&input, source).expect("the build's own folder can be written");
    let mut dasm = Command::new(vchess_tests::tool("dasm")?);
    let run = dasm
        .arg(&input)
        .arg("-f3")
        .arg(format!("-o{}", output.display()))
        .output()
        .expect("dasm can be started");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "dasm refuses the listing:\n{said}");
    Some(fs::read(&output).expect("dasm wrote its output"))
}

#[test]
fn video_chess_reassembles() {
    let Some(rom) = vchess_tests::rom() else { return };
    let Some(assembled) = assemble(&disassemble(rom), "video_chess") else { return };
    assert_eq!(assembled.len(), 4096);
    let differing = rom.iter().zip(&assembled).position(|(a, b)| a != b);
    assert_eq!(differing.map(|at| format!("${:04x}", 0xf000 + at)), None);
}

#[test]
fn every_operand_of_video_chess_has_a_name() {
    let Some(rom) = vchess_tests::rom() else { return };
    let listing = disassemble(rom);
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
