//! A small assembler for test programs: source in, bytes out.
//!
//! One statement a line, `;` starts a comment. A name before `:` is a label, `name = expression` a constant. `.org` sets
//! the address that comes next, and bytes up to it are `$00`; `.byte` and `.word` take expressions, separated by commas.
//! An expression is a sum of numbers (`12`, `$0c`, `%1100`), names and `*`, the statement's own address; `<` and `>` in
//! front take its low and its high byte. An operand below 256 that is known by then is on the zero page, where the
//! instruction can be; `!` before it keeps it absolute. Opcodes without documentation have the names that
//! [`vchess_rom::instruction`] gives them.
//!
//! ```
//! let bytes = vchess_tests::asm::assemble("        .org $f000\nstart:  lda #<start\n        jmp start\n");
//! assert_eq!(bytes, [0xa9, 0x00, 0x4c, 0x00, 0xf0]);
//! ```

use std::collections::HashMap;
use std::sync::LazyLock;

/// Names of the TIA's and the RIOT's registers, and of nothing else.
const REGISTERS: &str = "\
VSYNC=0,VBLANK=1,WSYNC=2,RSYNC=3,NUSIZ0=4,NUSIZ1=5,COLUP0=6,COLUP1=7,COLUPF=8,COLUBK=9,CTRLPF=10,REFP0=11,REFP1=12,\
PF0=13,PF1=14,PF2=15,RESP0=16,RESP1=17,RESM0=18,RESM1=19,RESBL=20,GRP0=27,GRP1=28,CXCLR=44,\
INPT0=8,INPT1=9,INPT2=10,INPT3=11,INPT4=12,INPT5=13,\
SWCHA=640,SWACNT=641,SWCHB=642,SWBCNT=643,INTIM=644,TIMINT=645,TIM1T=660,TIM8T=661,TIM64T=662,T1024T=663";

/// Instructions whose operand is a distance.
const BRANCHES: [&str; 8] = ["bpl", "bmi", "bvc", "bvs", "bcc", "bcs", "bne", "beq"];

/// Opcodes by mnemonic and form: the operand with `b` for a byte and `w` for two.
static OPCODES: LazyLock<HashMap<(String, String), u8>> = LazyLock::new(|| {
    let mut opcodes = HashMap::new();
    for opcode in 0..=u8::MAX {
        let (text, _) = vchess_rom::instruction(0, |address| [opcode, 0x12, 0x34][address as usize]);
        let (mnemonic, operand) = text.split_once(' ').unwrap_or((&text, ""));
        let form = if BRANCHES.contains(&mnemonic) {
            "w".to_owned()
        } else {
            operand.replace("$3412", "w").replace("$12", "b")
        };
        opcodes.entry((mnemonic.to_owned(), form)).or_insert(opcode);
    }
    // There are undocumented ones that do nothing either, and come before it.
    opcodes.insert(("nop".to_owned(), String::new()), 0xea);
    opcodes
});

/// Assembles a program, from its first `.org` to its last byte.
///
/// # Panics
/// If the source is broken; the message names the line.
#[track_caller]
pub fn assemble(source: &str) -> Vec<u8> {
    // The first pass finds the labels' values, the second writes.
    let mut assembler = Assembler::default();
    for assignment in REGISTERS.split(',') {
        let (name, value) = assignment.split_once('=').expect("the table is well-formed");
        assembler.names.insert(name.to_owned(), value.parse().expect("the table is well-formed"));
    }
    for is_last in [false, true] {
        (assembler.is_last, assembler.address, assembler.start) = (is_last, 0, None);
        assembler.bytes.clear();
        for (number, line) in source.lines().enumerate() {
            if let Err(error) = assembler.line(line) {
                panic!("line {}: {error}: {line}", number + 1);
            }
        }
    }
    assembler.bytes
}

#[derive(Default)]
struct Assembler {
    names: HashMap<String, u16>,
    address: u16,
    start: Option<u16>,
    bytes: Vec<u8>,
    is_last: bool,
}

type Parsed<T> = Result<T, String>;

