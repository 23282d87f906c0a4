//! A cycle-accurate Atari 2600: 6507, RIOT, cartridges, controllers.
#![no_std]
