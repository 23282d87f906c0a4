//! The firmware's ELF file.

use std::{collections::HashMap, path::Path};

use anyhow::{Context as _, Result, ensure};
use object::{
    Endianness, Object as _, ObjectSymbol as _, elf, read::elf::ElfFile32, read::elf::ProgramHeader as _,
};
use picochess_fw::{Log, Save, SavedState, Settings, Slot};

use crate::saves;

/// Where the flash is in memory, and its size.
pub(crate) const XIP: u32 = 0x1000_0000;
pub(crate) const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// What an ELF file says.
#[derive(Clone, Debug)]
pub struct Image {
    /// The flash as it is after flashing: what the file does not fill is erased.
    pub flash: Vec<u8>,
    symbols: HashMap<String, (u32, u32)>,
}

impl Image {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// If it cannot be read, is no 32-bit ELF, or has parts that do not lie in the flash.
    pub fn read(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        let bytes = std::fs::read(path).with_context(name)?;
        let file = ElfFile32::<Endianness>::parse(&*bytes).with_context(name)?;
        let mut flash = vec![0xFF; FLASH_BYTES];
        for header in file.elf_program_headers() {
            let little = Endianness::Little;
            if header.p_type(little) != elf::PT_LOAD || header.p_filesz(little) == 0 {
                continue;
            }
            let address = header.p_paddr(little);
            let data = header.data(little, &*bytes).ok().with_context(name)?;
            let start = address.wrapping_sub(XIP) as usize;
            ensure!(
                start.checked_add(data.len()).is_some_and(|end| end <= FLASH_BYTES),
                "{}: a part of {} bytes at {address:#x} does not lie in the flash",
                path.display(),
                data.len()
            );
            flash[start..start + data.len()].copy_from_slice(data);
        }
        let symbols = file
            .symbols()
            .filter_map(|s| Some((s.name().ok()?.to_owned(), (s.address() as u32, s.size() as u32))))
            .collect();
        Ok(Self { flash, symbols })
    }

    /// The same flash after a board with these settings has kept them.
    ///
    /// # Errors
    /// If the place of the saves does not take them.
    pub fn with_settings(mut self, settings: &Settings) -> Result<Self> {
        let save = Save {
            sequence: 1,
            settings: *settings,
            state: SavedState::None,
            clocks: [0; 2],
            seed: 0,
            moves: Log::new(),
        };
        saves::store(&mut self.flash, Slot::A, &save)?;
        Ok(self)
    }

    /// The same flash with the cartridge's ROM in its place.
    ///
    /// # Errors
    /// If the firmware has no place for it.
    pub fn with_cartridge(mut self, rom: &[u8]) -> Result<Self> {
        let start = self.symbol("__cartridge")?.wrapping_sub(XIP) as usize;
        let place = self.flash.get_mut(start..start + rom.len());
        place.context("the cartridge's place does not lie in the flash")?.copy_from_slice(rom);
        Ok(self)
    }

    /// The address of a symbol.
    ///
    /// # Errors
    /// If the file has none of that name.
    pub fn symbol(&self, name: &str) -> Result<u32> {
        let found = self.symbols.get(name).map(|&(address, _)| address);
        found.with_context(|| format!("the firmware has no symbol {name}"))
    }

    /// Address and size of the symbol that has `part` in its name.
    pub(crate) fn symbol_with(&self, part: &str) -> Result<(u32, u32)> {
        let found = self.symbols.iter().find(|(name, _)| name.contains(part));
        found.map(|(_, &place)| place).with_context(|| format!("the firmware has no symbol with {part}"))
    }
}
