//! A stand-in for the chip's boot ROM: the table of functions, the few that the firmware calls, and nothing else.
//!
//! The functions for the flash are endless loops: whoever runs the emulator sees a core in one of them, does what it is
//! there for, and lets the core return.

/// Bytes of the ROM.
const SIZE: usize = 16 * 1024;

/// The ROM and where its functions for the flash are.
#[derive(Clone, Debug)]
pub(crate) struct BootRom {
    pub(crate) bytes: Vec<u8>,
    /// `connect_internal_flash`: the flash's pins belong to its interface.
    pub(crate) connect: u32,
    /// `flash_exit_xip`: the flash can no longer be read.
    pub(crate) exit_xip: u32,
    /// `flash_range_erase(from, bytes, ...)`.
    pub(crate) erase: u32,
    /// `flash_range_program(at, data, bytes)`.
    pub(crate) program: u32,
    /// `flash_flush_cache`: the second-stage boot loader may make the flash readable again.
    pub(crate) flush: u32,
}

/// `uint16 *lookup(table, code)`: r0 = the function of that code, or 0.
const LOOKUP: [u16; 9] = [
    0x8802, // next: ldrh r2, [r0]
    0x2A00, //       cmp r2, #0
    0xD005, //       beq none
    0x428A, //       cmp r2, r1
    0xD001, //       beq found
    0x3004, //       adds r0, #4
    0xE7F8, //       b next
    0x8840, // found: ldrh r0, [r0, #2]
    0x4770, //       bx lr
];
const NONE: [u16; 2] = [
    0x2000, // none: movs r0, #0
    0x4770, //       bx lr
];

/// `memcpy(to, from, bytes)`, word by word where both ends allow it.
const MEMCPY: [u16; 20] = [
    0xB531, //        push {r0, r4, r5, lr}
    0x0003, //        movs r3, r0
    0x430B, //        orrs r3, r1
    0x079B, //        lsls r3, r3, #30
    0xD107, //        bne tail
    0x3A08, // pairs: subs r2, #8
    0xD304, //        blo done
    0xC918, //        ldmia r1!, {r3, r4}
    0xC018, //        stmia r0!, {r3, r4}
    0xE7FA, //        b pairs
    0x46C0, //        nop
    0x46C0, //        nop
    0x3208, // done:  adds r2, #8
    0x3A01, // tail:  subs r2, #1
    0xD304, //        blo end
    0x780B, //        ldrb r3, [r1]
    0x7003, //        strb r3, [r0]
    0x3101, //        adds r1, #1
    0x3001, //        adds r0, #1
    0xE7F8, //        b tail
];
const MEMCPY_END: [u16; 1] = [
    0xBD31, // end:   pop {r0, r4, r5, pc}
];

/// `memset(to, value, bytes)`, word by word where the place allows it.
const MEMSET: [u16; 22] = [
    0xB511, //        push {r0, r4, lr}
    0xB2C9, //        uxtb r1, r1
    0x020B, //        lsls r3, r1, #8
    0x4319, //        orrs r1, r3
    0x040B, //        lsls r3, r1, #16
    0x4319, //        orrs r1, r3
    0x000C, //        movs r4, r1
    0x0783, //        lsls r3, r0, #30
    0xD105, //        bne tail
    0x3A08, // pairs: subs r2, #8
    0xD302, //        blo done
    0xC012, //        stmia r0!, {r1, r4}
    0xE7FB, //        b pairs
    0x46C0, //        nop
    0x3208, // done:  adds r2, #8
    0x3A01, // tail:  subs r2, #1
    0xD302, //        blo end
    0x7001, //        strb r1, [r0]
    0x3001, //        adds r0, #1
    0xE7FA, //        b tail
    0x46C0, //        nop
    0xBD11, // end:   pop {r0, r4, pc}
];

/// `clz32(x)`: zeros above the highest one.
const CLZ: [u16; 24] = [
    0x2120, // movs r1, #32
    0x0C02, 0xD001, 0x3910, 0x0010, // lsrs r2, r0, #16; beq past; subs r1, #16; movs r0, r2
    0x0A02, 0xD001, 0x3908, 0x0010, // the same for 8,
    0x0902, 0xD001, 0x3904, 0x0010, // 4
    0x0882, 0xD001, 0x3902, 0x0010, // and 2
    0x0842, 0xD002, 0x3902, 0x0008,
    0x4770, // lsrs r2, r0, #1; beq past; subs r1, #2; movs r0, r1; bx lr
    0x1A08, // subs r0, r1, r0
    0x4770, // bx lr
];

