//! What the set-up command `cargo xtask` shares with the tests: the [`ledger`] of what tests ran on,
//! what the project needs of the [`system`], and the [`python`] packages that tests call.

pub mod ledger;
pub mod python;
pub mod system;

/// Whether the environment variable `name` switches something on: it is set, and neither empty nor `0`.
pub fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}
