#!/usr/bin/env python3
"""Changes the port in one place at a time, a constant, an entry of a table, a branch, and sees whether a test fails.

    python3 tests/mutate.py [FOLDER]     FOLDER: where a copy of the workspace is built (default: target/mutate)

A mutation that no test notices survives; the exit code is their number. Each is a file below video-chess/src, a piece of
its text that occurs exactly once, and what takes its place.
"""
import os
import pathlib
import shutil
import subprocess
import sys

MUTATIONS = [
    # Tables
    ("tables.rs", "[0, 66, 27, 9, 9, 15, 3,", "[0, 66, 27, 9, 9, 16, 3,"),
    ("tables.rs", "[0, 66, 27, 9, 9, 15, 3,", "[0, 66, 28, 9, 9, 15, 3,"),
    ("tables.rs", "[3, -8, 0, 2, 4, -16, 1, 0, 0, -1, 2, 3, 4, 0, 3]", "[3, -8, 0, 3, 4, -16, 1, 0, 0, -1, 2, 3, 4, 0, 3]"),
    ("tables.rs", "[3, -8, 0, 2, 4, -16, 1, 0, 0, -1, 2, 3, 4, 0, 3]", "[3, -8, 0, 2, 4, -16, 1, 0, 0, -1, 2, 3, 5, 0, 3]"),
    ("tables.rs", "[3, -8, 0, 2, 4, -16, 1, 0, 0, -1, 2, 3, 4, 0, 3]", "[3, -8, 0, 2, 4, -15, 1, 0, 0, -1, 2, 3, 4, 0, 3]"),
    ("tables.rs", "0x75, 0xe4, 0x00, 0x44", "0x75, 0xe5, 0x00, 0x44"),
    ("tables.rs", "0x33, 0x65, 0xfd, 0xff]", "0x33, 0x65, 0xfd, 0xef]"),
    ("tables.rs", "[4, 6, KING, 0, 8]", "[4, 6, KING, 0, 9]"),
    ("tables.rs", "[4, 60, 0, 7, 56, 63]", "[4, 60, 0, 7, 57, 63]"),
    ("tables.rs", "CASTLING_PATHS: [u8; 4] = [2, 4, 58, 60]", "CASTLING_PATHS: [u8; 4] = [2, 4, 58, 61]"),
    ("tables.rs", "(3, 4), (5, 6), (0, 0)", "(3, 5), (5, 6), (0, 0)"),
    ("tables.rs", "(3, 4), (5, 6), (0, 0)", "(3, 4), (5, 6), (0, 1)"),
    ("tables.rs", "[9, 10, -1, 11, -9, 1, -10, -11, 2, -2]", "[9, 10, 1, 11, -9, -1, -10, -11, 2, -2]"),
    ("tables.rs", "[12, 21, 8, 19, -12, -21, -19, -8]", "[12, 21, 8, 19, -12, -21, -8, -19]"),
    ("tables.rs", "[20, 10, 9, 11, 9, 11, 0, 10, 9, 11]", "[20, 10, 11, 9, 9, 11, 0, 10, 9, 11]"),
    # Evaluation
    ("evaluate.rs", "HUMAN_MATED: u8 = 0xfd", "HUMAN_MATED: u8 = 0xfc"),
    ("evaluate.rs", "PROGRAM_MATED: u8 = 3", "PROGRAM_MATED: u8 = 4"),
    ("evaluate.rs", "const CENTRE: u8 = 27", "const CENTRE: u8 = 28"),
    ("evaluate.rs", ".wrapping_sub(ply).wrapping_sub(1)", ".wrapping_sub(ply)"),
    ("evaluate.rs", "REAL_GAIN: u8 = 0x7b", "REAL_GAIN: u8 = 0x7c"),
    ("evaluate.rs", "(from_centre << 1).wrapping_sub(between).wrapping_sub(1)", "(from_centre << 1).wrapping_sub(between)"),
    ("evaluate.rs", "ram.half_moves() >= 8;", "ram.half_moves() >= 9;"),
    ("evaluate.rs", "ram.frame() & 0x1b;", "ram.frame() & 0x1a;"),
    ("evaluate.rs", "(frame & 9) + 9", "(frame & 9) + 8"),
    ("evaluate.rs", "ram.frame() >= 0x40", "ram.frame() > 0x40"),
    ("evaluate.rs", "rank.wrapping_sub(50)", "rank.wrapping_sub(49)"),
    ("evaluate.rs", "BISHOPS_FIFTH: u8 = 26", "BISHOPS_FIFTH: u8 = 27"),
    ("evaluate.rs", "bonus + 17", "bonus + 16"),
    ("evaluate.rs", "(13..16).contains", "(12..16).contains"),
    ("evaluate.rs", "(false, false) => rank.wrapping_sub(11)", "(false, false) => rank.wrapping_sub(12)"),
    ("evaluate.rs", "if castles { 20 } else { 0 }", "if castles { 19 } else { 0 }"),
    ("evaluate.rs", "ram.set_byte(LINE_SCORE, 24)", "ram.set_byte(LINE_SCORE, 23)"),
    ("evaluate.rs", "if along_row { 4 } else { 5 }", "if along_row { 5 } else { 4 }"),
    ("evaluate.rs", "ram.half_moves() < 4 {", "ram.half_moves() < 5 {"),
    ("evaluate.rs", "nearer.wrapping_mul(6)", "nearer.wrapping_mul(5)"),
    ("evaluate.rs", "if after == 0 || (after ^ side)", "if (after ^ side)"),
    # Search
    ("search.rs", "ply == 1 || ply - 1 == self.ram.full_width()", "ply - 1 == self.ram.full_width()"),
    ("search.rs", "ram.set_threat(ram.side_byte() ^ 0x7c)", "ram.set_threat(ram.side_byte() ^ 0x7d)"),
    ("search.rs", "if ply >= ram.full_width() {", "if ply > ram.full_width() {"),
    ("search.rs", "let retakes = ram.target() == ram.last_target();", "let retakes = false;"),
    ("search.rs", "ply > ram.max_depth() && !retakes", "ply >= ram.max_depth() && !retakes"),
    ("search.rs", "ram.threats() > 1", "ram.threats() > 2"),
    ("search.rs", "matches!(ram.piece(), BISHOP | ROOK) { Threat::FollowLine }", "matches!(ram.piece(), ROOK) { Threat::FollowLine }"),
    ("search.rs", "above.min(ram.score(1)) <= ram.scratch()", "above.min(ram.score(1)) < ram.scratch()"),
    ("search.rs", "above.max(ram.score(0)) >= ram.scratch()", "above >= ram.scratch()"),
    ("search.rs", "const LAST_PLY: u8 = 12", "const LAST_PLY: u8 = 11"),
    ("search.rs", "if order < last {", "if order <= last {"),
    ("search.rs", "(ram.byte(0x82) | ram.byte(0x85) | ram.byte(0x89))", "(ram.byte(0x82) | ram.byte(0x85))"),
    ("search.rs", "if captured == KING | HUMAN && ply == 1 {", "if captured == KING | HUMAN {"),
    ("search.rs", "Side::Human => ram.score(ply) > score,", "Side::Human => ram.score(ply) >= score,"),
    ("search.rs", "if wins && ram.king_is_alone() && !ram.bit(KING_HANGS.0, KING_HANGS.1)", "if wins && ram.king_is_alone()"),
    ("search.rs", "ram.set_score(ply, ram.material().wrapping_sub(1) ^ evaluate::EVEN)", "ram.set_score(ply, ram.material() ^ evaluate::EVEN)"),
    # Moves
    ("moves.rs", "(pawn_row >= 5) == (MODE", "(pawn_row >= 4) == (MODE"),
    ("moves.rs", "&& pawn_row == 4;", "&& pawn_row == 3;"),
    ("moves.rs", "if counter >= 2 || !is_pawn {", "if counter >= 2 {"),
    ("moves.rs", "MODE != mode::ATTACKS && pawn_row == 6", "MODE != mode::ATTACKS && pawn_row >= 5"),
    ("moves.rs", "matches!(piece, KING | KNIGHT | PAWN)", "matches!(piece, KING | PAWN)"),
    ("moves.rs", "const FIRST_ROWS: u64 = 0xffff_ffff;", "const FIRST_ROWS: u64 = 0x00ff_ffff_ffff;"),
    # Levels and rules
    ("level.rs", "const FEW: u8 = 0x55", "const FEW: u8 = 0x56"),
    ("level.rs", "max_depth += 2;", "max_depth += 1;"),
    ("level.rs", "max_depth += if few { 0 } else { 1 };", "max_depth += 1;"),
    ("rules.rs", "source().abs_diff(ram.target()) == 16", "source().abs_diff(ram.target()) >= 16"),
    ("rules.rs", "for castling in (0..4).rev()", "for castling in 0..4"),
    ("rules.rs", "if towards_a { path - 1 } else { path }", "path"),
    ("rules.rs", "let (mut program, mut human) = (4u8, 4u8);", "let (mut program, mut human) = (3u8, 4u8);"),
    ("rules.rs", "ram.frame() & 0x40 != 0 { 11 } else { 12 }", "ram.frame() & 0x20 != 0 { 11 } else { 12 }"),
    ("rules.rs", "(PAWN, 4..) => takes,", "(PAWN, 4..) => true,"),
    ("rules.rs", "ram.piece() == PAWN && ram.counter() < 4;", "false;"),
]
# The quickest that notices most comes first.
TESTS = ["search", "chess", "snapshots", "cartridge", "set_up", "any_memory"]
LONGEST = 600


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "target" / "mutate"
    shutil.rmtree(folder / "work", ignore_errors=True)
    ignore = shutil.ignore_patterns("target", ".git", "rom")
    shutil.copytree(root, folder / "work", ignore=ignore)
    shutil.copytree(root / "rom", folder / "work" / "rom", ignore=shutil.ignore_patterns("*.bin", "fleet"))
    sources = folder / "work" / "video-chess" / "src"
    run = ["cargo", "test", "--quiet", "--manifest-path", str(folder / "work" / "Cargo.toml"),
           "--target-dir", str(folder / "build"), "-p", "video-chess"]
    environment = {**os.environ, "INSTA_UPDATE": "no"}

    def notices(test):
        """What becomes of a test: None where it passes."""
        arguments = run + (["--lib"] if test == "lib" else ["--test", test])
        try:
            done = subprocess.run(arguments, capture_output=True, timeout=LONGEST, env=environment)
        except subprocess.TimeoutExpired:
            return f"{test} (endless)"
        if b"could not compile" in done.stderr:
            return "the compiler"
        return test if done.returncode else None

    for test in TESTS + ["lib"]:
        if (failed := notices(test)) is not None:
            sys.exit(f"without any mutation {failed} fails")
    survivors = 0
    for name, text, instead in MUTATIONS:
        path = sources / name
        original = path.read_text()
        if original.count(text) != 1:
            sys.exit(f"{name}: {text!r} occurs {original.count(text)} times, expected once")
        path.write_text(original.replace(text, instead))
        noticed = next(filter(None, map(notices, TESTS + ["lib"])), None)
        path.write_text(original)
        survivors += noticed is None
        print(f"{noticed or 'SURVIVES':12} {name}: {text} -> {instead}", flush=True)
    print(f"{len(MUTATIONS)} mutations, {survivors} survive")
    sys.exit(survivors)


if __name__ == "__main__":
    main()
