//! A frame around the window, with a title and a button to close it.
//!
//! GNOME gives none to windows under Wayland that do not draw their own, as this one does not. The same window through
//! X11 gets one there.

use std::env;
use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::process::Command;

const WAYLAND: &str = "WAYLAND_DISPLAY";

/// Begins the program anew without Wayland where that gives its window a frame. Returns if it does not, or cannot.
pub(crate) fn see_to() {
    let get = |name| env::var_os(name).unwrap_or_default();
    if lacks_one(&get("XDG_CURRENT_DESKTOP"), &get(WAYLAND), &get("DISPLAY"))
        && let Ok(program) = env::current_exe()
    {
        // This returns only if it fails, and then there is a window without a frame.
        let _ = Command::new(program).args(env::args_os().skip(1)).env_remove(WAYLAND).exec();
    }
}

fn lacks_one(desktop: &OsStr, wayland: &OsStr, x11: &OsStr) -> bool {
    let gnome = desktop.to_string_lossy().split(':').any(|name| name == "GNOME");
    gnome && !wayland.is_empty() && !x11.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_gnome_with_both_is_asked_for_the_other() {
        let lacks = |desktop: &str, wayland: &str, x11: &str| {
            lacks_one(desktop.as_ref(), wayland.as_ref(), x11.as_ref())
        };
        assert!(lacks("GNOME", "wayland-0", ":0"));
        assert!(lacks("ubuntu:GNOME", "wayland-0", ":0"));
        assert!(!lacks("KDE", "wayland-0", ":0"));
        assert!(!lacks("GNOME", "", ":0"));
        assert!(!lacks("GNOME", "wayland-0", ""));
        assert!(!lacks("", "", ""));
    }
}
