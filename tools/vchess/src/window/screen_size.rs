//! How large the first window may be.

#[cfg(target_os = "linux")]
mod linux {
    use std::env;

    use x11rb::connection::Connection;
    use x11rb::protocol::randr::ConnectionExt;

    use super::super::scaling::first_scale;

    /// Under Wayland nobody tells before the window is there; this suits most screens.
    const WAYLAND: usize = 3;

    pub(crate) fn scale() -> Option<usize> {
        if env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty()) {
            return Some(WAYLAND);
        }
        let (width, height) = screen()?;
        Some(first_scale(width.into(), height.into()))
    }

    /// The main monitor's size, or that of the whole screen where monitors are not told apart.
    fn screen() -> Option<(u16, u16)> {
        let (connection, number) = x11rb::connect(None).ok()?;
        let screen = connection.setup().roots.get(number)?;
        let whole = (screen.width_in_pixels, screen.height_in_pixels);
        let monitors = connection.randr_get_monitors(screen.root, true).ok()?.reply().ok();
        let monitors = monitors.map(|reply| reply.monitors).unwrap_or_default();
        let main = monitors.iter().find(|monitor| monitor.primary).or(monitors.first());
        Some(main.map_or(whole, |monitor| (monitor.width, monitor.height)))
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::scale;

/// Elsewhere the window's library knows.
#[cfg(not(target_os = "linux"))]
pub(crate) fn scale() -> Option<usize> {
    None
}
