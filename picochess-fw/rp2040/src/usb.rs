//! The serial line over USB, with the board's protocol on it.

use core::fmt;

use cortex_m::singleton;
use picochess_fw::{Board, Link, Ports};
use rp2040_hal::{Timer, clocks::UsbClock, pac, usb::UsbBus};
use usb_device::{class_prelude::*, prelude::*};
use usbd_serial::SerialPort;

/// Somebody who listens takes what is said within this time, in microseconds; what he does not take is lost.
const PATIENCE_US: u32 = 20_000;
/// Vendor and product that pid.codes' predecessor gives to serial lines for free use.
const IDS: UsbVidPid = UsbVidPid(0x16C0, 0x27DD);

/// The serial line.
pub(crate) struct Usb {
    line: Line,
    link: Link,
    /// What has come in since the last look at the board.
    inbox: heapless::Vec<u8, 256>,
}

struct Line {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
    timer: Timer,
}

impl Usb {
    pub(crate) fn new(
        regs: pac::USBCTRL_REGS,
        dpram: pac::USBCTRL_DPRAM,
        clock: UsbClock,
        timer: Timer,
        resets: &mut pac::RESETS,
    ) -> Option<Self> {
        let bus = UsbBus::new(regs, dpram, clock, true, resets);
        let bus = singleton!(: UsbBusAllocator<UsbBus> = UsbBusAllocator::new(bus))?;
        let serial = SerialPort::new(bus);
        let strings = StringDescriptors::default().manufacturer("Video Chess, whole").product("PicoChess");
        let device = UsbDeviceBuilder::new(bus, IDS)
            .strings(&[strings])
            .ok()?
            .device_class(usbd_serial::USB_CLASS_CDC)
            .build();
        Some(Self { line: Line { device, serial, timer }, link: Link::new(), inbox: heapless::Vec::new() })
    }

    /// Serves the bus. Call it as often as there is time.
    pub(crate) fn poll(&mut self) {
        let Self { line: Line { device, serial, .. }, inbox, .. } = self;
        // What is not read is held back by the bus.
        let room = inbox.capacity() - inbox.len();
        if !device.poll(&mut [serial]) || room == 0 {
            return;
        }
        let mut bytes = [0; 64];
        let most = bytes.len().min(room);
        if let Ok(count) = serial.read(&mut bytes[..most]) {
            // There is room for them.
            let _ = inbox.extend_from_slice(&bytes[..count]);
        }
    }

    /// Takes what the PC has said and says what has happened. Call it after each look at the board.
    pub(crate) fn serve(&mut self, board: &mut Board, ports: &mut impl Ports) {
        let inbox = core::mem::take(&mut self.inbox);
        // A line that nobody listens to takes everything.
        let _ = self.link.receive(&inbox, board, ports, &mut self.line);
        let _ = self.link.follow(board, ports, &mut self.line);
    }

    /// Whether the PC makes the computer's moves.
    pub(crate) fn is_linked(&self) -> bool {
        self.link.is_linked() && self.line.device.state() == UsbDeviceState::Configured
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let began = self.timer.get_counter_low();
        let mut rest = text.as_bytes();
        while !rest.is_empty() && self.serial.dtr() {
            match self.serial.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(UsbError::WouldBlock)
                    if self.timer.get_counter_low().wrapping_sub(began) < PATIENCE_US =>
                {
                    self.device.poll(&mut [&mut self.serial]);
                }
                Err(_) => break,
            }
        }
        // What is left in the buffer goes out with the next poll.
        let _ = self.serial.flush();
        Ok(())
    }
}