/// `ctz32(x)`: zeros below the lowest one.
const CTZ: [u16; 26] = [
    0x2100, // movs r1, #0
    0x2800, // cmp r0, #0
    0xD014, // beq none
    0x0402, 0xD101, 0x3110, 0x0C00, // lsls r2, r0, #16; bne past; adds r1, #16; lsrs r0, r0, #16
    0x0602, 0xD101, 0x3108, 0x0A00, // the same for 8,
    0x0702, 0xD101, 0x3104, 0x0900, // 4
    0x0782, 0xD101, 0x3102, 0x0880, // and 2
    0x07C2, 0xD100, 0x3101, // lsls r2, r0, #31; bne past; adds r1, #1
    0x0008, // movs r0, r1
    0x4770, // bx lr
    0x2020, // none: movs r0, #32
    0x4770, // bx lr
];

/// `popcount32(x)`: how many ones.
const POPCOUNT: [u16; 9] = [
    0x2100, //       movs r1, #0
    0x2800, // next: cmp r0, #0
    0xD003, //       beq end
    0x1E42, //       subs r2, r0, #1
    0x4010, //       ands r0, r2
    0x3101, //       adds r1, #1
    0xE7F9, //       b next
    0x0008, // end:  movs r0, r1
    0x4770, //       bx lr
];

const RETURN: [u16; 1] = [0x4770]; // bx lr
const SPIN: [u16; 1] = [0xE7FE]; // b .

impl BootRom {
    pub(crate) fn new() -> Self {
        let mut rom = vec![0u8; SIZE];
        let mut next = 0x100;
        let mut place = |code: &[&[u16]], bytes: &mut Vec<u8>| {
            let at = next;
            for half in code.iter().flat_map(|part| part.iter()) {
                bytes[next..next + 2].copy_from_slice(&half.to_le_bytes());
                next += 2;
            }
            next = next.next_multiple_of(4);
            at as u32
        };
        let lookup = place(&[&LOOKUP, &NONE], &mut rom);
        let memcpy = place(&[&MEMCPY, &MEMCPY_END], &mut rom);
        let memset = place(&[&MEMSET], &mut rom);
        let clz = place(&[&CLZ], &mut rom);
        let ctz = place(&[&CTZ], &mut rom);
        let popcount = place(&[&POPCOUNT], &mut rom);
        let nothing = place(&[&RETURN], &mut rom);
        let connect = place(&[&SPIN], &mut rom);
        let exit_xip = place(&[&SPIN], &mut rom);
        let erase = place(&[&SPIN], &mut rom);
        let program = place(&[&SPIN], &mut rom);
        let flush = place(&[&SPIN], &mut rom);
        let table = [
            (b"MC", memcpy),
            (b"C4", memcpy),
            (b"MS", memset),
            (b"S4", memset),
            (b"L3", clz),
            (b"T3", ctz),
            (b"P3", popcount),
            (b"IF", connect),
            (b"EX", exit_xip),
            (b"RE", erase),
            (b"RP", program),
            (b"FC", flush),
            (b"CX", nothing),
        ];
        let functions = next;
        for (i, (code, address)) in table.into_iter().enumerate() {
            let entry = functions + 4 * i;
            rom[entry..entry + 2].copy_from_slice(code);
            rom[entry + 2..entry + 4].copy_from_slice(&(address as u16 | 1).to_le_bytes());
        }
        let data = functions + 4 * table.len() + 4;
        rom[0x10..0x14].copy_from_slice(b"Mu\x01\x02");
        rom[0x14..0x16].copy_from_slice(&(functions as u16).to_le_bytes());
        rom[0x16..0x18].copy_from_slice(&(data as u16).to_le_bytes());
        rom[0x18..0x1A].copy_from_slice(&(lookup as u16 | 1).to_le_bytes());
        Self { bytes: rom, connect, exit_xip, erase, program, flush }
    }
}
