//! What the project needs of the system beyond cargo, whether it is there, and getting it.

mod install;
mod manager;
mod needs;
mod probe;

pub use install::{Report, ensure, install_with_apt};
pub use manager::Manager;
pub use needs::{NEEDS, Need, Packages, Purpose, package_with};
