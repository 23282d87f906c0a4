//! How much stack a chain of calls takes, from the frame sizes that the compiler notes (`.stack_sizes`) and the calls
//! that the objects' relocations name.
//!
//! Calls that go out of the library (of the compiler's own helpers, such as divisions and copies, and of the panic
//! handler) count nothing: their frames are the linker's affair.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use object::{File, Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SectionKind};

/// Frames and calls of the functions of some objects.
#[derive(Debug, Default)]
pub(super) struct Frames {
    functions: Vec<Function>,
}

#[derive(Debug)]
struct Function {
    name: String,
    frame: u64,
    calls: Vec<String>,
}

impl Frames {
    /// Takes up the functions of an object, each of which has a section of its own.
    pub(super) fn read(&mut self, object: &File<'_>) -> Result<()> {
        let mut name_of: HashMap<SectionIndex, String> = HashMap::new();
        for symbol in object.symbols().filter(ObjectSymbol::is_definition) {
            if let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name())
                && object.section_by_index(section)?.kind() == SectionKind::Text
                && !name.starts_with('$')
            {
                name_of.insert(section, name.to_owned());
            }
        }
        let mut frames: HashMap<SectionIndex, u64> = HashMap::new();
        for section in object.sections().filter(|section| section.name() == Ok(".stack_sizes")) {
            let data = section.data()?;
            for (offset, relocation) in section.relocations() {
                let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
                let function = object.symbol_by_index(symbol)?.section_index();
                // An address of four bytes, then the size in LEB128.
                let size =
                    data.get(offset as usize + 4..).and_then(leb128).context("a frame's size is cut off")?;
                function.and_then(|function| frames.insert(function, size));
            }
        }
        for section in object.sections() {
            let (Some(&frame), Some(name)) = (frames.get(&section.index()), name_of.get(&section.index()))
            else {
                continue;
            };
            let mut calls = Vec::new();
            for (_, relocation) in section.relocations() {
                let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
                let symbol = object.symbol_by_index(symbol)?;
                let local = symbol.section_index().and_then(|section| name_of.get(&section)).cloned();
                calls.extend(local.or_else(|| symbol.name().ok().map(str::to_owned)));
            }
            self.functions.push(Function { name: name.clone(), frame, calls });
        }
        ensure!(!self.functions.is_empty(), "expected frame sizes, found none");
        Ok(())
    }

    /// The bytes of stack that the deepest chain of calls takes from the function whose demangled path ends with `path`.
    pub(super) fn deepest(&self, path: &str) -> Option<u64> {
        let index: HashMap<&str, usize> = self
            .functions
            .iter()
            .enumerate()
            .map(|(number, function)| (function.name.as_str(), number))
            .collect();
        let entry = self.functions.iter().position(|function| {
            let demangled = format!("{:#}", rustc_demangle::demangle(&function.name));
            demangled.ends_with(path)
        })?;
        let mut known = vec![None; self.functions.len()];
        Some(self.walk(entry, &index, &mut known))
    }

    fn walk(&self, number: usize, index: &HashMap<&str, usize>, known: &mut [Option<u64>]) -> u64 {
        if let Some(bytes) = known[number] {
            return bytes;
        }
        let function = &self.functions[number];
        // A function that calls itself would count once; there is none.
        known[number] = Some(function.frame);
        let callees = function.calls.iter().filter_map(|name| index.get(name.as_str()));
        let deepest = callees.map(|&callee| self.walk(callee, index, known)).max().unwrap_or(0);
        let bytes = function.frame + deepest;
        known[number] = Some(bytes);
        bytes
    }
}

/// An unsigned number in LEB128.
fn leb128(bytes: &[u8]) -> Option<u64> {
    let mut number = 0;
    for (place, byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_calls_adds_up() {
        let function = |name: &str, frame, calls: &[&str]| Function {
            name: name.into(),
            frame,
            calls: calls.iter().map(|&call| call.into()).collect(),
        };
        let functions = vec![
            function("root", 100, &["small", "large", "elsewhere"]),
            function("small", 8, &["large"]),
            function("large", 50, &[]),
        ];
        let frames = Frames { functions };
        assert_eq!(frames.deepest("root"), Some(158));
        assert_eq!(frames.deepest("large"), Some(50));
        assert_eq!(frames.deepest("nowhere"), None);
    }

    #[test]
    fn leb128_numbers() {
        assert_eq!(leb128(&[0x08]), Some(8));
        assert_eq!(leb128(&[0xb8, 0x02, 0xff]), Some(312));
        assert_eq!(leb128(&[0x80]), None);
    }
}
