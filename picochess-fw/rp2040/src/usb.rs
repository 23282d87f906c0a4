//! The serial line over USB, with the board's protocol on it.

use cortex_m::singleton;
use picochess_fw::{Line, Wire};
use rp2040_hal::{Timer, clocks::UsbClock, pac, usb::UsbBus};
use usb_device::{class_prelude::*, prelude::*};
use usbd_serial::SerialPort;

/// Vendor and product that pid.codes' predecessor gives to serial lines for free use.
const IDS: UsbVidPid = UsbVidPid(0x16C0, 0x27DD);

/// The board's end of the line.
pub(crate) type Usb = Line<UsbWire>;

/// The line itself.
pub(crate) struct UsbWire {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
    timer: Timer,
}

/// Makes the line.
pub(crate) fn new(
    regs: pac::USBCTRL_REGS,
    dpram: pac::USBCTRL_DPRAM,
    clock: UsbClock,
    timer: Timer,
    resets: &mut pac::RESETS,
) -> Option<Usb> {
    let bus = UsbBus::new(regs, dpram, clock, true, resets);
    let bus = singleton!(: UsbBusAllocator<UsbBus> = UsbBusAllocator::new(bus))?;
    let serial = SerialPort::new(bus);
    let strings = StringDescriptors::default().manufacturer("Video Chess, whole").product("PicoChess");
    let device = UsbDeviceBuilder::new(bus, IDS)
        .strings(&[strings])
        .ok()?
        .device_class(usbd_serial::USB_CLASS_CDC)
        .build();
    Some(Line::new(UsbWire { device, serial, timer }))
}

impl Wire for UsbWire {
    fn is_open(&self) -> bool {
        self.serial.dtr() && self.device.state() == UsbDeviceState::Configured
    }

    fn give(&mut self, bytes: &[u8]) -> usize {
        // What does not leave at once goes out with the next poll.
        self.serial.write(bytes).unwrap_or(0)
    }

    fn take(&mut self, bytes: &mut [u8]) -> usize {
        self.serial.read(bytes).unwrap_or(0)
    }

    fn poll(&mut self) {
        self.device.poll(&mut [&mut self.serial]);
    }

    fn now_us(&self) -> u32 {
        self.timer.get_counter_low()
    }
}
