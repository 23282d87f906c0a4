//! The serial line over USB.

use rp2040_hal::{
    clocks::UsbClock,
    pac,
    usb::UsbBus,
};
use cortex_m::singleton;
use usb_device::{class_prelude::*, prelude::*};
use usbd_serial::SerialPort;

/// The serial line.
pub(crate) struct Usb {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
}

impl Usb {
    pub(crate) fn new(
        regs: pac::USBCTRL_REGS,
        dpram: pac::USBCTRL_DPRAM,
        clock: UsbClock,
        resets: &mut pac::RESETS,
    ) -> Option<Self> {
        let bus = singleton!(: UsbBusAllocator<UsbBus> = UsbBusAllocator::new(UsbBus::new(regs, dpram, clock, true, resets)))?;
        let serial = SerialPort::new(bus);
        let strings = StringDescriptors::default().manufacturer("Video Chess, whole").product("PicoChess");
        let device = UsbDeviceBuilder::new(bus, UsbVidPid(0x16C0, 0x27DD))
            .strings(&[strings])
            .ok()?
            .device_class(usbd_serial::USB_CLASS_CDC)
            .build();
        Some(Self { device, serial })
    }

    pub(crate) fn poll(&mut self) {
        self.device.poll(&mut [&mut self.serial]);
    }
}
