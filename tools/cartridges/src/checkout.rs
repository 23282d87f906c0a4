//! Where the checkout is, and its `rom/` folder.

use std::env;
use std::path::{Path, PathBuf};

/// Environment variable that names a folder to use in place of the checkout's `rom/`, for looking and
/// for fetching. Unset or empty: the checkout's own.
pub const FOLDER_VARIABLE: &str = "VCHESS_ROM_DIR";

/// The root of this project's checkout: around the current directory, else around the running
/// program, else where it was built. `None` where none of them is there.
pub fn checkout() -> Option<PathBuf> {
    let current = env::current_dir().ok();
    let program = env::current_exe().ok();
    let built = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    [current, program, built].into_iter().flatten().find_map(|start| around(&start))
}

fn around(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|dir| is_checkout(dir)).map(Path::to_path_buf)
}

fn is_checkout(dir: &Path) -> bool {
    ["Cargo.toml", "rom/Cargo.toml", "tools/cartridges/Cargo.toml"]
        .iter()
        .all(|file| dir.join(file).is_file())
}

/// The folder that holds the images: what [`FOLDER_VARIABLE`] names, else `rom/` of the [`checkout`].
pub fn rom_folder() -> Option<PathBuf> {
    match env::var_os(FOLDER_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => checkout().map(|root| root.join("rom")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkout_is_found_from_within_and_from_nowhere_else() {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("tools/cartridges has a root");
        assert_eq!(around(&root.join("rom/src")).as_deref(), Some(root));
        assert_eq!(around(root).as_deref(), Some(root));
        assert_eq!(around(Path::new("/")), None);
    }
}
