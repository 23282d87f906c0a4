//! `cargo xtask firmware`: the image for the Pico, and what it takes of the chip.

mod uf2;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use object::read::elf::{ElfFile32, ProgramHeader};
use object::{Endianness, Object, ObjectSection, ObjectSymbol, elf};

use crate::{cargo, prepare, thumb};

/// The firmware's workspace.
pub(crate) const MANIFEST: &str = "picochess-fw/rp2040/Cargo.toml";
const PACKAGE: &str = "picochess-rp2040";
const PROGRAM: &str = "picochess";
/// Flash that the program may take: 2 MB less the last 64 KB, where games are kept, and 4 KB for the cartridge.
const FLASH: u64 = 2048 * 1024 - 64 * 1024 - 4 * 1024;
/// The symbol of the place for the cartridge's ROM.
const CARTRIDGE: &str = "__cartridge";
/// RAM of the RP2040.
const RAM: u64 = 264 * 1024;
/// What must be left of it for core 0's stack. The tests on the emulated Pico measure how much is used.
const STACK: u64 = 6 * 1024;

/// What the image takes, in bytes.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    flash: u64,
    ram_code: u64,
    data: u64,
    picture: u64,
    stack_core1: u64,
    stack_core0: u64,
}

/// Builds the firmware and returns its ELF file.
pub(crate) fn build() -> Result<PathBuf> {
    let files = thumb::build(&thumb::Build {
        package: PACKAGE,
        manifest: Some(MANIFEST),
        arguments: &["--locked"],
        ..thumb::Build::default()
    })?;
    // The build script is a program too.
    files.into_iter().find(|file| file.ends_with(PROGRAM)).context("cargo names no program")
}

pub(crate) fn firmware(may_install: bool) -> Result<ExitCode> {
    thumb::ensure(may_install)?;
    let elf = build()?;
    let bytes = fs::read(&elf).with_context(|| format!("cannot read {}", elf.display()))?;
    let name = || elf.display().to_string();
    let sizes = measure(&bytes).with_context(name)?;
    let parts = parts(&bytes).with_context(name)?;
    let folder = folder()?;
    let (elf_to, uf2_to) = (folder.join("picochess.elf"), folder.join("picochess.uf2"));
    let uf2 = uf2::encode(&parts)?;
    write(&elf_to, &bytes)?;
    write(&uf2_to, &uf2)?;
    println!("{}  {} bytes", elf_to.display(), bytes.len());
    println!("{}  {} bytes", uf2_to.display(), uf2.len());
    println!("flash   {:>8} of {FLASH} bytes", sizes.flash);
    let ram = sizes.ram_code + sizes.data + sizes.picture + sizes.stack_core1;
    println!("RAM     {ram:>8} of {RAM} bytes");
    println!("        {:>8} the picture", sizes.picture);
    println!("        {:>8} variables", sizes.data);
    println!("        {:>8} code that runs from RAM", sizes.ram_code);
    println!("        {:>8} core 1's stack", sizes.stack_core1);
    println!("stack   {:>8} bytes left for core 0; at least {STACK} are asked for", sizes.stack_core0);
    ensure!(sizes.flash <= FLASH, "the program takes {} bytes more flash than there is", sizes.flash - FLASH);
    ensure!(sizes.stack_core0 >= STACK, "RAM is short of {} bytes for the stack", STACK - sizes.stack_core0);
    Ok(ExitCode::SUCCESS)
}

/// `cargo xtask rom-uf2`: the cartridge's ROM as a file of its own, for the place that the firmware keeps for it.
pub(crate) fn rom_uf2(may_install: bool) -> Result<ExitCode> {
    thumb::ensure(may_install)?;
    let found = prepare::rom(None, may_install)?;
    let rom = fs::read(&found.path).with_context(|| format!("cannot read {}", found.path.display()))?;
    let elf = build()?;
    let bytes = fs::read(&elf).with_context(|| format!("cannot read {}", elf.display()))?;
    let place = symbol(&ElfFile32::<Endianness>::parse(&*bytes)?, CARTRIDGE)
        .with_context(|| format!("{}", elf.display()))?;
    let path = folder()?.join("rom.uf2");
    let uf2 = uf2::encode(&[(u32::try_from(place)?, rom)])?;
    write(&path, &uf2)?;
    println!("{}  {} bytes", path.display(), uf2.len());
    println!(
        "Flash it like the firmware, after or before it: the board's menu offers the computer Original then."
    );
    Ok(ExitCode::SUCCESS)
}

/// Where the files for the Pico go.
fn folder() -> Result<PathBuf> {
    let folder = cargo::root()?.join("target").join("firmware");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// What goes into the flash: address and bytes of each part.
fn parts(bytes: &[u8]) -> Result<Vec<(u32, Vec<u8>)>> {
    let file = ElfFile32::<Endianness>::parse(bytes)?;
    let little = Endianness::Little;
    let mut parts = Vec::new();
    for header in file.elf_program_headers() {
        if header.p_type(little) == elf::PT_LOAD && header.p_filesz(little) > 0 {
            let data = header.data(little, bytes).ok().context("a part beyond the end of the file")?;
            parts.push((header.p_paddr(little), data.to_vec()));
        }
    }
    parts.sort_by_key(|&(address, _)| address);
    Ok(parts)
}

/// The address of a symbol.
fn symbol(file: &ElfFile32<'_, Endianness>, name: &str) -> Result<u64> {
    let found = file.symbols().find(|symbol| symbol.name() == Ok(name));
    found.map(|symbol| symbol.address()).with_context(|| format!("there is no symbol {name}"))
}

fn measure(bytes: &[u8]) -> Result<Sizes> {
    let file = ElfFile32::<Endianness>::parse(bytes)?;
    let size = |name: &str| file.section_by_name(name).map_or(0, |section| section.size());
    let flash = parts(bytes)?.iter().map(|(_, data)| data.len() as u64).sum();
    let end =
        file.section_by_name(".picture").map(|s| s.address() + s.size()).context("there is no picture")?;
    let core1 =
        file.symbols().find(|s| s.name().is_ok_and(|n| n.contains("core15STACK"))).map_or(0, |s| s.size());
    Ok(Sizes {
        flash,
        ram_code: size(".ramcode"),
        data: size(".data") + size(".bss") + size(".uninit") - core1,
        picture: size(".picture"),
        stack_core1: core1,
        stack_core0: symbol(&file, "_stack_start")? - end,
    })
}