impl Assembler {
    fn line(&mut self, line: &str) -> Parsed<()> {
        let mut text = line.split(';').next().unwrap_or_default().trim();
        if let Some((name, value)) = text.split_once('=') {
            let value = self.value(value)?.ok_or("a constant's value must be known before it")?;
            self.names.insert(name.trim().to_owned(), value);
            return Ok(());
        }
        if let Some((label, rest)) = text.split_once(':') {
            self.names.insert(label.trim().to_owned(), self.address);
            text = rest.trim();
        }
        let (word, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (word, operand.trim()) {
            ("", _) => Ok(()),
            (".org", operand) => {
                let address = self.value(operand)?.ok_or("the address must be known before")?;
                self.org(address)
            }
            (".byte", operand) => {
                let values: Vec<u16> = self.list(operand)?;
                self.push(&values.into_iter().map(byte).collect::<Parsed<Vec<u8>>>()?);
                Ok(())
            }
            (".word", operand) => {
                let values: Vec<u16> = self.list(operand)?;
                self.push(&values.into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
                Ok(())
            }
            (mnemonic, operand) => self.instruction(mnemonic, operand),
        }
    }

    fn org(&mut self, address: u16) -> Parsed<()> {
        if self.start.is_some() {
            let gap = address.checked_sub(self.address).ok_or("the address lies behind")?;
            self.bytes.resize(self.bytes.len() + gap as usize, 0);
        }
        self.start.get_or_insert(address);
        self.address = address;
        Ok(())
    }

    fn push(&mut self, bytes: &[u8]) {
        self.start.get_or_insert(self.address);
        self.bytes.extend_from_slice(bytes);
        self.address = self.address.wrapping_add(bytes.len() as u16);
    }

    fn instruction(&mut self, mnemonic: &str, operand: &str) -> Parsed<()> {
        let key = |form: &str| (mnemonic.to_owned(), form.to_owned());
        // What is around the expression: `#`, brackets, an index.
        let (before, rest) = match operand.as_bytes() {
            [b'#' | b'(', ..] => operand.split_at(1),
            _ => ("", operand),
        };
        let end = rest.find([',', ')']).unwrap_or(rest.len());
        let (expression, after) = rest.split_at(end);
        let after: String = after.chars().filter(|letter| !letter.is_whitespace()).collect();
        if operand.is_empty() {
            let opcode = OPCODES.get(&key("")).ok_or("there is no such instruction")?;
            self.push(&[*opcode]);
            return Ok(());
        }
        let (expression, is_wide) = match expression.trim().strip_prefix('!') {
            Some(expression) => (expression, true),
            None => (expression, false),
        };
        let value = if self.is_last { Some(self.late(expression)?) } else { self.value(expression)? };
        let short = OPCODES.get(&key(&format!("{before}b{after}")));
        let long = OPCODES.get(&key(&format!("{before}w{after}")));
        // What is not known in the first pass is a label ahead, which lies in the cartridge.
        let is_short =
            before == "#" || long.is_none() || value.is_some_and(|value| value < 0x100 && !is_wide);
        match (short, long) {
            (Some(opcode), _) if is_short => self.push(&[*opcode, byte(value.unwrap_or(0))?]),
            (_, Some(opcode)) if BRANCHES.contains(&mnemonic) => {
                let target = value.unwrap_or(self.address);
                let distance = i32::from(target) - i32::from(self.address) - 2;
                let distance = i8::try_from(distance).map_err(|_| "the branch is too long")?;
                self.push(&[*opcode, distance as u8]);
            }
            (_, Some(opcode)) => {
                let [low, high] = value.unwrap_or(0).to_le_bytes();
                self.push(&[*opcode, low, high]);
            }
            _ => return Err("there is no such instruction".to_owned()),
        }
        Ok(())
    }

    fn list(&self, operand: &str) -> Parsed<Vec<u16>> {
        operand.split(',').map(|item| self.late(item)).collect()
    }

    /// A value that may be known in the second pass only.
    fn late(&self, expression: &str) -> Parsed<u16> {
        match self.value(expression)? {
            None if self.is_last => Err(format!("{} is not known", expression.trim())),
            value => Ok(value.unwrap_or(0)),
        }
    }

    fn value(&self, expression: &str) -> Parsed<Option<u16>> {
        let expression = expression.trim();
        if let Some(rest) = expression.strip_prefix('<') {
            return Ok(self.value(rest)?.map(|value| value & 0xff));
        }
        if let Some(rest) = expression.strip_prefix('>') {
            return Ok(self.value(rest)?.map(|value| value >> 8));
        }
        let mut sum = Some(0_u16);
        let mut rest = expression;
        let mut is_minus = false;
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let (term, tail) = rest.split_at(end);
            let value = self.term(term.trim())?;
            sum = sum
                .zip(value)
                .map(|(sum, value)| if is_minus { sum.wrapping_sub(value) } else { sum.wrapping_add(value) });
            let Some(sign) = tail.chars().next() else { return Ok(sum) };
            is_minus = sign == '-';
            rest = &tail[1..];
        }
    }

    fn term(&self, term: &str) -> Parsed<Option<u16>> {
        let number = |digits, radix| {
            u16::from_str_radix(digits, radix).map(Some).map_err(|_| format!("{term} is no number"))
        };
        match term.as_bytes() {
            [] => Err("an expression is missing".to_owned()),
            [b'*'] => Ok(Some(self.address)),
            [b'$', ..] => number(&term[1..], 16),
            [b'%', ..] => number(&term[1..], 2),
            [b'0'..=b'9', ..] => number(term, 10),
            _ => Ok(self.names.get(term).copied()),
        }
    }
}

fn byte(value: u16) -> Parsed<u8> {
    u8::try_from(value).map_err(|_| format!("${value:04x} is no byte"))
}

#[cfg(test)]
mod tests {
    use super::assemble;

    #[test]
    fn every_form_of_an_instruction() {
        let source = "
            count = $80
            .org $f000
            nop
            asl
            lda #count+1
            lda count
            lda !count
            lda table,x
            sta count,x
            ldx count,y
            lda (count),y
            lda (count,x)
            jmp (table)
            bne *
            beq table
            jsr table
            dec $0123
    table:  .byte 1, <table, >table, %101
            .word table, *
            .org $f040
            rts";
        let mut expected = vec![0xea, 0x0a, 0xa9, 0x81, 0xa5, 0x80, 0xad, 0x80, 0x00, 0xbd, 0x21, 0xf0];
        expected.extend([0x95, 0x80, 0xb6, 0x80, 0xb1, 0x80, 0xa1, 0x80, 0x6c, 0x21, 0xf0, 0xd0, 0xfe]);
        expected.extend([0xf0, 0x06, 0x20, 0x21, 0xf0, 0xce, 0x23, 0x01]);
        expected.extend([1, 0x21, 0xf0, 5, 0x21, 0xf0, 0x25, 0xf0]);
        expected.resize(0x40, 0);
        expected.push(0x60);
        assert_eq!(assemble(source), expected);
    }

    #[test]
    #[should_panic(expected = "line 2: nowhere is not known")]
    fn an_unknown_name_is_told() {
        assemble("        .org $f000\n        jmp nowhere\n");
    }

    #[test]
    #[should_panic(expected = "line 1: there is no such instruction")]
    fn an_unknown_instruction_is_told() {
        assemble("        sta #1\n");
    }
}
